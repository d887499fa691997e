//! SYNC transport: what one remote write takes.
//!
//! LGWR's redo goes out in one message set per log write; the far end receives it, with AFFIRM writes it into the
//! standby redo log, and acknowledges. Round trip, jitter, hop, losses, receiving and writing are taken as independent.
//! A connection that was idle for longer than its retransmission timeout starts with ten segments again; what does
//! not fit into the window waits a round trip for each further window.
//!
//! Sources: Oracle Data Guard Concepts (SYNC, AFFIRM, NOAFFIRM), MAA "Best Practices for Synchronous Redo Transport";
//! RFC 6928 (initial window), Linux `tcp_slow_start_after_idle`; `latency::retransmission` for losses.

use std::cell::RefCell;
use std::collections::BTreeMap;

use super::line;
use crate::latency::retransmission::{self, Exchange, TailLossProbe};
use crate::latency::{Delay, Distribution, Resolution};
use crate::scenario::{Acknowledgement, AfterIdle, Destination, Spells, Transport};
use crate::units::{Answer, Count, Milliseconds, Probability, Warning};

/// Segments that a connection starts with (RFC 6928).
const INITIAL_SEGMENTS: f64 = 10.0;
/// Segments up to which each number has its own law of losses; above, sixteen steps an octave.
const EXACT_SEGMENTS: f64 = 64.0;
const STEPS: f64 = 16.0;
/// Parts below this, ms, are told with the round trip: less than light through a third of a metre.
const UNTOLD: f64 = 1e-6;
/// Chances below this do not make another law.
const NEGLIGIBLE: f64 = 1e-9;

/// How a leg is used.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Traffic {
    /// Redo of one item of a batch, bytes.
    pub redo_per_item: f64,
    /// Chance that nobody writes for a millisecond, as a rate: items per ms on this connection.
    pub rate: f64,
    /// Share of the line that the redo of all instances takes.
    pub used: f64,
    /// This instance's part of all redo.
    pub share: f64,
    /// Instances that share the line.
    pub instances: f64,
}

/// One SYNC destination, ready to be asked for its remote write under any batch.
#[derive(Debug, Clone)]
pub struct Leg {
    /// Name of the destination.
    pub name: String,
    /// All but transfer, losses and further round trips.
    fixed: Distribution,
    /// Transfer of one item's redo with the wait for other instances, ms.
    pub transfer_per_item: f64,
    /// Bytes on the wire of one item.
    bytes_per_item: f64,
    round_trip: f64,
    losses: Option<Losses>,
    cold: Cold,
    window: f64,
    parts: Vec<LegPart>,
    resolution: Resolution,
}

/// Losses on a leg, with the laws already computed by number of segments.
#[derive(Debug, Clone)]
struct Losses {
    loss: Probability,
    timeout: Milliseconds,
    probe: TailLossProbe,
    segment_size: f64,
    known: RefCell<BTreeMap<u64, Distribution>>,
}

/// A connection after an idle time.
#[derive(Debug, Clone, Copy)]
struct Cold {
    /// Chance that a write finds it so.
    chance: f64,
    /// What it sends at once, bytes.
    window: f64,
}

/// A part of a remote write, on average.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LegPart {
    /// Which one.
    pub kind: LegPartKind,
    /// Mean, ms.
    pub mean: f64,
}

/// Parts of a remote write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LegPartKind {
    /// Compressing and expanding.
    Compression,
    /// The smallest round trip.
    RoundTrip,
    /// What round trips take beyond it.
    Jitter,
    /// A firewall or extra hop.
    Hop,
    /// A bad spell.
    Spell,
    /// Redo over bandwidth.
    Transfer,
    /// Further round trips: congestion window after an idle time, socket buffer.
    FurtherRoundTrips,
    /// Lost segments.
    Retransmission,
    /// Work at the far end without the disk.
    Receive,
    /// Standby redo log write.
    RemoteWrite,
}

impl Leg {
    /// The leg to `destination` under `traffic`, in a bad spell if one is given.
    #[must_use]
    pub fn new(
        destination: &Destination,
        traffic: Traffic,
        spell: Option<&Spells>,
        resolution: Resolution,
    ) -> Self {
        let link = &destination.link;
        let smallest = line::smallest_round_trip(link.route);
        let (fixed, parts) = fixed(destination, smallest, spell, resolution);
        let ratio = destination.compression.map_or(1.0, |c| c.ratio);
        let bytes_per_item = traffic.redo_per_item / ratio;
        let alone = 1000.0 * bytes_per_item / link.bandwidth.get();
        let timeout = line::timeout(link, spell);
        let cold = match link.tcp.after_idle {
            AfterIdle::Keep => 0.0,
            AfterIdle::SlowStart => (-traffic.rate * timeout).exp(),
        };
        Self {
            name: destination.name.clone(),
            fixed,
            transfer_per_item: alone * (1.0 + wait_for_others(traffic)),
            bytes_per_item,
            round_trip: line::mean_round_trip(link, spell),
            losses: Losses::new(destination, spell, timeout),
            cold: Cold { chance: cold, window: INITIAL_SEGMENTS * link.tcp.segment_size.get() },
            window: link.tcp.window.map_or(f64::INFINITY, crate::units::Bytes::get),
            parts,
            resolution,
        }
    }

