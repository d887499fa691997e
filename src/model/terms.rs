//! What stands in the formulas beside inputs and results, so that a reader can follow each with a pencil.

use super::line;
use super::path::Answers;
use super::{alternate::Turns, lag, stall};
use crate::latency::{Delay, Distribution};
use crate::scenario::{Destination, Link, Load, LogWriter, part_path};
use crate::units::Dimension;

/// A quantity of a formula; several parts where the formula goes over all of something.
#[derive(Debug, Clone, PartialEq)]
pub struct Term {
    /// Its name; with that of its part, as for results.
    pub path: String,
    /// What it measures.
    pub dimension: Dimension,
    /// Values in base units, each with the word that tells it from the others; that of a single one is empty.
    pub parts: Vec<(String, f64)>,
}

impl Term {
    /// A number of things.
    pub(super) fn counted(path: &str, count: f64) -> Self {
        Self::one(path, Dimension::Count, count)
    }

    fn one(path: &str, dimension: Dimension, value: f64) -> Self {
        Self { path: path.into(), dimension, parts: vec![(String::new(), value)] }
    }

    fn all(path: &str, dimension: Dimension, parts: impl IntoIterator<Item = (String, f64)>) -> Self {
        Self { path: path.into(), dimension, parts: parts.into_iter().collect() }
    }

    fn of(self, name: &str) -> Self {
        Self { path: part_path(&self.path, name), ..self }
    }
}

/// The terms of all formulas, for the mechanisms that play a part.
pub(super) fn terms(answers: &Answers) -> Vec<Term> {
    let mut terms = of_commits(answers);
    terms.extend(of_writes(answers));
    terms.extend(of_load(answers));
    terms.extend(of_redo(answers));
    terms.extend(of_exposure(answers));
    for destination in &answers.scenario.destinations {
        let each = of_destination(answers, destination).into_iter().chain(of_turns(answers, destination));
        terms.extend(each.map(|term| term.of(&destination.name)));
    }
    terms.retain(|term| !term.parts.is_empty() && term.parts.iter().all(|(_, v)| v.is_finite()));
    terms
}

fn time(path: &str, ms: f64) -> Term {
    Term::one(path, Dimension::Time, ms)
}

/// What remains of a time on average when one looks at a random moment of it, ms.
fn residual(law: &Distribution) -> f64 {
    law.second_moment() / (2.0 * law.mean())
}

fn of_commits(answers: &Answers) -> Vec<Term> {
    let found = &answers.normal.found;
    let own = answers.normal.components(answers.scenario.primary.wake_up).into_iter().skip(1);
    let residual = residual(&found.write);
    let by_product = (found.utilization * residual - found.waiting).abs() <= 1e-3 * found.waiting;
    let told = answers.stalls.iter().filter(|s| !s.by_hand);
    let mut terms = vec![
        Term::all("commit.own", Dimension::Time, own.map(|c| (c.kind.words().to_string(), c.mean))),
        time("quiet.mean", answers.quiet.found.mean),
        Term::all(
            "stalls",
            Dimension::Time,
            told.map(|s| (format!("stalls of {}", s.name), stall::added(answers, &s.cycle))),
        ),
    ];
    terms.extend(by_product.then(|| time("commit.residual", residual)));
    if let Some(worst) = &answers.worst_hour {
        let factor = answers.scenario.workload.largest_factor();
        terms.push(Term::one("worst.factor", Dimension::Number, factor));
        terms.push(time("worst.write", worst.write.mean()));
    }
    terms
}

