//! Keys hashed onto partitions: how full the fullest gets.
//!
//! Sources: exponential generating functions of occupancy, e.g. Flajolet and Sedgewick, Analytic Combinatorics, 2009,
//! II.3; the conditioning on a Poisson total keeps all terms in the range of doubles.

use statrs::function::gamma::{gamma_ur, ln_gamma};

use super::refusal::whole;
use crate::units::{Answer, Count, Warning};

/// Occupancy of partitions by clients that fall on them independently and evenly.
#[derive(Debug, Clone, PartialEq)]
pub struct Occupancy {
    /// Mean number on the fullest partition.
    pub expected_max: f64,
    /// Median of the number on the fullest.
    pub median_max: u32,
    /// 95th percentile of the number on the fullest.
    pub p95_max: u32,
    /// Chance that no two share a partition.
    pub no_collision: f64,
    /// How much fuller the fullest is than the average: `E max * b / n`.
    pub skew: f64,
}

/// Above so many multiplications the Poisson approximation takes over.
const EXACT_WORK: f64 = 1.2e7;

/// Above so many clients a partition the chance of an empty one leaves the range of doubles.
const LARGEST_MEAN: f64 = 600.0;

/// The fullest of `partitions` when `clients` are hashed onto them.
///
/// `P(max <= m) = n! [x^n] (sum of x^i / i! for i <= m)^b / b^n`. With every factor scaled to a Poisson distribution of
/// mean `n / b` this is the chance that `b` of them, each at most `m`, add up to `n`, over the chance that a Poisson of
/// mean `n` is `n`; powers by squaring. Exact to 1e-12 up to about a thousand clients; above, partitions are taken as
/// independent, with a warning.
///
/// ```
/// use farsight::queueing::hashing::fullest;
/// use farsight::units::Count;
/// let answer = fullest(Count::new("sessions", 12.0)?, Count::new("partitions", 6.0)?).value().unwrap();
/// assert!((answer.expected_max - 3.929197).abs() < 1e-6);
/// # Ok::<(), farsight::units::OutOfRange>(())
/// ```
pub fn fullest(clients: Count, partitions: Count) -> Answer<Occupancy> {
    let (n, b) = (whole(clients), whole(partitions));
    let work = f64::from(n) * f64::from(n) * f64::from(b).log2().max(1.0);
    if b == 1 || (work <= EXACT_WORK && f64::from(n) < LARGEST_MEAN * f64::from(b)) {
        return Answer::Ok(occupancy(n, b, |m| exactly_at_most(n, b, m)));
    }
    let poisson = occupancy(n, b, |m| independent_at_most(n, b, m));
    Answer::Warn(poisson, vec![Warning::new("so many clients are counted as if partitions were independent")])
}

fn occupancy(n: u32, b: u32, at_most: impl Fn(u32) -> f64) -> Occupancy {
    let (mut expected_max, mut median_max, mut p95_max) = (0.0, n, n);
    let least = n.div_ceil(b);
    expected_max += f64::from(least);
    for m in least..n {
        let chance = at_most(m);
        if chance >= 0.5 {
            median_max = median_max.min(m);
        }
        if chance >= 0.95 {
            p95_max = p95_max.min(m);
        }
        let more = (1.0 - chance).max(0.0);
        expected_max += more;
        if more < 1e-14 {
            break;
        }
    }
    let skew = expected_max * f64::from(b) / f64::from(n);
    Occupancy { expected_max, median_max, p95_max, no_collision: no_collision(n, b), skew }
}

fn no_collision(n: u32, b: u32) -> f64 {
    if n > b {
        return 0.0;
    }
    (0..n).map(|i| (-f64::from(i) / f64::from(b)).ln_1p()).sum::<f64>().exp()
}

/// Poisson chances of mean `n / b` for `0 ..= m`.
fn poisson(n: u32, b: u32, m: u32) -> Vec<f64> {
    let mean = f64::from(n) / f64::from(b);
    let mut term = (-mean).exp();
    let mut terms = vec![term];
    for i in 1..=m {
        term *= mean / f64::from(i);
        terms.push(term);
    }
    terms
}

fn exactly_at_most(n: u32, b: u32, m: u32) -> f64 {
    let top = n as usize;
    let mut square = poisson(n, b, m);
    let mut power = vec![1.0];
    let mut left = b;
    while left > 1 {
        if left & 1 == 1 {
            power = product(&power, &square, top);
        }
        square = product(&square, &square, top);
        left >>= 1;
    }
    let joint = coefficient(&power, &square, top);
    joint / poisson_at_mean(n)
}

/// Chance that a Poisson of mean `n` is `n`.
fn poisson_at_mean(n: u32) -> f64 {
    let n = f64::from(n);
    (n * n.ln() - n - ln_gamma(n + 1.0)).exp()
}

/// Product of two polynomials up to degree `top`.
fn product(a: &[f64], b: &[f64], top: usize) -> Vec<f64> {
    let mut result = vec![0.0; (a.len() + b.len() - 1).min(top + 1)];
    for (i, x) in a.iter().enumerate() {
        let room = result.len().saturating_sub(i);
        for (j, y) in b.iter().enumerate().take(room) {
            result[i + j] += x * y;
        }
    }
    result
}

/// One coefficient of a product.
fn coefficient(a: &[f64], b: &[f64], degree: usize) -> f64 {
    a.iter().enumerate().filter_map(|(i, x)| Some(x * b.get(degree.checked_sub(i)?)?)).sum()
}

fn independent_at_most(n: u32, b: u32, m: u32) -> f64 {
    // The chance that a Poisson is at most m.
    let at_most = gamma_ur(f64::from(m) + 1.0, f64::from(n) / f64::from(b));
    at_most.min(1.0).powf(f64::from(b))
}
