//! Making the page's program smaller, by the wasm-opt that set-up installed and by no other.

use crate::{project, shell};
use anyhow::{Context, Result};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Version 132 was tried in a browser. Others may write a module that no browser loads, without an error.
pub(crate) const VERSION: &str = "132.0.0";

/// Whether the right version is in `.tools` and there is a Node.js to run it.
pub(crate) fn is_installed() -> bool {
    let manifest = fs::read_to_string(package().join("package.json")).unwrap_or_default();
    let version =
        serde_json::from_str::<serde_json::Value>(&manifest).ok().map(|package| package["version"].clone());
    version.is_some_and(|version| version == VERSION) && program().is_file() && shell::find("node").is_some()
}

/// Optimizes the file in place for size. The features it may use are those its own `target_features` section names.
pub(crate) fn optimize(wasm: &Path) -> Result<()> {
    let optimized = wasm.with_extension("wasm-opt");
    let mut command = Command::new("node");
    command.arg(program()).arg("-Oz").arg(wasm).arg("-o").arg(&optimized);
    shell::run(
        &mut command,
        "Remove .tools/node_modules to build without wasm-opt, or run `cargo xtask setup` again.",
    )?;
    fs::rename(&optimized, wasm).with_context(|| format!("{} could not be replaced.", wasm.display()))
}

fn package() -> PathBuf {
    project::tools().join("node_modules").join("binaryen")
}

fn program() -> PathBuf {
    package().join("bin").join("wasm-opt")
}
