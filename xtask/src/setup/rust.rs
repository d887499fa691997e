//! Parts of the Rust toolchain. `rust-toolchain.toml` names them, but rustup adds none of them to a toolchain
//! that is already there.

use super::{State, Tool};
use crate::shell;
use anyhow::{Result, bail};
use std::process::Command;

pub(super) const WASM_TARGET: Tool = Tool {
    name: "Rust for WebAssembly",
    why: "the page is compiled for wasm32-unknown-unknown",
    state: || installed(&["target", "list", "--installed"], "wasm32-unknown-unknown"),
    install: || rustup(&["target", "add", "wasm32-unknown-unknown"]),
};

pub(super) const RUSTFMT: Tool = Tool {
    name: "rustfmt",
    why: "the tests check that the sources are formatted",
    state: || installed(&["component", "list", "--installed"], "rustfmt"),
    install: || rustup(&["component", "add", "rustfmt"]),
};

pub(super) const CLIPPY: Tool = Tool {
    name: "clippy",
    why: "the tests check the sources for common mistakes",
    state: || installed(&["component", "list", "--installed"], "clippy"),
    install: || rustup(&["component", "add", "clippy"]),
};

fn installed(list: &[&str], wanted: &str) -> Result<State> {
    let Some(lines) = shell::output(Command::new("rustup").args(list).current_dir(crate::project::root()))
    else {
        bail!(
            "`rustup {}` did not answer. Install Rust with rustup, then run this again; without rustup, add \
             {wanted} to your toolchain yourself and put a `rustup` on PATH.",
            list.join(" ")
        );
    };
    Ok(if lines.lines().any(|line| line.starts_with(wanted)) { State::Ready } else { State::Missing })
}

fn rustup(arguments: &[&str]) -> Result<()> {
    let mut command = Command::new("rustup");
    command.args(arguments).current_dir(crate::project::root());
    shell::run(
        &mut command,
        "Check the network and that the toolchain folder is yours to write, then run this again.",
    )
}
