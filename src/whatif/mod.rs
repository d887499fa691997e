//! What if: comparison, the study being worked on, inputs that are ranges, targets that are sought, and which input
//! matters.
//!
//! Knows: the two catalogues, and functions from numbers to a number that may have no answer. Does not know: which
//! knob is which, nor any formula.
//!
//! A function is asked through `FnMut`, answers `None` where the system is saturated (or has no meaning), and is
//! expected to be the same at every call.

pub mod break_even;
mod compare;
pub mod goal_seek;
pub mod ranges;
pub mod sensitivity;
pub mod sobol;
mod workbench;

pub use compare::{Column, Comparison, InputRow, ResultRow, compare, evaluate_draft};
pub use workbench::Workbench;
