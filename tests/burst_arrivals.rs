//! Bursts, batches and ladders against order statistics, independent arithmetic and simulated cases.

mod common;
mod stations;

use common::{Report, cases, ms, number};
use farsight::queueing::burst::BatchSize;
use farsight::queueing::burst::{Request, batch_arrivals, burst, ladder};
use stations::{count, load, ok, scv, value, warns};

#[test]
fn ladders_equal_independent_arithmetic() {
    let mut report = Report::default();
    for case in cases("d_gc").iter().filter(|case| case["inputs"]["stagger_ms"].is_number()) {
        let inputs = &case["inputs"];
        let time = |name: &str| ms(number(inputs, name));
        let request =
            Request { hold: time("hold_ms"), execution: time("exec_ms"), transfer: time("transfer_ms") };
        let steps = ok(ladder(count(number(inputs, "k")), request, time("stagger_ms")));
        let expected = case["expected"]["elapsed_ms"].as_array().expect("steps");
        assert_eq!(steps.len(), expected.len());
        for (step, expected) in steps.iter().zip(expected) {
            let what = format!("{} step", case["id"]);
            report.check(&what, *step, expected.as_f64().expect("number"), number(&case["tol"], "*"));
        }
    }
    report.done(20);
}

#[test]
fn bursts_equal_independent_arithmetic_and_are_near_simulation() {
    let mut report = Report::default();
    for case in cases("e_ib").iter().filter(|case| case["inputs"]["n"].is_number()) {
        let (id, inputs, expected) = (&case["id"], &case["inputs"], &case["expected"]);
        let c2 = scv(number(inputs, "cs2"));
        let answer =
            ok(burst(count(number(inputs, "n")), count(number(inputs, "c")), ms(number(inputs, "S_ms")), c2));
        let exact = number(&case["tol"], "det");
        let checks = [
            (answer.makespan_constant, "makespan_det_ms"),
            (answer.response_time_constant, "sojourn_det_ms"),
            (answer.makespan, "makespan_approx_ms"),
            (answer.response_time, "sojourn_approx_ms"),
        ];
        for (got, name) in checks {
            report.check(&format!("{id} {name}"), got, number(expected, name), exact);
        }
        let mc = |name: &str| number(&case["mc"][name], "mean");
        report.check(&format!("{id} makespan mc"), answer.makespan, mc("makespan_ms"), 0.027);
        report.check(&format!("{id} sojourn mc"), answer.response_time, mc("sojourn_ms"), 0.027);
    }
    report.done(2 * 6);
}

#[test]
fn exponential_bursts_are_order_statistics() {
    let mut report = Report::default();
    // 2 servers, 3 arrivals, mean 10: makespan is the minimum of two (5), again (5), and one alone (10).
    let answer = ok(burst(count(3.0), count(2.0), ms(10.0), scv(1.0)));
    report.check("makespan", answer.makespan, 20.0, 1e-12);
    // The third waits 5: responses 10, 10, 15.
    report.check("response", answer.response_time, 35.0 / 3.0, 1e-12);
    let one = ok(burst(count(4.0), count(1.0), ms(10.0), scv(1.0)));
    report.check("one server", one.response_time, 25.0, 1e-12);
    assert!(warns(&burst(count(4.0), count(1.0), ms(10.0), scv(3.5))));
    report.done(3);
}

#[test]
fn batches_equal_independent_arithmetic_and_are_near_simulation() {
    let mut report = Report::default();
    for case in cases("e_ib").iter().filter(|case| case["inputs"]["mean_batch_geometric"].is_number()) {
        let (id, inputs) = (&case["id"], &case["inputs"]);
        let (c, service, mean) =
            (number(inputs, "c"), number(inputs, "S_ms"), number(inputs, "mean_batch_geometric"));
        let offered = load(1000.0 * number(inputs, "rho") * c / service, service, c);
        let geometric = BatchSize { mean, variance: mean * (mean - 1.0) };
        let wait = value(batch_arrivals(&offered, scv(number(inputs, "cs2")), geometric));
        report.check(&format!("{id} W"), wait, number(&case["expected"], "W_ms"), 1e-9);
        report.check(&format!("{id} mc"), wait, number(&case["mc"]["W_ms"], "mean"), 0.21);
    }
    // Batches of one are no batches; a constant batch of 4 at one server adds 1.5 services over the spare time.
    let single = value(batch_arrivals(&load(5.0, 100.0, 1.0), scv(1.0), BatchSize::ONE));
    report.check("single", single, 100.0, 1e-12);
    let four =
        value(batch_arrivals(&load(5.0, 100.0, 1.0), scv(1.0), BatchSize { mean: 4.0, variance: 0.0 }));
    report.check("four", four, 100.0 + 3.0 * 100.0 / (2.0 * 0.5), 1e-12);
    report.done(4 * 2 + 2);
}
