//! The commit path: group commit over a log write that waits for the local write and for every SYNC destination.
//!
//! A log write covers everything in the log buffer when it starts; commits that arrive meanwhile join the next one.
//! Local and remote writes run in parallel (since 11.2), so a write takes the longest of them, and then posts.
//! One write is in flight at a time. Local and remote writes are taken as independent.
//!
//! Sources: Oracle Database Reference (log file sync, log file parallel write); `queueing::batch_service` and
//! `queueing::growing_batch` hold the mathematics with its sources.

use super::measured::{self, Comparison};
use super::transport::{Leg, LegPart};
use crate::latency::{Delay, Distribution, Resolution};
use crate::queueing::{batch_service, growing_batch};
use crate::scenario::{Load, Primary, Scenario, part_path};
use crate::units::{Answer, Milliseconds, OutOfRange, Saturation, Warning};

/// Share of mass beyond the grid from which a warning is due.
const TOO_MUCH_BEYOND: f64 = 1e-6;

/// Share of a line up to which errors were measured.
const NEARLY_FULL: f64 = 0.9;
/// LGWR starts a write at the latest when 1 MB of redo waits, bytes.
const LARGE_WRITE: f64 = 1e6;
/// NET_TIMEOUT as short as anyone sets it, ms.
const SHORTEST_TIMEOUT: f64 = 10_000.0;

/// What a commit waits for.
#[derive(Debug, Clone, PartialEq)]
pub struct CommitPath {
    /// Results by path of the catalogue, in its order.
    pub measures: Vec<(String, f64)>,
    /// log file sync.
    pub log_file_sync: Distribution,
    /// A log write with its acknowledgements.
    pub write: Distribution,
    /// Parts of the mean log file sync; they add up to it.
    pub components: Vec<Component>,
    /// Parts of the mean remote write, for each destination.
    pub legs: Vec<LegPath>,
    /// The prediction held against what was measured.
    pub comparison: Option<Comparison>,
}

/// A part of the mean log file sync.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Component {
    /// Which one.
    pub kind: ComponentKind,
    /// Mean over all commits, ms.
    pub mean: f64,
}

/// Parts of the mean log file sync, in the order of the path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ComponentKind {
    /// The write that was in flight when the commit came.
    RunningWrite,
    /// The commit's own local write.
    LocalWrite,
    /// What waiting for acknowledgements adds to it.
    Sync,
    /// Posting.
    WakeUp,
}

/// One destination's share of the story.
#[derive(Debug, Clone, PartialEq)]
pub struct LegPath {
    /// Name of the destination.
    pub name: String,
    /// Parts of its mean remote write, in the order of the path.
    pub parts: Vec<LegPart>,
    /// Its remote write.
    pub remote_write: Distribution,
}

impl CommitPath {
    /// A result by its path.
    #[must_use]
    pub fn get(&self, path: &str) -> Option<f64> {
        self.measures.iter().find(|(key, _)| key == path).map(|(_, value)| *value)
    }
}

/// The local write with its rare long ones.
#[must_use]
pub fn local_write(primary: &Primary, resolution: Resolution) -> Distribution {
    let usual = primary.local_write.on_grid(resolution);
    match &primary.slow_writes {
        None => usual,
        Some(slow) => {
            let share = slow.share.get();
            Distribution::mixture(&[(1.0 - share, &usual), (share, &slow.time.on_grid(resolution))])
        }
    }
}

/// SYNC write time: the longest of the local write and the remote writes, then posting.
///
/// For independent writes the law of the maximum is exact on the grid (mean within 0.3 %, p99 1 %, p99.9 2 % of 8
/// million samples in each of 6 cases). Where destinations share a path, the mean lies between the largest of the
/// means and this.
#[must_use]
pub fn write_time<'a>(
    local: &Distribution,
    remote: impl IntoIterator<Item = &'a Distribution>,
    wake_up: Milliseconds,
) -> Distribution {
    remote.into_iter().fold(local.clone(), |longest, leg| longest.max(leg)).shifted(wake_up.get())
}

/// What group commit found.
struct Found {
    log_file_sync: Distribution,
    mean: f64,
    waiting: f64,
    write: Distribution,
    utilization: f64,
    write_rate: f64,
    throughput: f64,
    batch: f64,
    /// Commits per write: number and share.
    batches: Vec<(f64, f64)>,
}

