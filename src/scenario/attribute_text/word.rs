//! An attribute string taken apart: `KEY`, `KEY=value`, `KEY=(a,b)`, `KEY="value"`, by blanks or commas.

use super::catalogue::known;

/// Characters in parentheses, at most: longer than any connect descriptor that a parameter holds.
const LONGEST: usize = 2_000;

/// One attribute as written.
#[derive(Debug, Clone)]
pub(super) struct Word {
    /// What stands before `=`.
    pub(super) key: String,
    /// What stands after `=`, without quotes; none without `=` or with nothing after it.
    pub(super) value: Option<String>,
    /// As in the text, without blanks around `=`.
    pub(super) written: String,
    /// What is wrong with its quotes or parentheses.
    pub(super) flaw: Option<&'static str>,
}

/// A value: its text without quotes, how many bytes it takes, and what is wrong with it.
struct Value {
    text: String,
    length: usize,
    flaw: Option<&'static str>,
}

/// The attributes of a string, in its order.
#[must_use]
pub(super) fn words(text: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut rest = after_blanks(text);
    while !rest.is_empty() {
        let (word, length) = first(rest);
        words.push(word);
        rest = after_blanks(&rest[length..]);
    }
    words
}

fn after_blanks(text: &str) -> &str {
    text.trim_start_matches(|c: char| c.is_whitespace() || c == ',' || c == ';')
}

/// The first attribute of a text that starts with one, and its length in bytes.
fn first(text: &str) -> (Word, usize) {
    let end = text.find(|c: char| c.is_whitespace() || ",;=".contains(c)).unwrap_or(text.len());
    let key = text[..end].trim_matches(['"', '\'']).to_string();
    let after = text[end..].trim_start();
    let Some(after) = after.strip_prefix('=') else {
        return (Word { written: key.clone(), key, value: None, flaw: None }, end.max(1));
    };
    let after = after.trim_start();
    let start = text.len() - after.len();
    let Some(value) = value(after) else {
        return (Word { written: format!("{key}="), key, value: None, flaw: None }, start);
    };
    let written = format!("{key}={}", &after[..value.length]);
    (Word { key, value: Some(value.text), written, flaw: value.flaw }, start + value.length)
}

/// None if nothing follows, or the next attribute does.
fn value(text: &str) -> Option<Value> {
    match text.chars().next()? {
        quote @ ('"' | '\'') => Some(quoted(text, quote)),
        '(' => Some(in_parentheses(text)),
        _ => {
            let length = bare_length(text);
            let next = text[..length].split_once('=').is_some_and(|(key, _)| known(key).is_some());
            let text = text[..length].trim_end_matches(['"', '\'']);
            (length > 0 && !next).then(|| Value { text: text.into(), length, flaw: None })
        }
    }
}

fn bare_length(text: &str) -> usize {
    text.find(|c: char| c.is_whitespace() || ",;".contains(c)).unwrap_or(text.len())
}

fn quoted(text: &str, quote: char) -> Value {
    match text[1..].find(quote) {
        Some(at) => Value { text: text[1..=at].trim().into(), length: at + 2, flaw: None },
        None => {
            let length = bare_length(text);
            Value { text: text[1..length].into(), length, flaw: Some("opens a quote that is not closed") }
        }
    }
}

fn in_parentheses(text: &str) -> Value {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices().take(LONGEST) {
        match c {
            '(' => depth += 1,
            ')' if depth == 1 => {
                return Value { text: text[..=at].into(), length: at + 1, flaw: None };
            }
            ')' => depth -= 1,
            _ => {}
        }
    }
    let length = bare_length(text);
    Value { text: text[..length].into(), length, flaw: Some("opens a parenthesis that is not closed") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_commas_quotes_and_parentheses() {
        let read = |text| -> Vec<(String, Option<String>)> {
            words(text).into_iter().map(|w| (w.key, w.value)).collect()
        };
        let pair = |key: &str, value: &str| (key.to_string(), Some(value.to_string()));
        let found = read("SERVICE = \"a b\",SYNC VALID_FOR=(x, y) REOPEN =  5,net_timeout= delay=3");
        assert_eq!(found[0], pair("SERVICE", "a b"));
        assert_eq!(found[1], ("SYNC".into(), None));
        assert_eq!(found[2..4], [pair("VALID_FOR", "(x, y)"), pair("REOPEN", "5")]);
        assert_eq!(found[4..], [("net_timeout".into(), None), pair("delay", "3")]);
        for text in ["=", "a==", "a=(", "a=\"", "a='\u{fc}", "((", "'", ";", "=(\u{fc}(", "a=\u{fc}\u{fc}"] {
            let _ = words(text);
        }
        assert!(words("a=(b c").first().is_some_and(|w| w.flaw.is_some()));
    }
}
