//! How each result follows from numbers, and where the formula comes from.
//!
//! A template holds places for numbers in braces: `{throughput}` a result of the same scenario, `{=workload.redo_per_commit}`
//! an input, `{@write.idle}` a term of the model; `{+stalls}` all parts of a term added up, `{*turn}` multiplied, `{,sides}`
//! listed. `[]` stands for the part that the result belongs to, `<leaf>` for the end of its key. A template that starts with `=` is the formula itself and
//! gives the result; another only names what goes into it. The first template all of whose numbers exist is told.

/// How one result, or every result whose key starts alike, follows from numbers.
#[derive(Debug)]
pub struct Working {
    /// Key of the measure, or its start.
    pub key: &'static str,
    /// Templates, the best first.
    pub templates: &'static [&'static str],
    /// Who says so.
    pub source: &'static str,
}

/// The working of the measure with `key`; the longest start wins.
#[must_use]
pub fn working(key: &str) -> Option<&'static Working> {
    WORKINGS.iter().filter(|w| key.starts_with(w.key)).max_by_key(|w| w.key.len())
}

const GROUP_COMMIT: &str = "Group commit: Oracle Database Reference, log file sync. Bulk service: N. T. J. Bailey 1954, F. Downton 1955; residual life: W. Feller, vol. 2, XI.";
const PARALLEL: &str = "Local and remote write in parallel since 11.2: Oracle MAA, Best Practices for Synchronous Redo Transport, 2015.";
const LITTLE: &str = "Little's law (J. D. C. Little 1961).";
const NETWORK: &str = "Mean value analysis: M. Reiser and S. Lavenberg 1980.";
const DB_TIME: &str = "DB time: Oracle Database Performance Tuning Guide (average active sessions).";
const ARITHMETIC: &str = "Arithmetic.";
const MOS: &str = "MOS 736755.1; the variants are in print as well.";
const LOGS: &str = "Oracle Database Reference: log buffer space, log file switch (archiving needed).";
const GUARD: &str = "Oracle Data Guard Concepts and Administration: protection modes, far sync instances.";
const FLUID: &str = "Redo as a fluid: G. F. Newell 1982.";
const STALLS: &str = "Renewal reward: S. M. Ross, Stochastic Processes, 3.6. NET_TIMEOUT and REOPEN: Oracle Data Guard Concepts and Administration.";
const TURNS: &str = "Independent components: R. E. Barlow and F. Proschan 1975, chapter 7. ALTERNATE, GROUP and PRIORITY: Oracle Database Reference.";
const RETRANSMISSION: &str = "RFC 6298, RFC 8985 (RACK-TLP), Linux tcp_input.c (floor of 200 ms).";
const TCP: &str = "CUBIC: RFC 8312, eq. 5. Socket buffers: Oracle MAA, Best Practices for Synchronous Redo Transport, 2015.";
const HISTOGRAM: &str = "Oracle Database Reference: V$EVENT_HISTOGRAM (a bucket's value is its upper bound).";

