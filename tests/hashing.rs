//! Hashing skew against independent arithmetic, simulation and enumeration.

mod common;
mod stations;

use common::{Report, cases, number};
use farsight::queueing::hashing::fullest;
use stations::{count, ok, value, warns};

#[test]
fn occupancy_equals_independent_arithmetic_and_is_near_simulation() {
    let mut report = Report::default();
    for case in cases("d_gc").iter().filter(|case| case["inputs"]["partitions"].is_number()) {
        let (id, inputs, expected) = (&case["id"], &case["inputs"], &case["expected"]);
        let answer = ok(fullest(count(number(inputs, "clients")), count(number(inputs, "partitions"))));
        let tol = number(&case["tol"], "*");
        report.check(&format!("{id} max"), answer.expected_max, number(expected, "E_max"), tol);
        report.check(
            &format!("{id} median"),
            f64::from(answer.median_max),
            number(expected, "median_max"),
            tol,
        );
        report.check(&format!("{id} p95"), f64::from(answer.p95_max), number(expected, "p95_max"), tol);
        report.check(&format!("{id} skew"), answer.skew, number(expected, "skew_factor"), tol);
        report.check(&format!("{id} none"), answer.no_collision, number(expected, "P_no_collision"), tol);
        let simulated = &case["mc"]["E_max"];
        let mean = number(simulated, "mean");
        report.check(&format!("{id} mc"), answer.expected_max, mean, 1.5 * number(simulated, "ci95") / mean);
    }
    // Printed in the model, kept back from the file: 1,000 clients on 64 partitions.
    let thousand = ok(fullest(count(1000.0), count(64.0)));
    report.check("1000 on 64", thousand.expected_max, 25.6153, 2e-6);
    report.done(5 * 6 + 1);
}

#[test]
fn small_cases_by_enumeration() {
    let mut report = Report::default();
    for (n, b) in [(1_u32, 1_u32), (1, 5), (2, 2), (3, 3), (5, 3), (7, 2), (4, 1)] {
        let outcomes = b.pow(n);
        let (mut sum, mut apart) = (0.0, 0.0);
        for outcome in 0..outcomes {
            let mut loads = vec![0_u32; b as usize];
            let mut rest = outcome;
            for _ in 0..n {
                loads[(rest % b) as usize] += 1;
                rest /= b;
            }
            let most = loads.into_iter().max().expect("partitions");
            sum += f64::from(most) / f64::from(outcomes);
            apart += f64::from(u8::from(most == 1)) / f64::from(outcomes);
        }
        let answer = ok(fullest(count(f64::from(n)), count(f64::from(b))));
        report.check(&format!("{n} on {b}"), answer.expected_max, sum, 1e-12);
        report.check(&format!("{n} on {b} apart"), answer.no_collision, apart, 1e-12);
    }
    report.done(14);
}

#[test]
fn many_clients_are_counted_with_a_warning() {
    for (n, b) in [(100_000.0, 2.0), (100_000.0, 100_000.0), (10_000.0, 64.0), (3000.0, 2.0)] {
        let answer = fullest(count(n), count(b));
        assert!(warns(&answer));
        let occupancy = value(answer);
        assert!(
            occupancy.expected_max >= n / b && occupancy.expected_max < n / b + 20.0 * (n / b).sqrt() + 20.0
        );
    }
    // One partition holds all, and two within reach of the exact sum agree with the limit.
    assert_eq!(ok(fullest(count(100_000.0), count(1.0))).expected_max, 100_000.0);
    let near = ok(fullest(count(1000.0), count(2.0))).expected_max;
    assert!((near / (500.0 + (1000.0 / (2.0 * std::f64::consts::PI)).sqrt()) - 1.0).abs() < 1e-3, "{near}");
    // Two halves of 100,000: the fuller exceeds the half by sqrt(n / 2 pi).
    let halves = value(fullest(count(100_000.0), count(2.0)));
    let exact = 50_000.0 + (100_000.0 / (2.0 * std::f64::consts::PI)).sqrt();
    assert!((halves.expected_max / exact - 1.0).abs() < 1e-3, "{} for {exact}", halves.expected_max);
}
