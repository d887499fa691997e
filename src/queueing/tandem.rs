//! Stations in a row: what leaves one enters the next.
//!
//! Sources: Whitt 1983, The Queueing Network Analyzer, for the departures; each station by [`super::multi_server`].

use super::load::Load;
use super::multi_server::{MultiServer, Variability, ggc, poisson};
use crate::latency::{Delay, Distribution, Resolution};
use crate::units::{Answer, Count, Milliseconds, OutOfRange, PerSecond, Range, Scv};

/// A station of the row.
#[derive(Debug, Clone, PartialEq)]
pub struct Stage {
    /// What it is called if it is saturated.
    pub name: String,
    /// Its servers.
    pub servers: Count,
    /// Time that one arrival keeps one server.
    pub service: Distribution,
}

/// A station of the row, solved.
#[derive(Debug, Clone, PartialEq)]
pub struct StageResult {
    /// Its steady state.
    pub station: MultiServer,
    /// How irregular its arrivals and its service are.
    pub variability: Variability,
    /// Wait and service there.
    pub response: Distribution,
}

/// The row, solved.
#[derive(Debug, Clone, PartialEq)]
pub struct Tandem {
    /// In order.
    pub stages: Vec<StageResult>,
    /// Mean time from the first arrival to the last departure, ms: means add up.
    pub response_time: f64,
    /// Law of that time, stages taken as independent. Percentiles of stages must not be added.
    pub response: Distribution,
}

/// Poisson arrivals that pass all `stages`.
///
/// Departures of a stage have the SCV `1 + (1 - rho²)(ca2 - 1) + rho² (max(c2, 0.2) - 1) / sqrt(c)`; within 0.15 of 1
/// they are taken as Poisson. Simulated: mean within 2.9 %, p95 8.8 %, p99 11 %, the worst at utilization 0.8 and 0.87
/// in a row; elsewhere below 3 %. A saturated stage is named with its capacity.
pub fn tandem(arrival_rate: PerSecond, stages: &[Stage]) -> Answer<Tandem> {
    let Some((first, rest)) = stages.split_first() else {
        let allowed = Range::closed(1.0, 1000.0);
        return Answer::Invalid(vec![OutOfRange {
            field: "number of stages",
            value: 0.0,
            allowed,
            unit: "",
        }]);
    };
    let start = solve(arrival_rate, first, poisson()).map(|stage| vec![stage]);
    rest.iter()
        .fold(start, |row, stage| {
            row.and_then(|mut solved| {
                let arrivals = solved.last().map_or_else(poisson, departure_scv);
                solve(arrival_rate, stage, arrivals).map(|next| {
                    solved.push(next);
                    solved
                })
            })
        })
        .map(in_a_row)
}

fn solve(arrival_rate: PerSecond, stage: &Stage, arrivals: Scv) -> Answer<StageResult> {
    let quantities = || -> Result<(Milliseconds, Scv), OutOfRange> {
        let mean = Milliseconds::new("mean service time", stage.service.mean())?;
        Ok((mean, Scv::new("service SCV", stage.service.scv())?))
    };
    let (service_time, service) = match quantities() {
        Ok(both) => both,
        Err(field) => return Answer::Invalid(vec![field]),
    };
    let load = Load { arrival_rate, service_time, servers: stage.servers };
    let variability = Variability { arrivals, service };
    match ggc(&load, variability) {
        Answer::Saturated(mut saturation) => {
            saturation.resource.clone_from(&stage.name);
            Answer::Saturated(saturation)
        }
        answer => answer.map(|station| {
            let response = station.response(&stage.service);
            StageResult { station, variability, response }
        }),
    }
}

/// SCV of the time between departures.
fn departure_scv(stage: &StageResult) -> Scv {
    let load = &stage.station.load;
    let squared = load.utilization() * load.utilization();
    let scv = 1.0
        + (1.0 - squared) * (stage.variability.arrivals.get() - 1.0)
        + squared * (stage.variability.service.get().max(0.2) - 1.0) / f64::from(load.servers()).sqrt();
    let poisson = poisson();
    if (scv - 1.0).abs() < 0.15 { poisson } else { Scv::new("departures", scv).unwrap_or(poisson) }
}

fn in_a_row(stages: Vec<StageResult>) -> Tandem {
    let response_time = stages.iter().map(|stage| stage.station.response_time).sum();
    let laws = stages.iter().map(|stage| stage.response.clone());
    let response = laws
        .reduce(|sum, law| sum.plus(&law))
        .unwrap_or_else(|| Distribution::constant(0.0, Resolution::default()));
    Tandem { stages, response_time, response }
}
