//! `cargo xtask`: everything that is done with the project, one command each.

use anyhow::Result;
use clap::{Parser, Subcommand, ValueEnum};
use std::process::ExitCode;
use xtask::{page, project, serve, setup, size};

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
    /// Print what the first load of the page in `dist` transfers
    Size,
}

#[derive(Clone, Copy, ValueEnum)]
enum Purpose {
    /// Building and serving the page
    Page,
    /// The page and all tests
    Everything,
}

fn main() -> ExitCode {
    match run(Arguments::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> Result<()> {
    match command {
        Command::Setup { purpose: Purpose::Page } => setup::ensure(setup::PAGE),
        Command::Setup { purpose: Purpose::Everything } => setup::ensure(setup::ALL),
        Command::Build => build(),
        Command::Serve { port, no_build } => {
            if !no_build {
                build()?;
            }
            serve::run(port)
        }
        Command::Size => size::print(&project::dist()),
    }
}

fn build() -> Result<()> {
    setup::ensure(setup::PAGE)?;
    page::build()
}
