//! Destinations from a pasted LOG_ARCHIVE_DEST_n, and what was read of it.

use leptos::prelude::*;

use crate::scenario::Pasted;
use crate::ui::state::State;

const EXAMPLE: &str = "log_archive_dest_2='SERVICE=stby SYNC AFFIRM NET_TIMEOUT=30 DB_UNIQUE_NAME=stby' ...";

/// A text area, a button, and the report.
#[component]
pub(super) fn Paste(state: State) -> impl IntoView {
    let area = NodeRef::<leptos::html::Textarea>::new();
    let read = RwSignal::new(None::<(usize, Pasted)>);
    let act = move |_| {
        let index = state.index();
        let text = area.get().map(|a| a.value()).unwrap_or_default();
        read.set(
            state.bench.try_update(|b| b.paste_destinations(index, &text)).map(|pasted| (index, pasted)),
        );
    };
    let report = move || {
        let index = state.index();
        read.get().filter(|(of, _)| *of == index).map(|(_, pasted)| report(&pasted))
    };
    view! {
        <details class="group paste">
            <summary>"Paste LOG_ARCHIVE_DEST_n"</summary>
            <div class="field">
                <p id="paste-hint">
                    "ALTER SYSTEM statements, lines of a parameter file, SHOW PARAMETER output or attribute strings. A destination of the same name is updated. Undo takes it back."
                </p>
                <textarea
                    node_ref=area
                    rows="5"
                    spellcheck="false"
                    aria-label="LOG_ARCHIVE_DEST_n"
                    aria-describedby="paste-hint"
                    placeholder=EXAMPLE
                    data-action="paste"
                ></textarea>
                <button type="button" data-action="read-pasted" on:click=act>"Read it"</button>
                <div role="status" data-result="pasted">{report}</div>
            </div>
        </details>
    }
}

fn report(pasted: &Pasted) -> impl IntoView + use<> {
    let lines = |class: &'static str, word: &str, sentences: &[String]| {
        sentences.iter().map(|s| view! { <li class=class>{format!("{word}: {s}")}</li> }).collect_view()
    };
    view! {
        <p><strong>{pasted.summary()}</strong></p>
        <ul class="report">
            {lines("error", "Not read", &pasted.problems)}
            {lines("warning", "Mind", &pasted.warnings)}
            {lines("note", "No effect here", &pasted.ignored)}
        </ul>
    }
}
