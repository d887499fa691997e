//! Laws of a delay by mean and squared coefficient of variation (SCV), with an exact shift.

use statrs::function::gamma::{gamma_lr, gamma_ur};

use super::distribution::Moments;
use super::statistics::{normal_cdf as phi, normal_quantile, root};
use super::{Delay, Distribution, Histogram, Resolution};
use crate::units::{Milliseconds, Scv};

mod quadrature;

/// A gamma below this SCV is taken as constant: its standard deviation is a 300th of a cell of the grid, and the
/// incomplete gamma function needs time that grows with the inverse standard deviation.
const LEAST_GAMMA_SCV: f64 = 1e-8;

/// The form of the excess over the shift.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Always its mean.
    Constant,
    /// Memoryless; its SCV is 1.
    Exponential,
    /// Gamma with shape 1/SCV and scale mean times SCV.
    Gamma,
    /// Lognormal with sigma^2 = ln(1 + SCV).
    Lognormal,
}

/// A delay: `shift` plus an excess.
#[derive(Debug, Clone, PartialEq)]
pub struct Law {
    shift: f64,
    excess: Excess,
}

/// The excess over the shift, in ms, non-negative.
#[derive(Debug, Clone, PartialEq)]
enum Excess {
    None,
    Gamma { shape: f64, scale: f64 },
    Lognormal { mu: f64, sigma: f64 },
    Uniform { low: f64, high: f64 },
    Buckets(Histogram),
}

impl Law {
    /// Always `value`.
    #[must_use]
    pub fn constant(value: Milliseconds) -> Self {
        Self { shift: value.get(), excess: Excess::None }
    }

    /// An excess of `shape` by its mean and SCV. A zero mean or SCV is a constant, as is a gamma of an SCV below 1e-8;
    /// an exponential ignores `scv`.
    #[must_use]
    pub fn new(shape: Shape, mean: Milliseconds, scv: Scv) -> Self {
        Self::from_moments(shape, 0.0, mean.get(), scv.get())
    }

    /// `shift` plus an excess of mean `m` and SCV `c2`, both finite, in fits also beyond the range of [`Scv`].
    pub(super) fn from_moments(shape: Shape, shift: f64, m: f64, c2: f64) -> Self {
        let excess = match shape {
            Shape::Exponential if m > 0.0 => Excess::Gamma { shape: 1.0, scale: m },
            Shape::Gamma if m * c2 > 0.0 && c2 >= LEAST_GAMMA_SCV => {
                Excess::Gamma { shape: 1.0 / c2, scale: m * c2 }
            }
            Shape::Lognormal if m > 0.0 && c2 > 0.0 => {
                let variance = c2.ln_1p();
                Excess::Lognormal { mu: m.ln() - variance / 2.0, sigma: variance.sqrt() }
            }
            _ => return Self { shift: shift + m, excess: Excess::None },
        };
        Self { shift, excess }
    }

    /// Lognormal by the mean `mu` and standard deviation `sigma > 0` of its logarithm in ms.
    pub(super) fn lognormal(mu: f64, sigma: f64) -> Self {
        Self { shift: 0.0, excess: Excess::Lognormal { mu, sigma } }
    }

    /// Uniform between `low` and `high`, in either order.
    #[must_use]
    pub fn uniform(low: Milliseconds, high: Milliseconds) -> Self {
        Self::uniform_between(low.get().min(high.get()), low.get().max(high.get()))
    }

    /// Uniform between bare numbers of ms, `low <= high`.
    pub(super) fn uniform_between(low: f64, high: f64) -> Self {
        let excess = if high > low { Excess::Uniform { low: 0.0, high: high - low } } else { Excess::None };
        Self { shift: low, excess }
    }

    /// The law of a measured histogram: log-uniform inside each bucket, uniform in one that starts at 0.
    #[must_use]
    pub fn from_histogram(histogram: Histogram) -> Self {
        Self { shift: 0.0, excess: Excess::Buckets(histogram) }
    }

    /// The same law, later by `by`.
    #[must_use]
    pub fn shifted(mut self, by: Milliseconds) -> Self {
        self.shift += by.get();
        self
    }

    /// Exact part, in ms.
    #[must_use]
    pub fn shift(&self) -> f64 {
        self.shift
    }

    /// The value in ms that a share `p` of delays does not exceed, by the law's own inverse, free of any grid.
    #[must_use]
    pub fn percentile(&self, p: f64) -> f64 {
        self.shift + self.excess.percentile(p.clamp(0.0, 1.0))
    }

    /// Share of delays at or below `x` ms.
    #[must_use]
    pub fn share_below(&self, x: f64) -> f64 {
        if x < self.shift { 0.0 } else { self.excess.below(x - self.shift).probability.min(1.0) }
    }

    /// On the grid, with the law's exact moments.
    #[must_use]
    pub fn on_grid(&self, resolution: Resolution) -> Distribution {
        match &self.excess {
            Excess::None => Distribution::constant(self.shift, resolution),
            excess => {
                let mean = excess.mean();
                let variance = (excess.second_moment() - mean * mean).max(0.0);
                let moments = Moments { mean, variance };
                Distribution::from_cells(
                    self.shift,
                    resolution,
                    moments,
                    |x| excess.below(x),
                    |x| excess.above(x),
                )
            }
        }
    }
}

impl Delay for Law {
    fn mean(&self) -> f64 {
        self.shift + self.excess.mean()
    }

    fn second_moment(&self) -> f64 {
        let mean = self.excess.mean();
        self.excess.second_moment() + self.shift * (2.0 * mean + self.shift)
    }

    fn laplace(&self, s: f64) -> f64 {
        (-s * self.shift).exp() * self.excess.laplace(s)
    }

