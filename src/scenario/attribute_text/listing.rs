//! A value as SHOW PARAMETER prints it: in a column, cut into lines at the column's width, often inside a word.
//!
//! Source: SQL*Plus User's Guide, SHOW PARAMETER and COLUMN WRAPPED: VALUE is 30 characters wide unless its format is
//! changed, and the rule under the heading shows the width.

use super::catalogue::known;
use super::clean::is_rule;

/// Width of VALUE where no rule shows another.
const WIDTH: usize = 30;
/// No attribute's name has more characters.
const LONGEST: usize = 64;
const TYPES: [&str; 5] = ["string", "integer", "boolean", "big", "file"];
const STARTS: [&str; 8] =
    ["name", "name_col_plus_show_param", "sql>", "alter", "show", "system", "parameter", "select"];

/// The value in `section`, the text between one parameter's name and the next, and the text after it. `column` is
/// where the name ends in its line, in characters, if nothing stands before it; `width` is that of the column VALUE.
#[must_use]
pub(super) fn listed(section: &str, column: Option<usize>, width: usize) -> (String, &str) {
    let mut lines = section.split_inclusive('\n');
    let first = lines.next().unwrap_or("");
    let mut end = first.len();
    let value = without_type(first);
    if value.is_empty() {
        // Without column formats SQL*Plus prints name, type and value below each other.
        let below = section[end..].split_inclusive('\n').next().unwrap_or("");
        return if below.trim().eq_ignore_ascii_case("string") {
            let from = end + below.len();
            listed(&section[from..], None, width)
        } else {
            (String::new(), &section[end..])
        };
    }
    let column = column.map(|column| column + first[..first.len() - value.len()].chars().count());
    let mut whole = value.trim_end().to_string();
    let mut length = whole.chars().count();
    for line in lines.take_while(|line| goes_on(line)) {
        end += line.len();
        let in_column = column.and_then(|column| in_column(line, column));
        let part = in_column.unwrap_or_else(|| line.trim_start());
        if length < width || part.starts_with(' ') || splits(&whole, part, in_column) {
            whole.push(' ');
        }
        whole.push_str(part.trim());
        length = part.trim_end().chars().count();
    }
    (whole, &section[end..])
}

fn without_type(line: &str) -> &str {
    let value = line.trim_start();
    let (word, rest) = value.split_once(char::is_whitespace).unwrap_or((value, ""));
    if word.eq_ignore_ascii_case("string") { rest.trim_start() } else { value }
}

/// A line of the column, its blanks at the start included; none if the columns are no longer as printed.
fn in_column(line: &str, column: usize) -> Option<&str> {
    let blanks = line.chars().take_while(|c| *c == ' ').count();
    (blanks >= column).then(|| &line[column..])
}

fn goes_on(line: &str) -> bool {
    let mut words = line.split_whitespace().map(str::to_ascii_lowercase);
    let (Some(first), second) = (words.next(), words.next()) else { return false };
    let is_next =
        first.starts_with("*.") || first.ends_with('>') || !line.ends_with('\n') && first.ends_with('.');
    let is_row = second.is_some_and(|second| TYPES.contains(&second.as_str()));
    !is_rule(line)
        && !is_next
        && !is_row
        && !STARTS.contains(&first.as_str())
        && !line.trim_end().ends_with("selected.")
}

/// Whether a full line ends with a word: joining it with the next would make two attributes one unknown word. Where
/// columns are lost, an attribute at the start of the next line counts as its own even after a value.
fn splits(whole: &str, part: &str, in_column: Option<&str>) -> bool {
    let is_known = |word: &str| known(word.split('=').next().unwrap_or("")).is_some();
    let end: String = whole.chars().rev().take(LONGEST).take_while(|c| *c != ' ').collect();
    let last: String = end.chars().rev().collect();
    let first = part.split_whitespace().next().unwrap_or("");
    let follows_a_value = in_column.is_none() && last.contains('=');
    is_known(&last) && is_known(first) && (follows_a_value || !is_known(&format!("{last}{first}")))
}

/// Width of VALUE by the first rule: its third group, or its only one; 30 characters without such a rule.
#[must_use]
pub(super) fn width(text: &str) -> usize {
    let of_value = |line: &str| {
        let groups: Vec<&str> = line.split_whitespace().take(3).collect();
        (groups.len() != 2).then(|| groups.last().map_or(WIDTH, |group| group.len()))
    };
    text.lines().filter(|line| is_rule(line)).find_map(of_value).unwrap_or(WIDTH)
}
