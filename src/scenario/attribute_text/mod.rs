//! Oracle's LOG_ARCHIVE_DEST_n attribute strings as people paste them, read into texts of a destination's inputs.
//!
//! Knows: ALTER SYSTEM, parameter files, SHOW PARAMETER, bare strings; Oracle's attributes, ranges and defaults. Does
//! not know: drafts, other parameters, which release runs. Nothing is assumed in silence: a default is a reading that
//! says so, and what cannot be used is told.
//!
//! Sources: Oracle Database Reference, LOG_ARCHIVE_DEST_n and LOG_ARCHIVE_DEST_STATE_n; Oracle Data Guard Concepts and
//! Administration, LOG_ARCHIVE_DEST_n Parameter Attributes. Each file names what it takes from them.

mod alternate;
mod catalogue;
mod clean;
mod found;
mod listing;
mod quote;
mod statement;
mod transport;
mod value;
mod word;

use alternate::State;
use found::Found;
use statement::Setting;

/// What one LOG_ARCHIVE_DEST_n says.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Attributes {
    /// The n, 1 to 31; none for a string that was pasted without its parameter.
    pub number: Option<u8>,
    /// DB_UNIQUE_NAME, else SERVICE.
    pub name: Option<String>,
    /// Inputs of a destination with their texts; empty for a local archive (LOCATION).
    pub readings: Vec<Reading>,
    /// Number of the destination that takes over from this one, 1 to 10: `ALTERNATE=LOG_ARCHIVE_DEST_n`.
    pub alternate: Option<u8>,
    /// Sentences on attributes that are understood and change nothing on the commit path.
    pub ignored: Vec<String>,
    /// Sentences on what is allowed and unusual, or needs a decision.
    pub warnings: Vec<String>,
    /// Sentences on what could not be read, each with what to do; such an attribute has no reading.
    pub problems: Vec<String>,
}

/// The text of one input, and where it comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// Last part of the input's key: `transport` (affirm, noaffirm, async), `compression` (disable, enable),
    /// `net_timeout` and `reopen` (seconds, with their unit), `max_failure` (a count, 0 without limit), `group` and
    /// `priority` (1 to 8), `alternate_of` (name of the destination whose place it takes).
    pub leaf: &'static str,
    /// As the input takes it.
    pub text: String,
    /// The attributes as written, or a phrase that starts with or contains `Oracle's default`.
    pub from: String,
}

const EXAMPLE: &str = "LOG_ARCHIVE_DEST_2='SERVICE=stby SYNC AFFIRM NET_TIMEOUT=30 DB_UNIQUE_NAME=stby'";

/// A value of more bytes takes no further parts.
const MOST: usize = 4_000;

/// Reads every destination in a pasted text: ALTER SYSTEM statements, lines of a parameter file, SHOW PARAMETER output
/// with values cut over several lines, or attribute strings alone; LOG_ARCHIVE_DEST_STATE_n among them. Attributes
/// come in any order and case, with single, double or typographic quotes. Destinations come in the order of the text;
/// empty ones and comment lines are left out. Of one that is set twice the last counts, with a warning; but a value
/// without SERVICE and LOCATION is added to the one before, as Oracle does.
///
/// # Errors
/// A sentence that says what is expected, with an example, if the text is blank, holds no destination that can be
/// recognised, or only empty ones.
pub fn read_attributes(text: &str) -> Result<Vec<Attributes>, String> {
    if text.trim().is_empty() {
        return Err(format!("Nothing is pasted. Expected is LOG_ARCHIVE_DEST_n, such as {EXAMPLE}"));
    }
    let settings = statement::settings(&clean::clean(text));
    let is_empty = settings.is_empty();
    let mut all = Collected::default();
    settings.into_iter().for_each(|setting| all.add(setting));
    match (all.done(), is_empty) {
        (read, _) if !read.is_empty() => Ok(read),
        (_, true) if clean::hides_a_destination(text) => Err(format!(
            "Every LOG_ARCHIVE_DEST_n in the text is a comment. Take #, -- or REM from its line. Expected is a line such as {EXAMPLE}"
        )),
        (_, true) => Err(format!(
            "No LOG_ARCHIVE_DEST_n is recognised. Expected is its attribute string, such as {EXAMPLE}"
        )),
        (_, false) => Err(format!(
            "Every LOG_ARCHIVE_DEST_n in the text is empty. Expected is one with SERVICE, such as {EXAMPLE}"
        )),
    }
}

/// Destinations and states by number while they are read.
#[derive(Default)]
struct Collected {
    read: Vec<(String, Attributes)>,
    at: [Option<usize>; 32],
    mentioned: [bool; 32],
    states: [Option<State>; 32],
    wrong_states: Vec<(Option<u8>, Vec<String>)>,
}

impl Collected {
    fn add(&mut self, setting: Setting) {
        if setting.is_state {
            self.add_state(setting);
            return;
        }
        if let Some(number) = setting.number {
            self.mentioned[usize::from(number)] = true;
        }
        if setting.value.trim().is_empty() && setting.problems.is_empty() {
            return;
        }
        let place = setting.number.map(usize::from);
        match place.and_then(|n| self.at[n]) {
            Some(first) => self.read[first] = again(&self.read[first], setting),
            None => {
                if let Some(n) = place {
                    self.at[n] = Some(self.read.len());
                }
                self.read.push((setting.value.clone(), read(setting)));
            }
        }
    }

    fn add_state(&mut self, setting: Setting) {
        let mut problems = setting.problems;
        if let Some(number) = setting.number {
            match State::new(number, &setting.value) {
                Ok(state) => self.states[usize::from(number)] = Some(state),
                Err(_) if setting.value.is_empty() => {}
                Err(problem) => problems.push(problem),
            }
        }
        if !problems.is_empty() {
            self.wrong_states.push((setting.number, problems));
        }
    }