/// Answers the commit path of a scenario at the interactive resolution.
pub fn evaluate(scenario: &Scenario) -> Answer<CommitPath> {
    let resolution = Resolution::Interactive;
    let local = local_write(&scenario.primary, resolution);
    if local.mean() <= 0.0 {
        return Answer::Invalid(vec![no_local_write(local.mean())]);
    }
    let redo = scenario.workload.redo_per_commit;
    let legs: Vec<Leg> = scenario.destinations.iter().map(|d| Leg::new(d, redo, resolution)).collect();
    let write = |batch: f64| {
        let remote: Vec<Distribution> = legs.iter().map(|leg| leg.remote_write(batch)).collect();
        write_time(&local, &remote, scenario.primary.wake_up)
    };
    let found = match group_commit(scenario.workload.load, &legs, write) {
        Answer::Ok(found) | Answer::Warn(found, _) => found,
        Answer::Saturated(saturation) => return Answer::Saturated(name_the_line(saturation, &legs)),
        Answer::Invalid(fields) => return Answer::Invalid(fields),
    };
    let paths = leg_paths(&legs, &found);
    let warnings = warnings(scenario, &found, &paths);
    Answer::with_warnings(assemble(scenario, &local, paths, found), warnings)
}

fn no_local_write(mean: f64) -> OutOfRange {
    OutOfRange {
        field: "Local redo write",
        value: mean,
        allowed: crate::units::Range::above(0.0, Milliseconds::RANGE.max),
        unit: "ms",
    }
}

/// Without destinations a write does not depend on how many commits it carries.
fn group_commit(load: Load, legs: &[Leg], write: impl Fn(f64) -> Distribution) -> Answer<Found> {
    match load {
        Load::Open(rate) if legs.is_empty() => {
            let write = write(1.0);
            batch_service::open(rate, &write).map(|open| from_open(rate.get(), open, write))
        }
        Load::Open(rate) => {
            let slowest = legs.iter().map(|leg| leg.transfer_per_commit).fold(0.0, f64::max);
            match Milliseconds::new("transfer of one commit's redo", slowest) {
                Ok(per_commit) => growing_batch::open(rate, per_commit, write)
                    .map(|found| Found { throughput: rate.get(), ..from_growing(found) }),
                Err(error) => Answer::Invalid(vec![error]),
            }
        }
        Load::Closed { sessions, think_time } => {
            growing_batch::closed(sessions, think_time, write).map(from_growing)
        }
    }
}

fn from_open(rate: f64, open: batch_service::Open, write: Distribution) -> Found {
    Found {
        mean: open.means.response_time,
        waiting: open.waiting_time,
        log_file_sync: open.response,
        write,
        utilization: open.means.utilization,
        batch: open.means.batch_size,
        write_rate: open.means.service_rate,
        throughput: rate,
        batches: vec![(open.means.batch_size, 1.0)],
    }
}

fn from_growing(found: growing_batch::GrowingBatch) -> Found {
    Found {
        mean: found.response_time,
        waiting: found.waiting_time,
        log_file_sync: found.response,
        write: found.service,
        utilization: found.utilization,
        batch: found.batch_size,
        write_rate: found.service_rate,
        throughput: found.throughput,
        batches: found.batches,
    }
}

/// Only a line can be full: group commit itself never is.
fn name_the_line(saturation: Saturation, legs: &[Leg]) -> Saturation {
    let slowest = legs.iter().max_by(|a, b| a.transfer_per_commit.total_cmp(&b.transfer_per_commit));
    let resource = slowest.map_or(saturation.resource, |leg| format!("the line to {}", leg.name));
    Saturation { resource, ..saturation }
}

fn warnings(scenario: &Scenario, found: &Found, paths: &[LegPath]) -> Vec<Warning> {
    let mut warnings = Vec::new();
    let mut warn = |holds: bool, what: String| warnings.extend(holds.then(|| Warning::new(what)));
    warn(
        found.log_file_sync.beyond_grid() > TOO_MUCH_BEYOND,
        "more than one commit in a million takes over two minutes, where percentiles end".into(),
    );
    let redo = scenario.workload.redo_per_commit.get();
    warn(
        found.batch * redo > LARGE_WRITE,
        "redo per write is above 1 MB, where LGWR writes earlier and sends in parts, and a local write takes longer \
         for its size; neither is in the model"
            .into(),
    );
    for (destination, path) in scenario.destinations.iter().zip(paths) {
        let name = &destination.name;
        warn(
            found.throughput * redo > NEARLY_FULL * destination.link.bandwidth.get(),
            format!(
                "redo takes more than 90 % of the line to {name}, where commit times come out too high (against \
                 simulation by 4 % at 97 %, 22 % at 99 %)"
            ),
        );
        warn(
            path.remote_write.percentile(0.999) > SHORTEST_TIMEOUT,
            format!(
                "one remote write to {name} in 1,000 takes over 10 s, where NET_TIMEOUT (30 s by default) comes near \
                 and would drop the destination; time-outs are not in the model"
            ),
        );
    }
    warnings
}

