//! The commit path: group commit over a log write that waits for the local write and for every SYNC destination.
//!
//! A log write covers everything in the log buffer when it starts; commits that arrive meanwhile join the next one.
//! Local and remote writes run in parallel (since 11.2), so a write takes the longest of them, and then posts.
//! One write is in flight at a time, unless the log writer is scalable. Each instance of a cluster has its own log
//! writer and connections; the instances share the lines. Local and remote writes are taken as independent.
//!
//! Sources: Oracle Database Reference (log file sync, log file parallel write); `queueing::batch_service` and
//! `queueing::growing_batch` hold the mathematics with its sources.

use super::group::{Found, Source, group_commit, two_writes};
use super::transport::{Leg, LegPart, RetransmissionOf, Traffic};
use crate::latency::{Delay, Distribution, Resolution};
use crate::scenario::{Destination, Load, LogWriter, Primary, Scenario, Spells, WriteOrder};
use crate::units::{Answer, Count, Milliseconds, OutOfRange, PerSecond, Range, Saturation};

/// Share of a line by others below which a closed load is not solved again.
const SHARED: f64 = 0.01;
/// Relative change of a throughput from which on a further step is not worth its time, and steps at most.
const SETTLED: f64 = 3e-3;
const STEPS: usize = 20;

/// Parts of the mean log file sync; they add up to it.
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
    /// What waiting for the broadcast to the other instances adds to it.
    Broadcast,
    /// What waiting for acknowledgements adds to it.
    Sync,
    /// Posting.
    WakeUp,
}

impl ComponentKind {
    /// As a reader sees it, in the middle of a sentence.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::RunningWrite => "waiting for the running write",
            Self::LocalWrite => "own local redo write",
            Self::Broadcast => "commit broadcast adds to it",
            Self::Sync => "SYNC adds to it",
            Self::WakeUp => "posting",
        }
    }
}

/// One SYNC destination's share of the story.
#[derive(Debug, Clone, PartialEq)]
pub struct LegPath {
    /// Name of the destination.
    pub name: String,
    /// Parts of its mean remote write, in the order of the path.
    pub parts: Vec<LegPart>,
    /// Its remote write.
    pub remote_write: Distribution,
    /// What its losses do to a write of average size.
    pub retransmission: Option<RetransmissionOf>,
}

/// A commit path: who commits and what a log write waits for.
#[derive(Debug, Clone)]
pub struct Setting<'a> {
    /// The primary's own side.
    pub primary: &'a Primary,
    /// Destinations that commits wait for.
    pub sync: Vec<&'a Destination>,
    /// How commits arrive; never by classes, which are turned into sessions before.
    pub load: Load,
    /// Redo of one commit, bytes.
    pub redo_per_commit: f64,
    /// Share of commits that wait.
    pub waiting_share: f64,
}

/// The answer to a [`Setting`].
#[derive(Debug, Clone)]
pub struct Solved {
    /// What group commit found, per commit and per log write, all instances together.
    pub found: Found,
    /// The local write alone, of a write of average size.
    pub local: Distribution,
    /// The same with the broadcast.
    pub announced: Distribution,
    /// One for each destination of the setting.
    pub legs: Vec<LegPath>,
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

/// One log writer's side of a log write.
struct LogWrite<'a> {
    setting: &'a Setting<'a>,
    local: Distribution,
    /// Time that each item adds to the local write, ms.
    local_per_item: f64,
    broadcast: Option<Distribution>,
    legs: Vec<Leg>,
}

impl LogWrite<'_> {
    fn local(&self, batch: f64) -> Distribution {
        self.local.clone().shifted(self.local_per_item * batch)
    }

    /// The local write and the broadcast, which runs beside it.
    fn announced(&self, batch: f64) -> Distribution {
        let local = self.local(batch);
        self.broadcast.as_ref().map_or(local.clone(), |b| local.max(b))
    }

    fn law(&self, batch: f64) -> Distribution {
        let wake_up = self.setting.primary.wake_up;
        let remote: Vec<Distribution> = self.legs.iter().map(|leg| leg.remote_write(batch)).collect();
        match self.setting.primary.writes {
            WriteOrder::Parallel => write_time(&self.announced(batch), &remote, wake_up),
            WriteOrder::Serial => {
                let longest = remote.into_iter().reduce(|a, b| a.max(&b));
                let local = self.local(batch);
                let done = longest.map_or(local.clone(), |remote| local.plus(&remote));
                write_time(&done, &self.broadcast, wake_up)
            }
        }
    }

    /// What each item adds to a large write, ms.
    fn per_item(&self) -> f64 {
        let slowest = self.legs.iter().map(|leg| leg.transfer_per_item).fold(0.0, f64::max);
        match self.setting.primary.writes {
            WriteOrder::Parallel => slowest.max(self.local_per_item),
            WriteOrder::Serial => slowest + self.local_per_item,
        }
    }
}

