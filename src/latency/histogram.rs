//! Measured waits in power-of-two buckets, as event histogram views print them.
//!
//! Bucket `u` counts waits in `[u/2, u)`; the first one, at 1 unit, counts `[0, 1)`. The unit is 1 ms or 1 us.
//! Inside a bucket waits are taken as log-uniform (uniform in the first); the hard bounds need no such assumption.
//! A last bucket may be open above: its waits are then taken as less than twice its lower edge, except in bounds and
//! fits, which know better.
//!
//! Sources: the database vendor's reference of V$EVENT_HISTOGRAM and V$EVENT_HISTOGRAM_MICRO.

use std::fmt;

use super::law::{Law, Part};
use super::statistics::percentile_ranks;

/// Upper edge of the last closed bucket of the millisecond view: whatever is listed above it is open.
const LAST_CLOSED_MS: f64 = 4_194_304.0;

/// Waits counted in `[lower, upper)`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bucket {
    /// Lower edge, ms; 0 for the first bucket.
    pub lower: f64,
    /// Upper edge, ms; infinity for a last bucket that is open above.
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
    /// A bucket that ends before it starts, or starts before the one below it ends: its lower edge.
    BadEdges(f64),
}

/// Between these the mean lies, whatever happened inside the buckets.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MeanBounds {
    /// Least possible mean, ms.
    pub least: f64,
    /// Largest possible mean, ms; none if a bucket that holds waits is open above.
    pub most: Option<f64>,
}

impl fmt::Display for HistogramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "the histogram holds no wait"),
            Self::NotAPowerOfTwo(edge) => write!(f, "bucket {edge} is not a power of two (1, 2, 4, 8, ...)"),
            Self::Twice(edge) => write!(f, "bucket {edge} is listed twice"),
            Self::BadEdges(lower) => {
                write!(f, "the bucket from {lower} ms ends too early or starts too early")
            }
            Self::BadCount(count) => write!(f, "a bucket counts {count} waits: counts start at 0"),
        }
    }
}

impl std::error::Error for HistogramError {}

impl Histogram {
    /// From `(upper edge in ms, count)` pairs in any order; edges are powers of two and absent buckets are empty.
    /// Above 2^22 ms, the end of the view, a bucket is open.
    ///
    /// # Errors
    /// See [`HistogramError`].
    pub fn from_upper_edges(pairs: &[(f64, f64)]) -> Result<Self, HistogramError> {
        let mut buckets = powers_of_two(pairs)?;
        buckets.iter_mut().filter(|b| b.upper > LAST_CLOSED_MS).for_each(|b| b.upper = f64::INFINITY);
        Self::from_buckets(&buckets)
    }

    /// From `(upper edge in us, count)` pairs in any order, as the microsecond view lists them.
    ///
    /// # Errors
    /// See [`HistogramError`].
    pub fn from_upper_edges_in_microseconds(pairs: &[(f64, f64)]) -> Result<Self, HistogramError> {
        let in_ms = |b: Bucket| Bucket { lower: b.lower / 1000.0, upper: b.upper / 1000.0, ..b };
        let buckets: Vec<_> = powers_of_two(pairs)?.into_iter().map(in_ms).collect();
        Self::from_buckets(&buckets)
    }

