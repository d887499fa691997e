//! Quantiles and intervals that the fits share.
//!
//! Knows: the standard normal, Student's t and binomial laws, ranks that bracket a percentile.
//! Does not know: what was sampled. Sources: textbook definitions; special functions from statrs.

use statrs::distribution::{ContinuousCDF, Normal, StudentsT};
use statrs::function::beta::beta_reg;
use statrs::function::gamma::{gamma_ur, ln_gamma};

/// The normal score of a two-sided 95 % interval, as the field rounds it.
pub(super) const Z95: f64 = 1.96;

/// Standard normal distribution function.
pub(super) fn normal_cdf(z: f64) -> f64 {
    Normal::standard().cdf(z)
}

/// Standard normal density; 0 at either infinity.
pub(super) fn normal_pdf(z: f64) -> f64 {
    if z.is_finite() { (-z * z / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt() } else { 0.0 }
}

/// The standard normal score that a share `p` does not exceed; `p` is kept inside (0, 1).
pub(super) fn normal_quantile(p: f64) -> f64 {
    Normal::standard().inverse_cdf(p.clamp(1e-300, 1.0 - f64::EPSILON / 2.0))
}

/// `P(a < Z <= b)` for a standard normal `Z`, on the side that loses no digits.
pub(super) fn normal_between(a: f64, b: f64) -> f64 {
    let difference = if a > 0.0 { normal_cdf(-a) - normal_cdf(-b) } else { normal_cdf(b) - normal_cdf(a) };
    difference.max(0.0)
}

/// The 97.5 % point of Student's t with `freedom > 0` degrees.
pub(super) fn t_975(freedom: f64) -> f64 {
    StudentsT::new(0.0, 1.0, freedom).map_or(Z95, |t| t.inverse_cdf(0.975))
}

/// `P(X > x)` for a chi-square `X` with `freedom` degrees.
pub(super) fn chi_square_survival(x: f64, freedom: f64) -> f64 {
    if x > 0.0 && freedom > 0.0 { gamma_ur(freedom / 2.0, x / 2.0) } else { 1.0 }
}

/// Smallest count that a binomial (`n`, `p`) stays at or below with probability `q`.
pub(super) fn binomial_quantile(n: f64, p: f64, q: f64) -> f64 {
    /// Beyond this variance ranks and normal scores agree to a ten-thousandth of the interval.
    const LARGE: f64 = 1e8;
    let (mean, variance) = (n * p, n * p * (1.0 - p));
    if !(variance > 0.0 && variance < LARGE) {
        return (mean + normal_quantile(q) * variance.max(0.0).sqrt()).round().clamp(0.0, n);
    }
    let mut k = (mean - 9.0 * variance.sqrt()).floor().max(0.0);
    let ways = ln_gamma(n + 1.0) - ln_gamma(k + 1.0) - ln_gamma(n - k + 1.0);
    let mut mass = (ways + k * p.ln() + (n - k) * (-p).ln_1p()).exp();
    let mut below = mass;
    while below < q && k < n {
        mass *= (n - k) / (k + 1.0) * (p / (1.0 - p));
        k += 1.0;
        below += mass;
    }
    k
}

/// Ranks, from 1, of the order statistics between which the percentile `p` of `n` draws lies with 95 % confidence;
/// the upper one may be `n + 1`, beyond every draw.
pub(super) fn percentile_ranks(n: f64, p: f64) -> (f64, f64) {
    (binomial_quantile(n, p, 0.025), binomial_quantile(n, p, 0.975) + 1.0)
}

/// Clopper-Pearson 95 % interval of a probability that showed once in `n >= 2` draws.
pub(super) fn once_in(n: f64) -> (f64, f64) {
    let lower = -(0.975_f64.ln() / n).exp_m1();
    (lower, root(0.0, 1.0, |x| beta_reg(2.0, n - 1.0, x) - 0.975))
}

/// Where a rising `f` crosses zero in `[low, high]`, to the last bit that bisection can tell.
pub(super) fn root(mut low: f64, mut high: f64, f: impl Fn(f64) -> f64) -> f64 {
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if middle <= low || middle >= high {
            break;
        }
        if f(middle) < 0.0 { low = middle } else { high = middle }
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values of the NIST and Abramowitz-Stegun tables.
    #[test]
    fn tabled_values() {
        let near = |got: f64, table: f64, tol: f64| assert!((got - table).abs() < tol, "{got} {table}");
        near(t_975(1.0), 12.706, 5e-4);
        near(t_975(59.0), 2.001, 5e-4);
        near(t_975(1e6), 1.960, 5e-4);
        near(chi_square_survival(3.841, 1.0), 0.05, 1e-4);
        near(normal_quantile(0.99), 2.326_348, 1e-6);
        near(binomial_quantile(20.0, 0.5, 0.975), 14.0, 0.0 + 1e-12);
    }

    #[test]
    fn extremes_stay_finite() {
        assert!(normal_quantile(0.0).is_finite() && normal_quantile(1.0).is_finite());
        assert_eq!(binomial_quantile(10.0, 0.0, 0.5), 0.0);
        assert_eq!(binomial_quantile(10.0, 1.0, 0.5), 10.0);
        assert!(binomial_quantile(1e12, 0.5, 0.975) > 5e11);
    }
}
