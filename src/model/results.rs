//! Results by path of the catalogue, in its order.

use super::commit::LegPath;
use super::line;
use super::path::Answers;
use super::{lag, stall};
use crate::latency::{Delay, Distribution};
use crate::scenario::{Destination, Load, Transport, Turn, part_path};

type Results = Vec<(String, f64)>;

/// Bits a second in a byte a second.
const BITS: f64 = 8.0;
/// What remains of a line beside protocol overhead, by the two rules in print.
const MOS_736755: f64 = 0.75;
const OLDER_RULE: f64 = 0.7;

/// Everything but what is held against measurements.
pub(super) fn all(answers: &Answers) -> Results {
    let mut results = log_file_sync(answers);
    results.extend(writes(answers));
    results.extend(load(answers));
    results.extend(classes(answers));
    results.extend(redo(answers));
    results.extend(loss(answers));
    let each = answers.scenario.destinations.iter().flat_map(|d| destination(answers, d));
    results.extend(each);
    results
}

fn keyed<const N: usize>(pairs: [(&str, Option<f64>); N]) -> Results {
    pairs.into_iter().filter_map(|(key, value)| Some((key.to_string(), value?))).collect()
}

fn log_file_sync(answers: &Answers) -> Results {
    let found = &answers.normal.found;
    let lfs = &found.log_file_sync;
    let worst = answers.worst_hour.as_ref();
    keyed([
        ("log_file_sync.mean", Some(found.mean)),
        ("log_file_sync.p50", Some(lfs.percentile(0.5))),
        ("log_file_sync.p90", Some(lfs.percentile(0.9))),
        ("log_file_sync.p95", Some(lfs.percentile(0.95))),
        ("log_file_sync.p99", Some(lfs.percentile(0.99))),
        ("log_file_sync.p999", Some(lfs.percentile(0.999))),
        ("log_file_sync.waiting", Some(found.waiting)),
        ("log_file_sync.added", Some((found.mean - answers.quiet.found.mean).max(0.0))),
        ("log_file_sync.with_stalls", with_stalls(answers)),
        ("worst_hour.log_file_sync.mean", worst.map(|w| w.mean)),
        ("worst_hour.log_file_sync.p99", worst.map(|w| w.log_file_sync.percentile(0.99))),
        ("worst_hour.throughput", worst.map(|w| w.throughput)),
    ])
}

/// Mean with the stalls of all destinations, where they can be told.
fn with_stalls(answers: &Answers) -> Option<f64> {
    let told = answers.stalls.iter().filter(|s| !s.by_hand);
    let added: Vec<f64> = told.map(|s| stall::added(answers, &s.cycle)).collect();
    (!added.is_empty()).then(|| answers.normal.found.mean + added.iter().sum::<f64>())
}

fn writes(answers: &Answers) -> Results {
    let solved = &answers.normal;
    let found = &solved.found;
    let wake_up = answers.scenario.primary.wake_up.get();
    let added = if solved.legs.is_empty() {
        0.0
    } else {
        (found.write.mean() - wake_up - solved.announced.mean()).max(0.0)
    };
    let redo = answers.scenario.workload.redo_per_commit.get();
    keyed([
        ("log_file_parallel_write.mean", Some(solved.local.mean())),
        ("write.mean", Some(found.write.mean())),
        ("write.added", Some(added)),
        ("log_writer.utilization", Some(found.utilization)),
        ("write.commits", Some(found.batch())),
        ("write.rate", Some(found.write_rate)),
        ("write.size", Some(found.batch() * redo)),
    ])
}

fn load(answers: &Answers) -> Results {
    let found = &answers.normal.found;
    let sessions = match (&answers.scenario.workload.load, &answers.load) {
        (Load::Closed { sessions, .. }, _) | (Load::Classes(_), Load::Closed { sessions, .. }) => {
            Some(sessions.get())
        }
        _ => None,
    };
    let waits = found.throughput * answers.scenario.workload.waiting_share.get();
    let of_db_time = |ms: f64| answers.scenario.workload.db_time.map(|active| waits * ms / 1000.0 / active);
    let target = answers.scenario.target_throughput.map(|t| found.throughput / t.get());
    keyed([
        ("throughput", Some(found.throughput)),
        ("throughput.per_session", sessions.map(|n| found.throughput / n)),
        ("throughput.of_target", target),
        ("db_time.log_file_sync", of_db_time(found.mean)),
        ("db_time.added", of_db_time((found.mean - answers.quiet.found.mean).max(0.0))),
    ])
}

fn classes(answers: &Answers) -> Results {
    let of = |class: &super::classes::ClassPath| {
        [
            ("class[].throughput", class.throughput),
            ("class[].response", class.response),
            ("class[].commits", class.commits),
        ]
        .map(|(key, value)| (part_path(key, &class.name), value))
    };
    answers.classes.iter().flat_map(of).collect()
}

fn redo(answers: &Answers) -> Results {
    let peak = answers.peak_redo_rate();
    let buffer = &answers.buffer;
    keyed([
        ("redo_rate", Some(answers.redo_rate())),
        ("redo_rate.peak", Some(peak)),
        ("redo_bandwidth.mos_736755", Some(peak / MOS_736755)),
        ("redo_bandwidth.older_rule", Some(peak / OLDER_RULE)),
        // Its megabits have 1,024 squared bits.
        ("redo_bandwidth.binary_rule", Some(peak * 1.3 * BITS / 1_048_576.0 * 1e6 / BITS)),
        ("log_buffer.fill_time", Some(1000.0 * buffer.fill_time)),
        ("log_switch.rate", Some(buffer.switches / 3600.0)),
        ("log_switch.stall", Some(1000.0 * buffer.switch_stall)),
    ])
}

