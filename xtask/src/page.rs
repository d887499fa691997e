//! Building the page into `dist`: Trunk compiles and bundles, wasm-opt makes it smaller, then names tell content.

use crate::{project, shell, size, stamp, wasm_opt};
use anyhow::{Context, Result};
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;
use std::{env, fs};

/// Builds the release page and prints what the first load transfers.
///
/// # Errors
/// When a tool is missing or a build step fails; the message says what to do.
pub fn build() -> Result<()> {
    build_wasm_bindgen()?;
    bundle()?;
    optimize()?;
    stamp::stamp(&project::dist())?;
    size::print(&project::dist())
}

/// Trunk calls the program `wasm-bindgen`, which is our own second program.
fn build_wasm_bindgen() -> Result<()> {
    let mut command =
        shell::cargo(&["build", "--quiet", "--locked", "--package", "xtask", "--bin", "wasm-bindgen"]);
    shell::run(&mut command, "The compiler's message above says why.")
}

fn bundle() -> Result<()> {
    let mut command = Command::new(project::tools_bin().join("trunk"));
    command.args(["build", "--release"]).current_dir(project::root()).env("PATH", search_path()?);
    command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", without_own_paths());
    // Trunk reads this variable as a switch, and refuses the usual value 1.
    if env::var_os("NO_COLOR").is_some() {
        command.env("NO_COLOR", "true");
    }
    shell::run(&mut command, "The message above says why; `cargo xtask setup page` installs what is missing.")
}

/// Our own `wasm-bindgen` comes before any other: it lies beside this program.
fn search_path() -> Result<OsString> {
    let own = env::current_exe()?.parent().map(PathBuf::from).context("This program lies in no folder.")?;
    let inherited = env::var_os("PATH").unwrap_or_default();
    Ok(env::join_paths([own, project::tools_bin()].into_iter().chain(env::split_paths(&inherited)))?)
}

/// Panic messages name source files. The page shall not tell whose machine built it, and be the same from all of them.
fn without_own_paths() -> String {
    let cargo_home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let default_home = env::var_os("HOME").map(|home| PathBuf::from(home).join(".cargo"));
    let homes = cargo_home.or(default_home).map(|home| (home, "cargo"));
    let known = homes.into_iter().chain([(project::root(), "farsight")]);
    let flags = known.map(|(path, name)| format!("--remap-path-prefix={}={name}", path.display()));
    // Cargo splits this variable at spaces.
    flags.filter(|flag| !flag.contains(' ')).collect::<Vec<_>>().join(" ")
}

fn optimize() -> Result<()> {
    if !wasm_opt::is_installed() {
        println!(
            "build: without wasm-opt, so the page's program is half again as large (`cargo xtask setup page` installs it where npm is)"
        );
        return Ok(());
    }
    for entry in fs::read_dir(project::dist())? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "wasm") {
            wasm_opt::optimize(&path)?;
        }
    }
    Ok(())
}
