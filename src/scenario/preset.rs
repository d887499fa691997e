//! Filled cases to start from, each saying where its numbers come from.

use super::draft::{Entry, Origin};
use super::{Draft, Study};

/// A filled case.
#[derive(Debug)]
pub struct Preset {
    /// On the command line and in files.
    pub key: &'static str,
    /// As the user sees it.
    pub title: &'static str,
    /// The question it answers.
    pub question: &'static str,
    /// Where its numbers come from.
    pub source: &'static str,
    scenarios: &'static [Case],
}

/// One scenario of a preset.
#[derive(Debug)]
struct Case {
    name: &'static str,
    destinations: &'static [&'static str],
    rows: &'static [&'static [Row]],
}

/// Path, text, origin, note.
type Row = (&'static str, &'static str, Origin, &'static str);

impl Preset {
    /// The preset as a study of its own.
    #[must_use]
    pub fn study(&self) -> Study {
        let mut study = Study::new(self.title, self.scenarios.iter().map(Case::draft).collect());
        study.preset = Some(self.key.into());
        study
    }
}

impl Case {
    fn draft(&self) -> Draft {
        let mut draft = Draft::new(self.name);
        for name in self.destinations {
            draft.add_destination(name).expect("the tests open every preset");
        }
        for &(path, text, origin, note) in self.rows.iter().copied().flatten() {
            let entry = Entry { text: text.into(), origin, note: note.into() };
            draft.enter(path, entry).expect("the tests open every preset");
        }
        draft
    }
}

/// The preset of this key.
#[must_use]
pub fn preset(key: &str) -> Option<&'static Preset> {
    PRESETS.iter().find(|p| p.key == key)
}

/// All presets; the page opens on the first.
pub static PRESETS: &[Preset] = &[FAR_SYNC_ATLANTIC, METRO];

const FAR_SYNC_ATLANTIC: Preset = Preset {
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
const FITTED_RUN_B: &str = "fitted to the 1,425 waits of the far sync run, by maximum likelihood; local and far sync storage taken as alike";

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

const METRO: Preset = Preset {
    key: "metro-30km",
    title: "A second site at 30 km",
    question: "What does zero data loss to a site 30 km away cost, and what does FASTSYNC give back?",
    source: "Typical values, not a measurement: each input says where its default comes from. Light in fibre needs 0.4 ms for the round trip over 30 km with a usual detour; a published case measured 4 to 5 ms over such a line, nearly all of it equipment.",
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
    ("target.log_file_sync", "5 ms", Origin::Assumed, "an average of 1 to 5 ms is commonly called good"),
];
