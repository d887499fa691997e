//! Histograms and their fits against independent maximisation.

mod common;

use common::{Report, cases, number, numbers, ok};
use farsight::latency::fit_histogram::{Candidate, Choice, Confidence, fit_histogram};
use farsight::latency::{Bucket, Delay, Histogram, HistogramError, LognormalPart, Resolution};
use farsight::units::Answer;
use serde_json::Value;

fn histogram(inputs: &Value) -> Histogram {
    let list = |names: [&str; 2]| names.iter().find(|n| inputs[**n].is_array()).map(|n| numbers(&inputs[*n]));
    let upper = list(["buckets_upper_ms", "upper_ms"]).expect("edges");
    let counts = numbers(&inputs["counts"]);
    let built = match list(["buckets_lower_ms", "lower_ms"]) {
        None => Histogram::from_upper_edges(&upper.into_iter().zip(counts).collect::<Vec<_>>()),
        Some(lower) => {
            let bucket = |((lower, upper), count)| Bucket { lower, upper, count };
            Histogram::from_buckets(&lower.into_iter().zip(upper).zip(counts).map(bucket).collect::<Vec<_>>())
        }
    };
    built.expect("a histogram")
}

fn histogram_cases() -> Vec<Value> {
    cases("a_fits").into_iter().filter(|c| c["inputs"]["counts"].is_array()).collect()
}

/// Parameters of one lognormal, wherever the case keeps them.
fn expected_parts(expected: &Value) -> Vec<LognormalPart> {
    if expected["mu"].is_number() {
        return vec![LognormalPart {
            weight: 1.0,
            mu: number(expected, "mu"),
            sigma: number(expected, "sigma"),
        }];
    }
    let rows = expected["par(w,mu,sigma)"].as_array().expect("parameters");
    let part = |row: Vec<f64>| LognormalPart { weight: row[0], mu: row[1], sigma: row[2] };
    rows.iter().map(|row| part(numbers(row))).collect()
}

fn check_candidate(report: &mut Report, id: &str, got: &Candidate, expected: &Value, tol: &Value) {
    let par = tol["par"].as_f64().or(tol["mu"].as_f64()).expect("a tolerance");
    for (got, wanted) in got.law.parts().iter().zip(expected_parts(expected)) {
        report.check(&format!("{id} weight"), got.weight, wanted.weight, par);
        report.check(&format!("{id} mu"), got.mu, wanted.mu, par);
        report.check(&format!("{id} sigma"), got.sigma, wanted.sigma, par);
    }
    report.check(&format!("{id} nll"), got.negative_log_likelihood, number(expected, "nll"), 1e-6);
    let gof = &expected["gof"];
    report.check(&format!("{id} G2"), got.fit.g2, number(gof, "G2"), 1e-3);
    report.check(&format!("{id} df"), got.fit.freedom, number(gof, "df"), 0.0);
    report.check(&format!("{id} cells"), got.fit.cells as f64, number(gof, "cells_after_pooling"), 0.0);
    let error = number(gof, "max_cdf_error_at_edges");
    report.check(&format!("{id} cdf"), got.fit.largest_cdf_error, error, 1e-3);
    let means = [(got.law.mean(), "mean_ms"), (got.law.scv(), "scv")];
    let percentiles = [("p50_ms", 0.5), ("p95_ms", 0.95), ("p99_ms", 0.99), ("p99.9_ms", 0.999)];
    let percentiles = percentiles.map(|(name, p)| (got.law.percentile(p), name));
    for (got, name) in means.into_iter().chain(percentiles) {
        if let Some(wanted) = expected[name].as_f64() {
            report.check(&format!("{id} {name}"), got, wanted, 5.0 * par);
        }
    }
}

fn check_confidence(report: &mut Report, id: &str, got: &Confidence, expected: &Value) {
    let (mean, p99) = (numbers(&expected["mean_ci95_ms"]), numbers(&expected["p99_ci95_ms"]));
    let pairs = [
        (got.mu_error, number(expected, "se_mu")),
        (got.sigma_error, number(expected, "se_sigma")),
        (got.mean_interval.0, mean[0]),
        (got.mean_interval.1, mean[1]),
        (got.p99_interval.0, p99[0]),
        (got.p99_interval.1, p99[1]),
    ];
    for (i, (got, wanted)) in pairs.into_iter().enumerate() {
        report.check(&format!("{id} confidence {i}"), got, wanted, 0.01);
    }
}