    fn survival(&self, x: f64) -> f64 {
        if x < self.shift { 1.0 } else { self.excess.survival(x - self.shift) }
    }

    fn nodes(&self) -> Vec<(f64, f64)> {
        let mut nodes = self.excess.nodes();
        nodes.iter_mut().for_each(|(x, _)| *x += self.shift);
        nodes
    }
}

/// Probability and partial mean on one side of a point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Part {
    /// P(Y <= x) or P(Y > x).
    pub(super) probability: f64,
    /// E[Y; same event], in ms.
    pub(super) partial_mean: f64,
}

impl Excess {
    fn mean(&self) -> f64 {
        match self {
            Self::None => 0.0,
            Self::Gamma { shape, scale } => shape * scale,
            Self::Lognormal { mu, sigma } => (mu + sigma * sigma / 2.0).exp(),
            Self::Uniform { low, high } => f64::midpoint(*low, *high),
            Self::Buckets(histogram) => histogram.mean_estimate(),
        }
    }

    fn second_moment(&self) -> f64 {
        match self {
            Self::None => 0.0,
            Self::Gamma { shape, scale } => shape * (shape + 1.0) * scale * scale,
            Self::Lognormal { mu, sigma } => (2.0 * (mu + sigma * sigma)).exp(),
            Self::Uniform { low, high } => (low * low + low * high + high * high) / 3.0,
            Self::Buckets(histogram) => histogram.second_moment_estimate(),
        }
    }

    fn laplace(&self, s: f64) -> f64 {
        match self {
            Self::None => 1.0,
            Self::Gamma { shape, scale } => (1.0 + s * scale).powf(-shape),
            Self::Lognormal { mu, sigma } => lognormal_laplace(*mu, *sigma, s),
            Self::Uniform { low, high } if s * (high - low) > 1e-9 => {
                ((-s * low).exp() - (-s * high).exp()) / (s * (high - low))
            }
            Self::Uniform { low, .. } => (-s * low).exp(),
            Self::Buckets(histogram) => {
                Law::from_histogram(histogram.clone()).on_grid(Resolution::Fine).laplace(s)
            }
        }
    }

    fn percentile(&self, p: f64) -> f64 {
        match self {
            Self::None => 0.0,
            Self::Gamma { .. } if p <= 0.0 => 0.0,
            Self::Gamma { shape, scale } => scale * gamma_quantile(*shape, p),
            Self::Lognormal { .. } if p <= 0.0 => 0.0,
            Self::Lognormal { mu, sigma } => (mu + sigma * normal_quantile(p)).exp(),
            Self::Uniform { low, high } => low + p * (high - low),
            Self::Buckets(histogram) => histogram.percentile(p),
        }
    }

    /// The part at or below `x` ms.
    fn below(&self, x: f64) -> Part {
        if x <= 0.0 {
            return Part { probability: 0.0, partial_mean: 0.0 };
        }
        match self {
            Self::None => Part { probability: 1.0, partial_mean: 0.0 },
            Self::Gamma { shape, scale } => Part {
                probability: gamma_lr(*shape, scaled_by(x, *scale)),
                partial_mean: self.mean() * gamma_lr(shape + 1.0, scaled_by(x, *scale)),
            },
            Self::Lognormal { mu, sigma } => {
                let z = (x.ln() - mu) / sigma;
                Part { probability: phi(z), partial_mean: self.mean() * phi(z - sigma) }
            }
            Self::Uniform { low, high } => {
                let x = x.clamp(*low, *high);
                Part {
                    probability: (x - low) / (high - low),
                    partial_mean: (x * x - low * low) / (2.0 * (high - low)),
                }
            }
            Self::Buckets(histogram) => histogram.below(x),
        }
    }

    /// The part above `x` ms, accurate in the tail.
    fn above(&self, x: f64) -> Part {
        if x <= 0.0 {
            return Part { probability: 1.0, partial_mean: self.mean() };
        }
        match self {
            Self::Gamma { shape, scale } => Part {
                probability: gamma_ur(*shape, scaled_by(x, *scale)),
                partial_mean: self.mean() * gamma_ur(shape + 1.0, scaled_by(x, *scale)),
            },
            Self::Lognormal { mu, sigma } => {
                let z = (x.ln() - mu) / sigma;
                Part { probability: phi(-z), partial_mean: self.mean() * phi(sigma - z) }
            }
            _ => {
                let below = self.below(x);
                Part { probability: 1.0 - below.probability, partial_mean: self.mean() - below.partial_mean }
            }
        }
    }
}

/// `x / scale`, finite also for a scale that is next to nothing.
fn scaled_by(x: f64, scale: f64) -> f64 {
    (x / scale).min(f64::MAX)
}

/// Bisection on the logarithm, since small shapes put their percentiles many decades below the mean.
fn gamma_quantile(shape: f64, p: f64) -> f64 {
    let p = p.min(1.0 - f64::EPSILON / 2.0);
    let highest = (shape + 40.0 * shape.sqrt() + 800.0).ln();
    let off = |ln_x: f64| {
        let x = ln_x.exp();
        if p > 0.5 { (1.0 - p) - gamma_ur(shape, x) } else { gamma_lr(shape, x) - p }
    };
    root(-740.0, highest, off).exp()
}

/// No closed form: the trapezoid rule over the normal score, whose error falls faster than any power of the step.
fn lognormal_laplace(mu: f64, sigma: f64, s: f64) -> f64 {
    const STEP: f64 = 1.0 / 16.0;
    let density = 1.0 / (2.0 * std::f64::consts::PI).sqrt();
    let term = |i: i32| {
        let z = f64::from(i) * STEP;
        (-s * (mu + sigma * z).exp() - z * z / 2.0).exp()
    };
    density * STEP * (-160..=160).map(term).sum::<f64>()
}
