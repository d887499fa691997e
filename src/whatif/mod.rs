//! Questions over any knob and any measure: comparison so far.
//!
//! Knows: the two catalogues. Does not know: which knob is which.

mod compare;

pub use compare::{Column, Comparison, InputRow, ResultRow, compare, evaluate_draft};
