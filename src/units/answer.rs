//! The four kinds of answer that every formula gives, and nothing else.

use super::OutOfRange;

/// What a formula answers. Saturation is a result, not an error: it carries what the system can do.
#[derive(Debug, Clone, PartialEq)]
#[must_use]
pub enum Answer<T> {
    /// The value, inside the validity range of its formula.
    Ok(T),
    /// The value, outside the range in which the formula's error was measured: why, for each reason.
    Warn(T, Vec<Warning>),
    /// The offered load is at or above capacity: there is no steady state.
    Saturated(Saturation),
    /// Inputs for which the question has no meaning, each with its field and allowed range.
    Invalid(Vec<OutOfRange>),
}

/// Why a value is less certain than its formula's measured error.
#[derive(Debug, Clone, PartialEq)]
pub struct Warning {
    /// What is outside, in words that complete "this value is less certain because ...".
    pub what: String,
}

/// Offered load at or above capacity.
#[derive(Debug, Clone, PartialEq)]
pub struct Saturation {
    /// What is full, e.g. `the link`.
    pub resource: String,
    /// Largest load that it can carry, per second.
    pub capacity: f64,
    /// Load offered, per second; at least `capacity`.
    pub offered: f64,
}

impl Saturation {
    /// Growth of the backlog, per second.
    #[must_use]
    pub fn growth(&self) -> f64 {
        self.offered - self.capacity
    }
}

impl Warning {
    /// A warning from its words.
    pub fn new(what: impl Into<String>) -> Self {
        Self { what: what.into() }
    }
}

impl<T> Answer<T> {
    /// `value`, with `warnings` if there are any.
    pub fn with_warnings(value: T, warnings: Vec<Warning>) -> Self {
        if warnings.is_empty() { Self::Ok(value) } else { Self::Warn(value, warnings) }
    }

    /// The value of `Ok` and `Warn`.
    pub fn value(self) -> Option<T> {
        match self {
            Self::Ok(value) | Self::Warn(value, _) => Some(value),
            Self::Saturated(_) | Self::Invalid(_) => None,
        }
    }

    /// Goes on with `f` from the value of `Ok` and `Warn`; warnings add up.
    pub fn and_then<U>(self, f: impl FnOnce(T) -> Answer<U>) -> Answer<U> {
        match self {
            Self::Ok(value) => f(value),
            Self::Warn(value, mut warnings) => match f(value) {
                Answer::Ok(next) => Answer::Warn(next, warnings),
                Answer::Warn(next, more) => {
                    warnings.extend(more);
                    Answer::Warn(next, warnings)
                }
                refused => refused,
            },
            Self::Saturated(saturation) => Answer::Saturated(saturation),
            Self::Invalid(fields) => Answer::Invalid(fields),
        }
    }

    /// Applies `f` to the value of `Ok` and `Warn`.
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Answer<U> {
        match self {
            Self::Ok(value) => Answer::Ok(f(value)),
            Self::Warn(value, warnings) => Answer::Warn(f(value), warnings),
            Self::Saturated(saturation) => Answer::Saturated(saturation),
            Self::Invalid(fields) => Answer::Invalid(fields),
        }
    }
}
