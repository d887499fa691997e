//! SYNC transport: what one remote write takes.
//!
//! LGWR's redo goes out in one message set per log write; the far end receives it, with AFFIRM writes it into the
//! standby redo log, and acknowledges. Round trip, jitter, receiving and writing are taken as independent.
//! Not in here: lost packets, a congestion window that restarts after idle, several writes in flight.
//!
//! Sources: Oracle Data Guard Concepts (SYNC, AFFIRM, NOAFFIRM), MAA "Best Practices for Synchronous Redo Transport".

use crate::latency::propagation::{self, Fibre};
use crate::latency::{Delay, Distribution, Law, Resolution, Shape};
use crate::queueing::batch_service::BatchSize;
use crate::scenario::{Acknowledgement, Destination, Route};
use crate::units::{Bytes, Milliseconds, Scv};

/// Below this share of a leg's variance, the spread of the batch is left out of its transfer time.
const NEGLIGIBLE_SPREAD: f64 = 1e-3;

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

    /// The remote write of a batch: the batch's redo over the bandwidth comes on top of the rest.
    ///
    /// The transfer has the batch's mean; its spread is matched by a gamma where it matters.
    #[must_use]
    pub fn remote_write(&self, batch: BatchSize) -> Distribution {
        with_transfer(&self.fixed, self.transfer_per_commit, batch)
    }

    /// Parts of the mean remote write of a batch, in the order of the path.
    #[must_use]
    pub fn parts(&self, batch_mean: f64) -> Vec<LegPart> {
        let transfer = LegPart { kind: LegPartKind::Transfer, mean: self.transfer_per_commit * batch_mean };
        let (before, after) = self.parts.split_at(2);
        before.iter().copied().chain([transfer]).chain(after.iter().copied()).collect()
    }
}

/// The slowest of the remote writes of one batch; nothing without legs.
///
/// All legs carry the same batch, so its size delays them together: what a leg's slower line adds per commit comes on
/// top of that leg before it is compared with the next faster one, and the rest on top of the slowest. These pieces are
/// added as independent, with as much spread each as gives their sum the spread of the slowest line.
///
/// Exact for lines of equal bandwidth and where the slowest line decides. Else on the safe side: the mean response of
/// group commit over two lines is at most 3, 5, 10, 15, 21 and 26 % above simulation at 30, 50, 70, 80, 90 and 95 % load
/// of the slowest line, the worst of 7 pairs each.
#[must_use]
pub fn slowest_remote_write(legs: &[Leg], batch: BatchSize) -> Option<Distribution> {
    let mut slowest_line_first: Vec<&Leg> = legs.iter().collect();
    slowest_line_first.sort_by(|a, b| b.transfer_per_commit.total_cmp(&a.transfer_per_commit));
    let (first, rest) = slowest_line_first.split_first()?;
    let next = rest.iter().map(|leg| leg.transfer_per_commit).chain([0.0]);
    let pieces: Vec<f64> =
        slowest_line_first.iter().zip(next).map(|(leg, next)| leg.transfer_per_commit - next).collect();
    let of_slowest = |piece: &f64| (piece / first.transfer_per_commit).powi(2);
    let spread = 1.0 / pieces.iter().map(of_slowest).sum::<f64>();
    let batch = BatchSize { variance: batch.variance * spread, ..batch };
    let mut slowest = with_transfer(&first.fixed, pieces[0], batch);
    for (leg, piece) in rest.iter().zip(&pieces[1..]) {
        slowest = with_transfer(&slowest.max(&leg.fixed), *piece, batch);
    }
    Some(slowest)
}

/// `fixed` and then the batch, each commit of which takes `per_commit` ms.
fn with_transfer(fixed: &Distribution, per_commit: f64, batch: BatchSize) -> Distribution {
    let transfer = per_commit * batch.mean;
    let variance = per_commit * per_commit * batch.variance;
    if variance <= NEGLIGIBLE_SPREAD * (fixed.variance() + 1e-6 * fixed.mean().powi(2)) {
        return fixed.clone().shifted(transfer);
    }
    gamma(transfer, variance)
        .map_or_else(|| fixed.clone().shifted(transfer), |law| fixed.plus(&law.on_grid(fixed.resolution())))
}

fn gamma(mean: f64, variance: f64) -> Option<Law> {
    let mean_time = Milliseconds::new("transfer", mean).ok()?;
    let scv = Scv::new("transfer SCV", variance / (mean * mean)).ok()?;
    Some(Law::new(Shape::Gamma, mean_time, scv))
}
