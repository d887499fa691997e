//! The study file: versioned JSON. It holds texts as typed; on reading they become drafts and meet today's rules.
//!
//! Version 1: `format`, `version`, `title`, `preset`, `baseline`, `scenarios[] {name, destinations, inputs}`, and
//! `results`, which readers ignore: they are there for people and scripts.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::scenario::{Draft, Entry, Family, Origin, Study};
use crate::units::Answer;
use crate::whatif::{Column, Comparison};

/// Version written.
pub const VERSION: u64 = 2;
const FORMAT: &str = "farsight-study";
/// More than a thousand times the largest study.
const LARGEST: usize = 20_000_000;

/// Why a text is no study that this version can open.
#[derive(Debug, Clone, PartialEq)]
pub enum FileError {
    /// Larger than any study.
    TooLarge,
    /// Nothing in it.
    Empty,
    /// It ends in the middle.
    Truncated,
    /// Not JSON: line and column.
    NotJson {
        /// Line of the mistake.
        line: usize,
        /// Column of the mistake.
        column: usize,
    },
    /// JSON of something else.
    Foreign,
    /// Written by a newer version.
    Newer(u64),
    /// A study with parts that do not fit: each in words.
    Unfit(Vec<String>),
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge => {
                write!(f, "it is larger than any study can be (20 MB): choose a Farsight study file")
            }
            Self::Empty => write!(f, "it is empty: choose a Farsight study file"),
            Self::Truncated => {
                write!(f, "it ends in the middle: it was cut off on its way here, fetch it again")
            }
            Self::NotJson { line, column } => {
                write!(f, "it is not JSON (line {line}, column {column}): choose a Farsight study file")
            }
            Self::Foreign => {
                write!(f, "it is JSON, but not a Farsight study: choose a file that Farsight exported")
            }
            Self::Newer(version) => write!(
                f,
                "it was written by a newer Farsight (file version {version}, this one reads up to {VERSION}): open it there, or reload this page to get the newer one"
            ),
            Self::Unfit(problems) => write!(f, "{}", problems.join("; ")),
        }
    }
}

impl std::error::Error for FileError {}

/// An input in a file: its text alone, or with its origin.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum FileEntry {
    Text(String),
    Full {
        text: String,
        origin: String,
        #[serde(default, skip_serializing_if = "String::is_empty")]
        note: String,
    },
}

#[derive(Serialize, Deserialize)]
struct FileScenario {
    name: String,
    #[serde(default)]
    destinations: Vec<String>,
    /// Session classes, since version 2.
    #[serde(default)]
    classes: Vec<String>,
    #[serde(default)]
    inputs: Map<String, Value>,
}

#[derive(Deserialize)]
struct FileStudy {
    #[serde(default)]
    title: String,
    #[serde(default)]
    preset: Option<String>,
    #[serde(default)]
    baseline: usize,
    scenarios: Vec<FileScenario>,
}

/// Writes a study; with its answers, if they are given.
#[must_use]
pub fn write_study(study: &Study, answers: Option<&Comparison>) -> String {
    let mut file = json!({
        "format": FORMAT,
        "version": VERSION,
        "generator": concat!("farsight ", env!("CARGO_PKG_VERSION")),
        "title": study.title,
        "preset": study.preset,
        "baseline": study.baseline(),
        "scenarios": study.drafts().iter().map(file_scenario).collect::<Vec<_>>(),
    });
    if let (Some(answers), Value::Object(fields)) = (answers, &mut file) {
        fields.insert("results".into(), answers.columns.iter().map(results).collect());
    }
    serde_json::to_string_pretty(&file).unwrap_or_default() + "\n"
}

fn file_scenario(draft: &Draft) -> Value {
    let inputs: Map<String, Value> = draft
        .entries()
        .map(|(path, entry)| {
            let entry = match entry.origin {
                Origin::Entered if entry.note.is_empty() => FileEntry::Text(entry.text.clone()),
                origin => FileEntry::Full {
                    text: entry.text.clone(),
                    origin: origin.word().into(),
                    note: entry.note.clone(),
                },
            };
            (path.to_string(), serde_json::to_value(entry).unwrap_or_default())
        })
        .collect();
    let mut scenario = json!({ "name": draft.name, "inputs": inputs });
    if let Value::Object(fields) = &mut scenario {
        for family in Family::ALL.into_iter().filter(|f| !draft.parts(*f).is_empty()) {
            fields.insert(family.plural().into(), draft.parts(family).into());
        }
    }
    scenario
}

