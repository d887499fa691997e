//! Many at once: a burst into idle servers, arrivals in batches, and a ladder of requesters for one thing.
//!
//! Sources: order statistics of exponentials; batch arrivals, e.g. Gross et al., Fundamentals of Queueing Theory, 2008,
//! section 3.1; the rest derived here. Measured against simulation.

use super::load::Load;
use super::multi_server::mgc;
use super::refusal::{Refusal, whole, within};
use crate::units::{Answer, Count, Milliseconds, Range, Scv, Warning};

/// How many come together.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BatchSize {
    /// Mean number.
    pub mean: f64,
    /// Variance of the number.
    pub variance: f64,
}

impl BatchSize {
    /// Exactly one.
    pub const ONE: Self = Self { mean: 1.0, variance: 0.0 };
}

/// How a burst is worked off.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Burst {
    /// Mean time until the last is done, ms.
    pub makespan: f64,
    /// Mean time until one is done, over all, ms.
    pub response_time: f64,
    /// The makespan if every service took its mean, exact, ms.
    pub makespan_constant: f64,
    /// The response time if every service took its mean, exact, ms.
    pub response_time_constant: f64,
}

/// `arrivals` at the same moment into `servers` that are all idle.
///
/// Constant service: makespan `ceil(n / c) S`, and with `q, r` the quotient and rest of `n / c` a mean response of
/// `S [c q (q+1) / 2 + r (q+1)] / n`. Exponential service: all servers work until `c` are left, then each end frees
/// one for good, so the makespan is `S (n/c + H_c - 1)` for `n > c` and `S H_n` otherwise, and the mean response
/// `S + S (n-c)(n-c+1) / (2 n c)`. Other SCVs scale the excess of the makespan by `sqrt(c2)`; the wait goes linearly
/// from constant to exponential service and on by the same factor, which keeps it above 0.
///
/// Exact for SCV 0 and 1. Simulated with gamma and lognormal service of SCV 0.25, 2 and 3: with ten or more arrivals a
/// server the makespan is within 11 % and the response within 4 %; with fewer, within 17 % and 14 %. Warns above
/// SCV 3.
pub fn burst(arrivals: Count, servers: Count, service_time: Milliseconds, service_scv: Scv) -> Answer<Burst> {
    let service = match super::refusal::service_time(service_time.get()) {
        Ok(service) => service,
        Err(field) => return Answer::Invalid(vec![field]),
    };
    let (n, c, c2) = (whole(arrivals), whole(servers), service_scv.get());
    let wide = (c2 > 3.0).then(|| Warning::new("bursts with a service SCV above 3 were not measured"));
    Answer::with_warnings(work_off(n, c, service, c2), wide.into_iter().collect())
}

fn work_off(n: u32, c: u32, service: f64, c2: f64) -> Burst {
    let makespan_constant = service * f64::from(n.div_ceil(c));
    let response_time_constant = service * constant_rounds(n, c);
    let (of_n, of_c) = (f64::from(n), f64::from(c));
    let excess = c2.sqrt();
    let makespan = match c2 {
        0.0 => makespan_constant,
        _ if n > c => service * (of_n / of_c + (harmonic(c) - 1.0) * excess),
        _ => service * (1.0 + (harmonic(n) - 1.0) * excess),
    };
    let waiting = f64::from(n.saturating_sub(c));
    let exponential = service * waiting * (waiting + 1.0) / (2.0 * of_n * of_c);
    let response_time = service + wait_between(response_time_constant - service, exponential, c2);
    Burst { makespan, response_time, makespan_constant, response_time_constant }
}

/// Wait at the SCV `c2` from those at 0 and 1.
fn wait_between(constant: f64, exponential: f64, c2: f64) -> f64 {
    if c2 <= 1.0 || constant <= 0.0 {
        return constant + c2.min(1.0) * (exponential - constant);
    }
    exponential * (exponential / constant).powf(c2.min(3.0) - 1.0)
}

/// Mean round in which one of `n` is done, `c` a round.
fn constant_rounds(n: u32, c: u32) -> f64 {
    let (full, rest) = (f64::from(n / c), f64::from(n % c));
    (f64::from(c) * full * (full + 1.0) / 2.0 + rest * (full + 1.0)) / f64::from(n)
}

fn harmonic(n: u32) -> f64 {
    (1..=n).rev().map(|i| 1.0 / f64::from(i)).sum()
}

/// Mean wait when arrivals come in batches at Poisson times, ms; `load` counts single arrivals.
///
/// The wait of single arrivals plus that for those of the own batch, `(E X² / E X - 1) S / 2 c (1 - rho)`. Exact for
/// one server; 6 to 21 % high for several.
pub fn batch_arrivals(load: &Load, service_scv: Scv, batch: BatchSize) -> Answer<f64> {
    batch_wait(load, service_scv, batch).into()
}

fn batch_wait(load: &Load, service_scv: Scv, batch: BatchSize) -> Result<f64, Refusal> {
    within("mean batch", batch.mean, "", Range::closed(1.0, 1e6))?;
    within("variance of the batch", batch.variance, "", Range::closed(0.0, 1e12))?;
    let single = mgc(load, service_scv)?;
    let others = batch.variance / batch.mean + batch.mean - 1.0;
    let spare = f64::from(load.servers()) * (1.0 - single.utilization);
    Ok(single.waiting_time + others * load.service_time.get() / (2.0 * spare))
}

/// A requester of one thing that one holds at a time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Request {
    /// Time for which the thing is kept from the next requester, ms.
    pub hold: Milliseconds,
    /// Time after which the requester itself goes on, ms.
    pub execution: Milliseconds,
    /// Time to hand the thing over, ms.
    pub transfer: Milliseconds,
}

/// Elapsed time in ms of each of `requesters` who ask for one thing, each `stagger` after the one before, served in
/// that order. `start_j = max(arrival_j, end_(j-1) + transfer)`, `end = start + hold`,
/// `elapsed = start + execution - arrival`. Exact; without stagger and transfer a ladder of `j` holds.
///
/// ```
/// use farsight::queueing::burst::{Request, ladder};
/// use farsight::units::{Count, Milliseconds};
/// let ten = Milliseconds::new("hold", 10.0)?;
/// let request = Request { hold: ten, execution: ten, transfer: Milliseconds::ZERO };
/// let steps = ladder(Count::new("instances", 3.0)?, request, Milliseconds::ZERO).value().unwrap();
/// assert_eq!(steps, [10.0, 20.0, 30.0]);
/// # Ok::<(), farsight::units::OutOfRange>(())
/// ```
pub fn ladder(requesters: Count, request: Request, stagger: Milliseconds) -> Answer<Vec<f64>> {
    let mut free = 0.0_f64;
    let steps = (0..whole(requesters)).map(|j| {
        let arrival = f64::from(j) * stagger.get();
        let start = arrival.max(free);
        free = start + request.hold.get() + request.transfer.get();
        start + request.execution.get() - arrival
    });
    Answer::Ok(steps.collect())
}
