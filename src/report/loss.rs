//! Bad days in sentences: what is lost with the database and with its site, what a switchover means, and which lines do
//! not keep up.
//!
//! Sources: Oracle Data Guard Concepts and Administration (protection modes, AFFIRM and NOAFFIRM, far sync instances).

use crate::model::{CommitPath, Loss, Overflow, ServedBy, Switchover, WITHIN_A_SITE};
use crate::scenario::{Acknowledgement, Destination, Role, Scenario, Site, Source, Transport};
use crate::units::{Dimension, quantity, with_unit};
use crate::whatif::Column;

const DAY: f64 = 86_400.0;

/// A title and its sentences, for each kind of bad day; none for a scenario without an answer.
#[must_use]
pub fn loss_groups(column: &Column) -> Vec<(&'static str, Vec<String>)> {
    let (Some(scenario), Some(path)) = (&column.scenario, column.path()) else { return Vec::new() };
    let groups = [
        ("The database is lost, its site is not", database(scenario, path)),
        ("The primary\u{2019}s site is lost", site(scenario, path)),
        ("After a switchover", path.switchovers.iter().map(switchover).collect()),
        ("Lines that do not keep up", path.overflows.iter().map(overflow).collect()),
    ];
    groups.into_iter().filter(|(_, sentences)| !sentences.is_empty()).collect()
}

/// What is lost.
#[derive(Clone, Copy, PartialEq, Eq)]
enum What {
    Database,
    Site,
}

impl What {
    /// Whether a destination is left after it.
    fn leaves(self, destination: &Destination) -> bool {
        self == Self::Database || destination.site != Site::Primary
    }
}

fn database(scenario: &Scenario, path: &CommitPath) -> Vec<String> {
    let Some(loss) = &path.exposure.database else { return vec![nobody(scenario, path, What::Database)] };
    let mut sentences = vec![taken_over(loss)];
    if let Some(way) = Way::to(scenario, &loss.standby) {
        sentences.extend(way.far_sync.map(|far_sync| {
            format!("Far sync {} is left and forwards what it has before that.", far_sync.name)
        }));
        sentences.extend(way.conditions(loss));
    }
    sentences
}

fn site(scenario: &Scenario, path: &CommitPath) -> Vec<String> {
    let Some(loss) = &path.exposure.site else { return vec![nobody(scenario, path, What::Site)] };
    let mut sentences = vec![taken_over(loss)];
    if let Some(way) = Way::to(scenario, &loss.standby) {
        match way.far_sync {
            Some(far_sync) if far_sync.site == Site::Primary => sentences.push(format!(
                "Far sync {} stands with the primary and is lost with it, and with it what it had not forwarded.",
                far_sync.name
            )),
            Some(far_sync) => sentences.push(format!(
                "Far sync {} stands elsewhere: it is left and forwards what it has before that.",
                far_sync.name
            )),
            None => {}
        }
        sentences.extend(way.conditions(loss));
    }
    sentences
}

fn taken_over(loss: &Loss) -> String {
    if loss.max <= 0.0 {
        return format!(
            "{} takes over and has every commit that was acknowledged: nothing is lost.",
            loss.standby
        );
    }
    format!(
        "{} takes over and lacks up to {} of commits, {} on average over the day.",
        loss.standby,
        time(loss.max),
        time(loss.mean)
    )
}

/// Why no standby takes over.
fn nobody(scenario: &Scenario, path: &CommitPath, lost: What) -> String {
    let standbys: Vec<&Destination> =
        scenario.destinations.iter().filter(|d| d.role == Role::Standby && lost.leaves(d)).collect();
    let behind = |d: &&&Destination| {
        let full = |name: &str| path.overflows.iter().any(|o| o.name == name);
        full(&d.name) || matches!(&d.source, Source::FarSync(name) if full(name))
    };
    if let Some(standby) = standbys.iter().find(behind) {
        return format!(
            "The lag of {} grows without end, so what is lost has no limit: see the lines that do not keep up.",
            standby.name
        );
    }
    let anywhere = scenario.destinations.iter().any(|d| d.role == Role::Standby);
    if standbys.is_empty() && anywhere {
        return "Nothing survives: every standby stands with the primary. What is left is the last backup kept elsewhere.".into();
    }
    "Nothing survives: no standby that is left gets redo in normal life. What is left is the last backup and the archived logs kept elsewhere.".into()
}

