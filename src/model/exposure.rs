//! What would be lost with the database, and with its site.
//!
//! A SYNC destination has every commit that was acknowledged, an ASYNC one what is older than its lag. A far sync
//! instance that survives forwards what it has; one that stands with the primary is lost with the site, and what it had
//! not forwarded with it. Sources: Data Guard Concepts (protection modes, far sync instances).

use super::lag::Lag;
use crate::scenario::{Destination, Role, Scenario, Site, Source, Transport, Turn};

/// What is lost at most, and on average over the day, s.
#[derive(Debug, Clone, PartialEq)]
pub struct Loss {
    /// The standby that takes over.
    pub standby: String,
    /// Greatest lag over the day, s.
    pub max: f64,
    /// Mean lag over the day, s.
    pub mean: f64,
}

/// Losses in normal life; nothing where no standby is left to take over, or where its lag grows without end.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Exposure {
    /// The primary database is lost, its site is not.
    pub database: Option<Loss>,
    /// The primary's site is lost.
    pub site: Option<Loss>,
}

/// Greatest and mean lag of a hop; SYNC has none.
type Hop = (f64, f64);

/// Exposure of `scenario` given the lags of its ASYNC destinations.
#[must_use]
pub fn exposure(scenario: &Scenario, lags: &[Lag]) -> Exposure {
    let standbys = scenario.destinations.iter().filter(|d| d.role == Role::Standby && d.turn == Turn::Active);
    let mut exposure = Exposure::default();
    for standby in standbys {
        let Some(chain) = Chain::of(scenario, lags, standby) else { continue };
        let loss = |(max, mean): Hop| Loss { standby: standby.name.clone(), max, mean };
        keep_least(&mut exposure.database, loss(chain.after_database()));
        if standby.site != Site::Primary {
            keep_least(&mut exposure.site, loss(chain.after_site()));
        }
    }
    exposure
}

fn keep_least(known: &mut Option<Loss>, loss: Loss) {
    if known.as_ref().is_none_or(|k| (loss.max, loss.mean) < (k.max, k.mean)) {
        *known = Some(loss);
    }
}

/// The way of the redo to a standby.
struct Chain {
    /// From the primary to the standby or the far sync instance.
    first: Hop,
    /// From the far sync instance on.
    forwarded: Option<Hop>,
    /// The far sync instance stands with the primary.
    with_primary: bool,
}

impl Chain {
    fn of(scenario: &Scenario, lags: &[Lag], standby: &Destination) -> Option<Self> {
        let last = hop(lags, standby)?;
        match &standby.source {
            Source::Primary => Some(Self { first: last, forwarded: None, with_primary: false }),
            Source::FarSync(name) => {
                let far_sync = scenario.destination(name)?;
                Some(Self {
                    first: hop(lags, far_sync)?,
                    forwarded: Some(last),
                    with_primary: far_sync.site == Site::Primary,
                })
            }
        }
    }

    /// A far sync instance is left and forwards what it has.
    fn after_database(&self) -> Hop {
        self.first
    }

    fn after_site(&self) -> Hop {
        match self.forwarded {
            Some(hop) if self.with_primary => (self.first.0 + hop.0, self.first.1 + hop.1),
            _ => self.first,
        }
    }
}

fn hop(lags: &[Lag], destination: &Destination) -> Option<Hop> {
    match destination.transport {
        Transport::Sync(_) => Some((0.0, 0.0)),
        Transport::Async => {
            lags.iter().find(|lag| lag.name == destination.name).map(|lag| (lag.max, lag.mean))
        }
        Transport::Reserved => None,
    }
}
