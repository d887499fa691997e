//! Asking what a pasted LOG_ARCHIVE_DEST_n says.

#![allow(dead_code, reason = "each test file uses its part")]

use farsight::scenario::{Attributes, read_attributes};

/// What is read from a text that must be read.
pub(crate) fn read(text: &str) -> Vec<Attributes> {
    read_attributes(text).unwrap_or_else(|problem| panic!("{text}: {problem}"))
}

/// The one destination of a text.
pub(crate) fn one(text: &str) -> Attributes {
    let mut all = read(text);
    assert_eq!(all.len(), 1, "{text}: {all:#?}");
    all.remove(0)
}

/// Of a text without problems.
pub(crate) fn clean(text: &str) -> Attributes {
    let read = one(text);
    assert!(read.problems.is_empty(), "{text}: {:?}", read.problems);
    read
}

/// The text of an input; none if it is not read.
pub(crate) fn text_of<'a>(read: &'a Attributes, leaf: &str) -> Option<&'a str> {
    let mut found = read.readings.iter().filter(|r| r.leaf == leaf);
    let text = found.next().map(|r| r.text.as_str());
    assert!(found.next().is_none(), "{leaf} is read twice: {read:#?}");
    text
}

/// Where the text of an input comes from.
pub(crate) fn from_of<'a>(read: &'a Attributes, leaf: &str) -> &'a str {
    read.readings.iter().find(|r| r.leaf == leaf).map_or("", |r| &r.from)
}

/// All inputs that are read, with their texts.
pub(crate) fn texts(read: &Attributes) -> Vec<(&'static str, &str)> {
    read.readings.iter().map(|r| (r.leaf, r.text.as_str())).collect()
}

/// One of the sentences holds all the words.
pub(crate) fn says(sentences: &[String], words: &[&str]) -> bool {
    sentences.iter().any(|s| words.iter().all(|w| s.contains(w)))
}

/// What the attributes that every form is tried with say.
pub(crate) const FULL: [(&str, &str); 5] = [
    ("transport", "noaffirm"),
    ("compression", "disable"),
    ("net_timeout", "15 s"),
    ("reopen", "60 s"),
    ("max_failure", "3"),
];
