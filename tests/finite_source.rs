//! M/G/1//K: the closed form, the chain at departures, independent arithmetic and simulated cases.

mod common;
mod stations;

use common::{Report, cases, law, ms, number};
use farsight::latency::{Delay, Distribution, Law, Resolution};
use farsight::queueing::finite_source::{
    FiniteSourceLaws, exact_response, finite_source, finite_source_laws, mean_value_utilization,
};
use serde_json::Value;
use stations::{count, hot_block, ok};

fn starts_with<'a>(cases: &'a [Value], prefix: &'a str) -> impl Iterator<Item = &'a Value> {
    cases.iter().filter(move |case| case["id"].as_str().is_some_and(|id| id.starts_with(prefix)))
}

#[test]
fn means_equal_the_exact_chain_of_others() {
    let mut report = Report::default();
    let all = cases("d_gc");
    for case in starts_with(&all, "D2.") {
        let (inputs, expected) = (&case["inputs"], &case["expected"]);
        let tol = number(&case["tol"], "exact");
        let answer =
            ok(finite_source(count(number(inputs, "K")), ms(number(inputs, "Z_ms")), &law(&inputs["S"])));
        let id = &case["id"];
        report.check(&format!("{id} X"), answer.throughput, number(expected, "X_per_s"), tol);
        report.check(&format!("{id} R"), answer.response_time, number(expected, "R_ms"), tol);
        report.check(&format!("{id} util"), answer.utilization, number(expected, "util"), tol);
        let idle = number(expected, "p_idle_left");
        if idle > 1e-9 {
            report.check(&format!("{id} idle"), answer.found_idle, idle, tol);
        }
    }
    report.done(35 * 3 + 20);
}

#[test]
fn hot_block_means_equal_independent_arithmetic_and_are_near_simulation() {
    let mut report = Report::default();
    let all = cases("d_gc");
    for case in starts_with(&all, "D3.") {
        let (inputs, expected) = (&case["inputs"], &case["expected"]);
        let (service, think) = hot_block(inputs, number(expected, "p_remote_used"));
        let answer = ok(finite_source(count(number(inputs, "handlers")), ms(think), &service));
        let id = &case["id"];
        report.check(&format!("{id} S"), service.mean(), number(expected, "S_ms"), 1e-12);
        report.check(&format!("{id} c2"), service.scv(), number(expected, "S_scv"), 1e-9);
        report.check(&format!("{id} R"), answer.response_time, number(&expected["mg1k"], "R_ms"), 1e-9);
        report.check(&format!("{id} X"), answer.throughput, number(&expected["mg1k"], "X_per_s"), 1e-9);
        let tol = &case["tol"];
        report.check(
            &format!("{id} R mc"),
            answer.response_time,
            number(&case["mc"]["R_ms"], "mean"),
            number(tol, "R"),
        );
        report.check(
            &format!("{id} X mc"),
            answer.throughput,
            number(&case["mc"]["X_per_s"], "mean"),
            number(tol, "X"),
        );
    }
    report.done(24 * 6);
}

/// The chance that the next holder of a block sits on another instance: between that of a light load, and that of a
/// queue in which nobody follows himself, by the load that the other handlers make.
fn remote_chance(inputs: &Value) -> f64 {
    let (instances, handlers) = (number(inputs, "instances"), number(inputs, "handlers"));
    let share = 1.0 / instances;
    let (light, saturated) = (1.0 - share, 1.0 - (handlers * share - 1.0) / (handlers - 1.0));
    let (service, think) = hot_block(inputs, light);
    let u = ok(mean_value_utilization(count(handlers - 1.0), ms(think), &service));
    (1.0 - u) * light + u * saturated
}

#[test]
fn the_remote_chance_of_the_hot_block_cases_follows_from_mean_value_analysis() {
    let mut report = Report::default();
    let all = cases("d_gc");
    for case in starts_with(&all, "D3.") {
        let used = number(&case["expected"], "p_remote_used");
        report.check(&format!("{}", case["id"]), remote_chance(&case["inputs"]), used, 1e-9);
    }
    report.done(24);
}

#[test]
fn percentiles_equal_independent_arithmetic() {
    let mut report = Report::default();
    for case in cases("d_gc_percentiles") {
        let laws = percentile_case(&case);
        let (id, expected, tol) = (&case["id"], &case["expected"], number(&case["tol"], "model"));
        report.check(&format!("{id} R"), laws.response.mean(), number(expected, "R_ms"), tol);
        report.check(&format!("{id} sd"), laws.response.variance().sqrt(), number(expected, "R_sd_ms"), tol);
        report.check(&format!("{id} f"), laws.wait_rescale, number(expected, "wait_rescale"), tol);
        for (name, p) in [("p50_ms", 0.5), ("p95_ms", 0.95), ("p99_ms", 0.99)] {
            report.check(&format!("{id} {name}"), laws.response.percentile(p), number(expected, name), tol);
        }
    }
    report.done(28 * 6);
}

