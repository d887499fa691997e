//! How the tests start Chromium: one home for its flags, for the tests of components and the tests of the page.

use crate::shell;
use serde_json::{Value, json};
use std::path::PathBuf;

/// Keeps Chromium to the page under test: no first-run pages, no talk with anyone.
const FLAGS: [&str; 9] = [
    "--headless=new",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-features=OptimizationHints,MediaRouter,Translate",
];

/// The browser's program, by any of its usual names.
pub fn browser() -> Option<PathBuf> {
    ["chromium", "chromium-browser", "google-chrome"].into_iter().find_map(shell::find)
}

/// The flags for this user.
pub fn flags() -> Vec<String> {
    // Chromium refuses to run its sandbox as root.
    let sandbox = shell::is_root().then_some("--no-sandbox");
    FLAGS.into_iter().chain(sandbox).map(str::to_owned).collect()
}

/// What ChromeDriver is asked for, with more flags.
pub fn capabilities(more_flags: &[String]) -> Value {
    let flags = [flags(), more_flags.to_vec()].concat();
    let mut options = json!({ "args": flags });
    if let Some(program) = browser() {
        options["binary"] = json!(program);
    }
    json!({ "goog:chromeOptions": options })
}
