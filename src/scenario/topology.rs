//! The validated scenario: every quantity in range, nothing left as text, every rule of Data Guard kept.

use crate::latency::retransmission::TailLossProbe;
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
    /// Where redo goes; with none, a commit waits for the local write alone.
    pub destinations: Vec<Destination>,
    /// What was measured, for comparison only: no result depends on it.
    pub measured: Measured,
    /// Wanted 99th percentile of log file sync.
    pub target: Milliseconds,
    /// Commits per second that have to be reached.
    pub target_throughput: Option<PerSecond>,
    /// Legal, but unusual or without the effect that it seems to have: each in a sentence.
    pub remarks: Vec<String>,
}

/// The commits of the database.
#[derive(Debug, Clone, PartialEq)]
pub struct Workload {
    /// How they arrive, over all instances.
    pub load: Load,
    /// Redo that one commit leaves in the log buffer.
    pub redo_per_commit: Bytes,
    /// Share of commits that wait for their redo.
    pub waiting_share: Probability,
    /// Factors on the load, one an hour from midnight on.
    pub hours: [f64; 24],
    /// DB time per second of elapsed time, where it is known.
    pub db_time: Option<f64>,
}

/// How commits arrive.
#[derive(Debug, Clone, PartialEq)]
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
    /// From classes of sessions that share processors, storage and interconnect.
    Classes(Vec<SessionClass>),
}

/// Sessions that do alike.
#[derive(Debug, Clone, PartialEq)]
pub struct SessionClass {
    /// As in the path of its knobs.
    pub name: String,
    /// How many.
    pub sessions: Count,
    /// Mean time outside the database between two transactions.
    pub think_time: Milliseconds,
    /// Processor time of a transaction.
    pub cpu: Milliseconds,
    /// Time of its reads on an idle storage.
    pub storage: Milliseconds,
    /// Time it keeps the interconnect busy.
    pub interconnect: Milliseconds,
    /// Commits per transaction that wait.
    pub commits: f64,
}

/// The primary database.
#[derive(Debug, Clone, PartialEq)]
pub struct Primary {
    /// log file parallel write.
    pub local_write: Law,
    /// What a stream of redo gets, if larger writes take longer.
    pub local_bandwidth: Option<BytesPerSecond>,
    /// Writes that the storage holds up now and then.
    pub slow_writes: Option<SlowWrites>,
    /// From the end of the write to the session running again.
    pub wake_up: Milliseconds,
    /// Local and remote writes together.
    pub writes: WriteOrder,
    /// Writes in flight.
    pub log_writer: LogWriter,
    /// Share of the load on each instance; at least one, adding up to 1.
    pub instances: Vec<f64>,
    /// Announcing the commit SCN to the other instances.
    pub broadcast: Option<Law>,
    /// LOG_BUFFER of one instance.
    pub log_buffer: Bytes,
    /// Online redo logs of one thread.
    pub log_files: LogFiles,
    /// What happens on loss.
    pub protection: Protection,
    /// How long the first acknowledgement waits for the others; 0 is for all of them.
    pub sync_latency: Milliseconds,
}

/// Rare long writes beside the usual ones.
#[derive(Debug, Clone, PartialEq)]
pub struct SlowWrites {
    /// Share of writes.
    pub share: Probability,
    /// How long these take.
    pub time: Law,
}

/// How the local and the remote write follow each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WriteOrder {
    /// Side by side: 11.2 and later.
    Parallel,
    /// The remote one after the local one: 11.1 and before.
    Serial,
}

/// How many log writes are in flight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogWriter {
    /// One.
    Single,
    /// Two, acknowledged in log order.
    Scalable,
}

/// Online redo logs of one thread.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LogFiles {
    /// Size of one.
    pub size: Bytes,
    /// Groups.
    pub groups: Count,
    /// From the switch until a log can be used again.
    pub archive_time: Milliseconds,
}

/// Protection modes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Protection {
    /// Maximum performance.
    Performance,
    /// Maximum availability: goes on unprotected when no SYNC destination answers.
    Availability,
    /// Maximum protection: the primary stops instead.
    Full,
}

/// A destination of redo.
#[derive(Debug, Clone, PartialEq)]
pub struct Destination {
    /// As in the path of its knobs.
    pub name: String,
    /// What is there.
    pub role: Role,
    /// How redo gets there.
    pub transport: Transport,
    /// Who sends it.
    pub source: Source,
    /// Where it stands.
    pub site: Site,
    /// The way there.
    pub link: Link,
    /// What goes over the line is smaller.
    pub compression: Option<Compression>,
    /// Receiving and acknowledging at the far end.
    pub receive: Law,
    /// Standby redo log write there; on the commit path only with AFFIRM.
    pub remote_write: Law,
    /// Least lag of ASYNC transport.
    pub async_delay: Milliseconds,
    /// When and how it fails.
    pub outages: Outages,
    /// Its place among destinations that take over from each other.
    pub turn: Turn,
}

/// What a destination is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// A standby database.
    Standby,
    /// A far sync instance, which forwards redo ASYNC.
    FarSync,
}

