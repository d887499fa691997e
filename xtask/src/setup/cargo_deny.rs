//! cargo-deny checks what our dependencies may be (deny.toml). Built without its check of known vulnerabilities, which
//! needs a database that set-up cannot count on.

use super::{State, Tool};
use crate::{project, shell};
use anyhow::Result;
use std::process::Command;

/// The tried version.
const VERSION: &str = "0.20.2";

pub(super) const CARGO_DENY: Tool = Tool {
    name: "cargo-deny 0.20.2",
    why: "the tests check the licences and origins of our dependencies; built from source into .tools, about 1 minute",
    state,
    install: || super::install_crate(&format!("cargo-deny@{VERSION}"), &["--no-default-features"]),
};

fn state() -> Result<State> {
    let said = shell::output(Command::new(project::tools_bin().join("cargo-deny")).arg("--version"));
    Ok(if said.is_some_and(|text| text == format!("cargo-deny {VERSION}")) {
        State::Ready
    } else {
        State::Missing
    })
}
