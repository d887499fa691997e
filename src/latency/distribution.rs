//! The algebra of delays on the grid.
//!
//! State: an exact shift, the probability mass at each grid point, the share that fell beyond the grid, and beside
//! them the first two moments. A value between two points is split so that its mean stays; on the grid this adds up
//! to a quarter of the squared cell width to the variance. Laws, sums, mixtures and shifts therefore carry their
//! exact moments along, free of the grid's error; maxima, minima and residual lives read theirs off the grid. A maximum
//! keeps what its parts have beyond the grid.

use super::convolution::convolve;
use super::grid::{Grid, UNITS_PER_MS};
use super::law::Part;
use super::{Delay, Resolution};

/// Mass below this is not worth a pair of points in a sum.
const NEGLIGIBLE: f64 = 1e-18;

/// A delay as `shift + excess`, the excess on the grid of its [`Resolution`].
#[derive(Debug, Clone, PartialEq)]
pub struct Distribution {
    shift: f64,
    mass: Vec<f64>,
    beyond: f64,
    excess: Moments,
    resolution: Resolution,
}

/// First two moments of the excess.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Moments {
    /// Mean, ms.
    pub(super) mean: f64,
    /// Variance, ms².
    pub(super) variance: f64,
}

impl Moments {
    const ZERO: Self = Self { mean: 0.0, variance: 0.0 };

    fn plus(self, other: Self) -> Self {
        Self { mean: self.mean + other.mean, variance: self.variance + other.variance }
    }
}

/// Moments of what lies beyond the last grid point `g`: `E (Y - g)+` in ms, `E (Y² - g²)+` in ms².
#[derive(Clone, Copy, Default)]
struct BeyondMoments {
    mean: f64,
    square: f64,
}

impl BeyondMoments {
    fn plus(self, other: Self) -> Self {
        Self { mean: self.mean + other.mean, square: self.square + other.square }
    }

    /// The same over a shift that is larger by `by` ms.
    fn rebased(self, by: f64) -> Self {
        Self { square: (self.square - 2.0 * by * self.mean).max(0.0), ..self }
    }
}

impl Distribution {
    /// Always `value` ms.
    #[must_use]
    pub fn constant(value: f64, resolution: Resolution) -> Self {
        let mut constant = Self::empty(value, resolution);
        constant.mass[0] = 1.0;
        constant
    }

    fn empty(shift: f64, resolution: Resolution) -> Self {
        let mass = vec![0.0; resolution.grid().len()];
        Self { shift, mass, beyond: 0.0, excess: Moments::ZERO, resolution }
    }

    /// From the parts of a law below and above each grid point, with its exact moments.
    pub(super) fn from_cells(
        shift: f64,
        resolution: Resolution,
        excess: Moments,
        below: impl Fn(f64) -> Part,
        above: impl Fn(f64) -> Part,
    ) -> Self {
        let mut result = Self::empty(shift, resolution);
        let grid = resolution.grid();
        let part = |k: usize| (below(grid.points[k] / UNITS_PER_MS), above(grid.points[k] / UNITS_PER_MS));
        let mut low = part(0);
        for k in 0..grid.last() {
            let high = part(k + 1);
            let cell = cell_part(low, high);
            result.split_cell(grid, k, cell);
            low = high;
        }
        let tail = low.1.probability;
        result.mass[grid.last()] += tail;
        result.beyond += tail;
        result.excess = excess;
        result
    }

    /// From `(share, ms)` with shares that add up to 1, with their exact moments.
    pub(super) fn from_atoms(atoms: &[(f64, f64)], resolution: Resolution) -> Self {
        let held = || atoms.iter().filter(|(share, _)| *share > 0.0);
        let shift = held().map(|(_, x)| *x).fold(f64::INFINITY, f64::min);
        if !shift.is_finite() {
            return Self::constant(0.0, resolution);
        }
        let mut result = Self::empty(shift, resolution);
        let grid = resolution.grid();
        held().for_each(|(share, x)| result.put(grid, (x - shift) * UNITS_PER_MS, *share));
        let mean = held().map(|(share, x)| share * (x - shift)).sum::<f64>();
        let variance = held().map(|(share, x)| share * (x - shift - mean).powi(2)).sum();
        result.excess = Moments { mean, variance };
        result
    }

