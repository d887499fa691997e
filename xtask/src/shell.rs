//! Running programs: found or not, with failures told as sentences that say what to do.

use anyhow::{Context, Result, bail};
use std::env;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Cargo as the caller runs it, in the project's folder.
pub fn cargo(arguments: &[&str]) -> Command {
    let program = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    command.args(arguments).current_dir(crate::project::root());
    command
}

/// Runs to the end with the output shown. `advice` completes the sentence "it failed: ...".
pub fn run(command: &mut Command, advice: &str) -> Result<()> {
    let line = display(command);
    let status = command.status().with_context(|| format!("`{line}` could not be started. {advice}"))?;
    if !status.success() {
        bail!("`{line}` failed ({status}). {advice}");
    }
    Ok(())
}

/// Like `run`, but shows what the program prints only when it fails.
pub fn run_quietly(command: &mut Command, advice: &str) -> Result<()> {
    let line = display(command);
    let output = command.output().with_context(|| format!("`{line}` could not be started. {advice}"))?;
    if !output.status.success() {
        let said = [output.stdout, output.stderr].concat();
        bail!(
            "`{line}` failed ({}) and said:\n{}\n{advice}",
            output.status,
            String::from_utf8_lossy(&said).trim()
        );
    }
    Ok(())
}

/// What the program prints, or `None` when it is missing or fails.
pub fn output(command: &mut Command) -> Option<String> {
    let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// The program's place on PATH.
pub fn find(program: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|folder| folder.join(program)).find(|candidate| candidate.is_file())
}

/// Whether this process may install system packages and must not sandbox Chromium.
pub fn is_root() -> bool {
    output(Command::new("id").arg("-u")).is_some_and(|uid| uid == "0")
}

/// The command as a person would type it.
pub fn display(command: &Command) -> String {
    let program = command.get_program().to_string_lossy();
    let name = program.rsplit('/').next().unwrap_or(&program).to_owned();
    let arguments = command.get_args().map(|argument| argument.to_string_lossy().into_owned());
    std::iter::once(name).chain(arguments).collect::<Vec<_>>().join(" ")
}
