//! Baseline beside variants, measured beside predicted, and where the inputs come from.

use std::collections::BTreeSet;

use leptos::prelude::*;

use super::state::State;
use crate::model::BucketRow;
use crate::report::{
    Cell, ResultLine, Section, Sense, bucket_lines, group_label, input_lines, measured_sentence, provenance,
    result_sections, traced_commit, worked_lines,
};
use crate::scenario::{measure, working};

/// Differing inputs and all results, side by side.
#[component]
pub(super) fn Comparison(state: State) -> impl IntoView {
    let names = move || {
        state.shown.with(|c| {
            let name = |(i, column): (usize, &crate::whatif::Column)| {
                let mark = if i == c.baseline && c.columns.len() > 1 { " (baseline)" } else { "" };
                view! { <th scope="col">{format!("{}{mark}", column.draft.name)}</th> }
            };
            c.columns.iter().enumerate().map(name).collect_view()
        })
    };
    let inputs = move || state.shown.with(input_lines);
    let sections = move || state.shown.with(result_sections);
    let unfolded = RwSignal::new(SHOWN_AT_FIRST.map(String::from).into_iter().collect::<Names>());
    let opened = RwSignal::new(Names::new());
    view! {
        <section class="panel" aria-label="Comparison">
            <h2 class="caption">"Side by side"</h2>
            <div class="scroll" tabindex="0" role="region" aria-label="Table">
                <table class="comparison" data-result="comparison">
                    <thead><tr><td></td>{names}</tr></thead>
                    <tbody>
                        <tr class="section"><th scope="rowgroup" colspan="20">"Inputs that differ"</th></tr>
                        {move || input_rows(inputs())}
                    </tbody>
                    {move || sections().into_iter().map(|s| section(state, s, unfolded, opened)).collect_view()}
                </table>
            </div>
        </section>
    }
}

fn input_rows(lines: Vec<(String, Vec<String>)>) -> AnyView {
    if lines.is_empty() {
        return view! { <tr><td colspan="20" class="note">"None: the scenarios are alike."</td></tr> }
            .into_any();
    }
    lines
        .into_iter()
        .map(|(label, texts)| {
            view! {
                <tr>
                    <th scope="row">{label}</th>
                    {texts.into_iter().map(|t| view! { <td class="text">{t}</td> }).collect_view()}
                </tr>
            }
        })
        .collect_view()
        .into_any()
}

/// Sections that a first look needs; the others are a click away, and printed.
const SHOWN_AT_FIRST: [&str; 2] = ["Commit and log writer", "What is lost"];

/// Names of what is open.
type Names = BTreeSet<String>;

fn toggle(names: RwSignal<Names>, name: &str) {
    names.update(|names| {
        if !names.remove(name) {
            names.insert(name.into());
        }
    });
}

/// Results under a heading that shuts and opens them; print has them all.
fn section(state: State, section: Section, shown: RwSignal<Names>, opened: RwSignal<Names>) -> impl IntoView {
    let title = section.title.clone();
    let is_shown = {
        let title = title.clone();
        move || shown.with(|names| names.contains(&title))
    };
    let expanded = {
        let is_shown = is_shown.clone();
        move || if is_shown() { "true" } else { "false" }
    };
    let toggle_it = {
        let title = title.clone();
        move |_| toggle(shown, &title)
    };
    let count = format!("{} results", section.lines.len());
    view! {
        <tbody class:shut=move || !is_shown() data-section=title>
            <tr class="section">
                <th scope="rowgroup" colspan="20">
                    <button type="button" class="fold" aria-expanded=expanded on:click=toggle_it>
                        <span>{section.title}</span>
                        " "
                        <span class="count">{count}</span>
                    </button>
                </th>
            </tr>
            {section.lines.into_iter().map(|line| result_row(state, line, opened)).collect_view()}
        </tbody>
    }
}

/// A result; its label opens what it says, its formula, the same with the user's numbers, how exact it is and its source.
fn result_row(state: State, line: ResultLine, opened: RwSignal<Names>) -> impl IntoView {
    let path = line.path.clone();
    let is_open = {
        let path = path.clone();
        move || opened.with(|names| names.contains(&path))
    };
    let explained = {
        let (is_open, line) = (is_open.clone(), line.clone());
        move || is_open().then(|| explanation(state, &line))
    };
    view! {
        <tr data-measure=line.path>
            <th scope="row">
                <details prop:open=is_open>
                    <summary on:click=move |event| {
                        event.prevent_default();
                        toggle(opened, &path);
                    }>{line.label}</summary>
                </details>
            </th>
            {line.cells.into_iter().map(cell).collect_view()}
        </tr>
        {move || explained().map(|e| view! { <tr class="explanation"><td colspan="20">{e}</td></tr> })}
    }
}