fn loss(answers: &Answers) -> Results {
    let exposure = &answers.exposure;
    keyed([
        ("exposure.database", exposure.database.as_ref().map(|l| 1000.0 * l.max)),
        ("exposure.site", exposure.site.as_ref().map(|l| 1000.0 * l.max)),
        ("exposure.site.mean", exposure.site.as_ref().map(|l| 1000.0 * l.mean)),
    ])
}

fn destination(answers: &Answers, destination: &Destination) -> Results {
    let leg = answers.normal.legs.iter().find(|leg| leg.name == destination.name);
    let mut results = leg.map_or_else(Vec::new, remote_write);
    results.extend(line_results(answers, destination));
    results.extend(retransmission(&answers.normal.found.log_file_sync, leg));
    results.extend(lagging(answers, destination));
    results.extend(stall::results(answers, destination));
    results.extend(turn(answers, destination));
    results.extend(switchover(answers, destination));
    results.into_iter().map(|(key, value)| (part_path(&key, &destination.name), value)).collect()
}

fn remote_write(leg: &LegPath) -> Results {
    keyed([
        ("destination[].sync_remote_write.mean", Some(leg.remote_write.mean())),
        ("destination[].sync_remote_write.p99", Some(leg.remote_write.percentile(0.99))),
    ])
}

/// Redo on the line, bytes per second, of `rate` bytes generated.
fn on_the_line(destination: &Destination, rate: f64) -> f64 {
    rate / destination.compression.map_or(1.0, |c| c.ratio)
}

fn gets_redo(destination: &Destination) -> bool {
    destination.turn == Turn::Active && destination.transport != Transport::Reserved
}

fn line_results(answers: &Answers, destination: &Destination) -> Results {
    let link = &destination.link;
    let used =
        |rate: f64| gets_redo(destination).then(|| on_the_line(destination, rate) / link.bandwidth.get());
    let peak = answers.worst_hour.as_ref().and_then(|_| used(answers.peak_redo_rate()));
    keyed([
        ("destination[].link_utilization", used(answers.redo_rate())),
        ("destination[].link_utilization.peak", peak),
        ("destination[].fibre_round_trip", line::fibre_round_trip(link.route)),
        ("destination[].connection_rate", Some(line::connection_rate(link))),
        ("destination[].bandwidth_delay_product", Some(line::bandwidth_delay_product(link))),
        ("destination[].socket_buffer", Some(3.0 * line::bandwidth_delay_product(link))),
    ])
}

/// What losses do to writes and, through group commit, to commits.
fn retransmission(log_file_sync: &Distribution, leg: Option<&LegPath>) -> Results {
    let Some(found) = leg.and_then(|leg| leg.retransmission.as_ref()) else { return Vec::new() };
    keyed([
        ("destination[].retransmission.segment_loss", Some(found.segment_loss)),
        ("destination[].retransmission.writes", Some(found.over_a_timer)),
        ("destination[].retransmission.commits", Some(log_file_sync.survival(found.timer))),
        ("destination[].retransmission.timer", Some(found.timer)),
    ])
}

fn lagging(answers: &Answers, destination: &Destination) -> Results {
    let lag = answers.lags.iter().find(|lag| lag.name == destination.name);
    let catch_up = gets_redo(destination)
        .then(|| lag::catch_up(answers.scenario, destination, answers.redo_rate()))
        .flatten();
    keyed([
        ("destination[].lag.mean", lag.map(|l| 1000.0 * l.mean)),
        ("destination[].lag.max", lag.map(|l| 1000.0 * l.max)),
        ("destination[].lag.backlog", lag.map(|l| l.max_backlog)),
        ("destination[].catch_up", catch_up.map(|s| 1000.0 * s)),
    ])
}

/// Its share of the time, and of a leader what all of its group amount to.
fn turn(answers: &Answers, destination: &Destination) -> Results {
    let of = |t: &super::alternate::Turns| {
        t.serves.iter().find(|(name, _)| *name == destination.name).map(|s| s.1)
    };
    let led = answers.turns.iter().find(|t| t.leader == destination.name);
    keyed([
        ("destination[].serves", answers.turns.iter().find_map(of)),
        ("destination[].alternates.nobody", led.map(|t| t.nobody)),
        ("destination[].alternates.zero_loss", led.map(|t| t.zero_loss)),
        ("destination[].alternates.switches", led.map(|t| t.switches)),
        ("destination[].alternates.log_file_sync", led.and_then(super::alternate::Turns::log_file_sync)),
        ("destination[].alternates.lag", led.and_then(|t| Some(1000.0 * t.lag?))),
    ])
}

fn switchover(answers: &Answers, destination: &Destination) -> Results {
    let found = answers.switchovers.iter().find(|s| s.standby == destination.name);
    keyed([
        ("destination[].switchover.log_file_sync.mean", found.and_then(|s| s.log_file_sync_mean)),
        ("destination[].switchover.log_file_sync.p99", found.and_then(|s| s.log_file_sync_p99)),
        ("destination[].switchover.exposure", found.and_then(|s| Some(1000.0 * s.exposure?))),
    ])
}
