//! Baseline beside variants, measured beside predicted, and where the inputs come from.

use leptos::prelude::*;

use super::state::State;
use crate::model::BucketRow;
use crate::report::{
    Cell, ResultLine, Sense, bucket_lines, group_label, input_lines, measured_sentence, provenance,
    result_lines, traced_commit,
};
use crate::scenario::measure;

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
    let results = move || state.shown.with(result_lines);
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
                    <tbody>
                        <tr class="section"><th scope="rowgroup" colspan="20">"Results"</th></tr>
                        {move || results().into_iter().map(result_row).collect_view()}
                    </tbody>
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

fn result_row(line: ResultLine) -> impl IntoView {
    let explanation = measure(line.measure).map(|m| {
        view! {
            <p>{m.help}</p>
            <p class="formula">{m.formula}</p>
            <p>{m.exactness}</p>
        }
    });
    view! {
        <tr data-measure=line.path>
            <th scope="row">
                <details>
                    <summary>{line.label}</summary>
                    {explanation}
                </details>
            </th>
            {line.cells.into_iter().map(cell).collect_view()}
        </tr>
    }
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
