//! A law from a histogram of waits: one lognormal, or two mixed where one is not enough.
//!
//! Knows: interval-censored likelihood, choice by Akaike's criterion, goodness of fit, confidence.
//! Does not know: what the buckets count. The hard bounds of mean and percentiles are in
//! [`Histogram`] and need no law.
//! Sources: maximum likelihood of a multinomial; Akaike 1974; G² against chi-square on pooled cells; delta method.
//!
//! With thousands of waits no law passes a test of fit: [`GoodnessOfFit::largest_cdf_error`] says how far it is off.

use super::fisher_scoring::{Cell, covariance, maximise, negative_log_likelihood};
use super::statistics::{Z95, chi_square_survival, normal_quantile};
use super::{Bucket, Delay, Distribution, Histogram, Law, LognormalMixture, LognormalPart, Resolution};
use crate::units::{Answer, Warning};

/// Fall of Akaike's criterion from which a second lognormal is worth its three parameters.
const WORTH_IT: f64 = 10.0;
/// Expected count of a pooled cell.
const POOLED: f64 = 5.0;
/// Buckets that must hold waits before two lognormals are tried.
const FOR_MIXTURE: usize = 4;
/// Cells that must be told apart before two lognormals are tried: one more than parameters.
const CELLS_FOR_MIXTURE: usize = 6;
/// Largest error of the distribution function that is still good.
pub const GOOD: f64 = 0.02;
/// Error from which the fit is poor.
pub const POOR: f64 = 0.05;

/// How near a law comes to the histogram.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GoodnessOfFit {
    /// `2 sum n ln(n / expected)` over pooled cells.
    pub g2: f64,
    /// Cells, less one, less the parameters; 0 if nothing is left to test.
    pub freedom: f64,
    /// Chance of so large a `g2` if the law holds.
    pub p_value: f64,
    /// Cells after pooling to at least 5 expected waits each.
    pub cells: usize,
    /// Largest difference of shares below a bucket edge, measured and fitted. Good below 0.02, poor above 0.05.
    pub largest_cdf_error: f64,
}

/// One law tried.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// The law.
    pub law: LognormalMixture,
    /// `-sum n ln p`.
    pub negative_log_likelihood: f64,
    /// `2 parameters + 2 negative_log_likelihood`.
    pub aic: f64,
    /// How near it comes.
    pub fit: GoodnessOfFit,
}

/// Confidence in a single lognormal, by expected Fisher information in `(mu, ln sigma)`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Confidence {
    /// Standard error of `mu`.
    pub mu_error: f64,
    /// Standard error of `sigma`.
    pub sigma_error: f64,
    /// 95 % interval of the mean, ms.
    pub mean_interval: (f64, f64),
    /// 95 % interval of the 99th percentile, ms.
    pub p99_interval: (f64, f64),
}

/// Which law stands for the histogram.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// The buckets themselves: too few of them to pin a law.
    Buckets,
    /// One lognormal.
    Lognormal,
    /// Two lognormals.
    TwoLognormals,
}

/// What a histogram says.
#[derive(Debug, Clone, PartialEq)]
pub struct HistogramFit {
    /// One lognormal, where two adjacent buckets or fewer do not leave it open.
    pub single: Option<Candidate>,
    /// Its confidence.
    pub confidence: Option<Confidence>,
    /// Two lognormals, where there are buckets enough.
    pub mixture: Option<Candidate>,
    /// Which one to use.
    pub choice: Choice,
    histogram: Histogram,
}

impl HistogramFit {
    /// The chosen parametric law, if one was chosen.
    #[must_use]
    pub fn chosen(&self) -> Option<&Candidate> {
        match self.choice {
            Choice::Buckets => None,
            Choice::Lognormal => self.single.as_ref(),
            Choice::TwoLognormals => self.mixture.as_ref(),
        }
    }

    /// The chosen law on the grid.
    #[must_use]
    pub fn law(&self, resolution: Resolution) -> Distribution {
        self.chosen().map_or_else(
            || bucket_law(&self.histogram).on_grid(resolution),
            |candidate| candidate.law.on_grid(resolution),
        )
    }
}

