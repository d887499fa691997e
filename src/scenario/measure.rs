//! The catalogue of results. Tables, files, comparisons and help all read it.

use crate::units::{Dimension, Unit};

/// One result.
#[derive(Debug)]
pub struct Measure {
    /// Path; `[]` stands for the name of a part.
    pub key: &'static str,
    /// As the user sees it; Oracle's own names as Oracle spells them.
    pub label: &'static str,
    /// What it says.
    pub help: &'static str,
    /// How it is computed, as a formula in words and symbols.
    pub formula: &'static str,
    /// How exact that is, and where that was measured.
    pub exactness: &'static str,
    /// What it measures.
    pub dimension: Dimension,
    /// Unit it is shown in.
    pub unit: &'static str,
    /// Which way is good.
    pub better: Better,
}

/// Which way a result is good.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Better {
    /// Less is better.
    Lower,
    /// More is better.
    Higher,
    /// Neither: it explains other results.
    Neutral,
}

impl Measure {
    /// Unit it is shown in.
    #[must_use]
    pub fn unit(&self) -> Unit {
        self.dimension.unit(self.unit).unwrap_or(Unit { symbol: "", factor: 1.0 })
    }
}

/// The measure of a path such as `destination[FS1].sync_remote_write.mean`.
#[must_use]
pub fn measure(path: &str) -> Option<&'static Measure> {
    let key = super::key_of(path);
    MEASURES.iter().find(|m| m.key == key)
}

const PERCENTILE: &str = "log file sync = S + 1{log writer busy} x S_e: the commit's own write, and for those that find the log writer busy the residual of the running write before it";
const GROUP_COMMIT: &str = "Measured against 6 million simulated commits in each of 19 cases (rates and sessions, lines up to 80 % full, jitter SCV up to 10): mean within 0.4 %, p50 to p99 within 0.8 %, p99.9 within 2 %, beyond the simulation's own interval. One write in flight; local and remote writes independent.";
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

/// All results, in the order of the table.
pub static MEASURES: &[Measure] = &[
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
    neutral(
        "redo_rate",
        "Redo rate",
        "Redo generated.",
        "commits per second x redo per commit",
        Dimension::Bandwidth,
        "Mb/s",
    ),
    time(
        "destination[].sync_remote_write.mean",
        "SYNC Remote Write, mean",
        "From sending the redo to its acknowledgement.",
        "E R, R = round trip + jitter + redo per write / bandwidth + receive (+ remote write with AFFIRM)",
        OF_BATCHES,
    ),
    time(
        "destination[].sync_remote_write.p99",
        "SYNC Remote Write, p99",
        "99 of 100 remote writes take no longer.",
        "as the mean, from the law of R",
        OF_BATCHES,
    ),
    neutral(
        "destination[].link_utilization",
        "Line used by redo",
        "Share of the bandwidth that redo takes on average.",
        "redo rate / bandwidth",
        Dimension::Share,
        "%",
    ),
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
];