    /// From the share of delays above `x` ms, a continuous function that starts at 1: the mass of each cell goes half to
    /// either end.
    #[must_use]
    pub fn from_survival(resolution: Resolution, survival: impl Fn(f64) -> f64) -> Self {
        let mut result = Self::empty(0.0, resolution);
        let grid = resolution.grid();
        let mut low = 1.0_f64;
        for k in 0..grid.last() {
            let high = survival(grid.points[k + 1] / UNITS_PER_MS).clamp(0.0, low);
            let half = (low - high) / 2.0;
            result.mass[k] += half;
            result.mass[k + 1] += half;
            low = high;
        }
        result.mass[grid.last()] += low;
        result.beyond += low;
        result.with_grid_moments()
    }

    /// Takes the moments off the grid.
    fn with_grid_moments(mut self) -> Self {
        let mean = self.atoms().map(|(g, p)| g * p).sum::<f64>();
        let variance = self.atoms().map(|(g, p)| p * (g - mean) * (g - mean)).sum::<f64>();
        self.excess =
            Moments { mean: mean / UNITS_PER_MS, variance: variance / (UNITS_PER_MS * UNITS_PER_MS) };
        self
    }

    /// What the grid's last point hides of the excess.
    fn beyond_moments(&self) -> BeyondMoments {
        if self.beyond <= 0.0 {
            return BeyondMoments::default();
        }
        let raw = |excess: Moments| excess.variance + excess.mean * excess.mean;
        let seen = self.clone().with_grid_moments().excess;
        BeyondMoments {
            mean: (self.excess.mean - seen.mean).max(0.0),
            square: (raw(self.excess) - raw(seen)).max(0.0),
        }
    }

    /// Adds what lies beyond the grid to moments that were read off it.
    fn with_beyond_moments(mut self, beyond: BeyondMoments) -> Self {
        let Moments { mean, variance } = self.excess;
        let moved = mean + beyond.mean;
        let variance = variance + mean * mean + beyond.square - moved * moved;
        self.excess = Moments { mean: moved, variance: variance.max(0.0) };
        self
    }

    /// Puts the mass of cell `k` on its two ends so that its mean stays.
    fn split_cell(&mut self, grid: &Grid, k: usize, cell: Part) {
        let moment = cell.partial_mean * UNITS_PER_MS - grid.points[k] * cell.probability;
        let right = (moment / grid.width(k)).clamp(0.0, cell.probability);
        self.mass[k + 1] += right;
        self.mass[k] += cell.probability - right;
    }

    /// Adds mass `weight` at `x` us, split between its neighbours.
    fn put(&mut self, grid: &Grid, x: f64, weight: f64) {
        let k = grid.cell(x);
        if k == grid.last() {
            self.mass[k] += weight;
            if x > grid.points[k] {
                self.beyond += weight;
            }
            return;
        }
        let right = weight * (x - grid.points[k]) / grid.width(k);
        self.mass[k + 1] += right;
        self.mass[k] += weight - right;
    }

