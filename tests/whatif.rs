//! Goal seek, Sobol points, sensitivity and ranges against tables, exact indices and reference roots.

mod common;

use common::{Report, cases, ms, number, numbers, ok, rate, share};
use farsight::latency::{Distribution, Law, Resolution};
use farsight::queueing::batch_service::{closed, open_means};
use farsight::units::{Answer, Count};
use farsight::whatif::break_even::longest_response;
use farsight::whatif::goal_seek::{Aim, End, Goal, Sought, goal_seek};
use farsight::whatif::ranges::Uncertain;
use farsight::whatif::sensitivity::{Bands, bands, indices, tornado};
use farsight::whatif::sobol::{MOST_DIMENSIONS, Sobol};
use serde_json::Value;

fn case(prefix: &str) -> Vec<Value> {
    cases("h_uq").into_iter().filter(|c| c["id"].as_str().is_some_and(|id| id.starts_with(prefix))).collect()
}

#[test]
fn sobol_points_equal_the_table() {
    for case in case("H1.") {
        let rows = case["expected"]["points"].as_array().expect("points");
        let points = rows.iter().map(numbers);
        for (got, wanted) in ok(Sobol::new(numbers(&rows[0]).len())).zip(points) {
            assert_eq!(got, wanted);
        }
    }
}

/// In every dimension the first 2^k points fall one into each 2^k-th, also under a shift.
#[test]
fn every_column_is_even() {
    for sobol in [ok(Sobol::new(MOST_DIMENSIONS)), ok(Sobol::shifted(MOST_DIMENSIONS, 11))] {
        let points: Vec<Vec<f64>> = sobol.take(256).collect();
        for dimension in 0..MOST_DIMENSIONS {
            let mut cells: Vec<u32> = points.iter().map(|p| (p[dimension] * 256.0) as u32).collect();
            cells.sort_unstable();
            assert!(cells.into_iter().eq(0..256), "{dimension}");
        }
    }
}

#[test]
fn seeds_shift_differently_and_repeatably() {
    let first = |seed| ok(Sobol::shifted(3, seed)).next();
    assert_eq!(first(1), first(1));
    assert_ne!(first(1), first(2));
    assert!(matches!(Sobol::new(0), Answer::Invalid(_)));
    assert!(matches!(Sobol::new(MOST_DIMENSIONS + 1), Answer::Invalid(_)));
}

#[test]
fn indices_of_ishigami_equal_the_exact_ones() {
    let case = &case("H2.")[0];
    let (a, b) = (number(&case["inputs"], "a"), number(&case["inputs"], "b"));
    let (expected, tol) = (&case["expected"], number(&case["tol"], "estimate"));
    let pi = std::f64::consts::PI;
    let inputs = [ok(Uncertain::uniform(-pi, pi)); 3];
    let ishigami = |x: &[f64]| Some(x[0].sin() + a * x[1].sin().powi(2) + b * x[2].powi(4) * x[0].sin());
    for seed in 1..=5 {
        let got = ok(indices(&inputs, 8192, seed, ishigami));
        assert!((got.variance / number(expected, "variance") - 1.0).abs() < tol);
        for (got, name) in [(&got.first_order, "S1"), (&got.total, "ST")] {
            for (got, wanted) in got.iter().zip(numbers(&expected[name])) {
                assert!((got - wanted).abs() < 0.002, "seed {seed} {name}: {got} {wanted}");
            }
        }
    }
}

#[test]
fn few_points_point_to_the_tornado() {
    let inputs = [ok(Uncertain::uniform(0.0, 1.0)); 2];
    assert!(matches!(indices(&inputs, 256, 1, |x| Some(x[0])), Answer::Warn(..)));
    assert!(matches!(indices(&[], 2048, 1, |_| Some(0.0)), Answer::Invalid(_)));
    let flat = ok(indices(&inputs, 2048, 1, |_| Some(3.0)));
    assert_eq!((flat.first_order, flat.total), (vec![0.0; 2], vec![0.0; 2]));
}

