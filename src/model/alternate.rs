//! A destination and its alternates: how long each serves, and what a commit costs over all of it.
//!
//! A destination is taken to be up and down by itself, and the one that comes first in the order and is up serves.
//! Sources: `queueing::alternates`; Data Guard Concepts (ALTERNATE, GROUP and PRIORITY).

use super::commit::{self, Setting, Solved};
use super::lag::Lag;
use crate::queueing::alternates::{self, Availability};
use crate::scenario::{Destination, Load, Scenario, Transport, Turn};
use crate::units::Answer;

const HOUR: f64 = 3.6e6;

/// One destination of normal life with those that take over from it.
#[derive(Debug, Clone, PartialEq)]
pub struct Turns {
    /// The destination of normal life.
    pub leader: String,
    /// It and its alternates in their order, with the share of time in which each serves.
    pub serves: Vec<(String, f64)>,
    /// Share of time in which each of them is up.
    pub up: Vec<f64>,
    /// Share of time in which none does.
    pub nobody: f64,
    /// Times a year that one takes over from another.
    pub switches: f64,
    /// Share of time in which a SYNC destination serves.
    pub zero_loss: f64,
    /// Who serves, the share of time, and mean log file sync then, ms; empty unless each state has an answer.
    pub means: Vec<(String, f64, f64)>,
    /// Mean lag over all states in which one serves, s: what is lost with the database.
    pub lag: Option<f64>,
}

impl Turns {
    /// Mean log file sync over all states, ms, where each has an answer.
    #[must_use]
    pub fn log_file_sync(&self) -> Option<f64> {
        let sum = self.means.iter().map(|(_, share, mean)| share * mean).sum();
        (!self.means.is_empty()).then_some(sum)
    }
}

/// All groups of destinations that take over from each other.
#[must_use]
pub fn turns(scenario: &Scenario, load: &Load, normal: &Solved, quiet: &Solved, lags: &[Lag]) -> Vec<Turns> {
    let leaders = scenario.destinations.iter().filter(|d| d.turn == Turn::Active);
    leaders
        .filter_map(|leader| {
            let others = alternates_of(scenario, &leader.name);
            (!others.is_empty())
                .then(|| group(scenario, load, normal, quiet, lags, leader, &others))
                .flatten()
        })
        .collect()
}

/// Alternates of a destination, in their order.
fn alternates_of<'a>(scenario: &'a Scenario, leader: &str) -> Vec<&'a Destination> {
    let mut all: Vec<(usize, &Destination)> = scenario
        .destinations
        .iter()
        .filter_map(|d| match &d.turn {
            Turn::Alternate { leader: of, rank } if of == leader => Some((*rank, d)),
            _ => None,
        })
        .collect();
    all.sort_by_key(|(rank, _)| *rank);
    all.into_iter().map(|(_, d)| d).collect()
}

fn group(
    scenario: &Scenario,
    load: &Load,
    normal: &Solved,
    quiet: &Solved,
    lags: &[Lag],
    leader: &Destination,
    others: &[&Destination],
) -> Option<Turns> {
    let all: Vec<&Destination> = std::iter::once(leader).chain(others.iter().copied()).collect();
    let servers: Vec<Availability> = all.iter().map(|d| availability(d)).collect();
    let found = alternates::alternates(&servers).value()?;
    let instead = |d: &Destination| mean_with(scenario, load, quiet, leader, d);
    let means: Option<Vec<f64>> = std::iter::once(Some(normal.found.mean))
        .chain(others.iter().map(|d| instead(d)))
        .chain([mean_without(scenario, load, quiet, leader)])
        .collect();
    let weights: Vec<f64> = found.serves.iter().copied().chain([found.nobody]).collect();
    let weigh = |values: Vec<f64>| values.iter().zip(&weights).map(|(v, w)| v * w).sum::<f64>();
    let lag_of = |d: &&Destination| match d.transport {
        Transport::Sync(_) => Some(0.0),
        Transport::Async => lags.iter().find(|lag| lag.name == d.name).map(|lag| lag.mean),
        Transport::Reserved => None,
    };
    let lags: Option<Vec<f64>> = all.iter().map(lag_of).collect();
    let served: f64 = found.serves.iter().sum();
    let who = all.iter().map(|d| format!("with {}", d.name)).chain(["with none".to_string()]);
    let told = |means: &Vec<f64>| who.zip(&weights).zip(means).map(|((w, s), m)| (w, *s, *m)).collect();
    let sync = |(d, share): (&&Destination, &f64)| if d.delays_commits() { *share } else { 0.0 };
    Some(Turns {
        leader: leader.name.clone(),
        serves: all.iter().zip(&found.serves).map(|(d, share)| (d.name.clone(), *share)).collect(),
        nobody: found.nobody,
        switches: found.switches_per_year,
        zero_loss: all.iter().zip(&found.serves).map(sync).sum(),
        up: servers.iter().map(|s| share_up(*s)).collect(),
        means: means.as_ref().map(told).unwrap_or_default(),
        lag: lags.map(|lags| weigh(lags) / served),
    })
}

fn share_up(server: Availability) -> f64 {
    alternates::alternates(&[server]).value().map_or(0.0, |alone| alone.serves[0])
}

fn availability(destination: &Destination) -> Availability {
    let outages = &destination.outages;
    Availability::Outages { mean_up: outages.interval.get() / HOUR, mean_down: outages.length.get() / HOUR }
}

/// Mean log file sync while `alternate` serves in the place of `leader`.
fn mean_with(
    scenario: &Scenario,
    load: &Load,
    quiet: &Solved,
    leader: &Destination,
    alternate: &Destination,
) -> Option<f64> {
    let kept = scenario.sync_destinations().filter(|d| d.name != leader.name);
    let sync: Vec<&Destination> = kept.chain(Some(alternate).filter(|d| d.delays_commits())).collect();
    mean_over(scenario, load, quiet, sync)
}

/// Mean log file sync while nobody serves in the place of `leader`.
fn mean_without(scenario: &Scenario, load: &Load, quiet: &Solved, leader: &Destination) -> Option<f64> {
    let kept: Vec<&Destination> = scenario.sync_destinations().filter(|d| d.name != leader.name).collect();
    mean_over(scenario, load, quiet, kept)
}

fn mean_over(scenario: &Scenario, load: &Load, quiet: &Solved, sync: Vec<&Destination>) -> Option<f64> {
    if sync.is_empty() {
        return Some(quiet.found.mean);
    }
    match commit::solve(&Setting { sync, ..commit::setting(scenario, load.clone()) }) {
        Answer::Ok(solved) | Answer::Warn(solved, _) => Some(solved.found.mean),
        Answer::Saturated(_) | Answer::Invalid(_) => None,
    }
}
