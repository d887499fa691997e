//! What is wanted, and what was measured.

use super::quantity;
use crate::scenario::knob::{Group, Kind, Knob, Need};
use crate::units::{Dimension, Range};

pub(super) static KNOBS: &[Knob] = &[
    Knob {
        key: "target.log_file_sync",
        group: Group::Measured,
        label: "Target for p99 log file sync",
        help: "99 of 100 commits should take no longer.",
        kind: quantity(Dimension::Time, "ms", Range::above(0.0, 1e6)),
        need: Need::Required,
        default: "10 ms",
        source: "assumption, on the strict side: common rules call averages of 1 to 5 ms good and averages above 10 ms a problem, and this holds p99 to it",
        condition: None,
    },
    Knob {
        key: "target.throughput",
        group: Group::Measured,
        label: "Target for throughput",
        help: "Commits per second that have to be reached.",
        kind: quantity(Dimension::Rate, "/s", Range::above(0.0, 1000000.0)),
        need: Need::Optional,
        default: "",
        source: "none",
        condition: None,
    },
    Knob {
        key: "measured.log_file_sync",
        group: Group::Measured,
        label: "Measured log file sync",
        help: "V$EVENT_HISTOGRAM of log file sync: WAIT_TIME_MILLI and WAIT_COUNT as SQL*Plus prints them, or as 1:254 2:364 4:338. Drawn beside the prediction; no result depends on it. The view counts since instance start: subtract two snapshots.",
        kind: Kind::Histogram,
        need: Need::Optional,
        default: "",
        source: "none unless measured",
        condition: None,
    },
    Knob {
        key: "measured.single_commit",
        group: Group::Measured,
        label: "One traced commit",
        help: "A single measured commit, shown as what it is: one sample.",
        kind: quantity(Dimension::Time, "ms", Range::above(0.0, 1e6)),
        need: Need::Optional,
        default: "",
        source: "none unless measured",
        condition: None,
    },
    Knob {
        key: "measured.log_file_sync_mean",
        group: Group::Measured,
        label: "Measured log file sync, average",
        help: "AWR, Foreground Wait Events: average wait of log file sync. What the prediction does not reach is shown as unexplained; nothing is tuned to it.",
        kind: quantity(Dimension::Time, "ms", Range::above(0.0, 1000000.0)),
        need: Need::Optional,
        default: "",
        source: "none unless measured",
        condition: None,
    },
    Knob {
        key: "measured.remote_write",
        group: Group::Measured,
        label: "One traced remote write",
        help: "A single measured cycle of a remote write (NSSn trace, Redo Transport MISC), held against one retransmission.",
        kind: quantity(Dimension::Time, "ms", Range::above(0.0, 1000000.0)),
        need: Need::Optional,
        default: "",
        source: "none unless measured",
        condition: None,
    },
];