/// Status and values of one scenario, in base units named at the key's catalogue entry.
fn results(column: &Column) -> Value {
    let status = match &column.answer {
        Ok(Answer::Ok(_)) => "ok",
        Ok(Answer::Warn(..)) => "warn",
        Ok(Answer::Saturated(_)) => "saturated",
        Ok(Answer::Invalid(_)) | Err(_) => "invalid",
    };
    let mut result = json!({ "name": column.draft.name, "status": status });
    let Value::Object(fields) = &mut result else { return result };
    if let Some(path) = column.path() {
        let in_unit = |key: &str, value: f64| {
            let factor = crate::scenario::measure(key).map_or(1.0, |m| m.unit().factor);
            json!(value / factor)
        };
        let measures: Map<String, Value> =
            path.measures.iter().map(|(key, value)| (key.clone(), in_unit(key, *value))).collect();
        fields.insert("measures".into(), Value::Object(measures));
    }
    if let Ok(Answer::Saturated(full)) = &column.answer {
        fields.insert("resource".into(), json!(full.resource));
        fields.insert("capacity_per_s".into(), json!(full.capacity));
        fields.insert("growth_per_s".into(), json!(full.growth()));
    }
    if let Err(errors) = &column.answer {
        fields.insert("errors".into(), errors.iter().map(ToString::to_string).collect());
    }
    result
}

/// Opens a study file of this or an earlier version.
///
/// # Errors
/// See [`FileError`]; its text completes "NAME was not opened: ...".
pub fn read_study(text: &str) -> Result<Study, FileError> {
    if text.len() > LARGEST {
        return Err(FileError::TooLarge);
    }
    let text = text.trim_start_matches('\u{feff}');
    if text.trim().is_empty() {
        return Err(FileError::Empty);
    }
    let value: Value = serde_json::from_str(text).map_err(|e| not_json(&e))?;
    let fields = value.as_object().ok_or(FileError::Foreign)?;
    if fields.get("format").and_then(Value::as_str) != Some(FORMAT) {
        return Err(FileError::Foreign);
    }
    match fields.get("version").and_then(Value::as_u64) {
        Some(version) if version > VERSION => return Err(FileError::Newer(version)),
        Some(1..) => {}
        _ => return Err(FileError::Unfit(vec!["its version is missing or not a number".into()])),
    }
    let file: FileStudy = serde_json::from_value(value)
        .map_err(|e| FileError::Unfit(vec![format!("a part does not fit: {e}")]))?;
    study(file)
}

fn not_json(error: &serde_json::Error) -> FileError {
    if error.is_eof() {
        FileError::Truncated
    } else {
        FileError::NotJson { line: error.line(), column: error.column() }
    }
}

fn study(file: FileStudy) -> Result<Study, FileError> {
    let mut problems = Vec::new();
    let count = file.scenarios.len();
    if count == 0 || count > Study::MOST {
        problems.push(format!("it holds {count} scenarios: 1 to {} are possible", Study::MOST));
        return Err(FileError::Unfit(problems));
    }
    let drafts: Vec<Draft> = file.scenarios.into_iter().map(|s| draft(s, &mut problems)).collect();
    if !problems.is_empty() {
        return Err(FileError::Unfit(problems));
    }
    let mut study = Study::new(&file.title, drafts);
    study.preset = file.preset;
    study.set_baseline(file.baseline);
    Ok(study)
}

fn draft(scenario: FileScenario, problems: &mut Vec<String>) -> Draft {
    let mut draft = Draft::new(&scenario.name);
    let mut note = |problem: String| {
        problems.push(format!("scenario \u{201c}{}\u{201d}: {problem}", short(&scenario.name)))
    };
    for (family, names) in [(Family::Destination, &scenario.destinations), (Family::Class, &scenario.classes)]
    {
        for name in names {
            if let Err(error) = draft.add_part(family, name) {
                note(error.to_string());
            }
        }
    }
    for (path, value) in scenario.inputs {
        match entry(value) {
            Some(entry) => {
                if let Err(error) = draft.enter(&path, entry) {
                    note(format!(
                        "{error}; remove it from the file or open the file with the version that wrote it"
                    ));
                }
            }
            None => note(format!("input \u{201c}{path}\u{201d} is neither a text nor a text with an origin")),
        }
    }
    draft
}

fn short(name: &str) -> String {
    name.chars().take(60).collect()
}

fn entry(value: Value) -> Option<Entry> {
    match serde_json::from_value(value).ok()? {
        FileEntry::Text(text) => Some(Entry { text, origin: Origin::Entered, note: String::new() }),
        FileEntry::Full { text, origin, note } => {
            let origin = Origin::ALL.into_iter().find(|o| o.word() == origin)?;
            Some(Entry { text, origin, note })
        }
    }
}