/// Answers `setting` at the interactive resolution.
pub fn solve(setting: &Setting) -> Answer<Solved> {
    if let Some(saturation) = full_line(setting) {
        return Answer::Saturated(saturation);
    }
    match (&setting.load, setting.primary.instances.len()) {
        (Load::Open(rate), _) => solve_with(setting, rate.get()),
        (_, 1) => solve_with(setting, 0.0),
        _ => sharing_the_lines(setting),
    }
}

/// Sessions on several instances: how fast they are depends on how full they make the lines. The throughput that a
/// share of the lines leads to falls with it; the fixed point is closed to [`SETTLED`] from above, where no line
/// carries more than it can.
fn sharing_the_lines(setting: &Setting) -> Answer<Solved> {
    solve_with(setting, 0.0).and_then(|alone| {
        let rate = alone.found.throughput;
        let used = setting.sync.iter().map(|d| used_share(setting, d, rate)).fold(0.0, f64::max);
        if used <= SHARED {
            return Answer::Ok(alone);
        }
        let (mut low, mut high) = (0.0, rate.min(rate / used));
        let mut best = solve_with(setting, high);
        for _ in 0..STEPS {
            let Answer::Ok(found) = &best else { break };
            let reached = found.found.throughput;
            if high - reached <= SETTLED * high {
                break;
            }
            let next = f64::midpoint(reached.max(low), high);
            match solve_with(setting, next) {
                Answer::Ok(found) if found.found.throughput > next => low = next,
                answer => (best, high) = (answer, next),
            }
        }
        best
    })
}

/// Share of the line to `destination` that `rate` commits per second take.
fn used_share(setting: &Setting, destination: &Destination, rate: f64) -> f64 {
    let ratio = destination.compression.map_or(1.0, |c| c.ratio);
    rate * setting.redo_per_commit / ratio / destination.link.bandwidth.get()
}

/// A line or the redo disks that the commit rate fills: group commit itself is never full.
fn full_line(setting: &Setting) -> Option<Saturation> {
    let Load::Open(rate) = setting.load else { return None };
    let rate = rate.get();
    let largest = setting.primary.largest_share();
    let local = setting.primary.local_bandwidth.map(|b| {
        let used = rate * largest * setting.redo_per_commit / b.get();
        (used, "the local redo bandwidth".to_string())
    });
    let lines =
        setting.sync.iter().map(|d| (used_share(setting, d, rate), format!("the line to {}", d.name)));
    let (used, resource) = lines.chain(local).max_by(|a, b| a.0.total_cmp(&b.0))?;
    (used >= 1.0).then(|| Saturation { resource, capacity: rate / used, offered: rate })
}

/// Log writers that do alike: how many, who commits there, and their share of all commits.
struct Writers {
    count: f64,
    share: f64,
    source: Source,
}

/// The answer when all instances together put `throughput` commits per second on the lines.
fn solve_with(setting: &Setting, throughput: f64) -> Answer<Solved> {
    let resolution = Resolution::Interactive;
    let local = local_write(setting.primary, resolution);
    if local.mean() <= 0.0 {
        return Answer::Invalid(vec![no_local_write(local.mean())]);
    }
    let writers = match log_writers(setting) {
        Ok(writers) => writers,
        Err(error) => return Answer::Invalid(vec![error]),
    };
    let states = states(&setting.sync);
    let mut parts = Vec::new();
    for writer in &writers {
        for (weight, spells) in &states {
            let write = log_write(setting, &local, writer, throughput, spells, resolution);
            let law = |batch| write.law(batch);
            let answer = match (setting.primary.log_writer, writer.source) {
                (LogWriter::Scalable, Source::Open(rate)) => two_writes(rate, law),
                (_, source) => group_commit(source, write.per_item(), law),
            };
            match answer {
                Answer::Ok(found) | Answer::Warn(found, _) => {
                    parts.push((writer.count * weight, found, write));
                }
                Answer::Saturated(saturation) => return Answer::Saturated(saturation),
                Answer::Invalid(fields) => return Answer::Invalid(fields),
            }
        }
    }
    Answer::Ok(together(setting, parts))
}

