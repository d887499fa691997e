//! Inputs that are known as a range.
//!
//! Knows: three laws of a range and their quantiles. Does not know: what the input is.
//! Sources: textbook definitions; the triangular law is what people mean by "least, likely, most".

use crate::units::{Answer, OutOfRange, Range};

/// An uncertain input.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Uncertain {
    low: f64,
    high: f64,
    law: RangeLaw,
}

/// How likely the values inside the range are.
#[derive(Debug, Clone, Copy, PartialEq)]
enum RangeLaw {
    Uniform,
    LogUniform,
    Triangular { mode: f64 },
}

impl Uncertain {
    /// Any value between `low` and `high` is as likely. `low <= high`, both finite.
    pub fn uniform(low: f64, high: f64) -> Answer<Self> {
        Self::checked(Range::closed(f64::MIN / 4.0, f64::MAX / 4.0), low, high, RangeLaw::Uniform)
    }

    /// Any factor is as likely: for inputs known to an order of magnitude. `0 < low <= high`.
    pub fn log_uniform(low: f64, high: f64) -> Answer<Self> {
        Self::checked(Range::above(0.0, f64::MAX / 4.0), low, high, RangeLaw::LogUniform)
    }

    /// Most likely `mode`, falling linearly to both ends. `low <= mode <= high`, all finite.
    pub fn triangular(low: f64, mode: f64, high: f64) -> Answer<Self> {
        let range = Range::closed(f64::MIN / 4.0, f64::MAX / 4.0);
        let inside = Range::closed(low, high);
        match Self::checked(range, low, high, RangeLaw::Triangular { mode }) {
            Answer::Ok(_) if !inside.contains(mode) => Answer::Invalid(vec![OutOfRange {
                field: "most likely value",
                value: mode,
                allowed: inside,
                unit: "",
            }]),
            answer => answer,
        }
    }

    fn checked(range: Range, low: f64, high: f64, law: RangeLaw) -> Answer<Self> {
        let above = Range::closed(low, range.max);
        let wrong = |field, value, allowed: Range| {
            (!allowed.contains(value)).then_some(OutOfRange { field, value, allowed, unit: "" })
        };
        let low_is_wrong = wrong("low end of the range", low, range);
        let high_is_wrong =
            if low_is_wrong.is_none() { wrong("high end of the range", high, above) } else { None };
        let all: Vec<_> = low_is_wrong.into_iter().chain(high_is_wrong).collect();
        if all.is_empty() { Answer::Ok(Self { low, high, law }) } else { Answer::Invalid(all) }
    }

    /// The value that a share `u` of the range's values does not exceed; `u` is held in `[0, 1]`.
    ///
    /// ```
    /// use farsight::whatif::ranges::Uncertain;
    /// let rtt = Uncertain::log_uniform(1.0, 100.0).value().unwrap();
    /// assert!((rtt.quantile(0.5) - 10.0).abs() < 1e-12);
    /// ```
    #[must_use]
    pub fn quantile(&self, u: f64) -> f64 {
        let Self { low, high, law } = *self;
        let u = if u.is_nan() { 0.5 } else { u.clamp(0.0, 1.0) };
        let value = match law {
            RangeLaw::Uniform => low + u * (high - low),
            RangeLaw::LogUniform => low * (u * (high.ln() - low.ln())).exp(),
            RangeLaw::Triangular { mode } => triangular(low, mode, high, u),
        };
        value.clamp(low, high)
    }

    /// The middle of what is likely: half of the values lie below.
    #[must_use]
    pub fn median(&self) -> f64 {
        self.quantile(0.5)
    }
}

fn triangular(low: f64, mode: f64, high: f64, u: f64) -> f64 {
    let width = high - low;
    if width <= 0.0 {
        return low;
    }
    if u * width < mode - low {
        low + (u * width).sqrt() * (mode - low).sqrt()
    } else {
        high - ((1.0 - u) * width).sqrt() * (high - mode).sqrt()
    }
}
