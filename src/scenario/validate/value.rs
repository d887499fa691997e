//! The text of one field, understood or refused.

use super::{FieldError, Reason, label, range_text};
use crate::latency::Histogram;
use crate::scenario::knob::{Choice, Kind, Knob, Need};
use crate::scenario::read_histogram;
use crate::units::{Dimension, ParseError, Unit, number, parse};

/// Largest hourly factor.
const LARGEST_FACTOR: f64 = 1000.0;
/// Characters of a site's name.
const LONGEST_SITE: usize = 40;
/// Per cent by which shares may miss 100: those of thirds, in whole per cent.
const ROUNDING: f64 = 1.0;

/// A text that was understood.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Value {
    Quantity(f64),
    Choice(&'static str),
    Histogram(Histogram),
    /// Hourly factors, or shares of 1.
    Numbers(Vec<f64>),
    /// The name of a part or place.
    Name(String),
    Nothing,
}

/// Understands `text` as what `knob` asks for.
pub(super) fn read(path: &str, knob: &'static Knob, text: &str) -> Result<Value, FieldError> {
    let error = |reason, advice| FieldError { path: path.into(), label: label(path), reason, advice };
    let typed = text.trim();
    if typed.is_empty() && knob.need == Need::Optional {
        return Ok(Value::Nothing);
    }
    match &knob.kind {
        Kind::Quantity { dimension, range, .. } => {
            let unit = knob.unit().unwrap_or(Unit { symbol: "", factor: 1.0 });
            let advice = || quantity_advice(knob);
            let value = parse(text, *dimension, unit).map_err(|e| error(Reason::Text(e), advice()))?;
            if range.contains(value) {
                Ok(Value::Quantity(value))
            } else {
                Err(error(Reason::OutOfRange(typed.into()), advice()))
            }
        }
        Kind::Choice(choices) => find_choice(choices, text)
            .map(|c| Value::Choice(c.key))
            .ok_or_else(|| error(Reason::NotAChoice(typed.into()), choice_advice(choices))),
        Kind::Histogram => read_histogram(text)
            .map(Value::Histogram)
            .map_err(|e| error(Reason::Histogram(e), "Paste upper bounds in ms with their counts.".into())),
        Kind::Hours => hours(typed).map(Value::Numbers).map_err(|problem| {
            error(
                Reason::List(problem),
                "Enter 24 factors from midnight on, separated by blanks: 1 is the load entered.".into(),
            )
        }),
        Kind::Shares => shares(typed).map(Value::Numbers).map_err(|problem| {
            error(
                Reason::List(problem),
                "Enter a share in per cent for each instance, separated by blanks, 100 in all: 50 30 20."
                    .into(),
            )
        }),
        Kind::Part(_) if typed.is_empty() => Err(error(
            Reason::Text(ParseError::Empty),
            "Choose the primary or the name of a far sync instance.".into(),
        )),
        Kind::Part(words) => Ok(Value::Name(
            find_choice(words, typed).map_or_else(|| typed.to_string(), |c| c.key.to_string()),
        )),
        Kind::Site if typed.chars().count() <= LONGEST_SITE => Ok(Value::Name(typed.into())),
        Kind::Site => Err(error(
            Reason::OutOfRange(typed.chars().take(LONGEST_SITE).collect()),
            format!("A name has at most {LONGEST_SITE} characters."),
        )),
    }
}

fn find_choice(choices: &'static [Choice], text: &str) -> Option<&'static Choice> {
    choices.iter().find(|c| c.key.eq_ignore_ascii_case(text.trim()))
}

fn choice_advice(choices: &[Choice]) -> String {
    let keys: Vec<&str> = choices.iter().map(|c| c.key).collect();
    format!("Choose {}.", keys.join(" or "))
}

fn quantity_advice(knob: &'static Knob) -> String {
    let range = range_text(knob).unwrap_or_default();
    let default =
        if knob.default.is_empty() { String::new() } else { format!("; the default is {}", knob.default) };
    format!("Allowed is {range}{default}.")
}

/// 24 factors, not all of them 0.
fn hours(text: &str) -> Result<Vec<f64>, String> {
    let factors = numbers(text)?;
    if factors.len() != 24 {
        return Err(format!("{} where a day has 24 hours", counted(factors.len())));
    }
    if let Some(wrong) = factors.iter().find(|f| !(0.0..=LARGEST_FACTOR).contains(*f)) {
        return Err(format!(
            "{} is out of range: a factor is 0 to {}",
            number(*wrong),
            number(LARGEST_FACTOR)
        ));
    }
    if factors.iter().all(|f| *f <= 0.0) {
        return Err("every factor is 0: nothing would happen all day".into());
    }
    Ok(factors)
}

/// Shares in per cent, each above 0, 100 in all; as shares of 1.
fn shares(text: &str) -> Result<Vec<f64>, String> {
    let shares = numbers(text)?;
    if let Some(wrong) = shares.iter().find(|s| !(**s > 0.0 && **s <= 100.0)) {
        return Err(format!("{} is out of range: a share is above 0 to 100 %", number(*wrong)));
    }
    let sum: f64 = shares.iter().sum();
    if (sum - 100.0).abs() > ROUNDING {
        return Err(format!("the shares add up to {} %", (100.0 * sum).round() / 100.0));
    }
    Ok(shares.iter().map(|s| s / sum).collect())
}

/// Numbers separated by blanks, semicolons or lines; a `%` may follow each.
fn numbers(text: &str) -> Result<Vec<f64>, String> {
    let plain = Unit { symbol: "", factor: 1.0 };
    let words = text.split(|c: char| c.is_whitespace() || c == ';').filter(|word| !word.is_empty());
    let words = words.filter(|word| *word != "%").map(|word| word.trim_end_matches('%'));
    let read = |word| parse(word, Dimension::Number, plain).map_err(|e| e.to_string());
    words.map(read).collect()
}

fn counted(n: usize) -> String {
    if n == 1 { "there is 1 number".into() } else { format!("there are {n} numbers") }
}
