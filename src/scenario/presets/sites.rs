//! Typical distances between two sites, none of them a measurement.

use super::{Case, Preset, Row};
use crate::scenario::Origin;

pub(super) const METRO: Preset = Preset {
    key: "metro-30km",
    title: "A second site at 30 km",
    question: "What does zero data loss to a site 30 km away cost, and what does FASTSYNC give back?",
    source: "Typical values, not a measurement: each input says where its default comes from. Light in fibre needs 0.4 ms for the round trip over 30 km with a usual detour; a published case measured 4 to 5 ms of log file sync with a far sync at that distance: equipment, the far end and waiting, not fibre.",
    scenarios: &[
        Case { name: "No standby", destinations: &[], rows: &[METRO_WORKLOAD] },
        Case {
            name: "SYNC AFFIRM",
            destinations: &["STANDBY"],
            rows: &[
                METRO_WORKLOAD,
                &[
                    ("destination[STANDBY].route", "distance", Origin::Assumed, ""),
                    ("destination[STANDBY].distance", "30 km", Origin::Assumed, ""),
                ],
            ],
        },
        Case {
            name: "SYNC NOAFFIRM",
            destinations: &["STANDBY"],
            rows: &[
                METRO_WORKLOAD,
                &[
                    ("destination[STANDBY].transport", "noaffirm", Origin::Assumed, ""),
                    ("destination[STANDBY].route", "distance", Origin::Assumed, ""),
                    ("destination[STANDBY].distance", "30 km", Origin::Assumed, ""),
                ],
            ],
        },
    ],
};

const METRO_WORKLOAD: &[Row] = &[
    ("workload.commit_rate", "500 /s", Origin::Assumed, "a busy OLTP instance"),
    (
        "target.log_file_sync",
        "5 ms",
        Origin::Assumed,
        "averages of 1 to 5 ms are commonly called good; here p99 is held to it",
    ),
];

pub(super) const NO_STANDBY: Preset = Preset {
    key: "no-standby",
    title: "No standby yet",
    question: "What does a commit cost today, before any redo leaves the site?",
    source: "Typical values, not a measurement: each input says where its default comes from. Enter your own log file parallel write and commit rate, then add a destination or compare the standard options.",
    scenarios: &[Case { name: "No standby", destinations: &[], rows: &[METRO_WORKLOAD] }],
};

pub(super) const CLOUD_ZONES: Preset = Preset {
    key: "cloud-zones",
    title: "Two zones of a cloud region",
    question: "A standby in another availability zone: SYNC, FASTSYNC or ASYNC?",
    source: "Typical values, not a measurement. Zones of a region lie within about 100 km; published round trips between them are 0.15 to 2 ms. Network storage writes in about a millisecond.",
    scenarios: &[
        Case { name: "SYNC AFFIRM", destinations: &["STANDBY"], rows: &[ZONES] },
        Case {
            name: "FASTSYNC",
            destinations: &["STANDBY"],
            rows: &[ZONES, &[("destination[STANDBY].transport", "noaffirm", Origin::Assumed, "")]],
        },
        Case {
            name: "ASYNC",
            destinations: &["STANDBY"],
            rows: &[
                ZONES,
                &[
                    ("primary.protection", "maximum_performance", Origin::Assumed, ""),
                    ("destination[STANDBY].transport", "async", Origin::Assumed, ""),
                ],
            ],
        },
    ],
};

const ZONES: &[Row] = &[
    ("workload.commit_rate", "500 /s", Origin::Assumed, "a busy OLTP instance"),
    ("primary.local_write.mean", "1 ms", Origin::Assumed, "network storage of a cloud"),
    ("primary.protection", "maximum_availability", Origin::Assumed, ""),
    ("destination[STANDBY].site", "zone 2", Origin::Assumed, ""),
    ("destination[STANDBY].round_trip", "0.7 ms", Origin::Assumed, "published: 0.15 to 2 ms between zones"),
    ("destination[STANDBY].jitter.mean", "0.1 ms", Origin::Assumed, "a shared network"),
    ("destination[STANDBY].remote_write.mean", "1 ms", Origin::Assumed, "as the primary's"),
    ("target.log_file_sync", "10 ms", Origin::Assumed, "p99"),
];

