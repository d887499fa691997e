//! Measured beside predicted, in words and rows.

use crate::model::{BucketRow, Comparison};
use crate::units::{number, percent};

/// How many waits, between which means, and how much the model cannot reach.
#[must_use]
pub fn measured_sentence(measured: &Comparison) -> String {
    let least = number(measured.mean_bounds.least);
    let mean = measured.mean_bounds.most.map_or_else(
        || format!("is at least {least} ms (the last bucket is open)"),
        |most| format!("lies between {least} and {} ms, whatever happened inside the buckets", number(most)),
    );
    let counted = format!("{} waits were measured; their mean {mean}.", number(measured.count));
    if measured.unexplained <= 0.0 {
        return format!(
            "{counted} The largest gap to the prediction at a bucket edge is {}.",
            percent(measured.largest_gap)
        );
    }
    format!(
        "{counted} {} of them are shorter than any predicted commit: unexplained, and nothing is tuned to them. Shares from {} ms on are of the waits from there on; the largest gap at a bucket edge is {}.",
        percent(measured.unexplained),
        measured.reached_from,
        percent(measured.largest_gap)
    )
}

/// Edges, count, measured share, predicted share of each bucket.
#[must_use]
pub fn bucket_lines(measured: &Comparison) -> Vec<[String; 4]> {
    measured.buckets.iter().map(bucket_line).collect()
}

fn bucket_line(bucket: &BucketRow) -> [String; 4] {
    let edges = format!("{} to {}", number_short(bucket.lower), number_short(bucket.upper));
    let (measured, predicted) = match (bucket.measured_of_reached, bucket.predicted_of_reached) {
        (Some(measured), Some(predicted)) => (percent(measured), percent(predicted)),
        _ => (format!("{} of all", percent(bucket.measured)), "unexplained".into()),
    };
    [edges, format!("{:.0}", bucket.count), measured, predicted]
}

/// Bucket edges are whole milliseconds, or powers of two below.
fn number_short(edge: f64) -> String {
    edge.to_string()
}