fn of_writes(answers: &Answers) -> Vec<Term> {
    let solved = &answers.normal;
    let found = &solved.found;
    let primary = &answers.scenario.primary;
    let percentile = |(key, share): (&str, f64)| time(key, found.write.percentile(share));
    let percentiles = [
        ("write.p50", 0.5),
        ("write.p90", 0.9),
        ("write.p95", 0.95),
        ("write.p99", 0.99),
        ("write.p999", 0.999),
    ];
    let legs = solved.legs.iter().map(|leg| (format!("to {}", leg.name), leg.remote_write.mean()));
    let sides = std::iter::once(("local".to_string(), solved.announced.mean())).chain(legs);
    let instances = primary.instances.len() as f64;
    let mut terms: Vec<Term> = percentiles.map(percentile).into();
    terms.extend([
        local_write(answers),
        Term::all("write.sides", Dimension::Time, sides),
        time("write.longest", found.write.mean() - primary.wake_up.get()),
        time("write.announced", solved.announced.mean()),
        Term::one("instances", Dimension::Count, instances),
    ]);
    if primary.log_writer != LogWriter::Scalable {
        let idle = 1000.0 * instances / found.write_rate - found.write.mean();
        terms.push(time("write.idle", idle.max(0.0)));
    }
    terms
}

/// The local write: the usual one, the rare long ones, and what its size adds.
fn local_write(answers: &Answers) -> Term {
    let primary = &answers.scenario.primary;
    let share = primary.slow_writes.as_ref().map_or(0.0, |slow| slow.share.get());
    let usual = (1.0 - share) * primary.local_write.mean();
    let long = primary.slow_writes.as_ref().map_or(0.0, |slow| share * slow.time.mean());
    let size = answers.normal.local.mean() - usual - long;
    let mut parts = vec![("usual write".to_string(), usual)];
    parts.extend(primary.slow_writes.as_ref().map(|_| ("rare long writes".to_string(), long)));
    parts.extend(primary.local_bandwidth.map(|_| ("size over the local bandwidth".to_string(), size)));
    Term::all("local_write", Dimension::Time, parts)
}

fn of_load(answers: &Answers) -> Vec<Term> {
    let mut terms = Vec::new();
    if let Load::Closed { sessions, think_time } = &answers.load {
        terms.push(Term::one("sessions", Dimension::Count, sessions.get()));
        if !matches!(answers.scenario.workload.load, Load::Classes(_)) {
            terms.push(time("think_time", think_time.get()));
        }
    }
    if let Load::Classes(classes) = &answers.scenario.workload.load {
        let rate = |(class, path): (&crate::scenario::SessionClass, &super::classes::ClassPath)| {
            (path.name.clone(), class.commits * path.throughput)
        };
        let rates = classes.iter().zip(&answers.classes).map(rate);
        terms.push(Term::all("classes", Dimension::Rate, rates));
        for path in &answers.classes {
            let parts = [
                ("processors, storage, interconnect", path.response - path.commits),
                ("commits", path.commits),
            ];
            let parts = parts.map(|(word, ms)| (word.to_string(), ms));
            terms.push(Term::all("class[].parts", Dimension::Time, parts).of(&path.name));
        }
    }
    terms
}

fn of_redo(answers: &Answers) -> Vec<Term> {
    let buffer = &answers.buffer;
    vec![
        Term::one("busiest.redo_rate", Dimension::Bandwidth, buffer.redo_rate),
        Term::one("peak.write_size", Dimension::Size, buffer.write_size),
    ]
}

fn of_exposure(answers: &Answers) -> Vec<Term> {
    let on_the_way = |loss: &super::Loss, s: f64| (format!("on the way to {}", loss.standby), 1000.0 * s);
    let one = |path: &str, loss: &Option<super::Loss>, s: fn(&super::Loss) -> f64| {
        Term::all(path, Dimension::Time, loss.iter().map(|loss| on_the_way(loss, s(loss))))
    };
    let exposure = &answers.exposure;
    vec![
        one("exposure.of_database", &exposure.database, |l| l.max),
        one("exposure.of_site", &exposure.site, |l| l.max),
        one("exposure.of_site.on_average", &exposure.site, |l| l.mean),
    ]
}