#[test]
fn a_tornado_puts_saturation_first_and_then_width() {
    let inputs = [0.0, 0.0, 0.0].map(|low| ok(Uncertain::uniform(low, 1.0)));
    let measure = |x: &[f64]| if x[2] > 0.9 { None } else { Some(1.0 * x[0] + 5.0 * x[1]) };
    let got = ok(tornado(&inputs, measure));
    assert_eq!(got.bars.iter().map(|b| b.input).collect::<Vec<_>>(), [2, 1, 0]);
    assert_eq!((got.base, got.bars[0].at_high), (Some(3.0), None));
    assert!((got.bars[1].at_high.unwrap() - (0.5 + 5.0 * 0.95)).abs() < 1e-12);
    assert!(matches!(tornado(&[], |_| Some(0.0)), Answer::Invalid(_)));
}

#[test]
fn bands_are_conditional_on_an_answer() {
    let input = [ok(Uncertain::uniform(0.0, 1.0))];
    let got: Bands = ok(bands(&input, 4096, 7, |x| (x[0] < 0.8).then_some(x[0])));
    assert!((got.saturated - 0.2).abs() < 1e-3);
    assert!((got.percentile(0.5).unwrap() - 0.4).abs() < 1e-3);
    let none: Bands = ok(bands(&input, 64, 7, |_| None));
    assert_eq!((none.saturated, none.percentile(0.5)), (1.0, None));
}

#[test]
fn quantiles_of_ranges_are_those_of_their_laws() {
    let near = |got: f64, wanted: f64| assert!((got - wanted).abs() < 1e-12, "{got} {wanted}");
    let triangular = ok(Uncertain::triangular(0.0, 1.0, 4.0));
    near(triangular.quantile(0.25), 1.0);
    near(triangular.quantile(0.25 / 4.0), 0.5);
    near(triangular.quantile(1.0 - 0.75 / 9.0), 3.0);
    near(ok(Uncertain::uniform(2.0, 6.0)).quantile(0.25), 3.0);
    near(ok(Uncertain::log_uniform(1.0, 16.0)).quantile(0.75), 8.0);
    near(ok(Uncertain::uniform(3.0, 3.0)).quantile(0.9), 3.0);
    near(ok(Uncertain::triangular(1.0, 1.0, 1.0)).quantile(0.9), 1.0);
}

#[test]
fn ranges_without_a_meaning_are_named() {
    let field = |answer| match answer {
        Answer::Invalid(fields) => fields[0].field,
        other => panic!("{other:?}"),
    };
    assert_eq!(field(Uncertain::uniform(2.0, 1.0)), "high end of the range");
    assert_eq!(field(Uncertain::uniform(f64::NAN, 1.0)), "low end of the range");
    assert_eq!(field(Uncertain::uniform(0.0, f64::INFINITY)), "high end of the range");
    assert_eq!(field(Uncertain::log_uniform(0.0, 1.0)), "low end of the range");
    assert_eq!(field(Uncertain::triangular(0.0, 2.0, 1.0)), "most likely value");
    assert_eq!(field(Uncertain::triangular(0.0, f64::NAN, 1.0)), "most likely value");
}

fn found(answer: Answer<Sought>) -> f64 {
    match ok(answer) {
        Sought::Found { input, .. } => input,
        other => panic!("{other:?}"),
    }
}

fn largest(target: f64, aim: Aim, low: f64) -> Goal {
    Goal { target, aim, end: End::Largest, low, high: 1e6, step: 1.0 }
}

/// Largest round trip whose commit stays within a target, local write and remote leg in parallel.
#[test]
fn round_trips_for_a_target_equal_the_reference() {
    let mut report = Report::default();
    for case in case("H4.") {
        let inputs = &case["inputs"];
        let n = |key| number(inputs, key);
        let response = |rtt: f64| {
            let service = Law::constant(ms(n("local_ms").max(rtt + n("remote_fixed_ms"))));
            open_means(rate(n("lambda_per_s")), &service).value().map(|means| means.response_time)
        };
        let got = found(goal_seek(&largest(n("target_lfs_ms"), Aim::AtMost, 0.0), response));
        let wanted = number(&case["expected"], "max_rtt_ms");
        report.check(&format!("{}", case["id"]), got, wanted, number(&case["tol"], "*"));
    }
    report.done(4);
}

