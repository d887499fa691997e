//! Tests of the page's parts in a real browser. `cargo xtask test wasm` runs them; so does
//! `cargo test --target wasm32-unknown-unknown --test web` (with `-- NAME` for some of them).
#![cfg(target_arch = "wasm32")]

use leptos::prelude::*;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen_test]
async fn a_view_mounts_and_follows_its_signal() {
    let (name, set_name) = signal("Farsight");
    leptos::mount::mount_to_body(move || view! { <h1>{name}</h1> });
    let heading = document().query_selector("h1").expect("a valid selector").expect("the view is mounted");
    assert_eq!(heading.text_content().as_deref(), Some("Farsight"));
    set_name.set("Nearsight");
    leptos::task::tick().await;
    assert_eq!(heading.text_content().as_deref(), Some("Nearsight"));
}
