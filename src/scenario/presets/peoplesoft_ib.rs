//! A published PeopleSoft Integration Broker case, its redo part: a far sync instance moved 30 km away, behind a
//! firewall.

use super::{Case, Preset, Row};
use crate::scenario::Origin;

const FITTED_LINE: &str = "fitted to 4.5 ms of log file sync, the middle of the published 4 to 5 ms without the firewall, at the assumed load";
const FITTED_LOSS: &str = "fitted to 35 ms of log file sync, the middle of the published 30 to 40 ms, at the assumed load; more commits a second need less loss";
const STRING: &str = "attribute string of the text";

pub(super) const PRESET: Preset = Preset {
    key: "peoplesoft-ib",
    title: "PeopleSoft: far sync behind a firewall",
    question: "Why did log file sync go from 1\u{2013}2 ms to 30\u{2013}40 ms when the far sync instance moved 30 km away, and why not to 1.4 ms?",
    source: "\u{201c}PeopleSoft Integration Broker Performance Issue after Dataguard Remote FAR SYNC implementation\u{201d}: six RAC instances, Oracle 12c, far sync instance 30 km away over MPLS. Averages of log file sync, attributes and traces are read from the text; it gives no commit rate, no redo size and no loss, so these are assumed or fitted, as each input says. The text cannot tell lost segments from stalls: both explanations are here.",
    scenarios: &[
        Case {
            name: "Local far sync",
            destinations: &["FS"],
            rows: &[
                PRIMARY,
                TRANSPORT,
                &[
                    ("destination[FS].site", "primary", Origin::Read, "in the same data centre"),
                    ("destination[FS].round_trip", "0.2 ms", Origin::Assumed, "same site: 0.1 to 0.3 ms"),
                    ("measured.log_file_sync_mean", "1.5 ms", Origin::Read, "published as 1 to 2 ms"),
                ],
            ],
        },
        Case {
            name: "Remote, firewall removed",
            destinations: &["FS"],
            rows: &[
                PRIMARY,
                TRANSPORT,
                REMOTE,
                &[("measured.log_file_sync_mean", "4.5 ms", Origin::Read, "published as 4 to 5 ms")],
            ],
        },
        Case {
            name: "Remote, firewall loses segments",
            destinations: &["FS"],
            rows: &[
                PRIMARY,
                TRANSPORT,
                REMOTE,
                WITH_FIREWALL,
                &[
                    ("destination[FS].hop", "present", Origin::Read, "a firewall in the path"),
                    ("destination[FS].hop.mean", "0 ms", Origin::Assumed, "its delay is not told"),
                    ("destination[FS].hop.loss", "0.33 %", Origin::Fitted, FITTED_LOSS),
                ],
            ],
        },
        Case {
            name: "Remote, rival: firewall stalls",
            destinations: &["FS"],
            rows: &[PRIMARY, TRANSPORT, REMOTE, WITH_FIREWALL, STALLS],
        },
    ],
};

const PRIMARY: &[Row] = &[
    (
        "workload.commit_rate",
        "3000 /s",
        Origin::Assumed,
        "500/s on each of six instances; the text gives none",
    ),
    ("primary.instances", "6", Origin::Read, "six-node RAC"),
    ("primary.protection", "maximum_availability", Origin::Assumed, "as SYNC NOAFFIRM suggests"),
    (
        "primary.local_write.mean",
        "0.9 ms",
        Origin::Read,
        "healthy minutes of the listing show 0.37 to 0.99 ms; with the upper end the local far sync comes to the published 1 to 2 ms",
    ),
    ("target.log_file_sync", "10 ms", Origin::Assumed, "the text has none"),
];

const TRANSPORT: &[Row] = &[
    ("destination[FS].role", "far_sync", Origin::Read, ""),
    ("destination[FS].transport", "noaffirm", Origin::Read, STRING),
    ("destination[FS].compression", "enable", Origin::Read, STRING),
    ("destination[FS].net_timeout", "10 s", Origin::Read, STRING),
    ("destination[FS].reopen", "5 s", Origin::Read, STRING),
    ("destination[FS].max_failure", "1", Origin::Read, STRING),
    ("destination[FS].bandwidth", "10 Gb/s", Origin::Assumed, "not told"),
];

const REMOTE: &[Row] = &[
    ("destination[FS].site", "second site", Origin::Read, ""),
    ("destination[FS].route", "distance", Origin::Read, ""),
    ("destination[FS].distance", "30 km", Origin::Read, "30 km over MPLS"),
    ("destination[FS].equipment", "2.41 ms", Origin::Fitted, FITTED_LINE),
];

const WITH_FIREWALL: &[Row] = &[
    ("measured.log_file_sync_mean", "35 ms", Origin::Read, "published as 30 to 40 ms"),
    ("measured.remote_write", "221 ms", Origin::Read, "one traced NSS write, of which 1.2 ms at the far end"),
];

const STALLS: &[Row] = &[
    ("workload.load", "closed", Origin::Assumed, "commits of a stall are those of the waiting sessions"),
    ("workload.sessions", "1200", Origin::Assumed, "200 on each of six instances"),
    ("workload.think_time", "395 ms", Origin::Assumed, "so that they commit 3,000 times a second"),
    (
        "destination[FS].outage.interval",
        "127.67 s",
        Origin::Read,
        "seven requests with NET_TIMEOUT <10> in 14 min 16 s, 142.67 s apart on average, less the stall and REOPEN",
    ),
    (
        "destination[FS].outage.length",
        "12 s",
        Origin::Assumed,
        "just over NET_TIMEOUT: the log writes of 9.2 to 10.0 s end with it",
    ),
    ("destination[FS].outage.law", "constant", Origin::Assumed, ""),
];
