//! The validated scenario: every quantity in range, nothing left as text.

use crate::latency::{Histogram, Law};
use crate::units::{Bytes, BytesPerSecond, Count, Kilometres, Milliseconds, PerSecond, Probability};

/// One topology under one workload.
#[derive(Debug, Clone, PartialEq)]
pub struct Scenario {
    /// As the user named it.
    pub name: String,
    /// Who commits.
    pub workload: Workload,
    /// The database that commits are made on.
    pub primary: Primary,
    /// SYNC destinations; with none, a commit waits for the local write alone.
    pub destinations: Vec<Destination>,
    /// What was measured, for comparison only: no result depends on it.
    pub measured: Measured,
    /// Wanted 99th percentile of log file sync.
    pub target: Milliseconds,
}

/// The commits of one log writer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Workload {
    /// How they arrive.
    pub load: Load,
    /// Redo that one commit leaves in the log buffer.
    pub redo_per_commit: Bytes,
}

/// How commits arrive.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Load {
    /// At a given rate, whatever they take (Poisson).
    Open(PerSecond),
    /// From sessions that think between commits, for an exponential time.
    Closed {
        /// Sessions that commit.
        sessions: Count,
        /// Mean time between the end of a commit and the next one.
        think_time: Milliseconds,
    },
}

/// The primary database.
#[derive(Debug, Clone, PartialEq)]
pub struct Primary {
    /// log file parallel write.
    pub local_write: Law,
    /// Writes that the storage holds up now and then.
    pub slow_writes: Option<SlowWrites>,
    /// From the end of the write to the session running again.
    pub wake_up: Milliseconds,
}

/// Rare long writes beside the usual ones.
#[derive(Debug, Clone, PartialEq)]
pub struct SlowWrites {
    /// Share of writes.
    pub share: Probability,
    /// How long these take.
    pub time: Law,
}

/// A SYNC destination.
#[derive(Debug, Clone, PartialEq)]
pub struct Destination {
    /// As in the path of its knobs.
    pub name: String,
    /// What is there.
    pub role: Role,
    /// When it acknowledges.
    pub acknowledgement: Acknowledgement,
    /// The way there.
    pub link: Link,
    /// Receiving and acknowledging at the far end.
    pub receive: Law,
    /// Standby redo log write there; on the commit path only with AFFIRM.
    pub remote_write: Law,
}

/// What a destination is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// A standby database.
    Standby,
    /// A far sync instance, which forwards redo ASYNC.
    FarSync,
}

/// When a SYNC destination acknowledges.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Acknowledgement {
    /// When the redo is in the standby redo log on disk.
    Affirm,
    /// When the redo is in memory.
    Noaffirm,
}

/// The network to a destination.
#[derive(Debug, Clone, PartialEq)]
pub struct Link {
    /// Smallest round trip.
    pub route: Route,
    /// What a round trip takes beyond the smallest.
    pub jitter: Law,
    /// Of the narrowest part, for redo.
    pub bandwidth: BytesPerSecond,
}

/// Where the smallest round trip comes from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Route {
    /// Measured.
    RoundTrip(Milliseconds),
    /// From the map.
    Distance {
        /// Straight line.
        distance: Kilometres,
        /// Cable length over straight line, at least 1.
        route_factor: f64,
        /// Round trip through the equipment on the way.
        equipment: Milliseconds,
    },
}

/// Measurements to hold the prediction against.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Measured {
    /// Event histogram of log file sync.
    pub log_file_sync: Option<Histogram>,
    /// One traced commit.
    pub single_commit: Option<Milliseconds>,
}
