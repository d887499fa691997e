//! The load-dependent station against M/M/c, and as the coupling of handlers with a hot block.

mod common;
mod stations;

use common::{Report, cases, ms, number};
use farsight::latency::{Law, Shape};
use farsight::queueing::erlang::mmc;
use farsight::queueing::finite_source::finite_source;
use farsight::queueing::flow_equivalent::flow_equivalent;
use farsight::queueing::network::{Class, Discipline, Network, Station, exact};
use farsight::units::PerSecond;
use stations::{count, invalid_fields, load, ok, rate, saturation, scv};

#[test]
fn proportional_rates_are_mmc() {
    let mut report = Report::default();
    for (lambda, c) in [(5.0, 1_u32), (18.0, 2), (54.0, 6), (390.0, 40)] {
        let rates: Vec<PerSecond> = (1..=c).map(|j| rate(10.0 * f64::from(j))).collect();
        let answer = ok(flow_equivalent(rate(lambda), &rates));
        let exact = ok(mmc(&load(lambda, 100.0, f64::from(c))));
        report.check("W", answer.waiting_time, exact.waiting_time, 1e-9);
        report.check("T", answer.response_time, exact.response_time, 1e-9);
        report.check("busy", answer.all_busy, exact.wait_probability, 1e-9);
        report.check("active", answer.number_active, lambda / 10.0, 1e-9);
        report.check("Little", answer.number_present, lambda / 1000.0 * answer.response_time, 1e-12);
        let total = answer.below_full.iter().sum::<f64>() + answer.all_busy;
        report.check("total", total, 1.0, 1e-12);
    }
    report.done(24);
}

/// With places for all, the substitute of a product-form subsystem is exact: a delay and a queue in an open network.
#[test]
fn a_product_form_subsystem_is_replaced_exactly() {
    let mut report = Report::default();
    // Customers think 50 ms and use a disk for 10 ms; the throughput of j of them is the service rate of the station.
    let inner = |j: u32| Network {
        classes: vec![Class { population: count(f64::from(j)), think_time: ms(50.0) }],
        stations: vec![Station { discipline: Discipline::Queueing, demands: vec![ms(10.0)] }],
    };
    let rates: Vec<PerSecond> = (1..=200).map(|j| rate(ok(exact(&inner(j))).classes[0].throughput)).collect();
    for lambda in [1.0, 30.0, 80.0] {
        let answer = ok(flow_equivalent(rate(lambda), &rates));
        let rho = lambda / 100.0;
        report.check("number present", answer.number_present, lambda * 0.05 + rho / (1.0 - rho), 1e-9);
    }
    report.done(3);
}

/// Handlers that update one block: the finite source of each number of active handlers gives the rates.
#[test]
fn handlers_on_a_hot_block() {
    let mut report = Report::default();
    for case in cases("e_coupled").iter().filter(|case| case["inputs"]["instances"] == 1) {
        let (inputs, expected) = (&case["inputs"], &case["expected"]);
        let exec = Law::new(
            Shape::Gamma,
            ms(number(&inputs["exec"], "mean_ms")),
            scv(number(&inputs["exec"], "scv")),
        );
        let held = exec.shifted(ms(number(inputs, "commit_ms")));
        let updates = number(inputs, "updates");
        let active = |k: u32| {
            let block =
                ok(finite_source(count(f64::from(k)), ms(number(inputs, "app_ms_per_update")), &held));
            rate(block.throughput / updates)
        };
        let rates: Vec<PerSecond> = (1..=12).map(active).collect();
        let answer = ok(flow_equivalent(rate(number(inputs, "lambda_per_s")), &rates));
        let checks = [
            (answer.response_time, "T_ms"),
            (answer.waiting_time, "W_ms"),
            (answer.active_time, "S_message_ms"),
            (answer.all_busy, "P_all_handlers_busy"),
            (answer.capacity, "max_messages_per_s"),
            (answer.number_active, "mean_active"),
        ];
        for (got, name) in checks {
            report.check(name, got, number(expected, name), 1e-9);
        }
        let tol = number(&case["tol"], "vs_mc");
        report.check("T mc", answer.response_time, number(&case["mc"]["T_ms"], "mean"), tol);
    }
    report.done(7);
}

#[test]
fn refusals() {
    let full = saturation(flow_equivalent(rate(20.0), &[rate(10.0), rate(20.0)]));
    assert_eq!((full.capacity, full.growth()), (20.0, 0.0));
    assert_eq!(invalid_fields(flow_equivalent(rate(1.0), &[])), ["number of service rates"]);
}
