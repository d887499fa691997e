//! Each result's formula with the user's numbers: there is one for every result, and where it is the whole arithmetic, a
//! pocket calculator gets the result from what it says.

mod common;

use std::collections::BTreeSet;

use farsight::report::{Piece, Worked, worked};
use farsight::scenario::{PRESETS, Study, key_of, measure, measures, preset, working};
use farsight::units::Dimension;
use farsight::whatif::{Column, Comparison};

/// In seconds, bytes, kilometres: so that units cancel.
fn coherent(value: f64, dimension: Dimension) -> f64 {
    if dimension == Dimension::Time { value / 1000.0 } else { value }
}

#[derive(Debug, Clone, PartialEq)]
enum Token {
    Number(f64),
    Sign(char),
}

/// Numbers and signs; words and what stands in square brackets are left out, but for `max` and `min`, and units behind a
/// bare number.
fn tokens(worked: &Worked) -> Vec<Token> {
    let mut found = Vec::new();
    let mut aside = false;
    for piece in &worked.pieces {
        match piece {
            Piece::Words(words) if words.contains('[') => {
                read(words.split('[').next().unwrap_or_default(), &mut found);
                aside = true;
            }
            Piece::Words(words) if words.contains(']') => {
                read(words.split(']').nth(1).unwrap_or_default(), &mut found);
                aside = false;
            }
            Piece::Name(_) => {}
            _ if aside => {}
            Piece::Number(value, dimension) => found.push(Token::Number(coherent(*value, *dimension))),
            Piece::Words(words) => read(words, &mut found),
        }
    }
    found
}

fn read(words: &str, found: &mut Vec<Token>) {
    let spaced = ["(", ")", ", "].iter().fold(words.to_string(), |t, s| t.replace(s, &format!(" {s} ")));
    for word in spaced.split_whitespace() {
        let bare = word.trim_end_matches(':');
        match bare {
            "max" => found.push(Token::Sign('M')),
            "min" => found.push(Token::Sign('m')),
            "x" => found.push(Token::Sign('x')),
            "h" => found.extend([Token::Sign('x'), Token::Number(3600.0)]),
            "(" | ")" | "+" | "/" | "\u{2212}" | "," => found.extend(bare.chars().map(Token::Sign)),
            _ => found.extend(bare.replace(',', "").parse().ok().map(Token::Number)),
        }
    }
}

/// A recursive descent over `+ − x /`, brackets, `max(a, b)` and `min(a, b, ...)`. A list outside of brackets ends it.
struct Calculator {
    tokens: Vec<Token>,
    at: usize,
}

impl Calculator {
    fn next_is(&mut self, sign: char) -> bool {
        let is = self.tokens.get(self.at) == Some(&Token::Sign(sign));
        self.at += usize::from(is);
        is
    }

    fn sum(&mut self) -> f64 {
        let mut value = self.product();
        loop {
            if self.next_is('+') {
                value += self.product();
            } else if self.next_is('\u{2212}') {
                value -= self.product();
            } else {
                return value;
            }
        }
    }

    fn product(&mut self) -> f64 {
        let mut value = self.factor();
        loop {
            if self.next_is('x') {
                value *= self.factor();
            } else if self.next_is('/') {
                value /= self.factor();
            } else {
                return value;
            }
        }
    }

    fn factor(&mut self) -> f64 {
        if self.next_is('M') {
            return self.all().into_iter().fold(f64::NEG_INFINITY, f64::max);
        }
        if self.next_is('m') {
            return self.all().into_iter().fold(f64::INFINITY, f64::min);
        }
        if self.tokens.get(self.at) == Some(&Token::Sign('(')) {
            return self.all()[0];
        }
        match self.tokens.get(self.at) {
            Some(Token::Number(value)) => {
                self.at += 1;
                *value
            }
            other => panic!("a number is due, not {other:?} at {} of {:?}", self.at, self.tokens),
        }
    }

    fn all(&mut self) -> Vec<f64> {
        assert!(self.next_is('('), "a bracket is due in {:?}", self.tokens);
        let mut values = vec![self.sum()];
        while self.next_is(',') {
            values.push(self.sum());
        }
        assert!(self.next_is(')'), "a bracket is not closed in {:?} at {}", self.tokens, self.at);
        values
    }
}

fn calculated(worked: &Worked) -> f64 {
    let mut calculator = Calculator { tokens: tokens(worked), at: 0 };
    let value = calculator.sum();
    assert_eq!(calculator.at, calculator.tokens.len(), "{worked} goes on after its end");
    value
}

/// Relative difference allowed: fixed points are closed to 0.3 %, sums of parts are exact.
const CLOSED: f64 = 4e-3;

