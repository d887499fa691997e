//! Parts of the Rust toolchain. `rust-toolchain.toml` names them, but rustup adds none of them to a toolchain that is
//! already there. A toolchain without rustup will do when it has them.

use super::{State, Tool};
use crate::{project, shell};
use anyhow::{Result, bail};
use std::path::Path;
use std::process::Command;

pub(super) const WASM_TARGET: Tool = Tool {
    name: "Rust for WebAssembly",
    why: "the page is compiled for wasm32-unknown-unknown",
    state: || Ok(ready_when(has_wasm_library())),
    install: || rustup(&["target", "add", "wasm32-unknown-unknown"]),
};

pub(super) const RUSTFMT: Tool = Tool {
    name: "rustfmt",
    why: "the tests check that the sources are formatted",
    state: || Ok(ready_when(shell::output(&mut shell::cargo(&["fmt", "--version"])).is_some())),
    install: || rustup(&["component", "add", "rustfmt"]),
};

pub(super) const CLIPPY: Tool = Tool {
    name: "clippy",
    why: "the tests check the sources for common mistakes",
    state: || Ok(ready_when(shell::output(&mut shell::cargo(&["clippy", "--version"])).is_some())),
    install: || rustup(&["component", "add", "clippy"]),
};

fn ready_when(is_there: bool) -> State {
    if is_there { State::Ready } else { State::Missing }
}

fn has_wasm_library() -> bool {
    let mut rustc = Command::new("rustc");
    rustc
        .args(["--print", "target-libdir", "--target", "wasm32-unknown-unknown"])
        .current_dir(project::root());
    shell::output(&mut rustc).is_some_and(|folder| Path::new(&folder).is_dir())
}

fn rustup(arguments: &[&str]) -> Result<()> {
    if shell::find("rustup").is_none() {
        bail!(
            "rustup is not on PATH. Install Rust with rustup and run this again, or give your own toolchain what \
             `rustup {}` would.",
            arguments.join(" ")
        );
    }
    let mut command = Command::new("rustup");
    command.args(arguments).current_dir(project::root());
    shell::run(
        &mut command,
        "Check the network and that the toolchain's folder is yours to write, then run this again.",
    )
}
