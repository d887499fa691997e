//! The mechanisms, one file each, and the answer to a scenario.
//!
//! Knows: which formula stands for which part of the database. Does not know: randomness, text, screens.

pub mod commit;
pub mod measured;
pub mod transport;

use crate::scenario::Scenario;
use crate::units::Answer;

pub use commit::{CommitPath, Component, ComponentKind};
pub use measured::{BucketRow, Comparison};
pub use transport::{Leg, LegPart, LegPartKind};

/// Answers a scenario.
pub fn evaluate(scenario: &Scenario) -> Answer<CommitPath> {
    commit::evaluate(scenario)
}
