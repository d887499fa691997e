//! A quoted value and where it ends, with quotes of the same kind inside it; and where an unclosed one must end.

/// What a quote holds.
pub(super) struct Quoted {
    /// Its text; quotes inside it are double quotes.
    pub(super) value: String,
    /// Bytes up to and with the closing quote.
    pub(super) length: usize,
    /// Whether there is one.
    pub(super) closed: bool,
}

/// The value that `text`, the text after an opening quote, starts with. A quote inside is doubled, or follows `=`.
#[must_use]
pub(super) fn quoted(text: &str, quote: char) -> Quoted {
    let mut value = String::new();
    let mut inside = false;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        if c != quote {
            value.push(c);
            continue;
        }
        let doubled = chars.next_if(|(_, next)| *next == quote).is_some();
        if !inside && !doubled && !value.trim_end().ends_with('=') {
            return Quoted { value, length: at + c.len_utf8(), closed: true };
        }
        inside = !inside;
        value.push('"');
    }
    Quoted { value: cut(text).into(), length: text.len(), closed: false }
}

/// What cannot belong to an attribute string: the rest of its statement, or the next one.
const NEXT: [&str; 8] = ["\nalter ", "\nsql>", "\n*.", " scope=", " sid=", " comment=", "\nscope=", "\nsid="];

/// The part of a value without a closing quote that can belong to it: up to a semicolon, or as [`cut_next`].
#[must_use]
pub(super) fn cut(value: &str) -> &str {
    cut_next(value.split(';').next().unwrap_or(""))
}

/// The part of a value before the rest of its statement or the next one.
#[must_use]
pub(super) fn cut_next(value: &str) -> &str {
    let lower = value.to_ascii_lowercase();
    let end = NEXT.iter().filter_map(|next| lower.find(next)).min().unwrap_or(value.len());
    value[..end].trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_inside_do_not_end_a_value() {
        for (text, quote, value, closed) in [
            ("SERVICE=a' x", '\'', "SERVICE=a", true),
            ("SERVICE=\"a\" SYNC' x", '\'', "SERVICE=\"a\" SYNC", true),
            ("SERVICE=\"a\" SYNC\" x", '"', "SERVICE=\"a\" SYNC", true),
            ("SERVICE=''a'' SYNC' x", '\'', "SERVICE=\"a\" SYNC", true),
            ("' scope=both", '\'', "", true),
            ("SERVICE=a SCOPE=both", '\'', "SERVICE=a", false),
            ("", '\'', "", false),
        ] {
            let read = quoted(text, quote);
            assert_eq!((read.value.as_str(), read.closed), (value, closed), "{text}");
        }
    }
}
