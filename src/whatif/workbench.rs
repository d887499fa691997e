//! A study being worked on: its answers, the last valid ones, and every step back.
//!
//! A field that stops being valid keeps its text and its scenario keeps the last valid answer, marked as such.

use std::sync::Arc;

use super::compare::{Column, Comparison, compare, evaluate_draft};
use crate::scenario::{Draft, DraftError, Family, FieldError, Pasted, Study};

/// Steps kept; beyond them the oldest is forgotten.
const MOST_STEPS: usize = 200;

/// A study, its answers, and its history.
#[derive(Debug, Clone, PartialEq)]
pub struct Workbench {
    study: Study,
    answers: Vec<Answered>,
    past: Vec<Step>,
    future: Vec<Step>,
}

/// One scenario's answers.
#[derive(Debug, Clone, PartialEq)]
struct Answered {
    // Shared with the steps of the history.
    current: Arc<Column>,
    last_valid: Option<Arc<Column>>,
}

/// A state to go back to, and what was done after it.
#[derive(Debug, Clone, PartialEq)]
struct Step {
    study: Study,
    /// Answers to it, with the last valid ones.
    answers: Vec<Answered>,
    words: String,
    /// Further edits of the same field belong to the same step.
    field: Option<(usize, String)>,
}

impl Answered {
    fn new(draft: &Draft, last_valid: Option<Arc<Column>>) -> Self {
        let current = Arc::new(evaluate_draft(draft));
        let last_valid = if current.answer.is_ok() { Some(current.clone()) } else { last_valid };
        Self { current, last_valid }
    }
}

impl Workbench {
    /// A study as it comes.
    #[must_use]
    pub fn new(study: Study) -> Self {
        let answers = study.drafts().iter().map(|d| Answered::new(d, None)).collect();
        Self { study, answers, past: Vec::new(), future: Vec::new() }
    }

    /// Takes up last valid answers from before: for scenarios that need correction, in the order of the study.
    #[must_use]
    pub fn with_last_valid(mut self, drafts: &[Draft]) -> Self {
        for (answered, draft) in self.answers.iter_mut().zip(drafts) {
            let same = answered.current.draft.name == draft.name;
            if answered.last_valid.is_none() && same {
                let column = evaluate_draft(draft);
                answered.last_valid = column.answer.is_ok().then(|| Arc::new(column));
            }
        }
        self
    }

    /// What each scenario's shown answer is the answer to.
    #[must_use]
    pub fn last_valid_drafts(&self) -> Vec<Draft> {
        self.answers.iter().map(|a| a.last_valid.as_ref().unwrap_or(&a.current).draft.clone()).collect()
    }

    /// The study as it stands.
    #[must_use]
    pub fn study(&self) -> &Study {
        &self.study
    }

    /// What to show: each scenario's answer, or its last valid one where fields need correction.
    #[must_use]
    pub fn shown(&self) -> Comparison {
        let columns = self.answers.iter().map(|a| Column::clone(a.last_valid.as_ref().unwrap_or(&a.current)));
        compare(columns.collect(), self.study.baseline())
    }

    /// Whether scenario `index` shows an answer to inputs that have changed since.
    #[must_use]
    pub fn is_stale(&self, index: usize) -> bool {
        self.answers.get(index).is_some_and(|a| a.current.answer.is_err() && a.last_valid.is_some())
    }

    /// Fields of scenario `index` that need correction.
    #[must_use]
    pub fn errors(&self, index: usize) -> &[FieldError] {
        match self.answers.get(index).map(|a| &a.current.answer) {
            Some(Err(errors)) => errors,
            _ => &[],
        }
    }

    /// The sentence at one field, if it needs correction.
    #[must_use]
    pub fn error_at(&self, index: usize, path: &str) -> Option<String> {
        self.errors(index).iter().find(|e| e.path == path).map(ToString::to_string)
    }

    /// Puts another study in place; the one before is a step back.
    pub fn open(&mut self, study: Study, words: &str) {
        self.remember(words, None);
        self.study = study;
        self.refresh(|_| None);
    }

    /// Enters a text.
    ///
    /// # Errors
    /// A path that the scenario does not have.
    pub fn edit(&mut self, index: usize, path: &str, text: &str) -> Result<(), DraftError> {
        let label = crate::scenario::knob(path).map_or(path, |k| k.label);
        let before = self.study.drafts().get(index).map_or("", |d| d.text(path)).to_string();
        if before == text {
            return Ok(());
        }
        self.change(&format!("{label}: {before} \u{2192} {text}"), Some((index, path.into())), |study| {
            study.draft_mut(index).map_or(Ok(()), |d| d.set(path, text))
        })
    }

