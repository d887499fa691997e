//! Closed batch service by its exact chain, and rare long services whose length biases what arrivals see.

mod common;
mod stations;

use common::{Report, cases, law, ms, number};
use farsight::latency::{Delay, Distribution, Resolution};
use farsight::queueing::batch_service::{closed, closed_exact, open, open_means};
use serde_json::Value;
use stations::{Either, count, invalid_fields, ok, rate};

fn plain_cases() -> impl Iterator<Item = Value> {
    cases("b_commit_closed").into_iter().filter(|case| case["inputs"]["S"].is_object())
}

#[test]
fn the_chain_equals_independent_arithmetic() {
    let mut report = Report::default();
    for case in plain_cases() {
        let (id, inputs, expected) = (&case["id"], &case["inputs"], &case["expected"]);
        let service = law(&inputs["S"]);
        let answer = ok(closed_exact(count(number(inputs, "N")), ms(number(inputs, "Z_ms")), &service));
        let checks = [
            (answer.throughput, "X_per_s"),
            (answer.response_time, "R_ms"),
            (answer.batch_size, "batch_mean"),
            (answer.quiet_service, "P0"),
            (answer.utilization, "util"),
            (answer.found_busy, "P_found_busy"),
        ];
        for (got, name) in checks {
            let expected = number(expected, name);
            // Below, the file's values are the rounding of a solver that subtracts.
            if expected > 1e-8 {
                report.check(&format!("{id} {name}"), got, expected, 1e-8);
            }
        }
    }
    report.done(66 * 5);
}

#[test]
fn the_fixed_point_is_within_its_stated_error_of_the_chain() {
    let mut report = Report::default();
    for case in plain_cases() {
        let inputs = &case["inputs"];
        let service = law(&inputs["S"]).on_grid(Resolution::Interactive);
        let (n, z) = (count(number(inputs, "N")), ms(number(inputs, "Z_ms")));
        let (exact, quick) = (ok(closed_exact(n, z, &service)), ok(closed(n, z, &service)));
        report.check(&format!("{} X", case["id"]), quick.throughput, exact.throughput, 0.0042);
        report.check(&format!("{} R", case["id"]), quick.response_time, exact.response_time, 0.0063);
    }
    report.done(66 * 2);
}

#[test]
fn populations_beyond_the_chain_are_refused() {
    let service = Distribution::constant(4.0, Resolution::Interactive);
    assert_eq!(invalid_fields(closed_exact(count(501.0), ms(10.0), &service)), ["population"]);
    let nothing = Distribution::constant(0.0, Resolution::Interactive);
    assert_eq!(invalid_fields(closed_exact(count(5.0), ms(10.0), &nothing)), ["mean service time"]);
    assert!((ok(closed_exact(count(2.0), ms(0.0), &service)).throughput - 250.0).abs() < 1e-6);
}

/// A service of `spike` more with a small chance: the average arrival sees far more of it than the average service.
#[test]
fn rare_long_services_weigh_by_their_length() {
    let mut report = Report::default();
    for case in cases("b_rto_lfs") {
        let (id, inputs, expected) = (&case["id"], &case["inputs"], &case["expected"]);
        let base = law(&inputs["base"]).on_grid(Resolution::Interactive);
        let p = number(inputs, "p_spike");
        let spiked = base.clone().shifted(number(inputs, "spike_ms"));
        let service = Distribution::mixture(&[(1.0 - p, &base), (p, &spiked)]);
        report.check(&format!("{id} mean"), service.mean(), number(expected, "S_mean_ms"), 1e-9);
        report.check(
            &format!("{id} second"),
            service.second_moment(),
            number(expected, "S_second_moment"),
            1e-9,
        );
        let lambda = rate(number(inputs, "lambda_per_s"));
        let first = law(&inputs["base"]);
        let exact = Either { second: first.clone().shifted(ms(number(inputs, "spike_ms"))), first, p };
        let means = ok(open_means(lambda, &exact));
        let tol = number(&case["tol"], "lfs_mean_ms");
        // The file's chance of a quiet service is a mean over drawn services, good to some 1e-5.
        report.check(&format!("{id} busy"), means.utilization, number(expected, "P_busy"), 1e-4);
        report.check(&format!("{id} exact lfs"), means.response_time, number(expected, "lfs_mean_ms"), tol);
        let answer = ok(open(lambda, &service));
        report.check(&format!("{id} lfs"), answer.means.response_time, number(expected, "lfs_mean_ms"), tol);
        let simulated = &case["mc"]["lfs_mean_ms"];
        let (mean, half_width) = (number(simulated, "mean"), number(simulated, "ci95"));
        report.check(&format!("{id} mc"), answer.means.response_time, mean, tol + half_width / mean);
        let tail = &case["mc"]["P(lfs>150ms)"];
        let (mean, half_width) = (number(tail, "mean"), number(tail, "ci95"));
        report.check(&format!("{id} tail"), answer.response.survival(150.0), mean, 0.01 + half_width / mean);
    }
    report.done(6 * 7);
}
