//! A predicted law held against a measured histogram.

use crate::latency::{Bucket, Delay, Distribution, Histogram, MeanBounds};

/// A predicted share below this counts as "the model cannot reach here".
const UNREACHABLE: f64 = 1e-3;

/// Prediction and measurement, bucket by bucket.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// The buckets that hold waits, and those between them.
    pub buckets: Vec<BucketRow>,
    /// Waits counted.
    pub count: f64,
    /// Lower edge of the first bucket that the model reaches, ms.
    pub reached_from: f64,
    /// Share of measured waits below that.
    pub unexplained: f64,
    /// The measured mean lies between these.
    pub mean_bounds: MeanBounds,
    /// Measured mean with waits log-uniform inside buckets, ms.
    pub mean_estimate: f64,
    /// Largest difference of the two distribution functions at a bucket edge, over the waits that the model reaches.
    pub largest_gap: f64,
}

/// One bucket.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BucketRow {
    /// Lower edge, ms.
    pub lower: f64,
    /// Upper edge, ms.
    pub upper: f64,
    /// Waits counted.
    pub count: f64,
    /// Share of all measured waits.
    pub measured: f64,
    /// Share of all commits predicted.
    pub predicted: f64,
    /// Share of the measured waits that the model reaches; nothing for a bucket below.
    pub measured_of_reached: Option<f64>,
    /// Share of the commits predicted at or above the first bucket reached.
    pub predicted_of_reached: Option<f64>,
}

/// Holds `predicted` against `histogram`.
#[must_use]
pub fn compare(histogram: &Histogram, predicted: &Distribution) -> Comparison {
    let edges = edges(histogram);
    let reached_from = edges
        .windows(2)
        .find(|pair| 1.0 - predicted.survival(pair[1]) > UNREACHABLE)
        .map_or(edges[0], |pair| pair[0]);
    let count = histogram.count();
    let unexplained = histogram.share_below(reached_from);
    let tail = predicted.survival(reached_from).max(f64::MIN_POSITIVE);
    let row = |pair: &[f64]| {
        let measured = histogram.share_below(pair[1]) - histogram.share_below(pair[0]);
        let share = predicted.survival(pair[0]) - predicted.survival(pair[1]);
        let reached = pair[0] >= reached_from;
        BucketRow {
            lower: pair[0],
            upper: pair[1],
            count: (measured * count).round(),
            measured,
            predicted: share,
            measured_of_reached: reached.then_some(measured / (1.0 - unexplained).max(f64::MIN_POSITIVE)),
            predicted_of_reached: reached.then_some(share / tail),
        }
    };
    let buckets: Vec<BucketRow> = edges.windows(2).map(row).collect();
    Comparison {
        largest_gap: largest_gap(&buckets),
        buckets,
        count,
        reached_from,
        unexplained,
        mean_bounds: histogram.mean_bounds(),
        mean_estimate: histogram.mean_estimate(),
    }
}

/// Every power-of-two edge from the first bucket that holds waits to the last; a last bucket that is open above ends at
/// twice its lower edge.
fn edges(histogram: &Histogram) -> Vec<f64> {
    let buckets = histogram.buckets();
    let end = |bucket: &Bucket| if bucket.upper.is_finite() { bucket.upper } else { 2.0 * bucket.lower };
    let last = end(&buckets[buckets.len() - 1]);
    let mut edges = vec![buckets[0].lower];
    let mut next = end(&buckets[0]);
    while next <= last {
        edges.push(next);
        next *= 2.0;
    }
    edges
}

fn largest_gap(buckets: &[BucketRow]) -> f64 {
    let (mut gap, mut difference) = (0.0_f64, 0.0);
    for row in buckets {
        if let (Some(measured), Some(predicted)) = (row.measured_of_reached, row.predicted_of_reached) {
            difference += measured - predicted;
            gap = gap.max(difference.abs());
        }
    }
    gap
}

impl Comparison {
    /// Results by path of the catalogue.
    #[must_use]
    pub fn measures(&self) -> Vec<(String, f64)> {
        [
            ("measured.mean", self.mean_estimate),
            ("measured.unexplained", self.unexplained),
            ("measured.largest_gap", self.largest_gap),
        ]
        .map(|(key, value)| (key.to_string(), value))
        .to_vec()
    }
}
