//! Why a formula gives no value, as the `?` operator carries it to the [`Answer`].

use crate::units::{Answer, Count, Milliseconds, OutOfRange, Range, Saturation};

/// The two answers without a value.
#[derive(Debug)]
pub(super) enum Refusal {
    Saturated(Saturation),
    Invalid(Vec<OutOfRange>),
}

impl From<OutOfRange> for Refusal {
    fn from(field: OutOfRange) -> Self {
        Self::Invalid(vec![field])
    }
}

impl<T> From<Refusal> for Answer<T> {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Saturated(saturation) => Self::Saturated(saturation),
            Refusal::Invalid(fields) => Self::Invalid(fields),
        }
    }
}

impl<T> From<Result<T, Refusal>> for Answer<T> {
    fn from(result: Result<T, Refusal>) -> Self {
        result.map_or_else(Self::from, Self::Ok)
    }
}

impl Refusal {
    /// `resource` cannot carry `offered` per second.
    pub(super) fn saturated(resource: &str, capacity: f64, offered: f64) -> Self {
        Self::Saturated(Saturation { resource: resource.into(), capacity, offered })
    }
}

/// A mean service time must be above 0: a service of no length has no steady state to speak of.
pub(super) fn service_time(mean: f64) -> Result<f64, OutOfRange> {
    positive("mean service time", mean, "ms", Milliseconds::RANGE.max)
}

/// A number above 0.
pub(super) fn positive(
    field: &'static str,
    value: f64,
    unit: &'static str,
    max: f64,
) -> Result<f64, OutOfRange> {
    within(field, value, unit, Range::above(0.0, max))
}

/// A number inside `allowed`; NaN never is.
pub(super) fn within(
    field: &'static str,
    value: f64,
    unit: &'static str,
    allowed: Range,
) -> Result<f64, OutOfRange> {
    if allowed.contains(value) { Ok(value) } else { Err(OutOfRange { field, value, allowed, unit }) }
}

/// A count as an integer. Counts are whole by their parser; a fraction is rounded.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a count is within 1 to 100,000")]
pub(super) fn whole(count: Count) -> u32 {
    count.get().round() as u32
}

/// A length as a number.
#[expect(clippy::cast_precision_loss, reason = "lengths are far below 2^52")]
pub(super) fn count(n: usize) -> f64 {
    n as f64
}
