//! Pasted text taken apart into settings: which LOG_ARCHIVE_DEST_n, and its attribute string.
//!
//! Knows: ALTER SYSTEM, parameter files, SHOW PARAMETER and bare strings. Does not know: what attributes mean.
//! Source: SQL*Plus User's Guide, SHOW PARAMETER (columns NAME, TYPE and VALUE, VALUE wrapped at 30 characters).

use super::catalogue::{Form, known};
use super::clean::short;
use super::listing::{listed, width};
use super::quote::{cut, cut_next, quoted};
use super::word::{Word, words};

/// What a bare attribute string is called in messages.
const BARE: &str = "The text";

/// A parameter and its value.
#[derive(Debug)]
pub(super) struct Setting {
    /// 1 to 31; none for a bare string, or a number that is none of these.
    pub(super) number: Option<u8>,
    /// Whether it is LOG_ARCHIVE_DEST_STATE_n.
    pub(super) is_state: bool,
    /// The attribute string, or the state.
    pub(super) value: String,
    /// What could not be read, in sentences.
    pub(super) problems: Vec<String>,
}

/// Where a parameter's name stands in the text.
struct Name {
    /// Start of its line if no other name stands before it there.
    line: Option<usize>,
    start: usize,
    end: usize,
    is_state: bool,
    digits: String,
}

/// The settings of a text made plain, in its order; without any parameter's name, those of a bare attribute string.
#[must_use]
pub(super) fn settings(text: &str) -> Vec<Setting> {
    let names = names(text);
    let Some(first) = names.first() else {
        let bare = bare(text);
        let known = bare.iter().any(|s| words(&s.value).iter().any(is_attribute));
        return if known { bare } else { Vec::new() };
    };
    let before = &text[..first.start];
    let mut settings = if before.lines().any(starts_a_destination) { bare(before) } else { Vec::new() };
    let width = width(text);
    for (at, name) in names.iter().enumerate() {
        settings.push(setting(text, name, names.get(at + 1).map(|n| n.start), width));
    }
    settings
}

/// A word that can only be an attribute: a known name in a form of its own.
fn is_attribute(word: &Word) -> bool {
    let form = known(&word.key).map(|k| k.form);
    match form {
        Some(Form::Valued) => word.value.is_some(),
        Some(Form::Bare | Form::Either) => true,
        None => false,
    }
}

fn starts_a_destination(line: &str) -> bool {
    let line = line.trim_start_matches(|c: char| c.is_whitespace() || c == '\'' || c == '"');
    ["SERVICE", "LOCATION"].iter().any(|key| {
        let start = line.get(..key.len()).is_some_and(|s| s.eq_ignore_ascii_case(key));
        start && line[key.len()..].trim_start().starts_with('=')
    })
}

/// Attribute strings without a parameter's name: each line that opens with SERVICE or LOCATION opens one.
fn bare(text: &str) -> Vec<Setting> {
    let mut parts: Vec<String> = Vec::new();
    let mut opened = false;
    for line in text.lines() {
        let opens = starts_a_destination(line);
        match parts.last_mut() {
            Some(part) if !(opens && opened) => {
                part.push('\n');
                part.push_str(line);
            }
            _ => parts.push(line.into()),
        }
        opened |= opens;
    }
    parts.iter().map(|part| bare_setting(part)).collect()
}

fn bare_setting(part: &str) -> Setting {
    let (part, mut problems) = (part.trim_start(), Vec::new());
    let value = match opening_quote(part) {
        Some(_) => {
            let (value, rest) = in_quotes(part, BARE, &mut problems);
            problems.extend(strays(rest, BARE));
            value
        }
        None => cut_next(part).into(),
    };
    Setting { number: None, is_state: false, value: without_prompts(&value), problems }
}

fn names(text: &str) -> Vec<Name> {
    let lower = text.to_ascii_lowercase();
    let mut names = Vec::new();
    let mut start = 0;
    for line in lower.split_inclusive('\n') {
        let mut own_line = Some(start);
        for (at, prefix) in line.match_indices("log_archive_dest_") {
            if let Some(name) = name(&lower, start + at, start + at + prefix.len(), own_line) {
                own_line = None;
                names.push(name);
            }
        }
        start += line.len();
    }
    names
}

fn name(lower: &str, start: usize, after: usize, line: Option<usize>) -> Option<Name> {
    let (is_state, from) =
        if lower[after..].starts_with("state_") { (true, after + 6) } else { (false, after) };
    let digits: String = lower[from..].chars().take_while(char::is_ascii_digit).collect();
    let end = from + digits.len();
    let free_before = |c: char| c.is_whitespace() || ".'\",;(".contains(c);
    let free_after = |c: char| c.is_whitespace() || "='\"".contains(c);
    let stands_alone = lower[..start].chars().next_back().is_none_or(free_before)
        && lower[end..].chars().next().is_none_or(free_after);
    (!digits.is_empty() && stands_alone && !is_a_value(&lower[..start])).then_some(Name {
        line,
        start,
        end,
        is_state,
        digits,
    })
}

