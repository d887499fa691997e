//! Draft to scenario. All errors come at once, each at its field; only inputs that play a part are checked.

use std::fmt;

use super::knob::{Choice, Kind, Knob, Need, knob};
use super::path::{part_name, part_path};
use super::topology::{
    Acknowledgement, Destination, Link, Load, Measured, Primary, Role, Route, Scenario, SlowWrites, Workload,
};
use super::{Draft, read_histogram};
use crate::latency::{Histogram, Law, Shape};
use crate::units::{
    Bound, Bytes, BytesPerSecond, Count, Dimension, Kilometres, Milliseconds, OutOfRange, ParseError,
    PerSecond, Probability, Scv, Unit, parse, with_unit,
};

/// Spread of the receiving work and of held-up writes; the catalogue's help names both.
const RECEIVE_SCV: f64 = 0.5;
const SLOW_WRITE_SCV: f64 = 1.0;

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
}

impl fmt::Display for FieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { label, reason, advice, .. } = self;
        match reason {
            Reason::Text(error) => write!(f, "{label} {}{error}", joiner(error))?,
            Reason::OutOfRange(text) => write!(f, "{label}: \u{201c}{text}\u{201d} is out of range")?,
            Reason::NotAChoice(text) => write!(f, "{label}: \u{201c}{text}\u{201d} is not on offer")?,
            Reason::Histogram(problem) => write!(f, "{label}: {problem}")?,
        }
        write!(f, ". {advice}")
    }
}

/// "Round trip is empty", but "Round trip: "x" is not a number".
fn joiner(error: &ParseError) -> &'static str {
    if *error == ParseError::Empty { "" } else { "\u{2014} " }
}

impl std::error::Error for FieldError {}

/// A text that was understood.
#[derive(Debug, Clone, PartialEq)]
enum Value {
    Quantity(f64),
    Choice(&'static str),
    Histogram(Histogram),
    Nothing,
}

/// Checks the text of one field against its knob.
///
/// # Errors
/// The sentence to show at the field.
pub fn check(path: &str, text: &str) -> Result<(), FieldError> {
    knob(path).map_or(Ok(()), |k| read(path, k, text).map(|_| ()))
}

/// Checks every input that plays a part and builds the scenario.
///
/// # Errors
/// All fields that are wrong, in the order of the form.
pub fn validate(draft: &Draft) -> Result<Scenario, Vec<FieldError>> {
    let mut reader = Reader { draft, errors: Vec::new() };
    let scenario = reader.scenario();
    if !reader.errors.is_empty() {
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

fn read(path: &str, knob: &'static Knob, text: &str) -> Result<Value, FieldError> {
    let error = |reason, advice| FieldError { path: path.into(), label: label(path), reason, advice };
    if text.trim().is_empty() && knob.need == Need::Optional {
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
                Err(error(Reason::OutOfRange(text.trim().into()), advice()))
            }
        }
        Kind::Choice(choices) => find_choice(choices, text)
            .map(|c| Value::Choice(c.key))
            .ok_or_else(|| error(Reason::NotAChoice(text.trim().into()), choice_advice(choices))),
        Kind::Histogram => read_histogram(text)
            .map(Value::Histogram)
            .map_err(|e| error(Reason::Histogram(e), "Paste upper bounds in ms with their counts.".into())),
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

/// What a quantity may be, in its own unit: `0 to 10,000 ms`, `above 0 to 100,000/s`.
#[must_use]
pub fn range_text(knob: &'static Knob) -> Option<String> {
    let Kind::Quantity { range, .. } = &knob.kind else { return None };
    let unit = knob.unit()?;
    let above = if range.lower == Bound::Open { "above " } else { "" };
    let least = with_unit(range.min, Unit { symbol: "", ..unit });
    Some(format!("{above}{least} to {}", with_unit(range.max, unit)))
}

/// Reads fields and collects what is wrong. Values of wrong fields are stand-ins that never leave this file.
struct Reader<'a> {
    draft: &'a Draft,
    errors: Vec<FieldError>,
}

impl Reader<'_> {
    fn value(&mut self, path: &str) -> Value {
        let Some(knob) = knob(path).filter(|_| self.draft.plays_a_part(path)) else { return Value::Nothing };
        match read(path, knob, self.draft.text(path)) {
            Ok(value) => value,
            Err(error) => {
                self.errors.push(error);
                Value::Nothing
            }
        }
    }

    /// The quantity at `path`, or `otherwise` where it plays no part or is wrong.
    fn number(&mut self, path: &str, otherwise: f64) -> f64 {
        match self.value(path) {
            Value::Quantity(value) => value,
            _ => otherwise,
        }
    }

    fn ms(&mut self, path: &str) -> Result<Milliseconds, OutOfRange> {
        Milliseconds::new("time", self.number(path, 1.0))
    }

    fn choice(&mut self, path: &str) -> &'static str {
        match self.value(path) {
            Value::Choice(key) => key,
            _ => "",
        }
    }

