//! Batch service with two services in flight, answered in order.
//!
//! An arrival that finds none or one in flight is served alone at once; one that finds two waits until either ends, and
//! all who wait then are served together. An answer leaves when its service and all that started earlier have ended.
//! With one in flight at a time this is [`batch_service`](super::batch_service).
//!
//! Sources: the balance equations of a Markov chain and residual life (W. Feller, vol. 2, XI), derived below; measured
//! against event-by-event simulation in tests/two_in_flight.rs.

use super::refusal::{Refusal, service_time};
use crate::latency::{Delay, Distribution};
use crate::units::{Answer, PerSecond, Warning};

/// Steady state under Poisson arrivals.
#[derive(Debug, Clone, PartialEq)]
pub struct TwoInFlight {
    /// Response time of an arrival: wait for a start, service, and wait for earlier services.
    pub response: Distribution,
    /// Mean response time, ms, from the means alone (the law's mean differs by the grid's error).
    pub response_time: f64,
    /// Mean wait for a start over all arrivals, ms.
    pub waiting_time: f64,
    /// Mean wait for earlier services after one's own, over all arrivals, ms: the price of order.
    pub order_time: f64,
    /// Chance that an arrival finds none, one and two in flight, in that order; also the shares of time.
    pub found: [f64; 3],
    /// Mean number in flight.
    pub in_flight: f64,
    /// Services per second.
    pub service_rate: f64,
    /// Mean number served together.
    pub batch_size: f64,
}

/// Largest SCV of the service at which the error was measured.
const MOST_SCV: f64 = 4.0;
/// Above so many arrivals in a service both are always under way; below that SCV they then do not mix.
const MOST_ARRIVALS: f64 = 5.0;
const LEAST_SCV: f64 = 0.25;

/// Response, services and batches for `arrival_rate`, never saturated. `service` must not depend on the batch.
///
/// Two in flight are taken with nobody and with somebody waiting; for exponential services of mean `S` and
/// `a = lambda S`, balance gives the four states the weights `1 : a : a²/2 : a³/4`, taken for any law. An arrival that
/// finds none answers after `S`; one that finds one after the later of its own `S` and the residual `S_e` of the other;
/// one that finds two, whose independent residuals have the minimum `m` and maximum `M`, after the later of `m + S` and
/// `M`, of which `P(<= x) = 2 F(x) P(S_e + S <= x) - P(M + S <= x)`, `F` the law of `S_e`. Services a second are those
/// in flight over `S`, by Little's law.
///
/// Exact up to the grid for exponential services, and for any as the rate falls. Error against 20 simulated runs of a
/// million arrivals each, at `a` from 0.1 to 5, greatest of constant, gamma and lognormal services:
///
/// | SCV | mean response | p50 | p90, p99 | batch | chance to find two |
/// |---|---|---|---|---|---|
/// | 0 | 2.7 % | 2.1 % | 9.6 % | 6.2 % | 0.07 |
/// | 1/4 | 1.0 % | 1.0 % | 0.3 % | 3.6 % | 0.04 |
/// | 1 | 0.1 % | 0.1 % | 0.2 % | 0.1 % | 0.001 |
/// | 4 | 4.3 % | 6.5 % | 2.5 % | 6.1 % | 0.08 |
///
/// Warns for a service with an SCV above 4, and for `a` above 5 with one below 1/4: two services that are always under
/// way and hardly vary keep their distance in time, and a response lies anywhere from 5/4 to 3/2 of a constant one.
/// Invalid for a service of no length.
///
/// ```
/// use farsight::latency::{Distribution, Resolution};
/// use farsight::queueing::two_in_flight::two_in_flight;
/// use farsight::units::PerSecond;
/// let service = Distribution::constant(4.0, Resolution::Interactive);
/// let answer = two_in_flight(PerSecond::new("arrivals", 250.0)?, &service).value().unwrap();
/// // a = 1: weights 4 : 4 : 2 : 1, and a third of a service to wait where two are in flight.
/// assert!((answer.response_time - (4.0 + 3.0 / 11.0 * 4.0 / 3.0)).abs() < 1e-3);
/// # Ok::<(), farsight::units::OutOfRange>(())
/// ```
pub fn two_in_flight(arrival_rate: PerSecond, service: &Distribution) -> Answer<TwoInFlight> {
    let lambda = arrival_rate.per_ms();
    match service_time(service.mean()) {
        Ok(mean) => {
            Answer::with_warnings(solve(lambda, mean, service), warnings(lambda * mean, service.scv()))
        }
        Err(field) => Refusal::from(field).into(),
    }
}

fn warnings(a: f64, scv: f64) -> Vec<Warning> {
    let wide = (scv > MOST_SCV).then_some("the service varies with an SCV above 4");
    let locked = (a > MOST_ARRIVALS && scv < LEAST_SCV)
        .then_some("two services that hardly vary keep the distance in time at which they began");
    wide.into_iter().chain(locked).map(Warning::new).collect()
}

fn solve(lambda: f64, mean: f64, service: &Distribution) -> TwoInFlight {
    let found = shares(lambda * mean);
    let residual = service.residual();
    let one = service.max(&residual);
    let two = BothBusy::new(service, &residual);
    let waiting_time = found[2] * two.waiting_time;
    let response_time = found[0] * mean + found[1] * one.mean() + found[2] * two.response_time;
    let in_flight = found[1] + 2.0 * found[2];
    TwoInFlight {
        response: Distribution::mixture(&[(found[0], service), (found[1], &one), (found[2], &two.response)]),
        response_time,
        waiting_time,
        order_time: (response_time - waiting_time - mean).max(0.0),
        found,
        in_flight,
        service_rate: 1000.0 * in_flight / mean,
        batch_size: lambda * mean / in_flight,
    }
}

/// Shares of time with none, one and two in flight.
fn shares(a: f64) -> [f64; 3] {
    let weights = [1.0, a, a * a / 2.0 * (1.0 + a / 2.0)];
    let sum: f64 = weights.iter().sum();
    weights.map(|weight| weight / sum)
}

/// What an arrival meets that finds two in flight.
struct BothBusy {
    response: Distribution,
    response_time: f64,
    waiting_time: f64,
}

impl BothBusy {
    fn new(service: &Distribution, residual: &Distribution) -> Self {
        let (either, both) = (residual.min(residual), residual.max(residual));
        let (after_one, after_both) = (residual.plus(service), both.plus(service));
        let start = service.shift();
        let above = |x: f64| {
            let (other, own) = (residual.survival(start + x), after_one.survival(start + x));
            2.0 * (other + own - other * own) - after_both.survival(start + x)
        };
        let response = Distribution::from_survival(service.resolution(), above).shifted(start);
        let waiting_time = either.mean();
        // The mean of `above`, term by term.
        let order = 2.0 * (residual.mean() - residual.min(&after_one).mean()).max(0.0);
        Self { response, response_time: waiting_time + service.mean() + order, waiting_time }
    }
}
