//! The attributes with a value: numbers with their ranges and defaults, compression, encryption, delay.
//!
//! Sources: Oracle Data Guard Concepts and Administration, LOG_ARCHIVE_DEST_n Parameter Attributes, 12.2 to 23ai;
//! ORA-16051 (range of DELAY); Data Guard Broker, NetTimeout; MOS 808469.1 (15 to 30 s as time-out).

use super::clean::short;
use super::found::{Found, Said};
use super::transport::Mode;
use super::word::Word;
use super::{Attributes, Reading};

/// A whole number as an attribute takes it.
struct Number {
    name: &'static str,
    leaf: &'static str,
    unit: &'static str,
    lowest: u32,
    highest: Option<u32>,
    /// What to do with one that is not allowed.
    next: &'static str,
}

const NET_TIMEOUT: Number = Number {
    name: "NET_TIMEOUT",
    leaf: "net_timeout",
    unit: " s",
    lowest: 1,
    highest: Some(1200),
    next: "Correct it, or leave it out for Oracle's default of 30 s.",
};
const REOPEN: Number = Number {
    name: "REOPEN",
    leaf: "reopen",
    unit: " s",
    lowest: 0,
    highest: None,
    next: "Correct it, or leave it out for Oracle's default of 300 s.",
};
const MAX_FAILURE: Number = Number {
    name: "MAX_FAILURE",
    leaf: "max_failure",
    unit: "",
    lowest: 0,
    highest: None,
    next: "Correct it; 0 means without limit.",
};
const GROUP: Number = Number {
    name: "GROUP",
    leaf: "group",
    unit: "",
    lowest: 1,
    highest: Some(8),
    next: "Correct it, or leave it out for a destination on its own.",
};
const PRIORITY: Number = Number {
    name: "PRIORITY",
    leaf: "priority",
    unit: "",
    lowest: 1,
    highest: Some(8),
    next: "Correct it, or leave it out for Oracle's default of 1.",
};
const DELAY: Number = Number {
    name: "DELAY",
    leaf: "",
    unit: " min",
    lowest: 0,
    highest: Some(5760),
    next: "Correct it, or leave it out.",
};

impl Number {
    fn read(&self, word: &Word) -> Result<u32, String> {
        let text = word.value.as_deref().unwrap_or("");
        let is_whole = !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
        if !is_whole {
            return Err(format!(
                "{} is no whole number of {}. {}",
                self.shown(word),
                self.range(),
                self.next
            ));
        }
        let in_range = |n: &u32| *n >= self.lowest && *n <= self.highest.unwrap_or(u32::MAX);
        text.parse()
            .ok()
            .filter(in_range)
            .ok_or_else(|| format!("{} is outside {}. {}", self.shown(word), self.range(), self.next))
    }

    fn shown(&self, word: &Word) -> String {
        format!("{}={}", self.name, short(word.value.as_deref().unwrap_or("")))
    }

    /// Without an upper limit in Oracle's text, the largest number that is read here.
    fn range(&self) -> String {
        format!("{} to {}{}", self.lowest, self.highest.unwrap_or(u32::MAX), self.unit)
    }

    fn reading(&self, value: u32, from: impl Into<String>) -> Reading {
        Reading { leaf: self.leaf, text: format!("{value}{}", self.unit), from: from.into() }
    }

    /// The value given, read into `out`; none if there is none or a problem with it.
    fn given(&self, found: &Found, out: &mut Attributes) -> Option<u32> {
        let word = found.word(self.name)?;
        match self.read(word) {
            Ok(value) => {
                out.readings.push(self.reading(value, &word.written));
                Some(value)
            }
            Err(problem) => {
                out.problems.push(problem);
                None
            }
        }
    }
}

/// Reads all attributes with a value of a remote destination into `out`.
pub(super) fn read_values(found: &Found, mode: Mode, out: &mut Attributes) {
    read_compression(found, out);
    read_net_timeout(found, mode, out);
    read_reopen(found, out);
    read_max_failure(found, out);
    read_group(found, out);
    read_delay(found, out);
    read_encryption(found, mode, out);
}

fn read_compression(found: &Found, out: &mut Attributes) {
    let (text, from) = match found.said("COMPRESSION") {
        Said::Unclear => return,
        Said::Nothing => ("disable", "Oracle's default: COMPRESSION=DISABLE".into()),
        Said::Once(word) => match word.value.as_deref().unwrap_or("").to_ascii_uppercase().as_str() {
            "DISABLE" => ("disable", word.written.clone()),
            "ENABLE" => ("enable", word.written.clone()),
            "ZLIB" | "LZO" => {
                out.ignored
                    .push(format!("{} is read as ENABLE: the algorithm is not told apart.", word.written));
                ("enable", word.written.clone())
            }
            _ => {
                out.problems.push(format!(
                    "{} is none of ENABLE, DISABLE, ZLIB, LZO. Correct it, or leave it out for Oracle's default DISABLE.",
                    short(&word.written)
                ));
                return;
            }
        },
    };
    out.readings.push(Reading { leaf: "compression", text: text.into(), from });
}