    /// The remote write of `batch` items: their redo over the bandwidth, further round trips and losses come on top of
    /// the rest.
    #[must_use]
    pub fn remote_write(&self, batch: f64) -> Distribution {
        let bytes = batch * self.bytes_per_item;
        let law = match &self.losses {
            None => self.fixed.clone(),
            Some(losses) => losses.added_to(&self.fixed, bytes, self.round_trip, self.resolution),
        };
        let law = law.shifted(self.transfer_per_item * batch + self.warm_trips(bytes) * self.round_trip);
        let further = self.cold_trips(bytes);
        if further <= 0.0 || self.cold.chance < NEGLIGIBLE {
            return law;
        }
        let cold = law.clone().shifted(further * self.round_trip);
        Distribution::mixture(&[(1.0 - self.cold.chance, &law), (self.cold.chance, &cold)])
    }

    /// Round trips beyond the first because the socket buffer is smaller than the write.
    fn warm_trips(&self, bytes: f64) -> f64 {
        ((bytes / self.window).ceil() - 1.0).max(0.0)
    }

    /// Round trips that an idle time adds to those: the window doubles with each, `ceil(log2(bytes / W0 + 1)) - 1` in
    /// all.
    fn cold_trips(&self, bytes: f64) -> f64 {
        let needed = ((bytes / self.cold.window + 1.0).log2() - 1e-12).ceil() - 1.0;
        (needed - self.warm_trips(bytes)).max(0.0)
    }

    /// The remote write of any log write, whose batch follows `batches` (size and share).
    #[must_use]
    pub fn remote_write_of(&self, batches: &[(f64, f64)]) -> Distribution {
        let laws: Vec<(f64, Distribution)> = batches
            .iter()
            .filter(|(_, share)| *share > 0.0)
            .map(|(n, share)| (*share, self.remote_write(*n)))
            .collect();
        Distribution::mixture(&laws.iter().map(|(share, law)| (*share, law)).collect::<Vec<_>>())
    }

    /// Parts of the mean remote write whose batches follow `batches`, in the order of the path; those without effect
    /// are left out, round trip, transfer and receiving never.
    #[must_use]
    pub fn parts(&self, batches: &[(f64, f64)]) -> Vec<LegPart> {
        let mean = |of: &dyn Fn(f64) -> f64| batches.iter().map(|(n, share)| share * of(*n)).sum::<f64>();
        let bytes = |n: f64| n * self.bytes_per_item;
        let trips = |n: f64| {
            self.round_trip * (self.warm_trips(bytes(n)) + self.cold.chance * self.cold_trips(bytes(n)))
        };
        let lost =
            |n: f64| self.losses.as_ref().map_or(0.0, |l| l.mean(bytes(n), self.round_trip, self.resolution));
        let added = [
            (LegPartKind::Transfer, mean(&|n| self.transfer_per_item * n)),
            (LegPartKind::FurtherRoundTrips, mean(&trips)),
            (LegPartKind::Retransmission, mean(&lost)),
        ];
        let added = added.into_iter().map(|(kind, mean)| LegPart { kind, mean });
        let mut parts: Vec<LegPart> = self.parts.iter().copied().chain(added).collect();
        parts.sort_by_key(|part| part.kind as u8);
        let told = |part: &LegPart| part.mean > UNTOLD || part.kind.is_always_told();
        let rest: f64 = parts.iter().filter(|part| !told(part)).map(|part| part.mean).sum();
        parts.retain(told);
        // Always told, and the first of those.
        parts
            .iter_mut()
            .filter(|part| part.kind == LegPartKind::RoundTrip)
            .for_each(|part| part.mean += rest);
        parts
    }

    /// What happens to a write of `batch` items because of losses; nothing on a line without.
    #[must_use]
    pub fn retransmission(&self, batch: f64) -> Option<RetransmissionOf> {
        let losses = self.losses.as_ref()?;
        let bytes = batch * self.bytes_per_item;
        let extra = losses.extra(losses.segments(bytes), self.round_trip, self.resolution);
        let warnings = match &extra {
            Answer::Warn(_, warnings) => warnings.clone(),
            _ => Vec::new(),
        };
        extra.value().map(|extra| RetransmissionOf {
            segment_loss: losses.loss.get(),
            over_a_timer: extra.any_timeout,
            timer: losses.timeout.get(),
            warnings,
        })
    }
}

/// Losses of one write.
#[derive(Debug, Clone, PartialEq)]
pub struct RetransmissionOf {
    /// Chance that a segment is lost.
    pub segment_loss: f64,
    /// Chance that the write or its acknowledgement waits for a timer.
    pub over_a_timer: f64,
    /// The first timer, ms.
    pub timer: f64,
    /// Where the formula is less certain.
    pub warnings: Vec<Warning>,
}