/// Fits one and two lognormals and chooses two if Akaike's criterion falls by more than 10.
///
/// One bucket, or two neighbours, leave the spread open: the answer is then the buckets themselves with a warning.
/// Warns too where the chosen law is poor, and where the last bucket is open above.
/// Parameters agree with independent maximisation to 1e-3, the likelihood to 1e-10.
///
/// ```
/// use farsight::latency::Histogram;
/// use farsight::latency::fit_histogram::{Choice, fit_histogram};
/// let buckets = [(1.0, 116.0), (2.0, 264.0), (4.0, 370.0), (8.0, 404.0), (16.0, 240.0), (32.0, 97.0), (64.0, 9.0)];
/// let histogram = Histogram::from_upper_edges(&buckets)?;
/// let fit = fit_histogram(&histogram).value().unwrap();
/// assert_eq!(fit.choice, Choice::Lognormal);
/// assert!((fit.single.unwrap().law.parts()[0].mu - 1.358).abs() < 2e-3);
/// # Ok::<(), farsight::latency::HistogramError>(())
/// ```
pub fn fit_histogram(histogram: &Histogram) -> Answer<HistogramFit> {
    let cells = Cells::of(histogram);
    let single = (!leaves_spread_open(histogram)).then(|| cells.fit(vec![overall(histogram)]));
    let mixture = single.as_ref().and_then(|single| cells.best_mixture(histogram, single));
    let choice = match (&single, &mixture) {
        (None, _) => Choice::Buckets,
        (Some(one), Some(two)) if one.aic - two.aic > WORTH_IT => Choice::TwoLognormals,
        _ => Choice::Lognormal,
    };
    let confidence = single.as_ref().and_then(|single| cells.confidence(single));
    let fit = HistogramFit { single, confidence, mixture, choice, histogram: histogram.clone() };
    let warnings = warnings(&fit);
    Answer::with_warnings(fit, warnings)
}

fn warnings(fit: &HistogramFit) -> Vec<Warning> {
    let mut warnings = Vec::new();
    let mut add = |what: &str| warnings.push(Warning::new(what));
    match (fit.choice, fit.histogram.buckets().len()) {
        (Choice::Buckets, 1) => add("all waits are in one bucket: taken as spread evenly over it"),
        (Choice::Buckets, _) => {
            add("two neighbouring buckets do not pin a spread: waits taken as even inside them")
        }
        _ => {}
    }
    if fit.chosen().is_some_and(|candidate| candidate.fit.largest_cdf_error > POOR) {
        add("the fitted law is poor: shares differ by more than 5 % at a bucket edge");
    }
    if fit.histogram.is_open() {
        add("the last bucket is open above: nothing bounds its waits");
    }
    warnings
}

/// Uniform in a single bucket, else as the buckets are.
fn bucket_law(histogram: &Histogram) -> Law {
    match histogram.buckets() {
        [only] => only.uniform(),
        _ => Law::from_histogram(histogram.clone()),
    }
}

/// One bucket, or two that touch: all waits can be brought as near to the edge between them as one likes.
fn leaves_spread_open(histogram: &Histogram) -> bool {
    match histogram.buckets() {
        [_] => true,
        [low, high] => low.upper == high.lower,
        _ => false,
    }
}

/// Mean and standard deviation of the logarithm, waits at the logarithmic middle of their buckets, from those waits
/// whose rank is a share between `from` and `to`.
fn rough(histogram: &Histogram, from: f64, to: f64) -> LognormalPart {
    let n = histogram.count();
    let (mut rank, mut weight, mut sum, mut squares) = (0.0, 0.0, 0.0, 0.0);
    for bucket in histogram.buckets() {
        let start = (rank / n).max(from);
        rank += bucket.count;
        let inside = ((rank / n).min(to) - start).max(0.0);
        let ln = bucket.middle().ln();
        weight += inside;
        sum += inside * ln;
        squares += inside * ln * ln;
    }
    let mu = sum / weight;
    let variance = (squares / weight - mu * mu).max(0.0);
    LognormalPart { weight, mu, sigma: variance.sqrt().max(0.2) }
}

fn overall(histogram: &Histogram) -> LognormalPart {
    LognormalPart { weight: 1.0, ..rough(histogram, 0.0, 1.0) }
}

/// All cells from 0 to infinity with their counts: buckets, the gaps between them, and the rest at both ends.
struct Cells {
    edges: Vec<(f64, f64)>,
    counts: Vec<f64>,
}

impl Cells {
    fn of(histogram: &Histogram) -> Self {
        let mut cells = Self { edges: Vec::new(), counts: Vec::new() };
        let mut reached = 0.0;
        for Bucket { lower, upper, count } in histogram.buckets() {
            if *lower > reached {
                cells.push(reached, *lower, 0.0);
            }
            cells.push(*lower, *upper, *count);
            reached = *upper;
        }
        cells.push(reached, f64::INFINITY, 0.0);
        cells
    }

    fn push(&mut self, lower: f64, upper: f64, count: f64) {
        self.edges.push((lower, upper));
        self.counts.push(count);
    }

    fn under(&self, law: &LognormalMixture) -> Vec<Cell> {
        self.edges.iter().map(|(lower, upper)| law.cell(*lower, *upper)).collect()
    }

