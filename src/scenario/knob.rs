//! The catalogue of inputs. Forms, units, help, `--set`, comparisons and files all read it: a new input is added
//! here and in `validate`, and nowhere else.

use super::path::Family;
use crate::units::{Dimension, Range, Unit, number};

/// One input.
#[derive(Debug)]
pub struct Knob {
    /// Path; `[]` stands for the name of a part: `destination[].round_trip`.
    pub key: &'static str,
    /// Where it belongs on a form.
    pub group: Group,
    /// As the user sees it.
    pub label: &'static str,
    /// What it is and where to find it, in a sentence or two.
    pub help: &'static str,
    /// What can be entered.
    pub kind: Kind,
    /// Whether it may be left empty.
    pub need: Need,
    /// Text taken when nothing is entered.
    pub default: &'static str,
    /// Where the default comes from.
    pub source: &'static str,
    /// When it plays a part.
    pub condition: Option<Condition>,
}

/// Groups of inputs, in the order of the form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// Who commits.
    Workload,
    /// The database.
    Primary,
    /// One SYNC destination.
    Destination,
    /// Measurements and the target.
    Measured,
}

/// What can be entered.
#[derive(Debug)]
pub enum Kind {
    /// A number with a unit.
    Quantity {
        /// What it measures.
        dimension: Dimension,
        /// Unit of a bare number.
        unit: &'static str,
        /// Allowed values in base units.
        range: Range,
    },
    /// One of several words.
    Choice(&'static [Choice]),
    /// `upper bound in ms:count` pairs.
    Histogram,
}

/// One word of a choice.
#[derive(Debug)]
pub struct Choice {
    /// In files and on the command line.
    pub key: &'static str,
    /// As the user sees it.
    pub label: &'static str,
}

/// Whether an input may be empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Need {
    /// It must hold something.
    Required,
    /// Empty means "not known".
    Optional,
}

/// An input plays a part only while another one (of the same part) holds one of these words.
#[derive(Debug)]
pub struct Condition {
    /// Key of the other input.
    pub knob: &'static str,
    /// Its words.
    pub is: &'static [&'static str],
}

impl Group {
    /// In the order of the form.
    pub const ALL: [Self; 4] = [Self::Workload, Self::Primary, Self::Destination, Self::Measured];

    /// The kind of part whose inputs these are; none for those that exist once.
    #[must_use]
    pub const fn family(self) -> Option<Family> {
        match self {
            Self::Destination => Some(Family::Destination),
            _ => None,
        }
    }

    /// As the user sees it.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Workload => "Workload",
            Self::Primary => "Primary",
            Self::Destination => "SYNC destination",
            Self::Measured => "Target and measurements",
        }
    }
}

impl Knob {
    /// A word of a choice in its own spelling, whatever case it was typed in; all else as typed.
    #[must_use]
    pub(super) fn spelled(&self, text: String) -> String {
        let Kind::Choice(choices) = &self.kind else { return text };
        choices.iter().find(|c| c.key.eq_ignore_ascii_case(text.trim())).map_or(text, |c| c.key.into())
    }

    /// A text as a reader wants it: the label of a choice, the size of a histogram, all else as typed.
    #[must_use]
    pub fn shown(&self, text: &str) -> String {
        match &self.kind {
            Kind::Choice(choices) => {
                choices.iter().find(|c| c.key == text.trim()).map_or(text, |c| c.label).into()
            }
            Kind::Histogram => super::read_histogram(text)
                .map_or_else(|_| text.into(), |h| format!("histogram of {} waits", number(h.count()))),
            Kind::Quantity { .. } => text.trim().into(),
        }
    }

    /// Unit of a bare number; none for words and histograms.
    #[must_use]
    pub fn unit(&self) -> Option<Unit> {
        match self.kind {
            Kind::Quantity { dimension, unit, .. } => dimension.unit(unit),
            Kind::Choice(_) | Kind::Histogram => None,
        }
    }
}

/// The knob of a path such as `destination[FS1].round_trip`.
#[must_use]
pub fn knob(path: &str) -> Option<&'static Knob> {
    let key = super::key_of(path);
    KNOBS.iter().find(|k| k.key == key)
}

