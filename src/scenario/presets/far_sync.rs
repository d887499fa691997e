//! Far sync instances: beside the primary, at a second site, and with an alternate.

use super::{Case, Preset, Row};
use crate::scenario::Origin;

const SOURCE: &str = "Typical values, not a measurement: each input says where its default comes from. Oracle, Data Guard Concepts: a far sync instance takes redo SYNC and forwards it ASYNC; it needs the Active Data Guard licence.";

/// A workload, and a standby across the Atlantic that a far sync instance feeds.
const FORWARDED: &[Row] = &[
    ("workload.commit_rate", "500 /s", Origin::Assumed, "a busy OLTP instance"),
    ("workload.profile", "office", Origin::Assumed, ""),
    ("primary.protection", "maximum_availability", Origin::Assumed, ""),
    ("destination[FS1].role", "far_sync", Origin::Assumed, ""),
    ("destination[STANDBY].transport", "async", Origin::Assumed, "a far sync instance forwards ASYNC only"),
    ("destination[STANDBY].source", "FS1", Origin::Assumed, ""),
    ("destination[STANDBY].round_trip", "80 ms", Origin::Assumed, "transatlantic"),
    ("destination[STANDBY].jitter.mean", "4 ms", Origin::Assumed, "5 % of the round trip"),
    ("destination[STANDBY].bandwidth", "25 Mb/s", Origin::Assumed, "redo's part of a shared line"),
    ("destination[STANDBY].loss", "0.001 %", Origin::Assumed, "a good long line"),
    ("destination[STANDBY].window", "16 MB", Origin::Assumed, "far above the bandwidth-delay product"),
];

const BESIDE: &[Row] = &[
    ("destination[FS1].site", "primary", Origin::Assumed, "in the primary's own data centre"),
    ("destination[FS1].round_trip", "0.3 ms", Origin::Assumed, "same site: 0.1 to 0.3 ms"),
];

const AT_30_KM: &[Row] = &[
    ("destination[FS1].site", "second site", Origin::Assumed, ""),
    ("destination[FS1].route", "distance", Origin::Assumed, ""),
    ("destination[FS1].distance", "30 km", Origin::Assumed, ""),
];

const FAST: &[Row] = &[("destination[FS1].transport", "noaffirm", Origin::Assumed, "")];

pub(super) const LOCAL: Preset = Preset {
    key: "far-sync-local",
    title: "Far sync beside the primary",
    question: "A far sync instance in the primary's own data centre: how fast are commits, and what is lost with the site?",
    source: SOURCE,
    scenarios: &[
        Case { name: "Far sync, AFFIRM", destinations: &["FS1", "STANDBY"], rows: &[FORWARDED, BESIDE] },
        Case {
            name: "Far sync, NOAFFIRM",
            destinations: &["FS1", "STANDBY"],
            rows: &[FORWARDED, BESIDE, FAST],
        },
    ],
};

pub(super) const REMOTE: Preset = Preset {
    key: "far-sync-remote",
    title: "Far sync at a second site",
    question: "Moving the far sync instance 30 km away protects against losing the site: at what price per commit?",
    source: SOURCE,
    scenarios: &[
        Case { name: "Beside the primary", destinations: &["FS1", "STANDBY"], rows: &[FORWARDED, BESIDE] },
        Case { name: "At 30 km, AFFIRM", destinations: &["FS1", "STANDBY"], rows: &[FORWARDED, AT_30_KM] },
        Case {
            name: "At 30 km, NOAFFIRM",
            destinations: &["FS1", "STANDBY"],
            rows: &[FORWARDED, AT_30_KM, FAST],
        },
    ],
};

/// The far sync instance fails now and then, and leads a group.
const FAILS: &[Row] = &[
    ("destination[FS1].outage.interval", "2160 h", Origin::Assumed, "four times a year"),
    ("destination[FS1].outage.length", "1 h", Origin::Assumed, "a restart of its host, or its patching"),
    ("destination[FS1].max_failure", "1", Origin::Assumed, "as the broker sets it in a group"),
];

const GROUPED: &[Row] = &[
    ("destination[FS1].group", "1", Origin::Assumed, ""),
    ("destination[FS1].priority", "1", Origin::Assumed, ""),
];

const SECOND: &[Row] = &[
    ("destination[FS2].role", "far_sync", Origin::Assumed, ""),
    ("destination[FS2].site", "third site", Origin::Assumed, ""),
    ("destination[FS2].route", "distance", Origin::Assumed, ""),
    ("destination[FS2].distance", "60 km", Origin::Assumed, ""),
    ("destination[FS2].outage.interval", "2160 h", Origin::Assumed, "as the first"),
    ("destination[FS2].outage.length", "1 h", Origin::Assumed, "as the first"),
    ("destination[FS2].group", "1", Origin::Assumed, ""),
    ("destination[FS2].priority", "2", Origin::Assumed, ""),
];

const STRAIGHT: &[Row] = &[
    (
        "destination[STANDBY_DIRECT].transport",
        "async",
        Origin::Assumed,
        "the standby itself, by the direct way",
    ),
    ("destination[STANDBY_DIRECT].round_trip", "80 ms", Origin::Assumed, "transatlantic"),
    ("destination[STANDBY_DIRECT].bandwidth", "25 Mb/s", Origin::Assumed, "redo's part of a shared line"),
    ("destination[STANDBY_DIRECT].window", "16 MB", Origin::Assumed, ""),
    ("destination[STANDBY_DIRECT].group", "1", Origin::Assumed, ""),
    ("destination[STANDBY_DIRECT].priority", "2", Origin::Assumed, ""),
];

pub(super) const ALTERNATE: Preset = Preset {
    key: "far-sync-alternate",
    title: "Far sync with an alternate",
    question: "What is the far sync instance's own failure worth: a second one, the direct way, or neither?",
    source: SOURCE,
    scenarios: &[
        Case { name: "One far sync", destinations: &["FS1", "STANDBY"], rows: &[FORWARDED, AT_30_KM, FAILS] },
        Case {
            name: "A second far sync takes over",
            destinations: &["FS1", "FS2", "STANDBY"],
            rows: &[FORWARDED, AT_30_KM, FAILS, GROUPED, SECOND],
        },
        Case {
            name: "The standby takes over, ASYNC",
            destinations: &["FS1", "STANDBY_DIRECT", "STANDBY"],
            rows: &[FORWARDED, AT_30_KM, FAILS, GROUPED, STRAIGHT],
        },
    ],
};
