//! Everything that asks the browser: storage, downloads, files, sizes, keys. The only place that uses `web_sys`.

use leptos::prelude::*;
use wasm_bindgen::prelude::*;
use web_sys::{
    Blob, BlobPropertyBag, File, HtmlAnchorElement, HtmlElement, HtmlInputElement, KeyboardEvent, Storage,
    Url,
};

use crate::report::figure::Room;

/// Below this width figures are drawn for a phone, px.
const NARROW: f64 = 620.0;
/// Files above this are not read, bytes.
const LARGEST_FILE: f64 = 20e6;
const THEME: &str = "farsight.theme";

fn storage() -> Result<Storage, String> {
    match window().local_storage() {
        Ok(Some(storage)) => Ok(storage),
        _ => Err("this browser does not let the page store anything".into()),
    }
}

/// A stored text.
pub(super) fn load(key: &str) -> Result<Option<String>, String> {
    storage()?.get_item(key).map_err(|_| "this browser does not let the page read what it stored".into())
}

/// Stores a text.
pub(super) fn save(key: &str, text: &str) -> Result<(), String> {
    storage()?.set_item(key, text).map_err(|_| "the storage that this browser gives the page is full".into())
}

/// Offers a text as a file.
pub(super) fn download(name: &str, kind: &str, text: &str) -> Result<(), String> {
    let refused = |_: JsValue| "the browser refused the file".to_string();
    let options = BlobPropertyBag::new();
    options.set_type(kind);
    let parts = js_sys::Array::of1(&JsValue::from_str(text));
    let blob = Blob::new_with_str_sequence_and_options(&parts, &options).map_err(refused)?;
    let url = Url::create_object_url_with_blob(&blob).map_err(refused)?;
    let anchor: HtmlAnchorElement = document().create_element("a").map_err(refused)?.unchecked_into();
    anchor.set_href(&url);
    anchor.set_download(name);
    anchor.click();
    set_timeout(move || drop(Url::revoke_object_url(&url)), std::time::Duration::from_secs(10));
    Ok(())
}

/// Reads the first file of a file input and forgets the choice, so that the same file can be chosen again.
pub(super) fn read_chosen(
    input: &HtmlInputElement,
    then: impl FnOnce(String, Result<String, String>) + 'static,
) {
    let chosen = input.files().and_then(|files| files.get(0));
    if let Some(file) = chosen {
        read(file, then);
    }
    input.set_value("");
}

/// Calls `then` with every file dropped anywhere on the page, which would leave for it otherwise.
pub(super) fn on_drop(then: impl Fn(String, Result<String, String>) + Clone + 'static) {
    std::mem::forget(window_event_listener(leptos::ev::dragover, |event| event.prevent_default()));
    std::mem::forget(window_event_listener(leptos::ev::drop, move |event| {
        read_dropped(&event, then.clone())
    }));
}

fn read_dropped(event: &web_sys::DragEvent, then: impl FnOnce(String, Result<String, String>) + 'static) {
    event.prevent_default();
    let dropped = event.data_transfer().and_then(|d| d.files()).and_then(|files| files.get(0));
    if let Some(file) = dropped {
        read(file, then);
    }
}

fn read(file: File, then: impl FnOnce(String, Result<String, String>) + 'static) {
    let name = file.name();
    if file.size() > LARGEST_FILE {
        then(name, Err("it is larger than any study can be (20 MB)".into()));
        return;
    }
    leptos::task::spawn_local(async move {
        let text = gloo_file::futures::read_as_text(&gloo_file::Blob::from(file)).await;
        then(name, text.map_err(|_| "the browser could not read it".into()));
    });
}

/// Room for figures now.
pub(super) fn room() -> Room {
    let width = window().inner_width().ok().and_then(|w| w.as_f64()).unwrap_or(NARROW);
    if width < NARROW { Room::Narrow } else { Room::Wide }
}

/// Calls `act` when another tab stores something under `key`.
pub(super) fn on_stored_elsewhere(key: &'static str, act: impl Fn() + 'static) {
    let check = move |event: web_sys::StorageEvent| {
        if event.key().as_deref() == Some(key) {
            act();
        }
    };
    std::mem::forget(window_event_listener(leptos::ev::storage, check));
}

/// Calls `act` when the window changes size.
pub(super) fn on_resize(act: impl Fn() + 'static) {
    std::mem::forget(window_event_listener(leptos::ev::resize, move |_| act()));
}

/// Calls `undo` and `redo` on Ctrl+Z and Ctrl+Shift+Z or Ctrl+Y outside of text fields, which have their own.
pub(super) fn on_undo_keys(undo: impl Fn() + 'static, redo: impl Fn() + 'static) {
    let act = move |event: KeyboardEvent| {
        if !(event.ctrl_key() || event.meta_key()) || typing() {
            return;
        }
        match (event.key().to_ascii_lowercase().as_str(), event.shift_key()) {
            ("z", false) => undo(),
            ("z", true) | ("y", _) => redo(),
            _ => return,
        }
        event.prevent_default();
    };
    std::mem::forget(window_event_listener(leptos::ev::keydown, act));
}

fn typing() -> bool {
    let tag = document().active_element().map(|e| e.tag_name());
    matches!(tag.as_deref(), Some("INPUT" | "TEXTAREA" | "SELECT"))
}

/// Whether the user is in this element.
pub(super) fn is_focused(element: &HtmlElement) -> bool {
    document().active_element().is_some_and(|active| active.is_same_node(Some(element)))
}

/// The theme chosen before: `light`, `dark`, or nothing for the system's.
pub(super) fn theme() -> Option<String> {
    let theme = load(THEME).ok().flatten().filter(|t| t == "light" || t == "dark");
    show_theme(theme.as_deref());
    theme
}

/// Chooses a theme; nothing for the system's.
pub(super) fn set_theme(theme: Option<&str>) {
    show_theme(theme);
    let _ = save(THEME, theme.unwrap_or("system"));
}

fn show_theme(theme: Option<&str>) {
    let Some(root) = document().document_element() else { return };
    let _ = match theme {
        Some(theme) => root.set_attribute("data-theme", theme),
        None => root.remove_attribute("data-theme"),
    };
}

/// Prints the page.
pub(super) fn print() {
    let _ = window().print();
}

/// Tells tests that the page stands, and marks the moment on the browser's time line.
pub(super) fn mark_ready() {
    if let Some(body) = document().body() {
        let _ = body.set_attribute("data-ready", "");
    }
    if let Some(performance) = window().performance() {
        let _ = performance.mark("farsight-ready");
    }
}
