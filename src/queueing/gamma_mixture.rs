//! A delay that is 0 with some chance, and otherwise one of several gammas: what two-moment approximations of waits
//! and response times give, with percentiles in closed form up to a root search.

use statrs::function::gamma::gamma_ur;

use super::root::falling_root_above_zero;
use crate::latency::{Distribution, Law, Resolution, Shape};
use crate::units::{Milliseconds, Scv};

/// One gamma: its share, mean and SCV.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GammaPart {
    /// Chance of this part.
    pub share: f64,
    /// Mean, ms, above 0.
    pub mean: f64,
    /// Squared coefficient of variation; 0 is a constant.
    pub scv: f64,
}

/// Gammas with their shares; what is missing to 1 is a delay of 0.
#[derive(Debug, Clone, PartialEq)]
pub struct GammaMixture {
    parts: Vec<GammaPart>,
}

impl GammaPart {
    /// Below this SCV a gamma is told from a constant by nobody, and its incomplete gamma function gets slow.
    const CONSTANT: f64 = 1e-7;

    fn survival(&self, x: f64) -> f64 {
        if self.scv <= Self::CONSTANT {
            return if x < self.mean { 1.0 } else { 0.0 };
        }
        let scaled = x / (self.mean * self.scv);
        // Shapes near 0 cannot resolve what lies below; far out the tail is 0 to the last digit.
        match scaled {
            s if s < 1e-300 => 1.0,
            s if s > 1e300 => 0.0,
            s => gamma_ur(1.0 / self.scv, s).clamp(0.0, 1.0),
        }
    }
}

impl GammaMixture {
    /// Parts with a share and mean above 0 count, others are a delay of 0.
    pub(super) fn new(parts: impl IntoIterator<Item = GammaPart>) -> Self {
        Self { parts: parts.into_iter().filter(|part| part.share > 0.0 && part.mean > 0.0).collect() }
    }

    /// The parts.
    #[must_use]
    pub fn parts(&self) -> &[GammaPart] {
        &self.parts
    }

    /// Mean, ms.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.parts.iter().map(|part| part.share * part.mean).sum()
    }

    /// Variance, ms².
    #[must_use]
    pub fn variance(&self) -> f64 {
        let second: f64 =
            self.parts.iter().map(|part| part.share * part.mean * part.mean * (1.0 + part.scv)).sum();
        (second - self.mean() * self.mean()).max(0.0)
    }

    /// Share of delays above `x` ms.
    #[must_use]
    pub fn survival(&self, x: f64) -> f64 {
        self.parts.iter().map(|part| part.share * part.survival(x.max(0.0))).sum()
    }

    /// The value in ms that a share `p` of delays does not exceed; `p` is brought into `[0, 1 - 1e-15]`.
    #[must_use]
    pub fn percentile(&self, p: f64) -> f64 {
        let target = (1.0 - p).clamp(1e-15, 1.0);
        if self.survival(0.0) <= target {
            return 0.0;
        }
        falling_root_above_zero(self.mean(), |x| self.survival(x) - target)
    }

    /// On the grid, moments exact.
    #[must_use]
    pub fn on_grid(&self, resolution: Resolution) -> Distribution {
        // What exceeds the ranges lies beyond the grid, which reports it.
        let law = |part: &GammaPart| -> Option<Distribution> {
            let mean = Milliseconds::new("mean", part.mean.min(Milliseconds::RANGE.max)).ok()?;
            let scv = Scv::new("scv", part.scv.min(Scv::RANGE.max)).ok()?;
            Some(Law::new(Shape::Gamma, mean, scv).on_grid(resolution))
        };
        let laws: Vec<(f64, Distribution)> =
            self.parts.iter().filter_map(|part| Some((part.share, law(part)?))).collect();
        let none = Distribution::constant(0.0, resolution);
        let at_zero = (1.0 - laws.iter().map(|(share, _)| share).sum::<f64>()).max(0.0);
        let parts: Vec<(f64, &Distribution)> = laws.iter().map(|(share, law)| (*share, law)).collect();
        Distribution::mixture(&[&[(at_zero, &none)], parts.as_slice()].concat())
    }
}