fn together(setting: &Setting, parts: Vec<(f64, Found, LogWrite)>) -> Solved {
    let writes: f64 = parts.iter().map(|(w, found, _)| w * found.write_rate).sum();
    let shares: Vec<f64> = parts.iter().map(|(w, found, _)| w * found.write_rate / writes).collect();
    let of = |law: &dyn Fn(&LogWrite, f64) -> Distribution| {
        let laws: Vec<(f64, Distribution)> =
            parts.iter().zip(&shares).map(|((_, f, write), s)| (*s, law(write, f.batch()))).collect();
        Distribution::mixture(&laws.iter().map(|(s, law)| (*s, law)).collect::<Vec<_>>())
    };
    let (local, announced) = (of(&|w, n| w.local(n)), of(&|w, n| w.announced(n)));
    let legs = (0..setting.sync.len()).map(|j| leg_path(j, &parts, &shares)).collect();
    let found = Found::together(parts.into_iter().map(|(weight, found, _)| (weight, found)).collect());
    Solved { found: found.of_commits(commits_per_item(setting)), local, announced, legs }
}

/// Leg `j` over all log writers and states, weighted by writes.
fn leg_path(j: usize, parts: &[(f64, Found, LogWrite)], shares: &[f64]) -> LegPath {
    let mut total: Vec<LegPart> = Vec::new();
    let mut laws = Vec::new();
    for ((_, found, write), share) in parts.iter().zip(shares) {
        let leg = &write.legs[j];
        laws.push((*share, leg.remote_write_of(&found.batches)));
        for part in leg.parts(&found.batches) {
            match total.iter_mut().find(|p| p.kind == part.kind) {
                Some(known) => known.mean += share * part.mean,
                None => total.push(LegPart { mean: share * part.mean, ..part }),
            }
        }
    }
    total.sort_by_key(|part| part.kind as u8);
    let (_, found, write) = &parts[0];
    LegPath {
        name: write.legs[j].name.clone(),
        parts: total,
        remote_write: Distribution::mixture(&laws.iter().map(|(s, law)| (*s, law)).collect::<Vec<_>>()),
        retransmission: write.legs[j].retransmission(found.batch()),
    }
}

fn log_write<'a>(
    setting: &'a Setting,
    local: &Distribution,
    writer: &Writers,
    throughput: f64,
    spells: &[Option<&Spells>],
    resolution: Resolution,
) -> LogWrite<'a> {
    let redo_per_item = setting.redo_per_commit * commits_per_item(setting);
    let rate = match writer.source {
        Source::Open(rate) => rate.per_ms(),
        Source::Closed(sessions, think) => sessions.get() / think.get(),
    };
    let instances = setting.primary.instances.len() as f64;
    let traffic = |d: &Destination| Traffic {
        redo_per_item,
        rate,
        used: used_share(setting, d, throughput),
        share: writer.share,
        instances,
    };
    LogWrite {
        setting,
        local: local.clone(),
        local_per_item: setting.primary.local_bandwidth.map_or(0.0, |b| 1000.0 * redo_per_item / b.get()),
        broadcast: setting.primary.broadcast.as_ref().map(|law| law.on_grid(resolution)),
        legs: setting
            .sync
            .iter()
            .zip(spells)
            .map(|(d, spell)| Leg::new(d, traffic(d), *spell, resolution))
            .collect(),
    }
}

/// Every combination of good and bad spells, with its share of time and the spell of each destination.
fn states<'a>(sync: &[&'a Destination]) -> Vec<(f64, Vec<Option<&'a Spells>>)> {
    let mut states = vec![(1.0, Vec::new())];
    for destination in sync {
        let Some(spells) = &destination.link.spells else {
            states.iter_mut().for_each(|(_, of)| of.push(None));
            continue;
        };
        let bad = spells.length.get() / (spells.length.get() + spells.interval.get());
        states = states
            .into_iter()
            .flat_map(|(weight, of)| {
                let with = |spell| of.iter().copied().chain([spell]).collect();
                [(weight * (1.0 - bad), with(None)), (weight * bad, with(Some(spells)))]
            })
            .collect();
    }
    states
}

