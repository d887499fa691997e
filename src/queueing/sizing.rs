//! The least servers for a target, and what one server less would give.

use super::load::Load;
use super::multi_server::{MultiServer, mgc};
use super::refusal::{Refusal, positive, service_time, within};
use crate::latency::{Delay, Distribution};
use crate::units::{Answer, Count, Milliseconds, PerSecond, Probability, Range, Scv};

/// What the servers must achieve.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Target {
    /// Mean wait at most this.
    WaitingTime(Milliseconds),
    /// This share of arrivals waits at most so long.
    WaitingPercentile(Probability, Milliseconds),
    /// At most this many wait on average.
    QueueLength(f64),
}

/// Servers that meet a target.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sizing {
    /// The least number.
    pub servers: u32,
    /// What the target limits, with this number: ms, or a number that wait.
    pub achieved: f64,
    /// The same with one server less, unless that is saturated.
    pub with_one_less: Option<f64>,
    /// The station with this number.
    pub station: MultiServer,
}

/// The smallest number of servers that is stable and meets `target`, for Poisson arrivals, by scanning upwards from the
/// first stable number, because waits fall with every server. Accuracy is that of [`super::multi_server::ggc`].
///
/// A target of 0 is `Invalid`: some arrival may always have to wait.
///
/// ```
/// use farsight::queueing::sizing::{Target, least_servers};
/// use farsight::units::{Milliseconds, PerSecond, Probability, Scv};
/// let target = Target::WaitingPercentile(Probability::new("share", 0.95)?, Milliseconds::new("wait", 100.0)?);
/// let rate = PerSecond::new("messages", 50.0)?;
/// let answer = least_servers(rate, Milliseconds::new("handling", 120.0)?, Scv::new("scv", 0.25)?, target);
/// assert_eq!(answer.value().unwrap().servers, 8);
/// # Ok::<(), farsight::units::OutOfRange>(())
/// ```
pub fn least_servers(
    arrival_rate: PerSecond,
    service_time: Milliseconds,
    service_scv: Scv,
    target: Target,
) -> Answer<Sizing> {
    let demand = Demand { arrival_rate, service_time, service_scv };
    target
        .limit()
        .map_err(Refusal::from)
        .and_then(|limit| demand.scan(limit, |station| target.figure(station)))
        .into()
}

/// The same for a percentile of wait and service together, which no number of servers brings below that of the service:
/// a tighter limit is `Invalid` and names the range.
pub fn least_servers_for_response(
    arrival_rate: PerSecond,
    service: &Distribution,
    share: Probability,
    limit: Milliseconds,
) -> Answer<Sizing> {
    scan_responses(arrival_rate, service, share.get(), limit.get()).into()
}

fn scan_responses(
    arrival_rate: PerSecond,
    service: &Distribution,
    share: f64,
    limit: f64,
) -> Result<Sizing, Refusal> {
    service_time(service.mean())?;
    let alone = service.percentile(share);
    within("target", limit, Milliseconds::UNIT, Range::above(alone, Milliseconds::RANGE.max))?;
    let service_time = Milliseconds::new("mean service time", service.mean())?;
    let service_scv = Scv::new("service SCV", service.scv())?;
    let demand = Demand { arrival_rate, service_time, service_scv };
    demand.scan(limit, |station| station.response(service).percentile(share))
}

impl Target {
    fn limit(&self) -> Result<f64, crate::units::OutOfRange> {
        match self {
            Self::WaitingTime(limit) | Self::WaitingPercentile(_, limit) => {
                positive("target", limit.get(), Milliseconds::UNIT, Milliseconds::RANGE.max)
            }
            Self::QueueLength(limit) => positive("target", *limit, "", 1e9),
        }
    }

    fn figure(&self, station: &MultiServer) -> f64 {
        match self {
            Self::WaitingTime(_) => station.waiting_time,
            Self::WaitingPercentile(share, _) => station.waiting_percentile(share.get()),
            Self::QueueLength(_) => station.queue_length,
        }
    }
}

/// Work that looks for servers.
struct Demand {
    arrival_rate: PerSecond,
    service_time: Milliseconds,
    service_scv: Scv,
}

impl Demand {
    fn with(&self, servers: f64) -> Result<Load, Refusal> {
        let servers = Count::new("servers", servers)?;
        Ok(Load { arrival_rate: self.arrival_rate, service_time: self.service_time, servers })
    }

    fn scan(&self, limit: f64, figure: impl Fn(&MultiServer) -> f64) -> Result<Sizing, Refusal> {
        let most = Count::RANGE.max;
        self.with(most)?.stable()?;
        let mut with_one_less = None;
        let mut servers = self.with(1.0)?.offered().floor() + 1.0;
        while servers <= most {
            let load = self.with(servers)?;
            let station = mgc(&load, self.service_scv)?;
            let achieved = figure(&station);
            if achieved <= limit {
                return Ok(Sizing { servers: load.servers(), achieved, with_one_less, station });
            }
            with_one_less = Some(achieved);
            servers += 1.0;
        }
        Err(Refusal::saturated("100,000 servers", self.with(most)?.capacity(), self.arrival_rate.get()))
    }
}
