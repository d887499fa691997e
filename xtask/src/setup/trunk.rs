//! Trunk bundles the page. Built without TLS and without optimization: 2 minutes instead of 11, and it is fast enough.

use super::{State, Tool};
use crate::{project, shell};
use anyhow::Result;
use std::process::Command;

/// The newest that the pinned Rust compiles.
const VERSION: &str = "0.21.14";

pub(super) const TRUNK: Tool = Tool {
    name: "Trunk 0.21.14",
    why: "it bundles the page; built from source into .tools, about 2 minutes",
    state,
    install: || super::install_crate(&format!("trunk@{VERSION}"), &["--no-default-features"]),
};

fn state() -> Result<State> {
    let said = shell::output(Command::new(project::tools_bin().join("trunk")).arg("--version"));
    Ok(if said.is_some_and(|text| text == format!("trunk {VERSION}")) {
        State::Ready
    } else {
        State::Missing
    })
}
