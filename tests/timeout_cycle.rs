//! The timeout cycle against independent arithmetic, an event simulation and known limits.

mod common;
mod outages;
mod simulator;
mod stations;

use common::{Report, cases, number};
use farsight::queueing::timeout_cycle::{CutLink, OutageLaw, Reaction, TimeoutCycle, timeout_cycle};
use outages::{Figures, simulate};
use serde_json::Value;
use stations::{count, invalid_fields, ok, rate, value, warns};

const LATE: Reaction = Reaction::Retransmission { first_timer: 0.2 };

fn link(up: f64, outage: f64, law: OutageLaw, timeout: f64, reopen: f64) -> CutLink {
    CutLink {
        mean_up: up,
        mean_outage: outage,
        law,
        timeout,
        reopen,
        failed_try: 0.0,
        reaction: Reaction::Immediate,
    }
}

fn of_case(inputs: &Value) -> CutLink {
    let law = match inputs["outage_law"].as_str() {
        Some("exp") => OutageLaw::Exponential,
        Some("det20") => OutageLaw::Constant,
        other => panic!("no law {other:?}"),
    };
    let seconds = |name: &str| number(inputs, name);
    let plain = link(
        seconds("mean_up_s"),
        seconds("mean_outage_s"),
        law,
        seconds("net_timeout_s"),
        seconds("reopen_s"),
    );
    CutLink { failed_try: inputs["failed_attempt_stall_s"].as_f64().unwrap_or(0.0), ..plain }
}

fn measure(answer: &TimeoutCycle, name: &str) -> f64 {
    match name {
        "p_drop" => answer.drop_chance,
        "stall_per_outage_s" => answer.stall_per_cycle,
        "failed_reopens_per_drop" => answer.failed_tries,
        "unprotected_per_drop_s" => answer.unprotected_per_drop,
        "cycle_s" => answer.cycle,
        "stall_fraction" => answer.stall_share,
        "stall_minutes_per_hour" => answer.stall_minutes_per_hour,
        "stalls_per_hour" => answer.stalls_per_hour,
        "unprotected_fraction" => answer.unprotected_share,
        "added_mean_latency_open_ms" => answer.added_response,
        _ => panic!("no result {name}"),
    }
}

#[test]
fn exponential_outages_equal_independent_arithmetic() {
    let mut report = Report::default();
    for case in cases("b_stall").iter().filter(|case| case["expected"].is_object()) {
        let answer = ok(timeout_cycle(&of_case(&case["inputs"])));
        for (name, expected) in case["expected"].as_object().expect("expected") {
            let what = format!("{} {name}", case["id"]);
            report.check(
                &what,
                measure(&answer, name),
                expected.as_f64().expect("number"),
                number(&case["tol"], "*"),
            );
        }
    }
    report.done(4 * 10);
}

/// Whether `answer` lies within 1.5 half widths of the simulated 95 % interval: three standard errors.
fn within_simulated(case: &Value, answer: &TimeoutCycle) -> Vec<String> {
    let off = |(name, simulated): (&String, &Value)| {
        let (got, mean, ci95) = (measure(answer, name), number(simulated, "mean"), number(simulated, "ci95"));
        ((got - mean).abs() > 1.5 * ci95)
            .then(|| format!("{} {name}: {got} for {mean} +- {ci95}", case["id"]))
    };
    case["mc"].as_object().expect("simulated").iter().filter_map(off).collect()
}

#[test]
fn a_simulation_of_other_origin_agrees() {
    let mut misses = Vec::new();
    let mut checked = 0;
    for case in cases("b_stall").iter().filter(|case| case["inputs"]["outage_law"] != "lognormal_m20_c4") {
        misses.extend(within_simulated(case, &ok(timeout_cycle(&of_case(&case["inputs"])))));
        checked += 1;
    }
    assert_eq!((checked, misses), (5, vec![]));
}