#[test]
fn fits_equal_the_reference() {
    let mut report = Report::default();
    for case in histogram_cases() {
        let (id, expected, tol) = (case["id"].as_str().expect("id"), &case["expected"], &case["tol"]);
        let fit = fit_histogram(&histogram(&case["inputs"])).value().expect("a fit");
        let one = if expected["lognormal"].is_object() { &expected["lognormal"] } else { expected };
        check_candidate(&mut report, id, fit.single.as_ref().expect("one lognormal"), one, tol);
        let fisher = if one["fisher"].is_object() { &one["fisher"] } else { one };
        check_confidence(&mut report, id, &fit.confidence.expect("confidence"), fisher);
        if expected["lognormal2"].is_object() {
            assert_eq!(fit.choice, Choice::TwoLognormals, "{id}");
            check_candidate(
                &mut report,
                id,
                fit.mixture.as_ref().expect("two"),
                &expected["lognormal2"],
                tol,
            );
        } else {
            assert_eq!(fit.choice, Choice::Lognormal, "{id}");
        }
    }
    report.done(5 * 14 + 15);
}

#[test]
fn shares_and_bounds_equal_the_reference() {
    let mut report = Report::default();
    for case in histogram_cases().iter().filter(|c| c["expected"]["nonparametric"].is_object()) {
        let (expected, tol) = (&case["expected"]["nonparametric"], number(&case["tol"], "nonparametric"));
        let h = histogram(&case["inputs"]);
        let mut check = |what: &str, got: f64, wanted: f64| report.check(what, got, wanted, tol);
        check("n", h.count(), number(expected, "n"));
        check("least", h.mean_bounds().least, number(expected, "mean_lower_ms"));
        check("most", h.mean_bounds().most.expect("closed"), number(expected, "mean_upper_ms"));
        check("mean", h.mean_estimate(), number(expected, "mean_loguniform_ms"));
        for (name, p) in [("p50", 0.5), ("p90", 0.9), ("p95", 0.95), ("p99", 0.99), ("p99.9", 0.999)] {
            check(name, h.percentile(p), number(expected, &format!("{name}_ms")));
            if expected[&format!("{name}_bracket")].is_array() {
                let (bracket, wanted) =
                    (h.percentile_bracket(p), numbers(&expected[&format!("{name}_bracket")]));
                assert_eq!(vec![bracket.lower, bracket.upper], wanted);
            }
            if expected[&format!("{name}_ci95")].is_array() {
                let (interval, wanted) =
                    (h.percentile_interval(p), numbers(&expected[&format!("{name}_ci95")]));
                check("interval low", interval.0, wanted[0]);
                check("interval high", interval.1, wanted[1]);
            }
        }
    }
    report.done(13);
}

fn from_edges(pairs: &[(f64, f64)]) -> Histogram {
    Histogram::from_upper_edges(pairs).expect("a histogram")
}

#[test]
fn one_bucket_is_uniform_with_a_warning() {
    let Answer::Warn(fit, warnings) = fit_histogram(&from_edges(&[(8.0, 100.0)])) else {
        panic!("no warning")
    };
    assert_eq!((fit.choice, warnings.len()), (Choice::Buckets, 1));
    let law = fit.law(Resolution::Interactive);
    assert!((law.mean() - 6.0).abs() < 1e-9, "{}", law.mean());
    assert!((law.percentile(0.25) - 5.0).abs() < 0.01, "{}", law.percentile(0.25));
}

#[test]
fn two_neighbours_keep_their_buckets() {
    let answer = fit_histogram(&from_edges(&[(4.0, 100.0), (8.0, 50.0)]));
    assert!(matches!(answer, Answer::Warn(fit, _) if fit.choice == Choice::Buckets));
    let apart = fit_histogram(&from_edges(&[(4.0, 100.0), (64.0, 50.0)])).value().expect("a fit");
    assert!(apart.single.expect("one lognormal").law.mean().is_finite());
}

/// Two clouds three decades apart: the mixture finds both, the single law is poor.
#[test]
fn two_clouds_are_told_apart() {
    let pairs = [(1.0, 300.0), (2.0, 900.0), (4.0, 320.0), (256.0, 60.0), (512.0, 180.0), (1024.0, 70.0)];
    let fit = fit_histogram(&from_edges(&pairs)).value().expect("a fit");
    assert_eq!(fit.choice, Choice::TwoLognormals);
    let (two, one) = (fit.mixture.expect("two"), fit.single.expect("one"));
    let share = two.law.parts()[1].weight;
    assert!((share - 310.0 / 1830.0).abs() < 0.01, "{share}");
    assert!(two.fit.largest_cdf_error < 0.02 && one.fit.largest_cdf_error > 0.05);
}

