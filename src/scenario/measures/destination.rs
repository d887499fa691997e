//! One destination: its remote write, line, lag and bad days.

use super::loss::LAG;
use super::{GROUP_COMMIT, OF_BATCHES, given, neutral, seconds, share, time};
use crate::scenario::measure::Measure;
use crate::units::Dimension;

const TCP: &str = "Models of random loss: 1 to 10 % low against a round-by-round simulation; real paths differ by 35 % either way.";
const LOSSES: &str = "Independent losses: exact for one segment; for 2 to 12 segments mean within 0.6 % up to 2 % loss and 2 % at 5 % loss, against event simulation.";
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
