//! ASYNC transport: how far a destination lags behind over a day, and how it catches up after an outage.
//!
//! Redo is a fluid that leaves at the rate of the line or of its TCP connections; each instance has one. Sources:
//! `queueing::fluid`; Oracle High Availability Overview (usual transport lag below 10 s).

use super::line;
use crate::latency::Delay;
use crate::queueing::fluid::{self, LagPiece};
use crate::scenario::{Destination, Scenario};
use crate::units::Answer;

/// Lag of one destination over a day.
#[derive(Debug, Clone, PartialEq)]
pub struct Lag {
    /// Name of the destination.
    pub name: String,
    /// Greatest lag, s.
    pub max: f64,
    /// When it is reached, h after midnight.
    pub time_of_max: f64,
    /// Mean lag over time, s.
    pub mean: f64,
    /// Greatest backlog, bytes of redo.
    pub max_backlog: f64,
    /// Lag when the line keeps up, s; part of all lags above.
    pub least: f64,
    /// The lag over the day beyond `least`.
    pub pieces: Vec<LagPiece>,
}

/// A line that gets more redo in a day than it carries.
#[derive(Debug, Clone, PartialEq)]
pub struct Overflow {
    /// Name of the destination.
    pub name: String,
    /// Mean redo rate, bytes per second.
    pub offered: f64,
    /// What the line carries, bytes of redo per second.
    pub capacity: f64,
}

/// Redo that goes to `destination` per second at most, bytes: line or connections, times the compression ratio.
#[must_use]
pub fn capacity(scenario: &Scenario, destination: &Destination) -> f64 {
    let connections = scenario.primary.instances.len() as f64;
    let carried =
        (connections * line::connection_rate(&destination.link)).min(destination.link.bandwidth.get());
    carried * destination.compression.map_or(1.0, |c| c.ratio)
}

/// Mean over the day when `redo_rate` is generated at a factor of 1, in its unit.
#[must_use]
pub fn mean_over_the_day(scenario: &Scenario, redo_rate: f64) -> f64 {
    redo_rate * scenario.workload.hours.iter().sum::<f64>() / 24.0
}

/// Lag of an ASYNC destination when `redo_rate` bytes per second are generated at a factor of 1.
///
/// # Errors
/// The line carries less in a day than is generated.
pub fn over_the_day(scenario: &Scenario, destination: &Destination, redo_rate: f64) -> Result<Lag, Overflow> {
    let rates = scenario.workload.hours.map(|factor| factor * redo_rate);
    let capacity = capacity(scenario, destination);
    let least = least(destination);
    match fluid::backlog(&rates, 3600.0, capacity, None) {
        Answer::Ok(day) | Answer::Warn(day, _) => Ok(Lag {
            name: destination.name.clone(),
            max: day.max_lag + least,
            time_of_max: day.time_of_max / 3600.0,
            mean: day.mean_lag + least,
            max_backlog: day.max_backlog,
            least,
            pieces: day.pieces,
        }),
        Answer::Saturated(_) | Answer::Invalid(_) => Err(Overflow {
            name: destination.name.clone(),
            offered: rates.iter().sum::<f64>() / 24.0,
            capacity,
        }),
    }
}

/// Half a round trip, reading and sending, s.
fn least(destination: &Destination) -> f64 {
    let link = &destination.link;
    let jitter: f64 = line::delays(link, None).map(Delay::mean).sum();
    (0.5 * (line::smallest_round_trip(link.route) + jitter) + destination.async_delay.get()) / 1000.0
}

/// Time from the end of an average outage until `destination` has all redo, s; nothing when it never has, or when it
/// has no outages.
#[must_use]
pub fn catch_up(scenario: &Scenario, destination: &Destination, redo_rate: f64) -> Option<f64> {
    let length = destination.outages.length.get() / 1000.0;
    let mean = mean_over_the_day(scenario, redo_rate);
    let outage = fluid::outage(mean, length, capacity(scenario, destination)).value()?;
    outage.catch_up_time.filter(|_| length > 0.0)
}