/// Every figure within its 99 % interval plus `stated`.
#[track_caller]
fn agrees(link: &CutLink, answer: &TimeoutCycle, simulated: &Figures, stated: f64) {
    let figures = [
        ("stall", simulated.stall, answer.stall_share),
        ("unprotected", simulated.unprotected, answer.unprotected_share),
        ("drop", simulated.drop_chance, answer.drop_chance),
        ("stalls", simulated.stalls_per_hour, answer.stalls_per_hour),
        ("added", simulated.added_response, answer.added_response),
    ];
    for (name, interval, got) in figures {
        assert!(interval.holds(got, stated), "{name} of {link:?}: {got} for {interval:?}");
    }
}

#[test]
fn exponential_outages_are_exact() {
    for (seed, late, failed_try) in [(1, false, 0.0), (2, false, 4.0), (3, true, 0.0), (4, true, 4.0)] {
        let reaction = if late { LATE } else { Reaction::Immediate };
        for (up, outage, reopen) in [(600.0, 20.0, 60.0), (30.0, 20.0, 100.0), (100.0, 5.0, 5.0)] {
            let link =
                CutLink { failed_try, reaction, ..link(up, outage, OutageLaw::Exponential, 10.0, reopen) };
            agrees(&link, &value(timeout_cycle(&link)), &simulate(&link, seed), 0.0);
        }
    }
}

#[test]
fn constant_outages_are_within_the_stated_error() {
    for (seed, late, failed_try) in [(5, false, 0.0), (6, false, 4.0), (7, true, 0.0), (8, true, 4.0)] {
        let reaction = if late { LATE } else { Reaction::Immediate };
        for (up, outage, reopen) in [
            (600.0, 20.0, 60.0),
            (300.0, 7.0, 100.0),
            (600.0, 2.0, 60.0),
            (100.0, 45.0, 20.0),
            (100.0, 45.0, 40.0),
        ] {
            let link =
                CutLink { failed_try, reaction, ..link(up, outage, OutageLaw::Constant, 10.0, reopen) };
            agrees(&link, &ok(timeout_cycle(&link)), &simulate(&link, seed), 0.002);
        }
    }
}

#[test]
fn a_plausible_wrong_formula_is_caught() {
    let link = link(600.0, 20.0, OutageLaw::Constant, 10.0, 60.0);
    let simulated = simulate(&link, 9);
    // The first try always succeeds: a second outage meanwhile is forgotten.
    assert!(!simulated.unprotected.holds(60.0 / 670.0, 0.002));
    // A full timeout for every outage, however short.
    let short = CutLink { mean_outage: 2.0, ..link };
    assert!(!simulate(&short, 9).stall.holds(10.0 / 612.0, 0.002));
    // Retransmission at once.
    let late = CutLink { reaction: LATE, ..short };
    assert!(!simulate(&late, 9).stall.holds(ok(timeout_cycle(&short)).stall_share, 0.002));
}

#[test]
fn retransmissions_find_the_end_late() {
    // Timers 0.2, 0.4, 0.8, ... fire 0.2, 0.6, 1.4, 3.0, 6.2 and 12.6 s after the start; a second outage within those
    // seconds has a chance of 1e-8.
    let stall = |outage: f64, timeout: f64| {
        let link = CutLink { reaction: LATE, ..link(1e9, outage, OutageLaw::Constant, timeout, 60.0) };
        let answer = ok(timeout_cycle(&link));
        (answer.stall_per_cycle, answer.drop_chance)
    };
    let near = |(a, b): (f64, f64), (c, d): (f64, f64)| (a - c).abs() < 1e-6 && (b - d).abs() < 1e-6;
    assert!(near(stall(0.1, 10.0), (0.2, 0.0)) && near(stall(2.9, 10.0), (3.0, 0.0)));
    assert!(near(stall(6.1, 10.0), (6.2, 0.0)) && near(stall(6.3, 10.0), (10.0, 1.0)));
    assert!(near(stall(6.3, 30.0), (12.6, 0.0)) && near(stall(0.01, 0.1), (0.1, 1.0)));
}