    /// Puts an input back to its default.
    pub fn reset(&mut self, index: usize, path: &str) {
        let label = crate::scenario::knob(path).map_or(path, |k| k.label);
        let _ = self.change(&format!("{label} back to its default"), None, |study| {
            if let Some(draft) = study.draft_mut(index) {
                draft.reset(path);
            }
            Ok(())
        });
    }

    /// Renames a scenario.
    ///
    /// # Errors
    /// A name that is empty, too long or taken.
    pub fn rename(&mut self, index: usize, name: &str) -> Result<(), DraftError> {
        let field = Some((index, String::from("name")));
        self.change(&format!("name {name}"), field, |study| study.rename(index, name))
    }

    /// Adds a part with everything at its default.
    ///
    /// # Errors
    /// A name that is taken or unusable, or one too many.
    pub fn add_part(&mut self, index: usize, family: Family, name: &str) -> Result<(), DraftError> {
        self.change(&format!("{} {name} added", family.noun()), None, |study| {
            study.draft_mut(index).map_or(Ok(()), |d| d.add_part(family, name))
        })
    }

    /// Adds and updates destinations from a pasted LOG_ARCHIVE_DEST_n, in one step.
    pub fn paste_destinations(&mut self, index: usize, text: &str) -> Pasted {
        let mut study = self.study.clone();
        let Some(draft) = study.draft_mut(index) else { return Pasted::default() };
        let pasted = draft.apply_attributes(text);
        let names = [pasted.added.as_slice(), &pasted.updated].concat().join(", ");
        let _ = self.change(&format!("LOG_ARCHIVE_DEST_n of {names} read"), None, |before| {
            *before = study;
            Ok(())
        });
        pasted
    }

    /// Removes a part.
    pub fn remove_part(&mut self, index: usize, family: Family, name: &str) {
        let _ = self.change(&format!("{} {name} removed", family.noun()), None, |study| {
            if let Some(draft) = study.draft_mut(index) {
                draft.remove_part(family, name);
            }
            Ok(())
        });
    }

    /// Compares with another scenario from now on.
    pub fn set_baseline(&mut self, index: usize) {
        let _ = self.change("another baseline", None, |study| {
            study.set_baseline(index);
            Ok(())
        });
    }

    /// Adds a copy of a scenario after it and returns its index; nothing when the study is full.
    pub fn duplicate(&mut self, index: usize) -> Option<usize> {
        let mut study = self.study.clone();
        let copy = study.duplicate(index)?;
        self.remember("variant added", None);
        self.study = study;
        self.refresh(|i| Some(if i > index { i - 1 } else { i }));
        Some(copy)
    }

    /// Removes a scenario; the last one stays.
    pub fn remove(&mut self, index: usize) {
        self.remember("scenario removed", None);
        self.study.remove(index);
        self.refresh(|i| Some(if i >= index { i + 1 } else { i }));
    }

    /// What undo would take back.
    #[must_use]
    pub fn undo_words(&self) -> Option<&str> {
        self.past.last().map(|s| s.words.as_str())
    }

    /// What redo would do again.
    #[must_use]
    pub fn redo_words(&self) -> Option<&str> {
        self.future.last().map(|s| s.words.as_str())
    }

    /// One step back.
    pub fn undo(&mut self) {
        if let Some(step) = self.past.pop() {
            let study = std::mem::replace(&mut self.study, step.study);
            let answers = std::mem::replace(&mut self.answers, step.answers);
            self.future.push(Step { study, answers, words: step.words, field: None });
        }
    }

    /// One step forward again.
    pub fn redo(&mut self) {
        if let Some(step) = self.future.pop() {
            let study = std::mem::replace(&mut self.study, step.study);
            let answers = std::mem::replace(&mut self.answers, step.answers);
            self.past.push(Step { study, answers, words: step.words, field: None });
        }
    }

    /// Applies a change; one that fails leaves no trace.
    fn change(
        &mut self,
        words: &str,
        field: Option<(usize, String)>,
        apply: impl FnOnce(&mut Study) -> Result<(), DraftError>,
    ) -> Result<(), DraftError> {
        let mut study = self.study.clone();
        apply(&mut study)?;
        if study != self.study {
            self.remember(words, field);
            self.study = study;
            self.refresh(Some);
        }
        Ok(())
    }

    fn remember(&mut self, words: &str, field: Option<(usize, String)>) {
        self.future.clear();
        if let Some(last) = self.past.last_mut().filter(|last| field.is_some() && last.field == field) {
            last.words = joined(&last.words, words);
            return;
        }
        let (study, answers) = (self.study.clone(), self.answers.clone());
        self.past.push(Step { study, answers, words: words.into(), field });
        if self.past.len() > MOST_STEPS {
            self.past.remove(0);
        }
    }

