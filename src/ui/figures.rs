//! The figures, with their legends and tables.

use leptos::prelude::*;

use super::state::State;
use crate::report::figure::{self, Room};
use crate::report::parts_lines;

/// The topology of the chosen scenario.
#[component]
pub(super) fn Topology(state: State) -> impl IntoView {
    let svg = move || {
        let index = state.index();
        state
            .shown
            .with(|c| c.columns.get(index).and_then(|column| figure::topology(column, state.room.get())))
    };
    let name = move || {
        let index = state.index();
        state.shown.with(|c| c.columns.get(index).map(|column| column.draft.name.clone()).unwrap_or_default())
    };
    move || {
        svg().map(|svg| {
            view! {
                <figure class="panel">
                    <figcaption>{format!("Topology of \u{201c}{}\u{201d}", name())}</figcaption>
                    <div class="drawing" inner_html=svg></div>
                </figure>
            }
        })
    }
}

/// Predicted percentiles over measured buckets.
#[component]
pub(super) fn Percentiles(state: State) -> impl IntoView {
    let svg = move || state.shown.with(|c| figure::percentiles(c, state.room.get()));
    move || {
        svg().map(|svg| {
            let legend = state.shown.with(figure::legend);
            let (header, rows) = state.shown.with(figure::percentile_rows);
            view! {
                <figure class="panel">
                    <figcaption>"How long commits take: predicted line over measured buckets (log file sync, ms)"</figcaption>
                    <ul class="legend">
                        {legend
                            .into_iter()
                            .map(|(swatch, text)| view! {
                                <li><svg class="swatch" viewBox="0 0 26 12" aria-hidden="true" inner_html=swatch></svg>{text}</li>
                            })
                            .collect_view()}
                    </ul>
                    <div class="drawing" inner_html=svg></div>
                    <details>
                        <summary>"Show table"</summary>
                        {table("Predicted, ms", header.into_iter().map(String::from).collect(), rows)}
                    </details>
                </figure>
            }
        })
    }
}

/// Transport lag of the chosen scenario over a day, where it varies.
#[component]
pub(super) fn Lag(state: State) -> impl IntoView {
    let of_chosen = move || {
        let index = state.index();
        state.shown.with(|c| {
            let column = c.columns.get(index)?;
            let svg = figure::lag(column, state.room.get())?;
            Some((column.draft.name.clone(), svg, figure::lag_legend(column), figure::lag_rows(column)))
        })
    };
    move || {
        of_chosen().map(|(name, svg, legend, (header, rows))| {
            view! {
                <figure class="panel" data-result="lag">
                    <figcaption>{format!("Transport lag of \u{201c}{name}\u{201d} over a day")}</figcaption>
                    <ul class="legend">
                        {legend
                            .into_iter()
                            .map(|(swatch, text)| view! {
                                <li><svg class="swatch" viewBox="0 0 26 12" aria-hidden="true" inner_html=swatch></svg>{text}</li>
                            })
                            .collect_view()}
                    </ul>
                    <div class="drawing" inner_html=svg></div>
                    <details>
                        <summary>"Show table"</summary>
                        {table("Greatest lag from hour to hour", header, rows)}
                    </details>
                </figure>
            }
        })
    }
}

fn table(corner: &'static str, header: Vec<String>, rows: Vec<(String, Vec<String>)>) -> impl IntoView {
    let row = |(name, values): (String, Vec<String>)| {
        view! {
            <tr>
                <th scope="row">{name}</th>
                {values.into_iter().map(|v| view! { <td>{v}</td> }).collect_view()}
            </tr>
        }
    };
    view! {
        <div class="scroll" tabindex="0" role="region" aria-label="Table">
            <table>
                <thead>
                    <tr><th scope="col">{corner}</th>{header.into_iter().map(|h| view! { <th scope="col">{h}</th> }).collect_view()}</tr>
                </thead>
                <tbody>{rows.into_iter().map(row).collect_view()}</tbody>
            </table>
        </div>
    }
}

/// Where each millisecond of a commit goes: for each scenario, log file sync and the remote writes.
#[component]
pub(super) fn Parts(state: State) -> impl IntoView {
    let panels = move || {
        state.shown.with(|comparison| {
            comparison
                .columns
                .iter()
                .enumerate()
                .filter_map(|(i, column)| Some((i, column.draft.name.clone(), parts_lines(column.path()?))))
                .map(|(i, name, groups)| view! {
                    <section class="parts">
                        <h3>{name}</h3>
                        {groups.into_iter().enumerate().map(|(j, (title, rows))| part(i, j, title, &rows)).collect_view()}
                    </section>
                })
                .collect_view()
        })
    };
    view! {
        <section class="panel" aria-label="Where each millisecond goes">
            <h2 class="caption">"Where each millisecond of a commit goes (means, ms; each group on its own scale)"</h2>
            <div class="columns">{panels}</div>
        </section>
    }
}

fn part(scenario: usize, group: usize, title: String, rows: &[(String, f64)]) -> impl IntoView + use<> {
    let svg = figure::parts(&format!("parts-{scenario}-{group}"), &title, rows, Room::Wide);
    view! {
        <figure>
            <figcaption>{title}</figcaption>
            <div class="drawing" inner_html=svg></div>
        </figure>
    }
}
