//! A law from the summary line of ping: `min/avg/max/mdev` over `n` round trips.
//!
//! Knows: what four numbers and a count can say, and what they cannot. Does not know: how to read the line.
//! Sources: iputils `ping_common.c` (mdev is the population standard deviation `sqrt(E x² - (E x)²)`, not a mean
//! deviation); Clopper and Pearson 1934.
//!
//! The 99th percentile of such a fit has a standard deviation of 22, 13 and 6 % at 20, 100 and 1,000 round trips.

pub use super::shift::{Clamp, ExcessShape, ShiftedFit};
use super::shift::{Summary, fit_shift};
use super::statistics::{Z95, once_in};
use super::{Delay, Distribution, Resolution, check};
use crate::units::{Answer, Count, Milliseconds, OutOfRange, Range, Warning};

/// Half the last digit that ping prints, ms.
const HALF_DIGIT: f64 = 0.0005;
/// Round trips from which one spike can be told from jitter.
const ENOUGH: f64 = 20.0;
/// Chance of so large a maximum below which it is a spike.
const UNLIKELY: f64 = 0.01;
/// Share of the variance from which the maximum alone makes it.
const DOMINANT: f64 = 0.5;

/// What ping prints.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PingSummary {
    /// Smallest round trip.
    pub min: Milliseconds,
    /// Mean round trip, between `min` and `max`.
    pub avg: Milliseconds,
    /// Largest round trip.
    pub max: Milliseconds,
    /// Population standard deviation.
    pub mdev: Milliseconds,
    /// Replies received, at least 2.
    pub count: Count,
}

/// A law for the round trip and how far to trust it.
#[derive(Debug, Clone, PartialEq)]
pub struct PingFit {
    /// All round trips under one law.
    pub all: ShiftedFit,
    /// Chance that so many draws from that law have a maximum like the one seen.
    pub chance_of_maximum: f64,
    /// Share of the variance that the maximum alone makes.
    pub variance_share_of_maximum: f64,
    /// The maximum as a spike of its own, where it does not fit the law of the others.
    pub spike: Option<Spike>,
    /// 95 % interval of the mean, ms.
    pub mean_interval: (f64, f64),
    /// Relative standard error of the standard deviation, if `all` holds.
    pub stddev_error: f64,
}

/// One round trip unlike the others.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spike {
    /// Its length, ms.
    pub value: f64,
    /// Once in the number of round trips.
    pub probability: f64,
    /// Clopper-Pearson 95 % interval of the probability.
    pub probability_interval: (f64, f64),
    /// The other round trips.
    pub base: ShiftedFit,
    /// Variance of the others, ms², as the summary's rounded numbers give it.
    pub base_variance: f64,
    /// How far rounding alone may move it; above the variance itself the jitter is unknown.
    pub rounding_error: f64,
}

impl PingFit {
    /// The round trip as a law, with the spike if there is one.
    #[must_use]
    pub fn law(&self, resolution: Resolution) -> Distribution {
        match &self.spike {
            None => self.all.law().on_grid(resolution),
            Some(spike) => {
                let base = spike.base.law().on_grid(resolution);
                let spiked = Distribution::constant(spike.value, resolution);
                Distribution::mixture(&[(1.0 - spike.probability, &base), (spike.probability, &spiked)])
            }
        }
    }
}

/// Fits a constant and an excess of `shape` by moments, the constant so that the minimum is the median of what the
/// law's smallest draw would be. With 20 round trips or more, a maximum that has a chance below 1 % or makes more than
/// half of the variance becomes a spike of its own and the others are fitted without it.
///
/// Warns where the constant is held at an end, where rounding hides the jitter, below 20 round trips, and where no
/// sample can have these four numbers.
///
/// ```
/// use farsight::latency::fit_ping::{ExcessShape, PingSummary, fit_ping};
/// use farsight::units::{Count, Milliseconds};
/// let ms = |value| Milliseconds::new("round trip", value);
/// let summary = PingSummary {
///     min: ms(4.02)?,
///     avg: ms(4.35)?,
///     max: ms(6.9)?,
///     mdev: ms(0.41)?,
///     count: Count::new("count", 200.0)?,
/// };
/// let fit = fit_ping(&summary, ExcessShape::Lognormal).value().unwrap();
/// assert!((fit.all.shift - 4.002).abs() < 5e-4);
/// assert!((fit.all.scv_excess - 1.395).abs() < 5e-4);
/// # Ok::<(), farsight::units::OutOfRange>(())
/// ```
pub fn fit_ping(summary: &PingSummary, shape: ExcessShape) -> Answer<PingFit> {
    let wrong = wrong_fields(summary);
    if !wrong.is_empty() {
        return Answer::Invalid(wrong);
    }
    let fit = assemble(&Numbers::of(summary), shape);
    let warnings = warnings(summary, &fit);
    Answer::with_warnings(fit, warnings)
}

