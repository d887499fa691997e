//! Fluid backlogs against independent arithmetic, brute force and known limits.

mod common;
mod stations;

use common::{Report, cases, number};
use farsight::queueing::fluid::{Backlog, Closure, Peak, backlog, outage, overload};
use serde_json::Value;
use stations::{invalid_fields, ok, saturation};

const HOUR: f64 = 3600.0;

fn profile(inputs: &Value) -> Vec<f64> {
    let hours = inputs["hourly_wire_MBps"].as_array().expect("hours");
    hours.iter().map(|rate| rate.as_f64().expect("number")).collect()
}

#[test]
fn daily_profiles_equal_independent_arithmetic() {
    let mut report = Report::default();
    for case in cases("c_backlog") {
        let (id, inputs, expected) = (&case["id"], &case["inputs"], &case["expected"]);
        let closure = inputs["outage_s"]
            .as_f64()
            .map(|duration| Closure { start: number(inputs, "outage_start_s"), duration });
        let answer = backlog(&profile(inputs), HOUR, number(inputs, "capacity_MBps"), closure);
        if expected["status"] == "saturated" {
            let full = saturation(answer);
            report.check("growth", full.growth() * 24.0 * HOUR, number(expected, "growth_MB_per_day"), 1e-9);
            report.check("rate", full.offered, number(expected, "mean_rate_MBps"), 1e-9);
            continue;
        }
        let answer = ok(answer);
        let tol = number(&case["tol"], "*");
        for (name, expected) in expected.as_object().expect("expected") {
            let got = match name.strip_prefix("frac_time_lag_gt_") {
                Some(limit) => answer.share_above(limit.trim_end_matches('s').parse().expect("seconds")),
                None => measure(&answer, name),
            };
            report.check(&format!("{id} {name}"), got, expected.as_f64().expect("number"), tol);
        }
    }
    report.done(4 * 12 + 2);
}

fn measure(answer: &Backlog, name: &str) -> f64 {
    match name {
        "max_lag_s" => answer.max_lag,
        "t_of_max_h" => answer.time_of_max / HOUR,
        "max_backlog_MB" => answer.max_backlog,
        "mean_lag_s" => answer.mean_lag,
        "catch_up_s" => answer.catch_up_time.expect("catches up"),
        other => panic!("unknown measure {other}"),
    }
}

/// First in, first out in steps of a second; the lag at the end of each second of the last of three days.
fn brute_force(rates: &[f64], capacity: f64) -> Vec<f64> {
    let day = rates.len() * 3600;
    let (mut queue, mut lags) = (std::collections::VecDeque::new(), Vec::new());
    for second in 0..3 * day {
        queue.push_back((second, rates[second / 3600 % rates.len()]));
        let mut left = capacity;
        while let Some((arrived, amount)) = queue.pop_front() {
            if amount > left + 1e-9 {
                queue.push_front((arrived, amount - left));
                break;
            }
            left -= amount;
        }
        let lag = queue.front().map_or(0.0, |(arrived, _)| (second - arrived) as f64);
        if second >= 2 * day {
            lags.push(lag);
        }
    }
    lags
}

#[test]
fn brute_force_agrees_also_through_hours_without_work() {
    let profiles = [
        vec![4.0, 16.0, 0.0, 20.0, 0.0, 0.0, 3.0],
        vec![0.0, 30.0, 0.0, 0.0, 12.0, 12.0, 1.0],
        vec![9.0, 11.0, 9.5, 10.5, 0.0, 0.0, 10.0],
    ];
    for rates in profiles {
        let answer = ok(backlog(&rates, HOUR, 10.0, None));
        let lags = brute_force(&rates, 10.0);
        let mean = lags.iter().sum::<f64>() / lags.len() as f64;
        let most = lags.iter().copied().fold(0.0, f64::max);
        assert!((answer.max_lag - most).abs() <= 1.5, "{rates:?}: {} for {most}", answer.max_lag);
        assert!((answer.mean_lag - mean).abs() <= 1.0, "{rates:?}: {} for {mean}", answer.mean_lag);
        for limit in [60.0, 600.0, 3000.0] {
            let share = lags.iter().filter(|lag| **lag > limit).count() as f64 / lags.len() as f64;
            assert!((answer.share_above(limit) - share).abs() < 1e-3, "{rates:?} above {limit}");
        }
    }
}