const fn of(key: &'static str, templates: &'static [&'static str], source: &'static str) -> Working {
    Working { key, templates, source }
}

static WORKINGS: &[Working] = &[
    of(
        "log_file_sync.mean",
        &["= {log_file_sync.waiting} waiting for the running write + {+commit.own}"],
        GROUP_COMMIT,
    ),
    of(
        "log_file_sync.p",
        &[
            "S with mean {write.mean} and, at the same percentile, {@write.<leaf>}; {log_writer.utilization} of commits find the log writer busy, for {@commit.residual} on average",
            CHAIN,
        ],
        GROUP_COMMIT,
    ),
    of("log_file_sync.waiting", &["= {log_writer.utilization} x {@commit.residual}", CHAIN], GROUP_COMMIT),
    of("log_file_sync.added", &["= max(0, {log_file_sync.mean} \u{2212} {@quiet.mean})"], GROUP_COMMIT),
    of("log_file_sync.with_stalls", &["= {log_file_sync.mean} + {+stalls}"], STALLS),
    of(
        "worst_hour.throughput",
        &["largest hourly factor {@worst.factor}, normal load {throughput}"],
        ARITHMETIC,
    ),
    of(
        "worst_hour.",
        &[
            "{worst_hour.throughput} at the hourly factor {@worst.factor}, a log write then takes {@worst.write} on average",
        ],
        GROUP_COMMIT,
    ),
    of(
        "log_file_parallel_write.mean",
        &["= {+local_write}"],
        "Oracle Database Reference: log file parallel write.",
    ),
    of(
        "write.mean",
        &["= {@write.longest} for the longest [of {,write.sides}] + {=primary.wake_up} posting"],
        PARALLEL,
    ),
    of(
        "write.added",
        &[
            "= max(0, {@write.longest} for the longest [of {,write.sides}] \u{2212} {@write.announced})",
            "= 0 [no destination is SYNC]",
        ],
        PARALLEL,
    ),
    of(
        "log_writer.utilization",
        &[
            "= {write.mean} / ({write.mean} + {@write.idle} idle between two writes)",
            "1 \u{2212} the share of time without a write in flight, of two",
        ],
        GROUP_COMMIT,
    ),
    of("write.commits", &["= {throughput} / {write.rate}"], GROUP_COMMIT),
    of(
        "write.rate",
        &[
            "= {@instances} log writers / ({write.mean} + {@write.idle} idle between two writes)",
            "= {throughput} / {write.commits}",
        ],
        GROUP_COMMIT,
    ),
    of("write.size", &["= {write.commits} x {=workload.redo_per_commit}"], ARITHMETIC),
    of(
        "throughput",
        &[
            "= {@sessions} / ({@think_time} think time + {log_file_sync.mean}) / {=workload.waiting_share} that wait",
            "{+classes}, of which {=workload.waiting_share} wait",
            "= {=workload.commit_rate} as entered",
        ],
        LITTLE,
    ),
    of("throughput.per_session", &["= {throughput} / {@sessions} sessions"], ARITHMETIC),
    of("throughput.of_target", &["= {throughput} / {=target.throughput}"], ARITHMETIC),
    of(
        "class[].throughput",
        &["= {=class[].sessions} / ({=class[].think_time} think time + {class[].response})"],
        LITTLE,
    ),
    of("class[].response", &["= {+class[].parts}"], NETWORK),
    of("class[].commits", &["= {=class[].commits} x {log_file_sync.mean}"], ARITHMETIC),
    of(
        "db_time.log_file_sync",
        &["= {throughput} x {=workload.waiting_share} x {log_file_sync.mean} / {=workload.db_time}"],
        DB_TIME,
    ),
    of(
        "db_time.added",
        &["= {throughput} x {=workload.waiting_share} x {log_file_sync.added} / {=workload.db_time}"],
        DB_TIME,
    ),
    of("redo_rate", &["= {throughput} x {=workload.redo_per_commit}"], ARITHMETIC),
    of(
        "redo_rate.peak",
        &["= {worst_hour.throughput} x {=workload.redo_per_commit}", "= {redo_rate} [every hour alike]"],
        ARITHMETIC,
    ),
    of("redo_bandwidth.mos_736755", &["= {redo_rate.peak} / 0.75"], MOS),
    of("redo_bandwidth.older_rule", &["= {redo_rate.peak} / 0.7"], MOS),
    of("redo_bandwidth.binary_rule", &["= {redo_rate.peak} x 1.3 x 1,000,000 / 1,048,576"], MOS),
    of(
        "log_buffer.fill_time",
        &[
            "= max(0, {=primary.log_buffer} \u{2212} {@peak.write_size} in the running write) / {@busiest.redo_rate} on the busiest instance",
        ],
        LOGS,
    ),
    of(
        "log_switch.rate",
        &["= {@busiest.redo_rate} on the busiest instance / {=primary.log_file.size}"],
        LOGS,
    ),
    of(
        "log_switch.stall",
        &[
            "= max(0, {=primary.log_file.archive_time} \u{2212} ({=primary.log_file.groups} \u{2212} 1) x {=primary.log_file.size} / {@busiest.redo_rate} on the busiest instance)",
        ],
        LOGS,
    ),
    of("exposure.database", &["= {+exposure.of_database} [the least of all standbys]"], GUARD),
    of("exposure.site", &["= {+exposure.of_site} [the least of all standbys elsewhere]"], GUARD),
    of(
        "exposure.site.mean",
        &["= {+exposure.of_site.on_average} [the least of all standbys elsewhere]"],
        GUARD,
    ),
    of("destination[].sync_remote_write.mean", &["= {+destination[].parts}"], PARALLEL),
    of("destination[].sync_remote_write.p99", &["the law of {,destination[].parts}"], PARALLEL),
    of(
        "destination[].link_utilization",
        &[
            "= {redo_rate} / {=destination[].compression_ratio} compression / {=destination[].bandwidth}",
            "= {redo_rate} / {=destination[].bandwidth}",
        ],
        ARITHMETIC,
    ),
    of(
        "destination[].link_utilization.peak",
        &[
            "= {redo_rate.peak} / {=destination[].compression_ratio} compression / {=destination[].bandwidth}",
            "= {redo_rate.peak} / {=destination[].bandwidth}",
        ],
        ARITHMETIC,
    ),
    of(
        "destination[].fibre_round_trip",
        &["= 2 x {=destination[].distance} x {=destination[].route_factor} x {@destination[].fibre} a km"],
        "Group index 1.468 of single-mode fibre at 1550 nm; speed of light.",
    ),
    of(
        "destination[].connection_rate",
        &[
            "= min({=destination[].bandwidth}, {@destination[].window_used} / {@destination[].mean_round_trip}, {@destination[].cubic} by CUBIC)",
            "= min({=destination[].bandwidth}, {@destination[].window_used} / {@destination[].mean_round_trip})",
        ],
        TCP,
    ),
    of(
        "destination[].bandwidth_delay_product",
        &["= {=destination[].bandwidth} x {@destination[].mean_round_trip}"],
        TCP,
    ),
    of("destination[].socket_buffer", &["= 3 x {destination[].bandwidth_delay_product}"], TCP),
    of(
        "destination[].retransmission.segment_loss",
        &[
            "= 1 \u{2212} (1 \u{2212} {=destination[].loss}) x (1 \u{2212} {=destination[].hop.loss})",
            "= {=destination[].loss}",
        ],
        ARITHMETIC,
    ),
    of(
        "destination[].retransmission.writes",
        &[
            "segments lost {destination[].retransmission.segment_loss}, writes of {write.size} in segments of {=destination[].segment_size}",
        ],
        RETRANSMISSION,
    ),
    of(
        "destination[].retransmission.commits",
        &["the law of log file sync beyond {destination[].retransmission.timer}"],
        RETRANSMISSION,
    ),
    of(
        "destination[].retransmission.timer",
        &[
            "= {@destination[].mean_round_trip} + max({=destination[].rto_min}, 4 x {@destination[].variation})",
        ],
        RETRANSMISSION,
    ),
    of(
        "destination[].lag.",
        &[
            "redo up to {redo_rate.peak} against {@destination[].capacity}; at least {@destination[].lag.least} for half a round trip, reading and sending",
        ],
        FLUID,
    ),
    of(
        "destination[].catch_up",
        &[
            "= {@destination[].day_redo_rate} x {=destination[].outage.length} / ({@destination[].capacity} \u{2212} {@destination[].day_redo_rate})",
        ],
        FLUID,
    ),
    of(
        "destination[].stall.length",
        &[
            "outages of {=destination[].outage.length} on average, cut off at {@destination[].dropped_after}; {@destination[].drop_chance} end in a drop",
            "outages of {=destination[].outage.length} on average, to their end",
        ],
        STALLS,
    ),
    of(
        "destination[].stall.commits",
        &[
            "= min({@sessions} sessions, {throughput} x {=workload.waiting_share} x {destination[].stall.length})",
            "= {throughput} x {=workload.waiting_share} x {destination[].stall.length}",
        ],
        STALLS,
    ),
    of(
        "destination[].stall.log_buffer_full",
        &["= max(0, {destination[].stall.length} \u{2212} {log_buffer.fill_time})"],
        LOGS,
    ),
    of("destination[].stall.per_month", &["= 730 h / {@destination[].cycle} from one to the next"], STALLS),
    of(
        "destination[].stall.minutes",
        &["= 60 x {destination[].stall.length} / {@destination[].cycle} from one to the next"],
        STALLS,
    ),
    of(
        "destination[].stall.unprotected",
        &[
            "= {@destination[].drop_chance} of stalls end in a drop x {@destination[].unprotected_per_drop} until it is back / {@destination[].cycle} from one to the next",
        ],
        STALLS,
    ),
    of(
        "destination[].stall.added",
        &[
            "= {destination[].stall.length} / {@destination[].cycle} from one to the next x {@destination[].stall_residual} left of a stall on average",
            "= {@sessions} sessions x {@destination[].stalled_share} of the time / ({throughput} x {=workload.waiting_share})",
        ],
        STALLS,
    ),
    of(
        "destination[].reconnect",
        &["= {+destination[].dropped_syns}"],
        "RFC 6298; Linux tcp_output.c (six retries).",
    ),
    of("destination[].serves", &["= {*destination[].turn}"], TURNS),
    of("destination[].alternates.nobody", &["= {*destination[].all_down}"], TURNS),
    of(
        "destination[].alternates.zero_loss",
        &["= {+destination[].sync_turns}", "= 0 [none of them is SYNC]"],
        TURNS,
    ),
    of(
        "destination[].alternates.switches",
        &[
            "{=destination[].outage.interval} between outages of the first, which serves {destination[].serves}",
        ],
        TURNS,
    ),
    of(
        "destination[].alternates.log_file_sync",
        &["= {+destination[].weighted_means} [each weighted by its share of time]"],
        TURNS,
    ),
    of(
        "destination[].alternates.lag",
        &["mean lags, of which {destination[].serves} counts for the first"],
        TURNS,
    ),
    of(
        "destination[].switchover.",
        &["round trip to today's primary {@destination[].switchover.round_trip}; the same load and storage"],
        GUARD,
    ),
    of("measured.mean", &["{@measured.count} waits"], HISTOGRAM),
    of(
        "measured.",
        &["{@measured.count} waits, measured mean {measured.mean}, predicted {log_file_sync.mean}"],
        HISTOGRAM,
    ),
    of(
        "measured.mean_unexplained",
        &["= {=measured.log_file_sync_mean} \u{2212} {log_file_sync.mean}"],
        "AWR report, Foreground Wait Events (Avg wait).",
    ),
];

const CHAIN: &str = "S with mean {write.mean}, {write.commits} commits a write, which lengthen it, {log_writer.utilization} busy: by the chain on commits per write";