    fn histogram(&mut self, path: &str) -> Option<Histogram> {
        match self.value(path) {
            Value::Histogram(histogram) => Some(histogram),
            _ => None,
        }
    }

    fn scenario(&mut self) -> Result<Scenario, OutOfRange> {
        let workload = self.workload();
        let primary = self.primary();
        let names: Vec<String> = self.draft.destinations();
        let destinations: Vec<Result<Destination, OutOfRange>> =
            names.iter().map(|n| self.destination(n)).collect();
        let target = self.ms("target.log_file_sync");
        let measured = self.measured();
        Ok(Scenario {
            name: self.draft.name.clone(),
            workload: workload?,
            primary: primary?,
            destinations: destinations.into_iter().collect::<Result<_, _>>()?,
            measured: measured?,
            target: target?,
        })
    }

    fn workload(&mut self) -> Result<Workload, OutOfRange> {
        let load = match self.choice("workload.load") {
            "closed" => Load::Closed {
                sessions: Count::new("sessions", self.number("workload.sessions", 1.0))?,
                think_time: self.ms("workload.think_time")?,
            },
            _ => Load::Open(PerSecond::new("commit rate", self.number("workload.commit_rate", 1.0))?),
        };
        let redo_per_commit = Bytes::new("redo per commit", self.number("workload.redo_per_commit", 1.0))?;
        Ok(Workload { load, redo_per_commit })
    }

    fn primary(&mut self) -> Result<Primary, OutOfRange> {
        let local_write = self.local_write();
        let share = Probability::new("held-up writes", self.number("primary.slow_writes.share", 0.0))?;
        let time = self.ms("primary.slow_writes.mean")?;
        let law = Law::new(Shape::Lognormal, time, Scv::new("SCV", SLOW_WRITE_SCV)?);
        let slow_writes = (share.get() > 0.0).then_some(SlowWrites { share, time: law });
        Ok(Primary { local_write: local_write?, slow_writes, wake_up: self.ms("primary.wake_up")? })
    }

    fn local_write(&mut self) -> Result<Law, OutOfRange> {
        let law = self.choice("primary.local_write.law");
        if law == "histogram" {
            let histogram = self.histogram("primary.local_write.histogram");
            return Ok(histogram.map_or_else(|| Law::constant(Milliseconds::ZERO), Law::from_histogram));
        }
        let shape = match law {
            "gamma" => Shape::Gamma,
            "exponential" => Shape::Exponential,
            "constant" => Shape::Constant,
            _ => Shape::Lognormal,
        };
        let mean = self.ms("primary.local_write.mean")?;
        let scv = Scv::new("SCV", self.number("primary.local_write.scv", 1.0))?;
        Ok(Law::new(shape, mean, scv))
    }

    fn destination(&mut self, name: &str) -> Result<Destination, OutOfRange> {
        let at = |leaf: &str| part_path(&format!("destination[].{leaf}"), name);
        let role = match self.choice(&at("role")) {
            "far_sync" => Role::FarSync,
            _ => Role::Standby,
        };
        let acknowledgement = match self.choice(&at("transport")) {
            "noaffirm" => Acknowledgement::Noaffirm,
            _ => Acknowledgement::Affirm,
        };
        let link = self.link(&at)?;
        let receive = self.ms(&at("receive"))?;
        let receive = Law::new(Shape::Lognormal, receive, Scv::new("SCV", RECEIVE_SCV)?);
        let remote_write = self.lognormal(&at("remote_write.mean"), &at("remote_write.scv"))?;
        Ok(Destination { name: name.into(), role, acknowledgement, link, receive, remote_write })
    }

    fn lognormal(&mut self, mean: &str, scv: &str) -> Result<Law, OutOfRange> {
        let mean = self.ms(mean)?;
        Ok(Law::new(Shape::Lognormal, mean, Scv::new("SCV", self.number(scv, 1.0))?))
    }

    fn link(&mut self, at: &impl Fn(&str) -> String) -> Result<Link, OutOfRange> {
        let route = match self.choice(&at("route")) {
            "distance" => Route::Distance {
                distance: Kilometres::new("distance", self.number(&at("distance"), 0.0))?,
                route_factor: self.number(&at("route_factor"), 1.0),
                equipment: self.ms(&at("equipment"))?,
            },
            _ => Route::RoundTrip(self.ms(&at("round_trip"))?),
        };
        let jitter = self.lognormal(&at("jitter.mean"), &at("jitter.scv"))?;
        let bandwidth = BytesPerSecond::new("bandwidth", self.number(&at("bandwidth"), 1.0))?;
        Ok(Link { route, jitter, bandwidth })
    }

    fn measured(&mut self) -> Result<Measured, OutOfRange> {
        let log_file_sync = self.histogram("measured.log_file_sync");
        let single_commit = match self.value("measured.single_commit") {
            Value::Quantity(value) => Some(Milliseconds::new("traced commit", value)?),
            _ => None,
        };
        Ok(Measured { log_file_sync, single_commit })
    }
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
