//! Stationary laws of finite Markov chains.

use super::arrivals::normalised;

/// Stationary law of a chain on `size` states, by the elimination of Grassmann, Taksar and Heyman 1985, which never
/// subtracts. States that the chain leaves for good (or never reaches from the last one) have no share.
pub(super) fn stationary(size: usize, chance: impl Fn(usize, usize) -> f64) -> Vec<f64> {
    let mut p: Vec<Vec<f64>> = (0..size).map(|i| (0..size).map(|j| chance(i, j)).collect()).collect();
    let first = (1..size).rev().find(|last| !eliminate(&mut p, *last)).unwrap_or(0);
    let mut law = vec![0.0; first];
    law.push(1.0);
    for state in first + 1..size {
        let weight = law.iter().zip(&p).map(|(weight, row)| weight * row[state]).sum();
        law.push(weight);
    }
    normalised(law)
}

/// Folds state `last` into the ones before it; not if none of them can be reached from it.
fn eliminate(p: &mut [Vec<f64>], last: usize) -> bool {
    /// What rounding leaves of an impossible step.
    const IMPOSSIBLE: f64 = 1e-250;
    let (kept, row) = p.split_at_mut(last);
    let row = &row[0];
    let out: f64 = row[..last].iter().sum();
    if out <= IMPOSSIBLE {
        return false;
    }
    for other in kept {
        other[last] /= out;
        let weight = other[last];
        other[..last].iter_mut().zip(row).for_each(|(cell, step)| *cell += weight * step);
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(chain: &[&[f64]]) -> Vec<f64> {
        stationary(chain.len(), |i, j| chain[i][j])
    }

    #[test]
    fn a_walk_has_its_law() {
        let law = of(&[&[0.5, 0.5, 0.0], &[0.25, 0.5, 0.25], &[0.0, 0.5, 0.5]]);
        assert!(law.iter().zip([0.25, 0.5, 0.25]).all(|(a, b)| (a - b).abs() < 1e-15), "{law:?}");
    }

    #[test]
    fn states_that_are_left_for_good_have_no_share() {
        assert_eq!(of(&[&[0.0, 1.0, 0.0], &[0.0, 0.5, 0.5], &[0.0, 1.0, 0.0]]), [0.0, 2.0 / 3.0, 1.0 / 3.0]);
    }
}
