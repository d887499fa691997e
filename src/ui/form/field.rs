//! One field a knob: label, control, range, default, origin, and what is wrong.

use leptos::prelude::*;

use crate::scenario::{
    Choice, Draft, Family, Kind, Knob, Origin, boxed, in_unit, knob, part_name, range_text, unboxed,
};
use crate::ui::browser;
use crate::ui::state::{Notice, State};
use crate::units::Dimension;

/// One field: label, control, range, default, origin, and what is wrong.
#[component]
pub(super) fn Field(state: State, index: usize, path: String) -> impl IntoView {
    let Some(knob) = knob(&path) else { return ().into_any() };
    let field = At { state, index, path: StoredValue::new(path.clone()), knob };
    let id = format!("field-{index}-{}", path.replace(['[', ']', '.'], "-"));
    let error_id = format!("{id}-error");
    let error = move || {
        let id = error_id.clone();
        field.error().map(move |text| view! { <p class="error" id=id>{text}</p> })
    };
    let control = match &knob.kind {
        Kind::Choice(choices) => view! { <Choices field=field id=id.clone() choices=choices /> }.into_any(),
        Kind::Histogram => {
            view! { <Lines field=field id=id.clone() example="1:254 2:364 4:338 ..." /> }.into_any()
        }
        Kind::Hours => view! { <Lines field=field id=id.clone() example="0.1 0.1 0.2 ..." /> }.into_any(),
        Kind::Shares => view! { <Line field=field id=id.clone() example="50 30 20" /> }.into_any(),
        Kind::Site => view! { <Line field=field id=id.clone() example="a site of its own" /> }.into_any(),
        Kind::Part(words) => view! { <Parts field=field id=id.clone() words=words /> }.into_any(),
        Kind::Quantity { dimension, .. } => {
            view! { <Quantity field=field id=id.clone() dimension=*dimension /> }.into_any()
        }
    };
    view! {
        <div class="field" data-path=path class:wrong=move || field.error().is_some()>
            <div class="label">
                <label for=id>{knob.label}</label>
                <OriginBadge field=field />
            </div>
            {control}
            {error}
            <Hint field=field />
        </div>
    }
    .into_any()
}

/// A field's place, for its parts.
#[derive(Clone, Copy)]
struct At {
    state: State,
    index: usize,
    path: StoredValue<String>,
    knob: &'static Knob,
}

impl At {
    fn with_draft<T: Default>(self, read: impl FnOnce(&Draft, &str) -> T) -> T {
        let path = self.path.get_value();
        self.state
            .bench
            .with(|b| b.study().drafts().get(self.index).map(|d| read(d, &path)).unwrap_or_default())
    }

    fn text(self) -> String {
        self.with_draft(|draft, path| draft.text(path).to_string())
    }

    fn error(self) -> Option<String> {
        let path = self.path.get_value();
        self.state.bench.with(|b| b.error_at(self.index, &path))
    }

    fn enter(self, text: &str) {
        let path = self.path.get_value();
        let entered = self.state.bench.try_update(|b| b.edit(self.index, &path, text));
        if let Some(Err(error)) = entered {
            self.state.notice.set(Some(Notice::Failed(format!("{}: {error}.", self.knob.label))));
        } else {
            self.state.notice.set(None);
        }
    }
}

/// A number box, and its unit.
#[component]
fn Quantity(field: At, id: String, dimension: Dimension) -> impl IntoView {
    let input = NodeRef::<leptos::html::Input>::new();
    let shown = Memo::new(move |_| boxed(field.knob, &field.text()));
    // What is being typed stays as typed; it is put in order when the user leaves the box.
    Effect::new(move |_| {
        let (number, _) = shown.get();
        if let Some(input) = input.get().filter(|i| !browser::is_focused(i)) {
            input.set_value(&number);
        }
    });
    let leave = move |_| {
        if let Some(input) = input.get() {
            input.set_value(&shown.get_untracked().0);
        }
    };
    let units = dimension.units();
    let unit_label = format!("Unit of {}", field.knob.label);
    let unit = (units.len() > 1).then(|| {
        view! {
            <select
                class="unit"
                aria-label=unit_label
                on:change=move |event| {
                    let path = field.path.get_value();
                    field.enter(&in_unit(&path, field.knob, &field.text(), &event_target_value(&event)));
                }
            >
                {units
                    .iter()
                    .map(|u| view! { <option value=u.symbol selected=move || shown.get().1 == u.symbol>{u.symbol}</option> })
                    .collect_view()}
            </select>
        }
    });
    let only = units.first().filter(|u| units.len() == 1 && !u.symbol.is_empty());
    let only_unit = only.map(|u| view! { <span class="only-unit">{u.symbol}</span> });
    view! {
        <div class="quantity">
            <input
                node_ref=input
                id=id.clone()
                type="text"
                inputmode="decimal"
                autocomplete="off"
                spellcheck="false"
                aria-invalid=move || field.error().is_some().to_string()
                aria-describedby=described(field, &id)
                on:input=move |event| field.enter(&unboxed(&event_target_value(&event), shown.get_untracked().1))
                on:blur=leave
            />
            {unit}
            {only_unit}
        </div>
    }
}

