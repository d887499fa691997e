//! A published far sync over the Atlantic.

use super::{Case, Preset, Row};
use crate::scenario::Origin;

pub(super) const PRESET: Preset = Preset {
    key: "far-sync-atlantic",
    title: "Far sync across the Atlantic",
    question: "Direct SYNC to a standby across the Atlantic, or a far sync next door: what does a commit cost?",
    source: "Marcin Przepiorowski, \u{201c}DataGuard \u{2013} Far Sync \u{2013} part 1 \u{2013} simple configuration\u{201d}, 16 July 2013: Oracle 12.1, Swingbench, one virtual machine in Europe and two EC2 instances in the US, joined by OpenVPN. Histograms, traced commits and attributes are read from the text; it gives no commit rate, no redo size and no network figures, so these are fitted to the histograms or assumed, as each input says.",
    scenarios: &[
        Case {
            name: "Direct SYNC",
            destinations: &["STANDBY"],
            rows: &[
                ATLANTIC_PRIMARY,
                &[
                    ("destination[STANDBY].role", "standby", Origin::Read, ""),
                    (
                        "destination[STANDBY].transport",
                        "affirm",
                        Origin::Read,
                        "SYNC AFFIRM in the attribute string",
                    ),
                    ("destination[STANDBY].round_trip", "172 ms", Origin::Fitted, FITTED_RUN_A),
                    ("destination[STANDBY].jitter.mean", "35.5 ms", Origin::Fitted, FITTED_RUN_A),
                    (
                        "destination[STANDBY].jitter.scv",
                        "1",
                        Origin::Assumed,
                        "the default; spreads from 0.25 to 4, each with its own fit, describe the histogram equally well",
                    ),
                    (
                        "destination[STANDBY].bandwidth",
                        "20 Mb/s",
                        Origin::Assumed,
                        "a home line through OpenVPN",
                    ),
                    ("destination[STANDBY].remote_write.mean", "2 ms", Origin::Assumed, "cloud disk of 2013"),
                    (
                        "measured.log_file_sync",
                        "1:5 2:23 4:11 8:2 16:8 32:18 64:41 128:62 256:326 512:1423 1024:37 2048:1 4096:1",
                        Origin::Read,
                        "V$EVENT_HISTOGRAM of the direct run, 1,958 waits",
                    ),
                    (
                        "measured.single_commit",
                        "184.627 ms",
                        Origin::Read,
                        "one traced insert beside that load",
                    ),
                ],
            ],
        },
        Case {
            name: "Far sync next door",
            destinations: &["FARSYNC"],
            rows: &[
                ATLANTIC_PRIMARY,
                &[
                    ("destination[FARSYNC].role", "far_sync", Origin::Read, ""),
                    (
                        "destination[FARSYNC].transport",
                        "affirm",
                        Origin::Read,
                        "SYNC AFFIRM in the attribute string",
                    ),
                    (
                        "destination[FARSYNC].round_trip",
                        "0.3 ms",
                        Origin::Assumed,
                        "same site; the traced commit of 1.003 ms leaves no room for more than about 0.5 ms",
                    ),
                    ("destination[FARSYNC].remote_write.mean", "2 ms", Origin::Fitted, FITTED_RUN_B),
                    ("destination[FARSYNC].remote_write.scv", "5.3", Origin::Fitted, FITTED_RUN_B),
                    (
                        "measured.log_file_sync",
                        "1:254 2:364 4:338 8:278 16:82 32:29 64:29 128:18 256:8 512:18 1024:7",
                        Origin::Read,
                        "V$EVENT_HISTOGRAM of the far sync run, 1,425 waits",
                    ),
                    ("measured.single_commit", "1.003 ms", Origin::Read, "one traced insert"),
                ],
            ],
        },
    ],
};

const FITTED_RUN_A: &str = "round trip and jitter are fitted together to the 1,788 waits of 128 ms and more in the direct run, by maximum likelihood";
const FITTED_RUN_B: &str = "fitted to the 1,425 waits of the far sync run, by maximum likelihood, at the assumed 20 commits/s (at 10/s the mean would come out near 10 ms and p99 near 220 ms, at 40/s near 23 and 465 ms); local and far sync storage taken as alike";

const ATLANTIC_PRIMARY: &[Row] = &[
    ("workload.load", "open", Origin::Assumed, ""),
    (
        "workload.commit_rate",
        "20 /s",
        Origin::Assumed,
        "the text gives none; the log writer is busy from about 10/s on, and from 12 to 40/s the predicted shares move by less than 5 points",
    ),
    ("workload.redo_per_commit", "5 kB", Origin::Assumed, "a Swingbench order"),
    ("primary.local_write.mean", "2 ms", Origin::Fitted, FITTED_RUN_B),
    ("primary.local_write.scv", "5.3", Origin::Fitted, FITTED_RUN_B),
    ("primary.slow_writes.share", "0.9 %", Origin::Fitted, FITTED_RUN_B),
    ("primary.slow_writes.mean", "225 ms", Origin::Fitted, FITTED_RUN_B),
];
