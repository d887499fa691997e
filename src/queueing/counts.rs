//! Laws of counts as (count, share), to about 1e-12: exact where they are few, on the points of a Gauss-Hermite rule
//! where they are many.

/// Above this variance a count is taken on quadrature points, which keep its first moments.
const MANY: f64 = 40.0;

/// Positive half of the ten-point Gauss-Hermite rule for a standard normal: abscissa, weight
/// (Abramowitz and Stegun 25.4.46, rescaled).
const HERMITE: [(f64, f64); 5] = [
    (0.484_935_707_515_498, 0.344_642_334_932_019),
    (1.465_989_094_391_158, 0.135_483_702_980_267_8),
    (2.484_325_841_638_955, 0.019_111_580_500_770_28),
    (3.581_823_483_551_927, 0.000_758_070_934_312_218),
    (4.859_462_828_332_312, 4.310_652_630_718_29e-6),
];

/// Poisson of this mean.
pub(super) fn poisson(mean: f64) -> Vec<(f64, f64)> {
    if mean > MANY {
        return normal_points(mean, mean);
    }
    let mut counts = Vec::new();
    let mut share = (-mean).exp();
    let last = mean + 10.0 * mean.sqrt() + 12.0;
    let mut k = 0.0;
    while k <= last {
        counts.push((k, share));
        k += 1.0;
        share *= mean / k;
    }
    counts
}

/// Of `trials` (whole, or between where sizes are on a lattice), each with chance `p`.
pub(super) fn binomial(trials: f64, p: f64) -> Vec<(f64, f64)> {
    let (mean, variance) = (trials * p, trials * p * (1.0 - p));
    if trials <= 0.0 || p <= 0.0 {
        return vec![(0.0, 1.0)];
    }
    if p >= 1.0 {
        return vec![(trials, 1.0)];
    }
    if variance > MANY {
        let points = normal_points(mean, variance);
        return points.into_iter().map(|(k, share)| (k.min(trials), share)).collect();
    }
    if p > 0.5 {
        return few(trials, 1.0 - p).into_iter().map(|(k, share)| ((trials - k).max(0.0), share)).collect();
    }
    few(trials, p)
}

/// The recurrence from zero; for a broken number of trials it stops where shares would turn negative.
fn few(trials: f64, p: f64) -> Vec<(f64, f64)> {
    let mut counts = Vec::new();
    let mut share = (trials * (-p).ln_1p()).exp();
    let odds = p / (1.0 - p);
    let mean = trials * p;
    let last = (mean + 10.0 * mean.sqrt() + 12.0).min(trials);
    let (mut k, mut total) = (0.0, 0.0);
    while k <= last && share > 0.0 {
        counts.push((k, share));
        total += share;
        share *= (trials - k) / (k + 1.0) * odds;
        k += 1.0;
    }
    counts.iter_mut().for_each(|(_, share)| *share /= total);
    counts
}

fn normal_points(mean: f64, variance: f64) -> Vec<(f64, f64)> {
    let spread = variance.sqrt();
    HERMITE.iter().flat_map(|(z, share)| [(mean - spread * z, *share), (mean + spread * z, *share)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moments(law: &[(f64, f64)]) -> (f64, f64, f64) {
        let total: f64 = law.iter().map(|(_, p)| p).sum();
        let mean: f64 = law.iter().map(|(k, p)| k * p).sum();
        let variance = law.iter().map(|(k, p)| p * (k - mean).powi(2)).sum();
        (total, mean, variance)
    }

    #[test]
    fn poisson_has_its_moments() {
        for mean in [0.0, 0.3, 7.0, 39.9, 40.1, 5e4] {
            let (total, m, v) = moments(&poisson(mean));
            assert!((total - 1.0).abs() < 1e-10, "{mean}: {total}");
            assert!(
                (m - mean).abs() < 1e-8 * mean.max(1.0) && (v - mean).abs() < 1e-6 * mean.max(1.0),
                "{mean}: {m}, {v}"
            );
        }
    }

    #[test]
    fn binomial_has_its_moments() {
        for (n, p) in
            [(1.0, 0.3), (20.0, 0.02), (20.0, 0.97), (500.0, 0.5), (1e4, 0.999), (7.0, 1.0), (0.0, 0.5)]
        {
            let (total, m, v) = moments(&binomial(n, p));
            assert!((total - 1.0).abs() < 1e-9, "{n} {p}: {total}");
            assert!((m - n * p).abs() < 1e-6 * (n * p).max(1.0), "{n} {p}: {m}");
            assert!((v - n * p * (1.0 - p)).abs() < 1e-4 * (n * p).max(1.0), "{n} {p}: {v}");
        }
    }
}
