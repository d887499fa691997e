//! Sums of independent delays on the grid, octave by octave.
//!
//! Knows: a value between two points is split so that its mean stays. Splitting in two steps, first over a finer grid and
//! then over a coarser one whose points are among the finer ones, is the same as in one. Within an octave the grid is
//! uniform, so everything below an octave can first be split over that octave's spacing; all pairs whose larger value
//! lies in the octave are then one plain convolution. With `m` cells an octave it takes `3 m²` products, where the pairs
//! themselves are `m²` times the octaves below.

use super::grid::Grid;

/// Mass at or below this is not worth its products.
const NEGLIGIBLE: f64 = 1e-30;

/// Masses of the sum of two delays with masses `a` and `b`. What exceeds the last point lies on it.
pub(super) fn convolve(grid: &Grid, a: &[f64], b: &[f64]) -> Vec<f64> {
    let cells = grid.cells();
    let (mut up_to_a, mut up_to_b) = (UpTo::nothing_but(a[0], cells), UpTo::nothing_but(b[0], cells));
    let mut mass = vec![0.0; grid.len()];
    mass[0] = a[0] * b[0];
    let mut sums = vec![0.0; 3 * cells + 1];
    for first in (1..grid.last()).step_by(cells) {
        let (octave_a, octave_b) = (&a[first..first + cells], &b[first..first + cells]);
        if octave_a.iter().chain(octave_b).any(|p| *p > NEGLIGIBLE) {
            sums.fill(0.0);
            add_products(&mut sums, octave_b, &up_to_a.points);
            up_to_b.append(octave_b);
            add_products(&mut sums, octave_a, &up_to_b.points);
            up_to_a.append(octave_a);
            add_to_grid(&mut mass[first..], &sums, cells);
        }
        up_to_a.coarsen();
        up_to_b.coarsen();
    }
    let last = grid.last();
    mass[last] += a[last] * b.iter().sum::<f64>() + b[last] * a[..last].iter().sum::<f64>();
    mass
}

/// Mass of the values up to an octave, over points at multiples of that octave's spacing from 0 on: `cells` of them
/// below the octave, `cells` in it, and one at its end.
struct UpTo {
    points: Vec<f64>,
    cells: usize,
}

impl UpTo {
    fn nothing_but(at_zero: f64, cells: usize) -> Self {
        let mut points = vec![0.0; 2 * cells + 1];
        points[0] = at_zero;
        Self { points, cells }
    }

    fn append(&mut self, octave: &[f64]) {
        for (point, p) in self.points[self.cells..].iter_mut().zip(octave) {
            *point += if *p > NEGLIGIBLE { *p } else { 0.0 };
        }
    }

    /// To the spacing of the next octave: every other point is split between its neighbours.
    fn coarsen(&mut self) {
        self.points[0] += self.points[1] / 2.0;
        for u in 1..self.cells {
            self.points[u] =
                self.points[2 * u] + f64::midpoint(self.points[2 * u - 1], self.points[2 * u + 1]);
        }
        self.points[self.cells] = self.points[2 * self.cells] + self.points[2 * self.cells - 1] / 2.0;
        self.points[self.cells + 1..].fill(0.0);
    }
}

/// Adds the products of an octave's masses with `others`; sums count from the octave's first point.
fn add_products(sums: &mut [f64], octave: &[f64], others: &[f64]) {
    let start = others.iter().position(|p| *p > 0.0).unwrap_or(others.len());
    let end = others.iter().rposition(|p| *p > 0.0).map_or(start, |k| k + 1);
    let others = &others[start..end];
    for (r, weight) in octave.iter().enumerate().filter(|(_, weight)| **weight > NEGLIGIBLE) {
        for (sum, p) in sums[r + start..].iter_mut().zip(others) {
            *sum += weight * p;
        }
    }
}

/// Adds sums over an octave's spacing to the grid from that octave's first point on: there are as many points of this
/// spacing in the octave, then every other one is split. The grid may end with the octave.
fn add_to_grid(grid_points: &mut [f64], sums: &[f64], cells: usize) {
    let (within, above) = sums.split_at(cells);
    grid_points.iter_mut().zip(within).for_each(|(point, sum)| *point += sum);
    let next = &mut grid_points[cells..];
    if next.len() == 1 {
        next[0] += above.iter().sum::<f64>();
        return;
    }
    next[0] += above[0];
    for (u, pair) in above[1..].chunks_exact(2).enumerate() {
        next[u] += pair[0] / 2.0;
        next[u + 1] += pair[0] / 2.0 + pair[1];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::latency::Resolution;

    /// All pairs, one by one.
    fn by_pairs(grid: &Grid, a: &[f64], b: &[f64]) -> Vec<f64> {
        let mut mass = vec![0.0; grid.len()];
        for (x, p) in grid.points.iter().zip(a) {
            for (y, q) in grid.points.iter().zip(b) {
                let k = grid.cell(x + y);
                let right =
                    if k == grid.last() { 0.0 } else { p * q * (x + y - grid.points[k]) / grid.width(k) };
                mass[k] += p * q - right;
                if right > 0.0 {
                    mass[k + 1] += right;
                }
            }
        }
        mass
    }

    /// Masses on every `step`-th point from `first` on.
    fn masses(grid: &Grid, first: usize, step: usize) -> Vec<f64> {
        let mass = |k: usize| 1.0 / (1.0 + (k * 7_919 % 1_009) as f64);
        (0..grid.len())
            .map(|k| if k >= first && (k - first).is_multiple_of(step) { mass(k) } else { 0.0 })
            .collect()
    }

    #[test]
    fn equals_all_pairs() {
        for grid in Resolution::ALL.map(Resolution::grid) {
            let last = grid.last();
            for (first_a, step_a) in [(0, 1), (0, last), (last, 1), (300, 3), (17, 64)] {
                for (first_b, step_b) in [(0, 1), (0, last + 1), (last, 1), (1, 31), (last - 40, 1)] {
                    let (a, b) = (masses(grid, first_a, step_a), masses(grid, first_b, step_b));
                    for (k, (sum, pairs)) in
                        convolve(grid, &a, &b).iter().zip(by_pairs(grid, &a, &b)).enumerate()
                    {
                        assert!((sum - pairs).abs() <= 1e-13 * pairs, "point {k}: {sum}, by pairs {pairs}");
                    }
                }
            }
        }
    }
}
