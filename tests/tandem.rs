//! Stations in a row against independent arithmetic and simulated cases.

mod common;
mod stations;

use common::{Report, cases, ms, number};
use farsight::latency::{Delay, Law, Resolution, Shape};
use farsight::queueing::tandem::{Stage, tandem};
use serde_json::Value;
use stations::{count, invalid_fields, rate, saturation, scv, value};

fn stage(name: &str, of: &Value) -> Stage {
    let at = |i: usize| of[i].as_f64().expect("number");
    let shape = if of[2] == "lognormal" { Shape::Lognormal } else { Shape::Gamma };
    let service = Law::new(shape, ms(at(1)), scv(at(3))).on_grid(Resolution::Interactive);
    Stage { name: name.into(), servers: count(at(0)), service }
}

#[test]
fn rows_equal_independent_arithmetic_and_are_near_simulation() {
    let mut report = Report::default();
    for case in cases("e_tandem").iter().filter(|case| case["inputs"]["stage1"].is_array()) {
        let (id, inputs, expected) = (&case["id"], &case["inputs"], &case["expected"]);
        let stages = [stage("first", &inputs["stage1"]), stage("second", &inputs["stage2"])];
        let row = value(tandem(rate(number(inputs, "lambda_per_s")), &stages));
        let tol = number(&case["tol"], "formula");
        for (i, result) in row.stages.iter().enumerate() {
            let name = format!("rho{}", i + 1);
            report.check(&format!("{id} {name}"), result.station.utilization, number(expected, &name), 1e-9);
            let name = format!("W{}_ms", i + 1);
            report.check(&format!("{id} {name}"), result.station.waiting_time, number(expected, &name), 1e-9);
        }
        report.check(&format!("{id} mean"), row.response_time, number(expected, "T_mean_ms"), 1e-9);
        report.check(&format!("{id} law"), row.response.mean(), row.response_time, 1e-9);
        let stated = [("p50_ms", 0.5, 0.02), ("p95_ms", 0.95, 0.088), ("p99_ms", 0.99, 0.113)];
        for (name, p, stated) in stated {
            let got = row.response.percentile(p);
            report.check(&format!("{id} {name}"), got, number(expected, name), tol);
            report.check(&format!("{id} {name} mc"), got, number(&case["mc"][name], "mean"), stated);
        }
        let simulated = number(&case["mc"]["T_mean_ms"], "mean");
        report.check(&format!("{id} mean mc"), row.response_time, simulated, 0.029);
    }
    report.done(4 * 13);
}

#[test]
fn a_saturated_stage_is_named() {
    let easy = stage("poll", &serde_json::json!([4, 40.0, "gamma", 0.25]));
    let hard = stage("invoke", &serde_json::json!([2, 120.0, "gamma", 0.25]));
    let full = saturation(tandem(rate(20.0), &[easy, hard]));
    assert_eq!(full.resource, "invoke");
    assert!((full.growth() - (20.0 - 2000.0 / 120.0)).abs() < 1e-9);
    assert_eq!(invalid_fields(tandem(rate(20.0), &[])), ["number of stages"]);
}