fn read_net_timeout(found: &Found, mode: Mode, out: &mut Attributes) {
    if found.word("NONET_TIMEOUT").is_some() {
        out.warnings.push("NONET_TIMEOUT, of releases up to 10.1, sets no limit to a commit that hangs; later releases have 30 s. Nothing is read for it: enter the time-out.".into());
        return;
    }
    let Some(word) = found.word("NET_TIMEOUT") else {
        if mode == Mode::Sync && !found.has("NET_TIMEOUT") {
            out.readings.push(NET_TIMEOUT.reading(30, "Oracle's default: NET_TIMEOUT=30 with SYNC"));
        }
        return;
    };
    match NET_TIMEOUT.read(word) {
        Ok(_) if mode == Mode::Async => {
            out.ignored.push(format!("{} is for SYNC: Oracle ignores it with ASYNC.", word.written));
        }
        Ok(seconds) => {
            out.readings.push(NET_TIMEOUT.reading(seconds, &word.written));
            if seconds < 10 {
                out.warnings.push(format!("NET_TIMEOUT={seconds} s is short: a passing disturbance of the network disconnects the standby. Oracle advises at least 8 to 10 s, and 15 to 30 s on most networks."));
            }
        }
        Err(_) if word.value.as_deref().is_some_and(is_zero) => {
            out.warnings.push("NET_TIMEOUT=0 is taken by the broker's NetTimeout (0 to 1200 s), not by the attribute (1 to 1200 s). Oracle does not document how long a commit then hangs. Set 15 to 30 s.".into());
            out.readings.push(NET_TIMEOUT.reading(0, &word.written));
        }
        Err(problem) => out.problems.push(problem),
    }
}

fn is_zero(text: &str) -> bool {
    text.starts_with('0') && text.chars().all(|c| c == '0')
}

fn read_reopen(found: &Found, out: &mut Attributes) {
    if found.word("NOREOPEN").is_some() {
        out.warnings.push("NOREOPEN, of releases up to 10.1, leaves a failed destination closed until someone enables it. Nothing is read for REOPEN: enter how long that takes.".into());
        return;
    }
    match found.said("REOPEN") {
        Said::Unclear => {}
        Said::Nothing => out.readings.push(REOPEN.reading(300, "Oracle's default: REOPEN=300")),
        Said::Once(word) if word.value.is_none() => {
            let from = format!("{} without a value; Oracle's default: 300 s", word.written);
            out.readings.push(REOPEN.reading(300, from));
        }
        Said::Once(_) => {
            REOPEN.given(found, out);
        }
    }
}

fn read_max_failure(found: &Found, out: &mut Attributes) {
    if let Some(word) = found.word("NOMAX_FAILURE") {
        out.readings.push(MAX_FAILURE.reading(0, &word.written));
    } else if !found.has("MAX_FAILURE") {
        let (count, from) = if found.has("GROUP") {
            (1, "Oracle's default: MAX_FAILURE=1 in a GROUP (12.2 and later)")
        } else {
            (0, "Oracle's default: MAX_FAILURE=0, without limit, outside a GROUP")
        };
        out.readings.push(MAX_FAILURE.reading(count, from));
    } else if MAX_FAILURE.given(found, out) == Some(0) && found.has("GROUP") {
        out.warnings.push("MAX_FAILURE=0 in a GROUP keeps trying this destination for ever: no other member takes over. Set 1 or more.".into());
    }
}

fn read_group(found: &Found, out: &mut Attributes) {
    GROUP.given(found, out);
    if found.has("PRIORITY") {
        PRIORITY.given(found, out);
        if found.said("GROUP").is_nothing() && found.word("PRIORITY").is_some() {
            out.warnings
                .push("PRIORITY orders the members of a GROUP, and there is none. Add GROUP=1 to 8.".into());
        }
    } else if found.word("GROUP").is_some() {
        out.readings.push(PRIORITY.reading(1, "Oracle's default: PRIORITY=1 in a GROUP (12.2 and later)"));
    }
}

fn read_delay(found: &Found, out: &mut Attributes) {
    let Some(word) = found.word("DELAY") else { return };
    let minutes = if word.value.is_some() { DELAY.read(word) } else { Ok(30) };
    match minutes {
        Ok(0) => out.ignored.push(format!("{} is no delay, as without it.", word.written)),
        Ok(minutes) => out.ignored.push(format!(
            "{} postpones the apply by {minutes} min, never the transport: no commit waits for it.",
            word.written
        )),
        Err(problem) => out.problems.push(problem),
    }
}

fn read_encryption(found: &Found, mode: Mode, out: &mut Attributes) {
    let Some(word) = found.word("ENCRYPTION") else { return };
    let written = short(&word.written);
    match word.value.as_deref().unwrap_or("").to_ascii_uppercase().as_str() {
        "DISABLE" | "DISABLED" => out.ignored.push(format!("{written} is Oracle's default.")),
        "ENABLE" | "ENABLED" if mode == Mode::Sync => out.problems.push(format!(
            "{written} and SYNC exclude each other: only a Recovery Appliance takes encrypted redo, by ASYNC. Keep one."
        )),
        "ENABLE" | "ENABLED" if compresses(out) => out
            .problems
            .push(format!("{written} and COMPRESSION exclude each other. Keep one.")),
        "ENABLE" | "ENABLED" => out.ignored.push(format!(
            "{written} is for a Recovery Appliance; no commit waits for the encryption of ASYNC redo."
        )),
        _ => out.problems.push(format!("{written} is neither ENABLE nor DISABLE. Correct it or leave it out.")),
    }
}

fn compresses(read: &Attributes) -> bool {
    read.readings.iter().any(|r| r.leaf == "compression" && r.text == "enable")
}
