//! Help: how it works, and the two catalogues.

use leptos::prelude::*;

use crate::report::help::{LIMITS, MECHANISMS};
use crate::scenario::{Group, knobs, measures, range_text, working};

/// The help, closed until asked for.
#[component]
pub(super) fn Help() -> impl IntoView {
    view! {
        <section class="help" id="help" aria-label="Help">
            <details>
                <summary><h2>"Help: how a commit is computed"</h2></summary>
                {MECHANISMS.iter().map(|(title, text)| view! { <h3>{*title}</h3><p>{*text}</p> }).collect_view()}
                <h3>"What is not in here"</h3>
                <ul>{LIMITS.iter().map(|limit| view! { <li>{*limit}</li> }).collect_view()}</ul>
            </details>
            <details>
                <summary><h2>"Help: every input"</h2></summary>
                {Group::ALL.map(inputs).collect_view()}
            </details>
            <details>
                <summary><h2>"Help: every result"</h2></summary>
                <dl>
                    {measures()
                        .map(|m| view! {
                            <dt>{m.label} " " <code>{m.key}</code></dt>
                            <dd><p>{m.help}</p><p class="formula">{m.formula}</p><p>{m.exactness}</p><p class="source">"Source: "{working(m.key).map(|w| w.source)}</p></dd>
                        })
                        .collect_view()}
                </dl>
            </details>
        </section>
    }
}

fn inputs(group: Group) -> impl IntoView {
    let entries = knobs().filter(|k| k.group == group).map(|k| {
        let range = range_text(k).map(|r| format!("Range: {r}. "));
        let default = if k.default.is_empty() {
            "Default: empty".into()
        } else {
            format!("Default: {}", k.shown(k.default))
        };
        view! {
            <dt>{k.label} " " <code>{k.key}</code></dt>
            <dd><p>{k.help}</p><p>{range}{default}" \u{2013} "{k.source}"."</p></dd>
        }
    });
    view! { <h3>{group.label()}</h3><dl>{entries.collect_view()}</dl> }
}
