//! Chromium and its driver, for the tests in a browser: Debian's packages, which match each other.

use super::{State, Tool};
use crate::shell;
use anyhow::{Result, bail};
use std::process::Command;

const PACKAGES: [&str; 2] = ["chromium", "chromium-driver"];

pub(super) const CHROMIUM: Tool = Tool {
    name: "Chromium and ChromeDriver",
    why: "the tests open the page in a real browser",
    state,
    install,
};

fn state() -> Result<State> {
    let both = shell::find("chromedriver").is_some() && crate::chromium::browser().is_some();
    Ok(if both { State::Ready } else { State::Missing })
}

fn install() -> Result<()> {
    let apt = apt_get(shell::find("apt-get").is_some(), shell::is_root(), shell::find("sudo").is_some())?;
    if !is_known() {
        shell::run_quietly(&mut apt.command(&["update"]), ADVICE)?;
    }
    let install = ["install", "--yes", "--no-install-recommends", PACKAGES[0], PACKAGES[1]];
    if shell::run_quietly(&mut apt.command(&install), "").is_ok() {
        return Ok(());
    }
    // The package lists may be older than the packages.
    shell::run_quietly(&mut apt.command(&["update"]), ADVICE)?;
    shell::run_quietly(&mut apt.command(&install), ADVICE)
}

const ADVICE: &str = "Install the packages chromium and chromium-driver yourself, then run this again.";

/// Whether the package lists, if there are any yet, name Chromium.
fn is_known() -> bool {
    shell::output(Command::new("apt-cache").args(["show", "--no-all-versions", PACKAGES[0], PACKAGES[1]]))
        .is_some()
}

/// How `apt-get` may be run here.
#[derive(Debug, PartialEq)]
enum Apt {
    Directly,
    BySudo,
}

fn apt_get(has_apt: bool, is_root: bool, has_sudo: bool) -> Result<Apt> {
    match (has_apt, is_root, has_sudo) {
        (false, ..) => bail!(
            "The tests need Chromium and ChromeDriver of the same version as `chromium` and `chromedriver` on PATH, \
             and this system has no apt-get. Install both with your system's package manager, then run this again."
        ),
        (true, true, _) => Ok(Apt::Directly),
        (true, false, true) => Ok(Apt::BySudo),
        (true, false, false) => bail!(
            "The tests need Chromium, and installing it needs root. As root, run `apt-get update && apt-get install \
             {}`, then run this again as yourself.",
            PACKAGES.join(" ")
        ),
    }
}

impl Apt {
    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = match self {
            Self::Directly => Command::new("env"),
            Self::BySudo => Command::new("sudo"),
        };
        if *self == Self::BySudo {
            command.arg("env");
        }
        command.args(["DEBIAN_FRONTEND=noninteractive", "apt-get", "--quiet=2"]).args(arguments);
        command
    }
}

#[cfg(test)]
mod tests {
    use super::{Apt, apt_get};

    #[test]
    fn root_installs_directly_even_where_there_is_no_sudo() {
        assert_eq!(apt_get(true, true, false).expect("allowed"), Apt::Directly);
    }

    #[test]
    fn a_user_installs_by_sudo() {
        assert_eq!(apt_get(true, false, true).expect("allowed"), Apt::BySudo);
    }

    #[test]
    fn a_user_without_sudo_is_told_what_root_must_run() {
        let message = apt_get(true, false, false).expect_err("not allowed").to_string();
        assert!(message.contains("apt-get install chromium chromium-driver"), "{message}");
    }

    #[test]
    fn a_system_without_apt_is_told_what_must_be_on_path() {
        let message = apt_get(false, true, true).expect_err("no apt").to_string();
        assert!(message.contains("`chromedriver` on PATH"), "{message}");
    }
}
