//! Pasted text as the reader wants it: plain quotes, plain blanks, no comment lines. Columns stay where they were.

/// The text with typographic quotes, special blanks, tabs (stops of eight) and line ends made plain, without comment
/// lines (`#`, `--`, `REM`).
#[must_use]
pub(super) fn clean(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let lines: Vec<String> = text.lines().filter(|line| !is_comment(line)).map(plain).collect();
    lines.join("\n")
}

/// Whether a comment line names a destination.
#[must_use]
pub(super) fn hides_a_destination(text: &str) -> bool {
    text.lines().any(|line| is_comment(line) && line.to_ascii_lowercase().contains("log_archive_dest_"))
}

/// A line of dashes is the rule under a heading, not a comment.
fn is_comment(line: &str) -> bool {
    let line = line.trim_start();
    let remark = line.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("rem "));
    line.starts_with('#') || remark || line.starts_with("--") && !is_rule(line)
}

/// Whether a line holds nothing but groups of dashes.
#[must_use]
pub(super) fn is_rule(line: &str) -> bool {
    line.contains("--") && line.chars().all(|c| c == '-' || c.is_whitespace())
}

fn plain(line: &str) -> String {
    let mut plain = String::with_capacity(line.len());
    let mut column = 0;
    for c in line.chars() {
        let c = match c {
            '\u{200b}' | '\u{feff}' => continue,
            '\t' => {
                let blanks = 8 - column % 8;
                plain.push_str(&" ".repeat(blanks));
                column += blanks;
                continue;
            }
            '\u{2018}' | '\u{2019}' | '\u{201a}' | '\u{201b}' | '\u{2032}' | '`' | '\u{b4}' => '\'',
            '\u{201c}' | '\u{201d}' | '\u{201e}' | '\u{201f}' | '\u{2033}' | '\u{ab}' | '\u{bb}' => '"',
            c if c.is_whitespace() => ' ',
            c => c,
        };
        plain.push(c);
        column += 1;
    }
    plain
}

/// The start of a text, for a message.
#[must_use]
pub(super) fn short(text: &str) -> String {
    let text = text.trim();
    match text.char_indices().nth(60) {
        Some((at, _)) => format!("{}\u{2026}", &text[..at]),
        None => text.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_blanks_tabs_and_comments_are_made_plain() {
        assert_eq!(
            clean("a\u{a0}=\u{2018}b\u{2019}\r\n# c\n-- d\nREM e\n-- --\r\tf"),
            "a ='b'\n-- --\n        f"
        );
        assert_eq!(clean("ab\tc"), "ab      c");
        assert_eq!(short(&"ü".repeat(90)).chars().count(), 61);
    }
}
