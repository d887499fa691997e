//! Where things are in the project. Every path is absolute, so that tools work from any folder.

use std::path::{Path, PathBuf};

/// The folder of the top `Cargo.toml`.
pub fn root() -> PathBuf {
    let xtask = std::env::var_os("CARGO_MANIFEST_DIR")
        .map_or_else(|| env!("CARGO_MANIFEST_DIR").into(), PathBuf::from);
    // Cargo names the package it runs: `xtask` for `cargo xtask`, the top one for the wasm test runner.
    if xtask.ends_with("xtask") { xtask.parent().map_or(xtask.clone(), Path::to_path_buf) } else { xtask }
}

/// Tools that set-up installs for this project alone; ignored by git.
pub fn tools() -> PathBuf {
    root().join(".tools")
}

/// The folder of tools' programs.
pub fn tools_bin() -> PathBuf {
    tools().join("bin")
}

/// The finished page: what is served, tested and published.
pub fn dist() -> PathBuf {
    root().join("dist")
}

/// Screenshots and other findings of browser tests; ignored by git.
pub fn findings() -> PathBuf {
    root().join("target").join("browser-tests")
}
