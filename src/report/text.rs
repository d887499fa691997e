//! Plain text for the shell: aligned columns, the same numbers as the page.

use super::loss::loss_groups;
use super::measured::{bucket_lines, measured_sentence};
use super::notes::notes;
use super::table::{ResultLine, input_lines, parts_lines, result_sections};
use super::words::{
    comparison_sentence, group_label, measured_average, provenance, status_sentence, throughput_target,
    traced_commit, traced_remote_write, verdict, with_stalls,
};
use super::working::worked_lines;
use crate::model::Comparison as Measured;
use crate::scenario::{Group, Kind, PRESETS, Study, knobs, measure, measures, working};
use crate::units::number;
use crate::whatif::{Column, Comparison};

/// Everything about a study: verdicts, comparison, where time goes, measured against predicted, where inputs come
/// from.
#[must_use]
pub fn study_text(study: &Study, comparison: &Comparison) -> String {
    let mut parts = vec![format!("{}\n", study.title)];
    for column in &comparison.columns {
        let verdict = verdict(column);
        let further = [with_stalls(column), throughput_target(column)].into_iter().flatten();
        let notes: String = further.chain(notes(column)).map(|note| format!("  {note}\n")).collect();
        parts.push(format!("{}: {}.\n  {}\n{notes}", column.draft.name, verdict.headline, verdict.reason));
    }
    parts.extend(comparison_sentence(comparison).map(|s| format!("{s}\n")));
    parts.push(inputs_text(comparison));
    parts.push(results_text(comparison));
    parts.extend(comparison.columns.iter().map(column_text));
    parts.retain(|p| !p.is_empty());
    parts.join("\n")
}

fn inputs_text(comparison: &Comparison) -> String {
    if comparison.columns.len() < 2 {
        return String::new();
    }
    let rows = input_lines(comparison).into_iter().map(|(label, texts)| [vec![label], texts].concat());
    let header = [vec!["Inputs that differ".to_string()], names(comparison)].concat();
    aligned(std::iter::once(header).chain(rows).collect())
}

fn names(comparison: &Comparison) -> Vec<String> {
    let name = |(i, column): (usize, &Column)| {
        let mark = if i == comparison.baseline && comparison.columns.len() > 1 { " (baseline)" } else { "" };
        format!("{}{mark}", column.draft.name)
    };
    comparison.columns.iter().enumerate().map(name).collect()
}

fn results_text(comparison: &Comparison) -> String {
    let header = [vec!["Results".to_string()], names(comparison)].concat();
    let rows = result_sections(comparison).into_iter().flat_map(|section| {
        std::iter::once(vec![section.title]).chain(section.lines.into_iter().map(result_row))
    });
    aligned(std::iter::once(header).chain(rows).collect())
}

fn result_row(line: ResultLine) -> Vec<String> {
    let cells = line.cells.into_iter().map(|cell| match cell.difference {
        Some(d) => format!("{}  {} {}", cell.value, d.arrow, d.text),
        None => cell.value,
    });
    std::iter::once(format!("  {}", line.label)).chain(cells).collect()
}

/// How each result follows: its formula, the same with each scenario's numbers, how exact it is, and its source.
#[must_use]
pub fn formulas_text(comparison: &Comparison) -> String {
    let mut text = String::from("Formulas with these numbers\n");
    for section in result_sections(comparison) {
        text.push_str(&format!("{}\n", section.title));
        for line in section.lines {
            let Some(measure) = measure(line.measure) else { continue };
            text.push_str(&format!("  {}\n    {}\n", line.label, measure.formula));
            let worked = worked_lines(comparison, &line);
            text.extend(worked.into_iter().map(|(name, worked)| format!("    {name}: {worked}\n")));
            let source = working(measure.key).map_or("", |w| w.source);
            text.push_str(&format!("    {}\n    Source: {source}\n", measure.exactness));
        }
    }
    text
}