#[test]
fn limits() {
    // A timeout that never comes: requests wait out every outage.
    let patient = ok(timeout_cycle(&link(600.0, 20.0, OutageLaw::Exponential, 1e6, 60.0)));
    assert!((patient.stall_share - 20.0 / 620.0).abs() < 1e-12 && patient.unprotected_share < 1e-12);
    assert!((patient.added_response - 1000.0 * 800.0 / (2.0 * 620.0)).abs() < 1e-9);
    // Tries without pause: unprotected only while cut, so halted and unprotected add up to the outages.
    let eager = ok(timeout_cycle(&link(600.0, 20.0, OutageLaw::Exponential, 10.0, 1e-6)));
    assert!((eager.stall_share + eager.unprotected_share - 20.0 / 620.0).abs() < 1e-8);
    // All times k-fold: shares stay.
    let link_of = |k: f64| CutLink {
        failed_try: 3.0 * k,
        ..link(600.0 * k, 20.0 * k, OutageLaw::Constant, 10.0 * k, 60.0 * k)
    };
    let (one, seven) = (ok(timeout_cycle(&link_of(1.0))), ok(timeout_cycle(&link_of(7.0))));
    assert!((one.stall_share - seven.stall_share).abs() < 1e-14);
    assert!((one.unprotected_share - seven.unprotected_share).abs() < 1e-14);
    // N customers, each of whom waits once in a halt.
    let closed = one.added_response_closed(count(10.0), rate(500.0));
    assert!((closed - 1000.0 * 10.0 * one.stall_per_cycle / (500.0 * one.cycle)).abs() < 1e-9);
    assert!((one.held_by_timeout(rate(500.0)) - 5000.0).abs() < 1e-9);
}

#[test]
fn what_is_outside_is_said() {
    let plain = link(600.0, 20.0, OutageLaw::Exponential, 10.0, 60.0);
    assert!(warns(&timeout_cycle(&CutLink { reopen: 601.0, ..plain })));
    let at_once = timeout_cycle(&CutLink { timeout: 0.0, ..plain });
    assert!(warns(&at_once));
    assert_eq!((value(at_once).stall_share, value(timeout_cycle(&plain)).failed_tries > 0.0), (0.0, true));
    for bad in [-1.0, f64::NAN, f64::INFINITY] {
        let field = |link: CutLink| invalid_fields(timeout_cycle(&link));
        assert_eq!(field(CutLink { mean_up: bad, ..plain }), ["mean time between outages"]);
        assert_eq!(field(CutLink { mean_outage: bad, ..plain }), ["mean length of an outage"]);
        assert_eq!(field(CutLink { timeout: bad, ..plain }), ["timeout"]);
        assert_eq!(field(CutLink { reopen: bad, ..plain }), ["reopen interval"]);
        assert_eq!(field(CutLink { failed_try: bad, ..plain }), ["halt of a failed try"]);
        let reaction = Reaction::Retransmission { first_timer: bad };
        assert_eq!(field(CutLink { reaction, ..plain }), ["first timer"]);
    }
}

#[test]
fn the_corners_of_the_ranges_give_numbers() {
    let times = [1e-6, 1e-3, 1.0, 1e4, 1e9];
    for (up, outage) in times.iter().flat_map(|up| times.map(|outage| (*up, outage))) {
        for (timeout, reopen) in [0.0, 1e-3, 30.0, 1e6].iter().flat_map(|t| times.map(|r| (*t, r))) {
            for (law, reaction, failed_try) in [
                (OutageLaw::Exponential, Reaction::Immediate, 0.0),
                (OutageLaw::Constant, Reaction::Immediate, 1e9),
                (OutageLaw::Exponential, LATE, 1.0),
                (OutageLaw::Constant, LATE, 0.0),
            ] {
                let link = CutLink { failed_try, reaction, ..link(up, outage, law, timeout, reopen) };
                let answer = value(timeout_cycle(&link));
                let shares = [answer.drop_chance, answer.stall_share, answer.unprotected_share];
                let rest = [answer.failed_tries, answer.cycle, answer.added_response, answer.stalls_per_hour];
                assert!(shares.iter().all(|x| (0.0..=1.0 + 1e-9).contains(x)), "{link:?}: {answer:?}");
                assert!(rest.iter().all(|x| x.is_finite() && *x >= 0.0), "{link:?}: {answer:?}");
            }
        }
    }
}
