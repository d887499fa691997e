//! One server and a finite population: M/G/1//K. Each customer thinks for an exponential time, then queues, first come
//! first served.
//!
//! Sources: Takacs 1962, Introduction to the Theory of Queues, chapter 5, for the busy period; the chain embedded at
//! departures for the laws; both are derived below and agree to 1e-9 up to 500 customers.

mod exact_response;

pub use exact_response::exact_response;

use super::arrivals::{Arrivals, normalised};
use super::gamma_mixture::{GammaMixture, GammaPart};
use super::refusal::{count, service_time, whole};
use crate::latency::Delay;
use crate::units::{Answer, Count, Milliseconds, Warning};

/// Steady state in means.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FiniteSource {
    /// Visits per second by all customers.
    pub throughput: f64,
    /// Mean of wait and service of a visit, ms.
    pub response_time: f64,
    /// Mean wait of a visit, ms.
    pub waiting_time: f64,
    /// Share of time the server works.
    pub utilization: f64,
    /// Chance that a departure leaves the server idle; also that an arrival finds it idle.
    pub found_idle: f64,
    /// Mean number that wait or are served.
    pub number_present: f64,
}

/// Steady state with the law of the response time.
#[derive(Debug, Clone, PartialEq)]
pub struct FiniteSourceLaws {
    /// Means, exact.
    pub means: FiniteSource,
    /// Chance that an arrival finds `n = 0 ..= K - 1` others at the server.
    pub found: Vec<f64>,
    /// Response time, one gamma for each number found.
    pub response: GammaMixture,
    /// Factor that brings the waits of the approximation to their exact mean: how far it was off.
    pub wait_rescale: f64,
}

/// Up to this population the laws come from the exact chain; above it, from exponential service.
const CHAIN_POPULATION: u32 = 500;

/// Share of time the server works by mean value analysis, at most 1: an approximation for first guesses.
///
/// An arrival among `n` customers finds the queue of `n - 1`, and waits the residual of the service at hand instead of
/// a whole one: `R_n = E S (1 + Q_(n-1)) + U_(n-1) (E S² / (2 E S) - E S)` (M. Reiser 1979). Exact for exponential
/// service; [`finite_source`] is exact for all and up to 20 % away from this where the queue begins to build.
pub fn mean_value_utilization(
    population: Count,
    think_time: Milliseconds,
    service: &impl Delay,
) -> Answer<f64> {
    let mean = match service_time(service.mean()) {
        Ok(mean) => mean,
        Err(field) => return Answer::Invalid(vec![field]),
    };
    let residual = service.second_moment() / (2.0 * mean);
    let (mut queue, mut utilization) = (0.0, 0.0);
    for n in 1..=whole(population) {
        let response = mean * (1.0 + queue) + utilization * (residual - mean);
        let throughput = f64::from(n) / (think(think_time) + response);
        (queue, utilization) = (throughput * response, throughput * mean);
    }
    Answer::Ok(utilization.min(1.0))
}

/// Means of M/G/1//K, exact for any service law and population.
///
/// A busy period that starts with one customer serves `N` of them, with
/// `E N = sum over j of C(K-1, j) prod over i <= j of (1 - phi_i) / phi_i`, `phi_i = E exp(-i S / Z)`, `j` from 0 to
/// `K - 1`. All terms are positive, so nothing cancels. A departure leaves the server idle with chance
/// `p0 = 1 / E N`, then nobody comes for `Z / K` on average, so `X = 1 / (E S + p0 Z / K)` and by Little's law
/// `R = K E S - Z (1 - p0)`. Limits: `K = 1` gives `R = E S`; `K E S >> Z` gives `R = K E S - Z`. A think time of 0
/// is answered by that limit.
///
/// Approximate mean value analysis is no substitute here: up to 20 % off in `R` where the queue begins to build.
///
/// ```
/// use farsight::latency::Law;
/// use farsight::queueing::finite_source::finite_source;
/// use farsight::units::{Count, Milliseconds};
/// let service = Law::constant(Milliseconds::new("hold", 10.0)?);
/// let handlers = Count::new("handlers", 2.0)?;
/// let answer = finite_source(handlers, Milliseconds::new("think", 20.0)?, &service).value().unwrap();
/// assert!((answer.response_time - 12.130613).abs() < 1e-6);
/// # Ok::<(), farsight::units::OutOfRange>(())
/// ```
pub fn finite_source(
    population: Count,
    think_time: Milliseconds,
    service: &impl Delay,
) -> Answer<FiniteSource> {
    match service_time(service.mean()) {
        Ok(mean) => Answer::Ok(means(whole(population), think(think_time), mean, service)),
        Err(field) => Answer::Invalid(vec![field]),
    }
}

/// Below a nanosecond the think time no longer moves any figure.
fn think(think_time: Milliseconds) -> f64 {
    think_time.get().max(1e-6)
}

fn means(population: u32, z: f64, mean: f64, service: &impl Delay) -> FiniteSource {
    let k = f64::from(population);
    let after_first = busy_period_after_first(population, |i| service.laplace(i / z));
    let found_idle = 1.0 / (1.0 + after_first);
    // 1 - p0 without cancellation; the whole is 1 where the busy period never ends to double precision.
    let found_busy = if after_first.is_finite() { after_first / (1.0 + after_first) } else { 1.0 };
    let cycle = mean + found_idle * z / k;
    let response_time = (k * mean - z * found_busy).max(mean);
    FiniteSource {
        throughput: 1000.0 / cycle,
        response_time,
        waiting_time: response_time - mean,
        utilization: mean / cycle,
        found_idle,
        number_present: (response_time / cycle).min(k),
    }
}