    /// Answers what changed. `from` tells which earlier scenario an index continues.
    fn refresh(&mut self, from: impl Fn(usize) -> Option<usize>) {
        let before = std::mem::take(&mut self.answers);
        let answer = |(i, draft): (usize, &Draft)| {
            let earlier = from(i).and_then(|i| before.get(i));
            match before.iter().find(|a| a.current.draft == *draft) {
                Some(same) => same.clone(),
                None => Answered::new(draft, earlier.and_then(|e| e.last_valid.clone())),
            }
        };
        self.answers = self.study.drafts().iter().enumerate().map(answer).collect();
    }
}

/// "A: 1 -> 12" and "A: 12 -> 123" are one step "A: 1 -> 123".
fn joined(before: &str, after: &str) -> String {
    match (before.rsplit_once(" \u{2192} "), after.rsplit_once(" \u{2192} ")) {
        (Some((start, _)), Some((_, end))) => format!("{start} \u{2192} {end}"),
        _ => after.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::preset;

    const RATE: &str = "workload.commit_rate";

    fn bench() -> Workbench {
        Workbench::new(preset("far-sync-atlantic").expect("it exists").study())
    }

    fn mean(bench: &Workbench, index: usize) -> Option<f64> {
        bench.shown().columns[index].path()?.get("log_file_sync.mean")
    }

    #[test]
    fn a_wrong_field_keeps_its_text_and_the_last_valid_answer() {
        let mut bench = bench();
        let before = mean(&bench, 0);
        bench.edit(0, RATE, "abc").unwrap();
        assert_eq!(bench.study().drafts()[0].text(RATE), "abc");
        assert!(bench.is_stale(0) && !bench.is_stale(1));
        assert_eq!(mean(&bench, 0), before);
        assert!(bench.error_at(0, RATE).is_some());
        bench.edit(0, RATE, "40").unwrap();
        assert!(!bench.is_stale(0));
        assert_ne!(mean(&bench, 0), before);
    }

    #[test]
    fn a_last_valid_answer_can_be_taken_up_again() {
        let mut bench = bench();
        bench.edit(0, RATE, "30").unwrap();
        bench.edit(0, RATE, "abc").unwrap();
        let again = Workbench::new(bench.study().clone()).with_last_valid(&bench.last_valid_drafts());
        assert!(again.is_stale(0) && mean(&again, 0).is_some());
        assert_eq!(mean(&again, 0), mean(&bench, 0));
    }

    #[test]
    fn typing_in_one_field_is_one_step_back() {
        let mut bench = bench();
        let before = bench.study().clone();
        for text in ["2", "25", "25 /s"] {
            bench.edit(0, RATE, text).unwrap();
        }
        assert_eq!(bench.undo_words(), Some("Commit rate: 20 /s \u{2192} 25 /s"));
        bench.undo();
        assert_eq!(*bench.study(), before);
        bench.redo();
        assert_eq!(bench.study().drafts()[0].text(RATE), "25 /s");
    }

    #[test]
    fn everything_can_be_taken_back() {
        let mut bench = bench();
        let before = bench.study().clone();
        bench.duplicate(1).unwrap();
        bench.remove_part(0, Family::Destination, "STANDBY");
        bench.add_part(0, Family::Destination, "NEW").unwrap();
        bench.rename(2, "other").unwrap();
        assert!(bench.rename(1, "other").is_err() && bench.rename(1, " ").is_err());
        bench.set_baseline(1);
        bench.remove(0);
        bench.reset(0, RATE);
        bench.open(preset("metro-30km").expect("it exists").study(), "preset");
        while bench.undo_words().is_some() {
            bench.undo();
        }
        assert_eq!(*bench.study(), before);
    }

    #[test]
    fn a_last_valid_answer_is_never_that_of_another_study() {
        let mut bench = Workbench::new(preset("metro-30km").expect("it exists").study());
        let before = mean(&bench, 1);
        bench.edit(1, RATE, "abc").unwrap();
        bench.open(preset("far-sync-atlantic").expect("it exists").study(), "preset");
        bench.undo();
        assert!(bench.is_stale(1));
        assert_eq!((mean(&bench, 1), bench.shown().columns[1].draft.name.as_str()), (before, "SYNC AFFIRM"));
        bench.redo();
        assert!(!bench.is_stale(1));
    }

    #[test]
    fn a_full_study_refuses_a_variant_and_keeps_redo() {
        let mut bench = bench();
        while bench.duplicate(0).is_some() {}
        bench.edit(0, RATE, "5").unwrap();
        bench.undo();
        assert_eq!(bench.duplicate(0), None);
        assert!(bench.redo_words().is_some());
    }

    #[test]
    fn a_refused_change_leaves_no_trace() {
        let mut bench = bench();
        assert!(bench.add_part(0, Family::Destination, "STANDBY").is_err());
        assert!(bench.add_part(0, Family::Destination, "two words").is_err());
        assert!(bench.edit(0, "no.such.path", "1").is_err());
        assert_eq!(bench.undo_words(), None);
    }
}
