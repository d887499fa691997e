//! wasm-opt, from the npm package `binaryen` in one tried version only. A wasm-opt of the system is never used:
//! Debian 12's (version 108) ends without an error and leaves a page that does not start.

use super::{State, Tool};
use crate::{project, shell, wasm_opt};
use anyhow::Result;
use std::process::Command;

pub(super) const WASM_OPT: Tool = Tool {
    name: "wasm-opt (npm's binaryen 132)",
    why: "it makes the page's program a third smaller",
    state,
    install,
};

fn state() -> Result<State> {
    Ok(match (wasm_opt::is_installed(), shell::find("npm")) {
        (true, _) => State::Ready,
        (false, Some(_)) => State::Missing,
        (false, None) => State::DoneWithout(
            "npm is not on PATH, so the page's program will be half again as large; it works all the same",
        ),
    })
}

fn install() -> Result<()> {
    let mut command = Command::new("npm");
    command.args([
        "install",
        "--silent",
        "--no-save",
        "--no-audit",
        "--no-fund",
        "--ignore-scripts",
        "--prefix",
    ]);
    command.arg(project::tools()).arg(format!("binaryen@{}", wasm_opt::VERSION));
    std::fs::create_dir_all(project::tools())?;
    if let Err(error) = shell::run(&mut command, "") {
        println!(
            "setup: wasm-opt: skipped; {error:#}The page's program will be half again as large; it works all the same."
        );
    }
    Ok(())
}
