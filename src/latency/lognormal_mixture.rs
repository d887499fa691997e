//! One or several lognormal laws, mixed: what waits look like when most are quick and some are not.
//!
//! Knows: probabilities, percentiles and moments of the mixture, in closed form or by bisection; the gradient of a
//! cell's probability, which fits need. Does not know: where the parameters come from.

use super::fisher_scoring::Cell;
use super::statistics::{normal_between, normal_cdf, normal_pdf, normal_quantile, root};
use super::{Delay, Distribution, Law, Resolution};

/// One part of a mixture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LognormalPart {
    /// Share of this part.
    pub weight: f64,
    /// Mean of the logarithm of the wait in ms.
    pub mu: f64,
    /// Standard deviation of that logarithm, above 0.
    pub sigma: f64,
}

/// Parts whose weights add up to 1, by ascending `mu`; at least one.
#[derive(Debug, Clone, PartialEq)]
pub struct LognormalMixture {
    parts: Vec<LognormalPart>,
}

impl LognormalPart {
    fn score(&self, x: f64) -> f64 {
        (x.ln() - self.mu) / self.sigma
    }

    fn moment(&self, order: f64) -> f64 {
        (order * self.mu + order * order * self.sigma * self.sigma / 2.0).exp()
    }

    fn between(&self, lower: f64, upper: f64) -> f64 {
        normal_between(self.score(lower), self.score(upper))
    }

    /// Derivatives of [`Self::between`] by `mu` and by `ln sigma`.
    fn gradient(&self, lower: f64, upper: f64) -> [f64; 2] {
        let (a, b) = (self.score(lower), self.score(upper));
        let weighted = |z: f64| if z.is_finite() { z * normal_pdf(z) } else { 0.0 };
        [(normal_pdf(a) - normal_pdf(b)) / self.sigma, weighted(a) - weighted(b)]
    }
}

impl LognormalMixture {
    /// A mixture of `parts`, of which there is at least one.
    pub(super) fn new(mut parts: Vec<LognormalPart>) -> Self {
        parts.sort_by(|a, b| a.mu.total_cmp(&b.mu));
        Self { parts }
    }

    /// The parts, by ascending `mu`.
    #[must_use]
    pub fn parts(&self) -> &[LognormalPart] {
        &self.parts
    }

    fn weigh(&self, value: impl Fn(&LognormalPart) -> f64) -> f64 {
        self.parts.iter().map(|part| part.weight * value(part)).sum()
    }

    /// Probability of `[lower, upper)` ms.
    #[must_use]
    pub fn between(&self, lower: f64, upper: f64) -> f64 {
        self.weigh(|part| part.between(lower, upper))
    }

    /// Share of waits at or below `x` ms.
    #[must_use]
    pub fn share_below(&self, x: f64) -> f64 {
        self.weigh(|part| normal_cdf(part.score(x)))
    }

    /// The value in ms that a share `p` of waits does not exceed.
    #[must_use]
    pub fn percentile(&self, p: f64) -> f64 {
        let quantile = |part: &LognormalPart| part.mu + part.sigma * normal_quantile(p);
        let ends = self.parts.iter().map(quantile);
        let (low, high) = ends.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), q| (l.min(q), h.max(q)));
        let off = |ln: f64| {
            if p > 0.5 { (1.0 - p) - self.survival(ln.exp()) } else { self.share_below(ln.exp()) - p }
        };
        if high > low { root(low, high, off).exp() } else { low.exp() }
    }

    /// On the grid.
    #[must_use]
    pub fn on_grid(&self, resolution: Resolution) -> Distribution {
        let law = |part: &LognormalPart| Law::lognormal(part.mu, part.sigma).on_grid(resolution);
        let laws: Vec<_> = self.parts.iter().map(|part| (part.weight, law(part))).collect();
        Distribution::mixture(&laws.iter().map(|(weight, law)| (*weight, law)).collect::<Vec<_>>())
    }

    /// The cell `[lower, upper)` of a fit: its probability, and its derivatives by `mu` and `ln sigma` of each part,
    /// for two parts also by the logit of the first one's weight.
    pub(super) fn cell(&self, lower: f64, upper: f64) -> Cell {
        let probability = self.between(lower, upper);
        let weighted = |part: &LognormalPart| part.gradient(lower, upper).map(|d| part.weight * d);
        let mut gradient: Vec<f64> = self.parts.iter().flat_map(weighted).collect();
        if let [first, second] = self.parts.as_slice() {
            let apart = first.between(lower, upper) - second.between(lower, upper);
            gradient.push(first.weight * second.weight * apart);
        }
        Cell { probability, gradient }
    }

    /// Parameters in the order of [`Self::cell`]'s derivatives.
    pub(super) fn parameters(&self) -> Vec<f64> {
        let mut parameters: Vec<f64> =
            self.parts.iter().flat_map(|part| [part.mu, part.sigma.ln()]).collect();
        if let [first, second] = self.parts.as_slice() {
            parameters.push((first.weight / second.weight).ln());
        }
        parameters
    }

    /// The inverse of [`Self::parameters`], in the same order of parts; held where exponentials stay finite.
    pub(super) fn from_parameters(parameters: &[f64]) -> Self {
        let weights = match parameters.get(4) {
            Some(logit) => {
                let first = 1.0 / (1.0 + (-logit.clamp(-30.0, 30.0)).exp());
                vec![first, 1.0 - first]
            }
            None => vec![1.0],
        };
        let part = |(weight, pair): (f64, &[f64])| LognormalPart {
            weight,
            mu: pair[0].clamp(-30.0, 30.0),
            sigma: pair[1].clamp(-5.0, 2.5).exp(),
        };
        Self { parts: weights.into_iter().zip(parameters.chunks(2)).map(part).collect() }
    }
}

impl Delay for LognormalMixture {
    fn mean(&self) -> f64 {
        self.weigh(|part| part.moment(1.0))
    }

    fn second_moment(&self) -> f64 {
        self.weigh(|part| part.moment(2.0))
    }

    fn laplace(&self, s: f64) -> f64 {
        self.weigh(|part| Law::lognormal(part.mu, part.sigma).laplace(s))
    }
    fn survival(&self, x: f64) -> f64 {
        self.weigh(|part| normal_cdf(-part.score(x)))
    }

    fn nodes(&self) -> Vec<(f64, f64)> {
        let of = |part: &LognormalPart| {
            let weight = part.weight;
            Law::lognormal(part.mu, part.sigma).nodes().into_iter().map(move |(x, share)| (x, weight * share))
        };
        self.parts.iter().flat_map(of).collect()
    }
}
