//! A law from raw samples.
//!
//! Knows: exact moments, the shifted fit by moments, order statistics, distances between sample and law.
//! Does not know: the order in which samples came. Sources: Student's t for the mean, binomial ranks for percentiles,
//! Hyndman and Fan 1996 type 7 for sample percentiles; Kolmogorov-Smirnov and Anderson-Darling distances, with
//! critical values for fitted laws from a parametric bootstrap (the textbook's 1.36 is for laws known beforehand).

pub use super::shift::{Clamp, ExcessShape, ShiftedFit};
use super::shift::{Summary, fit_shift};
use super::statistics::{percentile_ranks, t_975};
use super::{Delay, Distribution, Law, Resolution, check};
use crate::units::{Answer, Milliseconds, OutOfRange, Range, Warning};

/// Samples from which the sample itself is the better law.
const EMPIRICAL: usize = 200;
/// Largest samples that are left to the parametric tail.
const TAIL: usize = 10;

/// Samples whose 95 % and 99 % critical values of `D sqrt(n)` were found by bootstrap.
const CRITICAL: [(f64, f64, f64); 3] =
    [(30.0, 0.951_196, 1.108_420), (60.0, 1.068_100, 1.279_391), (200.0, 1.171_763, 1.492_611)];

/// What `n` samples say.
#[derive(Debug, Clone, PartialEq)]
pub struct SampleFit {
    /// Mean, ms.
    pub mean: f64,
    /// Standard deviation with `n - 1`, ms.
    pub stddev: f64,
    /// 95 % interval of the mean by Student's t, ms.
    pub mean_interval: (f64, f64),
    /// Constant and excess by moments.
    pub fit: ShiftedFit,
    /// Kolmogorov-Smirnov distance between sample and fitted law.
    pub ks_distance: f64,
    /// Anderson-Darling distance.
    pub ad_distance: f64,
    /// `ks_distance` that a sample from a fitted law exceeds once in 20 (at most 200 samples were tried).
    pub ks_critical_95: f64,
    /// The same once in 100.
    pub ks_critical_99: f64,
    sorted: Vec<f64>,
}

/// A percentile of the sample with the interval of the law's percentile.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SamplePercentile {
    /// Interpolated between order statistics (type 7), ms.
    pub value: f64,
    /// Smallest value of the 95 % interval, ms.
    pub lower: f64,
    /// Largest value, ms; the largest sample where the interval reaches beyond.
    pub upper: f64,
    /// What is known above.
    pub above: Above,
}

/// Whether a sample bounds a percentile from above.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Above {
    /// The interval ends inside the sample.
    Bounded,
    /// The sample is too small: its maximum is no upper limit.
    Open,
}

impl SampleFit {
    /// Samples, ascending, ms.
    #[must_use]
    pub fn sorted(&self) -> &[f64] {
        &self.sorted
    }

    /// The percentile `p` of the sample and its 95 % interval by binomial ranks.
    #[must_use]
    pub fn percentile(&self, p: f64) -> SamplePercentile {
        let p = p.clamp(0.0, 1.0);
        let n = self.sorted.len() as f64;
        let (low, high) = percentile_ranks(n, p);
        SamplePercentile {
            value: interpolated(&self.sorted, p),
            lower: ranked(&self.sorted, low),
            upper: ranked(&self.sorted, high),
            above: if high > n { Above::Open } else { Above::Bounded },
        }
    }

    /// The delay as a law: from 200 samples on the samples themselves, with the fitted law beyond the tenth largest;
    /// below that the fitted law.
    #[must_use]
    pub fn law(&self, resolution: Resolution) -> Distribution {
        let n = self.sorted.len();
        let fitted = self.fit.law();
        if n < EMPIRICAL {
            return fitted.on_grid(resolution);
        }
        let atom = 1.0 / (n - TAIL) as f64;
        let body: Vec<_> = self.sorted[..n - TAIL].iter().map(|x| (atom, *x)).collect();
        let share = TAIL as f64 / n as f64;
        let body = Distribution::from_atoms(&body, resolution);
        let tail = tail_beyond(&fitted, self.sorted[n - TAIL - 1], &self.sorted[n - TAIL..], resolution);
        Distribution::mixture(&[(1.0 - share, &body), (share, &tail)])
    }
}

/// The law given that it exceeds `from`; the samples themselves where the law hardly reaches that far.
fn tail_beyond(law: &Law, from: f64, samples: &[f64], resolution: Resolution) -> Distribution {
    /// Quantiles that stand for the tail.
    const POINTS: u32 = 200;
    let above = law.survival(from);
    if above < 1e-6 {
        let atoms: Vec<_> = samples.iter().map(|x| (1.0 / samples.len() as f64, *x)).collect();
        return Distribution::from_atoms(&atoms, resolution);
    }
    let weight = 1.0 / f64::from(POINTS);
    let quantile = |i: u32| law.percentile(1.0 - above * (1.0 - (f64::from(i) + 0.5) * weight));
    let atoms: Vec<_> = (0..POINTS).map(|i| (weight, quantile(i).max(from))).collect();
    Distribution::from_atoms(&atoms, resolution)
}