fn percentile_case(case: &Value) -> FiniteSourceLaws {
    let inputs = &case["inputs"];
    let (service, think) = hot_block(inputs, remote_chance(inputs));
    ok(finite_source_laws(count(number(inputs, "handlers")), ms(think), &service))
}

/// The percentile cases whose simulation stands in d_gc, with it.
fn laws_of_percentile_cases() -> Vec<(Value, Value, FiniteSourceLaws)> {
    let hot_blocks = cases("d_gc");
    let mut found = Vec::new();
    for case in cases("d_gc_percentiles") {
        let twin = case["id"].as_str().expect("id").replace("D2b", "D3");
        if let Some(twin) = hot_blocks.iter().find(|other| other["id"] == twin.as_str()) {
            let laws = percentile_case(&case);
            found.push((case, twin.clone(), laws));
        }
    }
    found
}

#[test]
fn percentiles_are_near_simulation() {
    let mut report = Report::default();
    for (case, twin, laws) in laws_of_percentile_cases() {
        for (name, p, stated) in [("p50_ms", 0.5, 0.083), ("p95_ms", 0.95, 0.038), ("p99_ms", 0.99, 0.058)] {
            let simulated = number(&twin["mc"][name], "mean");
            report.check(&format!("{} {name}", case["id"]), laws.response.percentile(p), simulated, stated);
        }
    }
    report.done(10 * 3);
}

#[test]
fn chain_and_busy_period_agree() {
    let mut report = Report::default();
    let all = &[1.0, 50.0, 700.0, 20_000.0][..];
    let populations = [(1.0, all), (2.0, all), (7.0, all), (60.0, all), (200.0, all), (500.0, &all[3..])];
    for shape in
        [("det", 0.0), ("exp", 1.0), ("gamma", 0.25), ("gamma", 3.0), ("gamma", 40.0), ("lognormal", 2.0)]
    {
        let json = serde_json::json!(
            {"kind": shape.0, "mean_excess_ms": 10.0, "scv_excess": shape.1, "shift_ms": 0.5}
        );
        for (population, thinks) in populations {
            for think in thinks.iter().copied() {
                let service = law(&json);
                let laws = ok(finite_source_laws(count(population), ms(think), &service));
                let what = format!("{shape:?} K {population} Z {think}");
                if laws.means.found_idle > 1e-200 {
                    report.check(&what, laws.found[0], laws.means.found_idle, 1e-9);
                }
                let total: f64 = laws.found.iter().sum();
                report.check(&format!("{what} total"), total, 1.0, 1e-12);
                let by_little = laws.means.throughput / 1000.0 * (think + laws.means.response_time);
                report.check(&format!("{what} Little"), by_little, population, 1e-9);
                report.check(&format!("{what} mean"), laws.response.mean(), laws.means.response_time, 1e-9);
            }
        }
    }
    report.done(380);
}

/// The exact law against the same simulations. On one instance services are independent and it is exact; on several the
/// holder of the block correlates them, and think times hold a constant commit where it is outside the hold.
#[test]
fn exact_responses_are_near_simulation() {
    let mut report = Report::default();
    let all = cases("d_gc");
    for case in starts_with(&all, "D3.") {
        let (inputs, expected) = (&case["inputs"], &case["expected"]);
        let (service, think) = hot_block(inputs, number(expected, "p_remote_used"));
        let on_grid = |law: &Law| law.on_grid(Resolution::Interactive);
        let (first, second) = (on_grid(&service.first), on_grid(&service.second));
        let on_grid = Distribution::mixture(&[(1.0 - service.p, &first), (service.p, &second)]);
        let handlers = count(number(inputs, "handlers"));
        let response = ok(exact_response(handlers, ms(think), &on_grid));
        let id = case["id"].as_str().expect("id");
        let stated = if id.starts_with("D3.pinned.") { 0.003 } else { 0.033 };
        let mean = ok(finite_source(handlers, ms(think), &service)).response_time;
        report.check(&format!("{id} mean"), response.mean(), mean, 1e-3);
        for (name, p) in [("p50_ms", 0.5), ("p95_ms", 0.95), ("p99_ms", 0.99)] {
            let simulated = &case["mc"][name];
            let (middle, half_width) = (number(simulated, "mean"), number(simulated, "ci95"));
            let what = format!("{id} {name}");
            report.check(&what, response.percentile(p), middle, stated + half_width / middle);
        }
    }
    report.done(24 * 4);
}