const fn quantity(dimension: Dimension, unit: &'static str, range: Range) -> Kind {
    Kind::Quantity { dimension, unit, range }
}

const fn choice(key: &'static str, label: &'static str) -> Choice {
    Choice { key, label }
}

const SCV: Kind = quantity(Dimension::Number, "", Range::closed(0.0, 100.0));
const SCV_HELP: &str = "Squared coefficient of variation: variance over mean squared. 0 is constant, 1 as variable as an exponential, above 1 heavy-tailed.";
const SHAPES: Kind = Kind::Choice(&[
    choice("lognormal", "lognormal"),
    choice("gamma", "gamma"),
    choice("exponential", "exponential"),
    choice("constant", "constant"),
    choice("histogram", "measured histogram"),
]);
const OPEN: Option<Condition> = Some(Condition { knob: "workload.load", is: &["open"] });
const CLOSED: Option<Condition> = Some(Condition { knob: "workload.load", is: &["closed"] });
const BY_DISTANCE: Option<Condition> = Some(Condition { knob: "destination[].route", is: &["distance"] });
const BY_ROUND_TRIP: Option<Condition> = Some(Condition { knob: "destination[].route", is: &["round_trip"] });
const AFFIRM: Option<Condition> = Some(Condition { knob: "destination[].transport", is: &["affirm"] });

