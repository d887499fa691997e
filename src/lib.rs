//! Farsight: what distance, jitter and loss cost per commit under Oracle Data Guard.
//!
//! Rooms, lowest first; a room uses only rooms above it in this list (ARCHITECTURE.md, tests/house.rs).

pub mod latency;
pub mod queueing;
pub mod units;
pub mod whatif;