/// Longest service with which a closed population keeps its throughput.
#[test]
fn services_for_a_throughput_equal_the_reference() {
    let mut report = Report::default();
    for case in case("H5.") {
        let n = |key| number(&case["inputs"], key);
        let population = Count::new("test", n("N")).expect("in range");
        let throughput = |service: f64| {
            let service = Distribution::constant(service, Resolution::Interactive);
            closed(population, ms(n("Z_ms")), &service).value().map(|answer| answer.throughput)
        };
        let (expected, tol) = (&case["expected"], number(&case["tol"], "*"));
        let goal = largest(n("target_X_per_s"), Aim::AtLeast, 1e-9);
        report.check(
            &format!("{}", case["id"]),
            found(goal_seek(&goal, throughput)),
            number(expected, "max_S_ms"),
            tol,
        );
        let most = throughput(1e-9).expect("an answer");
        report.check("at no service", most, number(expected, "zero_latency_X_per_s"), tol);
        let impossible = goal_seek(&Goal { target: most * 1.01, ..goal }, throughput);
        assert!(matches!(ok(impossible), Sought::Impossible { best: Some(_) }));
    }
    report.done(6);
}

/// The response time at which one session that thinks has lost a share of its throughput.
#[test]
fn break_even_responses_equal_the_reference() {
    let mut report = Report::default();
    for case in case("H7.") {
        let n = |key| number(&case["inputs"], key);
        let (expected, id) = (number(&case["expected"], "R_max_ms"), &case["id"]);
        let got = ok(longest_response(ms(n("Z_ms")), ms(n("R0_ms")), share(n("tolerated_loss"))));
        report.check(&format!("{id}"), got, expected, number(&case["tol"], "*"));
        // The search agrees to the precision at which it ends.
        let throughput = |response: f64| Some(1000.0 / (n("Z_ms") + response));
        let target = (1.0 - n("tolerated_loss")) * throughput(n("R0_ms")).expect("a rate");
        let sought = found(goal_seek(&largest(target, Aim::AtLeast, n("R0_ms")), throughput));
        assert!((sought / got - 1.0).abs() < 2e-10, "{id}: {sought} {got}");
    }
    assert!(matches!(longest_response(ms(20.0), ms(1.0), share(1.0)), Answer::Invalid(_)));
    report.done(4);
}

#[test]
fn the_smallest_input_is_sought_from_above() {
    let goal = Goal { target: 5.0, aim: Aim::AtMost, end: End::Smallest, low: 0.0, high: 100.0, step: 1.0 };
    let sought = goal_seek(&goal, |servers| (servers > 2.0).then(|| 10.0 / (servers - 2.0)));
    assert!((found(sought) - 4.0).abs() < 1e-8);
}

#[test]
fn what_cannot_be_sought_says_why() {
    let goal = largest(5.0, Aim::AtMost, 0.0);
    let sought = |f: fn(f64) -> Option<f64>| ok(goal_seek(&goal, f));
    assert!(matches!(sought(|_| Some(4.0)), Sought::Everywhere { measure } if measure == 4.0));
    assert!(matches!(sought(|x| Some(6.0 + x)), Sought::Impossible { best: Some(b) } if b == 6.0));
    assert!(matches!(sought(|_| None), Sought::Impossible { best: None }));
    assert!(matches!(sought(|_| Some(f64::NAN)), Sought::Impossible { best: None }));
    assert!(matches!(sought(|x| Some(-x)), Sought::NotMonotone { .. }));
    assert!(matches!(sought(|x| Some((x - 3.0).abs())), Sought::NotMonotone { .. }));
    assert!(matches!(sought(|x| Some(if x < 100.0 { x } else { 4.0 })), Sought::NotMonotone { .. }));
    assert!(
        matches!(sought(|x| (x < 7.0).then_some(x / 2.0)), Sought::Found { input, .. } if (input - 7.0).abs() < 1e-8)
    );
    assert!(
        matches!(sought(|x| Some(if x > 0.0 { 6.0 } else { 0.0 })), Sought::Found { input, .. } if input.abs() < 1e-9)
    );
}

#[test]
fn goals_without_a_meaning_are_named() {
    let goal = Goal { target: f64::NAN, aim: Aim::AtMost, end: End::Largest, low: 2.0, high: 1.0, step: 0.0 };
    let Answer::Invalid(fields) = goal_seek(&goal, Some) else { panic!("not invalid") };
    assert_eq!(fields.iter().map(|f| f.field).collect::<Vec<_>>(), ["target", "largest input", "first step"]);
}
