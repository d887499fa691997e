//! G/G/c and M/M/c against independent arithmetic and simulated cases.

mod common;
mod stations;

use common::{Report, cases, number};
use farsight::latency::{Delay, Law, Resolution, Shape};
use farsight::queueing::erlang::{erlang_b, erlang_c, mmc};
use farsight::queueing::multi_server::{Approximation, MultiServer, ggc, ggc_by};
use serde_json::Value;
use stations::{load, ok, scv, value, variability};

/// The station of a case by utilization or by rate.
fn station(case: &Value, approximation: Approximation) -> MultiServer {
    let inputs = &case["inputs"];
    let (c, service) = (number(inputs, "c"), number(inputs, "S_ms"));
    let lambda = 1000.0 * number(inputs, "rho") * c / service;
    let scvs = variability(number(inputs, "ca2"), number(inputs, "cs2"));
    value(ggc_by(approximation, &load(lambda, service, c), scvs))
}

#[test]
fn formulas_equal_independent_arithmetic() {
    let mut report = Report::default();
    for case in cases("e_ggc") {
        let (id, expected) = (case["id"].as_str().expect("id"), &case["expected"]);
        let tol = number(&case["tol"], "formula");
        let whitt = station(&case, Approximation::Whitt1993);
        let cunneen = station(&case, Approximation::AllenCunneen);
        report.check(&format!("{id} Whitt"), whitt.waiting_time, number(expected, "W_whitt93_ms"), tol);
        report.check(&format!("{id} AC"), cunneen.waiting_time, number(expected, "W_allen_cunneen_ms"), tol);
        report.check(&format!("{id} P"), whitt.wait_probability, number(expected, "P_delay_whitt"), tol);
        report.check(&format!("{id} cd2"), whitt.delayed_scv, number(expected, "cd2"), tol);
        if let Some(kimura) = expected["W_kimura94_ms"].as_f64() {
            let wait = station(&case, Approximation::Kimura1994).waiting_time;
            report.check(&format!("{id} Kimura"), wait, kimura, tol);
        }
        for (name, p) in [("W_p90_gamma_ms", 0.9), ("W_p95_gamma_ms", 0.95), ("W_p99_gamma_ms", 0.99)] {
            report.check(&format!("{id} {name}"), whitt.waiting_percentile(p), number(expected, name), tol);
        }
        let erlang = value(erlang_c(&whitt.load));
        report.check(&format!("{id} C"), erlang, number(expected, "P_delay_erlangC"), tol);
    }
    report.done(150 * 8);
}

#[test]
fn selector_equals_independent_arithmetic() {
    let mut report = Report::default();
    for case in cases("e_ib").iter().filter(|c| c["id"].as_str().is_some_and(|id| id.starts_with("E1b"))) {
        let station = station(case, Approximation::Selected);
        let (id, expected, tol) = (&case["id"], &case["expected"], number(&case["tol"], "*"));
        report.check(&format!("{id} W"), station.waiting_time, number(expected, "W_rec_ms"), tol);
        report.check(&format!("{id} P"), station.wait_probability, number(expected, "P_delay"), tol);
    }
    report.done(2 * 82);
}

/// Worst errors of the mean response that the documentation states, by arrivals.
fn stated_error(arrival: &str) -> f64 {
    match arrival {
        "M" => 0.039,
        "E4" => 0.062,
        _ => 0.293,
    }
}

#[test]
fn selector_is_within_its_stated_error_of_simulation() {
    let mut report = Report::default();
    for case in cases("e_ggc") {
        let station = station(&case, Approximation::Selected);
        let service = number(&case["inputs"], "S_ms");
        let simulated = &case["mc"]["W_ms"];
        let half_width = number(simulated, "ci95") / service;
        let tol = stated_error(case["inputs"]["arrival"].as_str().expect("arrival")) + half_width;
        let what = format!("{} response", case["id"]);
        report.check(&what, station.response_time, service + number(simulated, "mean"), tol);
    }
    report.done(150);
}

#[test]
fn mmc_is_exact_where_the_books_are() {
    let mut report = Report::default();
    // Erlang's own table: 2 erlangs on 4 lines; 10 erlangs on 15 lines (Cooper 1981, appendix).
    report.check("B(4, 2)", ok(erlang_b(&load(2.0, 1000.0, 4.0))), 2.0 / 21.0, 1e-12);
    report.check("B(15, 10)", ok(erlang_b(&load(10.0, 1000.0, 15.0))), 0.036_497, 1e-4);
    // M/M/1: W = rho S / (1 - rho), all laws exponential.
    let single = ok(mmc(&load(9.0, 100.0, 1.0)));
    report.check("M/M/1 W", single.waiting_time, 900.0, 1e-12);
    report.check("M/M/1 p99 response", single.response_percentile(0.99), 1000.0 * 100.0_f64.ln(), 1e-12);
    report.check("M/M/1 p95 wait", single.waiting_percentile(0.95), 1000.0 * 18.0_f64.ln(), 1e-12);
    // M/M/2: C = 2 rho² / (1 + rho), W = S rho² / (1 - rho²).
    let double = ok(mmc(&load(10.0, 100.0, 2.0)));
    report.check("M/M/2 C", double.wait_probability, 1.0 / 3.0, 1e-12);
    report.check("M/M/2 W", double.waiting_time, 100.0 / 3.0, 1e-12);
    // At rho = (c - 1) / c the two exponentials of the response time coincide.
    let equal = double.response_survival(150.0);
    let exact = (-1.5_f64).exp() * (1.0 + 1.5 / 3.0);
    report.check("M/M/2 coinciding rates", equal, exact, 1e-12);
    report.check("Little", double.number_present, 0.01 * double.response_time, 1e-12);
    report.done(9);
}

#[test]
fn mmc_percentiles_equal_the_gamma_of_the_selector() {
    let mut report = Report::default();
    for (lambda, c) in [(5.0, 1.0), (18.0, 2.0), (54.0, 6.0), (144.0, 16.0)] {
        let offered = load(lambda, 100.0, c);
        let (exact, selected) = (ok(mmc(&offered)), value(ggc(&offered, variability(1.0, 1.0))));
        report.check("W", selected.waiting_time, exact.waiting_time, 1e-12);
        for p in [0.9, 0.99, 0.999] {
            let what = format!("c {c} p {p}");
            report.check(&what, selected.waiting_percentile(p), exact.waiting_percentile(p), 1e-9);
            let service = Law::new(Shape::Exponential, offered.service_time, scv(1.0));
            let response = selected.response(&service.on_grid(Resolution::Interactive));
            report.check(
                &format!("{what} response"),
                response.percentile(p),
                exact.response_percentile(p),
                3e-3,
            );
            report.check(&format!("{what} mean"), response.mean(), exact.response_time, 1e-9);
        }
    }
    report.done(4 * 10);
}