    fn fit(&self, start: Vec<LognormalPart>) -> Candidate {
        let start = LognormalMixture::new(start).parameters();
        let best = maximise(&self.counts, start, |x| self.under(&LognormalMixture::from_parameters(x)));
        let law = LognormalMixture::from_parameters(&best);
        let nll = negative_log_likelihood(&self.counts, &self.under(&law));
        let parameters = best.len() as f64;
        Candidate {
            fit: self.goodness(&law, parameters),
            law: LognormalMixture::new(law.parts().to_vec()),
            negative_log_likelihood: nll,
            aic: 2.0 * (parameters + nll),
        }
    }

    /// The best of several starts: the waits cut in two at different shares, and one law inside a wider one.
    fn best_mixture(&self, histogram: &Histogram, single: &Candidate) -> Option<Candidate> {
        const CUTS: [f64; 6] = [0.1, 0.25, 0.5, 0.75, 0.9, 0.97];
        if histogram.buckets().len() < FOR_MIXTURE || self.edges.len() < CELLS_FOR_MIXTURE {
            return None;
        }
        let cut = |at: f64| vec![rough(histogram, 0.0, at), rough(histogram, at, 1.0)];
        let one = single.law.parts()[0];
        let half = |factor: f64| LognormalPart { weight: 0.5, sigma: one.sigma * factor, ..one };
        let starts = CUTS.into_iter().map(cut).chain([vec![half(0.5), half(1.5)]]);
        let fits = starts.map(|start| self.fit(start));
        fits.min_by(|a, b| a.negative_log_likelihood.total_cmp(&b.negative_log_likelihood))
    }

    fn goodness(&self, law: &LognormalMixture, parameters: f64) -> GoodnessOfFit {
        let pooled = self.pooled(law);
        let g2 = 2.0 * pooled.iter().map(|(n, e)| if *n > 0.0 { n * (n / e).ln() } else { 0.0 }).sum::<f64>();
        let freedom = (pooled.len() as f64 - 1.0 - parameters).max(0.0);
        GoodnessOfFit {
            g2,
            freedom,
            p_value: chi_square_survival(g2, freedom),
            cells: pooled.len(),
            largest_cdf_error: self.largest_cdf_error(law),
        }
    }

    /// (counted, expected) cells from the left until each expects at least 5; what is left over, and what lies beyond
    /// the last bucket, joins the last one.
    fn pooled(&self, law: &LognormalMixture) -> Vec<(f64, f64)> {
        let n: f64 = self.counts.iter().sum();
        let mut pooled: Vec<(f64, f64)> = Vec::new();
        let mut open = (0.0, 0.0);
        for (i, ((lower, upper), count)) in self.edges.iter().zip(&self.counts).enumerate() {
            open = (open.0 + count, open.1 + n * law.between(*lower, *upper));
            if open.1 >= POOLED && i + 1 < self.edges.len() {
                pooled.push(open);
                open = (0.0, 0.0);
            }
        }
        match pooled.last_mut() {
            Some(last) => *last = (last.0 + open.0, last.1 + open.1),
            None => pooled.push(open),
        }
        pooled
    }

    fn largest_cdf_error(&self, law: &LognormalMixture) -> f64 {
        let n: f64 = self.counts.iter().sum();
        let mut below = 0.0;
        let mut largest = 0.0_f64;
        for ((_, upper), count) in self.edges.iter().zip(&self.counts) {
            below += count;
            if upper.is_finite() {
                largest = largest.max((below / n - law.share_below(*upper)).abs());
            }
        }
        largest
    }

    /// By the delta method: logarithms of mean and percentile are linear in `mu` and nearly so in `ln sigma`.
    fn confidence(&self, single: &Candidate) -> Option<Confidence> {
        let covariance = covariance(&self.counts, &self.under(&single.law))?;
        let LognormalPart { mu, sigma, .. } = single.law.parts()[0];
        let interval = |ln: f64, by_ln_sigma: f64| {
            let variance =
                covariance[0][0] + by_ln_sigma * (2.0 * covariance[0][1] + by_ln_sigma * covariance[1][1]);
            let half = Z95 * variance.max(0.0).sqrt();
            ((ln - half).exp(), (ln + half).exp())
        };
        let z99 = normal_quantile(0.99);
        Some(Confidence {
            mu_error: covariance[0][0].max(0.0).sqrt(),
            sigma_error: sigma * covariance[1][1].max(0.0).sqrt(),
            mean_interval: interval(single.law.mean().ln(), sigma * sigma),
            p99_interval: interval(mu + z99 * sigma, z99 * sigma),
        })
    }
}
