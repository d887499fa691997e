//! The inputs of the chosen scenario: one field a knob, from the catalogue.

use leptos::prelude::*;

use super::browser;
use super::state::{Notice, State};
use crate::report::figure::Room;
use crate::scenario::{
    Choice, Draft, Family, Group, KNOBS, Kind, Knob, Origin, boxed, in_unit, knob, part_path, range_text,
    unboxed,
};
use crate::units::Dimension;

/// The form.
#[component]
pub(super) fn Form(state: State) -> impl IntoView {
    view! {
        <form class="inputs" aria-label="Inputs" on:submit=|event| event.prevent_default()>
            {[Group::Workload, Group::Primary].map(|group| view! { <Plain state=state group=group /> }).collect_view()}
            <Destinations state=state />
            <Plain state=state group=Group::Measured />
        </form>
    }
}

/// A group that exists once.
#[component]
fn Plain(state: State, group: Group) -> impl IntoView {
    let fields = move || fields_of(state, group, None);
    view! {
        <details class="group" open=state.room.get_untracked() == Room::Wide>
            <summary>{group.label()}</summary>
            <For each=fields key=|f| f.clone() children=move |(index, path)| view! { <Field state=state index=index path=path /> } />
        </details>
    }
}

/// The destinations of the scenario.
#[component]
fn Destinations(state: State) -> impl IntoView {
    let names = move || {
        let index = state.index();
        let names = state.bench.with(|b| b.study().drafts().get(index).map(Draft::destinations));
        names.unwrap_or_default().into_iter().map(|name| (index, name)).collect::<Vec<_>>()
    };
    view! {
        <For
            each=names
            key=|name| name.clone()
            children=move |(index, name)| view! { <Destination state=state index=index name=name /> }
        />
        <AddDestination state=state />
    }
}

#[component]
fn Destination(state: State, index: usize, name: String) -> impl IntoView {
    let of = name.clone();
    let fields = move || fields_of(state, Group::Destination, Some((index, of.clone())));
    let title = format!("{} {name}", Group::Destination.label());
    let remove = move |_| state.bench.update(|b| b.remove_part(index, Family::Destination, &name));
    view! {
        <details class="group" open=state.room.get_untracked() == Room::Wide>
            <summary>{title}</summary>
            <For each=fields key=|f| f.clone() children=move |(index, path)| view! { <Field state=state index=index path=path /> } />
            <button type="button" class="quiet" on:click=remove>"Remove this destination"</button>
        </details>
    }
}

/// Adds a destination by its name.
#[component]
fn AddDestination(state: State) -> impl IntoView {
    let suggested = move || {
        let index = state.index();
        state.bench.with(|b| {
            b.study().drafts().get(index).map(|d| d.free_name(Family::Destination)).unwrap_or_default()
        })
    };
    let input = NodeRef::<leptos::html::Input>::new();
    let add = move || {
        let index = state.index();
        let name = input.get().map(|i| i.value()).unwrap_or_default();
        let name = if name.trim().is_empty() { suggested() } else { name.trim().to_string() };
        match state.bench.try_update(|b| b.add_part(index, Family::Destination, &name)) {
            Some(Err(error)) => {
                state.notice.set(Some(Notice::Failed(format!("No destination was added: {error}."))))
            }
            _ => {
                if let Some(input) = input.get() {
                    input.set_value("");
                }
            }
        }
    };
    view! {
        <div class="add">
            <label class="tool">
                <span>"SYNC destination"</span>
                <input
                    type="text"
                    maxlength="30"
                    placeholder=suggested
                    node_ref=input
                    on:keydown=move |event| {
                        if event.key() == "Enter" {
                            add();
                        }
                    }
                />
            </label>
            <button type="button" data-action="add-destination" on:click=move |_| add()>"Add"</button>
        </div>
    }
}

/// Paths of a group's inputs that play a part, with the scenario they belong to.
fn fields_of(state: State, group: Group, destination: Option<(usize, String)>) -> Vec<(usize, String)> {
    let index = destination.as_ref().map_or_else(|| state.index(), |(index, _)| *index);
    state.bench.with(|b| {
        let Some(draft) = b.study().drafts().get(index) else { return Vec::new() };
        KNOBS
            .iter()
            .filter(|k| k.group == group)
            .map(|k| destination.as_ref().map_or(k.key.into(), |(_, name)| part_path(k.key, name)))
            .filter(|path| draft.plays_a_part(path))
            .map(|path| (index, path))
            .collect()
    })
}

/// One field: label, control, range, default, origin, and what is wrong.
#[component]
fn Field(state: State, index: usize, path: String) -> impl IntoView {
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
        Kind::Histogram => view! { <Buckets field=field id=id.clone() /> }.into_any(),
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

/// A histogram as text.
#[component]
fn Buckets(field: At, id: String) -> impl IntoView {
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
            placeholder="1:254 2:364 4:338 ..."
            on:input=move |event| field.enter(&event_target_value(&event))
        ></textarea>
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
