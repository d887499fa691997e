//! The attributes of LOG_ARCHIVE_DEST_n that Oracle documents, past and present: their form, and what those that touch
//! no latency do.
//!
//! Sources: Oracle Database Reference 9.2 to 23ai, LOG_ARCHIVE_DEST_n; Oracle Data Guard Concepts and Administration,
//! LOG_ARCHIVE_DEST_n Parameter Attributes.

/// An attribute that Oracle knows.
#[derive(Debug)]
pub(super) struct Known {
    /// In Oracle's spelling.
    pub(super) name: &'static str,
    /// What follows it.
    pub(super) form: Form,
    /// What it does, for one that changes nothing on the commit path.
    pub(super) aside: Option<&'static str>,
}

/// What follows the name of an attribute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// Nothing.
    Bare,
    /// `=value`.
    Valued,
    /// `=value` or nothing.
    Either,
}

/// The attribute of that name, in any case.
#[must_use]
pub(super) fn known(name: &str) -> Option<&'static Known> {
    KNOWN.iter().find(|k| k.name.eq_ignore_ascii_case(name))
}

/// The nearest name, for one that Oracle does not know.
#[must_use]
pub(super) fn meant(name: &str) -> Option<&'static str> {
    super::super::nearest::nearest(name, KNOWN.iter().map(|k| k.name))
}

const fn read(name: &'static str, form: Form) -> Known {
    Known { name, form, aside: None }
}

const fn aside(name: &'static str, form: Form, sentence: &'static str) -> Known {
    Known { name, form, aside: Some(sentence) }
}

use Form::{Bare, Either, Valued};

const NOTHING: &str = "switches an attribute off that is off by default";
const GONE: &str = "belongs to an old release and does not delay a commit";

const UNDOCUMENTED: &str = "is written by Oracle and not documented: taken as without effect on commits";

/// All of them.
pub(super) static KNOWN: &[Known] = &[
    read("SERVICE", Valued),
    read("LOCATION", Valued),
    read("DB_UNIQUE_NAME", Valued),
    read("SYNC", Either),
    read("ASYNC", Either),
    read("AFFIRM", Bare),
    read("NOAFFIRM", Bare),
    read("LGWR", Bare),
    read("ARCH", Bare),
    read("NET_TIMEOUT", Valued),
    read("NONET_TIMEOUT", Bare),
    read("REOPEN", Either),
    read("NOREOPEN", Bare),
    read("MAX_FAILURE", Valued),
    read("NOMAX_FAILURE", Bare),
    read("COMPRESSION", Valued),
    read("ENCRYPTION", Valued),
    read("ALTERNATE", Valued),
    read("GROUP", Valued),
    read("PRIORITY", Valued),
    read("DELAY", Either),
    read("MANDATORY", Bare),
    aside(
        "OPTIONAL",
        Bare,
        "lets online logs be reused when this destination is behind, Oracle's default; no commit waits for it",
    ),
    aside(
        "VALID_FOR",
        Valued,
        "says for which logs and in which role the destination is used; no commit waits for that",
    ),
    aside("MAX_CONNECTIONS", Valued, "sets the connections that close an archive gap; no commit uses them"),
    aside("TEMPLATE", Valued, "names the archived logs at the destination; no commit waits for that"),
    aside(
        "REGISTER",
        Either,
        "records archived logs at the destination, Oracle's default; no commit waits for that",
    ),
    aside("NOREGISTER", Bare, "leaves archived logs unrecorded at the destination; no commit waits for that"),
    aside("DEPENDENCY", Valued, GONE),
    aside("QUOTA_SIZE", Valued, GONE),
    aside("QUOTA_USED", Valued, GONE),
    aside("VERIFY", Bare, "checks archived logs after they are written; no commit waits for that"),
    aside("NOVERIFY", Bare, NOTHING),
    aside("NOALTERNATE", Bare, NOTHING),
    aside("NODB_UNIQUE_NAME", Bare, NOTHING),
    aside("NODELAY", Bare, NOTHING),
    aside("NODEPENDENCY", Bare, NOTHING),
    aside("NOQUOTA_SIZE", Bare, NOTHING),
    aside("NOQUOTA_USED", Bare, NOTHING),
    aside("NOTEMPLATE", Bare, NOTHING),
    aside("EXPEDITE", Bare, UNDOCUMENTED),
    aside("NOEXPEDITE", Bare, UNDOCUMENTED),
];
