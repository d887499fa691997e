//! Batch service against exact chains and event-by-event simulation.

mod common;

use common::{Report, cases, law, ms, number, ok, rate};
use farsight::latency::{Delay, Distribution, Law, Resolution, Shape};
use farsight::queueing::batch_service::{Closed, closed, open, open_means};
use farsight::units::{Count, Scv};
use serde_json::Value;

#[test]
fn open_means_equal_the_exact_ones() {
    let mut report = Report::default();
    for case in cases("b_commit_open") {
        let means = ok(open_means(rate(number(&case["inputs"], "lambda_per_s")), &law(&case["inputs"]["S"])));
        let expected = &case["expected"];
        let tol = number(&case["tol"], "means");
        let id = &case["id"];
        report.check(&format!("{id} lfs"), means.response_time, number(expected, "lfs_mean_ms"), tol);
        report.check(&format!("{id} busy"), means.utilization, number(expected, "P_busy"), tol);
        report.check(&format!("{id} batch"), means.batch_size, number(expected, "batch_mean"), tol);
        report.check(&format!("{id} writes"), means.service_rate, number(expected, "writes_per_s"), tol);
        report.check(&format!("{id} phi"), means.quiet_service, number(expected, "phi"), tol);
    }
    report.done(5 * 14);
}

#[test]
fn open_percentiles_on_the_interactive_grid() {
    let mut report = Report::default();
    for case in cases("b_commit_open") {
        let service = law(&case["inputs"]["S"]).on_grid(Resolution::Interactive);
        let answer = ok(open(rate(number(&case["inputs"], "lambda_per_s")), &service));
        check_percentiles(&mut report, &case, &answer.response, number(&case["tol"], "percentiles_grid32"));
    }
    report.done(7 * 14);
}

fn check_percentiles(report: &mut Report, case: &Value, law: &Distribution, tol: f64) {
    for (name, expected) in case["expected"].as_object().expect("expected") {
        let Some(p) =
            name.strip_prefix('p').and_then(|n| n.strip_suffix("_ms")).and_then(|n| n.parse::<f64>().ok())
        else {
            continue;
        };
        let what = format!("{} {name}", case["id"]);
        report.check(&what, law.percentile(p / 100.0), expected.as_f64().expect("number"), tol);
    }
}

fn closed_case(case: &Value) -> Closed {
    let inputs = &case["inputs"];
    let n = Count::new("test", number(inputs, "N")).expect("in range");
    let z = ms(number(inputs, "Z_ms"));
    ok(closed(n, z, &law(&inputs["S"]).on_grid(Resolution::Interactive)))
}

#[test]
fn closed_means_are_near_the_exact_chain() {
    let mut report = Report::default();
    for case in cases("b_commit_closed").iter().filter(|c| c["inputs"]["S"].is_object()) {
        let answer = closed_case(case);
        let (expected, tol) = (&case["expected"], &case["tol"]);
        let id = &case["id"];
        report.check(
            &format!("{id} X"),
            answer.throughput,
            number(expected, "X_per_s"),
            number(tol, "fixed_point_X"),
        );
        let response = number(tol, "fixed_point_R");
        report.check(&format!("{id} R"), answer.response_time, number(expected, "R_ms"), response);
        report.check(&format!("{id} law"), answer.response.mean(), answer.response_time, 1e-3);
    }
    report.done(3 * 66);
}

#[test]
fn closed_percentiles_are_near_simulation() {
    let mut report = Report::default();
    for case in cases("b_closed_percentiles") {
        let answer = closed_case(&case);
        let tol = number(&case["tol"], "percentiles_vs_mc");
        for (name, p) in [("p50_ms", 0.5), ("p90_ms", 0.9), ("p99_ms", 0.99)] {
            let simulated = number(&case["mc"][name], "mean");
            report.check(&format!("{} {name}", case["id"]), answer.response.percentile(p), simulated, tol);
        }
        check_percentiles(&mut report, &case, &answer.response, 0.01);
    }
    report.done(6 * 7);
}

/// Many customers who think long arrive like Poisson: the closed response goes over into the open one, whose mean is
/// exact for a given service. The closed one is stated to 0.63 %.
#[test]
fn many_customers_who_think_long_are_poisson_arrivals() {
    let mut report = Report::default();
    let customers = Count::new("test", 1e4).expect("in range");
    for (mean, c2) in [(0.1, 0.0), (0.6, 0.5), (10.0, 1.0), (10.0, 20.0), (10.0, 100.0), (100.0, 100.0)] {
        let service = Law::new(Shape::Lognormal, ms(mean), Scv::new("test", c2).expect("in range"));
        let closed = ok(closed(customers, ms(1e7), &service.on_grid(Resolution::Interactive)));
        let open = ok(open_means(rate(closed.throughput), &service));
        let name = |what: &str| format!("{mean} ms, SCV {c2}: {what}");
        report.check(&name("response"), closed.response_time, open.response_time, 6.3e-3);
        report.check(&name("waiting"), closed.waiting_time, open.response_time - mean, 1e-2);
        report.check(&name("utilization"), closed.utilization, open.utilization, 4.2e-3);
    }
    report.done(18);
}
