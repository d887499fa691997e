//! Title, presets, files, undo, and what there is to tell.

use leptos::prelude::*;

use super::browser;
use super::state::{Notice, State};
use crate::scenario::{PRESETS, preset};

/// The bar on top.
#[component]
pub(super) fn Header(state: State) -> impl IntoView {
    view! {
        <header class="bar">
            <div class="brand">
                <h1>"Farsight"</h1>
                <p>"What distance and jitter cost per commit under Oracle Data Guard"</p>
            </div>
            <div class="tools" role="group" aria-label="Study">
                <PresetChoice state=state />
                <OpenFile state=state />
                <button type="button" data-action="export-json" on:click=move |_| state.export_json()>"Export JSON"</button>
                <button type="button" data-action="export-csv" on:click=move |_| state.export_csv()>"Export CSV"</button>
                <button type="button" on:click=|_| browser::print()>"Print"</button>
                <Undo state=state />
                <ThemeChoice />
            </div>
        </header>
    }
}

#[component]
fn PresetChoice(state: State) -> impl IntoView {
    let current = move || state.bench.with(|b| b.study().preset.clone().unwrap_or_default());
    // Choosing replaces nothing yet: arrow keys walk through the list.
    let select = NodeRef::<leptos::html::Select>::new();
    let open = move |_| {
        if let Some(preset) = select.get().and_then(|s| preset(&s.value())) {
            state.open_preset(preset);
        }
    };
    view! {
        <label class="tool">
            <span>"Preset"</span>
            <select node_ref=select data-action="preset" prop:value=current>
                <option value="" disabled>"from a file"</option>
                {PRESETS
                    .iter()
                    .map(|p| view! { <option value=p.key selected=move || current() == p.key>{p.title}</option> })
                    .collect_view()}
            </select>
        </label>
        <button type="button" data-action="open-preset" on:click=open>"Open"</button>
    }
}

#[component]
fn OpenFile(state: State) -> impl IntoView {
    let input = NodeRef::<leptos::html::Input>::new();
    let read = move |_| {
        if let Some(input) = input.get() {
            browser::read_chosen(&input, move |name, text| state.open_text(&name, text));
        }
    };
    view! {
        <label class="button" title="Open a study file; it can also be dropped on the page">
            <input node_ref=input type="file" accept=".json,application/json" data-action="open" on:change=read />
            "Open file"
        </label>
    }
}

#[component]
fn Undo(state: State) -> impl IntoView {
    let undo_words = move || state.bench.with(|b| b.undo_words().map(String::from));
    let redo_words = move || state.bench.with(|b| b.redo_words().map(String::from));
    let title = |verb: &'static str, words: Option<String>| {
        words.map_or(format!("Nothing to {verb}"), |w| format!("{verb}: {w}"))
    };
    view! {
        <button
            type="button"
            data-action="undo"
            disabled=move || undo_words().is_none()
            title=move || title("undo", undo_words())
            on:click=move |_| state.undo()
        >
            "Undo"
        </button>
        <button
            type="button"
            data-action="redo"
            disabled=move || redo_words().is_none()
            title=move || title("redo", redo_words())
            on:click=move |_| state.redo()
        >
            "Redo"
        </button>
    }
}

#[component]
fn ThemeChoice() -> impl IntoView {
    let theme = RwSignal::new(browser::theme());
    let choose = move |word: String| {
        theme.set(Some(word.clone()).filter(|w| w != "system"));
        browser::set_theme(theme.get_untracked().as_deref());
    };
    let is = move |word: &str| theme.get().as_deref().unwrap_or("system") == word;
    view! {
        <label class="tool">
            <span>"Theme"</span>
            <select on:change=move |event| choose(event_target_value(&event))>
                {["system", "light", "dark"]
                    .map(|word| view! { <option value=word selected=move || is(word)>{word}</option> })
                    .collect_view()}
            </select>
        </label>
    }
}

/// The last file's fate, and trouble with saving.
#[component]
pub(super) fn Notices(state: State) -> impl IntoView {
    let unsaved = move || {
        state.unsaved.get().map(|problem| {
            view! {
                <p class="notice failed" role="alert" data-notice="unsaved">
                    {format!("Your work is not being saved: {problem}. Export JSON to keep it.")}
                </p>
            }
        })
    };
    let notice = move || {
        state.notice.get().map(|notice| {
            let (class, role, text) = match notice {
                Notice::Done(text) => ("notice", "status", text),
                Notice::Failed(text) => ("notice failed", "alert", text),
            };
            view! {
                <p class=class role=role data-notice="file">
                    <span>{text}</span>
                    <button type="button" class="quiet" aria-label="Dismiss" on:click=move |_| state.notice.set(None)>
                        "\u{d7}"
                    </button>
                </p>
            }
        })
    };
    view! { <div class="notices">{unsaved} {notice}</div> }
}

/// The question, and where the numbers come from.
#[component]
pub(super) fn Intro(state: State) -> impl IntoView {
    let preset = move || state.bench.with(|b| b.study().preset.as_deref().and_then(preset));
    let title = move || state.bench.with(|b| b.study().title.clone());
    let previous = move || {
        state.has_previous.get().then(|| {
            view! {
                <button type="button" class="quiet" on:click=move |_| state.open_previous()>
                    "Reopen what was open before"
                </button>
            }
        })
    };
    view! {
        <section class="intro" aria-label="The case">
            <h2>{title}</h2>
            {move || preset().map(|p| view! {
                <p class="question">{p.question}</p>
                <details>
                    <summary>"Where these numbers come from"</summary>
                    <p>{p.source}</p>
                </details>
            })}
            {previous}
        </section>
    }
}