fn column_text(column: &Column) -> String {
    let Some(path) = column.path() else { return String::new() };
    let mut text = format!("{}\n", column.draft.name);
    for (group, parts) in parts_lines(path) {
        let total: f64 = parts.iter().map(|(_, mean)| mean).sum();
        text.push_str(&format!("  {group}, mean {} ms\n", number(total)));
        let rows = parts
            .into_iter()
            .map(|(label, mean)| vec![format!("    {label}"), format!("{} ms", number(mean))]);
        text.push_str(&aligned(rows.collect()));
    }
    text.extend(status_sentence(column).map(|s| format!("  {s}\n")));
    text.extend(path.comparison.as_ref().map(measured_text));
    let measured = [traced_commit(column), measured_average(column), traced_remote_write(column)];
    text.extend(measured.into_iter().flatten().map(|s| format!("  {s}\n")));
    text.push_str(&loss_text(column));
    for (origin, inputs) in provenance(&column.draft) {
        text.push_str(&format!("  {}: {}\n", group_label(origin), inputs.join(", ")));
    }
    text
}

fn loss_text(column: &Column) -> String {
    let mut text = String::new();
    for (i, (title, sentences)) in loss_groups(column).into_iter().enumerate() {
        text.push_str(if i == 0 { "  When something is lost\n" } else { "" });
        text.push_str(&format!("    {title}\n"));
        text.extend(sentences.into_iter().map(|s| format!("      {s}\n")));
    }
    text
}

fn measured_text(measured: &Measured) -> String {
    let header = ["log file sync, ms", "waits", "measured", "predicted"].map(String::from).to_vec();
    let rows = bucket_lines(measured).into_iter().map(|row| row.to_vec());
    let table = aligned(std::iter::once(header).chain(rows).collect());
    format!("  {}\n{}", measured_sentence(measured), indented(&table))
}

fn indented(table: &str) -> String {
    table.lines().map(|line| format!("    {line}\n")).collect()
}

/// The presets with their questions and sources.
#[must_use]
pub fn presets_text() -> String {
    let one = |p: &crate::scenario::Preset| {
        format!("{}\n  {}\n  {}\n  Source: {}\n", p.key, p.title, p.question, p.source)
    };
    PRESETS.iter().map(one).collect::<Vec<_>>().join("\n")
}

/// Every input: path, unit or words, default, help.
#[must_use]
pub fn knobs_text() -> String {
    let mut text = String::new();
    for group in Group::ALL {
        text.push_str(&format!("{}\n", group.label()));
        for knob in knobs().filter(|k| k.group == group) {
            let words = match &knob.kind {
                Kind::Quantity { unit, .. } => (*unit).to_string(),
                Kind::Choice(choices) => choices.iter().map(|c| c.key).collect::<Vec<_>>().join(" | "),
                Kind::Histogram => "bucket:count ...".into(),
                Kind::Hours => "24 factors".into(),
                Kind::Shares => "shares in %".into(),
                Kind::Part(words) => {
                    let words: Vec<&str> = words.iter().map(|c| c.key).collect();
                    [words, vec!["NAME of a destination"]].concat().join(" | ")
                }
                Kind::Site => "name".into(),
            };
            let default = if knob.default.is_empty() { "none" } else { knob.default };
            text.push_str(&format!(
                "  {}  [{words}]  default {default} ({})\n      {}: {}\n",
                knob.key, knob.source, knob.label, knob.help
            ));
        }
    }
    text
}

/// Every result: path, unit, meaning, formula, exactness.
#[must_use]
pub fn measures_text() -> String {
    measures()
        .map(|m| {
            format!(
                "{}  [{}]\n  {}: {}\n  {}\n  {}\n  Source: {}\n",
                m.key,
                m.unit,
                m.label,
                m.help,
                m.formula,
                m.exactness,
                working(m.key).map_or("", |w| w.source)
            )
        })
        .collect::<Vec<_>>()
        .join("\n")
}

/// Left-aligned first column, the others two blanks apart.
fn aligned(rows: Vec<Vec<String>>) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |c: usize| rows.iter().filter_map(|r| r.get(c)).map(|t| t.chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in &rows {
        let cells: Vec<String> = row.iter().zip(&widths).map(|(cell, w)| format!("{cell:<w$}")).collect();
        text.push_str(cells.join("  ").trim_end());
        text.push('\n');
    }
    text
}
