//! `cargo xtask`: everything that is done with the project, one command each.

use anyhow::Result;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Parser, Subcommand, ValueEnum};
use std::ffi::OsString;
use std::process::ExitCode;
use xtask::{checks, page, project, serve, setup, size, test_runner};

/// Farsight's own tools. A fresh clone needs nothing but Rust: `cargo xtask serve` shows the page.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", disable_version_flag = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Install what the machine lacks; may be run again at any time
    Setup {
        /// What it is for
        #[arg(value_enum, default_value_t = Purpose::Everything)]
        purpose: Purpose,
    },
    /// Build the release page into `dist` and print its sizes
    Build,
    /// Build the page and serve it on this machine
    Serve {
        /// The port; without it the first free one from 8080 on
        #[arg(long)]
        port: Option<u16>,
        /// Serve `dist` as it is
        #[arg(long)]
        no_build: bool,
    },
    /// Run all tests and checks, or only the named steps, and stop at the first failure
    Test {
        /// Steps to run; without any, all of them in this order
        #[arg(value_name = "STEP", value_parser = steps())]
        steps: Vec<String>,
    },
    /// Run the checks that need neither Trunk nor a browser, as before a commit
    Check,
    /// Print what the first load of the page in `dist` transfers
    Size,
    /// Cargo's runner for wasm32 (.cargo/config.toml)
    #[command(hide = true)]
    TestRunner(Forwarded),
    #[command(hide = true, name = test_runner::PREPARED)]
    TestRunnerPrepared(Forwarded),
}

#[derive(clap::Args)]
struct Forwarded {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<OsString>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Purpose {
    /// Building and serving the page
    Page,
    /// The page and all tests
    Everything,
}

fn steps() -> PossibleValuesParser {
    checks::STEPS.iter().map(|step| PossibleValue::new(step.name).help(step.what)).collect::<Vec<_>>().into()
}

fn main() -> ExitCode {
    run(Arguments::parse().command).unwrap_or_else(|error| {
        for sentence in error.chain() {
            eprintln!("xtask: {sentence}");
        }
        ExitCode::FAILURE
    })
}

fn run(command: Command) -> Result<ExitCode> {
    match command {
        Command::Setup { purpose: Purpose::Page } => setup::ensure(&[setup::PAGE])?,
        Command::Setup { purpose: Purpose::Everything } => setup::ensure(setup::ALL)?,
        Command::Build => build()?,
        Command::Serve { port, no_build } => {
            if !no_build {
                build()?;
            }
            serve::run(port)?;
        }
        Command::Test { steps } => checks::run(&steps)?,
        Command::Check => checks::run(&["fmt", "clippy", "clippy-wasm", "doc", "native"].map(str::to_owned))?,
        Command::Size => size::print(&project::dist())?,
        Command::TestRunner(Forwarded { arguments }) => return forwarded(&arguments),
        Command::TestRunnerPrepared(Forwarded { arguments }) => test_runner::run_prepared(&arguments)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The runner has said what failed: its code alone goes on.
fn forwarded(arguments: &[OsString]) -> Result<ExitCode> {
    Ok(if test_runner::run(arguments)?.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn build() -> Result<()> {
    setup::ensure(&[setup::PAGE])?;
    page::build()
}
