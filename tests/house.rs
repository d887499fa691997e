//! The house stays as ARCHITECTURE.md draws it: a room uses only lower rooms, only one file touches the browser, the
//! rooms of pure mathematics do not know the product, and every file says what it knows.
//!
//! Every check is first tried on a few lines that break its rule, so that it can fail.

use std::fs;
use std::path::Path;

/// Lowest first. A room uses only rooms before it.
const ROOMS: [&str; 10] =
    ["units", "latency", "queueing", "scenario", "model", "simulation", "evidence", "whatif", "report", "ui"];

/// (room, lower rooms it must not use all the same, why).
const APART: [(&str, &[&str], &str); 2] = [
    ("simulation", &["model", "queueing"], "it could not check what it is built on"),
    ("evidence", &["model", "queueing", "simulation"], "pasted text knows no formulas"),
];

/// The browser's own crates, and the one file that may use them.
const BROWSER: [&str; 3] = ["web_sys", "js_sys", "wasm_bindgen"];
const BROWSER_FILE: &str = "src/ui/browser.rs";

/// What delays and queues must not know. A blank at an end is the end of a word; none is the start of a longer one.
const PRODUCT_WORDS: [&str; 7] =
    [" oracle", " lgwr", " redo ", " data guard", " log file", " standby", " commit"];

/// A source file: its path from the top of the repository, and its text.
struct Source {
    path: String,
    text: String,
}

impl Source {
    fn new(path: &str, text: &str) -> Self {
        Self { path: path.into(), text: text.into() }
    }

    /// The room it is in; none for what lies on top (`main.rs`, `shell.rs`, `lib.rs`, `bin/`).
    fn room(&self) -> Option<&str> {
        let inside = self.path.strip_prefix("src/")?;
        let first = inside.split('/').next()?;
        let room = first.strip_suffix(".rs").unwrap_or(first);
        (!["main", "shell", "lib", "bin"].contains(&room)).then_some(room)
    }

    /// `path:line: rule`.
    fn complaint(&self, at: usize, rule: &str) -> String {
        let line = self.text[..at].matches('\n').count() + 1;
        format!("{}:{line}: {rule}", self.path)
    }
}

/// Every Rust file under `src`.
fn sources() -> Vec<Source> {
    let mut found = Vec::new();
    collect(Path::new(env!("CARGO_MANIFEST_DIR")), "src", &mut found);
    assert!(found.len() > 50, "only {} files were found", found.len());
    found
}

