//! The same topology after a switchover: who protects the new primary's commits, and what they then cost.
//!
//! A destination at the new primary's own site serves it over a short line. Without one, a standby that was SYNC keeps
//! the old primary as its SYNC standby over the same line, and one that was ASYNC goes on ASYNC: nothing is near.
//! Storage is taken to be alike on both sides. Sources: Data Guard Concepts (role transitions, far sync instances).

use super::commit::{self, Setting, Solved};
use super::lag::Lag;
use super::line;
use crate::scenario::{Acknowledgement, Destination, Load, Role, Route, Scenario, Source, Transport, Turn};
use crate::units::{Answer, Milliseconds};

/// Round trip within a site, ms; an assumption, since no input holds it.
pub const WITHIN_A_SITE: f64 = 0.3;

/// What a switchover to one standby would mean.
#[derive(Debug, Clone, PartialEq)]
pub struct Switchover {
    /// The standby that becomes the primary.
    pub standby: String,
    /// Who serves it.
    pub served_by: ServedBy,
    /// Mean log file sync then, ms, where it has an answer.
    pub log_file_sync_mean: Option<f64>,
    /// 99th percentile of log file sync then, ms.
    pub log_file_sync_p99: Option<f64>,
    /// Greatest lag of the best destination then, s: 0 when one is SYNC.
    pub exposure: Option<f64>,
    /// The smallest round trip to the old primary, ms.
    pub round_trip: f64,
}

/// Who protects the commits of a new primary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ServedBy {
    /// A destination at its own site, SYNC.
    Neighbour(String),
    /// The old primary, SYNC over the line of today.
    OldPrimary,
    /// The old primary, ASYNC: nothing is near.
    Nothing,
}

/// Switchovers to each standby that gets redo in normal life. `normal` is the answer of normal life, `quiet` the one
/// without SYNC destinations.
#[must_use]
pub fn switchovers(
    scenario: &Scenario,
    load: &Load,
    normal: &Solved,
    quiet: &Solved,
    lags: &[Lag],
) -> Vec<Switchover> {
    let standbys = scenario
        .destinations
        .iter()
        .filter(|d| d.role == Role::Standby && d.turn == Turn::Active && d.transport != Transport::Reserved);
    standbys.map(|standby| one(scenario, load, normal, quiet, lags, standby)).collect()
}

fn one(
    scenario: &Scenario,
    load: &Load,
    normal: &Solved,
    quiet: &Solved,
    lags: &[Lag],
    standby: &Destination,
) -> Switchover {
    let alone = |d: &Destination| match commit::solve(&Setting {
        sync: vec![d],
        ..commit::setting(scenario, load.clone())
    }) {
        Answer::Ok(solved) | Answer::Warn(solved, _) => Some(times(&solved)),
        Answer::Saturated(_) | Answer::Invalid(_) => None,
    };
    let neighbour = scenario.destinations.iter().find(|d| serves(d, standby));
    let (served_by, found, exposure) = if let Some(neighbour) = neighbour {
        let near = within_a_site(neighbour);
        (ServedBy::Neighbour(neighbour.name.clone()), alone(&near), Some(0.0))
    } else if standby.delays_commits() {
        let only = scenario.sync_destinations().count() == 1;
        let found = if only { Some(times(normal)) } else { alone(standby) };
        (ServedBy::OldPrimary, found, Some(0.0))
    } else {
        let lag = lags.iter().find(|lag| lag.name == standby.name).map(|lag| lag.max);
        (ServedBy::Nothing, Some(times(quiet)), lag)
    };
    Switchover {
        standby: standby.name.clone(),
        served_by,
        log_file_sync_mean: found.map(|(mean, _)| mean),
        log_file_sync_p99: found.map(|(_, p99)| p99),
        exposure,
        round_trip: line::smallest_round_trip(standby.link.route),
    }
}

/// Mean and 99th percentile of log file sync.
fn times(solved: &Solved) -> (f64, f64) {
    (solved.found.mean, solved.found.log_file_sync.percentile(0.99))
}

/// Whether `other` can serve `standby` once that is the primary: at the same site, and not fed by a far sync instance.
fn serves(other: &Destination, standby: &Destination) -> bool {
    let receives = matches!(other.transport, Transport::Sync(_) | Transport::Reserved);
    other.name != standby.name && other.site == standby.site && receives && other.source == Source::Primary
}

/// A destination seen from its own site; one that stands ready is taken as SYNC AFFIRM.
fn within_a_site(destination: &Destination) -> Destination {
    let mut near = destination.clone();
    near.link.route =
        Route::RoundTrip(Milliseconds::new("round trip", WITHIN_A_SITE).unwrap_or(Milliseconds::ZERO));
    near.link.hop = None;
    near.link.spells = None;
    near.link.loss = crate::units::Probability::new("loss", 0.0).unwrap_or(destination.link.loss);
    if near.transport == Transport::Reserved {
        near.transport = Transport::Sync(Acknowledgement::Affirm);
    }
    near.source = Source::Primary;
    near
}
