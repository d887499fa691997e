//! `cargo xtask test`: everything there is to check, one step after the other, cheapest first. Adding a step is
//! adding a line to `STEPS`: order, help, set-up and the advice after a failure come from it.

use crate::setup::{self, Tool};
use crate::{page, project, shell};
use anyhow::Result;
use std::process::Command;
use std::time::Instant;

/// One thing that is checked.
pub struct Step {
    /// What it is called on the command line.
    pub name: &'static str,
    /// What it shows when it passes.
    pub what: &'static str,
    needs: &'static [&'static Tool],
    run: fn() -> Result<()>,
}

/// All steps in their order.
pub const STEPS: &[Step] = &[
    Step { name: "fmt", what: "sources are formatted", needs: setup::RUSTFMT, run: fmt },
    Step {
        name: "dependencies",
        what: "licences, origins and doubles of dependencies",
        needs: setup::DEPENDENCIES,
        run: dependencies,
    },
    Step { name: "clippy", what: "no common mistakes, native code", needs: setup::CLIPPY, run: clippy },
    Step {
        name: "clippy-wasm",
        what: "no common mistakes, code of the page",
        needs: setup::CLIPPY,
        run: clippy_wasm,
    },
    Step { name: "doc", what: "the documentation has no broken link", needs: setup::WASM, run: doc },
    Step { name: "native", what: "tests of the engine, the shell and these tools", needs: &[], run: native },
    Step { name: "wasm", what: "tests of the page's parts, in Chromium", needs: setup::BROWSER, run: wasm },
    Step { name: "page", what: "the release page builds", needs: setup::PAGE, run: page::build },
    Step {
        name: "browser",
        what: "tests of the finished page in `dist`, in Chromium",
        needs: setup::BROWSER,
        run: browser,
    },
];

/// Runs the named steps, all when none is named, and stops at the first failure. The last line counts steps.
///
/// # Errors
/// When a step fails or what it needs cannot be had; the message says how to run only that step again.
pub fn run(names: &[String]) -> Result<()> {
    let steps: Vec<&Step> =
        STEPS.iter().filter(|step| names.is_empty() || names.iter().any(|name| name == step.name)).collect();
    setup::ensure(&steps.iter().map(|step| step.needs).collect::<Vec<_>>())?;
    for (index, step) in steps.iter().enumerate() {
        println!("\n=== {}/{} {}: {}", index + 1, steps.len(), step.name, step.what);
        let start = Instant::now();
        if let Err(error) = (step.run)() {
            println!("\n{index} passed, 1 failed");
            return Err(error
                .context(format!("Step {0} failed; `cargo xtask test {0}` runs only it again.", step.name)));
        }
        println!("=== {} passed in {:.1} s", step.name, start.elapsed().as_secs_f64());
    }
    println!("\n{} passed, 0 failed", steps.len());
    Ok(())
}

fn fmt() -> Result<()> {
    cargo(&["fmt", "--all", "--check"], "`cargo fmt --all` formats everything.")
}

fn dependencies() -> Result<()> {
    let mut command = Command::new(project::tools_bin().join("cargo-deny"));
    command
        .args(["--locked", "--workspace", "check", "licenses", "bans", "sources"])
        .current_dir(project::root());
    shell::run(&mut command, "Choose another dependency, or change deny.toml and say there why.")
}

const MISTAKES: &str =
    "Mend what is named above; an exception needs `#[expect(..., reason = \"...\")]` at its place.";

fn clippy() -> Result<()> {
    cargo(&["clippy", "--locked", "--workspace", "--all-targets", "--", "-D", "warnings"], MISTAKES)
}

fn clippy_wasm() -> Result<()> {
    let targets = [
        "clippy", "--locked", "--target", WASM, "--lib", "--bins", "--test", "web", "--bench", "engine",
        "--", "-D", "warnings",
    ];
    cargo(&targets, MISTAKES)
}

fn doc() -> Result<()> {
    for options in [&["--workspace"][..], &["--target", WASM]] {
        let mut command = shell::cargo(&["doc", "--locked", "--no-deps"]);
        shell::run(
            command.args(options).env("RUSTDOCFLAGS", "-D warnings"),
            "Mend the documentation named above.",
        )?;
    }
    Ok(())
}

fn native() -> Result<()> {
    cargo(&["test", "--locked"], TESTS)?;
    cargo(&["test", "--locked", "--package", "xtask", "--lib", "--bins"], TESTS)
}

fn wasm() -> Result<()> {
    let mut command = shell::cargo(&["test", "--locked", "--target", WASM, "--test", "web"]);
    // With one of these the runner would pass over the tests.
    command.env_remove("WASM_BINDGEN_TEST_ONLY_NODE").env_remove("WASM_BINDGEN_TEST_ONLY_WEB");
    shell::run(&mut command, TESTS)
}

fn browser() -> Result<()> {
    cargo(&["test", "--locked", "--package", "xtask", "--test", "browser"], BROWSER_TESTS)
}

const WASM: &str = "wasm32-unknown-unknown";
const TESTS: &str = "The failed test above says what it expected.";
const BROWSER_TESTS: &str = "The failed test above says what it expected; its last screenshot is in target/browser-tests. \
     After a change of the page, `cargo xtask test page browser` builds it first.";

fn cargo(arguments: &[&str], advice: &str) -> Result<()> {
    shell::run(&mut shell::cargo(arguments), advice)
}
