//! Runs the tests that Cargo compiled for wasm32: prepares Chromium's settings, then hands over to wasm-bindgen's runner.

use crate::{chromium, shell};
use anyhow::{Context, Result, bail};
use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::{Command, ExitStatus};
use std::{env, fs};

/// The hidden command that runs wasm-bindgen's runner in the prepared environment.
pub const PREPARED: &str = "test-runner-prepared";

/// Seconds that all tests of one file may take together.
const TIME_LIMIT: &str = "300";

/// Runs the tests in headless Chromium.
///
/// # Errors
/// When Chromium or its driver is missing.
pub fn run(arguments: &[OsString]) -> Result<ExitStatus> {
    let (Some(_), Some(driver)) = (chromium::browser(), shell::find("chromedriver")) else {
        bail!("These tests run in Chromium, and it or chromedriver is not on PATH: run `cargo xtask setup`.");
    };
    let own = env::current_exe()?;
    let settings = own.with_file_name("webdriver.json");
    fs::write(&settings, chromium::capabilities(&[]).to_string())
        .with_context(|| format!("{} could not be written.", settings.display()))?;
    let mut command = Command::new(own);
    // Cargo's own `--quiet` comes along, and wasm-bindgen's runner refuses it.
    command.arg(PREPARED).args(arguments.iter().filter(|argument| *argument != "--quiet"));
    default_env(&mut command, "CHROMEDRIVER", driver.as_os_str());
    default_env(&mut command, "WASM_BINDGEN_TEST_WEBDRIVER_JSON", settings.as_os_str());
    default_env(&mut command, "WASM_BINDGEN_TEST_TIMEOUT", OsStr::new(TIME_LIMIT));
    default_env(&mut command, "WASM_BINDGEN_TEST_DRIVER_TIMEOUT", OsStr::new("60"));
    command.status().context("wasm-bindgen's test runner could not be started.")
}

/// wasm-bindgen's own runner, in this process.
///
/// # Errors
/// When a test fails.
pub fn run_prepared(arguments: &[OsString]) -> Result<()> {
    let own = OsString::from(Path::new("wasm-bindgen-test-runner"));
    wasm_bindgen_cli::wasm_bindgen_test_runner::run_cli_with_args(std::iter::once(&own).chain(arguments))
}

/// What the caller has set stays.
fn default_env(command: &mut Command, name: &str, value: &OsStr) {
    if env::var_os(name).is_none() {
        command.env(name, value);
    }
}
