//! Set-up: what a fresh machine lacks, step by step. Each step says what it does and why, and is skipped when
//! already done, so that it may be run again at any time.

mod binaryen;
mod cargo_deny;
mod chromium;
mod rust;
mod trunk;

use crate::{project, shell};
use anyhow::{Context, Result};

/// One thing that must be on the machine.
pub struct Tool {
    name: &'static str,
    why: &'static str,
    state: fn() -> Result<State>,
    install: fn() -> Result<()>,
}

/// What a look at the machine says about a tool.
enum State {
    Ready,
    Missing,
    /// Cannot be had here and can be done without: the sentence says what that means.
    DoneWithout(&'static str),
}

/// What compiling for the browser needs.
pub const WASM: &[&Tool] = &[&rust::WASM_TARGET];
/// What the check of the sources' form needs.
pub const RUSTFMT: &[&Tool] = &[&rust::RUSTFMT];
/// What the checks for common mistakes need.
pub const CLIPPY: &[&Tool] = &[&rust::WASM_TARGET, &rust::CLIPPY];
/// What the check of our dependencies needs.
pub const DEPENDENCIES: &[&Tool] = &[&cargo_deny::CARGO_DENY];
/// What building the page needs.
pub const PAGE: &[&Tool] = &[&rust::WASM_TARGET, &trunk::TRUNK, &binaryen::WASM_OPT];
/// What tests in a browser need.
pub const BROWSER: &[&Tool] = &[&rust::WASM_TARGET, &chromium::CHROMIUM];
/// Everything.
pub const ALL: &[&[&Tool]] = &[RUSTFMT, CLIPPY, DEPENDENCIES, PAGE, BROWSER];

/// Brings every tool of the lists to the machine, each once.
///
/// # Errors
/// When a needed tool can neither be found nor installed; the message says what to do by hand.
pub fn ensure(lists: &[&[&Tool]]) -> Result<()> {
    let mut done = Vec::new();
    for tool in lists.iter().copied().flatten() {
        if !done.contains(&tool.name) {
            tool.ensure()?;
            done.push(tool.name);
        }
    }
    Ok(())
}

impl Tool {
    fn ensure(&self) -> Result<()> {
        match (self.state)()? {
            State::Ready => println!("setup: {}: already there", self.name),
            State::DoneWithout(consequence) => println!("setup: {}: skipped; {consequence}", self.name),
            State::Missing => {
                println!("setup: {}: installing; {}", self.name, self.why);
                (self.install)().with_context(|| format!("Set-up of {} did not succeed.", self.name))?;
            }
        }
        Ok(())
    }
}

/// Builds a program of crates.io into `.tools`, quickly rather than well.
fn install_crate(package: &str, options: &[&str]) -> Result<()> {
    let mut command = shell::cargo(&["install", "--locked", "--quiet", "--force", package]);
    command.args(options).arg("--root").arg(project::tools());
    for setting in ["opt-level=0", "lto=false", "codegen-units=16", "debug=false"] {
        command.arg("--config").arg(format!("profile.release.{setting}"));
    }
    shell::run(
        &mut command,
        "Check that crates.io can be reached and that a C compiler is there, then run this again.",
    )
}
