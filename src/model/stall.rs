//! What outages of a SYNC destination cost: commits stall until NET_TIMEOUT drops it, and run unprotected until REOPEN
//! and a successful attempt bring it back.
//!
//! DATA_GUARD_SYNC_LATENCY drops a destination that is that much later than the first acknowledgement, so a stall ends
//! with the shorter of the two. In maximum protection the only SYNC AFFIRM standby is never dropped: commits stall for
//! the whole outage, and the primary stops if it lasts.
//!
//! Sources: Data Guard Concepts (NET_TIMEOUT, REOPEN, protection modes), Oracle Database Reference
//! (DATA_GUARD_SYNC_LATENCY); `queueing::timeout_cycle` for the mathematics; RFC 6298 for the timer of a SYN.

use super::commit::LegPath;
use super::line;
use super::path::Answers;
use crate::latency::Delay;
use crate::queueing::timeout_cycle::{self, CutLink, Reaction, TimeoutCycle};
use crate::scenario::{
    Acknowledgement, Destination, Load, OutageLaw, Protection, Resume, Role, Scenario, Transport, Turn,
};
use crate::units::PerSecond;

/// A timeout that no outage reaches, s.
const NEVER: f64 = 1e6;
/// First timer of a SYN, ms, and how often it is sent again (Linux).
const SYN_TIMER: f64 = 1000.0;
const SYN_RETRIES: i32 = 6;
/// Hours of a month.
const MONTH: f64 = 730.0;

/// What the outages of one destination cost.
#[derive(Debug, Clone, PartialEq)]
pub struct Stall {
    /// Name of the destination.
    pub name: String,
    /// What ends a stall that the outage outlasts, s; nothing where the primary stops instead.
    pub timeout: Option<f64>,
    /// Its cycle of outages.
    pub cycle: TimeoutCycle,
    /// Whether someone has to enable it again after a drop (REOPEN 0), so that no time without it can be told.
    pub by_hand: bool,
}

/// Stalls of every SYNC destination that has outages.
#[must_use]
pub fn stalls(scenario: &Scenario, legs: &[LegPath]) -> Vec<Stall> {
    scenario.sync_destinations().filter_map(|destination| stall(scenario, legs, destination)).collect()
}

fn stall(scenario: &Scenario, legs: &[LegPath], destination: &Destination) -> Option<Stall> {
    let outages = &destination.outages;
    let timeout = (!is_never_dropped(scenario, destination)).then(|| timeout(scenario, legs, destination));
    let by_hand = outages.reopen.get() <= 0.0;
    let first_timer = line::timeout(&destination.link, None) / 1000.0;
    let link = CutLink {
        mean_up: outages.interval.get() / 1000.0,
        mean_outage: outages.length.get() / 1000.0,
        law: match outages.law {
            OutageLaw::Exponential => timeout_cycle::OutageLaw::Exponential,
            OutageLaw::Constant => timeout_cycle::OutageLaw::Constant,
        },
        timeout: timeout.unwrap_or(NEVER),
        reopen: if by_hand { outages.length.get() / 1000.0 } else { outages.reopen.get() / 1000.0 },
        failed_try: outages.attempt.get() / 1000.0,
        reaction: match outages.resume {
            Resume::AtOnce => Reaction::Immediate,
            Resume::Retransmission => {
                Reaction::Retransmission { first_timer: first_timer.clamp(1e-3, 120.0) }
            }
        },
    };
    let cycle = timeout_cycle::timeout_cycle(&link).value().filter(|_| outages.length.get() > 0.0)?;
    Some(Stall { name: destination.name.clone(), timeout, cycle, by_hand })
}

/// Maximum protection holds on to the last SYNC AFFIRM standby.
fn is_never_dropped(scenario: &Scenario, destination: &Destination) -> bool {
    let affirms =
        |d: &&Destination| d.role == Role::Standby && d.transport == Transport::Sync(Acknowledgement::Affirm);
    scenario.primary.protection == Protection::Full
        && affirms(&destination)
        && scenario.sync_destinations().filter(affirms).count() == 1
}

/// The shorter of NET_TIMEOUT and DATA_GUARD_SYNC_LATENCY after the first other acknowledgement, s.
fn timeout(scenario: &Scenario, legs: &[LegPath], destination: &Destination) -> f64 {
    let net_timeout = destination.outages.net_timeout.get();
    let latency = scenario.primary.sync_latency.get();
    let others = legs.iter().filter(|leg| leg.name != destination.name);
    let first = others.map(|leg| leg.remote_write.mean()).fold(f64::INFINITY, f64::min);
    let latest = if latency > 0.0 { first + latency } else { f64::INFINITY };
    net_timeout.min(latest) / 1000.0
}

/// What lost SYNs add to a connection attempt on average, ms, by how many were lost: each costs the timer of a SYN, which
/// doubles.
#[must_use]
pub fn dropped_syns(destination: &Destination) -> Vec<(String, f64)> {
    let loss = destination.link.hop.as_ref().map_or(0.0, |hop| hop.syn_loss.get());
    let added = |k: i32| (format!("SYN {k} lost"), loss.powi(k) * SYN_TIMER * 2.0_f64.powi(k - 1));
    if loss > 0.0 { (1..=SYN_RETRIES).map(added).collect() } else { Vec::new() }
}

/// All of them together, ms.
#[must_use]
pub fn reconnect(destination: &Destination) -> f64 {
    dropped_syns(destination).iter().map(|(_, ms)| ms).sum()
}

/// Results of one destination, by key of the catalogue.
pub(super) fn results(answers: &Answers, destination: &Destination) -> Vec<(String, f64)> {
    let mut results = Vec::new();
    let mut tell = |leaf: &str, value: f64| results.push((format!("destination[].{leaf}"), value));
    if destination.link.hop.as_ref().is_some_and(|hop| hop.syn_loss.get() > 0.0) {
        tell("reconnect", reconnect(destination));
    }
    let found = answers.stalls.iter().find(|s| s.name == destination.name);
    let Some(stall) = found.filter(|_| destination.turn == Turn::Active) else { return results };
    let cycle = &stall.cycle;
    tell("stall.length", 1000.0 * cycle.stall_per_cycle);
    tell("stall.commits", held(answers, cycle.stall_per_cycle));
    let fill_time = answers.buffer.fill_time;
    tell("stall.log_buffer_full", 1000.0 * (cycle.stall_per_cycle - fill_time).max(0.0));
    if stall.by_hand {
        return results;
    }
    tell("stall.per_month", MONTH * cycle.stalls_per_hour);
    tell("stall.minutes", cycle.stall_minutes_per_hour);
    tell("stall.unprotected", cycle.unprotected_share);
    tell("stall.added", added(answers, cycle));
    results
}

/// Commits that wait in a stall of `seconds`: those that come meanwhile, of sessions each one at most.
fn held(answers: &Answers, seconds: f64) -> f64 {
    let come = answers.normal.found.throughput * answers.scenario.workload.waiting_share.get() * seconds;
    match &answers.load {
        Load::Closed { sessions, .. } => come.min(sessions.get()),
        _ => come,
    }
}

/// What stalls add to the mean of all commits, ms.
pub(super) fn added(answers: &Answers, cycle: &TimeoutCycle) -> f64 {
    let waits = answers.normal.found.throughput * answers.scenario.workload.waiting_share.get();
    match (&answers.load, PerSecond::new("commits", waits)) {
        (Load::Closed { sessions, .. }, Ok(rate)) => cycle.added_response_closed(*sessions, rate),
        _ => cycle.added_response,
    }
}