fn check(column: &Column) -> Vec<String> {
    let path = column.path().expect("an answer");
    let mut wrong = Vec::new();
    for (key, value) in &path.measures {
        let Some(worked) = worked(column, key) else {
            wrong.push(format!("{}: nothing tells how {key} follows", column.draft.name));
            continue;
        };
        let text = worked.to_string();
        let finite = |p: &Piece| !matches!(p, Piece::Number(value, _) if !value.is_finite());
        if text.contains('{') || !worked.pieces.iter().all(finite) {
            wrong.push(format!("{}: {key}: {text}", column.draft.name));
        }
        let Some(result) = worked.result else { continue };
        assert_eq!(result, *value);
        let (calculated, told) = (calculated(&worked), coherent(result, worked.dimension));
        if (calculated - told).abs() > CLOSED * told.abs() + 1e-9 {
            wrong.push(format!("{}: {key}: {text}, but it is {calculated}", column.draft.name));
        }
    }
    wrong
}

fn check_study(study: &Study) -> Vec<String> {
    Comparison::of(study).columns.iter().filter(|c| c.path().is_some()).flat_map(check).collect()
}

#[test]
fn every_result_of_every_preset_follows_from_its_numbers() {
    let wrong: Vec<String> = PRESETS.iter().flat_map(|p| check_study(&p.study())).collect();
    assert!(wrong.is_empty(), "{}\n{} in all", wrong.join("\n"), wrong.len());
}

/// Inputs that bring in what presets leave out.
const FURTHER: &[&[(&str, &str)]] = &[
    &[("workload.load", "closed"), ("workload.sessions", "40"), ("workload.think_time", "20 ms")],
    &[("workload.waiting_share", "60 %"), ("workload.db_time", "12"), ("target.throughput", "300 /s")],
    &[("primary.log_writer", "scalable")],
    &[("primary.instances", "2"), ("workload.profile", "office")],
    &[
        ("primary.local_write.bandwidth", "80 MB/s"),
        ("primary.slow_writes.share", "1 %"),
        ("primary.slow_writes.mean", "30 ms"),
    ],
];

#[test]
fn what_presets_leave_out_follows_too() {
    let mut wrong = Vec::new();
    for edits in FURTHER {
        let mut study = preset("metro-30km").expect("a preset").study();
        for (path, text) in *edits {
            study.draft_mut(0).expect("a scenario").set(path, text).expect("an input");
        }
        let column = &Comparison::of(&study).columns[0];
        assert!(column.path().is_some(), "{edits:?} has no answer: {:?}", column.answer);
        wrong.extend(check(column));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_measure_has_a_working_and_a_source() {
    for measure in measures() {
        let found = working(measure.key).unwrap_or_else(|| panic!("{} has none", measure.key));
        assert!(!found.templates.is_empty() && found.source.ends_with(['.', ')']), "{}", measure.key);
    }
}

#[test]
fn what_is_told_is_what_a_reader_can_check() {
    let study = preset("metro-30km").expect("a preset").study();
    let column = &Comparison::of(&study).columns[0];
    let rate = worked(column, "redo_rate").expect("a working").to_string();
    let product = column.path().and_then(|p| p.get("redo_rate")).expect("a rate");
    assert!(rate.contains(" \u{d7} ") && rate.contains(" = ") && rate.contains("kB"), "{rate} for {product}");
    assert!(worked(column, "no.such.result").is_none());
    let all = column.path().map(|p| p.measures.clone()).unwrap_or_default();
    assert!(all.iter().all(|(key, _)| measure(&key_of(key)).is_some()));
}

/// What stands in braces in any template, without its sign.
fn names_used() -> BTreeSet<String> {
    let templates = measures().filter_map(|m| Some((m.key, working(m.key)?))).flat_map(|(key, working)| {
        let leaf = key.rsplit('.').next().unwrap_or_default();
        working.templates.iter().map(move |template| template.replace("<leaf>", leaf))
    });
    let names = |template: String| {
        let places = template.split('{').skip(1).filter_map(|rest| rest.split_once('}'));
        places
            .map(|(name, _)| name.trim_start_matches(['=', '@', '+', '*', ',']).to_string())
            .collect::<Vec<_>>()
    };
    templates.flat_map(names).collect()
}

#[test]
fn the_model_has_no_term_that_no_formula_asks_for() {
    let used = names_used();
    for preset in PRESETS {
        for column in &Comparison::of(&preset.study()).columns {
            for term in column.path().iter().flat_map(|path| &path.terms) {
                assert!(used.contains(&key_of(&term.path)), "{} of {}", term.path, preset.key);
            }
        }
    }
}