/// One of several words.
#[component]
fn Choices(field: At, id: String, choices: &'static [Choice]) -> impl IntoView {
    view! {
        <select id=id on:change=move |event| field.enter(&event_target_value(&event))>
            {choices
                .iter()
                .map(|c| view! { <option value=c.key selected=move || field.text().trim() == c.key>{c.label}</option> })
                .collect_view()}
        </select>
    }
}

/// The id of the sentence at a field that needs correction; nothing else describes it.
fn described(field: At, id: &str) -> impl Fn() -> Option<String> + use<> {
    let id = format!("{id}-error");
    move || field.error().is_some().then(|| id.clone())
}

/// A longer text.
#[component]
fn Lines(field: At, id: String, example: &'static str) -> impl IntoView {
    let area = NodeRef::<leptos::html::Textarea>::new();
    Effect::new(move |_| {
        let text = field.text();
        if let Some(area) = area.get().filter(|a| !browser::is_focused(a)) {
            area.set_value(&text);
        }
    });
    view! {
        <textarea
            node_ref=area
            aria-invalid=move || field.error().is_some().to_string()
            aria-describedby=described(field, &id)
            id=id.clone()
            rows="3"
            spellcheck="false"
            placeholder=example
            on:input=move |event| field.enter(&event_target_value(&event))
        ></textarea>
    }
}

/// A short text.
#[component]
fn Line(field: At, id: String, example: &'static str) -> impl IntoView {
    let input = NodeRef::<leptos::html::Input>::new();
    Effect::new(move |_| {
        let text = field.text();
        if let Some(input) = input.get().filter(|i| !browser::is_focused(i)) {
            input.set_value(&text);
        }
    });
    view! {
        <input
            node_ref=input
            type="text"
            aria-invalid=move || field.error().is_some().to_string()
            aria-describedby=described(field, &id)
            id=id.clone()
            autocomplete="off"
            spellcheck="false"
            placeholder=example
            on:input=move |event| field.enter(&event_target_value(&event))
        />
    }
}

/// One of several words, or of the other destinations.
#[component]
fn Parts(field: At, id: String, words: &'static [Choice]) -> impl IntoView {
    let options = move || {
        let own = field.path.with_value(|path| part_name(path).map(String::from));
        let others = field.with_draft(|draft, _| draft.parts(Family::Destination));
        let others = others.into_iter().filter(|name| Some(name) != own.as_ref());
        let empty = words.is_empty().then(|| (String::new(), "none".to_string()));
        let words = words.iter().map(|c| (c.key.to_string(), c.label.to_string()));
        let mut all: Vec<(String, String)> =
            empty.into_iter().chain(words).chain(others.map(|name| (name.clone(), name))).collect();
        let text = field.text().trim().to_string();
        if !all.iter().any(|(key, _)| *key == text) {
            // A name that no destination has any more stays to be seen.
            all.push((text.clone(), text));
        }
        all
    };
    view! {
        <select id=id on:change=move |event| field.enter(&event_target_value(&event))>
            {move || {
                let text = field.text().trim().to_string();
                options()
                    .into_iter()
                    .map(|(key, label)| {
                        let selected = key == text;
                        view! { <option value=key selected=selected>{label}</option> }
                    })
                    .collect_view()
            }}
        </select>
    }
}

/// Where the value comes from.
#[component]
fn OriginBadge(field: At) -> impl IntoView {
    let origin = move || field.with_draft(|draft, path| Some(draft.origin(path))).unwrap_or(Origin::Default);
    let note = move || {
        let note =
            field.with_draft(|draft, path| draft.entry(path).map(|e| e.note.clone())).unwrap_or_default();
        if note.is_empty() && origin() == Origin::Default {
            format!("default: {}", field.knob.source)
        } else {
            note
        }
    };
    view! { <span class=move || format!("origin {}", origin().word()) title=note>{move || origin().word()}</span> }
}

/// Range, default and source; the rest on demand.
#[component]
fn Hint(field: At) -> impl IntoView {
    let knob = field.knob;
    let note = move || {
        field
            .with_draft(|draft, path| draft.entry(path).map(|e| (e.origin, e.note.clone())))
            .filter(|(_, note)| !note.is_empty())
            .map(|(origin, note)| view! { <p><strong>{format!("This value ({}): ", origin.word())}</strong>{note}</p> })
    };
    let default = if knob.default.is_empty() { "empty".to_string() } else { knob.shown(knob.default) };
    let not_default = move || field.with_draft(|draft, path| draft.entry(path).is_some());
    let reset = move |_| {
        let path = field.path.get_value();
        field.state.bench.update(|b| b.reset(field.index, &path));
    };
    view! {
        <details class="hint">
            <summary>{range_text(knob).map(|r| format!("{r} \u{b7} "))} {format!("default {default}")}</summary>
            <p>{knob.help}</p>
            {note}
            <p><strong>"Default: "</strong>{format!("{default} \u{2013} {}", knob.source)}</p>
            <p>
                <code>{move || field.path.get_value()}</code>
                {move || not_default().then(|| view! { <button type="button" class="quiet" on:click=reset>"Back to default"</button> })}
            </p>
        </details>
    }
}
