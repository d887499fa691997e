//! What if: inputs that are ranges, targets that are sought, and which input matters.
//!
//! Knows: functions from numbers to a number that may have no answer. Does not know: which knob is which, nor any
//! formula.
//!
//! A function is asked through `FnMut`, answers `None` where the system is saturated (or has no meaning), and is
//! expected to be the same at every call.

pub mod break_even;
pub mod goal_seek;
pub mod ranges;
pub mod sensitivity;
pub mod sobol;
