//! A delay as a distribution.
//!
//! Knows: laws ([`Law`]), measured histograms ([`Histogram`]) and their algebra on a log-linear grid
//! ([`Distribution`]): sum, maximum, minimum, mixture, residual life, percentiles; what a network adds to a delay
//! ([`propagation`], [`jitter`], [`bursts`], [`retransmission`], [`tcp_rate`]); laws from measurements ([`fit_ping`],
//! [`fit_histogram`], [`fit_samples`]).
//! Does not know: what is delayed, nor for whom. Times are in milliseconds throughout.
//!
//! A delay is `shift + excess`: the shift is exact, the excess lives on the grid. The representation was chosen
//! over lattices, transforms and phase types because minimum round trips (shifts), retransmission timers (atoms)
//! and nine decades of scale all have to survive sums and maxima.

pub mod bursts;
mod convolution;
mod distribution;
mod fisher_scoring;
pub mod fit_histogram;
pub mod fit_ping;
pub mod fit_samples;
mod grid;
mod histogram;
pub mod jitter;
mod law;
mod lognormal_mixture;
pub mod propagation;
pub mod retransmission;
mod shift;
mod statistics;
pub mod tcp_rate;

pub use distribution::Distribution;
pub use grid::Resolution;
pub use histogram::{Bucket, Histogram, HistogramError, MeanBounds};
pub use law::{Law, Shape};
pub use lognormal_mixture::{LognormalMixture, LognormalPart};

use crate::units::{OutOfRange, Range};

/// `value` of `field` against what the formula allows, where no quantity of `units` is that narrow.
fn check(field: &'static str, value: f64, allowed: Range, unit: &'static str) -> Option<OutOfRange> {
    (!allowed.contains(value)).then_some(OutOfRange { field, value, allowed, unit })
}

/// What most formulas need of a delay. A [`Law`] answers exactly, a [`Distribution`] to the grid's error.
pub trait Delay {
    /// Mean, ms.
    fn mean(&self) -> f64;
    /// Second moment, ms².
    fn second_moment(&self) -> f64;
    /// Laplace transform E[exp(-s X)], `s` per ms.
    fn laplace(&self, s: f64) -> f64;
    /// Share of delays above `x` ms.
    fn survival(&self, x: f64) -> f64;
    /// Points in ms, each with its share: `E f(X)` is the sum of `share * f(point)` for a smooth `f`.
    ///
    /// A law's points lie on quadrature rules that are exact to about 1e-11; a distribution's are its atoms.
    fn nodes(&self) -> Vec<(f64, f64)>;

    /// Squared coefficient of variation; 0 for a delay of 0.
    fn scv(&self) -> f64 {
        let mean = self.mean();
        if mean > 0.0 { (self.second_moment() / (mean * mean) - 1.0).max(0.0) } else { 0.0 }
    }
}
