//! Memoryless arrivals and memoryless service at identical servers: Erlang B, Erlang C and M/M/c, exact.
//!
//! Sources: Erlang 1917; the stable recursion for B, e.g. Cooper, Introduction to Queueing Theory, 1981; response time
//! law of M/M/c, e.g. Gross, Shortle, Thompson, Harris, Fundamentals of Queueing Theory, 2008, section 2.3.

use super::load::Load;
use super::refusal::{Refusal, service_time};
use super::root::falling_root_above_zero;
use crate::units::Answer;

/// Chance that an arrival finds all servers busy and is lost, where nobody waits. Exact for any service law.
///
/// `B(0) = 1`, `B(k) = a B(k-1) / (k + a B(k-1))`, `a = lambda S` erlangs. Never saturated: what finds no server
/// leaves.
///
/// ```
/// use farsight::queueing::{Load, erlang::erlang_b};
/// use farsight::units::{Count, Milliseconds, PerSecond};
/// let load = Load {
///     arrival_rate: PerSecond::new("calls", 2.0)?,
///     service_time: Milliseconds::new("call", 1000.0)?,
///     servers: Count::new("lines", 4.0)?,
/// };
/// let lost = erlang_b(&load).value().unwrap();
/// assert!((lost - 2.0 / 21.0).abs() < 1e-12);
/// # Ok::<(), farsight::units::OutOfRange>(())
/// ```
pub fn erlang_b(load: &Load) -> Answer<f64> {
    match service_time(load.service_time.get()) {
        Ok(_) => Answer::Ok(blocking(load)),
        Err(field) => Answer::Invalid(vec![field]),
    }
}

fn blocking(load: &Load) -> f64 {
    let a = load.offered();
    (1..=load.servers()).fold(1.0, |b, k| a * b / (f64::from(k) + a * b))
}

/// Chance that an arrival finds all servers busy and waits: `C = B / (1 - rho (1 - B))`. Exact for M/M/c; for other
/// laws see [`super::multi_server`].
pub fn erlang_c(load: &Load) -> Answer<f64> {
    load.stable().map(|()| waiting_chance(load)).into()
}

/// Erlang C of a stable load.
pub(super) fn waiting_chance(load: &Load) -> f64 {
    let b = blocking(load);
    b / (1.0 - load.utilization() * (1.0 - b))
}

/// Mean wait in M/M/c of a stable load, ms.
pub(super) fn mean_wait(load: &Load) -> f64 {
    waiting_chance(load) * load.service_time.get() / (f64::from(load.servers()) - load.offered())
}

/// Steady state of M/M/c.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mmc {
    /// Share of time that each server works.
    pub utilization: f64,
    /// Chance that an arrival waits, Erlang C.
    pub wait_probability: f64,
    /// Mean wait over all arrivals, ms.
    pub waiting_time: f64,
    /// Mean of wait and service, ms.
    pub response_time: f64,
    /// Mean number that wait.
    pub queue_length: f64,
    /// Mean number that wait or are served.
    pub number_present: f64,
    service_rate: f64,
    drain_rate: f64,
}

/// M/M/c: `W = C S / (c - a)`, and by Little's law the mean numbers. Exact; means to 1e-12 relative but for the
/// cancellation in `1 - rho`.
///
/// ```
/// use farsight::queueing::{Load, erlang::mmc};
/// use farsight::units::{Count, Milliseconds, PerSecond};
/// let load = Load {
///     arrival_rate: PerSecond::new("messages", 18.0)?,
///     service_time: Milliseconds::new("handling", 100.0)?,
///     servers: Count::new("handlers", 2.0)?,
/// };
/// let answer = mmc(&load).value().unwrap();
/// assert!((answer.waiting_time - 426.315789).abs() < 1e-6);
/// assert!(answer.waiting_percentile(0.95) > answer.waiting_percentile(0.9));
/// # Ok::<(), farsight::units::OutOfRange>(())
/// ```
pub fn mmc(load: &Load) -> Answer<Mmc> {
    stable_mmc(load).into()
}

fn stable_mmc(load: &Load) -> Result<Mmc, Refusal> {
    load.stable()?;
    let service = load.service_time.get();
    let waiting_time = mean_wait(load);
    let lambda = load.arrival_rate.per_ms();
    Ok(Mmc {
        utilization: load.utilization(),
        wait_probability: waiting_chance(load),
        waiting_time,
        response_time: waiting_time + service,
        queue_length: lambda * waiting_time,
        number_present: lambda * (waiting_time + service),
        service_rate: 1.0 / service,
        drain_rate: (f64::from(load.servers()) - load.offered()) / service,
    })
}

impl Mmc {
    /// Share of arrivals that wait longer than `t` ms: `C exp(-(c mu - lambda) t)`.
    #[must_use]
    pub fn waiting_survival(&self, t: f64) -> f64 {
        self.wait_probability * (-self.drain_rate * t.max(0.0)).exp()
    }

    /// The wait that a share `p` of arrivals does not exceed, ms, in closed form; 0 up to `p = 1 - C`.
    #[must_use]
    pub fn waiting_percentile(&self, p: f64) -> f64 {
        let target = (1.0 - p).clamp(1e-15, 1.0);
        (self.wait_probability / target).ln().max(0.0) / self.drain_rate
    }

    /// Share of arrivals whose wait and service take longer than `t` ms.
    ///
    /// `e^(-mu t) [1 + C mu (1 - e^(-d t)) / d]` with `d = (c - 1) mu - lambda`, whose limit at `d = 0` is
    /// `e^(-mu t) (1 + C mu t)`.
    #[must_use]
    pub fn response_survival(&self, t: f64) -> f64 {
        let t = t.max(0.0);
        let d = (self.drain_rate - self.service_rate) * t;
        // (1 - e^-d) / d, without cancellation near 0.
        let spread = if d.abs() < 1e-12 { 1.0 } else { -(-d).exp_m1() / d };
        let grown = self.wait_probability * self.service_rate * t * spread;
        let alone = (-self.service_rate * t).exp();
        // For a negative d the bracket grows and its product with the exponential must not meet infinity.
        if grown.is_finite() { (alone * (1.0 + grown)).min(1.0) } else { self.waiting_survival(t) }
    }

    /// The response time that a share `p` of arrivals does not exceed, ms.
    #[must_use]
    pub fn response_percentile(&self, p: f64) -> f64 {
        let target = (1.0 - p).clamp(1e-15, 1.0);
        falling_root_above_zero(self.response_time, |t| self.response_survival(t) - target)
    }
}
