//! Fits from ping summaries and raw samples against independent fits.

mod common;

use common::{Random, Report, cases, ms, number, numbers, ok};
use farsight::latency::fit_ping::{Clamp, ExcessShape, PingFit, PingSummary, ShiftedFit, fit_ping};
use farsight::latency::fit_samples::{Above, SampleFit, fit_samples};
use farsight::latency::{Delay, Resolution};
use farsight::units::{Answer, Count};
use serde_json::Value;

fn summary(min: f64, avg: f64, max: f64, mdev: f64, n: f64) -> PingSummary {
    let count = Count::new("test", n).expect("in range");
    PingSummary { min: ms(min), avg: ms(avg), max: ms(max), mdev: ms(mdev), count }
}

fn ping_of(inputs: &Value) -> PingSummary {
    let n = |key| number(inputs, key);
    summary(n("min_ms"), n("avg_ms"), n("max_ms"), n("mdev_ms"), n("n"))
}

fn kept<T>(answer: Answer<T>) -> T {
    answer.value().expect("a value")
}

fn check_shift(report: &mut Report, id: &str, fit: &ShiftedFit, expected: &Value, prefix: &str, tol: f64) {
    let name = |key: &str| format!("{prefix}{key}");
    report.check(&format!("{id} shift"), fit.shift, number(expected, &name("shift_ms")), tol);
    report.check(&format!("{id} mean"), fit.mean_excess, number(expected, &name("mean_excess_ms")), tol);
    report.check(&format!("{id} scv"), fit.scv_excess, number(expected, &name("scv_excess")), tol);
}

fn check_ping(report: &mut Report, id: &str, fit: &PingFit, expected: &Value, tol: f64) {
    check_shift(report, id, &fit.all, expected, "", tol);
    assert_eq!(fit.all.clamp != Clamp::None, expected["clamped"] == true, "{id}");
    let mut check = |what: &str, got: f64, key: &str| {
        report.check(&format!("{id} {what}"), got, number(expected, key), tol);
    };
    check("P max", fit.chance_of_maximum, "P_max_at_least_observed");
    check("share", fit.variance_share_of_maximum, "variance_share_of_max");
    check("sd", fit.stddev_error, "sd_rel_se");
    let law = fit.all.law();
    check("p50", law.percentile(0.5), "p50_ms");
    check("p95", law.percentile(0.95), "p95_ms");
    check("p99", law.percentile(0.99), "p99_ms");
    let interval = numbers(&expected["mean_ci95_ms"]);
    report.check(&format!("{id} low"), fit.mean_interval.0, interval[0], tol);
    report.check(&format!("{id} high"), fit.mean_interval.1, interval[1], tol);
}

fn check_spike(report: &mut Report, id: &str, fit: &PingFit, expected: &Value, tol: f64) {
    let wanted = &expected["spike"];
    assert_eq!(fit.spike.is_some(), wanted.is_object(), "{id}");
    let Some(spike) = &fit.spike else { return };
    check_shift(report, &format!("{id} base"), &spike.base, wanted, "base_", tol);
    let interval = numbers(&wanted["prob_ci95_clopper_pearson"]);
    let pairs = [
        (spike.value, number(wanted, "value_ms")),
        (spike.probability, number(wanted, "prob")),
        (spike.probability_interval.0, interval[0]),
        (spike.probability_interval.1, interval[1]),
        (spike.base_variance, number(expected, "base_var_after_removal_ms2")),
        (spike.rounding_error, number(expected, "base_var_rounding_error_ms2")),
    ];
    for (i, (got, wanted)) in pairs.into_iter().enumerate() {
        report.check(&format!("{id} spike {i}"), got, wanted, tol);
    }
}

