//! The inputs of the chosen scenario: one field a knob, from the catalogue, group after group.

mod field;
mod part;
mod paste;

use leptos::prelude::*;

use super::state::State;
use crate::report::figure::Room;
use crate::scenario::{Draft, Family, Group, Origin, knobs, part_path};
use field::Field;
use part::Parts;
use paste::Paste;

/// The form.
#[component]
pub(super) fn Form(state: State) -> impl IntoView {
    let by_classes = move || {
        let index = state.index();
        state.bench.with(|b| {
            b.study().drafts().get(index).is_some_and(|d| d.text("workload.load").trim() == "classes")
        })
    };
    let by_classes = Memo::new(move |_| by_classes());
    view! {
        <form class="inputs" aria-label="Inputs" on:submit=|event| event.prevent_default()>
            <Plain state=state group=Group::Workload />
            {move || by_classes.get().then(|| view! { <Parts state=state family=Family::Class /> })}
            <Plain state=state group=Group::Primary />
            <Plain state=state group=Group::Instances />
            <Plain state=state group=Group::Buffer />
            <Plain state=state group=Group::Protection />
            <Parts state=state family=Family::Destination />
            <Paste state=state />
            <Plain state=state group=Group::Measured />
        </form>
    }
}

/// A group that exists once.
#[component]
fn Plain(state: State, group: Group) -> impl IntoView {
    let fields = move || fields_of(state, group, None);
    let open = is_open(state, group, None);
    view! {
        <details class="group" open=open>
            <summary>{group.label()}</summary>
            <For each=fields key=|f| f.clone() children=move |(index, path)| view! { <Field state=state index=index path=path /> } />
        </details>
    }
}

/// Whether a group starts open: where there is room and it is one that everybody needs, or something in it was chosen.
fn is_open(state: State, group: Group, part: Option<(usize, String)>) -> bool {
    let needed = matches!(
        group,
        Group::Workload | Group::Primary | Group::Class | Group::Destination | Group::Measured
    );
    let chosen = |draft: &Draft, path: &str| draft.origin(path) != Origin::Default;
    let fields = untrack(|| fields_of(state, group, part));
    let any = state.bench.with_untracked(|b| {
        fields.iter().any(|(index, path)| b.study().drafts().get(*index).is_some_and(|d| chosen(d, path)))
    });
    state.room.get_untracked() == Room::Wide && (needed || any)
}

/// Paths of a group's inputs that play a part, with the scenario they belong to.
fn fields_of(state: State, group: Group, part: Option<(usize, String)>) -> Vec<(usize, String)> {
    let index = part.as_ref().map_or_else(|| state.index(), |(index, _)| *index);
    state.bench.with(|b| {
        let Some(draft) = b.study().drafts().get(index) else { return Vec::new() };
        knobs()
            .filter(|k| k.group == group)
            .map(|k| part.as_ref().map_or(k.key.into(), |(_, name)| part_path(k.key, name)))
            .filter(|path| draft.plays_a_part(path))
            .map(|path| (index, path))
            .collect()
    })
}
