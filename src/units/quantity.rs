//! One newtype per dimension: a finite number in its base unit, inside the dimension's range.

use std::fmt;

/// An interval of allowed values, in the base unit of a dimension.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Range {
    /// Smallest value.
    pub min: f64,
    /// Largest value, allowed itself.
    pub max: f64,
    /// Whether `min` itself is allowed.
    pub lower: Bound,
}

/// Whether the lower end of a [`Range`] belongs to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    /// `min` is allowed.
    Closed,
    /// Only values above `min` are allowed.
    Open,
}

impl Range {
    /// `min ..= max`.
    #[must_use]
    pub const fn closed(min: f64, max: f64) -> Self {
        Self { min, max, lower: Bound::Closed }
    }

    /// Above `min`, at most `max`.
    #[must_use]
    pub const fn above(min: f64, max: f64) -> Self {
        Self { min, max, lower: Bound::Open }
    }

    /// Whether `value` lies inside; never for NaN.
    #[must_use]
    pub fn contains(&self, value: f64) -> bool {
        let above = match self.lower {
            Bound::Closed => value >= self.min,
            Bound::Open => value > self.min,
        };
        above && value <= self.max
    }
}

/// A number outside the range of its field.
#[derive(Debug, Clone, PartialEq)]
pub struct OutOfRange {
    /// The field, as the caller named it.
    pub field: &'static str,
    /// The offending number, in `unit`.
    pub value: f64,
    /// What is allowed, in `unit`.
    pub allowed: Range,
    /// Base unit of the field; empty for a plain number.
    pub unit: &'static str,
}

impl fmt::Display for OutOfRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { field, value, allowed, unit } = self;
        let least = match allowed.lower {
            Bound::Closed => "at least",
            Bound::Open => "above",
        };
        write!(
            f,
            "{field} is {value} {unit}: it must be {least} {} and at most {} {unit}",
            allowed.min, allowed.max
        )
    }
}

impl std::error::Error for OutOfRange {}

macro_rules! quantity {
    ($(#[$doc:meta])* $name:ident, $unit:literal, $range:expr) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
        pub struct $name(f64);

        impl $name {
            /// Allowed values, in the base unit.
            pub const RANGE: Range = $range;
            /// Base unit; empty for a plain number.
            pub const UNIT: &'static str = $unit;

            /// Checks `value` (base unit) against [`Self::RANGE`].
            ///
            /// # Errors
            /// Names `field`, the value and the range; NaN is outside every range.
            pub fn new(field: &'static str, value: f64) -> Result<Self, OutOfRange> {
                if Self::RANGE.contains(value) {
                    Ok(Self(value))
                } else {
                    Err(OutOfRange { field, value, allowed: Self::RANGE, unit: Self::UNIT })
                }
            }

            /// The number in the base unit.
            #[must_use]
            pub const fn get(self) -> f64 {
                self.0
            }
        }
    };
}

quantity!(
    /// A duration in milliseconds, up to thirty thousand years: what the largest batch takes over the slowest line.
    Milliseconds, "ms", Range::closed(0.0, 1e15)
);
quantity!(
    /// A rate in events per second.
    PerSecond, "/s", Range::above(0.0, 1e7)
);
quantity!(
    /// A size in bytes.
    Bytes, "B", Range::closed(0.0, 1e15)
);
quantity!(
    /// A bandwidth in bytes per second.
    BytesPerSecond, "B/s", Range::above(0.0, 1e12)
);
quantity!(
    /// A distance in kilometres.
    Kilometres, "km", Range::closed(0.0, 20_000.0)
);
quantity!(
    /// A squared coefficient of variation, variance over mean squared: 0 constant, 1 exponential.
    Scv, "", Range::closed(0.0, 100.0)
);
quantity!(
    /// A probability or share.
    Probability, "", Range::closed(0.0, 1.0)
);
quantity!(
    /// A whole number of things: sessions, servers, handlers.
    Count, "", Range::closed(1.0, 100_000.0)
);

impl Milliseconds {
    /// No time.
    pub const ZERO: Self = Self(0.0);
}

impl Scv {
    /// Memoryless: standard deviation equal to the mean.
    pub const ONE: Self = Self(1.0);
}

impl PerSecond {
    /// The same rate per millisecond, as formulas in milliseconds need it.
    #[must_use]
    pub fn per_ms(self) -> f64 {
        self.0 / 1000.0
    }
}