    fn grid(&self) -> &'static Grid {
        self.resolution.grid()
    }

    /// Grid the excess lives on.
    #[must_use]
    pub fn resolution(&self) -> Resolution {
        self.resolution
    }

    /// Exact part, in ms.
    #[must_use]
    pub fn shift(&self) -> f64 {
        self.shift
    }

    /// Share of mass beyond the last grid point, 134 s above the shift; above 1e-6 results deserve a warning.
    #[must_use]
    pub fn beyond_grid(&self) -> f64 {
        self.beyond
    }

    /// Mass that carries probability, as a range of indices.
    fn support(&self) -> std::ops::Range<usize> {
        let start = self.mass.iter().position(|p| *p > NEGLIGIBLE).unwrap_or(0);
        let end = self.mass.iter().rposition(|p| *p > NEGLIGIBLE).map_or(0, |k| k + 1);
        start..end
    }

    /// Atoms as (excess in us, mass).
    fn atoms(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        self.grid().points.iter().copied().zip(self.mass.iter().copied()).filter(|(_, p)| *p > 0.0)
    }

    /// Variance, ms².
    #[must_use]
    pub fn variance(&self) -> f64 {
        self.excess.variance
    }

    /// Later by `by` ms, exact.
    #[must_use]
    pub fn shifted(mut self, by: f64) -> Self {
        self.shift += by;
        self
    }

    /// `factor` times as long, `factor > 0`.
    #[must_use]
    pub fn scaled(&self, factor: f64) -> Self {
        let mut result = Self::empty(self.shift * factor, self.resolution);
        let grid = self.grid();
        self.atoms().for_each(|(g, p)| result.put(grid, g * factor, p));
        result.excess =
            Moments { mean: self.excess.mean * factor, variance: self.excess.variance * factor * factor };
        result
    }

    /// The same delay over a shift no larger than its own.
    pub(crate) fn over(&self, shift: f64) -> Self {
        self.rebased(shift.min(self.shift))
    }

    /// Mass at each grid point.
    pub(crate) fn masses(&self) -> &[f64] {
        &self.mass
    }

    /// Every point of the grid over the shift in ms, with its mass.
    pub(crate) fn points(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        let points = self.grid().points.iter();
        points.zip(&self.mass).map(|(g, p)| (self.shift + g / UNITS_PER_MS, *p))
    }

    /// The same delay over another shift; mass below the new shift moves up to it.
    fn rebased(&self, shift: f64) -> Self {
        let offset = (self.shift - shift) * UNITS_PER_MS;
        if offset == 0.0 {
            return self.clone();
        }
        let mut result = Self::empty(shift, self.resolution);
        let grid = self.grid();
        self.atoms().for_each(|(g, p)| result.put(grid, (g + offset).max(0.0), p));
        result.beyond = result.beyond.max(self.beyond);
        if offset < 0.0 {
            let beyond = self.beyond_moments().rebased(shift - self.shift);
            return result.with_grid_moments().with_beyond_moments(beyond);
        }
        result.excess = Moments { mean: self.excess.mean + offset / UNITS_PER_MS, ..self.excess };
        result
    }

    /// Sum of independent delays. Moments add exactly.
    ///
    /// # Panics
    /// If the two live on different grids.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        assert_eq!(self.resolution, other.resolution, "a sum needs one grid");
        Self {
            shift: self.shift + other.shift,
            mass: convolve(self.grid(), &self.mass, &other.mass),
            beyond: self.beyond_of_sum(other).max(self.beyond).max(other.beyond),
            excess: self.excess.plus(other.excess),
            resolution: self.resolution,
        }
    }

    /// Chance that the two excesses together exceed the last point.
    fn beyond_of_sum(&self, other: &Self) -> f64 {
        let grid = self.grid();
        let end = grid.points[grid.last()];
        let highest = |sum: &Self| sum.atoms().last().map_or(0.0, |(g, _)| g);
        if highest(self) + highest(other) <= end {
            return 0.0;
        }
        let tails = other.tails();
        let above = |x: f64| tails.get(grid.cell(x) + 1).copied().unwrap_or(0.0);
        self.atoms().map(|(g, p)| p * above(end - g)).sum()
    }

    /// Sum of `k` independent copies, by binary doubling; 0 copies are no delay.
    #[must_use]
    pub fn times(&self, k: u32) -> Self {
        let mut result: Option<Self> = None;
        let mut power = self.clone();
        let mut left = k;
        while left > 0 {
            if left & 1 == 1 {
                result = Some(result.map_or_else(|| power.clone(), |r| r.plus(&power)));
            }
            left >>= 1;
            if left > 0 {
                power = power.plus(&power);
            }
        }
        result.unwrap_or_else(|| Self::constant(0.0, self.resolution))
    }

    /// Survival at each grid point, counting the atom there: `P(Y >= g_k)`, summed from the far end.
    fn tails(&self) -> Vec<f64> {
        let mut tails = self.mass.clone();
        for k in (0..tails.len() - 1).rev() {
            tails[k] += tails[k + 1];
        }
        tails
    }

    /// From tails `P(Y >= g_k)`.
    fn from_tails(shift: f64, resolution: Resolution, tails: &[f64], beyond: f64) -> Self {
        let next = tails.iter().skip(1).copied().chain([0.0]);
        let mass = tails.iter().zip(next).map(|(now, next)| (now - next).max(0.0)).collect();
        Self { shift, mass, beyond, excess: Moments::ZERO, resolution }.with_grid_moments()
    }

    /// The later of two independent delays. Beyond the grid the two are taken as never late together.
    #[must_use]
    pub fn max(&self, other: &Self) -> Self {
        let shift = self.shift.max(other.shift);
        let (a, b) = (self.rebased(shift), other.rebased(shift));
        let tails: Vec<f64> = a.tails().iter().zip(b.tails()).map(|(s, t)| s + t - s * t).collect();
        Self::from_tails(shift, self.resolution, &tails, a.beyond.max(b.beyond))
            .with_beyond_moments(a.beyond_moments().plus(b.beyond_moments()))
    }

    /// The earlier of two independent delays.
    #[must_use]
    pub fn min(&self, other: &Self) -> Self {
        let shift = self.shift.min(other.shift);
        let (a, b) = (self.rebased(shift), other.rebased(shift));
        let tails: Vec<f64> = a.tails().iter().zip(b.tails()).map(|(s, t)| s * t).collect();
        Self::from_tails(shift, self.resolution, &tails, a.beyond * b.beyond)
    }

    /// One of several delays, each with its weight; weights add up to 1. Moments mix exactly.
    ///
    /// # Panics
    /// If there is no part.
    #[must_use]
    pub fn mixture(parts: &[(f64, &Self)]) -> Self {
        let first = parts.first().expect("a mixture has parts").1;
        let shift = parts.iter().map(|(_, part)| part.shift).fold(f64::INFINITY, f64::min);
        let mut result = Self::empty(shift, first.resolution);
        let mean = parts.iter().map(|(w, part)| w * part.mean()).sum::<f64>();
        for (weight, part) in parts {
            let off_mean = part.mean() - mean;
            result.excess.variance += weight * (part.variance() + off_mean * off_mean);
            let part = part.rebased(shift);
            result.mass.iter_mut().zip(&part.mass).for_each(|(r, p)| *r += weight * p);
            result.beyond += weight * part.beyond;
        }
        result.excess.mean = mean - shift;
        result
    }

    /// Conditional laws of the delay, shortest first and each with its probability, cut where about these shares of its
    /// running time (not its count) lie below.
    #[must_use]
    pub fn groups_by_time(&self, cuts: &[f64]) -> Vec<(f64, Self)> {
        let points = &self.grid().points;
        let share = |k: usize| self.mass[k] * (self.shift + points[k] / UNITS_PER_MS) / self.mean();
        let (mut parts, mut part, mut time) = (Vec::new(), Self::empty(self.shift, self.resolution), 0.0);
        for k in self.support() {
            part.mass[k] = self.mass[k];
            time += share(k);
            if cuts.get(parts.len()).is_some_and(|cut| time >= *cut) {
                parts.push(std::mem::replace(&mut part, Self::empty(self.shift, self.resolution)));
            }
        }
        parts.push(part);
        let mut groups: Vec<(f64, Self)> = parts.into_iter().filter_map(Self::normalised).collect();
        if let Some((share, longest)) = groups.pop() {
            let beyond = self.beyond_moments();
            let beyond = BeyondMoments { mean: beyond.mean / share, square: beyond.square / share };
            let longest = Self { beyond: self.beyond / share, ..longest.with_beyond_moments(beyond) };
            groups.push((share, longest));
        }
        groups
    }

    /// The law without the mass that it lacks, and how much it had.
    fn normalised(mut self) -> Option<(f64, Self)> {
        let probability: f64 = self.mass.iter().sum();
        self.mass.iter_mut().for_each(|p| *p /= probability);
        (probability > NEGLIGIBLE).then(|| (probability, self.with_grid_moments()))
    }

    /// Residual life of a running delay seen at a random time: density `P(X > x) / E X`.
    ///
    /// Exact decomposition over the shift: with probability `shift / E X` uniform below the shift, else the shift
    /// plus the residual of the excess. The mean, `E X² / 2 E X`, is as exact as the moments of `X`.
    #[must_use]
    pub fn residual(&self) -> Self {
        let grid = self.grid();
        let mean = self.mean();
        if mean <= 0.0 {
            return Self::constant(0.0, self.resolution);
        }
        let mut result = Self::empty(0.0, self.resolution);
        if self.shift > 0.0 {
            result.add_uniform(grid, self.shift, self.shift / mean);
        }
        let tails = self.tails();
        for k in 0..grid.last() {
            let above = tails[k + 1];
            let weight = above * grid.width(k) / (mean * UNITS_PER_MS);
            if weight > 0.0 {
                let start = self.shift * UNITS_PER_MS + grid.points[k];
                result.put(grid, start, weight / 2.0);
                result.put(grid, start + grid.width(k), weight / 2.0);
            }
        }
        let hidden = self.beyond_moments().mean / mean;
        result.mass[grid.last()] += hidden;
        result.beyond += hidden;
        let mut result = result.with_grid_moments();
        result.excess.mean = self.second_moment() / (2.0 * mean);
        result
    }

    /// Adds `weight` spread evenly over `[0, high]` ms.
    fn add_uniform(&mut self, grid: &Grid, high: f64, weight: f64) {
        let high = high * UNITS_PER_MS;
        let last = grid.first_at_or_above(high).min(grid.last());
        for k in 0..last {
            let (from, to) = (grid.points[k], grid.points[k + 1].min(high));
            let probability = (to - from) / high * weight;
            let partial_mean = f64::midpoint(from, to) / UNITS_PER_MS * probability;
            self.split_cell(grid, k, Part { probability, partial_mean });
        }
        if high > grid.points[grid.last()] {
            let beyond = weight * (1.0 - grid.points[grid.last()] / high);
            self.mass[grid.last()] += beyond;
            self.beyond += beyond;
        }
    }

    /// How long a source has been waiting when this delay ends, if it fired during the delay and fires at `rate`
    /// per ms: `P(W > w) = E[(1 - exp(-rate (X - w)))+] / E[1 - exp(-rate X)]`, mean kept.
    #[must_use]
    pub fn remaining_after_firing(&self, rate: f64) -> Self {
        let flat = self.rebased(0.0);
        let grid = self.grid();
        let mut result = Self::empty(0.0, self.resolution);
        // What lies beyond the grid adds alike to all of the survival up to its end.
        let hidden = (rate * flat.beyond_moments().mean).min(flat.beyond);
        let (mut quiet, mut tail, mut after) = (0.0, 0.0, hidden);
        for k in (0..grid.last()).rev() {
            tail += flat.mass[k + 1];
            quiet += flat.mass[k + 1];
            let step = grid.width(k) / UNITS_PER_MS;
            let decay = (-rate * step).exp();
            let integral = (tail + hidden) * step - quiet * (1.0 - decay) / rate;
            quiet *= decay;
            let here = tail - quiet + hidden;
            let (from, to) = (grid.points[k] / UNITS_PER_MS, grid.points[k + 1] / UNITS_PER_MS);
            let probability = (here - after).max(0.0);
            result.split_cell(
                grid,
                k,
                Part { probability, partial_mean: from * here - to * after + integral },
            );
            after = here;
        }
        result.mass[grid.last()] += hidden;
        let whole = after.max(f64::MIN_POSITIVE);
        result.mass.iter_mut().for_each(|p| *p /= whole);
        result.beyond = hidden / whole;
        result.with_grid_moments()
    }

    /// Mean of [`Self::remaining_after_firing`], `E[X - (1 - exp(-rate X)) / rate] / E[1 - exp(-rate X)]`, to the last
    /// digits also where the source hardly ever fires; what lies beyond the grid counts.
    #[must_use]
    pub fn mean_after_firing(&self, rate: f64) -> f64 {
        let beyond = self.beyond_moments();
        let mut waited =
            (rate * beyond.mean).min(rate * rate * (beyond.square / 2.0 + self.shift * beyond.mean));
        let mut fired = 0.0;
        for (g, p) in self.atoms() {
            let u = rate * (self.shift + g / UNITS_PER_MS);
            waited += p * after_firing(u);
            fired -= p * (-u).exp_m1();
        }
        if fired > 0.0 { waited / (rate * fired) } else { 0.0 }
    }

    /// The value that a share `p` of delays does not exceed, in ms.
    ///
    /// Survival is read inside each atom and interpolated, in its logarithm above the median; nothing exceeds the last
    /// atom.
    #[must_use]
    pub fn percentile(&self, p: f64) -> f64 {
        let target = 1.0 - p;
        let points = &self.grid().points;
        if target >= 1.0 - self.mass[0] {
            return self.shift;
        }
        let tails = self.tails();
        let grid = self.grid();
        let middle = |k: usize| {
            if k == 0 { 1.0 - self.mass[0] } else { tails[k] - self.mass[k] * grid.share_below(k) }
        };
        let Some(k) = (1..points.len()).find(|k| middle(*k) <= target) else {
            return self.shift + points[points.len() - 1] / UNITS_PER_MS;
        };
        let f = if tails[k] > 0.0 { interpolate(middle(k - 1), middle(k), target) } else { 0.0 };
        self.shift + (points[k - 1] + f * (points[k] - points[k - 1])) / UNITS_PER_MS
    }
}

