//! Draft to scenario. All errors come at once, each at its field; only inputs that play a part are checked.

mod destination;
mod primary;
mod reader;
mod rules;
mod value;
mod workload;

use std::fmt;

use super::Draft;
use super::knob::{Kind, Knob, knob};
use super::path::part_name;
use super::topology::Scenario;
use crate::units::{Bound, Dimension, OutOfRange, ParseError, Unit, with_unit};
use reader::Reader;
use value::{Value, read};

/// What is wrong with one field.
#[derive(Debug, Clone, PartialEq)]
pub struct FieldError {
    /// Path of the field.
    pub path: String,
    /// The field as the user sees it.
    pub label: String,
    /// What is wrong.
    pub reason: Reason,
    /// What is allowed and what to do, as a sentence.
    pub advice: String,
}

/// Kinds of mistakes.
#[derive(Debug, Clone, PartialEq)]
pub enum Reason {
    /// The text is no quantity of the wanted kind.
    Text(ParseError),
    /// The quantity is outside its range; the text as typed.
    OutOfRange(String),
    /// Not one of the words on offer; the text as typed.
    NotAChoice(String),
    /// Not a histogram: why.
    Histogram(String),
    /// Not a list of the wanted length and content: why.
    List(String),
    /// Understood, but not together with another input: the rule that it breaks.
    Rule(String),
}

impl fmt::Display for FieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { label, reason, advice, .. } = self;
        match reason {
            Reason::Text(error) => write!(f, "{label} {}{error}", joiner(error))?,
            Reason::OutOfRange(text) => write!(f, "{label}: \u{201c}{text}\u{201d} is out of range")?,
            Reason::NotAChoice(text) => write!(f, "{label}: \u{201c}{text}\u{201d} is not on offer")?,
            Reason::Histogram(problem) | Reason::List(problem) | Reason::Rule(problem) => {
                write!(f, "{label}: {problem}")?;
            }
        }
        write!(f, ". {advice}")
    }
}

/// "Round trip is empty", but "Round trip: "x" is not a number".
fn joiner(error: &ParseError) -> &'static str {
    if *error == ParseError::Empty { "" } else { "\u{2014} " }
}

impl std::error::Error for FieldError {}

/// Checks the text of one field against its knob.
///
/// # Errors
/// The sentence to show at the field.
pub fn check(path: &str, text: &str) -> Result<(), FieldError> {
    knob(path).map_or(Ok(()), |k| read(path, k, text).map(|_| ()))
}

/// Checks every input that plays a part, then the rules between them, and builds the scenario.
///
/// # Errors
/// All fields that are wrong, in the order of the form.
pub fn validate(draft: &Draft) -> Result<Scenario, Vec<FieldError>> {
    let mut reader = Reader::new(draft);
    let scenario = reader.scenario();
    if !reader.errors.is_empty() {
        let order: Vec<String> = draft.knobs().into_iter().map(|(path, _)| path).collect();
        reader.errors.sort_by_key(|error| order.iter().position(|path| *path == error.path));
        return Err(reader.errors);
    }
    scenario.map_err(|error| vec![engine_disagrees(&error)])
}

/// The catalogue allowed what the engine's own ranges refuse; the tests see to it that this does not happen.
fn engine_disagrees(error: &OutOfRange) -> FieldError {
    FieldError {
        path: error.field.into(),
        label: label(error.field),
        reason: Reason::OutOfRange(error.value.to_string()),
        advice: error.to_string(),
    }
}

/// "Round trip (FS1)".
fn label(path: &str) -> String {
    let plain = knob(path).map_or(path, |k| k.label);
    match part_name(path) {
        Some(name) => format!("{plain} ({name})"),
        None => plain.into(),
    }
}

/// What a quantity may be, in its own unit: `0 to 10,000 ms`, `above 0 to 100,000/s`.
#[must_use]
pub fn range_text(knob: &'static Knob) -> Option<String> {
    let Kind::Quantity { range, .. } = &knob.kind else { return None };
    let unit = knob.unit()?;
    let above = if range.lower == Bound::Open { "above " } else { "" };
    let least = with_unit(range.min, Unit { symbol: "", ..unit });
    Some(format!("{above}{least} to {}", with_unit(range.max, unit)))
}

/// The quantity of a text that is known to be valid, in base units; nothing for anything else.
#[must_use]
pub fn quantity_of(path: &str, text: &str) -> Option<(f64, Dimension)> {
    let knob = knob(path)?;
    match (&knob.kind, read(path, knob, text)) {
        (Kind::Quantity { dimension, .. }, Ok(Value::Quantity(value))) => Some((value, *dimension)),
        _ => None,
    }
}
