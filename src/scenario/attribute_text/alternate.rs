//! Which destination stands in for which, by ALTERNATE= and LOG_ARCHIVE_DEST_STATE_n.
//!
//! Sources: Oracle Data Guard Concepts and Administration, ALTERNATE and MAX_FAILURE; Oracle Database Reference,
//! LOG_ARCHIVE_DEST_STATE_n.

use super::clean::short;
use super::found::Found;
use super::{Attributes, Reading};

/// State of a destination as pasted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    /// In use, Oracle's default.
    Enable,
    /// Not used.
    Defer,
    /// Used once another one fails.
    Alternate,
}

impl State {
    /// Of its name in upper case.
    ///
    /// # Errors
    /// A sentence if it is no state.
    pub(super) fn new(number: u8, name: &str) -> Result<Self, String> {
        match name {
            "ENABLE" => Ok(Self::Enable),
            "DEFER" => Ok(Self::Defer),
            "ALTERNATE" => Ok(Self::Alternate),
            _ => Err(format!(
                "LOG_ARCHIVE_DEST_STATE_{number}={} is none of ENABLE, DEFER, ALTERNATE. Correct it.",
                short(name)
            )),
        }
    }
}

/// The number in `ALTERNATE=LOG_ARCHIVE_DEST_n`.
///
/// # Errors
/// A sentence if it is no destination that can be an alternate, 1 to 10.
pub(super) fn target(found: &Found) -> Result<Option<u8>, String> {
    let Some(word) = found.word("ALTERNATE") else { return Ok(None) };
    let value = word.value.as_deref().unwrap_or("").to_ascii_lowercase();
    let number = value.strip_prefix("log_archive_dest_").and_then(|n| n.parse().ok());
    number.filter(|n| (1..=10).contains(n)).map(Some).ok_or_else(|| {
        format!(
            "{} names no LOG_ARCHIVE_DEST_1 to LOG_ARCHIVE_DEST_10. Correct it or leave it out.",
            short(&word.written)
        )
    })
}

/// Tells the alternates whose place they take, and what keeps them from taking it. `states` is by number.
pub(super) fn pair(all: &mut [Attributes], states: &[Option<State>; 32]) {
    let place = |all: &[Attributes], n: u8| all.iter().position(|a| a.number == Some(n));
    for leader in 0..all.len() {
        let (Some(from), Some(to)) = (all[leader].number, all[leader].alternate) else { continue };
        if from == to {
            all[leader].problems.push(format!(
                "LOG_ARCHIVE_DEST_{from} is its own ALTERNATE. Name another one, or leave it out."
            ));
            continue;
        }
        match place(all, to) {
            None => all[leader]
                .warnings
                .push(format!("ALTERNATE=LOG_ARCHIVE_DEST_{to} is not among what was pasted. Paste it too.")),
            Some(at) if !points_back(&all[at], from, states) => follow(all, leader, at),
            Some(_) => {}
        }
    }
    for alternate in all.iter_mut() {
        tell_state(alternate, states);
    }
}

/// Whether `to` is the leader of the pair and `from` the alternate that names it to hand back.
fn points_back(to: &Attributes, from: u8, states: &[Option<State>; 32]) -> bool {
    let Some(number) = to.number.filter(|_| to.alternate == Some(from)) else { return false };
    let waits = |n: u8| states[usize::from(n)] == Some(State::Alternate);
    match (waits(from), waits(number)) {
        (true, false) => true,
        (false, true) => false,
        _ => number < from,
    }
}

fn follow(all: &mut [Attributes], leader: usize, alternate: usize) {
    let name = shown(&all[leader]);
    let retries = |a: &Attributes| a.readings.iter().any(|r| r.leaf == "max_failure" && r.text == "0");
    if retries(&all[leader]) {
        all[leader].warnings.push(
            "ALTERNATE takes over after MAX_FAILURE failures, and 0 means never. Set MAX_FAILURE to 1 or more.".into(),
        );
    }
    let from = format!("ALTERNATE={} of {name}", place_name(&all[alternate]));
    let follower = &mut all[alternate];
    if let Some(first) = follower.readings.iter().find(|r| r.leaf == "alternate_of") {
        let problem = format!("{name} and {} both have this destination as ALTERNATE. Keep one.", first.text);
        follower.problems.push(problem);
    } else if !follower.readings.is_empty() {
        follower.readings.push(Reading { leaf: "alternate_of", text: name, from });
    }
}

fn place_name(a: &Attributes) -> String {
    a.number.map_or_else(|| "the destination".into(), |n| format!("LOG_ARCHIVE_DEST_{n}"))
}

fn shown(a: &Attributes) -> String {
    a.name.clone().unwrap_or_else(|| place_name(a))
}

fn tell_state(a: &mut Attributes, states: &[Option<State>; 32]) {
    let Some(number) = a.number else { return };
    let follows = a.readings.iter().any(|r| r.leaf == "alternate_of");
    let in_group = a.readings.iter().any(|r| r.leaf == "group");
    match states[usize::from(number)] {
        Some(State::Defer) => a.warnings.push(format!(
            "LOG_ARCHIVE_DEST_STATE_{number}=DEFER: Oracle sends nothing here until it is ENABLE. Leave this destination out to plan what runs today."
        )),
        Some(State::Alternate) if !follows && !in_group && !a.readings.is_empty() => a.warnings.push(format!(
            "LOG_ARCHIVE_DEST_STATE_{number}=ALTERNATE, but no pasted destination names it: Oracle then never uses it. Paste the one that has ALTERNATE=LOG_ARCHIVE_DEST_{number}."
        )),
        _ => {}
    }
}