/// Fits at least two samples, each finite and at least 0 ms.
///
/// The law comes by [`SampleFit::law`]. Warns where the constant part is held at an end, and where the distance
/// between sample and fitted law exceeds its 99 % critical value and the fitted law is in use (below 200 samples).
///
/// ```
/// use farsight::latency::fit_samples::{ExcessShape, fit_samples};
/// let samples = [4.2, 4.4, 4.1, 4.9, 4.3, 4.2, 4.6, 4.3];
/// let fit = fit_samples(&samples, ExcessShape::Lognormal).value().unwrap();
/// assert!((fit.mean - 4.375).abs() < 1e-12 && fit.fit.shift < 4.1);
/// ```
pub fn fit_samples(samples: &[f64], shape: ExcessShape) -> Answer<SampleFit> {
    let wrong = wrong_fields(samples);
    if !wrong.is_empty() {
        return Answer::Invalid(wrong);
    }
    let fit = assemble(samples, shape);
    let mut warnings = fit.fit.warnings();
    if fit.sorted.len() < EMPIRICAL && fit.ks_distance > fit.ks_critical_99 {
        warnings.push(Warning::new("the samples do not look like the fitted law (99 % test)"));
    }
    Answer::with_warnings(fit, warnings)
}

fn wrong_fields(samples: &[f64]) -> Vec<OutOfRange> {
    let count = check("number of samples", samples.len() as f64, Range::closed(2.0, 1e9), "");
    let sample = samples.iter().find_map(|x| check("sample", *x, Milliseconds::RANGE, "ms"));
    count.into_iter().chain(sample).collect()
}

fn assemble(samples: &[f64], shape: ExcessShape) -> SampleFit {
    let mut sorted = samples.to_vec();
    sorted.sort_by(f64::total_cmp);
    let n = sorted.len() as f64;
    let mean = sorted.iter().sum::<f64>() / n;
    let stddev = (sorted.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / (n - 1.0)).sqrt();
    let half = t_975(n - 1.0) * stddev / n.sqrt();
    let fit = fit_shift(Summary { min: sorted[0], mean, stddev, count: n }, shape);
    let (ks_distance, ad_distance) = distances(&sorted, &fit.law());
    let (at_95, at_99) = critical(n);
    SampleFit {
        mean,
        stddev,
        mean_interval: (mean - half, mean + half),
        fit,
        ks_distance,
        ad_distance,
        ks_critical_95: at_95,
        ks_critical_99: at_99,
        sorted,
    }
}

/// Kolmogorov-Smirnov's largest and Anderson-Darling's tail-weighted distance.
fn distances(sorted: &[f64], law: &Law) -> (f64, f64) {
    /// Keeps logarithms finite where the law excludes a sample.
    const LEAST: f64 = 1e-300;
    if law.scv() <= 0.0 {
        return (0.0, 0.0);
    }
    let n = sorted.len() as f64;
    let (mut ks, mut ad) = (0.0_f64, 0.0);
    for (i, (x, mirrored)) in sorted.iter().zip(sorted.iter().rev()).enumerate() {
        let rank = i as f64;
        let below = law.share_below(*x);
        ks = ks.max((rank + 1.0) / n - below).max(below - rank / n);
        let logs = below.max(LEAST).ln() + law.survival(*mirrored).max(LEAST).ln();
        ad += (2.0 * rank + 1.0) * logs;
    }
    (ks, -n - ad / n)
}

/// Critical distances at 95 and 99 %: `D sqrt(n)` interpolated in the logarithm of `n`, held at the ends.
fn critical(n: f64) -> (f64, f64) {
    let held = n.clamp(CRITICAL[0].0, CRITICAL[CRITICAL.len() - 1].0);
    let k = CRITICAL.iter().rposition(|row| row.0 <= held).unwrap_or(0).min(CRITICAL.len() - 2);
    let (low, high) = (CRITICAL[k], CRITICAL[k + 1]);
    let f = (held / low.0).ln() / (high.0 / low.0).ln();
    let between = |a: f64, b: f64| (a + f * (b - a)) / n.sqrt();
    (between(low.1, high.1), between(low.2, high.2))
}

/// Type 7: linear between the order statistics around rank `1 + p (n - 1)`.
fn interpolated(sorted: &[f64], p: f64) -> f64 {
    let at = p * (sorted.len() - 1) as f64;
    let low = ranked(sorted, at.floor() + 1.0);
    low + at.fract() * (ranked(sorted, at.floor() + 2.0) - low)
}

/// The order statistic of `rank`, from 1, held inside the sample.
fn ranked(sorted: &[f64], rank: f64) -> f64 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to the indices")]
    let index = (rank - 1.0).clamp(0.0, (sorted.len() - 1) as f64) as usize;
    sorted[index]
}
