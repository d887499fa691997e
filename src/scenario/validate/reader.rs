//! Reads the fields of a draft one after the other and collects what is wrong.

use super::value::{Value, read};
use super::{FieldError, Reason, label};
use crate::latency::{Histogram, Law, Shape};
use crate::scenario::Draft;
use crate::scenario::knob::knob;
use crate::scenario::topology::{Measured, Scenario};
use crate::units::{Milliseconds, OutOfRange, PerSecond, Probability, Scv};

/// Reads fields and collects what is wrong. Values of wrong fields are stand-ins that never leave this folder.
pub(super) struct Reader<'a> {
    pub(super) draft: &'a Draft,
    pub(super) errors: Vec<FieldError>,
    /// What the destinations say of their place among others, in their order.
    pub(super) turns: Vec<TurnFields>,
}

/// The fields that place a destination among those that take over from each other.
pub(super) struct TurnFields {
    pub(super) leader: Option<String>,
    pub(super) group: f64,
    pub(super) priority: f64,
}

impl<'a> Reader<'a> {
    pub(super) fn new(draft: &'a Draft) -> Self {
        Self { draft, errors: Vec::new(), turns: Vec::new() }
    }

    pub(super) fn scenario(&mut self) -> Result<Scenario, OutOfRange> {
        let workload = self.workload();
        let primary = self.primary();
        let names = self.draft.destinations();
        let destinations: Vec<_> = names.iter().map(|n| self.destination(n)).collect();
        let target = self.ms("target.log_file_sync");
        let target_throughput = self.optional("target.throughput");
        let measured = self.measured();
        let mut scenario = Scenario {
            name: self.draft.name.clone(),
            workload: workload?,
            primary: primary?,
            destinations: destinations.into_iter().collect::<Result<_, _>>()?,
            measured: measured?,
            target: target?,
            target_throughput: target_throughput
                .map(|rate| PerSecond::new("target for throughput", rate))
                .transpose()?,
            remarks: Vec::new(),
        };
        // Values of wrong fields are stand-ins, against which no rule holds.
        if self.errors.is_empty() {
            self.rules(&mut scenario);
        }
        Ok(scenario)
    }

    fn measured(&mut self) -> Result<Measured, OutOfRange> {
        Ok(Measured {
            log_file_sync: self.histogram("measured.log_file_sync"),
            log_file_sync_mean: self.optional_ms("measured.log_file_sync_mean")?,
            single_commit: self.optional_ms("measured.single_commit")?,
            remote_write: self.optional_ms("measured.remote_write")?,
        })
    }

    /// The rule that the input at `path` breaks, and what to do.
    pub(super) fn refuse(&mut self, path: &str, rule: impl Into<String>, advice: impl Into<String>) {
        self.errors.push(FieldError {
            path: path.into(),
            label: label(path),
            reason: Reason::Rule(rule.into()),
            advice: advice.into(),
        });
    }

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

    /// The quantity at `path`; nothing where it is empty, plays no part or is wrong.
    pub(super) fn optional(&mut self, path: &str) -> Option<f64> {
        match self.value(path) {
            Value::Quantity(value) => Some(value),
            _ => None,
        }
    }

    /// The quantity at `path`, or `otherwise` where it plays no part or is wrong.
    pub(super) fn number(&mut self, path: &str, otherwise: f64) -> f64 {
        self.optional(path).unwrap_or(otherwise)
    }

    pub(super) fn ms(&mut self, path: &str) -> Result<Milliseconds, OutOfRange> {
        Milliseconds::new("time", self.number(path, 1.0))
    }

    fn optional_ms(&mut self, path: &str) -> Result<Option<Milliseconds>, OutOfRange> {
        self.optional(path).map(|value| Milliseconds::new("time", value)).transpose()
    }

    pub(super) fn share(&mut self, path: &str, otherwise: f64) -> Result<Probability, OutOfRange> {
        Probability::new("share", self.number(path, otherwise))
    }

    pub(super) fn choice(&mut self, path: &str) -> &'static str {
        match self.value(path) {
            Value::Choice(key) => key,
            _ => "",
        }
    }

    pub(super) fn histogram(&mut self, path: &str) -> Option<Histogram> {
        match self.value(path) {
            Value::Histogram(histogram) => Some(histogram),
            _ => None,
        }
    }

    pub(super) fn numbers(&mut self, path: &str) -> Option<Vec<f64>> {
        match self.value(path) {
            Value::Numbers(numbers) => Some(numbers),
            _ => None,
        }
    }

    pub(super) fn name(&mut self, path: &str) -> Option<String> {
        match self.value(path) {
            Value::Name(name) => Some(name),
            _ => None,
        }
    }

    /// A lognormal from the fields of its mean and its SCV.
    pub(super) fn lognormal(&mut self, mean: &str, scv: &str) -> Result<Law, OutOfRange> {
        let mean = self.ms(mean)?;
        Ok(Law::new(Shape::Lognormal, mean, Scv::new("SCV", self.number(scv, 1.0))?))
    }

    /// A lognormal from the field of its mean, with a spread that the catalogue's help names.
    pub(super) fn lognormal_of(&mut self, mean: &str, scv: f64) -> Result<Law, OutOfRange> {
        Ok(Law::new(Shape::Lognormal, self.ms(mean)?, Scv::new("SCV", scv)?))
    }
}
