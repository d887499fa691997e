//! Published AWR reports, one that the prediction nearly meets and two that it does not.

use super::{Case, Preset};
use crate::scenario::Origin;

pub(super) const HEALTHY_RAC: Preset = Preset {
    key: "healthy-rac",
    title: "A healthy RAC report",
    question: "Do log file parallel write and the commit rate explain log file sync, when nothing is wrong?",
    source: "AWR report of a two-node RAC on 11.2.0.4 with an ASYNC standby, 180.61 minutes in January 2025. Rates, averages and histogram are read from it, everything else is a default, and no default is tuned to it: what the prediction does not reach is posting and the broadcast of the commit SCN.",
    scenarios: &[Case {
        name: "As reported",
        destinations: &[],
        rows: &[&[
            ("workload.commit_rate", "44.5 /s", Origin::Read, "transactions per second"),
            (
                "workload.waiting_share",
                "46.7 %",
                Origin::Read,
                "20.8 waits of log file sync per second over 44.5 transactions",
            ),
            ("workload.redo_per_commit", "11.613 kB", Origin::Read, "redo size per transaction"),
            ("primary.local_write.mean", "0.888 ms", Origin::Read, "log file parallel write, 416,440 waits"),
            ("measured.log_file_sync_mean", "1.148 ms", Origin::Read, "log file sync, 224,920 waits"),
            (
                "measured.log_file_sync",
                "1:111110 2:104138 4:9222 8:450",
                Origin::Read,
                "49.4, 46.3, 4.1 and 0.2 % of the 224,920 waits",
            ),
        ]],
    }],
};

pub(super) const UNEXPLAINED: Preset = Preset {
    key: "unexplained-waits",
    title: "Two reports that I/O does not explain",
    question: "What does it mean when log file sync is ten times longer than the writes behind it?",
    source: "RAC on Exadata, 11.2, SYNC: AWR guide by Maclean Liu, an interval of 60.23 minutes. SYNC AFFIRM to a standby in trouble, 11.2.0.2: Franck Pachot, dbi services, \u{201c}Data Guard wait events have changed in 12c\u{201d}. Averages are read from the reports, the rest is assumed as each input says. Averages of stalled writes hide how long the long ones are, and commits meet the long ones.",
    scenarios: &[
        Case {
            name: "RAC on Exadata, SYNC",
            destinations: &["STANDBY"],
            rows: &[&[
                (
                    "workload.commit_rate",
                    "47.6 /s",
                    Origin::Read,
                    "172,193 waits of log file sync in 60.23 minutes",
                ),
                ("primary.local_write.mean", "16 ms", Origin::Read, "log file parallel write, 108,383 waits"),
                (
                    "destination[STANDBY].transport",
                    "noaffirm",
                    Origin::Assumed,
                    "SENDREQ holds the remote write, if any",
                ),
                ("destination[STANDBY].round_trip", "3 ms", Origin::Read, "LNS wait on SENDREQ, all of it"),
                ("destination[STANDBY].jitter.mean", "0 ms", Origin::Assumed, "in the above"),
                ("destination[STANDBY].receive", "0 ms", Origin::Assumed, "in the above"),
                ("measured.log_file_sync_mean", "365 ms", Origin::Read, "log file sync, 172,193 waits"),
            ]],
        },
        Case {
            name: "Standby in trouble",
            destinations: &["STANDBY"],
            rows: &[&[
                (
                    "workload.commit_rate",
                    "4.7 /s",
                    Origin::Assumed,
                    "17,002 waits of log file sync, in an hour if it was one",
                ),
                (
                    "destination[STANDBY].transport",
                    "noaffirm",
                    Origin::Assumed,
                    "SENDREQ holds the remote write",
                ),
                ("destination[STANDBY].round_trip", "119 ms", Origin::Read, "LNS wait on SENDREQ, all of it"),
                ("destination[STANDBY].jitter.mean", "0 ms", Origin::Assumed, "in the above"),
                ("destination[STANDBY].receive", "0 ms", Origin::Assumed, "in the above"),
                ("measured.log_file_sync_mean", "1242 ms", Origin::Read, "log file sync, 17,002 waits"),
            ]],
        },
    ],
};
