//! `cargo xtask serve`: the finished page on this machine, at the first free port.

use crate::{project, server::Server};
use anyhow::{Context, Result};

const FIRST_PORT: u16 = 8080;
const PORTS_TRIED: u16 = 20;

/// Serves `dist` until the process is ended, and prints the address first.
///
/// # Errors
/// When there is no page yet, or no free port.
pub fn run(port: Option<u16>) -> Result<()> {
    let server = match port {
        Some(port) => Server::start(&project::dist(), "/", port)?,
        None => at_first_free_port()?,
    };
    println!("Farsight is at {} (Ctrl-C stops it)", server.url());
    server.wait();
    Ok(())
}

fn at_first_free_port() -> Result<Server> {
    let mut last = None;
    for port in FIRST_PORT..FIRST_PORT + PORTS_TRIED {
        match Server::start(&project::dist(), "/", port) {
            Ok(server) => return Ok(server),
            Err(error) => last = Some(Err(error)),
        }
    }
    last.context("No port was tried.")?
}
