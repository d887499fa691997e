//! Farsight: what distance and jitter cost per commit under Oracle Data Guard.
//!
//! Rooms, lowest first; a room uses only rooms above it in this list (ARCHITECTURE.md, tests/house.rs).

pub mod latency;
pub mod model;
pub mod queueing;
pub mod report;
pub mod scenario;
#[cfg(target_arch = "wasm32")]
pub mod ui;
pub mod units;
pub mod whatif;
