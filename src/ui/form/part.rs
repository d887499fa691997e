//! Parts that a scenario can have several of: destinations, session classes.

use leptos::prelude::*;

use super::field::Field;
use super::{fields_of, is_open};
use crate::scenario::{Family, Group};
use crate::ui::state::{Notice, State};

/// The parts of a family, and how to add one.
#[component]
pub(super) fn Parts(state: State, family: Family) -> impl IntoView {
    let names = move || {
        let index = state.index();
        let names = state.bench.with(|b| b.study().drafts().get(index).map(|d| d.parts(family)));
        names.unwrap_or_default().into_iter().map(|name| (index, name)).collect::<Vec<_>>()
    };
    view! {
        <For
            each=names
            key=|name| name.clone()
            children=move |(index, name)| view! { <Part state=state index=index name=name family=family /> }
        />
        <Add state=state family=family />
    }
}

#[component]
fn Part(state: State, index: usize, name: String, family: Family) -> impl IntoView {
    let groups: Vec<Group> = Group::ALL.into_iter().filter(|g| g.family() == Some(family)).collect();
    let (first, others) = (groups[0], groups[1..].to_vec());
    let title = format!("{} {name}", first.label());
    let remove_label = format!("Remove this {}", family.noun());
    let part = (index, name.clone());
    let remove = move |_| state.bench.update(|b| b.remove_part(index, family, &name));
    let nested = |group: Group| {
        let part = part.clone();
        let open = is_open(state, group, Some(part.clone()));
        view! {
            <details class="subgroup" open=open>
                <summary>{group.label()}</summary>
                <Fields state=state group=group part=part />
            </details>
        }
    };
    let open = is_open(state, first, Some(part.clone()));
    view! {
        <details class="group" open=open>
            <summary>{title}</summary>
            <Fields state=state group=first part=part.clone() />
            {others.into_iter().map(nested).collect_view()}
            <button type="button" class="quiet" on:click=remove>{remove_label}</button>
        </details>
    }
}

#[component]
fn Fields(state: State, group: Group, part: (usize, String)) -> impl IntoView {
    let fields = move || fields_of(state, group, Some(part.clone()));
    view! {
        <For each=fields key=|f| f.clone() children=move |(index, path)| view! { <Field state=state index=index path=path /> } />
    }
}

/// Adds a part by its name.
#[component]
fn Add(state: State, family: Family) -> impl IntoView {
    let suggested = move || {
        let index = state.index();
        state.bench.with(|b| b.study().drafts().get(index).map(|d| d.free_name(family)).unwrap_or_default())
    };
    let input = NodeRef::<leptos::html::Input>::new();
    let add = move || {
        let index = state.index();
        let name = input.get().map(|i| i.value()).unwrap_or_default();
        let name = if name.trim().is_empty() { suggested() } else { name.trim().to_string() };
        match state.bench.try_update(|b| b.add_part(index, family, &name)) {
            Some(Err(error)) => {
                state.notice.set(Some(Notice::Failed(format!("No {} was added: {error}.", family.noun()))))
            }
            _ => {
                if let Some(input) = input.get() {
                    input.set_value("");
                }
            }
        }
    };
    let label = match family {
        Family::Destination => "Destination",
        Family::Class => "Session class",
    };
    view! {
        <div class="add">
            <label class="tool">
                <span>{label}</span>
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
            <button type="button" data-action=format!("add-{}", family.word()) on:click=move |_| add()>"Add"</button>
        </div>
    }
}