fn collect(top: &Path, folder: &str, found: &mut Vec<Source>) {
    for entry in fs::read_dir(top.join(folder)).expect("a folder").map(|e| e.expect("an entry")) {
        let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            collect(top, &path, found);
        } else if Path::new(&path).extension().is_some_and(|e| e == "rs") {
            found.push(Source { text: fs::read_to_string(entry.path()).expect("UTF-8"), path });
        }
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Where `word` stands as a whole word.
fn words_at<'a>(text: &'a str, word: &'a str) -> impl Iterator<Item = usize> + 'a {
    text.match_indices(word).map(|(at, _)| at).filter(move |at| {
        let before = text[..*at].chars().next_back().is_some_and(is_word);
        let after = text[at + word.len()..].chars().next().is_some_and(is_word);
        !before && !after
    })
}

fn first_word(text: &str) -> &str {
    let text = text.trim_start();
    text.split(|c| !is_word(c)).next().unwrap_or("")
}

/// The rooms that a file names, with where: `crate::a`, `farsight::a`, `super::a`, and each of `crate::{a, b::{c}}`.
fn rooms_named(text: &str) -> Vec<(usize, &str)> {
    let mut named = Vec::new();
    for (at, rest) in ["crate", "farsight", "super"]
        .iter()
        .flat_map(|root| words_at(text, root).map(move |at| (at, text[at + root.len()..].trim_start())))
    {
        if let Some(path) = rest.strip_prefix("::") {
            match path.trim_start().strip_prefix('{') {
                Some(list) => named.extend(elements(list).into_iter().map(|e| (at, first_word(e)))),
                None if path.trim_start().starts_with('*') => named.push((at, "*")),
                None => named.push((at, first_word(path))),
            }
        } else if rest.starts_with("as ") {
            named.push((at, "*"));
        }
    }
    named
}

/// The elements of a list in braces, `list` being what follows the opening brace.
fn elements(list: &str) -> Vec<&str> {
    let (mut depth, mut start, mut elements) = (0_usize, 0, Vec::new());
    for (at, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => {
                elements.push(&list[start..at]);
                break;
            }
            '}' => depth -= 1,
            ',' if depth == 0 => {
                elements.push(&list[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    elements
}

fn rank(room: &str) -> Option<usize> {
    ROOMS.iter().position(|r| *r == room)
}

/// Uses of rooms that are not lower.
fn climbs(source: &Source) -> Vec<String> {
    let Some(room) = source.room() else { return Vec::new() };
    let Some(own) = rank(room) else {
        return vec![source.complaint(0, &format!("`{room}` is not in the table of rooms"))];
    };
    let apart = APART.iter().find(|(r, ..)| *r == room);
    let rule = |name: &str| match rank(name) {
        Some(other) if other > own => Some(format!("`{room}` uses `{name}`, which is not a lower room")),
        Some(_) => apart
            .filter(|(_, others, _)| others.contains(&name))
            .map(|(.., why)| format!("`{room}` uses `{name}`: {why}")),
        None if name == "*" => Some("a glob or a new name for the crate hides which rooms are used".into()),
        None => None,
    };
    // `super::*` is how a file's own tests see it.
    let hidden = |at: usize, name: &str| name != "*" || !source.text[at..].starts_with("super");
    rooms_named(&source.text)
        .into_iter()
        .filter(|(at, name)| hidden(*at, name))
        .filter_map(|(at, name)| Some(source.complaint(at, &rule(name)?)))
        .collect()
}

/// The code without its comments and without what its strings hold; every character keeps its place.
fn code_only(text: &str) -> String {
    let mut code = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let (kept, length) = match hidden_length(rest, code.chars().next_back()) {
            Some(length) => (false, length),
            None => (true, c.len_utf8()),
        };
        let blank = |c: char| if kept || c == '\n' { c.to_string() } else { " ".repeat(c.len_utf8()) };
        code.extend(rest[..length].chars().map(blank));
        rest = &rest[length..];
    }
    code
}

/// Length of the comment, string or character that `rest` starts with; nothing for code.
fn hidden_length(rest: &str, before: Option<char>) -> Option<usize> {
    let until =
        |from: usize, end: &str| rest[from..].find(end).map_or(rest.len(), |at| from + at + end.len());
    if rest.starts_with("//") {
        return Some(rest.find('\n').unwrap_or(rest.len()));
    }
    if rest.starts_with("/*") {
        return Some(until(2, "*/"));
    }
    if rest.starts_with('r') && !before.is_some_and(is_word) {
        let hashes = rest[1..].chars().take_while(|c| *c == '#').count();
        if rest[1 + hashes..].starts_with('"') {
            return Some(until(2 + hashes, &format!("\"{}", "#".repeat(hashes))));
        }
    }
    match rest.chars().next()? {
        '"' => Some(quoted_length(rest, '"')),
        // A lifetime has no second apostrophe right after its first character.
        '\'' if rest[1..].starts_with('\\') || rest.chars().nth(2) == Some('\'') => {
            Some(quoted_length(rest, '\''))
        }
        _ => None,
    }
}

fn quoted_length(rest: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

/// Uses of the browser outside its file, and of the page's framework outside the page.
fn page_leaks(source: &Source) -> Vec<String> {
    let code = code_only(&source.text);
    let complain = |word: &str, rule: &str| -> Vec<String> {
        words_at(&code, word).map(|at| source.complaint(at, &format!("`{word}` {rule}"))).collect()
    };
    let mut leaks = Vec::new();
    if source.path != BROWSER_FILE {
        leaks.extend(BROWSER.iter().flat_map(|word| complain(word, "is for ui/browser.rs alone")));
    }
    if source.room() != Some("ui") && source.path != "src/main.rs" {
        leaks.extend(complain("leptos", "is for the page alone"));
    }
    leaks
}

/// Lower case, words one blank apart, `CamelCase` and `snake_case` taken apart.
fn plain_words(line: &str) -> String {
    let mut words = String::from(" ");
    let mut before = ' ';
    for c in line.chars() {
        if c.is_uppercase() && before.is_lowercase() {
            words.push(' ');
        }
        words.extend(if c.is_alphanumeric() { c.to_lowercase().collect() } else { vec![' '] });
        before = c;
    }
    let plain: Vec<&str> = words.split_whitespace().collect();
    format!(" {} ", plain.join(" "))
}

/// The product's words in the rooms that do not know it, comments included.
fn product_words(source: &Source) -> Vec<String> {
    if !matches!(source.room(), Some("latency" | "queueing")) {
        return Vec::new();
    }
    let mut complaints = Vec::new();
    let mut at = 0;
    for line in source.text.split_inclusive('\n') {
        let plain = plain_words(line);
        for word in PRODUCT_WORDS.iter().filter(|word| plain.contains(**word)) {
            complaints.push(
                source.complaint(at, &format!("this room does not know \u{201c}{}\u{201d}", word.trim())),
            );
        }
        at += line.len();
    }
    complaints
}

/// A file that does not say what it knows.
fn silent(source: &Source) -> Vec<String> {
    let opens = source.text.starts_with("//! ");
    if opens { Vec::new() } else { vec![source.complaint(0, "a file opens with //! and what it knows")] }
}

/// Public functions with a bare `bool` among their parameters.
fn bare_bools(source: &Source) -> Vec<String> {
    let code = code_only(&source.text);
    let is_public = |at: usize| {
        let line = code[..at].rsplit(['\n', ';', '}']).next().unwrap_or("").trim_start();
        line.starts_with("pub ") || line.starts_with("pub(")
    };
    words_at(&code, "fn")
        .filter(|at| is_public(*at))
        .filter(|at| parameters(&code[*at..]).iter().any(|p| is_bare_bool(p)))
        .map(|at| source.complaint(at, "a public function takes no bare bool: name what it says"))
        .collect()
}

fn is_bare_bool(parameter: &str) -> bool {
    parameter.rsplit_once(": ").is_some_and(|(_, kind)| kind.trim() == "bool")
}

/// The parameters of the function that `code` starts with.
fn parameters(code: &str) -> Vec<&str> {
    let Some(open) = opening_parenthesis(code) else { return Vec::new() };
    let (mut depth, mut start, mut found) = (0_i32, open + 1, Vec::new());
    for (at, c) in code.char_indices().skip_while(|(at, _)| *at <= open) {
        match c {
            '(' | '[' | '<' | '{' => depth += 1,
            '>' if code[..at].ends_with('-') => {}
            ')' if depth == 0 => {
                found.push(&code[start..at]);
                break;
            }
            ')' | ']' | '>' | '}' => depth -= 1,
            ',' if depth == 0 => {
                found.push(&code[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    found
}

/// The parenthesis that opens the parameters: the first one outside `<...>`.
fn opening_parenthesis(code: &str) -> Option<usize> {
    let mut depth = 0_i32;
    for (at, c) in code.char_indices() {
        match c {
            '<' => depth += 1,
            '>' if !code[..at].ends_with('-') => depth -= 1,
            '(' if depth == 0 => return Some(at),
            _ => {}
        }
    }
    None
}

/// The rooms of the table in `architecture` whose first column is headed `room`, in its order; files are no rooms.
fn rooms_listed(architecture: &str) -> Vec<String> {
    let cell =
        |line: &str| line.trim().strip_prefix('|').and_then(|l| l.split('|').next()).map(str::to_string);
    let is_header =
        |line: &&str| cell(line).is_some_and(|c| c.trim().trim_matches('`').eq_ignore_ascii_case("room"));
    architecture
        .lines()
        .skip_while(|line| !is_header(line))
        .skip(2)
        .map_while(cell)
        .flat_map(|cell| cell.split('`').skip(1).step_by(2).map(str::to_string).collect::<Vec<_>>())
        .filter(|name| !name.contains(['.', '/']))
        .collect()
}

/// The rooms that exist, lowest first.
fn rooms_built() -> Vec<String> {
    let sources = sources();
    let mut rooms: Vec<&str> = sources.iter().filter_map(Source::room).collect();
    rooms.sort_by_key(|room| (rank(room), *room));
    rooms.dedup();
    rooms.into_iter().map(String::from).collect()
}

fn none(complaints: Vec<String>) {
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

fn all(check: impl Fn(&Source) -> Vec<String>) {
    none(sources().iter().flat_map(check).collect());
}

#[test]
fn a_room_uses_only_lower_rooms() {
    all(climbs);
}

#[test]
fn a_climb_is_seen_in_every_spelling() {
    let complaints = |path: &str, text: &str| climbs(&Source::new(path, text));
    let one = complaints(
        "src/latency/grid.rs",
        "//! Grid.\n\nuse crate::units::Range;\nuse crate::model::evaluate;\n",
    );
    assert_eq!(one, ["src/latency/grid.rs:4: `latency` uses `model`, which is not a lower room"]);
    for text in [
        "use crate::{units::{Bytes, Count}, whatif};",
        "use crate::{\n    units,\n    report::{csv, text},\n};",
        "fn f() { crate::ui::mount() }",
        "/// use farsight::whatif::Comparison;",
        "use super::super::scenario::Draft;",
        "use crate :: model;",
        "use crate::*;",
        "use crate as everything;",
    ] {
        assert_eq!(complaints("src/queueing/root.rs", text).len(), 1, "{text}");
    }
    for text in
        ["use crate::{units::{Bytes, ui}, latency};", "use super::*;", "pub(crate) fn f() {}", "mod crates;"]
    {
        none(complaints("src/queueing/root.rs", text));
    }
    assert_eq!(complaints("src/simulation/mod.rs", "use crate::{model, queueing, latency};").len(), 2);
    assert_eq!(complaints("src/cellar/mod.rs", "").len(), 1, "a room without a place");
    none(complaints("src/shell.rs", "use farsight::report::csv;"));
}

#[test]
fn only_one_file_touches_the_browser() {
    all(page_leaks);
}

#[test]
fn a_leak_of_the_page_is_seen() {
    let complaints = |path: &str, text: &str| page_leaks(&Source::new(path, text)).len();
    assert_eq!(complaints("src/ui/form.rs", "let s = \"//\"; use web_sys::Window;"), 1);
    assert_eq!(complaints("src/ui/form.rs", "let c = '\"'; leptos::wasm_bindgen::JsCast"), 1);
    assert_eq!(complaints("src/report/text.rs", "use leptos::prelude::*;"), 1);
    assert_eq!(
        complaints("src/report/text.rs", "// web_sys\nlet s = r#\"js_sys \" leptos\"#; /* web_sys */"),
        0
    );
    assert_eq!(complaints(BROWSER_FILE, "use leptos::web_sys::Window;"), 0);
}

#[test]
fn delays_and_queues_do_not_know_the_product() {
    all(product_words);
}

#[test]
fn a_word_of_the_product_is_seen() {
    let complaints = |path: &str, text: &str| product_words(&Source::new(path, text));
    for text in [
        "//! as Oracle prints",
        "let redo_rate = 1;",
        "struct LogFileSync;",
        "// the log   file",
        "COMMITS",
        "LGWR's",
    ] {
        assert_eq!(complaints("src/latency/law.rs", text).len(), 1, "{text}");
        none(complaints("src/model/commit.rs", text));
    }
    none(complaints("src/queueing/root.rs", "// predominant credos are catalog files"));
    assert_eq!(
        complaints("src/latency/law.rs", "a\nb\nstandby")[0].split(": ").next(),
        Some("src/latency/law.rs:3")
    );
}

#[test]
fn every_file_says_what_it_knows() {
    all(silent);
    assert_eq!(silent(&Source::new("src/x.rs", "use std::fmt;\n//! Late.")).len(), 1);
}

#[test]
fn public_functions_take_no_bare_bool() {
    all(bare_bools);
    let complaints = |text: &str| bare_bools(&Source::new("src/x.rs", text)).len();
    for text in [
        "pub fn f(on: bool) {}",
        "pub fn f<F: Fn(u8) -> u8>(a: u8, mut on: bool,) {}",
        "    pub(crate) const fn f(\n        &self,\n        on: bool\n    ) {}",
    ] {
        assert_eq!(complaints(text), 1, "{text}");
    }
    for text in ["pub fn f(is: impl Fn(u8) -> bool) -> bool {}", "fn f(on: bool) {}", "// pub fn f(on: bool)"]
    {
        assert_eq!(complaints(text), 0, "{text}");
    }
}

#[test]
fn the_table_of_rooms_lists_what_is_built() {
    let path = format!("{}/ARCHITECTURE.md", env!("CARGO_MANIFEST_DIR"));
    let architecture = fs::read_to_string(&path).unwrap_or_else(|e| panic!("ARCHITECTURE.md: {e}"));
    assert_eq!(
        rooms_listed(&architecture),
        rooms_built(),
        "ARCHITECTURE.md lists the rooms of src, lowest first"
    );
}

#[test]
fn a_table_of_rooms_is_read() {
    let text = "| term | sense |\n|---|---|\n| `burst` | x |\n\n| room | holds |\n|---|---|\n| `units` | `Range` |\n\
                | `ui` | |\n| `main.rs`, `bin/` | |\n\n| `late` | |\n";
    assert_eq!(rooms_listed(text), ["units", "ui"]);
}
