//! What a result is. Tables, files, comparisons and help all read the catalogue of them in `measures`.

use crate::units::{Dimension, Unit};

/// One result.
#[derive(Debug)]
pub struct Measure {
    /// Path; `[]` stands for the name of a part.
    pub key: &'static str,
    /// As the user sees it; Oracle's own names as Oracle spells them.
    pub label: &'static str,
    /// What it says.
    pub help: &'static str,
    /// How it is computed, as a formula in words and symbols.
    pub formula: &'static str,
    /// How exact that is, and where that was measured.
    pub exactness: &'static str,
    /// What it measures.
    pub dimension: Dimension,
    /// Unit it is shown in.
    pub unit: &'static str,
    /// Which way is good.
    pub better: Better,
}

/// Which way a result is good.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Better {
    /// Less is better.
    Lower,
    /// More is better.
    Higher,
    /// Neither: it explains other results.
    Neutral,
}

impl Measure {
    /// Unit it is shown in.
    #[must_use]
    pub fn unit(&self) -> Unit {
        self.dimension.unit(self.unit).unwrap_or(Unit { symbol: "", factor: 1.0 })
    }
}

/// The measure of a path such as `destination[FS1].sync_remote_write.mean`.
#[must_use]
pub fn measure(path: &str) -> Option<&'static Measure> {
    let key = super::key_of(path);
    super::measures().find(|m| m.key == key)
}