#[test]
fn microsecond_views_scale_to_milliseconds() {
    let counts = [16.0, 64.0, 370.0, 404.0, 240.0, 97.0, 9.0];
    let edges = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0];
    let pairs: Vec<_> = edges.into_iter().zip(counts).collect();
    let ms = fit_histogram(&from_edges(&pairs)).value().expect("a fit");
    let micro = Histogram::from_upper_edges_in_microseconds(&pairs).expect("a histogram");
    assert!((micro.percentile(0.5) * 1000.0 / from_edges(&pairs).percentile(0.5) - 1.0).abs() < 1e-12);
    let us = ok(fit_histogram(&micro));
    let (ms, us) = (ms.chosen().expect("chosen").law.mean(), us.chosen().expect("chosen").law.mean());
    assert!((us * 1000.0 / ms - 1.0).abs() < 1e-6, "{us} {ms}");
}

#[test]
fn an_open_bucket_bounds_nothing() {
    let h = from_edges(&[(1.0, 10.0), (2.0, 10.0), (4.0, 10.0), (8_388_608.0, 1.0)]);
    assert_eq!((h.is_open(), h.mean_bounds().most), (true, None));
    assert!(
        h.mean_estimate().is_finite()
            && h.percentile(1.0).is_finite()
            && h.percentile_interval(0.99).1.is_finite()
    );
    let Answer::Warn(fit, _) = fit_histogram(&h) else { panic!("no warning") };
    let law = fit.law(Resolution::Interactive);
    assert!(law.mean().is_finite() && law.scv().is_finite() && law.percentile(0.999).is_finite());
}

#[test]
fn no_histogram_says_why() {
    let error = |pairs: &[(f64, f64)]| Histogram::from_upper_edges(pairs).expect_err("no histogram");
    assert_eq!(error(&[]), HistogramError::Empty);
    assert_eq!(error(&[(4.0, 0.0)]), HistogramError::Empty);
    assert_eq!(error(&[(3.0, 1.0)]), HistogramError::NotAPowerOfTwo(3.0));
    assert_eq!(error(&[(f64::INFINITY, 1.0)]), HistogramError::NotAPowerOfTwo(f64::INFINITY));
    assert!(matches!(error(&[(f64::NAN, 1.0)]), HistogramError::NotAPowerOfTwo(_)));
    assert_eq!(error(&[(4.0, 1.0), (4.0, 2.0)]), HistogramError::Twice(4.0));
    assert_eq!(error(&[(4.0, -1.0)]), HistogramError::BadCount(-1.0));
    assert!(matches!(error(&[(4.0, f64::NAN)]), HistogramError::BadCount(_)));
    let bucket = |lower, upper| Bucket { lower, upper, count: 1.0 };
    let overlap = Histogram::from_buckets(&[bucket(0.0, 3.0), bucket(2.0, 4.0)]);
    assert_eq!(overlap, Err(HistogramError::BadEdges(2.0)));
}

/// A published V$EVENT_HISTOGRAM of log file sync under direct SYNC (1,958 waits), fitted independently.
#[test]
fn a_published_histogram_is_two_clouds() {
    let counts = [5.0, 23.0, 11.0, 2.0, 8.0, 18.0, 41.0, 62.0, 326.0, 1423.0, 37.0, 1.0, 1.0];
    let pairs: Vec<_> = counts.iter().enumerate().map(|(i, n)| (f64::from(1u32 << i), *n)).collect();
    let h = from_edges(&pairs);
    let fit = fit_histogram(&h).value().expect("a fit");
    let (one, two) = (fit.single.expect("one"), fit.mixture.expect("two"));
    let mut report = Report::default();
    let mut check = |got: f64, printed: f64, tol: f64| report.check(&format!("{printed}"), got, printed, tol);
    check(h.mean_bounds().least, 221.5, 5e-4);
    check(h.mean_bounds().most.expect("closed"), 443.0, 5e-4);
    check(h.mean_estimate(), 319.6, 5e-4);
    check(one.fit.largest_cdf_error, 0.244, 3e-3);
    let parts = two.law.parts();
    let printed = [0.1146, 3.764, 1.828, 0.8854, 5.755, 0.2237];
    let got = parts.iter().flat_map(|p| [p.weight, p.mu, p.sigma]);
    got.zip(printed).for_each(|(got, printed)| check(got, printed, 2e-3));
    check(two.fit.largest_cdf_error, 0.0157, 5e-3);
    check(two.law.mean(), 313.0, 2e-3);
    check(two.law.percentile(0.5), 307.7, 2e-3);
    check(two.law.percentile(0.95), 462.7, 2e-3);
    check(two.law.percentile(0.99), 607.5, 2e-3);
    report.done(15);
}