/// How redo reaches a standby.
struct Way<'a> {
    /// The one that the primary sends to.
    first: &'a Destination,
    /// The same, where it is a far sync instance.
    far_sync: Option<&'a Destination>,
}

impl<'a> Way<'a> {
    fn to(scenario: &'a Scenario, standby: &str) -> Option<Self> {
        let standby = scenario.destination(standby)?;
        Some(match &standby.source {
            Source::Primary => Self { first: standby, far_sync: None },
            Source::FarSync(name) => {
                let far_sync = scenario.destination(name)?;
                Self { first: far_sync, far_sync: Some(far_sync) }
            }
        })
    }

    /// On what it depends that acknowledged commits are there.
    fn conditions(&self, loss: &Loss) -> Vec<String> {
        let name = &self.first.name;
        let Transport::Sync(acknowledgement) = self.first.transport else { return Vec::new() };
        let mut conditions = Vec::new();
        if loss.max <= 0.0 {
            conditions.push(format!("This holds while {name} is synchronised: not while it is dropped after NET_TIMEOUT or catches up."));
        }
        if acknowledgement == Acknowledgement::Noaffirm {
            conditions.push(format!("{name} acknowledges from memory (NOAFFIRM): what is not yet on its disk is lost too if it fails at the same moment."));
        }
        conditions
    }
}

fn switchover(switchover: &Switchover) -> String {
    let Switchover { standby, served_by, .. } = switchover;
    let commit = commit_then(switchover);
    match served_by {
        ServedBy::Neighbour(name) => format!(
            "To {standby}: {name} at the same site serves it SYNC, and a loss costs nothing; {commit}. The round trip of {} between them is assumed.",
            in_unit(WITHIN_A_SITE, Dimension::Time, "ms")
        ),
        ServedBy::OldPrimary => format!(
            "To {standby}: the old primary serves it SYNC over the same line, and a loss costs nothing; {commit}."
        ),
        ServedBy::Nothing => format!(
            "To {standby}: the old primary gets redo ASYNC, and {}; {commit}. Nothing is near: SYNC to the old primary would cost at least its round trip of {} per write.",
            exposed(switchover.exposure),
            quantity(switchover.round_trip, Dimension::Time)
        ),
    }
}

fn commit_then(switchover: &Switchover) -> String {
    match (switchover.log_file_sync_mean, switchover.log_file_sync_p99) {
        (Some(mean), Some(p99)) => format!(
            "a commit then takes {} on average and {} at p99",
            quantity(mean, Dimension::Time),
            quantity(p99, Dimension::Time)
        ),
        _ => "no commit time can be given, since the load is more than it then carries".into(),
    }
}

fn exposed(lag: Option<f64>) -> String {
    match lag {
        Some(lag) if lag > 0.0 => format!("a loss costs up to {} of commits", time(lag)),
        Some(_) => "a loss costs nothing".into(),
        None => "what a loss costs has no limit, since the lag grows without end".into(),
    }
}

fn overflow(overflow: &Overflow) -> String {
    let rate = |value| in_unit(value, Dimension::Bandwidth, "MB/s");
    format!(
        "The line to {} carries {} of redo and {} are generated, as the mean of the day: the backlog grows by {} per day. Raise its bandwidth or socket buffer, or compress.",
        overflow.name,
        rate(overflow.capacity),
        rate(overflow.offered),
        in_unit((overflow.offered - overflow.capacity) * DAY, Dimension::Size, "MB")
    )
}

fn in_unit(value: f64, dimension: Dimension, symbol: &str) -> String {
    dimension.unit(symbol).map_or_else(|| quantity(value, dimension), |unit| with_unit(value, unit))
}

fn time(seconds: f64) -> String {
    quantity(1000.0 * seconds, Dimension::Time)
}