impl Delay for Distribution {
    fn mean(&self) -> f64 {
        self.shift + self.excess.mean
    }

    fn second_moment(&self) -> f64 {
        self.variance() + self.mean() * self.mean()
    }

    fn laplace(&self, s: f64) -> f64 {
        let per_us = s / UNITS_PER_MS;
        (-s * self.shift).exp() * self.atoms().map(|(g, p)| p * (-per_us * g).exp()).sum::<f64>()
    }

    /// The inverse of [`Distribution::percentile`].
    fn survival(&self, x: f64) -> f64 {
        let grid = self.grid();
        let excess = (x - self.shift) * UNITS_PER_MS;
        if excess < 0.0 {
            return 1.0;
        }
        let k = grid.cell(excess);
        if k == grid.last() {
            return self.beyond;
        }
        let tail: f64 = self.mass[k + 1..].iter().rev().sum();
        if tail <= 0.0 {
            return 0.0;
        }
        let low = if k == 0 { tail } else { tail + self.mass[k] * (1.0 - grid.share_below(k)) };
        let high = tail - self.mass[k + 1] * grid.share_below(k + 1);
        let f = (excess - grid.points[k]) / grid.width(k);
        if low <= 0.5 && high > 0.0 { low * (high / low).powf(f) } else { low + f * (high - low) }
    }

