//! SYNC or ASYNC, AFFIRM or NOAFFIRM, by Oracle's rules on what is left out.
//!
//! Sources: Oracle Data Guard Concepts and Administration, LOG_ARCHIVE_DEST_n Parameter Attributes (SYNC and ASYNC,
//! AFFIRM and NOAFFIRM, 11.1 to 23ai; ARCH and LGWR, 10.2); Oracle Database Reference 9.2 and 10.1 (SYNC=PARALLEL);
//! Data Guard Broker, LogXptMode (FASTSYNC).

use super::clean::short;
use super::found::{Found, Said};
use super::{Attributes, Reading};

/// Whether a commit waits for the destination.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// It does.
    Sync,
    /// It does not.
    Async,
    /// The attributes do not say; a problem tells why.
    Unclear,
}

const LEAF: &str = "transport";
const DEPRECATED: &str = "is deprecated since 11.1";

/// Reads the transport of a destination into `out`.
pub(super) fn read_transport(found: &Found, out: &mut Attributes) -> Mode {
    let said = ["SYNC", "ASYNC", "LGWR", "ARCH"].map(|name| found.said(name));
    match said {
        said if said.iter().any(|s| matches!(s, Said::Unclear)) => Mode::Unclear,
        [Said::Once(sync), _, lgwr, _] => {
            tell_lgwr(lgwr, out);
            match old_sync(sync.value.as_deref(), out) {
                Ok(()) => synchronous(&sync.written, found, out),
                Err(problem) => unclear(problem, out),
            }
        }
        [_, Said::Once(asynchronously), lgwr, _] => {
            tell_lgwr(lgwr, out);
            match old_async(asynchronously.value.as_deref(), out) {
                Ok(()) => asynchronous(asynchronously.written.clone(), found, out),
                Err(problem) => unclear(problem, out),
            }
        }
        [_, _, lgwr @ Said::Once(word), _] => {
            tell_lgwr(lgwr, out);
            synchronous(&format!("{} (Oracle's default with LGWR alone: SYNC)", word.written), found, out)
        }
        [_, _, _, Said::Once(word)] => {
            out.warnings.push(format!("ARCH {DEPRECATED}: whole logs are sent at log switches, neither SYNC nor as a stream. No commit waits, but up to an online log of redo can be lost."));
            asynchronous(word.written.clone(), found, out)
        }
        _ => {
            let from = "Oracle's default: ASYNC on a primary when neither SYNC nor ASYNC is given";
            asynchronous(from.into(), found, out)
        }
    }
}

fn unclear(problem: String, out: &mut Attributes) -> Mode {
    out.problems.push(problem);
    Mode::Unclear
}

fn tell_lgwr(lgwr: Said<'_>, out: &mut Attributes) {
    if let Said::Once(word) = lgwr {
        out.ignored
            .push(format!("{} {DEPRECATED}: LGWR's own processes send all streamed redo.", word.written));
    }
}

fn old_sync(value: Option<&str>, out: &mut Attributes) -> Result<(), String> {
    match value.map(str::to_ascii_uppercase).as_deref() {
        None => {}
        Some("PARALLEL") => {
            out.ignored.push("SYNC=PARALLEL is the form of 9.2 and 10.1: read as SYNC, which is parallel.".into());
        }
        Some("NOPARALLEL") => out.warnings.push("SYNC=NOPARALLEL of 9.2 and 10.1 writes to one destination after the other, so their times add up. Later releases write in parallel, and so does this planner.".into()),
        Some(value) => {
            let value = short(value);
            return Err(format!("SYNC={value} is none of SYNC, SYNC=PARALLEL, SYNC=NOPARALLEL. Write SYNC alone."));
        }
    }
    Ok(())
}

fn old_async(value: Option<&str>, out: &mut Attributes) -> Result<(), String> {
    let Some(value) = value else { return Ok(()) };
    let value = short(value);
    if value.is_empty() || !value.chars().all(|c| c.is_ascii_digit()) {
        return Err(format!("ASYNC={value} is neither ASYNC nor ASYNC=blocks. Write ASYNC alone."));
    }
    out.ignored
        .push(format!("ASYNC={value} is the form of 9.2 and 10.1: read as ASYNC, without its buffer."));
    Ok(())
}

fn synchronous(sync: &str, found: &Found, out: &mut Attributes) -> Mode {
    let (text, from) = match (found.said("AFFIRM"), found.said("NOAFFIRM")) {
        (Said::Unclear, _) | (_, Said::Unclear) => return Mode::Sync,
        (Said::Once(affirm), _) => ("affirm", format!("{sync} {}", affirm.written)),
        (_, Said::Once(noaffirm)) => {
            out.warnings.push("SYNC NOAFFIRM acknowledges from memory: redo that was acknowledged is lost if both sites fail together. The parameter takes it in every mode; as FASTSYNC the broker takes it in maximum availability only.".into());
            ("noaffirm", format!("{sync} {}", noaffirm.written))
        }
        _ => ("affirm", format!("{sync}; Oracle's default with SYNC: AFFIRM (11.1 and later)")),
    };
    out.readings.push(Reading { leaf: LEAF, text: text.into(), from });
    Mode::Sync
}

fn asynchronous(mut from: String, found: &Found, out: &mut Attributes) -> Mode {
    for (name, word) in ["AFFIRM", "NOAFFIRM"].map(|name| (name, found.word(name))) {
        let Some(word) = word else { continue };
        from = format!("{from}; {}", word.written);
        if name == "AFFIRM" {
            out.warnings.push("AFFIRM without SYNC is deprecated and delays no commit: read as ASYNC. Write SYNC AFFIRM if commits are to wait.".into());
        }
    }
    out.readings.push(Reading { leaf: LEAF, text: "async".into(), from });
    Mode::Async
}
