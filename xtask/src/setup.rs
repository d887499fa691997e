//! Set-up: what a fresh machine lacks, step by step. Each step says what it does and why, and is skipped when
//! already done, so that it may be run again at any time.

mod binaryen;
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
pub const RUST: &[&Tool] = &[&rust::WASM_TARGET];
/// What checking the sources needs.
pub const LINTS: &[&Tool] = &[&rust::WASM_TARGET, &rust::RUSTFMT, &rust::CLIPPY];
/// What the page needs.
pub const PAGE: &[&Tool] = &[&rust::WASM_TARGET, &trunk::TRUNK, &binaryen::WASM_OPT];
/// What the tests in a browser need beside the page.
pub const BROWSER: &[&Tool] = &[&rust::WASM_TARGET, &chromium::CHROMIUM];
/// Everything.
pub const ALL: &[&Tool] = &[
    &rust::WASM_TARGET,
    &rust::RUSTFMT,
    &rust::CLIPPY,
    &trunk::TRUNK,
    &binaryen::WASM_OPT,
    &chromium::CHROMIUM,
];

/// Brings every tool of the list to the machine.
///
/// # Errors
/// When a needed tool can neither be found nor installed; the message says what to do by hand.
pub fn ensure(tools: &[&Tool]) -> Result<()> {
    tools.iter().try_for_each(|tool| tool.ensure())
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
