//! SYNC transport: what one remote write takes.
//!
//! LGWR's redo goes out in one message set per log write; the far end receives it, with AFFIRM writes it into the
//! standby redo log, and acknowledges. Round trip, jitter, receiving and writing are taken as independent.
//! Not in here: lost packets, a congestion window that restarts after idle, several writes in flight.
//!
//! Sources: Oracle Data Guard Concepts (SYNC, AFFIRM, NOAFFIRM), MAA "Best Practices for Synchronous Redo Transport".

use crate::latency::propagation::{self, Fibre};
use crate::latency::{Delay, Distribution, Resolution};
use crate::scenario::{Acknowledgement, Destination, Route};
use crate::units::Bytes;

/// The smallest round trip of a route, ms.
///
/// Measured, or `2 d rho n / c + equipment` from the distance `d`, the route factor `rho` and fibre's group index.
#[must_use]
pub fn smallest_round_trip(route: Route) -> f64 {
    match route {
        Route::RoundTrip(time) => time.get(),
        Route::Distance { distance, route_factor, equipment } => {
            let fibre = Fibre { route_factor, ..Fibre::default() };
            // Validated inputs are within its ranges.
            propagation::round_trip(distance, fibre, equipment).value().unwrap_or_default()
        }
    }
}

/// One SYNC destination, ready to be asked for its remote write under any batch.
#[derive(Debug, Clone)]
pub struct Leg {
    /// Name of the destination.
    pub name: String,
    /// All but the transfer of the redo.
    fixed: Distribution,
    /// Transfer of one commit's redo, ms.
    pub transfer_per_commit: f64,
    parts: Vec<LegPart>,
}

/// A part of a remote write, on average.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LegPart {
    /// Which one.
    pub kind: LegPartKind,
    /// Mean, ms.
    pub mean: f64,
}

/// Parts of a remote write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LegPartKind {
    /// The smallest round trip.
    RoundTrip,
    /// What round trips take beyond it.
    Jitter,
    /// Redo over bandwidth.
    Transfer,
    /// Work at the far end without the disk.
    Receive,
    /// Standby redo log write.
    RemoteWrite,
}

impl Leg {
    /// The leg to `destination` when a commit leaves `redo_per_commit`.
    #[must_use]
    pub fn new(destination: &Destination, redo_per_commit: Bytes, resolution: Resolution) -> Self {
        let round_trip = smallest_round_trip(destination.link.route);
        let jitter = destination.link.jitter.on_grid(resolution);
        let receive = destination.receive.on_grid(resolution);
        let mut parts = vec![
            LegPart { kind: LegPartKind::RoundTrip, mean: round_trip },
            LegPart { kind: LegPartKind::Jitter, mean: jitter.mean() },
            LegPart { kind: LegPartKind::Receive, mean: receive.mean() },
        ];
        let mut fixed = jitter.plus(&receive).shifted(round_trip);
        if destination.acknowledgement == Acknowledgement::Affirm {
            let write = destination.remote_write.on_grid(resolution);
            parts.push(LegPart { kind: LegPartKind::RemoteWrite, mean: write.mean() });
            fixed = fixed.plus(&write);
        }
        let transfer_per_commit = 1000.0 * redo_per_commit.get() / destination.link.bandwidth.get();
        Self { name: destination.name.clone(), fixed, transfer_per_commit, parts }
    }

    /// The remote write of `batch` commits: their redo over the bandwidth comes on top of the rest.
    #[must_use]
    pub fn remote_write(&self, batch: f64) -> Distribution {
        self.fixed.clone().shifted(self.transfer_per_commit * batch)
    }

    /// The remote write of any log write, whose batch follows `batches` (size and share).
    #[must_use]
    pub fn remote_write_of(&self, batches: &[(f64, f64)]) -> Distribution {
        let laws: Vec<(f64, Distribution)> = batches
            .iter()
            .filter(|(_, share)| *share > 0.0)
            .map(|(n, share)| (*share, self.remote_write(*n)))
            .collect();
        Distribution::mixture(&laws.iter().map(|(share, law)| (*share, law)).collect::<Vec<_>>())
    }

    /// Parts of the mean remote write of a batch, in the order of the path.
    #[must_use]
    pub fn parts(&self, batch_mean: f64) -> Vec<LegPart> {
        let transfer = LegPart { kind: LegPartKind::Transfer, mean: self.transfer_per_commit * batch_mean };
        let (before, after) = self.parts.split_at(2);
        before.iter().copied().chain([transfer]).chain(after.iter().copied()).collect()
    }
}
