//! Batch service that grows with the batch, against exact chains of others and against its own limits.

mod common;

use common::{Report, cases, law, ms, number};
use farsight::latency::{Delay, Distribution, Resolution};
use farsight::queueing::growing_batch::{GrowingBatch, closed, open};
use farsight::units::{Answer, Count, PerSecond};
use serde_json::Value;

fn ok<T>(answer: Answer<T>) -> T {
    match answer {
        Answer::Ok(value) => value,
        _ => panic!("not ok"),
    }
}

fn rate(value: f64) -> PerSecond {
    PerSecond::new("test", value).expect("in range")
}

fn base(inputs: &Value, key: &str) -> Distribution {
    law(&inputs[key]).on_grid(Resolution::Interactive)
}

#[test]
fn open_means_equal_the_exact_chain_on_the_batch() {
    let mut report = Report::default();
    for case in cases("b_commit_bytes") {
        let inputs = &case["inputs"];
        let (x, a) = (base(inputs, "X"), number(inputs, "a_ms_per_commit"));
        let arrivals = rate(number(inputs, "lambda_per_s"));
        let answer = open(arrivals, ms(a), |n| x.clone().shifted(a * n));
        let (id, expected) = (&case["id"], &case["expected"]);
        if expected["status"] == "saturated" {
            let Answer::Saturated(full) = answer else { panic!("{id} is saturated") };
            let growth = number(expected, "backlog_growth_commits_per_s");
            report.check(&format!("{id} growth"), full.growth(), growth, 1e-9);
            continue;
        }
        let answer = ok(answer);
        let mean = answer.response_time;
        report.check(&format!("{id} lfs"), mean, number(expected, "lfs_mean_ms"), STATED);
        report.check(&format!("{id} batch"), answer.batch_size, number(expected, "batch_mean"), STATED);
        report.check(&format!("{id} busy"), answer.utilization, number(expected, "P_busy"), STATED);
    }
    report.done(3 * 40 + 1);
}

/// In the function's documentation.
const STATED: f64 = 0.005;

fn closed_case(case: &Value) -> GrowingBatch {
    let inputs = &case["inputs"];
    let population = Count::new("test", number(inputs, "N")).expect("in range");
    let think = ms(number(inputs, "Z_ms"));
    let (x, a) = match inputs["a_ms_per_commit"].as_f64() {
        Some(a) => (base(inputs, "X"), a),
        None => (base(inputs, "S"), 0.0),
    };
    ok(closed(population, think, |n| x.clone().shifted(a * n)))
}

#[test]
fn closed_means_equal_the_exact_chain() {
    let mut report = Report::default();
    for case in cases("b_commit_closed") {
        let answer = closed_case(&case);
        let (id, expected) = (&case["id"], &case["expected"]);
        report.check(&format!("{id} X"), answer.throughput, number(expected, "X_per_s"), 1e-3);
        report.check(&format!("{id} R"), answer.response_time, number(expected, "R_ms"), STATED);
        report.check(&format!("{id} batch"), answer.batch_size, number(expected, "batch_mean"), 1e-3);
        report.check(&format!("{id} law"), answer.response.mean(), answer.response_time, STATED);
    }
    report.done(4 * 69);
}

#[test]
fn without_growth_it_is_batch_service() {
    let mut report = Report::default();
    for case in cases("b_commit_open") {
        let service = base(&case["inputs"], "S");
        let arrivals = rate(number(&case["inputs"], "lambda_per_s"));
        let answer = ok(open(arrivals, ms(0.0), |_| service.clone()));
        let (id, expected) = (&case["id"], &case["expected"]);
        report.check(&format!("{id} lfs"), answer.response_time, number(expected, "lfs_mean_ms"), 1e-3);
        for (key, p) in [("p50_ms", 0.5), ("p90_ms", 0.9), ("p99_ms", 0.99), ("p99.9_ms", 0.999)] {
            report.check(&format!("{id} {key}"), answer.response.percentile(p), number(expected, key), 0.01);
        }
    }
    for case in cases("b_closed_percentiles") {
        let answer = closed_case(&case);
        let tol = number(&case["tol"], "percentiles_vs_mc");
        for (key, p) in [("p50_ms", 0.5), ("p90_ms", 0.9), ("p99_ms", 0.99)] {
            let simulated = number(&case["mc"][key], "mean");
            report.check(&format!("{} {key}", case["id"]), answer.response.percentile(p), simulated, tol);
        }
    }
    report.done(14 * 5 + 6 * 3);
}