fn explanation(state: State, line: &ResultLine) -> Option<AnyView> {
    let measure = measure(line.measure)?;
    let worked = state.shown.with(|comparison| worked_lines(comparison, line));
    let alone = worked.len() == 1;
    let numbers = worked.into_iter().map(|(name, text)| {
        view! { <p class="formula numbers">{(!alone).then(|| view! { <b>{name}</b> ": " })}{text}</p> }
    });
    Some(
        view! {
            <p>{measure.help}</p>
            <p class="formula">{measure.formula}</p>
            {numbers.collect_view()}
            <p>{measure.exactness}</p>
            <p class="source">"Source: "{working(measure.key).map(|w| w.source)}</p>
        }
        .into_any(),
    )
}

fn cell(cell: Cell) -> impl IntoView {
    let difference = cell.difference.map(|d| {
        let class = match d.sense {
            Sense::Better => "difference better",
            Sense::Worse => "difference worse",
            Sense::Neutral => "difference",
        };
        view! { <span class=class>{format!("{} {} {}", d.arrow, d.text, d.sense.word())}</span> }
    });
    view! { <td><span class="value">{cell.value}</span>{difference}</td> }
}

/// Measured buckets beside the prediction, for each scenario that has them.
#[component]
pub(super) fn Measured(state: State) -> impl IntoView {
    move || {
        let sections: Vec<AnyView> =
            state.shown.with(|c| c.columns.iter().filter_map(measured_section).collect());
        (!sections.is_empty()).then(|| {
            view! {
                <section class="panel" aria-label="Measured and predicted">
                    <h2 class="caption">"Measured and predicted"</h2>
                    <div class="columns">{sections}</div>
                </section>
            }
        })
    }
}

fn measured_section(column: &crate::whatif::Column) -> Option<AnyView> {
    let measured = column.path()?.comparison.as_ref()?;
    let rows = bucket_lines(measured);
    let view = view! {
        <section>
            <h3>{column.draft.name.clone()}</h3>
            <p>{measured_sentence(measured)}</p>
            {traced_commit(column).map(|s| view! { <p>{s}</p> })}
            <div class="scroll" tabindex="0" role="region" aria-label="Table">
                <table class="buckets">
                    <thead>
                        <tr>
                            <th scope="col">"ms"</th>
                            <th scope="col">"waits"</th>
                            <th scope="col">"measured"</th>
                            <th scope="col">"predicted"</th>
                        </tr>
                    </thead>
                    <tbody>{measured.buckets.iter().zip(rows).map(|(b, r)| bucket_row(b, r)).collect_view()}</tbody>
                </table>
            </div>
        </section>
    };
    Some(view.into_any())
}

fn bucket_row(bucket: &BucketRow, [edges, count, measured, predicted]: [String; 4]) -> impl IntoView + use<> {
    let reached = bucket.predicted_of_reached.is_some();
    view! {
        <tr class:unreached=!reached>
            <th scope="row">{edges}</th>
            <td>{count}</td>
            <td>{measured}</td>
            <td>{predicted}</td>
        </tr>
    }
}

/// Inputs of each scenario by where they come from.
#[component]
pub(super) fn Provenance(state: State) -> impl IntoView {
    let sections = move || {
        state.bench.with(|b| {
            b.study()
                .drafts()
                .iter()
                .map(|draft| view! {
                    <section>
                        <h3>{draft.name.clone()}</h3>
                        <dl class="provenance">
                            {provenance(draft)
                                .into_iter()
                                .map(|(origin, inputs)| view! {
                                    <dt><span class=format!("origin {}", origin.word())>{group_label(origin)}</span></dt>
                                    <dd>{inputs.join("; ")}</dd>
                                })
                                .collect_view()}
                        </dl>
                    </section>
                })
                .collect_view()
        })
    };
    view! {
        <section class="panel" aria-label="Where the inputs come from">
            <h2 class="caption">"Where the inputs come from"</h2>
            <div class="columns">{sections}</div>
        </section>
    }
}
