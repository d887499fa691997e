//! The comparison as CSV: one row an input or result, full precision, one column a scenario and its difference.

use crate::scenario::Study;
use crate::whatif::{Comparison, ResultRow};

/// `kind,key,label,unit,SCENARIO...,difference: SCENARIO...,difference %: SCENARIO...`.
///
/// Numbers are in the unit of their row with full precision and a decimal point, texts as typed. All inputs are
/// listed, also equal ones. Cells that a spreadsheet would run as a formula are preceded by an apostrophe.
#[must_use]
pub fn csv(study: &Study, comparison: &Comparison) -> String {
    let names: Vec<&str> = comparison.columns.iter().map(|c| c.draft.name.as_str()).collect();
    let others: Vec<usize> = (0..names.len()).filter(|i| *i != comparison.baseline).collect();
    let mut header: Vec<String> = ["kind", "key", "label", "unit"].map(String::from).to_vec();
    header.extend(names.iter().map(ToString::to_string));
    header.extend(others.iter().map(|i| format!("difference: {}", names[*i])));
    header.extend(others.iter().map(|i| format!("difference %: {}", names[*i])));
    let mut lines = vec![line(&header)];
    lines.extend(input_lines(study, others.len()));
    lines.extend(comparison.results.iter().map(|row| line(&result_cells(row, comparison.baseline, &others))));
    lines.concat()
}

fn input_lines(study: &Study, others: usize) -> Vec<String> {
    let mut seen: Vec<(String, String)> = Vec::new();
    for draft in study.drafts() {
        for (path, knob) in draft.knobs() {
            if !seen.iter().any(|(p, _)| *p == path) {
                seen.push((path, knob.label.to_string()));
            }
        }
    }
    let exists = |draft: &crate::scenario::Draft, path: &str| draft.knobs().iter().any(|(p, _)| p == path);
    seen.into_iter()
        .map(|(path, label)| {
            let mut cells = vec!["input".to_string(), path.clone(), label, String::new()];
            cells.extend(study.drafts().iter().map(|d| {
                if exists(d, &path) && d.plays_a_part(&path) {
                    d.text(&path).to_string()
                } else {
                    String::new()
                }
            }));
            cells.extend(vec![String::new(); 2 * others]);
            line(&cells)
        })
        .collect()
}

fn result_cells(row: &ResultRow, baseline: usize, others: &[usize]) -> Vec<String> {
    let factor = row.measure.unit().factor;
    let mut cells: Vec<String> =
        ["result", &row.path, &row.label, row.measure.unit].map(String::from).to_vec();
    cells.extend(row.values.iter().map(|v| v.map_or(String::new(), |v| (v / factor).to_string())));
    let difference = |i: &usize| row.difference(baseline, *i);
    cells.extend(
        others
            .iter()
            .map(|i| difference(i).map_or(String::new(), |(absolute, _)| (absolute / factor).to_string())),
    );
    cells.extend(others.iter().map(|i| {
        difference(i).and_then(|(_, relative)| relative).map_or(String::new(), |r| (r * 100.0).to_string())
    }));
    cells
}

fn line(cells: &[String]) -> String {
    let mut line = cells.iter().map(|c| field(c)).collect::<Vec<_>>().join(",");
    line.push_str("\r\n");
    line
}

/// Quotes where CSV needs it, and keeps a spreadsheet from reading text as a formula.
fn field(text: &str) -> String {
    let is_number = text.parse::<f64>().is_ok();
    let safe = if !is_number && text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        format!("'{text}")
    } else {
        text.to_string()
    };
    if safe.contains(['"', ',', '\n', '\r']) { format!("\"{}\"", safe.replace('"', "\"\"")) } else { safe }
}

#[cfg(test)]
mod tests {
    use super::field;

    #[test]
    fn formulas_are_disarmed_and_numbers_left_alone() {
        assert_eq!(field("=1+1"), "'=1+1");
        assert_eq!(field("-5.2"), "-5.2");
        assert_eq!(field("-cmd"), "'-cmd");
        assert_eq!(field("a \"b\", c"), "\"a \"\"b\"\", c\"");
    }
}
