//! Throughput, DB time and the redo that goes with it.

use super::{EXACT, GROUP_COMMIT, given, neutral, seconds, share, time};
use crate::scenario::measure::{Better, Measure};
use crate::units::Dimension;

const NETWORK: &str = "Mean value analysis, exact for exponential service and processor sharing, with the commit as a delay; the fixed point is closed to 0.01 %.";

pub(super) static MEASURES: &[Measure] = &[
    Measure {
        key: "throughput",
        label: "Commit throughput",
        help: "Open load: as entered. Closed load: what the sessions reach.",
        formula: "Open: lambda. Closed: N / (Z + log file sync)",
        exactness: GROUP_COMMIT,
        dimension: Dimension::Rate,
        unit: "/s",
        better: Better::Higher,
    },
    Measure {
        key: "throughput.per_session",
        label: "Commits per session",
        help: "What one session reaches.",
        formula: "commits per second / sessions",
        exactness: GROUP_COMMIT,
        dimension: Dimension::Rate,
        unit: "/s",
        better: Better::Higher,
    },
    Measure {
        key: "throughput.of_target",
        label: "Throughput against its target",
        help: "100 % and more reaches the target.",
        formula: "commits per second / target",
        exactness: GROUP_COMMIT,
        dimension: Dimension::Share,
        unit: "%",
        better: Better::Higher,
    },
    Measure {
        key: "class[].throughput",
        label: "Transactions",
        help: "Transactions per second by all sessions of the class.",
        formula: "X_r = N_r / (Z_r + sum of D_kr (1 + Q_k(n \u{2212} e_r)) + commits x log file sync)",
        exactness: NETWORK,
        dimension: Dimension::Rate,
        unit: "/s",
        better: Better::Higher,
    },
    time(
        "class[].response",
        "Transaction takes, mean",
        "From the start of a transaction to the end of its last commit, waits for processors, storage and interconnect included.",
        "sum of D_kr (1 + Q_k(n \u{2212} e_r)) + commits x log file sync",
        NETWORK,
    ),
    time(
        "class[].commits",
        "\u{2026} of it commits",
        "What the commits of a transaction take.",
        "commits per transaction x log file sync",
        NETWORK,
    ),
    share(
        "db_time.log_file_sync",
        "log file sync in DB time",
        "Share of DB time that sessions wait for log file sync.",
        "waiting commits per second x log file sync / average active sessions",
        GROUP_COMMIT,
    ),
    share(
        "db_time.added",
        "SYNC adds to DB time",
        "By how much DB time grows because destinations have to acknowledge, at the same commit rate.",
        "waiting commits per second x what SYNC adds per commit / average active sessions",
        GROUP_COMMIT,
    ),
    neutral(
        "redo_rate",
        "Redo rate",
        "Redo generated.",
        "commits per second x redo per commit",
        Dimension::Bandwidth,
        "Mb/s",
    ),
    given(neutral(
        "redo_rate.peak",
        "Redo rate, worst hour",
        "Redo generated in the hour of the largest factor on the load. Bandwidth is sized by it.",
        "redo rate x largest hourly factor",
        Dimension::Bandwidth,
        "Mb/s",
    )),
    given(neutral(
        "redo_bandwidth.mos_736755",
        "Bandwidth needed (MOS 736755.1)",
        "The worst hour's redo, with a quarter of the line kept for overhead. Plan with this one; the two below are in print as well.",
        "redo bytes per second / 0.75 x 8 / 1,000,000",
        Dimension::Bandwidth,
        "Mb/s",
    )),
    given(neutral(
        "redo_bandwidth.older_rule",
        "\u{2026} by the older rule",
        "As older papers have it, with 30 % kept.",
        "redo bytes per second / 0.7 x 8 / 1,000,000",
        Dimension::Bandwidth,
        "Mb/s",
    )),
    given(neutral(
        "redo_bandwidth.binary_rule",
        "\u{2026} with 30 % on top",
        "The rule that adds 30 % and counts 1,048,576 bits as a megabit: its megabits are larger than a carrier's.",
        "redo bytes per second x 1.3 x 8 / 1,048,576",
        Dimension::Bandwidth,
        "Mb/s",
    )),
    Measure {
        better: Better::Higher,
        ..seconds(
            "log_buffer.fill_time",
            "Log buffer holds redo for",
            "How long sessions of the busiest instance can go on generating redo while no log write ends, in the worst hour; after that they wait for log buffer space even without committing.",
            "(log buffer \u{2212} redo in the running write) / redo rate of the busiest instance",
            EXACT,
        )
    },
    given(neutral(
        "log_switch.rate",
        "Log switches",
        "Of the busiest instance in its worst hour. About 4 an hour are usual at peak.",
        "redo rate of the busiest instance / size of an online redo log",
        Dimension::Rate,
        "/h",
    )),
    seconds(
        "log_switch.stall",
        "A log switch stalls for",
        "What commits wait when the next online redo log is not archived yet, in the worst hour.",
        "archiving time \u{2212} (groups \u{2212} 1) x size / redo rate, if above 0",
        EXACT,
    ),
];
