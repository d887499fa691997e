//! Tests of the page's parts in a real browser. `cargo xtask test wasm` runs them; so does
//! `cargo test --target wasm32-unknown-unknown --test web` (with `-- NAME` for some of them).
#![cfg(target_arch = "wasm32")]

use farsight::scenario::PRESETS;
use farsight::ui::Page;
use farsight::whatif::Comparison;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use web_sys::{Event, EventInit, HtmlInputElement};

wasm_bindgen_test_configure!(run_in_browser);

fn find(selector: &str) -> web_sys::Element {
    document().query_selector(selector).expect("a valid selector").unwrap_or_else(|| panic!("no {selector}"))
}

fn text(selector: &str) -> String {
    find(selector).text_content().unwrap_or_default()
}

#[wasm_bindgen_test]
async fn the_page_opens_on_the_first_preset_and_follows_an_edit() {
    leptos::mount::mount_to_body(Page);
    leptos::task::tick().await;
    assert_eq!(text(".intro h2"), PRESETS[0].title);
    let before = text("tr[data-measure='log_file_sync.mean'] .value");
    let input: HtmlInputElement = find("[data-path='workload.commit_rate'] input").unchecked_into();
    input.set_value("5");
    let bubbling = EventInit::new();
    bubbling.set_bubbles(true);
    let event = Event::new_with_event_init_dict("input", &bubbling).expect("an event");
    input.dispatch_event(&event).expect("it is taken");
    leptos::task::tick().await;
    assert_ne!(text("tr[data-measure='log_file_sync.mean'] .value"), before);
}

#[wasm_bindgen_test]
fn every_preset_answers_in_wasm() {
    for preset in PRESETS {
        let comparison = Comparison::of(&preset.study());
        assert!(comparison.columns.iter().all(|c| c.path().is_some()), "{}", preset.key);
    }
}