/// All inputs, in the order of the form.
pub static KNOBS: &[Knob] = &[
    Knob {
        key: "workload.load",
        group: Group::Workload,
        label: "Commits come from",
        help: "A given rate, whatever a commit takes (open), or a fixed number of sessions that each wait for their commit before they go on (closed). Closed sessions slow down when commits do.",
        kind: Kind::Choice(&[choice("open", "a commit rate"), choice("closed", "sessions with think time")]),
        need: Need::Required,
        default: "open",
        source: "open is the cautious choice: load does not ease off when commits get slow",
        condition: None,
    },
    Knob {
        key: "workload.commit_rate",
        group: Group::Workload,
        label: "Commit rate",
        help: "Commits per second that wait for their redo, on one instance. AWR, Foreground Wait Events: waits of log file sync per second; user commits also count those that do not wait, often as many again.",
        kind: quantity(Dimension::Rate, "/s", Range::above(0.0, 100_000.0)),
        need: Need::Required,
        default: "100 /s",
        source: "assumption; a published two-node report shows 45 transactions/s, busy OLTP systems 1,000 and more",
        condition: OPEN,
    },
    Knob {
        key: "workload.sessions",
        group: Group::Workload,
        label: "Sessions",
        help: "Sessions that commit, on one instance.",
        kind: quantity(Dimension::Count, "", Range::closed(1.0, 10_000.0)),
        need: Need::Required,
        default: "50",
        source: "assumption",
        condition: CLOSED,
    },
    Knob {
        key: "workload.think_time",
        group: Group::Workload,
        label: "Think time",
        help: "Mean time a session spends between the end of a commit and the next commit: everything it does but waiting for log file sync. Taken as exponential.",
        kind: quantity(Dimension::Time, "ms", Range::closed(0.0, 1e7)),
        need: Need::Required,
        default: "500 ms",
        source: "assumption",
        condition: CLOSED,
    },
    Knob {
        key: "workload.redo_per_commit",
        group: Group::Workload,
        label: "Redo per commit",
        help: "Redo that one commit leaves to be written. AWR, Load Profile: redo size per transaction.",
        kind: quantity(Dimension::Size, "kB", Range::closed(1.0, 1e9)),
        need: Need::Required,
        default: "6 kB",
        source: "assumption; published reports show 1.4 to 11.6 kB",
        condition: None,
    },
    Knob {
        key: "primary.local_write.law",
        group: Group::Primary,
        label: "Local redo write follows",
        help: "The form of the log file parallel write: a law by mean and spread, or the event histogram itself.",
        kind: SHAPES,
        need: Need::Required,
        default: "lognormal",
        source: "storage latencies are skewed to the right; the lognormal is the usual description",
        condition: None,
    },
    Knob {
        key: "primary.local_write.mean",
        group: Group::Primary,
        label: "Local redo write",
        help: "Average log file parallel write. AWR, Background Wait Events.",
        kind: quantity(Dimension::Time, "ms", Range::above(0.0, 60_000.0)),
        need: Need::Required,
        default: "0.6 ms",
        source: "assumption; published reports of healthy systems show 0.5 to 0.9 ms",
        condition: Some(Condition {
            knob: "primary.local_write.law",
            is: &["lognormal", "gamma", "exponential", "constant"],
        }),
    },
    Knob {
        key: "primary.local_write.scv",
        group: Group::Primary,
        label: "Local redo write SCV",
        help: SCV_HELP,
        kind: SCV,
        need: Need::Required,
        default: "0.5",
        source: "assumption",
        condition: Some(Condition { knob: "primary.local_write.law", is: &["lognormal", "gamma"] }),
    },
    Knob {
        key: "primary.local_write.histogram",
        group: Group::Primary,
        label: "Local redo write histogram",
        help: "V$EVENT_HISTOGRAM of log file parallel write as upper bound in ms:count, e.g. 1:9120 2:411 4:7. Waits are taken as log-uniform inside a bucket.",
        kind: Kind::Histogram,
        need: Need::Required,
        default: "1:776 2:211 4:12 8:1",
        source: "log file parallel write of a published two-node report: 77.6 / 21.1 / 1.2 / 0.1 %",
        condition: Some(Condition { knob: "primary.local_write.law", is: &["histogram"] }),
    },
    Knob {
        key: "primary.slow_writes.share",
        group: Group::Primary,
        label: "Held-up local writes",
        help: "Share of local writes that the storage holds up (path failover, cache flush, a snapshot). 0 if the law above already contains them.",
        kind: quantity(Dimension::Share, "%", Range::closed(0.0, 0.5)),
        need: Need::Required,
        default: "0 %",
        source: "none unless measured",
        condition: None,
    },
    Knob {
        key: "primary.slow_writes.mean",
        group: Group::Primary,
        label: "Held-up write takes",
        help: "Average time of a held-up write, lognormal with SCV 1.",
        kind: quantity(Dimension::Time, "ms", Range::above(0.0, 100_000.0)),
        need: Need::Required,
        default: "200 ms",
        source: "assumption; without effect while no writes are held up",
        condition: None,
    },
    Knob {
        key: "primary.wake_up",
        group: Group::Primary,
        label: "Posting",
        help: "From the end of the write to the session running again: post, schedule, wake up. A busy CPU makes it longer.",
        kind: quantity(Dimension::Time, "ms", Range::closed(0.0, 10_000.0)),
        need: Need::Required,
        default: "0.05 ms",
        source: "assumption for a host with idle CPU",
        condition: None,
    },
    Knob {
        key: "destination[].role",
        group: Group::Destination,
        label: "Role",
        help: "A standby database, or a far sync instance that takes redo SYNC and forwards it ASYNC (needs Active Data Guard). The forwarding delays no commit.",
        kind: Kind::Choice(&[
            choice("standby", "a standby database"),
            choice("far_sync", "a far sync instance"),
        ]),
        need: Need::Required,
        default: "standby",
        source: "the common case",
        condition: None,
    },
    Knob {
        key: "destination[].transport",
        group: Group::Destination,
        label: "Transport",
        help: "AFFIRM acknowledges when the redo is on the remote disk, NOAFFIRM (FASTSYNC) when it is in remote memory. NOAFFIRM takes the remote write out of the path, not the round trip. The broker offers FASTSYNC in maximum availability only.",
        kind: Kind::Choice(&[
            choice("affirm", "SYNC AFFIRM"),
            choice("noaffirm", "SYNC NOAFFIRM (FASTSYNC)"),
        ]),
        need: Need::Required,
        default: "affirm",
        source: "Oracle's default when SYNC is given",
        condition: None,
    },
    Knob {
        key: "destination[].route",
        group: Group::Destination,
        label: "Round trip taken from",
        help: "A measurement (ping, oratcptest), or the distance if there is no line yet.",
        kind: Kind::Choice(&[
            choice("round_trip", "a measured round trip"),
            choice("distance", "the distance"),
        ]),
        need: Need::Required,
        default: "round_trip",
        source: "a measurement beats the map",
        condition: None,
    },
    Knob {
        key: "destination[].round_trip",
        group: Group::Destination,
        label: "Round trip",
        help: "The smallest round trip: what a quiet line needs. ping: min. What varies on top goes into jitter.",
        kind: quantity(Dimension::Time, "ms", Range::closed(0.0, 10_000.0)),
        need: Need::Required,
        default: "1 ms",
        source: "assumption; same site 0.1 to 0.3 ms, metro 0.5 to 3, transatlantic 80",
        condition: BY_ROUND_TRIP,
    },
    Knob {
        key: "destination[].distance",
        group: Group::Destination,
        label: "Distance",
        help: "Straight line between the sites.",
        kind: quantity(Dimension::Distance, "km", Range::closed(0.0, 20_000.0)),
        need: Need::Required,
        default: "30 km",
        source: "assumption: two sites of one metropolitan area",
        condition: BY_DISTANCE,
    },
    Knob {
        key: "destination[].route_factor",
        group: Group::Destination,
        label: "Cable over straight line",
        help: "How much longer the cable is than the straight line. Light in fibre needs 9.79 us per km and round trip.",
        kind: quantity(Dimension::Number, "", Range::closed(1.0, 10.0)),
        need: Need::Required,
        default: "1.4",
        source: "usual planning value; routes are 1.2 to 2 times the straight line",
        condition: BY_DISTANCE,
    },
    Knob {
        key: "destination[].equipment",
        group: Group::Destination,
        label: "Equipment on the way",
        help: "Round trip through switches, routers and firewalls, beyond the cable.",
        kind: quantity(Dimension::Time, "ms", Range::closed(0.0, 10_000.0)),
        need: Need::Required,
        default: "0.1 ms",
        source: "assumption; a firewall can add milliseconds",
        condition: BY_DISTANCE,
    },
    Knob {
        key: "destination[].jitter.mean",
        group: Group::Destination,
        label: "Jitter, mean",
        help: "What an average round trip takes beyond the smallest one; lognormal. ping: avg minus min. When nothing is known, take 5 % of the round trip and at least 0.05 ms.",
        kind: quantity(Dimension::Time, "ms", Range::closed(0.0, 10_000.0)),
        need: Need::Required,
        default: "0.05 ms",
        source: "assumption for a short quiet line; too little for a long one, see above",
        condition: None,
    },
    Knob {
        key: "destination[].jitter.scv",
        group: Group::Destination,
        label: "Jitter SCV",
        help: SCV_HELP,
        kind: SCV,
        need: Need::Required,
        default: "1",
        source: "assumption when nothing is known",
        condition: None,
    },
    Knob {
        key: "destination[].bandwidth",
        group: Group::Destination,
        label: "Bandwidth",
        help: "What redo gets of the narrowest part of the line.",
        kind: quantity(Dimension::Bandwidth, "Mb/s", Range::closed(125.0, 5e10)),
        need: Need::Required,
        default: "1 Gb/s",
        source: "assumption",
        condition: None,
    },
    Knob {
        key: "destination[].receive",
        group: Group::Destination,
        label: "Receive and acknowledge",
        help: "RFS work at the far end without its disk write, on average; lognormal with SCV 0.5.",
        kind: quantity(Dimension::Time, "ms", Range::closed(0.0, 10_000.0)),
        need: Need::Required,
        default: "0.08 ms",
        source: "assumption; in a published trace RFS took 0.09 ms to dispatch a request, its write apart",
        condition: None,
    },
    Knob {
        key: "destination[].remote_write.mean",
        group: Group::Destination,
        label: "Remote redo write",
        help: "Average write into the standby redo log; lognormal. On the commit path only with AFFIRM. AWR of the standby: RFS random I/O.",
        kind: quantity(Dimension::Time, "ms", Range::closed(0.0, 60_000.0)),
        need: Need::Required,
        default: "0.6 ms",
        source: "assumption: the same storage as the primary's",
        condition: AFFIRM,
    },
    Knob {
        key: "destination[].remote_write.scv",
        group: Group::Destination,
        label: "Remote redo write SCV",
        help: SCV_HELP,
        kind: SCV,
        need: Need::Required,
        default: "0.5",
        source: "assumption",
        condition: AFFIRM,
    },
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
];
