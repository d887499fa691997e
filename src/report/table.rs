//! Rows as a reader sees them: formatted once, for page, shell and file alike.

use crate::model::{CommitPath, ComponentKind};
use crate::scenario::{Better, Family, Measure, Subject, part_name, subjects};
use crate::units::{Dimension, number, percent, signed_number, signed_percent};
use crate::whatif::{Comparison, ResultRow};

/// One result across the scenarios, as text.
#[derive(Debug, Clone, PartialEq)]
pub struct ResultLine {
    /// Path of the result.
    pub path: String,
    /// Label with its unit: `log file sync, mean, ms`.
    pub label: String,
    /// Key of the measure, for its explanation.
    pub measure: &'static str,
    /// Path in each scenario; nothing where it has no such part.
    pub paths: Vec<Option<String>>,
    /// One cell per scenario.
    pub cells: Vec<Cell>,
}

/// A value and how it differs from the baseline's.
#[derive(Debug, Clone, PartialEq)]
pub struct Cell {
    /// The value, or a dash.
    pub value: String,
    /// The difference; nothing for the baseline itself or where there is no value.
    pub difference: Option<Difference>,
}

/// A difference in words, numbers and an arrow.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// `−324.2 (−96.2 %)`.
    pub text: String,
    /// `▼`, `▲` or `=`.
    pub arrow: &'static str,
    /// What it means.
    pub sense: Sense,
}

/// What a difference means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sense {
    /// In the good direction.
    Better,
    /// In the bad direction.
    Worse,
    /// Neither.
    Neutral,
}

impl Sense {
    /// The word beside the arrow; empty for neither.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Better => "better",
            Self::Worse => "worse",
            Self::Neutral => "",
        }
    }
}

/// A value of a measure in its unit, without the unit's name.
#[must_use]
pub(super) fn measure_text(measure: &Measure, value: f64) -> String {
    match measure.dimension {
        Dimension::Share => percent(value),
        _ => number(value / measure.unit().factor),
    }
}

/// Results that are told together, under their heading.
#[derive(Debug, Clone, PartialEq)]
pub struct Section {
    /// `What is lost`, or of a part `Destination FS1`.
    pub title: String,
    /// Its results.
    pub lines: Vec<ResultLine>,
}

fn label(measure: &Measure) -> String {
    match (measure.dimension, measure.unit) {
        (Dimension::Share, _) | (_, "") => measure.label.into(),
        (_, unit) => format!("{}, {unit}", measure.label),
    }
}

/// Every result, formatted, subject after subject and of each part together.
#[must_use]
pub fn result_sections(comparison: &Comparison) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    for subject in subjects() {
        let first = sections.len();
        let keys: Vec<&str> = subject.measures.iter().map(|m| m.key).collect();
        for row in comparison.results.iter().filter(|row| keys.contains(&row.measure.key)) {
            let title = section_title(subject, row);
            let line = result_line(row, comparison.baseline);
            match sections[first..].iter_mut().find(|s| s.title == title) {
                Some(known) => known.lines.push(line),
                None => sections.push(Section { title, lines: vec![line] }),
            }
        }
    }
    sections
}

/// Destinations of different names that stand side by side are all named.
fn section_title(subject: &Subject, row: &ResultRow) -> String {
    match (part_name(&row.path), Family::of(row.measure.key)) {
        (Some(name), Some(Family::Class)) => format!("Session class {}", name.replace('|', " / ")),
        (Some(name), _) => format!("{} {}", subject.title, name.replace('|', " / ")),
        (None, _) => subject.title.into(),
    }
}

fn result_line(row: &ResultRow, baseline: usize) -> ResultLine {
    ResultLine {
        path: row.path.clone(),
        label: label(row.measure),
        measure: row.measure.key,
        paths: row.paths.clone(),
        cells: (0..row.values.len()).map(|i| cell(row, baseline, i)).collect(),
    }
}

fn cell(row: &ResultRow, baseline: usize, index: usize) -> Cell {
    let value = row.values[index].map_or("\u{2014}".into(), |v| measure_text(row.measure, v));
    let difference = (index != baseline).then(|| row.difference(baseline, index)).flatten();
    Cell {
        value,
        difference: difference.map(|(absolute, relative)| difference_text(row.measure, absolute, relative)),
    }
}

fn difference_text(measure: &Measure, absolute: f64, relative: Option<f64>) -> Difference {
    let amount = match measure.dimension {
        Dimension::Share => percent_points(absolute),
        _ => signed_number(absolute / measure.unit().factor),
    };
    let text = match relative {
        Some(relative) if measure.dimension != Dimension::Share => {
            format!("{amount} ({})", signed_percent(relative))
        }
        _ => amount,
    };
    let unchanged = relative.is_some_and(|r| r.abs() < 5e-5) || absolute == 0.0;
    let (arrow, sense) = match measure.better {
        _ if unchanged => ("=", Sense::Neutral),
        Better::Lower if absolute < 0.0 => ("\u{25bc}", Sense::Better),
        Better::Lower => ("\u{25b2}", Sense::Worse),
        Better::Higher if absolute > 0.0 => ("\u{25b2}", Sense::Better),
        Better::Higher => ("\u{25bc}", Sense::Worse),
        Better::Neutral if absolute < 0.0 => ("\u{25bc}", Sense::Neutral),
        Better::Neutral => ("\u{25b2}", Sense::Neutral),
    };
    Difference { text: if unchanged { "no change".into() } else { text }, arrow, sense }
}

/// A difference of shares, with one decimal: `−88.8 points`.
fn percent_points(absolute: f64) -> String {
    signed_percent(absolute).replace(" %", " points")
}

/// The inputs that differ: label and one text per scenario, a dash where an input does not exist.
#[must_use]
pub fn input_lines(comparison: &Comparison) -> Vec<(String, Vec<String>)> {
    let text = |t: &Option<String>| match t.as_deref() {
        None => "\u{2014}".to_string(),
        Some("") => "not given".into(),
        Some(text) => text.into(),
    };
    comparison.inputs.iter().map(|row| (row.label.clone(), row.texts.iter().map(text).collect())).collect()
}

/// Where a commit's time goes: label, mean in ms as text, and the share of its group.
/// The parts of log file sync add up to its mean; those of a remote write to the mean of that.
#[must_use]
pub fn parts_lines(path: &CommitPath) -> Vec<(String, Vec<(String, f64)>)> {
    let commit = path
        .components
        .iter()
        .filter(|c| c.kind != ComponentKind::Sync || !path.legs.is_empty())
        .map(|c| (c.kind.words().to_string(), c.mean))
        .collect();
    let mut groups = vec![("log file sync".to_string(), commit)];
    for leg in &path.legs {
        let parts = leg.parts.iter().map(|p| (p.kind.words().to_string(), p.mean)).collect();
        groups.push((format!("SYNC Remote Write to {}", leg.name), parts));
    }
    groups
}
