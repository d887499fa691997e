//! Reading reference cases.
#![allow(dead_code, reason = "each test file uses its part")]

use farsight::latency::{Law, Shape};
use farsight::units::{Milliseconds, Scv};
use serde_json::Value;

/// The cases of a reference file.
pub(crate) fn cases(file: &str) -> Vec<Value> {
    let path = format!("{}/tests/reference/{file}.jsonl", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    text.lines().map(|line| serde_json::from_str(line).expect("a case is JSON")).collect()
}

/// A number of a case.
pub(crate) fn number(value: &Value, key: &str) -> f64 {
    value[key].as_f64().unwrap_or_else(|| panic!("{key} is no number in {value}"))
}

/// Milliseconds.
pub(crate) fn ms(value: f64) -> Milliseconds {
    Milliseconds::new("test", value).expect("in range")
}

/// A law of a case.
pub(crate) fn law(value: &Value) -> Law {
    let mean = ms(number(value, "mean_excess_ms"));
    let scv = Scv::new("test", number(value, "scv_excess")).expect("in range");
    let law = match value["kind"].as_str() {
        Some("det") => Law::constant(mean),
        Some("exp") => Law::new(Shape::Exponential, mean, scv),
        Some("gamma") => Law::new(Shape::Gamma, mean, scv),
        Some("lognormal") => Law::new(Shape::Lognormal, mean, scv),
        other => panic!("unknown law {other:?}"),
    };
    law.shifted(ms(number(value, "shift_ms")))
}

/// Differences that exceed their tolerance, to be reported together.
#[derive(Default)]
pub(crate) struct Report {
    misses: Vec<String>,
    checked: usize,
}

impl Report {
    /// Holds `got` against `expected`, relative tolerance `tol`.
    pub(crate) fn check(&mut self, what: &str, got: f64, expected: f64, tol: f64) {
        self.checked += 1;
        let error = if expected == 0.0 { got.abs() } else { (got / expected - 1.0).abs() };
        if error.is_nan() || error > tol {
            self.misses
                .push(format!("{what}: got {got}, expected {expected}, off by {error:.2e} > {tol:.0e}"));
        }
    }

    /// Panics with all misses; also if fewer than `at_least` values were checked.
    pub(crate) fn done(self, at_least: usize) {
        assert!(
            self.misses.is_empty(),
            "{} of {}:\n{}",
            self.misses.len(),
            self.checked,
            self.misses.join("\n")
        );
        assert!(self.checked >= at_least, "only {} values were checked", self.checked);
    }
}
