//! Failures that are tried again: how much more is offered, and what fails in the end.

use super::refusal::Refusal;
use crate::units::{Answer, Probability};

/// Attempts that one request costs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Retries {
    /// Mean attempts for each request: the factor on the arrival rate that every other formula must see.
    pub amplification: f64,
    /// Chance that a request fails for good.
    pub failure_probability: f64,
}

/// How often a failed attempt is repeated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// Until it succeeds.
    Never,
    /// At most so many times after the first attempt.
    Retries(u32),
}

/// Each attempt fails with the chance `failure`, independent of the load. Exact: `(1 - r^(m+1)) / (1 - r)` attempts with
/// `m` retries and `1 / (1 - r)` without a limit; fails for good with `r^(m+1)`.
///
/// Saturated if every attempt fails and nothing stops them: the capacity is then 0 of 1 request.
///
/// ```
/// use farsight::queueing::retry::{Limit, retries};
/// use farsight::units::Probability;
/// let answer = retries(Probability::new("failure", 0.1)?, Limit::Retries(3)).value().unwrap();
/// assert!((answer.amplification - 1.111).abs() < 1e-12);
/// # Ok::<(), farsight::units::OutOfRange>(())
/// ```
pub fn retries(failure: Probability, limit: Limit) -> Answer<Retries> {
    let r = failure.get();
    match limit {
        Limit::Never if r >= 1.0 => Refusal::saturated("the retries", 0.0, 1.0).into(),
        Limit::Never => Answer::Ok(Retries { amplification: 1.0 / (1.0 - r), failure_probability: 0.0 }),
        Limit::Retries(m) => Answer::Ok(limited(r, f64::from(m) + 1.0)),
    }
}

fn limited(r: f64, attempts: f64) -> Retries {
    let failure_probability = r.powf(attempts);
    // Near 1 the quotient loses its digits; there all attempts are made but for a share of 1 - r.
    let amplification =
        if (1.0 - r) * attempts < 1e-9 { attempts } else { (1.0 - failure_probability) / (1.0 - r) };
    Retries { amplification, failure_probability }
}
