//! The scenarios of the study as tabs, and what can be done with the one on the form.

use leptos::prelude::*;

use super::state::{Notice, State};
use crate::scenario::Study;

/// One tab a scenario; the chosen one is on the form.
#[component]
pub(super) fn Tabs(state: State) -> impl IntoView {
    let indices = move || (0..state.bench.with(|b| b.study().drafts().len())).collect::<Vec<_>>();
    view! {
        <nav class="scenarios" aria-label="Scenarios">
            <div class="tabs">
                <For each=indices key=|i| *i children=move |i| view! { <Tab state=state index=i /> } />
                <button type="button" class="quiet" data-action="duplicate" on:click=move |_| duplicate(state)>
                    "+ Variant of this one"
                </button>
                <button
                    type="button"
                    class="quiet"
                    data-action="four-options"
                    title="Opens ASYNC, SYNC, FASTSYNC and far sync for this workload; what is open now is one undo away"
                    on:click=move |_| state.open_options()
                >
                    "Compare ASYNC, SYNC, FASTSYNC, far sync"
                </button>
            </div>
            <Actions state=state />
        </nav>
    }
}

fn duplicate(state: State) {
    let index = state.index();
    match state.bench.try_update(|b| b.duplicate(index)).flatten() {
        Some(copy) => state.selected.set(copy),
        None => state.notice.set(Some(Notice::Failed(format!(
            "A study holds at most {} scenarios: remove one first.",
            Study::MOST
        )))),
    }
}

#[component]
fn Tab(state: State, index: usize) -> impl IntoView {
    let name = move || {
        state.bench.with(|b| b.study().drafts().get(index).map(|d| d.name.clone()).unwrap_or_default())
    };
    let is_baseline =
        move || state.bench.with(|b| b.study().baseline() == index && b.study().drafts().len() > 1);
    let errors = move || state.bench.with(|b| b.errors(index).len());
    let chosen = move || state.index() == index;
    view! {
        <button
            type="button"
            class="tab"
            aria-pressed=move || chosen().to_string()
            data-scenario=index
            on:click=move |_| state.selected.set(index)
        >
            <svg class="swatch" viewBox="0 0 26 12" aria-hidden="true" inner_html=crate::report::figure::swatch(index)></svg>
            <span class="name">{name}</span>
            {move || is_baseline().then(|| view! { <span class="badge">"baseline"</span> })}
            {move || (errors() > 0).then(|| view! { <span class="badge failed">"needs input"</span> })}
        </button>
    }
}

fn rename(state: State, index: usize, name: &str) {
    state.notice.set(match state.bench.try_update(|b| b.rename(index, name)) {
        Some(Err(error)) => Some(Notice::Failed(format!("The name stays as it was: {error}."))),
        _ => None,
    });
}

/// Rename, baseline, remove.
#[component]
fn Actions(state: State) -> impl IntoView {
    let name = move || {
        let index = state.index();
        state.bench.with(|b| b.study().drafts().get(index).map(|d| d.name.clone()).unwrap_or_default())
    };
    let input = NodeRef::<leptos::html::Input>::new();
    let only_one = move || state.bench.with(|b| b.study().drafts().len() < 2);
    let is_baseline = move || state.bench.with(|b| b.study().baseline()) == state.index();
    let remove = move |_| {
        let index = state.index();
        state.bench.update(|b| b.remove(index));
        state.selected.update(|s| *s = s.saturating_sub(usize::from(index > 0)));
    };
    view! {
        <div class="actions">
            <label class="tool">
                <span>"Name"</span>
                <input
                    type="text"
                    maxlength="80"
                    data-action="rename"
                    node_ref=input
                    prop:value=name
                    on:blur=move |_| {
                        if let Some(input) = input.get() {
                            input.set_value(&name());
                        }
                    }
                    on:input=move |event| {
                        let index = state.index();
                        rename(state, index, &event_target_value(&event));
                    }
                />
            </label>
            <button
                type="button"
                disabled=is_baseline
                on:click=move |_| {
                    let index = state.index();
                    state.bench.update(|b| b.set_baseline(index));
                }
            >
                "Make it the baseline"
            </button>
            <button type="button" disabled=only_one on:click=remove>"Remove"</button>
        </div>
    }
}
