//! Measured waits in power-of-two buckets, as event histogram views print them.
//!
//! Bucket `u` counts waits in `[u/2, u)`; the first one listed at 1 unit counts `[0, 1)`.
//! Inside a bucket waits are taken as log-uniform (uniform in the first); the hard bounds need no such assumption.

use std::fmt;

use super::law::Part;

/// Waits counted in `[lower, upper)`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bucket {
    /// Lower edge, ms; 0 for the first bucket.
    pub lower: f64,
    /// Upper edge, ms.
    pub upper: f64,
    /// Waits counted.
    pub count: f64,
}

/// Buckets in ascending order, with at least one wait.
#[derive(Debug, Clone, PartialEq)]
pub struct Histogram {
    buckets: Vec<Bucket>,
}

/// Why a list of buckets is no histogram.
#[derive(Debug, Clone, PartialEq)]
pub enum HistogramError {
    /// No wait at all.
    Empty,
    /// An upper edge that is not a power of two of the unit.
    NotAPowerOfTwo(f64),
    /// The same upper edge twice.
    Twice(f64),
    /// A count that is negative or not a number.
    BadCount(f64),
}

impl fmt::Display for HistogramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "the histogram holds no wait"),
            Self::NotAPowerOfTwo(edge) => write!(f, "bucket {edge} is not a power of two (1, 2, 4, 8, ...)"),
            Self::Twice(edge) => write!(f, "bucket {edge} is listed twice"),
            Self::BadCount(count) => write!(f, "a bucket counts {count} waits: counts start at 0"),
        }
    }
}

impl std::error::Error for HistogramError {}

impl Histogram {
    /// From `(upper edge in ms, count)` pairs in any order; edges are powers of two and absent buckets are empty.
    ///
    /// # Errors
    /// See [`HistogramError`].
    pub fn from_upper_edges(pairs: &[(f64, f64)]) -> Result<Self, HistogramError> {
        let mut buckets = Vec::with_capacity(pairs.len());
        for &(upper, count) in pairs {
            if !(upper >= 1.0 && upper.log2().fract() == 0.0) {
                return Err(HistogramError::NotAPowerOfTwo(upper));
            }
            if !(count >= 0.0 && count.is_finite()) {
                return Err(HistogramError::BadCount(count));
            }
            let lower = if upper == 1.0 { 0.0 } else { upper / 2.0 };
            buckets.push(Bucket { lower, upper, count });
        }
        buckets.sort_by(|a, b| a.upper.total_cmp(&b.upper));
        if let Some(pair) = buckets.windows(2).find(|w| w[0].upper == w[1].upper) {
            return Err(HistogramError::Twice(pair[0].upper));
        }
        buckets.retain(|b| b.count > 0.0);
        if buckets.is_empty() { Err(HistogramError::Empty) } else { Ok(Self { buckets }) }
    }

    /// The buckets that hold waits, ascending.
    #[must_use]
    pub fn buckets(&self) -> &[Bucket] {
        &self.buckets
    }

    /// Waits counted.
    #[must_use]
    pub fn count(&self) -> f64 {
        self.buckets.iter().map(|b| b.count).sum()
    }

    /// Waits counted in buckets at or above `edge` ms, an edge of the histogram.
    #[must_use]
    pub fn count_from(&self, edge: f64) -> f64 {
        self.buckets.iter().filter(|b| b.lower >= edge).map(|b| b.count).sum()
    }

    /// The mean lies between these, whatever happened inside the buckets, in ms.
    #[must_use]
    pub fn mean_bounds(&self) -> (f64, f64) {
        let weighted = |edge: fn(&Bucket) -> f64| {
            self.buckets.iter().map(|b| b.count * edge(b)).sum::<f64>() / self.count()
        };
        (weighted(|b| b.lower), weighted(|b| b.upper))
    }

    /// Mean with waits log-uniform inside each bucket, in ms.
    #[must_use]
    pub fn mean_estimate(&self) -> f64 {
        self.below(f64::INFINITY).partial_mean
    }

    /// Second moment under the same assumption, in ms².
    pub(super) fn second_moment_estimate(&self) -> f64 {
        let n = self.count();
        self.buckets.iter().map(|b| b.count / n * b.second_moment()).sum()
    }

    /// Percentile by log interpolation inside its bucket, in ms; its hard bracket is that bucket.
    #[must_use]
    pub fn percentile(&self, p: f64) -> f64 {
        let mut left = p.clamp(0.0, 1.0) * self.count();
        for bucket in &self.buckets {
            if left <= bucket.count {
                return bucket.value_at(left / bucket.count);
            }
            left -= bucket.count;
        }
        self.buckets[self.buckets.len() - 1].upper
    }

    /// Share of waits below `edge` ms and their part of the mean.
    pub(super) fn below(&self, x: f64) -> Part {
        let n = self.count();
        let mut part = Part { probability: 0.0, partial_mean: 0.0 };
        for bucket in &self.buckets {
            let share = bucket.count / n;
            let inside = bucket.below(x);
            part.probability += share * inside.probability;
            part.partial_mean += share * inside.partial_mean;
        }
        part
    }

    /// Share of waits below `x` ms, exact where `x` is an edge.
    #[must_use]
    pub fn share_below(&self, x: f64) -> f64 {
        self.below(x).probability
    }
}

impl Bucket {
    /// The value at share `f` of the bucket.
    fn value_at(&self, f: f64) -> f64 {
        if self.lower == 0.0 { self.upper * f } else { self.lower * (self.upper / self.lower).powf(f) }
    }

    fn second_moment(&self) -> f64 {
        if self.lower == 0.0 {
            return self.upper * self.upper / 3.0;
        }
        let width = (self.upper / self.lower).ln();
        (self.upper * self.upper - self.lower * self.lower) / (2.0 * width)
    }

    /// The part of one wait in this bucket that lies below `x`.
    fn below(&self, x: f64) -> Part {
        let x = x.clamp(self.lower, self.upper);
        if self.lower == 0.0 {
            return Part { probability: x / self.upper, partial_mean: x * x / (2.0 * self.upper) };
        }
        let width = (self.upper / self.lower).ln();
        Part { probability: (x / self.lower).ln() / width, partial_mean: (x - self.lower) / width }
    }
}
