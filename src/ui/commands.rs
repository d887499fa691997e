//! Commands that would measure the lines of the chosen scenario.

use leptos::prelude::*;

use super::state::State;
use crate::report::{ABOUT_COMMANDS, Measuring, Step, commands};

/// The panel; nothing where there is no line to measure.
#[component]
pub(super) fn Commands(state: State) -> impl IntoView {
    let all = Memo::new(move |_| {
        let index = state.index();
        state.shown.with(|c| c.columns.get(index).map(commands).unwrap_or_default())
    });
    move || {
        (!all.with(Vec::is_empty)).then(|| {
            view! {
                <section class="panel" aria-label="Measure the line first" data-result="commands">
                    <h2 class="caption">"Measure the line first"</h2>
                    <details>
                        <summary>"Commands with the numbers of this scenario"</summary>
                        <p>{ABOUT_COMMANDS}</p>
                        {all.get().into_iter().map(measuring).collect_view()}
                    </details>
                </section>
            }
        })
    }
}

fn measuring(measuring: Measuring) -> impl IntoView {
    view! {
        <h3>{format!("Line to {}", measuring.destination)}</h3>
        <ol class="commands">{measuring.steps.into_iter().map(step).collect_view()}</ol>
    }
}

fn step(step: Step) -> impl IntoView {
    view! {
        <li>
            <p>{step.purpose}</p>
            <pre class="scroll" tabindex="0" role="region" aria-label="Command"><code>{step.command}</code></pre>
        </li>
    }
}