    fn nodes(&self) -> Vec<(f64, f64)> {
        self.atoms().map(|(g, p)| (self.shift + g / UNITS_PER_MS, p)).collect()
    }

    fn scv(&self) -> f64 {
        let mean = self.mean();
        if mean > 0.0 { self.variance() / (mean * mean) } else { 0.0 }
    }
}

/// Probability and mean of a cell from the parts at its two ends, taken on the side that loses no digits.
fn cell_part(low: (Part, Part), high: (Part, Part)) -> Part {
    let (from, to) = if low.0.probability < 0.5 { (low.0, high.0) } else { (high.1, low.1) };
    Part {
        probability: (to.probability - from.probability).max(0.0),
        partial_mean: (to.partial_mean - from.partial_mean).max(0.0),
    }
}

/// `u - (1 - exp(-u))`, by its series where that would lose digits.
fn after_firing(u: f64) -> f64 {
    if u < 1e-3 { u * u / 2.0 * (1.0 - u / 3.0 * (1.0 - u / 4.0)) } else { u + (-u).exp_m1() }
}

/// Where between two survivals the target lies: logarithmic where both are beyond the median, else linear. One way a
/// cell, so that percentiles stay in order.
fn interpolate(before: f64, here: f64, target: f64) -> f64 {
    if before <= here {
        return 1.0;
    }
    if before <= 0.5 && here > 0.0 {
        (before / target).ln() / (before / here).ln()
    } else {
        (before - target) / (before - here)
    }
}