fn leg_paths(legs: &[Leg], found: &Found) -> Vec<LegPath> {
    // Of the same batches as the law, whose mean differs a little from the exact one near a full line.
    let batch = found.batches.iter().map(|(n, share)| n * share).sum();
    let path = |leg: &Leg| LegPath {
        name: leg.name.clone(),
        parts: leg.parts(batch),
        remote_write: leg.remote_write_of(&found.batches),
    };
    legs.iter().map(path).collect()
}

fn assemble(scenario: &Scenario, local: &Distribution, paths: Vec<LegPath>, found: Found) -> CommitPath {
    let comparison =
        scenario.measured.log_file_sync.as_ref().map(|h| measured::compare(h, &found.log_file_sync));
    let mut measures = commit_measures(scenario, local, &found);
    measures.extend(paths.iter().flat_map(|path| leg_measures(scenario, path, &found)));
    measures.extend(comparison.iter().flat_map(Comparison::measures));
    CommitPath {
        measures,
        components: components(scenario, local, &found),
        log_file_sync: found.log_file_sync,
        write: found.write,
        legs: paths,
        comparison,
    }
}

fn components(scenario: &Scenario, local: &Distribution, found: &Found) -> Vec<Component> {
    let wake_up = scenario.primary.wake_up.get();
    let sync = (found.mean - found.waiting - wake_up - local.mean()).max(0.0);
    [
        (ComponentKind::RunningWrite, found.waiting),
        (ComponentKind::LocalWrite, local.mean()),
        (ComponentKind::Sync, sync),
        (ComponentKind::WakeUp, wake_up),
    ]
    .into_iter()
    .map(|(kind, mean)| Component { kind, mean })
    .collect()
}

fn commit_measures(scenario: &Scenario, local: &Distribution, found: &Found) -> Vec<(String, f64)> {
    let redo = scenario.workload.redo_per_commit.get();
    let added = found.write.mean() - scenario.primary.wake_up.get() - local.mean();
    let added = if scenario.destinations.is_empty() { 0.0 } else { added.max(0.0) };
    let lfs = &found.log_file_sync;
    [
        ("log_file_sync.mean", found.mean),
        ("log_file_sync.p50", lfs.percentile(0.5)),
        ("log_file_sync.p90", lfs.percentile(0.9)),
        ("log_file_sync.p95", lfs.percentile(0.95)),
        ("log_file_sync.p99", lfs.percentile(0.99)),
        ("log_file_sync.p999", lfs.percentile(0.999)),
        ("log_file_sync.waiting", found.waiting),
        ("log_file_parallel_write.mean", local.mean()),
        ("write.mean", found.write.mean()),
        ("write.added", added),
        ("throughput", found.throughput),
        ("log_writer.utilization", found.utilization),
        ("write.commits", found.batch),
        ("write.rate", found.write_rate),
        ("write.size", found.batch * redo),
        ("redo_rate", found.throughput * redo),
    ]
    .map(|(key, value)| (key.to_string(), value))
    .to_vec()
}

fn leg_measures(scenario: &Scenario, leg: &LegPath, found: &Found) -> Vec<(String, f64)> {
    let redo_rate = found.throughput * scenario.workload.redo_per_commit.get();
    let bandwidth = scenario.destinations.iter().find(|d| d.name == leg.name).map(|d| d.link.bandwidth.get());
    [
        ("destination[].sync_remote_write.mean", Some(leg.remote_write.mean())),
        ("destination[].sync_remote_write.p99", Some(leg.remote_write.percentile(0.99))),
        ("destination[].link_utilization", bandwidth.map(|b| redo_rate / b)),
    ]
    .into_iter()
    .filter_map(|(key, value)| Some((part_path(key, &leg.name), value?)))
    .collect()
}
