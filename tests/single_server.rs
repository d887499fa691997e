//! M/G/1 against closed forms and simulated cases.

mod common;
mod stations;

use common::{Report, cases, ms, number};
use farsight::latency::{Delay, Distribution, Law, Resolution, Shape};
use farsight::queueing::single_server::{mg1, mg1_laws};
use stations::{ok, rate, saturation, scv};

fn grid(shape: Shape, mean: f64, c2: f64, resolution: Resolution) -> Distribution {
    Law::new(shape, ms(mean), scv(c2)).on_grid(resolution)
}

/// Share of waits up to `t` in M/D/1 (Erlang 1909), in the form without alternating signs (Franx 2001).
fn constant_service_waits_up_to(rho: f64, t: f64) -> f64 {
    let periods = t.floor();
    let k = periods as usize;
    let at_most = queue_lengths(rho, k);
    let into = rho * (periods + 1.0 - t);
    let mut term = (-into).exp();
    let mut sum = 0.0;
    for j in 0..=k {
        sum += at_most[k - j] * term;
        term *= into / (j as f64 + 1.0);
    }
    sum
}

/// `P(at most n + 1 present)` for `n = 0 ..= most` in M/D/1 with service 1: its embedded chain.
fn queue_lengths(rho: f64, most: usize) -> Vec<f64> {
    let mut poisson = vec![(-rho).exp()];
    for i in 1..=most + 2 {
        poisson.push(poisson[i - 1] * rho / i as f64);
    }
    let above = |n: usize| 1.0 - poisson[..=n].iter().sum::<f64>();
    let mut p = vec![1.0 - rho];
    for j in 0..=most {
        let up = p[0] * above(j) + (1..=j).map(|i| p[i] * above(j + 1 - i)).sum::<f64>();
        p.push(up / poisson[0]);
    }
    let mut sum = p[0];
    p[1..]
        .iter()
        .map(|x| {
            sum += x;
            sum
        })
        .collect()
}

/// The wait that a share `p` does not exceed in M/D/1 with service 1.
fn constant_service_percentile(rho: f64, p: f64) -> f64 {
    let (mut low, mut high) = (0.0, 200.0);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if constant_service_waits_up_to(rho, middle) < p { low = middle } else { high = middle }
    }
    high
}

#[test]
fn constant_service_against_erlang_1909() {
    let mut report = Report::default();
    for (resolution, tol) in [(Resolution::Interactive, 1.3e-3), (Resolution::Fine, 4e-4)] {
        for rho in [0.3, 0.5, 0.7, 0.9, 0.95] {
            let service = Distribution::constant(10.0, resolution);
            let laws = ok(mg1_laws(rate(100.0 * rho), &service));
            report.check("mean of the law", laws.waiting.mean(), laws.means.waiting_time, 1e-9);
            report.check("W", laws.means.waiting_time, 10.0 * rho / (2.0 * (1.0 - rho)), 1e-12);
            for p in [0.75, 0.9, 0.95, 0.99, 0.999] {
                let exact = 10.0 * constant_service_percentile(rho, p);
                if exact > 0.01 {
                    report.check(
                        &format!("M/D/1 {rho} {p} {resolution:?}"),
                        laws.waiting.percentile(p),
                        exact,
                        tol,
                    );
                }
            }
        }
    }
    report.done(60);
}

#[test]
fn exponential_service_against_the_closed_form() {
    let mut report = Report::default();
    for (resolution, tol) in [(Resolution::Interactive, 1.3e-3), (Resolution::Fine, 4e-4)] {
        for rho in [0.1, 0.5, 0.8, 0.95, 0.99] {
            let laws = ok(mg1_laws(rate(100.0 * rho), &grid(Shape::Exponential, 10.0, 1.0, resolution)));
            let rest = 10.0 / (1.0 - rho);
            report.check("W", laws.means.waiting_time, rho * rest, 1e-12);
            for p in [0.5, 0.9, 0.95, 0.99, 0.999] {
                let what = format!("M/M/1 {rho} {p} {resolution:?}");
                report.check(&what, laws.response.percentile(p), -rest * (1.0_f64 - p).ln(), tol);
                let wait = rest * (rho / (1.0 - p)).ln();
                if wait > 0.01 {
                    report.check(&format!("{what} wait"), laws.waiting.percentile(p), wait, tol);
                }
            }
        }
    }
    report.done(80);
}

#[test]
fn waits_agree_with_simulated_cases() {
    let mut report = Report::default();
    for case in cases("e_ggc") {
        let inputs = &case["inputs"];
        let shape = match (inputs["arrival"].as_str(), inputs["service"].as_str()) {
            (Some("M"), Some("G.25" | "D" | "M")) => Shape::Gamma,
            (Some("M"), Some("LN2")) => Shape::Lognormal,
            _ => continue,
        };
        if number(inputs, "c") != 1.0 {
            continue;
        }
        let service = grid(shape, number(inputs, "S_ms"), number(inputs, "cs2"), Resolution::Interactive);
        let laws = ok(mg1_laws(rate(number(inputs, "lambda_per_s")), &service));
        for (name, p) in [("W_p50_ms", 0.5), ("W_p90_ms", 0.9), ("W_p95_ms", 0.95), ("W_p99_ms", 0.99)] {
            let simulated = &case["mc"][name];
            let mean = number(simulated, "mean");
            if mean > 1.0 {
                // The half width covers 95 %, and the batches of a heavy tail agree more than they should.
                let tol = 2.0 * number(simulated, "ci95") / mean + 3e-3;
                report.check(&format!("{} {name}", case["id"]), laws.waiting.percentile(p), mean, tol);
            }
        }
    }
    report.done(25);
}

#[test]
fn serialisation_of_a_shared_link() {
    let mut report = Report::default();
    for case in
        cases("misc_queueing").iter().filter(|c| c["id"].as_str().is_some_and(|id| id.starts_with("B6")))
    {
        let (inputs, expected) = (&case["inputs"], &case["expected"]);
        let packet = number(inputs, "kB_per_write") * 1024.0 * 8.0 / (number(inputs, "gbps") * 1e6);
        report.check("serialisation", packet, number(expected, "serialisation_ms"), 1e-12);
        let lambda = number(inputs, "instances") * number(inputs, "writes_per_s_each");
        let answer = mg1(rate(lambda), &Law::constant(ms(packet)));
        if let Some(wait) = expected["wait_MD1_ms"].as_f64() {
            let tol = number(&case["tol"], "*");
            report.check("wait", ok(answer).waiting_time, wait, tol);
        } else {
            report.check("rho", saturation(answer).offered * packet / 1000.0, number(expected, "rho"), 1e-12);
        }
    }
    report.done(10);
}
