//! Two faces of one program: in a browser it mounts the page, elsewhere it is the shell.

#[cfg(target_arch = "wasm32")]
fn main() {
    use leptos::prelude::*;
    leptos::mount::mount_to_body(|| view! { <h1>"Farsight"</h1> });
    // The browser tests wait for this attribute.
    document().body().expect("a page has a body").set_attribute("data-ready", "").expect("a valid name");
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {}