#[test]
fn pieces_cover_the_period_and_join() {
    let rates = [4.0, 16.0, 0.0, 20.0, 0.0, 0.0, 3.0];
    let answer = ok(backlog(&rates, HOUR, 10.0, Some(Closure { start: 1000.0, duration: 500.0 })));
    assert_eq!(answer.pieces[0].time[0], 0.0);
    assert_eq!(answer.pieces[answer.pieces.len() - 1].time[1], 7.0 * HOUR);
    for pair in answer.pieces.windows(2) {
        assert_eq!(pair[0].time[1], pair[1].time[0]);
        assert!((pair[0].backlog[1] - pair[1].backlog[0]).abs() < 1e-6);
    }
}

#[test]
fn peaks_and_outages_equal_independent_arithmetic_and_are_near_simulation() {
    let mut report = Report::default();
    for case in cases("misc_queueing").iter().chain(&cases("e_tandem")) {
        let (inputs, expected) = (&case["inputs"], &case["expected"]);
        if let Some(arrival_rate) = inputs["lambda_peak_per_s"].as_f64() {
            let answer = ok(overload(&Peak {
                arrival_rate,
                duration: number(inputs, "peak_s"),
                arrival_rate_after: number(inputs, "lambda_after_per_s"),
                capacity: 1000.0 * number(inputs, "c") / number(inputs, "S_ms"),
            }));
            let drain = answer.drain_time.expect("drains");
            report.check("backlog", answer.backlog, number(expected, "backlog_peak"), 1e-12);
            report.check("wait", answer.max_wait, number(expected, "max_wait_s"), 1e-12);
            report.check("drain", drain, number(expected, "drain_s"), 1e-12);
            if case["mc"].is_object() {
                report.check("drain mc", drain, number(&case["mc"]["drain_s"], "mean"), 0.01);
                report.check("wait mc", answer.max_wait, number(&case["mc"]["max_wait_s"], "mean"), 0.01);
            }
        } else if let Some(rate) = inputs["rate_MBps"].as_f64() {
            let answer = ok(outage(rate, number(inputs, "outage_s"), number(inputs, "capacity_MBps")));
            report.check("backlog", answer.backlog, number(expected, "backlog_MB"), 1e-12);
            report.check(
                "catch up",
                answer.catch_up_time.expect("does"),
                number(expected, "catch_up_s"),
                1e-12,
            );
            report.check("lag", answer.max_lag, number(expected, "max_lag_s"), 1e-12);
        }
    }
    report.done(3 * 3 + 3 * 5 + 3 * 3);
}

#[test]
fn what_never_drains_says_so() {
    let peak = Peak { arrival_rate: 12.0, duration: 60.0, arrival_rate_after: 10.0, capacity: 10.0 };
    assert_eq!(ok(overload(&peak)).drain_time, None);
    assert_eq!(ok(outage(10.0, 60.0, 10.0)).catch_up_time, None);
    let below = Peak { arrival_rate: 9.0, ..peak };
    assert_eq!((ok(overload(&below)).backlog, ok(overload(&below)).drain_time), (0.0, Some(0.0)));
    assert_eq!(saturation(backlog(&[10.0, 10.0], HOUR, 10.0, None)).growth(), 0.0);
}

#[test]
fn questions_without_meaning() {
    assert_eq!(invalid_fields(backlog(&[], HOUR, 1.0, None)), ["number of rates"]);
    assert_eq!(invalid_fields(backlog(&[-1.0], HOUR, 1.0, None)), ["rate of a step"]);
    assert_eq!(invalid_fields(backlog(&[f64::NAN], HOUR, 1.0, None)), ["rate of a step"]);
    assert_eq!(invalid_fields(backlog(&[1.0], 0.0, 1.0, None)), ["length of a step"]);
    assert_eq!(invalid_fields(backlog(&[1.0], HOUR, 0.0, None)), ["capacity"]);
    let late = Closure { start: 3000.0, duration: 1000.0 };
    assert_eq!(invalid_fields(backlog(&[1.0], HOUR, 2.0, Some(late))), ["duration of the closure"]);
    assert_eq!(invalid_fields(outage(1.0, f64::INFINITY, 2.0)), ["duration of the outage"]);
    let peak = Peak { arrival_rate: -1.0, duration: 1.0, arrival_rate_after: 0.0, capacity: 1.0 };
    assert_eq!(invalid_fields(overload(&peak)), ["arrival rate of the peak"]);
}