#[test]
fn ping_fits_equal_the_reference() {
    let mut report = Report::default();
    for case in cases("a_fits").iter().filter(|c| c["inputs"]["mdev_ms"].is_number()) {
        let id = case["id"].as_str().expect("id");
        let shape = if id.ends_with("gamma") { ExcessShape::Gamma } else { ExcessShape::Lognormal };
        let fit = kept(fit_ping(&ping_of(&case["inputs"]), shape));
        let tol = number(&case["tol"], "*");
        check_ping(&mut report, id, &fit, &case["expected"], tol);
        check_spike(&mut report, id, &fit, &case["expected"], tol);
    }
    report.done(8 * 11 + 2 * 9);
}

#[test]
fn a_spike_stays_in_the_law() {
    let fit = kept(fit_ping(&summary(4.02, 5.377, 209.8, 14.497, 200.0), ExcessShape::Lognormal));
    let law = fit.law(Resolution::Interactive);
    assert!((law.mean() / 5.377 - 1.0).abs() < 1e-3, "{}", law.mean());
    assert!((law.survival(100.0) - 0.005).abs() < 1e-6);
}

#[test]
fn impossible_pings_are_named() {
    let fields = |s: PingSummary| match fit_ping(&s, ExcessShape::Lognormal) {
        Answer::Invalid(fields) => fields.iter().map(|f| f.field).collect::<Vec<_>>(),
        other => panic!("{other:?}"),
    };
    assert_eq!(fields(summary(5.0, 4.0, 6.0, 0.1, 10.0)), ["ping min"]);
    assert_eq!(fields(summary(3.0, 4.0, 3.5, 0.1, 10.0)), ["ping max"]);
    assert_eq!(fields(summary(3.0, 4.0, 5.0, 0.1, 1.0)), ["ping count"]);
}

#[test]
fn doubtful_pings_warn() {
    let words = |s: PingSummary| match fit_ping(&s, ExcessShape::Lognormal) {
        Answer::Warn(_, warnings) => warnings.into_iter().map(|w| w.what).collect::<String>(),
        other => panic!("{other:?}"),
    };
    assert!(words(summary(4.0, 4.2, 5.0, 0.2, 10.0)).contains("fewer than 20"));
    assert!(words(summary(3.0, 10.0, 11.0, 1.0, 50.0)).contains("constant part"));
    assert!(words(summary(4.0, 4.1, 4.2, 3.0, 50.0)).contains("no sample"));
    // 199 round trips of 4 ms and one of 8: mean 4.02, mdev 0.2822, of which rounding leaves nothing.
    assert!(words(summary(4.0, 4.02, 8.0, 0.282, 200.0)).contains("jitter is unknown"));
}

#[test]
fn a_ping_without_deviation_is_a_constant() {
    let fit = ok(fit_ping(&summary(4.0, 4.0, 4.0, 0.0, 100.0), ExcessShape::Lognormal));
    assert_eq!((fit.all.shift, fit.all.mean_excess, fit.spike), (4.0, 0.0, None));
    for s in [
        summary(0.0, 0.0, 0.0, 0.0, 2.0),
        summary(0.0, 1e-12, 1e9, 1e9, 2.0),
        summary(4.0, 4.0, 4.0, 9.0, 2.0),
    ] {
        let fit = kept(fit_ping(&s, ExcessShape::Gamma));
        for value in [fit.all.shift, fit.all.scv_excess, fit.chance_of_maximum, fit.stddev_error] {
            assert!(value.is_finite(), "{fit:?}");
        }
        assert!(fit.law(Resolution::Interactive).percentile(0.99).is_finite());
    }
}