    fn done(mut self) -> Vec<Attributes> {
        for (number, problems) in std::mem::take(&mut self.wrong_states) {
            self.entry(number).problems.extend(problems);
        }
        for number in 1..=31_u8 {
            let n = usize::from(number);
            let matters = self.states[n].is_some_and(|state| state != State::Enable);
            if matters && !self.mentioned[n] {
                self.entry(Some(number)).problems.push(format!(
                    "LOG_ARCHIVE_DEST_STATE_{number} is pasted without LOG_ARCHIVE_DEST_{number}. Paste both."
                ));
            }
        }
        let mut read: Vec<Attributes> = self.read.into_iter().map(|(_, attributes)| attributes).collect();
        alternate::pair(&mut read, &self.states);
        read
    }

    /// The destination of that number, added if it is not there.
    fn entry(&mut self, number: Option<u8>) -> &mut Attributes {
        let known = number.and_then(|n| self.at[usize::from(n)]);
        let at = known.unwrap_or(self.read.len());
        if known.is_none() {
            self.read.push((String::new(), Attributes { number, ..Attributes::default() }));
            if let Some(n) = number {
                self.at[usize::from(n)] = Some(at);
            }
        }
        &mut self.read[at].1
    }
}

/// A destination that was read before and is set again.
fn again((text, before): &(String, Attributes), mut setting: Setting) -> (String, Attributes) {
    if setting.value == *text && setting.problems.is_empty() {
        return (text.clone(), before.clone());
    }
    let found = Found::new(&setting.value, &mut Vec::new());
    let resets = found.has("SERVICE") || found.has("LOCATION");
    let number = setting.number.map_or_else(String::new, |n| format!("_{n}"));
    let warning = if resets {
        "is set twice, differently; the last one is read. Paste one instance at a time."
    } else if text.len() > MOST {
        "is set again after a very long value; only the last one is read. Paste it alone."
    } else {
        setting.value = format!("{text} {}", setting.value);
        "is set in parts, read as one value. Check that all of them are in force."
    };
    let warning = format!("LOG_ARCHIVE_DEST{number} {warning}");
    let value = setting.value.clone();
    let mut attributes = read(setting);
    if !resets {
        // Of its quotes: what was wrong before is not in the value any more.
        let told = attributes.problems.clone();
        attributes.problems.extend(before.problems.iter().filter(|p| !told.contains(p)).cloned());
    }
    attributes.warnings.push(warning);
    (value, attributes)
}

fn read(setting: Setting) -> Attributes {
    let mut out = Attributes { number: setting.number, problems: setting.problems, ..Attributes::default() };
    let found = Found::new(&setting.value, &mut out.problems);
    if found.is_empty() {
        return out;
    }
    let value = |name| found.word(name).and_then(|word| word.value.clone());
    out.name = value("DB_UNIQUE_NAME").or_else(|| value("SERVICE"));
    match alternate::target(&found) {
        Ok(target) => out.alternate = target,
        Err(problem) => out.problems.push(problem),
    }
    tell_limits(&found, &mut out);
    if found.has("LOCATION") && !found.has("SERVICE") {
        read_local(&found, &mut out);
    } else {
        read_remote(&found, &mut out);
    }
    out
}

fn read_local(found: &Found, out: &mut Attributes) {
    let others: Vec<&str> =
        found.words().filter(|(name, _)| *name != "LOCATION").map(|(name, _)| name).collect();
    let others =
        if others.is_empty() { String::new() } else { format!(" Not read with it: {}.", others.join(", ")) };
    out.ignored.push(format!("LOCATION is a local archive: it does not delay a commit.{others}"));
}

fn read_remote(found: &Found, out: &mut Attributes) {
    if !found.has("SERVICE") {
        out.warnings.push("Neither SERVICE nor LOCATION is given: if this is a part of the value only, what is left out may be set to something else than Oracle's default. Paste the whole value.".into());
    }
    let mode = transport::read_transport(found, out);
    value::read_values(found, mode, out);
    if found.word("MANDATORY").is_some() {
        out.warnings.push("MANDATORY: no commit waits for it while the destination is there, but while it is away online logs cannot be reused, and the primary halts once all are full.".into());
    }
    tell_role(found, out);
    for (name, word) in found.words() {
        if let Some(aside) = catalogue::known(name).and_then(|k| k.aside) {
            out.ignored.push(format!("{} {aside}.", clean::short(&word.written)));
        }
    }
}

/// A destination for another role than the primary's, or for redo that a primary does not write.
fn tell_role(found: &Found, out: &mut Attributes) {
    let Some(word) = found.word("VALID_FOR") else { return };
    let value = word.value.as_deref().unwrap_or("").to_ascii_uppercase();
    if ["STANDBY_ROLE", "STANDBY_LOGFILE"].iter().any(|role| value.contains(role)) {
        out.warnings.push(format!(
            "{} is for a database in the standby role: the primary sends nothing here, and no commit waits. Leave this destination out, or read it at the database that sends.",
            clean::short(&word.written)
        ));
    }
}

/// LOG_ARCHIVE_DEST_11 to 31 are for ASYNC only.
fn tell_limits(found: &Found, out: &mut Attributes) {
    let Some(number) = out.number.filter(|n| *n > 10) else { return };
    let barred = ["SYNC", "LOCATION", "MANDATORY", "ALTERNATE", "ARCH"];
    for name in barred.iter().filter(|name| found.word(name).is_some()) {
        out.warnings.push(format!(
            "LOG_ARCHIVE_DEST_{number} does not support {name}: that is for LOG_ARCHIVE_DEST_1 to 10. Move it there."
        ));
    }
}
