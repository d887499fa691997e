//! Reading reference cases, and drafts to try. A helper here may serve only some of the test files.

#![allow(dead_code, reason = "each test file uses its part")]

use farsight::latency::{Law, Shape};
use farsight::scenario::{Draft, Entry, Kind, Knob, Reason};
use farsight::units::{Answer, Dimension, Milliseconds, PerSecond, Probability, Scv};
use proptest::prelude::*;
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

/// The value of an answer that must be `Ok`.
pub(crate) fn ok<T>(answer: Answer<T>) -> T {
    match answer {
        Answer::Ok(value) => value,
        Answer::Warn(_, warnings) => panic!("warns: {warnings:?}"),
        Answer::Saturated(saturation) => panic!("saturated: {saturation:?}"),
        Answer::Invalid(fields) => panic!("invalid: {fields:?}"),
    }
}

/// A rate per second.
pub(crate) fn rate(value: f64) -> PerSecond {
    PerSecond::new("test", value).expect("in range")
}

/// A probability.
pub(crate) fn share(value: f64) -> Probability {
    Probability::new("test", value).expect("in range")
}

/// Numbers of a case; `"inf"` is infinity.
pub(crate) fn numbers(value: &Value) -> Vec<f64> {
    let number = |v: &Value| if v == "inf" { f64::INFINITY } else { v.as_f64().expect("a number") };
    value.as_array().unwrap_or_else(|| panic!("no list: {value}")).iter().map(number).collect()
}

/// A seeded generator for simulations (xorshift64*, Vigna 2016), uniform in [0, 1).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(crate) fn uniform(&mut self) -> f64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// Text as people and other programs leave it: markup, quotes, emoji, right-to-left, blanks, anything.
pub(crate) fn any_text() -> impl Strategy<Value = String> {
    let pieces = [
        "<script>alert(1)</script>",
        "&amp;",
        "\"",
        "'",
        "\\",
        "\u{1f469}\u{200d}\u{1f680}",
        "\u{5d0}\u{5d1}\u{202e}",
        "\n",
        "\r\n",
        "\0",
        "\u{feff}",
        " ",
        "4.5 ms",
        "=1+1",
        "1:254 2:364",
    ];
    let pieces = prop::collection::vec(prop::sample::select(pieces.to_vec()), 0..6).prop_map(|p| p.concat());
    prop_oneof![pieces, any::<String>()]
}

/// A draft with any name, destinations added and removed, and `entry` at any inputs.
pub(crate) fn any_draft(entry: impl Strategy<Value = Entry>) -> impl Strategy<Value = Draft> {
    let names = prop::collection::vec("[A-Za-z0-9_$#-]{1,30}", 0..6);
    let entries = prop::collection::vec((any::<prop::sample::Index>(), entry), 0..20);
    (any_text(), names, prop::option::of(any::<prop::sample::Index>()), entries).prop_map(
        |(name, destinations, removed, entries)| {
            let mut draft = Draft::new(&name);
            destinations.iter().for_each(|d| drop(draft.add_destination(d)));
            let paths: Vec<String> = draft.knobs().into_iter().map(|(path, _)| path).collect();
            for (at, entry) in entries {
                draft.enter(&paths[at.index(paths.len())], entry).expect("a known path");
            }
            if let Some(at) = removed.filter(|_| !destinations.is_empty()) {
                draft.remove_part(
                    farsight::scenario::Family::Destination,
                    &destinations[at.index(destinations.len())],
                );
            }
            draft
        },
    )
}

/// Whether `text` reads as a sentence for people: it ends, and holds nothing of the program's own making.
pub(crate) fn is_a_sentence(text: &str) -> bool {
    let ends = text.ends_with(['.', '?', '!']) && !text.ends_with("..");
    let foreign = ["Some(", "None", "Err(", "Ok(", "{{", "NaN", "inf ", "  ", "``", "()"];
    text.len() > 10 && ends && !foreign.iter().any(|f| text.contains(f))
}

/// A valid draft with up to three destinations: every input at its default, at an end of its range, or anywhere between
/// the bounds that `between` gives in base units.
pub(crate) fn valid_draft(between: fn(&Knob) -> (f64, f64)) -> impl Strategy<Value = Draft> {
    let draws = prop::collection::vec((0..8u32, 0.0..1.0f64), 250);
    (0..=3usize, draws).prop_map(move |(count, draws)| {
        let mut draft = Draft::new("drawn");
        (0..count).for_each(|i| draft.add_destination(&format!("D{i}")).expect("free"));
        for ((path, knob), (kind, share)) in draft.knobs().into_iter().zip(draws) {
            if let Some(text) = drawn(knob, kind, share, between(knob)) {
                draft.set(&path, &text).expect("known");
            }
        }
        within_the_rules(&draft)
    })
}

/// The draft with the inputs at their defaults that break a rule between inputs: drawing knows nothing of those.
pub(crate) fn within_the_rules(draft: &Draft) -> Draft {
    let mut draft = draft.clone();
    for _ in 0..10 {
        let Err(errors) = farsight::scenario::validate(&draft) else { break };
        let rules: Vec<_> = errors.iter().filter(|e| matches!(e.reason, Reason::Rule(_))).collect();
        if rules.is_empty() {
            break;
        }
        rules.iter().for_each(|e| draft.reset(&e.path));
    }
    draft
}

/// The text that a draw gives for an input; nothing leaves it at its default.
fn drawn(knob: &Knob, kind: u32, share: f64, (low, high): (f64, f64)) -> Option<String> {
    let pick = |count: usize| ((share * count as f64) as usize).min(count - 1);
    match &knob.kind {
        Kind::Choice(choices) => Some(choices[pick(choices.len())].key.into()),
        Kind::Hours if kind < 4 => None,
        Kind::Hours => Some("0.5 1 ".repeat(12)),
        Kind::Shares | Kind::Part(_) | Kind::Site => None,
        Kind::Histogram if kind < 4 => None,
        Kind::Histogram => {
            let histograms = ["16:1", "32:776 64:211 128:12 256:1", "64:1 16:999", "1024:5"];
            Some(histograms[pick(histograms.len())].into())
        }
        Kind::Quantity { dimension, range, .. } => {
            let (low, high) = (low.max(range.min), high.min(range.max));
            let value = match kind {
                0 | 1 => return None,
                2 if range.contains(low) => low,
                3 => high,
                _ if low > 0.0 => low * (high / low).powf(share),
                _ => low + share * (high - low),
            };
            let value = if *dimension == Dimension::Count { value.round() } else { value };
            let unit = knob.unit().expect("a unit");
            Some(format!("{} {}", value / unit.factor, unit.symbol)).filter(|_| range.contains(value))
        }
    }
}
