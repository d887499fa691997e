//! The answers in words.

use leptos::prelude::*;

use super::state::State;
use crate::report::{
    VerdictKind, comparison_sentence, measured_average, notes, status_sentence, throughput_target,
    traced_remote_write, verdict, with_stalls,
};
use crate::whatif::Column;

/// One card a scenario, and the comparison in a sentence.
#[component]
pub(super) fn Verdicts(state: State) -> impl IntoView {
    let cards = move || {
        state.shown.with(|comparison| {
            comparison.columns.iter().enumerate().map(|(i, column)| card(state, i, column)).collect_view()
        })
    };
    let sentence = move || {
        state
            .shown
            .with(comparison_sentence)
            .map(|s| view! { <p class="sentence" data-result="sentence" role="status">{s}</p> })
    };
    view! {
        <section class="verdicts" aria-label="Verdict">
            {sentence}
            <div class="cards">{cards}</div>
        </section>
    }
}

fn card(state: State, index: usize, column: &Column) -> impl IntoView + use<> {
    let verdict = verdict(column);
    let stale = state.bench.with(|b| b.is_stale(index));
    let class = match verdict.kind {
        VerdictKind::Met => "card met",
        VerdictKind::Missed => "card missed",
        VerdictKind::Saturated | VerdictKind::Invalid => "card failed",
    };
    let status = status_sentence(column)
        .filter(|_| verdict.kind == VerdictKind::Met || verdict.kind == VerdictKind::Missed);
    view! {
        <article class=class class:stale=stale data-verdict=index>
            <h3>
                <svg class="swatch" viewBox="0 0 26 12" aria-hidden="true" inner_html=crate::report::figure::swatch(index)></svg>
                <span>{column.draft.name.clone()}</span>
                <span class="badge">{verdict.kind.word()}</span>
            </h3>
            <p class="headline">{verdict.headline}</p>
            <p>{verdict.reason}</p>
            {status.map(|s| view! { <p>{s}</p> })}
            {with_stalls(column).map(|s| view! { <p>{s}</p> })}
            {throughput_target(column).map(|s| view! { <p>{s}</p> })}
            {measured_average(column).map(|s| view! { <p>{s}</p> })}
            {traced_remote_write(column).map(|s| view! { <p>{s}</p> })}
            {notes(column).into_iter().map(|n| view! { <p class="remark">{n}</p> }).collect_view()}
            {stale.then(|| view! {
                <p class="stale-note" role="status">"This is the last valid answer: an input has changed and needs correction."</p>
            })}
        </article>
    }
}