/// Commits of an item of a batch: of sessions only the commits that wait are told apart, the others' redo goes along.
fn commits_per_item(setting: &Setting) -> f64 {
    match setting.load {
        Load::Open(_) | Load::Classes(_) => 1.0,
        Load::Closed { .. } => 1.0 / setting.waiting_share,
    }
}

fn log_writers(setting: &Setting) -> Result<Vec<Writers>, OutOfRange> {
    let shares = &setting.primary.instances;
    let one = |share: f64, source: Source| Writers { count: 1.0, share, source };
    let all: Vec<Writers> = match &setting.load {
        Load::Open(rate) => shares
            .iter()
            .map(|s| Ok(one(*s, Source::Open(PerSecond::new("commit rate", rate.get() * s)?))))
            .collect::<Result<_, _>>()?,
        Load::Closed { sessions, think_time } => {
            // A commit that waits comes after all those that do not.
            let think = Milliseconds::new("think time", think_time.get() / setting.waiting_share)?;
            let placed = whole_shares(sessions.get(), shares);
            let some = placed.into_iter().filter(|n| *n > 0.0);
            some.map(|n| Ok(one(n / sessions.get(), Source::Closed(Count::new("sessions", n)?, think))))
                .collect::<Result<_, _>>()?
        }
        Load::Classes(_) => Vec::new(),
    };
    Ok(alike(all))
}

/// Sessions by instance, whole ones: the largest remainders get those that are left.
fn whole_shares(sessions: f64, shares: &[f64]) -> Vec<f64> {
    let mut placed: Vec<f64> = shares.iter().map(|s| (sessions * s + 1e-9).floor()).collect();
    let mut order: Vec<usize> = (0..shares.len()).collect();
    let remainder = |i: &usize| sessions * shares[*i] - placed[*i];
    order.sort_by(|a, b| remainder(b).total_cmp(&remainder(a)));
    let mut left = sessions - placed.iter().sum::<f64>();
    for i in order {
        if left < 0.5 {
            break;
        }
        placed[i] += 1.0;
        left -= 1.0;
    }
    placed
}

/// Log writers of the same share told once.
fn alike(all: Vec<Writers>) -> Vec<Writers> {
    let mut told: Vec<Writers> = Vec::new();
    for writer in all {
        match told.iter_mut().find(|w| w.source == writer.source) {
            Some(known) => known.count += 1.0,
            None => told.push(writer),
        }
    }
    told
}

fn no_local_write(mean: f64) -> OutOfRange {
    OutOfRange {
        field: "Local redo write",
        value: mean,
        allowed: Range::above(0.0, Milliseconds::RANGE.max),
        unit: "ms",
    }
}

impl Solved {
    /// Parts of the mean log file sync.
    #[must_use]
    pub fn components(&self, wake_up: Milliseconds) -> Vec<Component> {
        // What is left of the mean; near a full line means differ a little, and no part is above the whole.
        let own = (self.found.mean - self.found.waiting - wake_up.get()).max(0.0);
        let local = self.local.mean().min(own);
        let announced = self.announced.mean().clamp(local, own);
        let sync = own - announced;
        let parts = [
            (ComponentKind::RunningWrite, self.found.waiting),
            (ComponentKind::LocalWrite, local),
            (ComponentKind::Broadcast, announced - local),
            (ComponentKind::Sync, sync),
            (ComponentKind::WakeUp, wake_up.get()),
        ];
        let told = |(kind, mean): &(ComponentKind, f64)| *kind != ComponentKind::Broadcast || *mean > 0.0;
        parts.into_iter().filter(told).map(|(kind, mean)| Component { kind, mean }).collect()
    }
}

/// The setting of a scenario in normal life, with `factor` on its load.
///
/// # Errors
/// A load that `factor` puts out of range.
pub fn setting(scenario: &Scenario, load: Load) -> Setting<'_> {
    Setting {
        primary: &scenario.primary,
        sync: scenario.sync_destinations().collect(),
        load,
        redo_per_commit: scenario.workload.redo_per_commit.get(),
        waiting_share: scenario.workload.waiting_share.get(),
    }
}
