//! A baseline and variants side by side: the inputs that differ, and every result.

use crate::model::{CommitPath, evaluate};
use crate::scenario::{
    Draft, Family, FieldError, Measure, Scenario, Study, knob, knobs, measures, part_name, part_path,
    validate,
};
use crate::units::Answer;

/// A scenario with its answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Column {
    /// As text.
    pub draft: Draft,
    /// What the text means, where it is valid.
    pub scenario: Option<Scenario>,
    /// The answer, or the fields that stand in its way.
    pub answer: Result<Answer<CommitPath>, Vec<FieldError>>,
}

/// Scenarios side by side.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// The scenarios, in the study's order.
    pub columns: Vec<Column>,
    /// Index of the one that others are compared with.
    pub baseline: usize,
    /// Inputs that are not alike in all of them.
    pub inputs: Vec<InputRow>,
    /// Results that at least one of them has.
    pub results: Vec<ResultRow>,
}

/// One input across the scenarios.
#[derive(Debug, Clone, PartialEq)]
pub struct InputRow {
    /// Path; where scenarios name a destination differently, all names: `destination[A|B].round_trip`.
    pub path: String,
    /// As the user sees it.
    pub label: String,
    /// Text in force per scenario; nothing where the input does not exist or plays no part.
    pub texts: Vec<Option<String>>,
}

/// One result across the scenarios.
#[derive(Debug, Clone)]
pub struct ResultRow {
    /// Path, as for inputs.
    pub path: String,
    /// As the user sees it.
    pub label: String,
    /// Its catalogue entry.
    pub measure: &'static Measure,
    /// Path per scenario; nothing where it has no such part.
    pub paths: Vec<Option<String>>,
    /// Value per scenario in base units; nothing where it does not exist.
    pub values: Vec<Option<f64>>,
}

impl PartialEq for ResultRow {
    fn eq(&self, other: &Self) -> bool {
        self.path == other.path && self.values == other.values
    }
}

impl Column {
    /// The commit path, where there is one.
    #[must_use]
    pub fn path(&self) -> Option<&CommitPath> {
        match &self.answer {
            Ok(Answer::Ok(path) | Answer::Warn(path, _)) => Some(path),
            _ => None,
        }
    }
}

impl ResultRow {
    /// Difference of scenario `index` to the baseline: absolute, and relative where the baseline is not 0.
    #[must_use]
    pub fn difference(&self, baseline: usize, index: usize) -> Option<(f64, Option<f64>)> {
        let (base, value) = (self.values.get(baseline).copied()??, self.values.get(index).copied()??);
        let absolute = value - base;
        Some((absolute, (base != 0.0).then(|| absolute / base)))
    }
}

/// Validates and answers one draft.
#[must_use]
pub fn evaluate_draft(draft: &Draft) -> Column {
    let validated = validate(draft);
    let answer = validated.as_ref().map(evaluate).map_err(Clone::clone);
    Column { draft: draft.clone(), scenario: validated.ok(), answer }
}

/// Puts answered scenarios side by side.
#[must_use]
pub fn compare(columns: Vec<Column>, baseline: usize) -> Comparison {
    let drafts: Vec<&Draft> = columns.iter().map(|c| &c.draft).collect();
    let inputs = input_rows(&drafts);
    let results = result_rows(&columns);
    Comparison { columns, baseline, inputs, results }
}

impl Comparison {
    /// Answers a whole study.
    #[must_use]
    pub fn of(study: &Study) -> Self {
        compare(study.drafts().iter().map(evaluate_draft).collect(), study.baseline())
    }
}

/// The paths that a catalogue key has in each draft: one set for a plain key, one for each part otherwise. Parts of the
/// same name stand side by side; what is left of each draft stands beside what is left of the others.
fn places(key: &str, drafts: &[&Draft]) -> Vec<Vec<Option<String>>> {
    let Some(family) = Family::of(key) else {
        return vec![vec![Some(key.to_string()); drafts.len()]];
    };
    let path = |name: &Option<String>| name.as_ref().map(|name| part_path(key, name));
    let rows = side_by_side(drafts.iter().map(|d| d.parts(family)).collect());
    rows.iter().map(|row| row.iter().map(path).collect()).collect()
}

/// Rows of names, one column a list: names that several lists share first, in the order of their first list.
fn side_by_side(mut lists: Vec<Vec<String>>) -> Vec<Vec<Option<String>>> {
    let mut rows = Vec::new();
    let mut all: Vec<String> = Vec::new();
    for name in lists.iter().flatten() {
        if !all.contains(name) {
            all.push(name.clone());
        }
    }
    let shared = |name: &&String| lists.iter().filter(|list| list.contains(name)).count() > 1;
    let shared: Vec<String> = all.iter().filter(shared).cloned().collect();
    for name in &shared {
        rows.push(lists.iter().map(|list| list.contains(name).then(|| name.clone())).collect());
    }
    lists.iter_mut().for_each(|list| list.retain(|name| !shared.contains(name)));
    let most = lists.iter().map(Vec::len).max().unwrap_or(0);
    rows.extend((0..most).map(|i| lists.iter().map(|list| list.get(i).cloned()).collect()));
    rows
}

/// Path and label of a row; destinations of different names are all named.
fn row_name(key: &str, label: &str, paths: &[Option<String>]) -> (String, String) {
    let mut names: Vec<&str> = Vec::new();
    for path in paths.iter().flatten() {
        if let Some(name) = part_name(path).filter(|name| !names.contains(name)) {
            names.push(name);
        }
    }
    if names.is_empty() {
        return (key.into(), label.into());
    }
    (part_path(key, &names.join("|")), format!("{label} ({})", names.join(" / ")))
}

fn input_rows(drafts: &[&Draft]) -> Vec<InputRow> {
    let text = |draft: &Draft, path: &str| {
        draft.plays_a_part(path).then(|| knob(path).map_or_else(String::new, |k| k.shown(draft.text(path))))
    };
    let mut rows = Vec::new();
    for knob in knobs() {
        for paths in places(knob.key, drafts) {
            let texts: Vec<Option<String>> =
                drafts.iter().zip(&paths).map(|(d, p)| p.as_ref().and_then(|p| text(d, p))).collect();
            if texts.iter().any(|t| *t != texts[0]) {
                let (path, label) = row_name(knob.key, knob.label, &paths);
                rows.push(InputRow { path, label, texts });
            }
        }
    }
    rows
}

fn result_rows(columns: &[Column]) -> Vec<ResultRow> {
    let drafts: Vec<&Draft> = columns.iter().map(|c| &c.draft).collect();
    let mut rows = Vec::new();
    for measure in measures() {
        for paths in places(measure.key, &drafts) {
            let value = |column: &Column, path: &Option<String>| column.path()?.get(path.as_ref()?);
            let values: Vec<Option<f64>> = columns.iter().zip(&paths).map(|(c, p)| value(c, p)).collect();
            if values.iter().any(Option::is_some) {
                let (path, label) = row_name(measure.key, measure.label, &paths);
                rows.push(ResultRow { path, label, measure, paths, values });
            }
        }
    }
    rows
}
