//! Several scenarios looked at together; comparisons are against one of them.

use super::{Draft, DraftError};

/// Scenarios and the one that others are compared with.
#[derive(Debug, Clone, PartialEq)]
pub struct Study {
    /// What it is about.
    pub title: String,
    /// Key of the preset it started from, if any.
    pub preset: Option<String>,
    drafts: Vec<Draft>,
    baseline: usize,
}

impl Study {
    /// Scenarios at most: as many as a table can show.
    pub const MOST: usize = 12;
    /// Characters of a scenario's name.
    pub const LONGEST_NAME: usize = 80;

    /// From at least one scenario; the first is the baseline.
    ///
    /// # Panics
    /// If there is none.
    #[must_use]
    pub fn new(title: &str, drafts: Vec<Draft>) -> Self {
        assert!(!drafts.is_empty(), "a study holds a scenario");
        Self { title: title.into(), preset: None, drafts, baseline: 0 }
    }

    /// All scenarios.
    #[must_use]
    pub fn drafts(&self) -> &[Draft] {
        &self.drafts
    }

    /// One scenario, to be changed.
    pub fn draft_mut(&mut self, index: usize) -> Option<&mut Draft> {
        self.drafts.get_mut(index)
    }

    /// Index of the baseline.
    #[must_use]
    pub fn baseline(&self) -> usize {
        self.baseline
    }

    /// Compares with another one from now on; an index that does not exist changes nothing.
    pub fn set_baseline(&mut self, index: usize) {
        if index < self.drafts.len() {
            self.baseline = index;
        }
    }

    /// Adds a copy of scenario `index` after it and returns its index; nothing when the study is full.
    pub fn duplicate(&mut self, index: usize) -> Option<usize> {
        let mut copy = self.drafts.get(index)?.clone();
        if self.drafts.len() >= Self::MOST {
            return None;
        }
        copy.name = self.free_name(&copy.name);
        self.drafts.insert(index + 1, copy);
        if self.baseline > index {
            self.baseline += 1;
        }
        Some(index + 1)
    }

    /// Renames scenario `index`; a name is 1 to [`Self::LONGEST_NAME`] characters, and each is different.
    ///
    /// # Errors
    /// Says what a name may be.
    pub fn rename(&mut self, index: usize, name: &str) -> Result<(), DraftError> {
        let name = name.trim();
        let usable = !name.is_empty() && name.chars().count() <= Self::LONGEST_NAME;
        if !usable {
            return Err(DraftError::BadScenarioName(name.chars().take(Self::LONGEST_NAME).collect()));
        }
        if self.drafts.iter().enumerate().any(|(i, d)| i != index && d.name == name) {
            return Err(DraftError::ScenarioNameTaken(name.into()));
        }
        if let Some(draft) = self.drafts.get_mut(index) {
            draft.name = name.into();
        }
        Ok(())
    }

    /// Removes scenario `index`; the last one stays.
    pub fn remove(&mut self, index: usize) {
        if self.drafts.len() > 1 && index < self.drafts.len() {
            self.drafts.remove(index);
            if self.baseline > index || self.baseline == self.drafts.len() {
                self.baseline -= 1;
            }
        }
    }

    fn free_name(&self, name: &str) -> String {
        let taken = |candidate: &String| self.drafts.iter().any(|d| d.name == *candidate);
        let stem = name.split(" (variant").next().unwrap_or(name);
        (1..).map(|i| format!("{stem} (variant {i})")).find(|n| !taken(n)).unwrap_or_default()
    }

    /// Changes an input in every scenario that has it; returns how many.
    ///
    /// # Errors
    /// A path that no scenario has.
    pub fn set_everywhere(&mut self, path: &str, text: &str) -> Result<usize, DraftError> {
        let results: Vec<Result<(), DraftError>> =
            self.drafts.iter_mut().map(|d| d.set(path, text)).collect();
        let done = results.iter().filter(|r| r.is_ok()).count();
        match results.into_iter().find_map(Result::err) {
            Some(error) if done == 0 => Err(error),
            _ => Ok(done),
        }
    }
}
