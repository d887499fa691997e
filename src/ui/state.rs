//! What the page holds: the workbench, the scenario being edited, and what to tell the user.

use leptos::prelude::*;

use super::browser;
use crate::report::figure::Room;
use crate::report::{FileError, csv, read_study, write_study};
use crate::scenario::{PRESETS, Preset, Study, four_options};
use crate::whatif::{Comparison, Workbench};

/// Key of the study being worked on.
const SAVED: &str = "farsight.study";
/// Key of what the answers shown are answers to, where fields of the study need correction.
const VALID: &str = "farsight.valid";
/// Key of the study that was open before another one was opened.
const PREVIOUS: &str = "farsight.previous";
/// Key of a saved text that this version could not open.
const UNREADABLE: &str = "farsight.unreadable";

/// Signals of the page.
#[derive(Clone, Copy)]
pub(super) struct State {
    pub(super) bench: RwSignal<Workbench>,
    /// Answers to show: valid, or the last valid ones.
    pub(super) shown: Memo<Comparison>,
    /// Scenario on the form.
    pub(super) selected: RwSignal<usize>,
    /// A sentence about the last file, or nothing.
    pub(super) notice: RwSignal<Option<Notice>>,
    /// Why work is not being saved, if it is not.
    pub(super) unsaved: RwSignal<Option<String>>,
    /// Whether a study was set aside.
    pub(super) has_previous: RwSignal<bool>,
    /// Room for figures.
    pub(super) room: RwSignal<Room>,
}

/// A sentence for the user.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum Notice {
    /// Something worked.
    Done(String),
    /// Something did not.
    Failed(String),
}

impl State {
    /// Opens saved work, or the first preset.
    pub(super) fn start() -> Self {
        let (study, notice) = saved_study();
        let valid = browser::load(VALID).ok().flatten().and_then(|text| read_study(&text).ok());
        let valid = valid.map(|s| s.drafts().to_vec()).unwrap_or_default();
        let bench = RwSignal::new(Workbench::new(study).with_last_valid(&valid));
        let state = Self {
            bench,
            shown: Memo::new(move |_| bench.with(Workbench::shown)),
            selected: RwSignal::new(0),
            notice: RwSignal::new(notice),
            unsaved: RwSignal::new(None),
            has_previous: RwSignal::new(browser::load(PREVIOUS).is_ok_and(|text| text.is_some())),
            room: RwSignal::new(browser::room()),
        };
        state.save_on_change();
        browser::on_resize(move || state.room.set(browser::room()));
        browser::on_undo_keys(move || state.undo(), move || state.redo());
        browser::on_drop(move |name, text| state.open_text(&name, text));
        browser::on_stored_elsewhere(SAVED, move || {
            state.notice.set(Some(Notice::Failed(
                "This study was changed in another tab: reload to see that, or go on here to replace it."
                    .into(),
            )));
        });
        state
    }

    fn save_on_change(self) {
        Effect::new(move |_| {
            let text = self.bench.with(|b| write_study(b.study(), None));
            let saved = browser::save(SAVED, &text);
            let valid = self.bench.with(|b| Study::new("", b.last_valid_drafts()));
            self.unsaved.set(saved.and_then(|()| browser::save(VALID, &write_study(&valid, None))).err());
        });
    }

    /// Index of the scenario on the form; one that exists.
    pub(super) fn index(self) -> usize {
        let count = self.bench.with(|b| b.study().drafts().len());
        self.selected.get().min(count - 1)
    }

    /// Puts a study in place; the one before stays within reach, also after a reload.
    fn open(self, study: Study, words: &str) {
        let before = self.bench.with_untracked(|b| write_study(b.study(), None));
        self.has_previous.set(browser::save(PREVIOUS, &before).is_ok());
        self.bench.update(|b| b.open(study, words));
        self.selected.set(0);
    }

    /// Opens a preset.
    pub(super) fn open_preset(self, preset: &Preset) {
        self.open(preset.study(), &format!("preset {}", preset.title));
        self.notice.set(Some(Notice::Done(format!(
            "Opened the preset \u{201c}{}\u{201d}. What was open before is one undo away.",
            preset.title
        ))));
    }

    /// Opens the four standard options for the workload of the scenario on the form.
    pub(super) fn open_options(self) {
        let index = self.index();
        let draft = self.bench.with_untracked(|b| b.study().drafts().get(index).cloned());
        match draft.as_ref().map(four_options) {
            Some(Ok(study)) => {
                self.open(study, "four options");
                self.notice.set(Some(Notice::Done(
                    "Opened the four standard options for this workload. What was open before is one undo away."
                        .into(),
                )));
            }
            Some(Err(error)) => {
                self.notice.set(Some(Notice::Failed(format!("Nothing was opened: {error}."))))
            }
            None => {}
        }
    }

    /// Opens the text of a study file.
    pub(super) fn open_text(self, name: &str, text: Result<String, String>) {
        let study = text.and_then(|t| read_study(&t).map_err(|e: FileError| e.to_string()));
        self.notice.set(Some(match study {
            Ok(study) => {
                self.open(study, &format!("file {name}"));
                Notice::Done(format!("Opened {name}. What was open before is one undo away."))
            }
            Err(problem) => {
                Notice::Failed(format!("{name} was not opened: {problem}. Your work is unchanged."))
            }
        }));
    }

    /// Opens what was set aside when another study was opened.
    pub(super) fn open_previous(self) {
        let text =
            browser::load(PREVIOUS).and_then(|text| text.ok_or_else(|| "nothing was set aside".to_string()));
        self.open_text("The previous study", text);
    }

    pub(super) fn undo(self) {
        self.notice.set(None);
        self.bench.update(Workbench::undo);
    }

    pub(super) fn redo(self) {
        self.notice.set(None);
        self.bench.update(Workbench::redo);
    }

    /// The comparison as a file.
    pub(super) fn export_csv(self) {
        let text = self.bench.with_untracked(|b| csv(b.study(), &Comparison::of(b.study())));
        self.download("csv", "text/csv;charset=utf-8", &format!("\u{feff}{text}"));
    }

    /// The study as a file that reopens.
    pub(super) fn export_json(self) {
        let text = self.bench.with_untracked(|b| write_study(b.study(), Some(&Comparison::of(b.study()))));
        self.download("json", "application/json", &text);
    }

    fn download(self, ending: &str, kind: &str, text: &str) {
        let stem = self.bench.with_untracked(|b| b.study().preset.clone()).unwrap_or_else(|| "study".into());
        let stem: String = stem.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').take(60).collect();
        let name = format!("farsight-{stem}.{ending}");
        self.notice.set(Some(match browser::download(&name, kind, text) {
            Ok(()) => Notice::Done(format!("Exported {name}.")),
            Err(problem) => Notice::Failed(format!("{name} was not exported: {problem}.")),
        }));
    }
}

/// Saved work; the first preset where there is none. Saved work that does not open is kept under another key.
fn saved_study() -> (Study, Option<Notice>) {
    let first = PRESETS[0].study();
    let Ok(Some(text)) = browser::load(SAVED) else { return (first, None) };
    match read_study(&text) {
        Ok(study) => (study, None),
        Err(error) => {
            let kept = browser::save(UNREADABLE, &text).is_ok();
            let fate = if kept {
                "It is kept in this browser and was not changed."
            } else {
                "It could not be kept."
            };
            (first, Some(Notice::Failed(format!("Saved work was not opened: {error}. {fate}"))))
        }
    }
}
