//! Maximum likelihood from counts in cells, by Fisher scoring with damping.
//!
//! Knows: counts, cell probabilities and their gradients. Does not know: which law gives them.
//! Sources: Fisher scoring (textbook); damping after Levenberg 1944 and Marquardt 1963.

/// Probability of a cell and its derivatives by each parameter.
#[derive(Debug, Clone)]
pub(super) struct Cell {
    pub(super) probability: f64,
    pub(super) gradient: Vec<f64>,
}

/// Probabilities below this hold no information.
const IMPOSSIBLE: f64 = 1e-290;

/// `-sum n ln p`.
pub(super) fn negative_log_likelihood(counts: &[f64], cells: &[Cell]) -> f64 {
    let term =
        |(n, cell): (&f64, &Cell)| if *n > 0.0 { n * cell.probability.max(IMPOSSIBLE).ln() } else { 0.0 };
    -counts.iter().zip(cells).map(term).sum::<f64>()
}

/// Climbs from `start` until a step gains less than a 1e-12th of the likelihood; `cells` are all cells, also the
/// empty ones, so that their probabilities add up to 1. Never returns worse parameters than `start`.
pub(super) fn maximise(counts: &[f64], start: Vec<f64>, cells: impl Fn(&[f64]) -> Vec<Cell>) -> Vec<f64> {
    const STEPS: usize = 500;
    const ENOUGH: f64 = 1e-13;
    let mut at = start;
    let mut here = cells(&at);
    let mut best = negative_log_likelihood(counts, &here);
    let (mut damping, mut idle) = (1e-3, 0);
    for _ in 0..STEPS {
        let Some(step) = step(counts, &here, damping) else { break };
        let next: Vec<f64> = at.iter().zip(&step).map(|(x, d)| x + d).collect();
        let there = cells(&next);
        let value = negative_log_likelihood(counts, &there);
        if value < best {
            idle = if best - value < ENOUGH * best.abs() { idle + 1 } else { 0 };
            (at, here, best) = (next, there, value);
            damping = (damping / 4.0).max(1e-9);
        } else {
            idle += 1;
            damping *= 6.0;
        }
        if idle > 12 {
            break;
        }
    }
    at
}

/// Score and expected information of `n` waits.
fn score_and_information(counts: &[f64], cells: &[Cell]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let n: f64 = counts.iter().sum();
    let size = cells.first().map_or(0, |cell| cell.gradient.len());
    let (mut score, mut information) = (vec![0.0; size], vec![vec![0.0; size]; size]);
    for (count, cell) in counts.iter().zip(cells).filter(|(_, cell)| cell.probability > IMPOSSIBLE) {
        for (j, d) in cell.gradient.iter().enumerate() {
            let relative = d / cell.probability;
            score[j] += count * relative;
            information[j].iter_mut().zip(&cell.gradient).for_each(|(sum, e)| *sum += n * relative * e);
        }
    }
    (score, information)
}

fn step(counts: &[f64], cells: &[Cell], damping: f64) -> Option<Vec<f64>> {
    let (score, mut information) = score_and_information(counts, cells);
    for (j, row) in information.iter_mut().enumerate() {
        row[j] += damping * row[j] + 1e-12;
    }
    solve(information, score)
}

/// Covariance of the estimates: the inverse of the expected information, column by column.
pub(super) fn covariance(counts: &[f64], cells: &[Cell]) -> Option<Vec<Vec<f64>>> {
    let (_, information) = score_and_information(counts, cells);
    let size = information.len();
    let unit = |j: usize| (0..size).map(|i| if i == j { 1.0 } else { 0.0 }).collect();
    (0..size).map(|j| solve(information.clone(), unit(j))).collect()
}

/// Gauss elimination with pivoting; none if singular.
fn solve(mut a: Vec<Vec<f64>>, mut b: Vec<f64>) -> Option<Vec<f64>> {
    let size = b.len();
    for k in 0..size {
        let pivot = (k..size).max_by(|i, j| a[*i][k].abs().total_cmp(&a[*j][k].abs()))?;
        a.swap(k, pivot);
        b.swap(k, pivot);
        if a[k][k].abs() < 1e-280 {
            return None;
        }
        for i in k + 1..size {
            let factor = a[i][k] / a[k][k];
            let (upper, lower) = a.split_at_mut(i);
            lower[0].iter_mut().zip(&upper[k]).for_each(|(x, y)| *x -= factor * y);
            b[i] -= factor * b[k];
        }
    }
    for k in (0..size).rev() {
        let known: f64 = (k + 1..size).map(|j| a[k][j] * b[j]).sum();
        b[k] = (b[k] - known) / a[k][k];
    }
    b.iter().all(|x| x.is_finite()).then_some(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solves_and_tells_singular() {
        let x = solve(vec![vec![0.0, 2.0], vec![3.0, 1.0]], vec![4.0, 5.0]).expect("regular");
        assert!((x[0] - 1.0).abs() < 1e-15 && (x[1] - 2.0).abs() < 1e-15);
        assert_eq!(solve(vec![vec![0.0, 0.0], vec![0.0, 1.0]], vec![1.0, 1.0]), None);
    }
}
