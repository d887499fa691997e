//! All inputs, one file a subject, in the order of the form.

mod destination;
mod measured;
mod primary;
mod workload;

use super::knob::{Choice, Kind, Knob};
use crate::units::{Dimension, Range};

/// The catalogue, group after group.
static GROUPS: [&[Knob]; 10] = [
    workload::KNOBS,
    workload::CLASSES,
    primary::KNOBS,
    primary::INSTANCES,
    primary::BUFFER,
    primary::PROTECTION,
    destination::KNOBS,
    destination::NETWORK,
    destination::OUTAGES,
    measured::KNOBS,
];

/// All inputs, in the order of the form.
pub fn knobs() -> impl Iterator<Item = &'static Knob> + Clone {
    GROUPS.iter().copied().flatten()
}

const fn quantity(dimension: Dimension, unit: &'static str, range: Range) -> Kind {
    Kind::Quantity { dimension, unit, range }
}

const fn choice(key: &'static str, label: &'static str) -> Choice {
    Choice { key, label }
}

const SCV: Kind = quantity(Dimension::Number, "", Range::closed(0.0, 100.0));
const SCV_HELP: &str = "Squared coefficient of variation: variance over mean squared. 0 is constant, 1 as variable as an exponential, above 1 heavy-tailed.";
