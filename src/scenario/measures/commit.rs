//! The commit and its log write.

use super::{EXACT, GROUP_COMMIT, OF_BATCHES, neutral, time};
use crate::scenario::measure::{Better, Measure};
use crate::units::Dimension;

const PERCENTILE: &str = "log file sync = S + 1{log writer busy} x S_e: the commit's own write, and for those that find the log writer busy the residual of the running write before it";

pub(super) static MEASURES: &[Measure] = &[
    time(
        "log_file_sync.mean",
        "log file sync, mean",
        "What an average commit waits for.",
        "E S + P_busy x E S\u{b2} / (2 E S), by a chain on commits per write where S grows with them",
        GROUP_COMMIT,
    ),
    time(
        "log_file_sync.p50",
        "log file sync, p50",
        "Half of all commits take no longer.",
        PERCENTILE,
        GROUP_COMMIT,
    ),
    time(
        "log_file_sync.p90",
        "log file sync, p90",
        "9 of 10 commits take no longer.",
        PERCENTILE,
        GROUP_COMMIT,
    ),
    time(
        "log_file_sync.p95",
        "log file sync, p95",
        "19 of 20 commits take no longer.",
        PERCENTILE,
        GROUP_COMMIT,
    ),
    time(
        "log_file_sync.p99",
        "log file sync, p99",
        "99 of 100 commits take no longer.",
        PERCENTILE,
        GROUP_COMMIT,
    ),
    time(
        "log_file_sync.p999",
        "log file sync, p99.9",
        "999 of 1,000 commits take no longer.",
        PERCENTILE,
        GROUP_COMMIT,
    ),
    time(
        "log_file_sync.waiting",
        "\u{2026} of it waiting for the running write",
        "A commit joins the next log write; until the running one ends, it waits. Long and variable writes cost more here than their average says.",
        "P_busy x E S\u{b2} / (2 E S)",
        GROUP_COMMIT,
    ),
    time(
        "log_file_sync.added",
        "SYNC adds per commit, mean",
        "How much longer an average commit waits because destinations have to acknowledge. Commits of a group share a write, so it is what SYNC adds to a write and to the wait for the running one, not that divided by the group.",
        "log file sync with SYNC \u{2212} log file sync of the same load without",
        GROUP_COMMIT,
    ),
    time(
        "worst_hour.log_file_sync.mean",
        "\u{2026} at the worst hour, mean",
        "log file sync in the hour of the largest factor on the load.",
        "as log file sync, at the load times its largest hourly factor",
        GROUP_COMMIT,
    ),
    time(
        "worst_hour.log_file_sync.p99",
        "\u{2026} at the worst hour, p99",
        "99 of 100 commits of that hour take no longer.",
        "as log file sync, at the load times its largest hourly factor",
        GROUP_COMMIT,
    ),
    neutral(
        "worst_hour.throughput",
        "\u{2026} at the worst hour, commits",
        "Commits per second in that hour.",
        "the load times its largest hourly factor",
        Dimension::Rate,
        "/s",
    ),
    time(
        "log_file_parallel_write.mean",
        "log file parallel write, mean",
        "The local redo write, from the inputs.",
        "E L",
        EXACT,
    ),
    time(
        "write.mean",
        "Redo write with acknowledgements, mean",
        "From the start of a log write to the posting of its commits: the local and the remote writes run in parallel, and the slowest decides.",
        "E S, S = max(L, R_1, R_2, ...) + posting",
        OF_BATCHES,
    ),
    time(
        "write.added",
        "SYNC adds per write, mean",
        "How much longer a log write takes because destinations have to acknowledge.",
        "E max(L, R_1, R_2, ...) \u{2212} E L",
        OF_BATCHES,
    ),
    Measure {
        key: "log_writer.utilization",
        label: "Log writer busy",
        help: "Share of time a write is in flight. It can reach 100 % without harm to throughput: writes then carry more commits.",
        formula: "E S / (E S + phi / lambda), phi = E exp(\u{2212}lambda S)",
        exactness: GROUP_COMMIT,
        dimension: Dimension::Share,
        unit: "%",
        better: Better::Neutral,
    },
    neutral(
        "write.commits",
        "Commits per write",
        "Group commit: how many commits share a log write.",
        "lambda E S + phi",
        Dimension::Number,
        "",
    ),
    neutral(
        "write.rate",
        "Log writes",
        "redo writes in AWR.",
        "lambda / commits per write",
        Dimension::Rate,
        "/s",
    ),
    neutral(
        "write.size",
        "Redo per write",
        "Size of a log write, and of each message to a destination.",
        "commits per write x redo per commit",
        Dimension::Size,
        "kB",
    ),
];
