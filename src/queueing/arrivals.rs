//! How many of `m` thinking customers arrive during a service, as a law over the length of the service.

use crate::latency::Delay;

/// `P(k of m arrive during S)` for all `m` up to a population, each customer after an exponential time of mean `Z`:
/// `E[C(m, k) (1 - e^(-S/Z))^k e^(-(m-k) S/Z)]`.
pub(super) struct Arrivals {
    /// Row `m` holds `P(at least k arrive)` for `k = 0 ..= m`.
    at_least: Vec<Vec<f64>>,
    /// Row `m` holds `P(k arrive)`.
    exactly: Vec<Vec<f64>>,
}

impl Arrivals {
    /// For up to `most` thinkers. All terms are positive, so nothing cancels: a binomial row follows from the one
    /// before it, `b(m+1, k) = p b(m, k) + q b(m, k-1)`.
    pub(super) fn during(service: &impl Delay, think_time: f64, most: usize) -> Self {
        let mut exactly: Vec<Vec<f64>> = (0..=most).map(|m| vec![0.0; m + 1]).collect();
        let mut row = vec![0.0; most + 1];
        for (length, share) in service.nodes() {
            let stay = (-length / think_time).exp();
            let leave = -(-length / think_time).exp_m1();
            row.fill(0.0);
            row[0] = 1.0;
            for (m, sums) in exactly.iter_mut().enumerate() {
                if m > 0 {
                    extend_binomial(&mut row[..=m], stay, leave);
                }
                sums.iter_mut().zip(&row).for_each(|(sum, term)| *sum += share * term);
            }
        }
        let at_least = exactly.iter().map(|row| suffix_sums(row)).collect();
        Self { at_least, exactly }
    }

    /// `P(k of m arrive)`.
    pub(super) fn exactly(&self, m: usize, k: usize) -> f64 {
        self.exactly[m].get(k).copied().unwrap_or(0.0)
    }

    /// `P(k of m or more arrive)`.
    pub(super) fn at_least(&self, m: usize, k: usize) -> f64 {
        self.at_least[m].get(k).copied().unwrap_or(0.0)
    }
}

/// One more customer, who stays or leaves.
pub(super) fn extend_binomial(row: &mut [f64], stay: f64, leave: f64) {
    for k in (1..row.len()).rev() {
        row[k] = stay * row[k] + leave * row[k - 1];
    }
    row[0] *= stay;
}

pub(super) fn suffix_sums(row: &[f64]) -> Vec<f64> {
    let mut sums = row.to_vec();
    for k in (0..sums.len() - 1).rev() {
        sums[k] += sums[k + 1];
    }
    sums
}

/// Weights as chances.
pub(super) fn normalised(mut weights: Vec<f64>) -> Vec<f64> {
    let total: f64 = weights.iter().sum();
    weights.iter_mut().for_each(|weight| *weight /= total);
    weights
}
