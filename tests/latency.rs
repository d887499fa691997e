//! The algebra of delays against closed forms and quadrature.

mod common;

use common::{Report, cases, law, ms, number};
use farsight::latency::{Delay, Distribution, Law, Resolution, Shape};
use farsight::units::Scv;
use serde_json::Value;

fn combine(case: &Value, resolution: Resolution) -> Distribution {
    let inputs = &case["inputs"];
    let grid = |v: &Value| law(v).on_grid(resolution);
    let laws = || inputs["laws"].as_array().expect("laws").iter().map(grid);
    match inputs["op"].as_str() {
        None => grid(&inputs["law"]),
        Some("sum") => grid(&inputs["a"]).plus(&grid(&inputs["b"])),
        Some("max") => laws().reduce(|a, b| a.max(&b)).expect("laws"),
        Some("min") => laws().reduce(|a, b| a.min(&b)).expect("laws"),
        Some("residual") => grid(&inputs["law"]).residual(),
        Some("kfold") => {
            let k = u32::try_from(inputs["k"].as_u64().expect("k")).expect("small");
            grid(&inputs["law"]).times(k)
        }
        Some("mixture") => {
            let laws: Vec<Distribution> = laws().collect();
            let weights =
                inputs["weights"].as_array().expect("weights").iter().map(|w| w.as_f64().expect("weight"));
            Distribution::mixture(&weights.zip(&laws).collect::<Vec<_>>())
        }
        other => panic!("unknown operation {other:?}"),
    }
}

fn percentile_of(name: &str) -> Option<f64> {
    name.strip_prefix('p').and_then(|p| p.parse::<f64>().ok()).map(|p| p / 100.0)
}

#[test]
fn reference_cases_hold_at_both_resolutions() {
    for resolution in Resolution::ALL {
        let mut report = Report::default();
        for case in cases("a_distributions") {
            let result = combine(&case, resolution);
            for (name, expected) in case["expected"].as_object().expect("expected") {
                let got = match name.as_str() {
                    "mean" => result.mean(),
                    "scv" => result.scv(),
                    name => result.percentile(percentile_of(name).expect("a percentile")),
                };
                let what = format!("{} {name} {resolution:?}", case["id"]);
                report.check(&what, got, expected.as_f64().expect("number"), number(&case["tol"], name));
            }
        }
        report.done(200);
    }
}

#[test]
fn percentiles_stay_in_order_across_the_median_of_a_single_cell() {
    let early =
        Law::new(Shape::Gamma, ms(33.8), Scv::new("test", 0.148).expect("in range")).shifted(ms(48.577));
    let at = Law::constant(ms(49.602)).on_grid(Resolution::Interactive);
    let least = at.min(&early.on_grid(Resolution::Interactive));
    let percentiles: Vec<f64> = (1..1000).map(|i| least.percentile(f64::from(i) / 1000.0)).collect();
    assert!(percentiles.windows(2).all(|pair| pair[0] <= pair[1] + 1e-12), "{percentiles:?}");
}

#[test]
fn closed_form_percentiles_are_sharper_than_the_tolerance() {
    let mut report = Report::default();
    for case in
        cases("a_distributions").iter().filter(|c| c["id"].as_str().is_some_and(|i| i.starts_with("A1")))
    {
        let result = combine(case, Resolution::Interactive);
        for (name, tol) in [("p50", 3e-3), ("p90", 3e-3), ("p95", 3e-3), ("p99", 3e-3), ("p99.9", 1e-2)] {
            let p = percentile_of(name).expect("a percentile");
            report.check(
                &format!("{} {name}", case["id"]),
                result.percentile(p),
                number(&case["expected"], name),
                tol,
            );
        }
    }
    report.done(15);
}

/// Beyond the grid's end, too, the later of a delay and none at all is the delay itself.
#[test]
fn a_maximum_keeps_what_lies_beyond_the_grid() {
    let mut report = Report::default();
    let nothing = Distribution::constant(0.0, Resolution::Interactive);
    for (mean, c2) in [(60_000.0, 0.5), (60_000.0, 100.0), (100.0, 100.0), (0.6, 0.5)] {
        let law = Law::new(Shape::Lognormal, ms(mean), Scv::new("test", c2).expect("in range"));
        let delay = law.on_grid(Resolution::Interactive);
        for later in [delay.max(&nothing), nothing.max(&delay), delay.max(&nothing.clone().shifted(1e-9))] {
            // The grid adds its quarter of a squared cell to the variance of a maximum.
            report.check(&format!("{mean} {c2} mean"), later.mean(), mean, 1e-9);
            report.check(&format!("{mean} {c2} variance"), later.variance(), c2 * mean * mean, 1e-3);
        }
    }
    report.done(4 * 3 * 2);
}

/// An exponential has no memory, also where a tenth of it lies beyond the grid: what is left of it is itself.
#[test]
fn a_residual_keeps_what_lies_beyond_the_grid() {
    let mut report = Report::default();
    for mean in [0.6, 60_000.0] {
        let delay = Law::new(Shape::Exponential, ms(mean), Scv::ONE).on_grid(Resolution::Interactive);
        let residual = delay.residual();
        report.check(&format!("{mean} mean"), residual.mean(), mean, 1e-9);
        for p in [0.1_f64, 0.5, 0.8] {
            report.check(&format!("{mean} {p}"), residual.percentile(p), -mean * (1.0 - p).ln(), 3e-3);
        }
    }
    report.done(8);
}
