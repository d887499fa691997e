//! Short ways to quantities and answers.
#![allow(dead_code, reason = "each test file uses its part")]

use farsight::latency::{Delay, Law};
use farsight::queueing::Load;
use farsight::queueing::multi_server::Variability;
use farsight::units::{Answer, Count, Milliseconds, PerSecond, Probability, Saturation, Scv};
use serde_json::Value;

use super::common::{law, ms, number};

pub(crate) fn rate(value: f64) -> PerSecond {
    PerSecond::new("test", value).expect("in range")
}

pub(crate) fn count(value: f64) -> Count {
    Count::new("test", value).expect("in range")
}

pub(crate) fn scv(value: f64) -> Scv {
    Scv::new("test", value).expect("in range")
}

pub(crate) fn share(value: f64) -> Probability {
    Probability::new("test", value).expect("in range")
}

/// `lambda` per second, `service` in ms, `c` servers.
pub(crate) fn load(lambda: f64, service: f64, c: f64) -> Load {
    let service_time = Milliseconds::new("test", service).expect("in range");
    Load { arrival_rate: rate(lambda), service_time, servers: count(c) }
}

pub(crate) fn variability(ca2: f64, c2: f64) -> Variability {
    Variability { arrivals: scv(ca2), service: scv(c2) }
}

/// The value of an answer that has one.
#[track_caller]
pub(crate) fn value<T>(answer: Answer<T>) -> T {
    match answer {
        Answer::Ok(value) | Answer::Warn(value, _) => value,
        Answer::Saturated(saturation) => panic!("saturated: {saturation:?}"),
        Answer::Invalid(fields) => panic!("invalid: {fields:?}"),
    }
}

/// The value of an answer without warning.
#[track_caller]
pub(crate) fn ok<T>(answer: Answer<T>) -> T {
    match answer {
        Answer::Ok(value) => value,
        Answer::Warn(_, warnings) => panic!("warned: {warnings:?}"),
        Answer::Saturated(saturation) => panic!("saturated: {saturation:?}"),
        Answer::Invalid(fields) => panic!("invalid: {fields:?}"),
    }
}

/// What a saturated answer says.
#[track_caller]
pub(crate) fn saturation<T>(answer: Answer<T>) -> Saturation {
    match answer {
        Answer::Saturated(saturation) => saturation,
        Answer::Ok(_) | Answer::Warn(..) => panic!("has a value"),
        Answer::Invalid(fields) => panic!("invalid: {fields:?}"),
    }
}

/// The fields that an invalid answer names.
#[track_caller]
pub(crate) fn invalid_fields<T>(answer: Answer<T>) -> Vec<&'static str> {
    match answer {
        Answer::Invalid(fields) => fields.into_iter().map(|field| field.field).collect(),
        Answer::Ok(_) | Answer::Warn(..) => panic!("has a value"),
        Answer::Saturated(saturation) => panic!("saturated: {saturation:?}"),
    }
}

/// Whether a value comes with a warning.
pub(crate) fn warns<T>(answer: &Answer<T>) -> bool {
    matches!(answer, Answer::Warn(..))
}

/// One of two laws: with chance `p` the second.
pub(crate) struct Either {
    pub(crate) first: Law,
    pub(crate) second: Law,
    pub(crate) p: f64,
}

impl Either {
    fn mix(&self, f: impl Fn(&Law) -> f64) -> f64 {
        (1.0 - self.p) * f(&self.first) + self.p * f(&self.second)
    }
}

impl Delay for Either {
    fn mean(&self) -> f64 {
        self.mix(Law::mean)
    }

    fn second_moment(&self) -> f64 {
        self.mix(Law::second_moment)
    }

    fn laplace(&self, s: f64) -> f64 {
        self.mix(|law| law.laplace(s))
    }

    fn survival(&self, x: f64) -> f64 {
        self.mix(|law| law.survival(x))
    }

    fn nodes(&self) -> Vec<(f64, f64)> {
        let of = |law: &Law, share: f64| law.nodes().into_iter().map(move |(x, p)| (x, share * p));
        of(&self.first, 1.0 - self.p).chain(of(&self.second, self.p)).collect()
    }
}

/// Service and think time of a hot block: execution, the commit inside or outside the hold, and with chance `p` a
/// transfer and a flush.
pub(crate) fn hot_block(inputs: &Value, p: f64) -> (Either, f64) {
    let commit = number(inputs, "commit_ms");
    let held = inputs["hold_through_commit"].as_bool().expect("hold");
    let first = law(&inputs["exec"]).shifted(ms(if held { commit } else { 0.0 }));
    let moved = number(inputs, "transfer_ms") + number(inputs, "p_flush") * number(inputs, "flush_ms");
    let second = first.clone().shifted(ms(moved));
    let think = number(inputs, "Z_ms") + if held { 0.0 } else { commit };
    (Either { first, second, p }, think)
}
