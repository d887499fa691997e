//! One server, Poisson arrivals, any service: M/G/1, first come first served.
//!
//! Sources: Pollaczek 1930, Khinchine 1932; the wait as a geometric sum of residual services, Benes 1957, e.g. Asmussen,
//! Applied Probability and Queues, 2003, chapter VIII.5.

use super::refusal::{Refusal, service_time};
use crate::latency::{Delay, Distribution};
use crate::units::{Answer, PerSecond, Warning};

/// Steady state of M/G/1, in means.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SingleServer {
    /// Share of time the server works; also the chance that an arrival waits.
    pub utilization: f64,
    /// Mean wait over all arrivals, ms.
    pub waiting_time: f64,
    /// Mean of wait and service, ms.
    pub response_time: f64,
    /// Mean number that wait.
    pub queue_length: f64,
    /// Mean number that wait or are served.
    pub number_present: f64,
}

/// Steady state of M/G/1 with its laws.
#[derive(Debug, Clone, PartialEq)]
pub struct SingleServerLaws {
    /// Means, exact.
    pub means: SingleServer,
    /// Wait of an arrival; an atom of `1 - rho` at 0.
    pub waiting: Distribution,
    /// Wait and service of an arrival.
    pub response: Distribution,
}

/// Means of M/G/1: `W = lambda E S² / 2 (1 - rho)`. Exact, for any service law.
///
/// ```
/// use farsight::latency::Law;
/// use farsight::queueing::single_server::mg1;
/// use farsight::units::{Milliseconds, PerSecond};
/// let service = Law::constant(Milliseconds::new("service", 100.0)?);
/// let answer = mg1(PerSecond::new("arrivals", 5.0)?, &service).value().unwrap();
/// assert!((answer.waiting_time - 50.0).abs() < 1e-9);
/// # Ok::<(), farsight::units::OutOfRange>(())
/// ```
pub fn mg1(arrival_rate: PerSecond, service: &impl Delay) -> Answer<SingleServer> {
    of_moments(arrival_rate, service.mean(), service.second_moment()).into()
}

/// Pollaczek-Khinchine from the first two moments of the service, ms and ms².
pub(super) fn of_moments(arrival_rate: PerSecond, mean: f64, second: f64) -> Result<SingleServer, Refusal> {
    service_time(mean)?;
    let lambda = arrival_rate.per_ms();
    let utilization = lambda * mean;
    if utilization >= 1.0 {
        return Err(Refusal::saturated("the server", 1000.0 / mean, arrival_rate.get()));
    }
    let waiting_time = lambda * second / (2.0 * (1.0 - utilization));
    Ok(SingleServer {
        utilization,
        waiting_time,
        response_time: waiting_time + mean,
        queue_length: lambda * waiting_time,
        number_present: lambda * (waiting_time + mean),
    })
}

/// M/G/1 with percentiles. The wait is a sum of residual services, geometrically many: `n` of them with chance
/// `(1 - rho) rho^n`.
///
/// The geometric sum is built by doubling: the sum over `n < 2m` is the sum over `n < m` plus, with chance `rho^m`,
/// `m` residuals more. So no path crosses the grid more than a few times, which keeps the grid's error small. Against
/// the closed forms of M/M/1 and M/D/1 at utilizations of 0.1 to 0.99 the interactive grid is within 0.1 % up to p99
/// and 0.13 % at p99.9, the fine one within 0.03 %. The laws carry the exact means. Answers `Warn` where more than one
/// response in a million lies beyond the grid's 134 s.
pub fn mg1_laws(arrival_rate: PerSecond, service: &Distribution) -> Answer<SingleServerLaws> {
    mg1(arrival_rate, service).and_then(|means| {
        let waiting = geometric_sum(means.utilization, &service.residual());
        let response = waiting.plus(service);
        let mut warnings = Vec::new();
        if response.beyond_grid() > 1e-6 {
            warnings.push(Warning::new("a share of the waits is longer than 134 s, where percentiles end"));
        }
        Answer::with_warnings(SingleServerLaws { means, waiting, response }, warnings)
    })
}

/// A sum of `n` copies with chance `(1 - rho) rho^n`.
fn geometric_sum(rho: f64, copy: &Distribution) -> Distribution {
    const NEGLIGIBLE: f64 = 1e-13;
    let mut partial = Distribution::constant(0.0, copy.resolution());
    let mut power = copy.clone();
    let mut weight = rho;
    while weight > NEGLIGIBLE {
        let more = partial.plus(&power);
        partial =
            Distribution::mixture(&[(1.0 / (1.0 + weight), &partial), (weight / (1.0 + weight), &more)]);
        weight *= weight;
        if weight > NEGLIGIBLE {
            power = power.plus(&power);
        }
    }
    partial
}
