//! Filled cases to start from, each saying where its numbers come from.

mod far_sync;
mod far_sync_atlantic;
mod peoplesoft_ib;
mod reports;
mod sites;

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
pub static PRESETS: &[Preset] = &[
    far_sync_atlantic::PRESET,
    sites::NO_STANDBY,
    sites::METRO,
    sites::CLOUD_ZONES,
    sites::REGION,
    sites::EUROPE_US,
    far_sync::LOCAL,
    far_sync::REMOTE,
    far_sync::ALTERNATE,
    peoplesoft_ib::PRESET,
    reports::HEALTHY_RAC,
    reports::UNEXPLAINED,
];
