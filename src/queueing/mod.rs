//! The field's formulas, one file a model. They know delays and rates, and nothing of databases.
//!
//! Inputs are quantities with a range ([`crate::units`]); times in an answer are in milliseconds and rates per second,
//! as plain numbers. Every function gives an [`Answer`](crate::units::Answer): a load at or above capacity is
//! `Saturated`, a question without meaning `Invalid`, a value outside the range in which its error was measured
//! `Warn`.
//!
//! | question | file |
//! |---|---|
//! | identical servers, memoryless arrivals and service | [`erlang`] |
//! | one server, any service | [`single_server`] |
//! | several servers, any arrivals and service | [`multi_server`] |
//! | how many servers for a target | [`sizing`] |
//! | one server, few customers who come back | [`finite_source`] |
//! | one server that takes all who wait at once | [`batch_service`] |
//! | the same, when its service grows with how many it took | [`growing_batch`] |
//! | the same, with two services in flight, answered in order | [`two_in_flight`] |
//! | classes of customers who circulate among stations | [`network`] |
//! | stations in a row | [`tandem`] |
//! | order kept per key | [`keyed`] |
//! | work starts only at scans | [`scan`] |
//! | many at once | [`burst`] |
//! | failures tried again | [`retry`] |
//! | all servers freeze now and then | [`pauses`] |
//! | a link is cut now and then, and dropped after a timeout | [`timeout_cycle`] |
//! | more work than capacity, for a while | [`fluid`] |
//! | a buffer that fills while its server stands still, and a ring of buffers | [`finite_buffer`] |
//! | a leader and its alternates | [`alternates`] |
//! | keys hashed onto partitions | [`hashing`] |
//! | a station whose speed depends on how many it holds | [`flow_equivalent`] |

pub mod alternates;
pub mod batch_service;
pub mod burst;
pub mod erlang;
pub mod finite_buffer;
pub mod finite_source;
pub mod flow_equivalent;
pub mod fluid;
pub mod growing_batch;
pub mod hashing;
pub mod keyed;
pub mod multi_server;
pub mod network;
pub mod pauses;
pub mod retry;
pub mod scan;
pub mod single_server;
pub mod sizing;
pub mod tandem;
pub mod timeout_cycle;
pub mod two_in_flight;

mod arrivals;
mod chain;
mod counts;
mod gamma_mixture;
mod load;
mod refusal;
mod root;

pub use gamma_mixture::{GammaMixture, GammaPart};
pub use load::Load;
