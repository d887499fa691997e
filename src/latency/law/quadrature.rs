//! Points and weights that stand for a law in expectations of smooth functions.
//!
//! Gamma and lognormal by the trapezoid rule over the logarithm of the excess, whose error falls faster than any
//! power of the step; uniform pieces by Gauss-Legendre.

use statrs::function::gamma::ln_gamma;

use super::{Excess, Histogram};

/// Positive half of the eight-point Gauss-Legendre rule on `[-1, 1]`: abscissa, weight (Abramowitz and Stegun 25.4.30).
const GAUSS: [(f64, f64); 4] = [
    (0.183_434_642_495_649_8, 0.362_683_783_378_362),
    (0.525_532_409_916_329, 0.313_706_645_877_887_3),
    (0.796_666_477_413_626_7, 0.222_381_034_453_374_48),
    (0.960_289_856_497_536_2, 0.101_228_536_290_376_26),
];

impl Excess {
    /// Share of excesses above `x` ms.
    pub(super) fn survival(&self, x: f64) -> f64 {
        match self {
            Self::None => 0.0,
            // A tail below the smallest grid unit never matters, and shapes near 0 cannot resolve it.
            Self::Gamma { scale, .. } if x / scale < 1e-300 => 1.0,
            _ => self.above(x).probability.clamp(0.0, 1.0),
        }
    }

    /// Points and shares, see [`crate::latency::Delay::nodes`].
    pub(super) fn nodes(&self) -> Vec<(f64, f64)> {
        match self {
            Self::None => vec![(0.0, 1.0)],
            Self::Gamma { shape, scale } => gamma(*shape, *scale),
            Self::Lognormal { mu, sigma } => lognormal(*mu, *sigma),
            Self::Uniform { low, high } => gauss(*low, *high, 16).collect(),
            Self::Buckets(histogram) => buckets(histogram),
        }
    }
}

/// Excess `scale e^u`, with density `exp(shape u - e^u) / Gamma(shape)` in `u`. What lies so far left that no
/// function tells it from 0 becomes an atom at 0.
fn gamma(shape: f64, scale: f64) -> Vec<(f64, f64)> {
    const LEFTMOST: f64 = -32.0;
    let spread = 1.0 / shape.sqrt();
    let low = (shape.ln() - 9.0 * spread - 40.0 / shape).max(LEFTMOST);
    let high = (shape + 12.0 * shape.sqrt() + 60.0).ln();
    let step = (0.4 * spread).min(0.04);
    let density = |u: f64| step * (shape * u - u.exp() - ln_gamma(shape)).exp();
    let mut nodes: Vec<(f64, f64)> = steps(low, high, step).map(|u| (scale * u.exp(), density(u))).collect();
    let total: f64 = nodes.iter().map(|(_, share)| share).sum();
    if total < 1.0 {
        nodes.push((0.0, 1.0 - total));
    }
    nodes
}

/// Excess `exp(mu + sigma z)` of a standard normal `z`, far enough right for third moments.
fn lognormal(mu: f64, sigma: f64) -> Vec<(f64, f64)> {
    const STEP: f64 = 1.0 / 16.0;
    let density = |z: f64| STEP * (-z * z / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    steps(-8.5, 8.5 + 3.0 * sigma, STEP).map(|z| ((mu + sigma * z).exp(), density(z))).collect()
}

fn steps(low: f64, high: f64, step: f64) -> impl Iterator<Item = f64> {
    (0..).map(move |i| low + f64::from(i) * step).take_while(move |x| *x <= high)
}

/// Uniform on `[low, high]` in `panels` equal panels.
fn gauss(low: f64, high: f64, panels: u32) -> impl Iterator<Item = (f64, f64)> {
    let half = (high - low) / f64::from(2 * panels);
    (0..panels).flat_map(move |panel| {
        let middle = low + f64::from(2 * panel + 1) * half;
        GAUSS.into_iter().flat_map(move |(x, weight)| {
            let share = weight / f64::from(2 * panels);
            [(middle - half * x, share), (middle + half * x, share)]
        })
    })
}

/// Uniform in a bucket that starts at 0, log-uniform in the others.
fn buckets(histogram: &Histogram) -> Vec<(f64, f64)> {
    let mut nodes = Vec::new();
    for bucket in histogram.buckets() {
        let share = bucket.count / histogram.count();
        let logarithmic = bucket.lower > 0.0;
        let (low, high) =
            if logarithmic { (bucket.lower.ln(), bucket.upper.ln()) } else { (0.0, bucket.upper) };
        let point = |x: f64| if logarithmic { x.exp() } else { x };
        nodes.extend(gauss(low, high, 2).map(|(x, weight)| (point(x), share * weight)));
    }
    nodes
}
