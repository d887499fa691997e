//! Least servers, retries and pauses against independent arithmetic and simulated cases.

mod common;
mod stations;

use common::{Report, cases, ms, number};
use farsight::latency::{Law, Resolution, Shape};
use farsight::queueing::multi_server::ggc;
use farsight::queueing::pauses::stop_the_world;
use farsight::queueing::retry::{Limit, retries};
use farsight::queueing::sizing::{Target, least_servers, least_servers_for_response};
use stations::{count, invalid_fields, load, ok, rate, saturation, scv, share, value, variability, warns};

#[test]
fn least_servers_equal_independent_arithmetic() {
    let mut report = Report::default();
    for case in cases("h_sizing") {
        let (id, inputs, expected) = (&case["id"], &case["inputs"], &case["expected"]);
        let target = Target::WaitingPercentile(share(0.95), ms(number(inputs, "target_p95_wait_ms")));
        let (lambda, service) = (rate(number(inputs, "lambda_per_s")), ms(number(inputs, "S_ms")));
        let answer = ok(least_servers(lambda, service, scv(number(inputs, "cs2")), target));
        assert_eq!(u64::from(answer.servers), expected["c"].as_u64().expect("count"), "{id}");
        let tol = number(&case["tol"], "*");
        report.check(&format!("{id} at c"), answer.achieved, number(expected, "p95_wait_at_c"), tol);
        let less = answer.with_one_less.expect("stable");
        report.check(&format!("{id} at c-1"), less, number(expected, "p95_wait_at_c_minus_1"), tol);
    }
    report.done(6);
}

/// The cases that the model prints beside those of the file.
#[test]
fn least_servers_as_the_model_prints_them() {
    for (lambda, service, c2, target, expected) in
        [(200.0, 60.0, 0.5, 20.0, 16), (10.0, 500.0, 1.0, 1000.0, 7)]
    {
        let target = Target::WaitingPercentile(share(0.95), ms(target));
        assert_eq!(ok(least_servers(rate(lambda), ms(service), scv(c2), target)).servers, expected);
    }
}

#[test]
fn other_targets_are_met_by_the_least_number() {
    let (lambda, service, c2) = (rate(40.0), ms(120.0), scv(0.7));
    for target in [Target::WaitingTime(ms(15.0)), Target::QueueLength(0.5)] {
        let answer = ok(least_servers(lambda, service, c2, target));
        let limit = if let Target::QueueLength(limit) = target { limit } else { 15.0 };
        assert!(answer.achieved <= limit);
        assert!(answer.with_one_less.is_none_or(|less| less > limit));
    }
    let one = ok(least_servers(rate(0.001), service, c2, Target::WaitingTime(ms(10.0))));
    assert_eq!((one.servers, one.with_one_less), (1, None));
}

#[test]
fn a_response_target_has_a_floor() {
    let service = Law::new(Shape::Gamma, ms(100.0), scv(0.5)).on_grid(Resolution::Interactive);
    let floor = service.percentile(0.95);
    let within = ok(least_servers_for_response(rate(50.0), &service, share(0.95), ms(1.1 * floor)));
    assert!(within.achieved <= 1.1 * floor && within.with_one_less.expect("stable") > 1.1 * floor);
    assert!(within.servers > 5);
    let below = least_servers_for_response(rate(50.0), &service, share(0.95), ms(0.9 * floor));
    assert_eq!(invalid_fields(below), ["target"]);
}

#[test]
fn impossible_sizes() {
    let target = Target::WaitingTime(ms(0.0));
    assert_eq!(invalid_fields(least_servers(rate(5.0), ms(10.0), scv(1.0), target)), ["target"]);
    let queue = Target::QueueLength(f64::NAN);
    assert_eq!(invalid_fields(least_servers(rate(5.0), ms(10.0), scv(1.0), queue)), ["target"]);
    let full = saturation(least_servers(rate(1e6), ms(1000.0), scv(1.0), Target::WaitingTime(ms(5.0))));
    assert_eq!(full.capacity, 1e5);
    let instant = least_servers(rate(5.0), ms(0.0), scv(1.0), Target::WaitingTime(ms(5.0)));
    assert_eq!(invalid_fields(instant), ["mean service time"]);
}

#[test]
fn retries_equal_independent_arithmetic() {
    let mut report = Report::default();
    for case in cases("e_tandem").iter().filter(|case| case["inputs"]["retry_prob"].is_number()) {
        let (inputs, expected) = (&case["inputs"], &case["expected"]);
        let limit = inputs["max_retries"]
            .as_u64()
            .map_or(Limit::Never, |m| Limit::Retries(u32::try_from(m).expect("few")));
        let answer = ok(retries(share(number(inputs, "retry_prob")), limit));
        let tol = number(&case["tol"], "*");
        report.check("attempts", answer.amplification, number(expected, "amplification"), tol);
        report.check("failure", answer.failure_probability, number(expected, "fail_prob"), tol);
    }
    let always = ok(retries(share(1.0), Limit::Retries(4)));
    report.check("all fail", always.amplification, 5.0, 1e-12);
    report.check("near 1", ok(retries(share(1.0 - 1e-12), Limit::Retries(4))).amplification, 5.0, 1e-9);
    report.check("none fail", ok(retries(share(0.0), Limit::Never)).amplification, 1.0, 1e-12);
    assert_eq!(saturation(retries(share(1.0), Limit::Never)).capacity, 0.0);
    report.done(9);
}

#[test]
fn pauses_equal_independent_arithmetic_and_are_near_simulation() {
    let mut report = Report::default();
    for case in cases("f_pauses") {
        let (id, inputs, expected) = (&case["id"], &case["inputs"], &case["expected"]);
        let (c, service) = (number(inputs, "c"), number(inputs, "S_ms"));
        let offered = load(1000.0 * number(inputs, "rho") * c / service, service, c);
        let base = value(ggc(&offered, variability(1.0, number(inputs, "cs2"))));
        let answer =
            ok(stop_the_world(&base, ms(number(inputs, "interval_ms")), ms(number(inputs, "pause_ms"))));
        let checks = [
            (answer.capacity_factor, "capacity_factor"),
            (base.response_time, "base_sojourn_ms"),
            (answer.extra_mean, "extra_mean_ms"),
            (answer.response_time, "sojourn_ms"),
            (answer.touched, "fraction_touched"),
            (answer.extra_max, "max_extra_ms"),
        ];
        for (got, name) in checks {
            report.check(&format!("{id} {name}"), got, number(expected, name), 1e-9);
        }
        let simulated = number(&case["mc"]["sojourn_ms"], "mean");
        report.check(&format!("{id} mc"), answer.response_time, simulated, number(&case["tol"], "vs_mc"));
    }
    report.done(6 * 7);
}

#[test]
fn pauses_at_their_limits() {
    let base = value(ggc(&load(40.0, 100.0, 8.0), variability(1.0, 1.0)));
    let pause = |interval: f64, pause: f64| stop_the_world(&base, ms(interval), ms(pause));
    assert_eq!(ok(pause(1000.0, 0.0)).extra_mean, 0.0);
    assert!(warns(&pause(1000.0, 200.0)));
    let full = saturation(pause(1000.0, 500.0));
    assert_eq!((full.capacity, full.offered), (40.0, 40.0));
    assert_eq!(saturation(pause(1000.0, 2000.0)).capacity, 0.0);
    assert_eq!(invalid_fields(pause(0.0, 5.0)), ["interval between pauses"]);
    assert_eq!(count(8.0), base.load.servers);
}
