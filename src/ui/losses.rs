//! Bad days of the chosen scenario: what is lost, and what a switchover means.

use leptos::prelude::*;

use super::state::State;
use crate::report::loss_groups;

/// The panel; nothing for a scenario without an answer.
#[component]
pub(super) fn Losses(state: State) -> impl IntoView {
    let groups = Memo::new(move |_| {
        let index = state.index();
        state.shown.with(|c| c.columns.get(index).map(loss_groups).unwrap_or_default())
    });
    move || {
        (!groups.with(Vec::is_empty)).then(|| {
            view! {
                <section class="panel" aria-label="When something is lost" data-result="losses">
                    <h2 class="caption">"When something is lost"</h2>
                    <div class="columns">{groups.get().into_iter().map(group).collect_view()}</div>
                </section>
            }
        })
    }
}

fn group((title, sentences): (&'static str, Vec<String>)) -> impl IntoView {
    view! {
        <section>
            <h3>{title}</h3>
            <ul class="report">{sentences.into_iter().map(|s| view! { <li>{s}</li> }).collect_view()}</ul>
        </section>
    }
}