    /// From buckets in any order, of any edges that do not overlap; the last one may be open above.
    ///
    /// # Errors
    /// See [`HistogramError`].
    pub fn from_buckets(buckets: &[Bucket]) -> Result<Self, HistogramError> {
        let mut buckets = buckets.to_vec();
        if let Some(bad) = buckets.iter().find(|b| !(b.count >= 0.0 && b.count.is_finite())) {
            return Err(HistogramError::BadCount(bad.count));
        }
        let well_formed = |b: &Bucket| b.lower >= 0.0 && b.lower.is_finite() && b.upper > b.lower;
        if let Some(bad) = buckets.iter().find(|b| !well_formed(b)) {
            return Err(HistogramError::BadEdges(bad.lower));
        }
        buckets.sort_by(|a, b| a.lower.total_cmp(&b.lower));
        if let Some(pair) = buckets.windows(2).find(|w| w[1].lower < w[0].upper) {
            return Err(HistogramError::BadEdges(pair[1].lower));
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

    /// Between these the mean lies, whatever happened inside the buckets.
    #[must_use]
    pub fn mean_bounds(&self) -> MeanBounds {
        let weighted = |edge: fn(&Bucket) -> f64| {
            self.buckets.iter().map(|b| b.count * edge(b)).sum::<f64>() / self.count()
        };
        let most = (!self.is_open()).then(|| weighted(|b| b.upper));
        MeanBounds { least: weighted(|b| b.lower), most }
    }

    /// Whether the last bucket that holds waits is open above.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.buckets.last().is_some_and(Bucket::is_open)
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
        let (bucket, share) = self.ranked(p.clamp(0.0, 1.0) * self.count());
        bucket.value_at(share)
    }

    /// The bucket that holds the percentile for certain.
    #[must_use]
    pub fn percentile_bracket(&self, p: f64) -> Bucket {
        self.ranked(p.clamp(0.0, 1.0) * self.count()).0
    }

    /// 95 % interval, in ms, of the percentile that the waits were drawn from: the ranks that a binomial count of
    /// waits below it allows, interpolated like [`Self::percentile`].
    #[must_use]
    pub fn percentile_interval(&self, p: f64) -> (f64, f64) {
        let (low, high) = percentile_ranks(self.count(), p.clamp(0.0, 1.0));
        let value = |rank| {
            let (bucket, share) = self.ranked(rank);
            bucket.value_at(share)
        };
        (value(low), value(high))
    }

    /// The bucket that holds the wait of `rank`, and the share of its waits up to there.
    fn ranked(&self, rank: f64) -> (Bucket, f64) {
        let mut left = rank;
        for bucket in &self.buckets {
            if left <= bucket.count {
                return (*bucket, left / bucket.count);
            }
            left -= bucket.count;
        }
        (self.buckets[self.buckets.len() - 1], 1.0)
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

/// Buckets from upper edges, in the unit of the edges.
fn powers_of_two(pairs: &[(f64, f64)]) -> Result<Vec<Bucket>, HistogramError> {
    let mut buckets = Vec::with_capacity(pairs.len());
    for &(upper, count) in pairs {
        if !(upper >= 1.0 && upper.is_finite() && upper.log2().fract() == 0.0) {
            return Err(HistogramError::NotAPowerOfTwo(upper));
        }
        let lower = if upper == 1.0 { 0.0 } else { upper / 2.0 };
        buckets.push(Bucket { lower, upper, count });
    }
    buckets.sort_by(|a, b| a.upper.total_cmp(&b.upper));
    match buckets.windows(2).find(|w| w[0].upper == w[1].upper) {
        Some(pair) => Err(HistogramError::Twice(pair[0].upper)),
        None => Ok(buckets),
    }
}

impl Bucket {
    fn is_open(&self) -> bool {
        self.upper == f64::INFINITY
    }

    /// Upper edge for estimates.
    fn ceiling(&self) -> f64 {
        if !self.is_open() {
            self.upper
        } else if self.lower > 0.0 {
            2.0 * self.lower
        } else {
            1.0
        }
    }

    /// Where a wait of this bucket is on the logarithmic scale: the middle, or half of a bucket that starts at 0.
    pub(super) fn middle(&self) -> f64 {
        if self.lower > 0.0 { (self.lower * self.ceiling()).sqrt() } else { self.ceiling() / 2.0 }
    }

    /// Waits spread evenly over the bucket.
    pub(super) fn uniform(&self) -> Law {
        Law::uniform_between(self.lower, self.ceiling())
    }

    /// The value at share `f` of the bucket.
    fn value_at(&self, f: f64) -> f64 {
        if self.lower == 0.0 {
            self.ceiling() * f
        } else {
            self.lower * (self.ceiling() / self.lower).powf(f)
        }
    }

    fn second_moment(&self) -> f64 {
        if self.lower == 0.0 {
            return self.ceiling() * self.ceiling() / 3.0;
        }
        let width = (self.ceiling() / self.lower).ln();
        (self.ceiling() * self.ceiling() - self.lower * self.lower) / (2.0 * width)
    }

    /// The part of one wait in this bucket that lies below `x`.
    fn below(&self, x: f64) -> Part {
        let x = x.clamp(self.lower, self.ceiling());
        if self.lower == 0.0 {
            return Part { probability: x / self.ceiling(), partial_mean: x * x / (2.0 * self.ceiling()) };
        }
        let width = (self.ceiling() / self.lower).ln();
        Part { probability: (x / self.lower).ln() / width, partial_mean: (x - self.lower) / width }
    }
}
