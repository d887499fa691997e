//! Farsight's own tools, as a library so that the browser tests use the very server that `cargo xtask serve` runs.
//!
//! Lowest first: `project` (where things are), `shell` (running programs), then one module per concept.
//! Knows nothing of what the page computes.

pub mod checks;
pub mod chromium;
pub mod page;
pub mod project;
pub mod serve;
pub mod server;
pub mod setup;
pub mod shell;
pub mod size;
mod stamp;
pub mod test_runner;
mod wasm_opt;