/// Whether what follows `before` is the value of an attribute, as in `ALTERNATE=LOG_ARCHIVE_DEST_3`.
fn is_a_value(before: &str) -> bool {
    let before = before.strip_suffix(['"', '\'']).unwrap_or(before).trim_end();
    let Some(key) = before.strip_suffix('=') else { return false };
    let key = key.trim_end().rsplit(|c: char| !c.is_alphanumeric() && c != '_').next();
    !key.is_some_and(|key| key.starts_with("log_archive_dest"))
}

fn setting(text: &str, name: &Name, next: Option<usize>, width: usize) -> Setting {
    let shown = text[name.start..name.end].to_uppercase();
    let mut problems = Vec::new();
    let number = name.digits.parse().ok().filter(|n| (1..=31).contains(n));
    if number.is_none() {
        let shown = short(&shown);
        problems.push(format!("{shown} is no destination: Oracle numbers them 1 to 31. Correct the number."));
    }
    let section = &text[name.end..next.unwrap_or(text.len())];
    let (value, rest) = match section.trim_start().strip_prefix('=') {
        Some(after) => assigned(after, &shown, &mut problems),
        None => {
            let column = name.line.map(|line| text[line..name.end].chars().count());
            listed(section, column, width)
        }
    };
    problems.extend(strays(rest, &shown));
    let value = if name.is_state { state_word(&value) } else { value };
    Setting { number, is_state: name.is_state, value, problems }
}

fn state_word(value: &str) -> String {
    let word = value.split(|c: char| c.is_whitespace() || c == ';').find(|w| !w.is_empty());
    word.unwrap_or("").trim_matches(['"', '\'']).to_uppercase()
}

/// The value after `=`, in quotes or up to the end of its lines; and the text after it.
fn assigned<'a>(after: &'a str, shown: &str, problems: &mut Vec<String>) -> (String, &'a str) {
    let text = after.trim_start();
    let (value, rest) = match opening_quote(text) {
        Some(_) => in_quotes(text, shown, problems),
        None => {
            let (value, rest) = own_lines(after);
            (cut(value).into(), rest)
        }
    };
    (without_prompts(&value), rest)
}

fn opening_quote(text: &str) -> Option<char> {
    text.chars().next().filter(|c| ['"', '\''].contains(c))
}

/// The values in quotes that a text starts with, and the text after them.
fn in_quotes<'a>(text: &'a str, shown: &str, problems: &mut Vec<String>) -> (String, &'a str) {
    let (mut values, mut rest, mut next) = (Vec::new(), text, text);
    while let Some(quote) = opening_quote(next) {
        let read = quoted(&next[1..], quote);
        values.push(read.value);
        rest = &next[1 + read.length..];
        if !read.closed {
            problems.push(format!(
                "{shown}: the quote before \u{201c}{}\u{201d} is not closed, and all that follows is read. Close it, and check the last attribute.",
                short(&next[1..])
            ));
        }
        next = rest.trim_start_matches([',', ' ', '\\', '\n']);
    }
    (values.join("\n"), rest)
}

/// The first line with those indented below it, and the text after them.
fn own_lines(text: &str) -> (&str, &str) {
    let mut end = 0;
    for (at, line) in text.split_inclusive('\n').enumerate() {
        if at > 0 && (!line.starts_with(' ') || line.trim().is_empty()) {
            break;
        }
        end += line.len();
    }
    text.split_at(end)
}

/// Sentences on attributes after a value's end. Only what no other statement holds: `show parameter arch` is none.
fn strays(rest: &str, shown: &str) -> Vec<String> {
    let is_stray = |word: &Word| {
        let key = word.key.to_uppercase();
        let is_keyword = ["SYNC", "ASYNC", "AFFIRM", "NOAFFIRM"].contains(&key.as_str());
        is_keyword || word.value.is_some() && key != "DB_UNIQUE_NAME" && known(&key).is_some()
    };
    let words = words(rest).into_iter().filter(is_stray).take(5);
    let sentence = |word: Word| {
        let stray = short(&word.written);
        format!("{shown}: {stray} stands after the end of the value and is not read. Move it inside.")
    };
    words.map(sentence).collect()
}

/// Without backslashes at line ends, and without the line numbers that SQL*Plus puts before the lines of a statement.
fn without_prompts(value: &str) -> String {
    let lines = value.lines().enumerate().map(|(at, line)| {
        let line = line.trim_end().strip_suffix('\\').unwrap_or(line);
        if at == 0 { line } else { without_prompt(line) }
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn without_prompt(line: &str) -> &str {
    let trimmed = line.trim_start();
    let after = trimmed.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_prompt = (1..=3).contains(&(trimmed.len() - after.len())) && after.starts_with(['>', ' ', '*']);
    if is_prompt { after.trim_start_matches(['>', '*']) } else { line }
}