impl LegPartKind {
    /// As a reader sees it, in the middle of a sentence.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Compression => "compression",
            Self::RoundTrip => "round trip",
            Self::Jitter => "jitter",
            Self::Hop => "firewall or hop",
            Self::Spell => "bad spells",
            Self::Transfer => "redo over bandwidth",
            Self::FurtherRoundTrips => "further round trips (window)",
            Self::Retransmission => "lost segments",
            Self::Receive => "receive and acknowledge",
            Self::RemoteWrite => "remote redo write",
        }
    }

    fn is_always_told(self) -> bool {
        matches!(self, Self::RoundTrip | Self::Jitter | Self::Transfer | Self::Receive)
    }
}

/// Wait behind the writes of other instances in units of an own transfer, all alike: `rho_o / (2 (1 - rho))` with the
/// others' and the whole share of the line (M/D/1, but for an instance's own writes, which never meet), and at most one
/// write of each of the others.
fn wait_for_others(Traffic { used, share, instances, .. }: Traffic) -> f64 {
    let most = instances - 1.0;
    if used < 1.0 { (used * (1.0 - share) / (2.0 * (1.0 - used))).min(most) } else { most }
}

/// Everything that does not depend on the size of the write.
fn fixed(
    destination: &Destination,
    smallest: f64,
    spell: Option<&Spells>,
    resolution: Resolution,
) -> (Distribution, Vec<LegPart>) {
    let link = &destination.link;
    let receive = destination.receive.on_grid(resolution);
    let mut parts = vec![
        LegPart { kind: LegPartKind::RoundTrip, mean: smallest },
        LegPart { kind: LegPartKind::Receive, mean: receive.mean() },
    ];
    let mut law = receive;
    let kinds = [
        Some((LegPartKind::Jitter, &link.jitter)),
        link.hop.as_ref().map(|hop| (LegPartKind::Hop, &hop.delay)),
        spell.map(|spell| (LegPartKind::Spell, &spell.delay)),
        (destination.transport == Transport::Sync(Acknowledgement::Affirm))
            .then_some((LegPartKind::RemoteWrite, &destination.remote_write)),
    ];
    for (kind, delay) in kinds.into_iter().flatten() {
        let delay = delay.on_grid(resolution);
        parts.push(LegPart { kind, mean: delay.mean() });
        law = law.plus(&delay);
    }
    let compression = destination.compression.map_or(0.0, |c| c.time.get());
    parts.push(LegPart { kind: LegPartKind::Compression, mean: compression });
    (law.shifted(smallest + compression), parts)
}

impl Losses {
    fn new(destination: &Destination, spell: Option<&Spells>, timeout: f64) -> Option<Self> {
        let tcp = &destination.link.tcp;
        let loss = Probability::new("loss", line::loss(&destination.link, spell)).ok()?;
        (loss.get() > 0.0).then_some(Self {
            loss,
            timeout: Milliseconds::new("timeout", timeout).ok()?,
            probe: tcp.probe,
            segment_size: tcp.segment_size.get(),
            known: RefCell::default(),
        })
    }

    fn segments(&self, bytes: f64) -> f64 {
        let exact = (bytes / self.segment_size).ceil().clamp(1.0, Count::RANGE.max);
        if exact <= EXACT_SEGMENTS {
            return exact;
        }
        let step = 2.0_f64.powf(exact.log2().floor()) / STEPS;
        ((exact / step).round() * step).min(Count::RANGE.max)
    }

    fn extra(&self, segments: f64, round_trip: f64, resolution: Resolution) -> Answer<retransmission::Extra> {
        let exchange = || -> Result<Exchange, crate::units::OutOfRange> {
            Ok(Exchange {
                segments: Count::new("segments", segments)?,
                loss: self.loss,
                round_trip: Milliseconds::new("round trip", round_trip)?,
                timeout: self.timeout,
                probe: self.probe,
            })
        };
        match exchange() {
            Ok(exchange) => retransmission::extra(&exchange, resolution),
            Err(error) => Answer::Invalid(vec![error]),
        }
    }

    /// `fixed` with what losses add to a write of `bytes`. Validation keeps the loss below 50 %, from where on there
    /// is no such law.
    fn added_to(
        &self,
        fixed: &Distribution,
        bytes: f64,
        round_trip: f64,
        resolution: Resolution,
    ) -> Distribution {
        let segments = self.segments(bytes);
        // Whole numbers up to 100,000.
        let key = segments as u64;
        let mut known = self.known.borrow_mut();
        let law = known.entry(key).or_insert_with(|| {
            let extra = self.extra(segments, round_trip, resolution).value();
            extra.map_or_else(|| fixed.clone(), |extra| fixed.plus(&extra.law))
        });
        law.clone()
    }

    fn mean(&self, bytes: f64, round_trip: f64, resolution: Resolution) -> f64 {
        self.extra(self.segments(bytes), round_trip, resolution).value().map_or(0.0, |extra| extra.law.mean())
    }
}