#[test]
fn sample_fits_equal_the_reference() {
    let mut report = Report::default();
    for case in cases("a_fits").iter().filter(|c| c["inputs"]["samples_ms"].is_array()) {
        let (id, expected, tol) =
            (case["id"].as_str().expect("id"), &case["expected"], number(&case["tol"], "*"));
        let fit = kept(fit_samples(&numbers(&case["inputs"]["samples_ms"]), ExcessShape::Lognormal));
        check_shift(&mut report, id, &fit.fit, expected, "", tol);
        let interval = numbers(&expected["mean_ci95_t"]);
        let mut check =
            |name: &str, got: f64, wanted: f64| report.check(&format!("{id} {name}"), got, wanted, tol);
        check("mean", fit.mean, number(expected, "mean_ms"));
        check("sd", fit.stddev, number(expected, "sd_ms"));
        check("t low", fit.mean_interval.0, interval[0]);
        check("t high", fit.mean_interval.1, interval[1]);
        check("KS", fit.ks_distance, number(expected, "KS_D"));
        check("AD", fit.ad_distance, number(expected, "AD_A2"));
        for (name, p) in [("p50", 0.5), ("p95", 0.95)] {
            let got = fit.percentile(p);
            let ranks = numbers(&expected[&format!("{name}_ci95_order")]);
            check(name, got.value, number(expected, &format!("{name}_type7")));
            check("rank low", got.lower, ranks[0]);
            check("rank high", got.upper, ranks[1]);
        }
    }
    report.done(4 * 15);
}

/// 60 samples cannot bound the 95th percentile: all of them lie below it with a chance of 4.6 %.
#[test]
fn a_small_sample_leaves_the_percentile_open() {
    let samples: Vec<f64> = (1..=60).map(f64::from).collect();
    let fit = kept(fit_samples(&samples, ExcessShape::Lognormal));
    assert_eq!(fit.percentile(0.95).above, Above::Open);
    assert_eq!(fit.percentile(0.5).above, Above::Bounded);
}

/// Critical values of the bootstrap, on samples of the fitted family itself: about one in 20 exceeds the 95 % value.
#[test]
fn the_critical_distance_is_exceeded_as_often_as_it_says() {
    let mut random = Random::new(3);
    let mut draw = || {
        let (u, v) = (random.uniform(), random.uniform());
        let z = (-2.0 * (1.0 - u).ln()).sqrt() * (std::f64::consts::TAU * v).cos();
        4.0 + (0.8 * z).exp()
    };
    let runs = 400;
    let exceeded = (0..runs).filter(|_| {
        let samples: Vec<f64> = (0..60).map(|_| draw()).collect();
        let fit = kept(fit_samples(&samples, ExcessShape::Lognormal));
        fit.ks_distance > fit.ks_critical_95
    });
    let share = exceeded.count() as f64 / f64::from(runs);
    assert!((0.01..0.10).contains(&share), "{share}");
}

fn law_mean(fit: &SampleFit) -> f64 {
    fit.law(Resolution::Interactive).mean()
}

#[test]
fn large_samples_are_their_own_law() {
    let samples: Vec<f64> =
        (0..1000).map(|i| if i % 2 == 0 { 1.0 } else { 3.0 } + f64::from(i) * 1e-5).collect();
    let fit = kept(fit_samples(&samples, ExcessShape::Lognormal));
    let law = fit.law(Resolution::Interactive);
    assert!((law_mean(&fit) / fit.mean - 1.0).abs() < 0.03, "{} {}", law_mean(&fit), fit.mean);
    assert!((law.survival(2.0) - 0.5).abs() < 0.01);
}

#[test]
fn bad_samples_are_named() {
    let field = |samples: &[f64]| match fit_samples(samples, ExcessShape::Gamma) {
        Answer::Invalid(fields) => fields[0].field,
        other => panic!("{other:?}"),
    };
    assert_eq!(field(&[]), "number of samples");
    assert_eq!(field(&[1.0]), "number of samples");
    assert_eq!(field(&[1.0, f64::NAN]), "sample");
    assert_eq!(field(&[1.0, -1.0, 2.0]), "sample");
    let same = ok(fit_samples(&[2.5; 50], ExcessShape::Lognormal));
    assert_eq!((same.fit.shift, same.ks_distance, law_mean(&same)), (2.5, 0.0, 2.5));
}