fn wrong_fields(s: &PingSummary) -> Vec<OutOfRange> {
    let fields = [
        check("ping min", s.min.get(), Range::closed(0.0, s.avg.get()), "ms"),
        check("ping max", s.max.get(), Range::closed(s.avg.get(), Milliseconds::RANGE.max), "ms"),
        check("ping count", s.count.get(), Range::closed(2.0, Count::RANGE.max), ""),
    ];
    fields.into_iter().flatten().collect()
}

/// The summary in bare numbers.
struct Numbers {
    min: f64,
    avg: f64,
    max: f64,
    mdev: f64,
    n: f64,
}

impl Numbers {
    fn of(s: &PingSummary) -> Self {
        Self { min: s.min.get(), avg: s.avg.get(), max: s.max.get(), mdev: s.mdev.get(), n: s.count.get() }
    }

    fn summary(&self) -> Summary {
        let stddev = self.mdev * (self.n / (self.n - 1.0)).sqrt();
        Summary { min: self.min, mean: self.avg, stddev, count: self.n }
    }

    /// `(max - avg)² n / (n-1)` over the sum of squared deviations.
    fn share_of_maximum(&self) -> f64 {
        if self.mdev <= 0.0 {
            return 0.0;
        }
        ((self.max - self.avg) / self.mdev).powi(2) / (self.n - 1.0)
    }
}

fn assemble(x: &Numbers, shape: ExcessShape) -> PingFit {
    let all = fit_shift(x.summary(), shape);
    let beyond = all.law().survival(x.max);
    let chance_of_maximum = -(x.n * (-beyond).ln_1p()).exp_m1();
    let variance_share_of_maximum = x.share_of_maximum();
    let odd = x.mdev > 0.0 && (chance_of_maximum < UNLIKELY || variance_share_of_maximum > DOMINANT);
    let half = Z95 * x.mdev / x.n.sqrt();
    PingFit {
        all,
        chance_of_maximum,
        variance_share_of_maximum,
        spike: (x.n >= ENOUGH && odd).then(|| spike(x, shape)),
        mean_interval: (x.avg - half, x.avg + half),
        stddev_error: all.stddev_error(x.n),
    }
}

/// The maximum on its own, the moments of the others by taking it out of the sums.
fn spike(x: &Numbers, shape: ExcessShape) -> Spike {
    let others = x.n - 1.0;
    let mean = ((x.n * x.avg - x.max) / others).max(x.min);
    let squares = (x.n * (x.mdev * x.mdev + x.avg * x.avg) - x.max * x.max) / others;
    let variance = (squares - mean * mean).max(0.0);
    let stddev = (variance * others / (others - 1.0)).sqrt();
    let summary = Summary { min: x.min, mean, stddev, count: others };
    Spike {
        value: x.max,
        probability: 1.0 / x.n,
        probability_interval: once_in(x.n),
        base: fit_shift(summary, shape),
        base_variance: variance,
        rounding_error: 2.0 * (x.mdev + x.avg) * HALF_DIGIT * x.n / others,
    }
}

fn warnings(summary: &PingSummary, fit: &PingFit) -> Vec<Warning> {
    let x = Numbers::of(summary);
    let mut warnings = fit.spike.map_or_else(|| fit.all.warnings(), |spike| spike.base.warnings());
    let mut add = |what: &str| warnings.push(Warning::new(what));
    if x.n < ENOUGH {
        add(
            "fewer than 20 round trips: the 99th percentile may be off by a quarter, and a spike cannot be told",
        );
    }
    if fit.spike.is_some_and(|s| s.base_variance < s.rounding_error) {
        add("the jitter is unknown: without the spike it is smaller than the rounding of the summary");
    }
    // Bhatia and Davis: no sample has a larger variance than (max - avg) (avg - min).
    let slack = 2.0 * HALF_DIGIT;
    if x.mdev > slack + ((x.max - x.avg + slack) * (x.avg - x.min + slack)).sqrt() {
        add("no sample has this minimum, mean, maximum and deviation: check the numbers");
    }
    warnings
}
