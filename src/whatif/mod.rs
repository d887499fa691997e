//! Questions over any knob and any measure: comparison, and the study being worked on.
//!
//! Knows: the two catalogues. Does not know: which knob is which.

mod compare;
mod workbench;

pub use compare::{Column, Comparison, InputRow, ResultRow, compare, evaluate_draft};
pub use workbench::Workbench;
