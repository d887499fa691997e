//! All results, one file a subject, in the order of the table.

mod commit;
mod destination;
mod load;
mod loss;
mod measured;

use super::measure::{Better, Measure};
use crate::units::Dimension;

/// Results that are told together.
#[derive(Debug)]
pub struct Subject {
    /// Heading; of results of a part, the word before its name.
    pub title: &'static str,
    /// In the order of the table.
    pub measures: &'static [Measure],
}

static SUBJECTS: [Subject; 5] = [
    Subject { title: "Commit and log writer", measures: commit::MEASURES },
    Subject { title: "What is lost", measures: loss::MEASURES },
    Subject { title: "Load and redo", measures: load::MEASURES },
    Subject { title: "Destination", measures: destination::MEASURES },
    Subject { title: "Held against measurements", measures: measured::MEASURES },
];

/// The catalogue, subject after subject.
#[must_use]
pub fn subjects() -> &'static [Subject] {
    &SUBJECTS
}

/// All results, in the order of the table.
pub fn measures() -> impl Iterator<Item = &'static Measure> + Clone {
    SUBJECTS.iter().flat_map(|subject| subject.measures)
}

const GROUP_COMMIT: &str = "Measured against 6 million simulated commits in each of 19 cases (rates and sessions, lines up to 80 % full, jitter SCV up to 10): mean within 0.4 %, p50 to p99 within 0.8 %, p99.9 within 2 %, beyond the simulation's own interval. One write in flight; local and remote writes independent.";
const STALLS: &str = "Exact for exponential outages; for constant ones within 0.2 % of simulation. How often and how long outages come is an input, and the larger doubt.";
const EXACT: &str = "Exact, from the inputs.";
const OF_BATCHES: &str = "From the law of commits per write: within 0.5 % of the exact chain.";

const fn time(
    key: &'static str,
    label: &'static str,
    help: &'static str,
    formula: &'static str,
    exactness: &'static str,
) -> Measure {
    Measure {
        key,
        label,
        help,
        formula,
        exactness,
        dimension: Dimension::Time,
        unit: "ms",
        better: Better::Lower,
    }
}

/// A time that is told in seconds.
const fn seconds(
    key: &'static str,
    label: &'static str,
    help: &'static str,
    formula: &'static str,
    exactness: &'static str,
) -> Measure {
    Measure { unit: "s", ..time(key, label, help, formula, exactness) }
}

/// A share of which less is better.
const fn share(
    key: &'static str,
    label: &'static str,
    help: &'static str,
    formula: &'static str,
    exactness: &'static str,
) -> Measure {
    Measure { dimension: Dimension::Share, unit: "%", ..time(key, label, help, formula, exactness) }
}

/// A result that explains others.
const fn neutral(
    key: &'static str,
    label: &'static str,
    help: &'static str,
    formula: &'static str,
    dimension: Dimension,
    unit: &'static str,
) -> Measure {
    Measure { key, label, help, formula, exactness: GROUP_COMMIT, dimension, unit, better: Better::Neutral }
}

/// A result that explains others and follows from the inputs.
const fn given(measure: Measure) -> Measure {
    Measure { exactness: EXACT, ..measure }
}
