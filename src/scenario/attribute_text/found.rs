//! The attributes of one destination by name, without those that stand twice or contradict each other.

use super::catalogue::{Form, known, meant};
use super::clean::short;
use super::word::{Word, words};
use std::collections::BTreeMap;

/// More unknown words than these are told by their number.
const MOST: usize = 12;

/// Pairs of which Oracle takes one.
const PAIRS: [(&str, &str); 19] = [
    ("SYNC", "ASYNC"),
    ("SYNC", "ARCH"),
    ("AFFIRM", "NOAFFIRM"),
    ("LGWR", "ARCH"),
    ("MANDATORY", "OPTIONAL"),
    ("NET_TIMEOUT", "NONET_TIMEOUT"),
    ("REOPEN", "NOREOPEN"),
    ("MAX_FAILURE", "NOMAX_FAILURE"),
    ("SERVICE", "LOCATION"),
    ("ALTERNATE", "GROUP"),
    ("ALTERNATE", "PRIORITY"),
    ("ALTERNATE", "NOALTERNATE"),
    ("REGISTER", "NOREGISTER"),
    ("DELAY", "NODELAY"),
    ("LOCATION", "DELAY"),
    ("LOCATION", "SYNC"),
    ("LOCATION", "ASYNC"),
    ("LOCATION", "NET_TIMEOUT"),
    ("LOCATION", "COMPRESSION"),
];

/// What is said of an attribute.
#[derive(Debug, Clone, Copy)]
pub(super) enum Said<'a> {
    /// Nothing.
    Nothing,
    /// This.
    Once(&'a Word),
    /// Something that cannot be used; a problem tells why.
    Unclear,
}

impl Said<'_> {
    /// Whether nothing is said.
    pub(super) fn is_nothing(self) -> bool {
        matches!(self, Self::Nothing)
    }
}

/// The attributes of one destination.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// None for what is unclear.
    by_name: BTreeMap<&'static str, Option<Word>>,
    unknown: usize,
}

impl Found {
    /// The attributes of a string; what cannot be used is told in `problems`.
    pub(super) fn new(text: &str, problems: &mut Vec<String>) -> Self {
        let mut found = Self::default();
        for word in words(text) {
            found.add(word, problems);
        }
        if found.unknown > MOST {
            let more = found.unknown - MOST;
            problems.push(format!("{more} more words are no attributes. Paste the parameter alone."));
        }
        found.tell_contradictions(problems);
        found
    }

    /// What is said of the attribute of that name.
    pub(super) fn said(&self, name: &str) -> Said<'_> {
        match self.by_name.get(name) {
            None => Said::Nothing,
            Some(None) => Said::Unclear,
            Some(Some(word)) => Said::Once(word),
        }
    }

    /// Whether no attribute is said at all.
    pub(super) fn is_empty(&self) -> bool {
        self.by_name.is_empty()
    }

    /// Whether anything is said of it, clear or not.
    pub(super) fn has(&self, name: &str) -> bool {
        self.by_name.contains_key(name)
    }

    /// The attribute as written, if it is clear.
    pub(super) fn word(&self, name: &str) -> Option<&Word> {
        self.by_name.get(name)?.as_ref()
    }

    /// The clear ones.
    pub(super) fn words(&self) -> impl Iterator<Item = (&'static str, &Word)> {
        self.by_name.iter().filter_map(|(name, word)| Some((*name, word.as_ref()?)))
    }

    fn add(&mut self, word: Word, problems: &mut Vec<String>) {
        let Some(known) = known(&word.key) else {
            self.unknown += 1;
            if self.unknown <= MOST {
                problems.push(unknown(&word));
            }
            return;
        };
        let name = known.name;
        let problem = match self.by_name.get(name) {
            Some(None) => return,
            Some(Some(first)) => Some(format!(
                "{name} stands twice, as {} and {}. Keep one.",
                short(&first.written),
                short(&word.written)
            )),
            None => flaw(&word, name, known.form),
        };
        let word = problem.is_none().then_some(word);
        problems.extend(problem);
        self.by_name.insert(name, word);
    }

    fn tell_contradictions(&mut self, problems: &mut Vec<String>) {
        let both: Vec<_> = PAIRS.iter().filter(|(a, b)| self.has(a) && self.has(b)).collect();
        for (a, b) in both {
            problems.push(format!("{a} and {b} contradict each other. Keep one."));
            self.by_name.insert(a, None);
            self.by_name.insert(b, None);
        }
    }
}

fn unknown(word: &Word) -> String {
    let typed = short(&word.written);
    match meant(&word.key) {
        Some(name) => {
            format!(
                "\u{201c}{typed}\u{201d} is no attribute of LOG_ARCHIVE_DEST_n; the nearest is {name}. Correct it."
            )
        }
        None => {
            format!(
                "\u{201c}{typed}\u{201d} is no attribute of LOG_ARCHIVE_DEST_n. Correct it or leave it out."
            )
        }
    }
}

/// What is wrong with the form of an attribute that Oracle knows.
fn flaw(word: &Word, name: &str, form: Form) -> Option<String> {
    let typed = short(&word.written);
    if let Some(flaw) = word.flaw {
        return Some(format!("\u{201c}{typed}\u{201d} {flaw}. Close it."));
    }
    let is_empty = word.value.as_ref().is_none_or(|value| value.is_empty());
    match form {
        Form::Valued if is_empty => {
            Some(format!("{name} has no value. Write {name}=value, or leave it out."))
        }
        Form::Bare if word.written.contains('=') => {
            Some(format!("{name} takes no value, but \u{201c}{typed}\u{201d} gives one. Write {name} alone."))
        }
        Form::Either if is_empty && word.written.contains('=') => {
            Some(format!("{name}= has no value. Write one, or {name} alone."))
        }
        _ => None,
    }
}
