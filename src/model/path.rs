//! The answer to a scenario: the commit path, and what follows from it for lines, losses and bad days.

use super::alternate::{Turns, turns};
use super::buffer::{Buffer, buffer};
use super::classes::{self, ClassPath};
use super::commit::{self, Component, LegPath, Setting, Solved};
use super::exposure::{Exposure, exposure};
use super::group::Found;
use super::lag::{self, Lag, Overflow};
use super::measured::{self, Comparison};
use super::results;
use super::stall::{Stall, stalls};
use super::switchover::{Switchover, switchovers};
use super::terms::{Term, terms};
use crate::latency::{Delay, Distribution};
use crate::scenario::{Destination, Load, LogWriter, Scenario, Transport, Turn};
use crate::units::{Answer, Count, PerSecond, Warning};

/// Share of mass beyond the grid from which a warning is due.
const TOO_MUCH_BEYOND: f64 = 1e-6;
/// Share of a line up to which errors were measured.
const NEARLY_FULL: f64 = 0.9;
/// LGWR starts a write at the latest when 1 MB of redo waits, bytes.
const LARGE_WRITE: f64 = 1e6;

/// What a commit waits for, and what follows from it.
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
    /// Parts of the mean remote write, for each SYNC destination.
    pub legs: Vec<LegPath>,
    /// Lags of the ASYNC destinations whose lines keep up.
    pub lags: Vec<Lag>,
    /// ASYNC destinations whose lines do not.
    pub overflows: Vec<Overflow>,
    /// What outages of the SYNC destinations cost.
    pub stalls: Vec<Stall>,
    /// Destinations that take over from each other.
    pub turns: Vec<Turns>,
    /// What would be lost.
    pub exposure: Exposure,
    /// What a switchover to each standby would mean.
    pub switchovers: Vec<Switchover>,
    /// What stands in the formulas beside inputs and results.
    pub terms: Vec<Term>,
    /// The prediction held against what was measured.
    pub comparison: Option<Comparison>,
}

impl CommitPath {
    /// A result by its path.
    #[must_use]
    pub fn get(&self, path: &str) -> Option<f64> {
        self.measures.iter().find(|(key, _)| key == path).map(|(_, value)| *value)
    }
}

/// All that was solved for a scenario.
pub(super) struct Answers<'a> {
    pub(super) scenario: &'a Scenario,
    /// Sessions for a load by classes.
    pub(super) load: Load,
    pub(super) normal: Solved,
    /// Without SYNC destinations.
    pub(super) quiet: Solved,
    /// At the worst hour of the day, if that is not the load as entered.
    pub(super) worst_hour: Option<Found>,
    pub(super) classes: Vec<ClassPath>,
    pub(super) lags: Vec<Lag>,
    pub(super) stalls: Vec<Stall>,
    pub(super) turns: Vec<Turns>,
    pub(super) buffer: Buffer,
    pub(super) exposure: Exposure,
    pub(super) switchovers: Vec<Switchover>,
}

impl Answers<'_> {
    /// Redo generated at the load as entered, bytes per second.
    pub(super) fn redo_rate(&self) -> f64 {
        self.normal.found.throughput * self.scenario.workload.redo_per_commit.get()
    }

    /// Redo generated at the worst hour, bytes per second.
    pub(super) fn peak_redo_rate(&self) -> f64 {
        let peak = self.worst_hour.as_ref().map_or(self.normal.found.throughput, |found| found.throughput);
        peak * self.scenario.workload.redo_per_commit.get()
    }
}

/// Answers a scenario at the interactive resolution.
pub fn evaluate(scenario: &Scenario) -> Answer<CommitPath> {
    under_load(scenario, 1.0).and_then(|(normal, load, classes)| {
        let without = Setting { sync: Vec::new(), ..commit::setting(scenario, load.clone()) };
        let quiet = if scenario.sync_destinations().next().is_none() {
            Answer::Ok(normal.clone())
        } else {
            commit::solve(&without)
        };
        quiet.and_then(|quiet| answered(scenario, load, normal, quiet, classes))
    })
}

/// The commit path with `factor` on the load; a load by classes comes back as the sessions that it amounts to.
fn under_load(scenario: &Scenario, factor: f64) -> Answer<(Solved, Load, Vec<ClassPath>)> {
    if let Load::Classes(classes) = &scenario.workload.load {
        return classes::solve(scenario, classes, factor);
    }
    match times(&scenario.workload.load, factor) {
        Ok(load) => {
            commit::solve(&commit::setting(scenario, load.clone())).map(|solved| (solved, load, Vec::new()))
        }
        Err(error) => Answer::Invalid(vec![error]),
    }
}

fn times(load: &Load, factor: f64) -> Result<Load, crate::units::OutOfRange> {
    Ok(match load {
        Load::Open(rate) => Load::Open(PerSecond::new("commit rate", rate.get() * factor)?),
        Load::Closed { sessions, think_time } => Load::Closed {
            sessions: Count::new("sessions", (sessions.get() * factor).round().max(1.0))?,
            think_time: *think_time,
        },
        Load::Classes(classes) => Load::Classes(classes.clone()),
    })
}

