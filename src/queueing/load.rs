//! A stream of arrivals offered to identical servers.

use super::refusal::{Refusal, service_time, whole};
use crate::units::{Count, Milliseconds, PerSecond};

/// What is offered to how many servers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Load {
    /// Arrivals per second by all sources together.
    pub arrival_rate: PerSecond,
    /// Mean time that one arrival keeps one server.
    pub service_time: Milliseconds,
    /// Identical servers that share one queue.
    pub servers: Count,
}

impl Load {
    /// Mean number of busy servers if all arrivals are served, in erlangs: `lambda S`.
    #[must_use]
    pub fn offered(&self) -> f64 {
        self.arrival_rate.per_ms() * self.service_time.get()
    }

    /// Share of time that each server works: `lambda S / c`.
    #[must_use]
    pub fn utilization(&self) -> f64 {
        self.offered() / f64::from(self.servers())
    }

    /// Arrivals per second that the servers can carry: `c / S`.
    #[must_use]
    pub fn capacity(&self) -> f64 {
        1000.0 * f64::from(self.servers()) / self.service_time.get()
    }

    pub(super) fn servers(&self) -> u32 {
        whole(self.servers)
    }

    /// Refuses a load at or above capacity and a service of no length.
    pub(super) fn stable(&self) -> Result<(), Refusal> {
        service_time(self.service_time.get())?;
        if self.utilization() < 1.0 {
            return Ok(());
        }
        Err(Refusal::saturated("the servers", self.capacity(), self.arrival_rate.get()))
    }
}