pub(super) const REGION: Preset = Preset {
    key: "region-300km",
    title: "A second region at 300 km",
    question: "Is zero data loss over 300 km affordable, or is it ASYNC at that distance?",
    source: "Typical values, not a measurement. Light needs 4.1 ms for the round trip over 300 km with a usual detour; Oracle advises a round trip below 5 ms for SYNC.",
    scenarios: &[
        Case { name: "SYNC AFFIRM", destinations: &["STANDBY"], rows: &[REGION_LINE] },
        Case {
            name: "FASTSYNC",
            destinations: &["STANDBY"],
            rows: &[
                REGION_LINE,
                &[
                    ("primary.protection", "maximum_availability", Origin::Assumed, ""),
                    ("destination[STANDBY].transport", "noaffirm", Origin::Assumed, ""),
                ],
            ],
        },
        Case {
            name: "ASYNC",
            destinations: &["STANDBY"],
            rows: &[REGION_LINE, &[("destination[STANDBY].transport", "async", Origin::Assumed, "")]],
        },
    ],
};

const REGION_LINE: &[Row] = &[
    ("workload.commit_rate", "500 /s", Origin::Assumed, "a busy OLTP instance"),
    ("workload.profile", "office", Origin::Assumed, ""),
    ("destination[STANDBY].route", "distance", Origin::Assumed, ""),
    ("destination[STANDBY].distance", "300 km", Origin::Assumed, ""),
    ("destination[STANDBY].equipment", "0.3 ms", Origin::Assumed, "routers and a firewall"),
    ("destination[STANDBY].jitter.mean", "0.2 ms", Origin::Assumed, "5 % of the round trip"),
];

pub(super) const EUROPE_US: Preset = Preset {
    key: "europe-us-direct",
    title: "Europe to the US, direct",
    question: "What would SYNC across the Atlantic cost, and how far behind is ASYNC at peak?",
    source: "Typical values, not a measurement. The round trip of 80 ms is what Oracle's MAA team names for the Atlantic; the redo follows a day with two peaks in office hours and a batch at night.",
    scenarios: &[
        Case {
            name: "ASYNC",
            destinations: &["STANDBY"],
            rows: &[ATLANTIC, &[("destination[STANDBY].transport", "async", Origin::Assumed, "")]],
        },
        Case { name: "SYNC AFFIRM", destinations: &["STANDBY"], rows: &[ATLANTIC] },
        Case {
            name: "SYNC NOAFFIRM",
            destinations: &["STANDBY"],
            rows: &[ATLANTIC, &[("destination[STANDBY].transport", "noaffirm", Origin::Assumed, "")]],
        },
    ],
};

const ATLANTIC: &[Row] = &[
    ("workload.commit_rate", "500 /s", Origin::Assumed, "a busy OLTP instance"),
    ("workload.profile", "office", Origin::Assumed, ""),
    (
        "destination[STANDBY].round_trip",
        "80 ms",
        Origin::Read,
        "MAA, \u{201c}To SYNC or not to SYNC\u{201d}, part 2: transatlantic about 80 ms",
    ),
    ("destination[STANDBY].jitter.mean", "4 ms", Origin::Assumed, "5 % of the round trip"),
    ("destination[STANDBY].bandwidth", "50 Mb/s", Origin::Assumed, "redo's part of a shared line"),
    ("destination[STANDBY].loss", "0.001 %", Origin::Assumed, "a good long line"),
    ("destination[STANDBY].window", "16 MB", Origin::Assumed, "far above the bandwidth-delay product"),
];
