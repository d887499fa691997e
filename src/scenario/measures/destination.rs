//! One destination: its remote write, line, lag and bad days.

use super::loss::LAG;
use super::{EXACT, GROUP_COMMIT, OF_BATCHES, STALLS, given, neutral, seconds, share, time};
use crate::scenario::measure::{Better, Measure};
use crate::units::Dimension;

const TCP: &str = "Models of random loss: 1 to 10 % low against a round-by-round simulation; real paths differ by 35 % either way.";
const LOSSES: &str = "Independent losses: exact for one segment; for 2 to 12 segments mean within 0.6 % up to 2 % loss and 2 % at 5 % loss, against event simulation.";
const ALTERNATES: &str = "Exact for destinations that fail independently and are gone back to at once; what fails together (a building, a line) makes it worse.";
const SWITCHED: &str =
    "As log file sync, with storage alike on both sides and 0.3 ms of round trip within a site assumed.";

pub(super) static MEASURES: &[Measure] = &[
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
    given(neutral(
        "destination[].link_utilization.peak",
        "Line used by redo, worst hour",
        "The same in the hour of the largest factor on the load.",
        "redo rate in that hour / compression ratio / bandwidth",
        Dimension::Share,
        "%",
    )),
    given(neutral(
        "destination[].fibre_round_trip",
        "Light in the cable",
        "What the distance itself takes of a round trip; the rest is equipment.",
        "2 x distance x cable over straight line x 4.9 us per km",
        Dimension::Time,
        "ms",
    )),
    Measure {
        exactness: TCP,
        ..neutral(
            "destination[].connection_rate",
            "One TCP connection carries",
            "In bulk, at this loss, round trip and socket buffer: what limits ASYNC transport of one instance and a catch-up.",
            "min(bandwidth, socket buffer / round trip, CUBIC: MSS / RTT x 1.054 (RTT / p)^0.75)",
            Dimension::Bandwidth,
            "Mb/s",
        )
    },
    given(neutral(
        "destination[].bandwidth_delay_product",
        "Bandwidth-delay product",
        "What has to be in flight to fill the line.",
        "bandwidth x round trip",
        Dimension::Size,
        "kB",
    )),
    given(neutral(
        "destination[].socket_buffer",
        "Socket buffer advised",
        "RECV_BUF_SIZE and SEND_BUF_SIZE after MAA.",
        "3 x bandwidth-delay product",
        Dimension::Size,
        "kB",
    )),
    given(neutral(
        "destination[].retransmission.segment_loss",
        "Segments lost",
        "On the line and in the extra hop together.",
        "1 \u{2212} (1 \u{2212} loss)(1 \u{2212} loss of the hop)",
        Dimension::Share,
        "%",
    )),
    share(
        "destination[].retransmission.writes",
        "Log writes over a retransmission timer",
        "Share of log writes whose last segment, or whose acknowledgement, is lost: nothing behind it reveals the loss, and TCP waits for its timer.",
        "1 \u{2212} (1 \u{2212} p)\u{b2}",
        LOSSES,
    ),
    share(
        "destination[].retransmission.commits",
        "Commits that take a timer or longer",
        "Many commits arrive during a write that is held up, so more of them than of the writes are hit.",
        "P(log file sync > timer)",
        GROUP_COMMIT,
    ),
    given(neutral(
        "destination[].retransmission.timer",
        "First retransmission timer",
        "Assumes Linux: the smoothed round trip and at least 200 ms more.",
        "round trip + max(least wait, 4 x variation)",
        Dimension::Time,
        "ms",
    )),
    seconds(
        "destination[].lag.mean",
        "Transport lag, mean",
        "Mean age over the day of the oldest redo that has not arrived, ASYNC.",
        "hourly redo against what the line carries, plus half a round trip and the read and send delay",
        LAG,
    ),
    seconds(
        "destination[].lag.max",
        "Transport lag, greatest",
        "At the worst time of the day.",
        "as the mean",
        LAG,
    ),
    Measure {
        exactness: LAG,
        ..neutral(
            "destination[].lag.backlog",
            "Redo not yet sent, at most",
            "At the worst time of the day.",
            "greatest sum of redo generated less redo sent",
            Dimension::Size,
            "MB",
        )
    },
    seconds(
        "destination[].catch_up",
        "Catch-up after an outage",
        "From the end of an average outage until the destination has all redo again, at the day's mean redo rate.",
        "r T / (c \u{2212} r) for redo rate r, outage T, capacity c",
        LAG,
    ),
    seconds(
        "destination[].stall.length",
        "A stall lasts, mean",
        "How long all commits stand still when this destination stops answering: until it answers again, or NET_TIMEOUT (or DATA_GUARD_SYNC_LATENCY) drops it. In maximum protection the last standby is not dropped.",
        "E min(outage as noticed, NET_TIMEOUT) + failed attempts that hold commits",
        STALLS,
    ),
    Measure {
        exactness: STALLS,
        ..neutral(
            "destination[].stall.commits",
            "Commits held in a stall",
            "Commits that come during an average stall; of sessions each waits once.",
            "waiting commits per second x mean stall, at most the sessions",
            Dimension::Number,
            "",
        )
    },
    seconds(
        "destination[].stall.log_buffer_full",
        "\u{2026} of it log buffer full",
        "Once the log buffer is full, sessions wait for log buffer space even before they commit.",
        "mean stall \u{2212} time the log buffer holds redo, if above 0",
        STALLS,
    ),
    Measure {
        exactness: STALLS,
        better: Better::Lower,
        ..neutral(
            "destination[].stall.per_month",
            "Stalls a month",
            "Outages that commits see; those that come while the destination is dropped are not seen.",
            "730 h / cycle, cycle = U + E stall + P(drop) x time dropped",
            Dimension::Number,
            "",
        )
    },
    Measure {
        exactness: STALLS,
        better: Better::Lower,
        ..neutral(
            "destination[].stall.minutes",
            "Stalled minutes an hour",
            "Minutes in an average hour in which no commit ends.",
            "60 x stall / cycle",
            Dimension::Number,
            "",
        )
    },
    share(
        "destination[].stall.unprotected",
        "Time without this destination",
        "Share of time in which it is dropped: commits go on, and would be lost with the primary unless another destination has them.",
        "P(drop) x (REOPEN + failed attempts x (REOPEN + attempt)) / cycle",
        STALLS,
    ),
    time(
        "destination[].stall.added",
        "Stalls add to the mean",
        "Over all commits of good and bad days.",
        "E stall\u{b2} / (2 cycle); with sessions N x stalled share / throughput",
        STALLS,
    ),
    time(
        "destination[].reconnect",
        "Dropped SYNs add to a connect",
        "What an attempt to reconnect waits on average because the first packet is dropped. Times near 1 s in Redo Transport Open are its signature.",
        "sum over k of loss^k x 1 s x 2^(k\u{2212}1), six retries (Linux)",
        EXACT,
    ),
    Measure {
        exactness: ALTERNATES,
        better: Better::Higher,
        ..neutral(
            "destination[].serves",
            "Serves",
            "Share of time in which this one of a destination and its alternates gets the redo.",
            "A_i x product of (1 \u{2212} A_j) over those before it, A = U / (U + outage)",
            Dimension::Share,
            "%",
        )
    },
    share(
        "destination[].alternates.nobody",
        "Neither it nor an alternate serves",
        "Share of time in which all of them are down.",
        "product of (1 \u{2212} A_j)",
        ALTERNATES,
    ),
    Measure {
        exactness: ALTERNATES,
        better: Better::Higher,
        ..neutral(
            "destination[].alternates.zero_loss",
            "A SYNC one serves",
            "Share of time in which no acknowledged commit would be lost with the database.",
            "sum of the shares of the SYNC ones",
            Dimension::Share,
            "%",
        )
    },
    Measure {
        exactness: ALTERNATES,
        better: Better::Lower,
        ..neutral(
            "destination[].alternates.switches",
            "Takeovers a year",
            "Each costs a stall until NET_TIMEOUT.",
            "sum of share x 8,760 h / mean time between outages",
            Dimension::Number,
            "",
        )
    },
    time(
        "destination[].alternates.log_file_sync",
        "log file sync over all of them, mean",
        "Weighted by the time in which each serves, and in which none does. The parts say more than the average.",
        "sum of share x log file sync with that one",
        ALTERNATES,
    ),
    seconds(
        "destination[].alternates.lag",
        "Lost over all of them, on average",
        "Mean lag, weighted by the time in which each serves.",
        "sum of share x mean lag of that one",
        ALTERNATES,
    ),
    time(
        "destination[].switchover.log_file_sync.mean",
        "After a switchover, log file sync, mean",
        "With this standby as the primary, and whoever is near serving it.",
        "as log file sync, with the destination that serves the new primary",
        SWITCHED,
    ),
    time(
        "destination[].switchover.log_file_sync.p99",
        "After a switchover, log file sync, p99",
        "99 of 100 commits take no longer then.",
        "as log file sync, with the destination that serves the new primary",
        SWITCHED,
    ),
    seconds(
        "destination[].switchover.exposure",
        "After a switchover, lost at most",
        "0 when a SYNC destination serves the new primary, else the lag to the old one.",
        "as the exposure, from the new primary",
        LAG,
    ),
];