/// How redo gets to a destination.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Transport {
    /// Commits wait for the acknowledgement.
    Sync(Acknowledgement),
    /// Commits do not wait.
    Async,
    /// Not at all until a switchover.
    Reserved,
}

/// When a SYNC destination acknowledges.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Acknowledgement {
    /// When the redo is in the standby redo log on disk.
    Affirm,
    /// When the redo is in memory.
    Noaffirm,
}

/// Who sends redo to a destination.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// The primary.
    Primary,
    /// The far sync instance of this name.
    FarSync(String),
}

/// Where a destination stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Site {
    /// With the primary.
    Primary,
    /// At a place that it may share with others of the same name.
    Named(String),
}

/// Whether a destination gets redo in normal life.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Turn {
    /// It does.
    Active,
    /// It takes over after `rank` others have failed, the first of which is `leader`.
    Alternate {
        /// The destination that gets redo in normal life.
        leader: String,
        /// Place in the order, from 1.
        rank: usize,
    },
    /// It never does: its ALTERNATE is ignored.
    Ignored,
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
    /// Chance that a segment is lost.
    pub loss: Probability,
    /// How TCP repairs losses and how much it sends at once.
    pub tcp: Tcp,
    /// A firewall or extra hop.
    pub hop: Option<Hop>,
    /// Times in which the line is worse.
    pub spells: Option<Spells>,
}

/// TCP on a link.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tcp {
    /// Least wait beyond the smoothed round trip before a retransmission.
    pub least_wait: Milliseconds,
    /// How the tail of a flight is treated.
    pub probe: TailLossProbe,
    /// Payload of a segment.
    pub segment_size: Bytes,
    /// What an idle time does to the congestion window.
    pub after_idle: AfterIdle,
    /// Largest amount in flight; none is as much as needed.
    pub window: Option<Bytes>,
}

/// What an idle time does to the congestion window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AfterIdle {
    /// It starts small again.
    SlowStart,
    /// Nothing.
    Keep,
}

/// Something on the way with a delay and losses of its own.
#[derive(Debug, Clone, PartialEq)]
pub struct Hop {
    /// What it adds to a round trip.
    pub delay: Law,
    /// Chance that it drops a segment.
    pub loss: Probability,
    /// Chance that it drops the first packet of a connection.
    pub syn_loss: Probability,
}

/// Bad spells of a line.
#[derive(Debug, Clone, PartialEq)]
pub struct Spells {
    /// Mean time between them.
    pub interval: Milliseconds,
    /// Mean length.
    pub length: Milliseconds,
    /// What a round trip takes more.
    pub delay: Law,
    /// Chance that a segment is lost meanwhile.
    pub loss: Probability,
}

/// Redo compression.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Compression {
    /// Redo over what goes over the line, at least 1.
    pub ratio: f64,
    /// Processor time of one write.
    pub time: Milliseconds,
}

/// How a destination fails and what LGWR does then.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Outages {
    /// Mean time between outages.
    pub interval: Milliseconds,
    /// Mean length; 0 is none.
    pub length: Milliseconds,
    /// How lengths vary.
    pub law: OutageLaw,
    /// NET_TIMEOUT.
    pub net_timeout: Milliseconds,
    /// REOPEN.
    pub reopen: Milliseconds,
    /// MAX_FAILURE; 0 is no limit.
    pub max_failure: f64,
    /// How long a failed attempt holds commits.
    pub attempt: Milliseconds,
    /// When redo moves again.
    pub resume: Resume,
}

/// How outage lengths vary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OutageLaw {
    /// Exponential.
    Exponential,
    /// All alike.
    Constant,
}

/// When redo moves again after an outage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Resume {
    /// With TCP's next retransmission.
    Retransmission,
    /// At its end.
    AtOnce,
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
    /// Average log file sync.
    pub log_file_sync_mean: Option<Milliseconds>,
    /// One traced commit.
    pub single_commit: Option<Milliseconds>,
    /// One traced remote write.
    pub remote_write: Option<Milliseconds>,
}

impl Workload {
    /// Factor on the load at the worst hour.
    #[must_use]
    pub fn largest_factor(&self) -> f64 {
        self.hours.iter().copied().fold(0.0, f64::max)
    }
}

impl Primary {
    /// Share of the load on the busiest instance.
    #[must_use]
    pub fn largest_share(&self) -> f64 {
        self.instances.iter().copied().fold(0.0, f64::max)
    }
}

impl Scenario {
    /// The destination of this name.
    #[must_use]
    pub fn destination(&self, name: &str) -> Option<&Destination> {
        self.destinations.iter().find(|d| d.name == name)
    }

    /// Destinations that commits wait for in normal life.
    pub fn sync_destinations(&self) -> impl Iterator<Item = &Destination> {
        self.destinations.iter().filter(|d| d.turn == Turn::Active && d.delays_commits())
    }
}

impl Destination {
    /// Whether commits wait for it while it gets redo.
    #[must_use]
    pub fn delays_commits(&self) -> bool {
        self.source == Source::Primary && matches!(self.transport, Transport::Sync(_))
    }
}