fn answered(
    scenario: &Scenario,
    load: Load,
    normal: Solved,
    quiet: Solved,
    classes: Vec<ClassPath>,
) -> Answer<CommitPath> {
    let mut warnings = warnings(scenario, &normal);
    let worst_hour = worst_hour(scenario, &mut warnings);
    let redo = scenario.workload.redo_per_commit.get();
    let peak = worst_hour.as_ref().unwrap_or(&normal.found);
    let buffer = buffer(&scenario.primary, peak.throughput * redo, peak.batch() * redo);
    let (lags, overflows) = lags(scenario, normal.found.throughput * redo);
    let switchovers = switchovers(scenario, &load, &normal, &quiet, &lags);
    let exposure = exposure(scenario, &lags);
    let stalls = stalls(scenario, &normal.legs);
    let turns = turns(scenario, &load, &normal, &quiet, &lags);
    let answers = Answers {
        scenario,
        load,
        normal,
        quiet,
        worst_hour,
        classes,
        lags,
        stalls,
        turns,
        buffer,
        exposure,
        switchovers,
    };
    Answer::with_warnings(assemble(answers, overflows), warnings)
}

fn assemble(answers: Answers, overflows: Vec<Overflow>) -> CommitPath {
    let scenario = answers.scenario;
    let found = &answers.normal.found;
    let comparison =
        scenario.measured.log_file_sync.as_ref().map(|h| measured::compare(h, &found.log_file_sync));
    let mut measures = results::all(&answers);
    measures.extend(comparison.iter().flat_map(Comparison::measures));
    let unexplained = scenario.measured.log_file_sync_mean.map(|measured| measured.get() - found.mean);
    measures
        .extend(unexplained.filter(|ms| *ms >= 0.0).map(|ms| ("measured.mean_unexplained".to_string(), ms)));
    let mut terms = terms(&answers);
    terms.extend(comparison.iter().map(|c| Term::counted("measured.count", c.count)));
    CommitPath {
        measures,
        terms,
        components: answers.normal.components(scenario.primary.wake_up),
        log_file_sync: answers.normal.found.log_file_sync,
        write: answers.normal.found.write,
        legs: answers.normal.legs,
        lags: answers.lags,
        overflows,
        stalls: answers.stalls,
        turns: answers.turns,
        exposure: answers.exposure,
        switchovers: answers.switchovers,
        comparison,
    }
}

/// The commit path at the hour of the largest factor; a load that has no answer there is a warning.
fn worst_hour(scenario: &Scenario, warnings: &mut Vec<Warning>) -> Option<Found> {
    let factor = scenario.workload.largest_factor();
    if (factor - 1.0).abs() < 1e-9 {
        return None;
    }
    match under_load(scenario, factor) {
        Answer::Ok((solved, ..)) | Answer::Warn((solved, ..), _) => Some(solved.found),
        Answer::Saturated(full) => {
            warnings.push(Warning::new(format!(
                "at the worst hour {} is full: it carries {:.0} commits/s of {:.0}, and the rest piles up",
                full.resource, full.capacity, full.offered
            )));
            None
        }
        Answer::Invalid(_) => None,
    }
}

/// Lags of the destinations that get redo ASYNC, and the lines that do not keep up.
fn lags(scenario: &Scenario, redo_rate: f64) -> (Vec<Lag>, Vec<Overflow>) {
    let (mut lags, mut overflows) = (Vec::new(), Vec::new());
    let asynchronous = |d: &&Destination| d.transport == Transport::Async && d.turn != Turn::Ignored;
    for destination in scenario.destinations.iter().filter(asynchronous) {
        match lag::over_the_day(scenario, destination, redo_rate) {
            Ok(lag) => lags.push(lag),
            Err(overflow) => overflows.push(overflow),
        }
    }
    (lags, overflows)
}

fn warnings(scenario: &Scenario, solved: &Solved) -> Vec<Warning> {
    let mut warnings = Vec::new();
    let found = &solved.found;
    let mut warn = |holds: bool, what: String| warnings.extend(holds.then(|| Warning::new(what)));
    warn(
        found.log_file_sync.beyond_grid() > TOO_MUCH_BEYOND,
        "more than one commit in a million takes over two minutes, where percentiles end".into(),
    );
    warn(
        scenario.primary.log_writer == LogWriter::Scalable,
        "two writes in flight are approximate: against simulation the mean is within 5 % and percentiles within 10 %, \
         up to an SCV of 4; writes that hardly vary, with more than five commits in the time of one, were not measured"
            .into(),
    );
    let redo = scenario.workload.redo_per_commit.get();
    warn(
        found.batch() * redo > LARGE_WRITE,
        "redo per write is above 1 MB, where LGWR writes earlier and sends in parts, and a local write takes longer \
         for its size; neither is in the model"
            .into(),
    );
    for (destination, leg) in scenario.sync_destinations().zip(&solved.legs) {
        let name = &destination.name;
        let ratio = destination.compression.map_or(1.0, |c| c.ratio);
        warn(
            found.throughput * redo / ratio > NEARLY_FULL * destination.link.bandwidth.get(),
            format!(
                "redo takes more than 90 % of the line to {name}, where commit times come out too high (against \
                 simulation by 4 % at 97 %, 22 % at 99 %)"
            ),
        );
        let timeout = destination.outages.net_timeout.get();
        warn(
            timeout > 0.0 && leg.remote_write.survival(timeout) > 1e-6,
            format!(
                "more than one remote write to {name} in a million takes longer than NET_TIMEOUT, which drops the \
                 destination; times beyond are cut off there in reality"
            ),
        );
        let losses = leg.retransmission.iter().flat_map(|r| &r.warnings);
        losses.for_each(|w| warn(true, format!("{} (line to {name})", w.what)));
    }
    warnings
}