fn of_destination(answers: &Answers, destination: &Destination) -> Vec<Term> {
    let link = &destination.link;
    let mut terms = of_line(link);
    if let Some(leg) = answers.normal.legs.iter().find(|leg| leg.name == destination.name) {
        let parts = leg.parts.iter().map(|part| (part.kind.words().to_string(), part.mean));
        terms.push(Term::all("destination[].parts", Dimension::Time, parts));
    }
    if let Some(lag) = answers.lags.iter().find(|lag| lag.name == destination.name) {
        terms.push(time("destination[].lag.least", 1000.0 * lag.least));
    }
    let day = lag::mean_over_the_day(answers.scenario, answers.redo_rate());
    let capacity = lag::capacity(answers.scenario, destination);
    terms.push(Term::one("destination[].day_redo_rate", Dimension::Bandwidth, day));
    terms.push(Term::one("destination[].capacity", Dimension::Bandwidth, capacity));
    terms.push(Term::all("destination[].dropped_syns", Dimension::Time, stall::dropped_syns(destination)));
    terms.extend(of_stall(answers, destination));
    if let Some(found) = answers.switchovers.iter().find(|s| s.standby == destination.name) {
        terms.push(time("destination[].switchover.round_trip", found.round_trip));
    }
    terms
}

fn of_line(link: &Link) -> Vec<Term> {
    let mut terms = vec![
        time("destination[].mean_round_trip", line::mean_round_trip(link, None)),
        time("destination[].variation", line::variation(link, None)),
        time("destination[].fibre", line::per_kilometre()),
        Term::one("destination[].window_used", Dimension::Size, line::window(link)),
    ];
    let rate =
        line::loss_limit(link).map(|rate| Term::one("destination[].cubic", Dimension::Bandwidth, rate));
    terms.extend(rate);
    terms
}

fn of_stall(answers: &Answers, destination: &Destination) -> Vec<Term> {
    let Some(stall) = answers.stalls.iter().find(|s| s.name == destination.name) else { return Vec::new() };
    let cycle = &stall.cycle;
    let mut terms = vec![
        time("destination[].cycle", 1000.0 * cycle.cycle),
        Term::one("destination[].drop_chance", Dimension::Share, cycle.drop_chance),
        time("destination[].unprotected_per_drop", 1000.0 * cycle.unprotected_per_drop),
        Term::one("destination[].stalled_share", Dimension::Share, cycle.stall_share),
    ];
    terms.extend(stall.timeout.map(|s| time("destination[].dropped_after", 1000.0 * s)));
    if !matches!(answers.load, Load::Closed { .. }) {
        let residual = cycle.added_response / cycle.stall_share;
        terms.push(time("destination[].stall_residual", residual));
    }
    terms
}

fn of_turns(answers: &Answers, destination: &Destination) -> Vec<Term> {
    let mut terms = Vec::new();
    let member = |t: &&Turns| t.serves.iter().any(|(name, _)| *name == destination.name);
    if let Some(turns) = answers.turns.iter().find(member) {
        let own = turns.serves.iter().position(|(name, _)| *name == destination.name).unwrap_or(0);
        let before = turns.serves[..own].iter().zip(&turns.up);
        let down = before.map(|((name, _), up)| (format!("{name} down"), 1.0 - up));
        let up = (format!("{} up", destination.name), turns.up[own]);
        terms.push(Term::all("destination[].turn", Dimension::Share, down.chain([up])));
    }
    if let Some(turns) = answers.turns.iter().find(|t| t.leader == destination.name) {
        let down =
            turns.serves.iter().zip(&turns.up).map(|((name, _), up)| (format!("{name} down"), 1.0 - up));
        terms.push(Term::all("destination[].all_down", Dimension::Share, down));
        let sync = turns
            .serves
            .iter()
            .filter(|(name, _)| answers.scenario.destination(name).is_some_and(Destination::delays_commits));
        terms.push(Term::all("destination[].sync_turns", Dimension::Share, sync.cloned()));
        let weighted = turns.means.iter().map(|(who, share, mean)| (who.clone(), share * mean));
        terms.push(Term::all("destination[].weighted_means", Dimension::Time, weighted));
    }
    terms
}
