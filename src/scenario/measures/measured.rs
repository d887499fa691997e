//! What was measured, held against the prediction.

use super::GROUP_COMMIT;
use crate::scenario::measure::{Better, Measure};
use crate::units::Dimension;

pub(super) static MEASURES: &[Measure] = &[
    Measure {
        key: "measured.mean",
        label: "Measured log file sync, mean",
        help: "From the histogram entered, with waits log-uniform inside each bucket; the hard bounds are the bucket edges.",
        formula: "sum of count x lower edge / ln 2, over the count",
        exactness: "Within the bounds that the buckets allow, shown with the buckets.",
        dimension: Dimension::Time,
        unit: "ms",
        better: Better::Neutral,
    },
    Measure {
        key: "measured.unexplained",
        label: "Measured below the model's reach",
        help: "Share of measured waits shorter than any commit the model knows: waits begun before the destination was up, split by the foreground's time-out, or already in flight. Nothing is tuned to them.",
        formula: "waits in buckets that fewer than 0.1 % of predicted commits reach, over all",
        exactness: "A count.",
        dimension: Dimension::Share,
        unit: "%",
        better: Better::Neutral,
    },
    Measure {
        key: "measured.largest_gap",
        label: "Largest gap, predicted to measured",
        help: "Largest difference of the two distribution functions at a bucket edge, over the waits within the model's reach. Below 2 points is a good fit, above 5 a poor one.",
        formula: "max |F_measured \u{2212} F_predicted| at bucket edges",
        exactness: "As exact as the percentiles.",
        dimension: Dimension::Share,
        unit: "%",
        better: Better::Neutral,
    },
    Measure {
        key: "measured.mean_unexplained",
        label: "Measured beyond the prediction, mean",
        help: "Average log file sync measured less predicted. Posting on a busy host, broadcast acknowledgements and anything the inputs do not hold is in it; nothing is tuned to it. Where it is the larger part, I/O and network figures alone do not explain the wait: look at CPU, scheduling and the log writer itself.",
        formula: "measured average \u{2212} predicted mean",
        exactness: GROUP_COMMIT,
        dimension: Dimension::Time,
        unit: "ms",
        better: Better::Neutral,
    },
];