/// `E N - 1` of a busy period; infinite where it exceeds the range of doubles.
fn busy_period_after_first(population: u32, laplace: impl Fn(f64) -> f64) -> f64 {
    const NEVER: f64 = 1e290;
    const NEGLIGIBLE: f64 = 1e-19;
    let others = f64::from(population - 1);
    let (mut term, mut sum) = (1.0, 0.0);
    for j in 1..population {
        let j = f64::from(j);
        let quiet = laplace(j);
        let growth = (others - j + 1.0) / j * (1.0 - quiet) / quiet;
        term *= growth;
        sum += term;
        if quiet <= 0.0 || sum > NEVER {
            return f64::INFINITY;
        }
        // By Jensen, phi_j >= phi_1^j, so here the growth of every later term stays below 1.
        if term < NEGLIGIBLE * sum && growth < 0.5 && others * laplace(1.0).ln().abs() < 1.0 {
            break;
        }
    }
    sum
}

/// M/G/1//K with percentiles.
///
/// The number `n` that an arrival finds is the number that a departure leaves behind. From `n` the next departure
/// leaves `max(n, 1) - 1` and those of the `K - max(n, 1)` thinkers who came during one service, so each state is
/// left downwards to its neighbour only, and cuts between `j` and `j + 1` give positive equations,
/// `p(j+1) P(j+1 -> j) = sum over i <= j of p(i) P(i -> above j)`: exact and free of cancellation up to 500 customers.
///
/// Given `n >= 1` the wait is a residual service and `n - 1` services, taken as a gamma with its mean and variance and
/// scaled so that the mean over all `n` is exact. Measured against 42 simulated cases (K 6 to 24, service SCV up to
/// 0.3): p50 within 8.3 %, p95 3.8 %, p99 5.8 %; for services of SCV 2 up to 10 %. [`exact_response`] has no such error.
/// Above 500 customers the number found is that of exponential service, with a warning.
pub fn finite_source_laws(
    population: Count,
    think_time: Milliseconds,
    service: &impl Delay,
) -> Answer<FiniteSourceLaws> {
    finite_source(population, think_time, service).and_then(|means| {
        let (k, z) = (whole(population), think(think_time));
        if k <= CHAIN_POPULATION {
            return Answer::Ok(laws(means, departure_chain(k, z, service), service));
        }
        let what = "above 500 customers the number found is taken from exponential service";
        let found = memoryless_chain(k, z / service.mean());
        Answer::Warn(laws(means, found, service), vec![Warning::new(what)])
    })
}

/// Law of the number left behind by a departure, by cut equations.
fn departure_chain(population: u32, z: f64, service: &impl Delay) -> Vec<f64> {
    let k = population as usize;
    let arrivals = Arrivals::during(service, z, k - 1);
    let mut weights = vec![1.0];
    for j in 0..k - 1 {
        let up: f64 = (0..=j)
            .map(|i| {
                let stays = i.max(1);
                weights[i] * arrivals.at_least(k - stays, j + 2 - stays)
            })
            .sum();
        push_weight(&mut weights, up, arrivals.exactly(k - j - 1, 0));
    }
    normalised(weights)
}

/// The same for exponential service, `p(n+1) / p(n) = (K - 1 - n) S / Z`, the law seen by an arrival.
fn memoryless_chain(population: u32, think_per_service: f64) -> Vec<f64> {
    let mut weights = vec![1.0];
    for n in 0..population - 1 {
        let last = weights[weights.len() - 1];
        push_weight(&mut weights, last * f64::from(population - 1 - n), think_per_service);
    }
    normalised(weights)
}

/// Appends `up / down`; where that leaves the range of doubles, everything before it no longer counts.
fn push_weight(weights: &mut Vec<f64>, up: f64, down: f64) {
    const LARGE: f64 = 1e100;
    let next = up / down;
    if next < LARGE {
        weights.push(next);
    } else {
        weights.iter_mut().for_each(|weight| *weight = if next.is_finite() { *weight / next } else { 0.0 });
        weights.push(1.0);
    }
}

/// First three moments of a service as the wait needs them: mean and variance of a service and of a residual.
struct Moments {
    mean: f64,
    variance: f64,
    residual_mean: f64,
    residual_variance: f64,
}

impl Moments {
    fn of(service: &impl Delay) -> Self {
        let mean = service.mean();
        let second = service.second_moment();
        let third: f64 = service.nodes().iter().map(|(x, share)| share * x * x * x).sum();
        let residual_mean = second / (2.0 * mean);
        Self {
            mean,
            variance: (second - mean * mean).max(0.0),
            residual_mean,
            residual_variance: (third / (3.0 * mean) - residual_mean * residual_mean).max(0.0),
        }
    }
}

fn laws(means: FiniteSource, found: Vec<f64>, service: &impl Delay) -> FiniteSourceLaws {
    let of = Moments::of(service);
    let wait = |n: usize| of.residual_mean + (count(n) - 1.0) * of.mean;
    let raw: f64 = found.iter().enumerate().skip(1).map(|(n, share)| share * wait(n)).sum();
    let wait_rescale = if raw > 0.0 { means.waiting_time / raw } else { 1.0 };
    let part = |(n, share): (usize, &f64)| {
        let (wait_mean, wait_variance) = match n {
            0 => (0.0, 0.0),
            n => (wait(n), of.residual_variance + (count(n) - 1.0) * of.variance),
        };
        let mean = of.mean + wait_rescale * wait_mean;
        let variance = of.variance + wait_rescale * wait_rescale * wait_variance;
        GammaPart { share: *share, mean, scv: variance / (mean * mean) }
    };
    // Numbers that nobody finds in a lifetime only cost time.
    let parts = found.iter().enumerate().filter(|(_, share)| **share > 1e-14).map(part);
    let response = GammaMixture::new(parts);
    FiniteSourceLaws { means, found, response, wait_rescale }
}
