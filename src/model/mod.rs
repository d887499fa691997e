//! The mechanisms, one file each, and the answer to a scenario.
//!
//! Knows: which formula stands for which part of the database. Does not know: randomness, text, screens.

pub mod alternate;
pub mod buffer;
pub mod classes;
pub mod commit;
pub mod exposure;
pub mod group;
pub mod lag;
pub mod line;
pub mod measured;
mod path;
mod results;
pub mod stall;
pub mod switchover;
mod terms;
pub mod transport;

pub use alternate::Turns;
pub use commit::{Component, ComponentKind, LegPath};
pub use exposure::{Exposure, Loss};
pub use lag::{Lag, Overflow};
pub use measured::{BucketRow, Comparison};
pub use path::{CommitPath, evaluate};
pub use stall::Stall;
pub use switchover::{ServedBy, Switchover, WITHIN_A_SITE};
pub use terms::Term;
pub use transport::{LegPart, LegPartKind};
