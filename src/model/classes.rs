//! Session classes that share processors, storage and interconnect: each class is slowed by the others and by its
//! commits.
//!
//! The resources are a closed network, the commit a delay in it. Its length comes from group commit under the
//! throughput that the network gives, which it changes in turn: a fixed point.
//!
//! Sources: `queueing::network` (mean value analysis) and `queueing::growing_batch`.

use super::commit::{self, Solved};
use crate::queueing::network::{self, Class, Discipline, Network, Station};
use crate::scenario::{Load, Scenario, SessionClass};
use crate::units::{Answer, Count, Milliseconds, OutOfRange};

/// Relative change of the commit from which on a further step is not worth its time.
const SETTLED: f64 = 1e-4;
/// Steps at most; three are usual.
const STEPS: usize = 30;

/// What a class of sessions gets.
#[derive(Debug, Clone, PartialEq)]
pub struct ClassPath {
    /// Name of the class.
    pub name: String,
    /// Transactions per second by the whole class.
    pub throughput: f64,
    /// Mean time of a transaction with its commits, ms.
    pub response: f64,
    /// Of it commits.
    pub commits: f64,
}

/// Solves the commit path of session classes, with `factor` on their numbers; with it the sessions that they amount
/// to.
pub fn solve(scenario: &Scenario, classes: &[SessionClass], factor: f64) -> Settled {
    match settle(scenario, classes, factor) {
        Ok(answer) => answer,
        Err(error) => Answer::Invalid(vec![error]),
    }
}

/// The commit path, the sessions that commit, and what each class gets.
pub type Settled = Answer<(Solved, Load, Vec<ClassPath>)>;

fn settle(scenario: &Scenario, classes: &[SessionClass], factor: f64) -> Result<Settled, OutOfRange> {
    let mut commit = scenario.primary.wake_up.get() + 1.0;
    let mut answer = Answer::Invalid(Vec::new());
    for _ in 0..STEPS {
        let paths = match classes_under(classes, factor, commit)? {
            Answer::Ok(paths) | Answer::Warn(paths, _) => paths,
            Answer::Saturated(saturation) => return Ok(Answer::Saturated(saturation)),
            Answer::Invalid(fields) => return Ok(Answer::Invalid(fields)),
        };
        let load = sessions_together(scenario, classes, factor, &paths, commit)?;
        let solved = match commit::solve(&commit::setting(scenario, load.clone())) {
            Answer::Ok(solved) | Answer::Warn(solved, _) => solved,
            Answer::Saturated(saturation) => return Ok(Answer::Saturated(saturation)),
            Answer::Invalid(fields) => return Ok(Answer::Invalid(fields)),
        };
        let next = solved.found.mean;
        let settled = (next - commit).abs() <= SETTLED * next;
        commit = next;
        answer = Answer::Ok((solved, load, paths));
        if settled {
            break;
        }
    }
    Ok(answer)
}

fn sessions(class: &SessionClass, factor: f64) -> Result<Count, OutOfRange> {
    Count::new("sessions", (class.sessions.get() * factor).round().max(1.0))
}

/// What the classes get when a commit takes `commit` ms.
fn classes_under(
    classes: &[SessionClass],
    factor: f64,
    commit: f64,
) -> Result<Answer<Vec<ClassPath>>, OutOfRange> {
    let queue = |demand: &dyn Fn(&SessionClass) -> Milliseconds| Station {
        discipline: Discipline::Queueing,
        demands: classes.iter().map(demand).collect(),
    };
    let commits: Result<Vec<_>, _> =
        classes.iter().map(|c| Milliseconds::new("commits", c.commits * commit)).collect();
    let commits = Station { discipline: Discipline::Delay, demands: commits? };
    let population = |c| Ok(Class { population: sessions(c, factor)?, think_time: c.think_time });
    let network = Network {
        classes: classes.iter().map(population).collect::<Result<_, OutOfRange>>()?,
        stations: vec![queue(&|c| c.cpu), queue(&|c| c.storage), queue(&|c| c.interconnect), commits],
    };
    let path = |(class, result): (&SessionClass, network::ClassResult)| ClassPath {
        name: class.name.clone(),
        throughput: result.throughput,
        response: result.response_time,
        commits: class.commits * commit,
    };
    Ok(network::solve(&network).map(|s| classes.iter().zip(s.classes).map(path).collect()))
}

/// All sessions together, which spend the rest of their cycle elsewhere.
fn sessions_together(
    scenario: &Scenario,
    classes: &[SessionClass],
    factor: f64,
    paths: &[ClassPath],
    commit: f64,
) -> Result<Load, OutOfRange> {
    let mut all = 0.0;
    for class in classes {
        all += sessions(class, factor)?.get();
    }
    let rate: f64 = classes.iter().zip(paths).map(|(class, path)| class.commits * path.throughput).sum();
    let elsewhere = (1000.0 * all / rate - commit).max(0.0);
    // Commits of a class are those that wait.
    let think_time = Milliseconds::new("think time", elsewhere * scenario.workload.waiting_share.get())?;
    Ok(Load::Closed { sessions: Count::new("sessions", all)?, think_time })
}
