//! What one TCP connection can carry in bulk.
//!
//! Knows: window, bandwidth-delay product, and the loss-limited rates of Reno and CUBIC senders.
//! Does not know: the link's own capacity nor other connections.
//! Sources: Mathis et al. 1997; Padhye et al. 1998 (equations 30 to 32); RFC 8312; three bandwidth-delay products for
//! socket buffers is a database vendor's advice for replication over distance.
//!
//! All three are models of random loss: against a round-by-round Reno simulation they are 1 to 10 % low, and real
//! paths differ by 35 % either way. Where the window limits, only [`padhye`] knows it by itself.

use super::check;
use crate::units::{
    Answer, Bytes, BytesPerSecond, Milliseconds, OutOfRange, Probability, Range, Saturation, Warning,
};

/// How many segments one acknowledgement covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Acks {
    /// Every segment is acknowledged.
    EverySegment,
    /// Every second one (delayed acknowledgements).
    EverySecond,
}

/// How the sender grows its window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CongestionControl {
    /// Linear growth, by [`padhye`].
    Reno(Acks),
    /// Cubic growth (the default of Linux), by [`cubic`].
    Cubic,
}

/// A bulk transfer over one connection.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Connection {
    /// Largest payload of a segment, at least 1 byte.
    pub segment_size: Bytes,
    /// Round trip, at least 1 ns.
    pub round_trip: Milliseconds,
    /// Chance that a segment is lost, below 0.5; beyond 0.3 none of the models was measured.
    pub loss: Probability,
    /// Largest amount in flight: the smaller of both hosts' buffers, at least 1 byte.
    pub window: Bytes,
    /// First retransmission timeout.
    pub timeout: Milliseconds,
}

/// A rate over no time has no meaning; 1 ns is light through 20 cm of fibre.
const ROUND_TRIP: Range = Range::closed(1e-6, Milliseconds::RANGE.max);
/// Loss so rare that nothing is lost within the age of the universe.
const NO_LOSS: f64 = 1e-200;
/// Loss from which the models are unmeasured.
const UNMEASURED_LOSS: f64 = 0.3;
/// Loss at which a segment's mean delay has no limit.
const FATAL_LOSS: f64 = 0.5;

/// Bytes in flight that keep `bandwidth` busy over `round_trip`.
#[must_use]
pub fn bandwidth_delay_product(bandwidth: BytesPerSecond, round_trip: Milliseconds) -> f64 {
    bandwidth.get() * round_trip.get() / 1000.0
}

/// Socket buffer in bytes that is advised for replication: three times [`bandwidth_delay_product`].
#[must_use]
pub fn advised_socket_buffer(bandwidth: BytesPerSecond, round_trip: Milliseconds) -> f64 {
    3.0 * bandwidth_delay_product(bandwidth, round_trip)
}

/// `W / RTT` in bytes per second: one window a round trip, whatever the loss.
pub fn window_limit(connection: &Connection) -> Answer<f64> {
    connection.answer(Connection::windowed)
}

/// `(MSS / RTT) sqrt(3 / (2 b p))` in bytes per second, `b` segments an acknowledgement; without loss the window
/// limit. Ignores window and timeouts: 28 times too high where the window limits.
pub fn mathis(connection: &Connection, acks: Acks) -> Answer<f64> {
    connection.lossy(|c| c.mathis(acks.segments()))
}

/// Padhye's full model in bytes per second: fast retransmissions, timeouts with their backoff, and the window.
///
/// With `w` the smaller of the unlimited window `(2+b)/(3b) + sqrt(8(1-p)/(3bp) + ((2+b)/(3b))²)` and the
/// connection's, `Q(w)` the chance that a loss ends in a timeout and `G(p) = 1 + p + 2p² + 4p³ + 8p⁴ + 16p⁵ + 32p⁶`:
/// `MSS ((1-p)/p + w + Q/(1-p)) / (RTT rounds + Q G T0/(1-p))`.
pub fn padhye(connection: &Connection, acks: Acks) -> Answer<f64> {
    connection.lossy(|c| c.padhye(acks.segments()))
}

/// Padhye's short form in bytes per second, capped at the window limit:
/// `MSS / (RTT sqrt(2bp/3) + T0 min(1, 3 sqrt(3bp/8)) p (1 + 32p²))`. Within 1.3 % of [`padhye`] up to 1 % loss.
pub fn padhye_short(connection: &Connection, acks: Acks) -> Answer<f64> {
    connection.lossy(|c| c.padhye_short(acks.segments()).min(c.windowed()))
}

/// CUBIC's mean rate in bytes per second, not below Reno's: `(MSS / RTT) max((C (3+b) / (4 (1-b)) RTT³ / p³)^¼, sqrt(3/(2p)))`
/// with RTT in seconds, scale `C = 0.4` and back-off `b = 0.7`, so `1.054 (RTT / p)^0.75`. Ignores the window and
/// timeouts.
pub fn cubic(connection: &Connection) -> Answer<f64> {
    connection.lossy(Connection::cubic)
}

/// What the connection carries, bytes per second: the formula of its congestion control, at most the window limit.
///
/// ```
/// use farsight::latency::tcp_rate::{CongestionControl, Connection, rate};
/// use farsight::units::{Bytes, Milliseconds, Probability};
/// let connection = Connection {
///     segment_size: Bytes::new("segment", 1460.0)?,
///     round_trip: Milliseconds::new("round trip", 90.0)?,
///     loss: Probability::new("loss", 1e-5)?,
///     window: Bytes::new("window", 2.0 * 1_048_576.0)?,
///     timeout: Milliseconds::new("timeout", 290.0)?,
/// };
/// let bytes_per_second = rate(&connection, CongestionControl::Cubic).value().unwrap();
/// assert!((bytes_per_second / 1e6 - 15.796_554).abs() < 1e-6);
/// # Ok::<(), farsight::units::OutOfRange>(())
/// ```
pub fn rate(connection: &Connection, control: CongestionControl) -> Answer<f64> {
    let formula = |c: &Connection| match control {
        CongestionControl::Reno(acks) => c.padhye(acks.segments()),
        CongestionControl::Cubic => c.cubic(),
    };
    connection.lossy(|c| formula(c).min(c.windowed()))
}

impl Acks {
    fn segments(self) -> f64 {
        match self {
            Self::EverySegment => 1.0,
            Self::EverySecond => 2.0,
        }
    }
}

impl Connection {
    fn wrong(&self) -> Vec<OutOfRange> {
        let bytes = Range::closed(1.0, Bytes::RANGE.max);
        let fields = [
            check("segment size", self.segment_size.get(), bytes, "B"),
            check("round trip", self.round_trip.get(), ROUND_TRIP, "ms"),
            check("window", self.window.get(), bytes, "B"),
        ];
        fields.into_iter().flatten().collect()
    }

    /// `formula` where the connection has a meaning and its loss leaves it alive.
    fn answer(&self, formula: impl Fn(&Self) -> f64) -> Answer<f64> {
        let wrong = self.wrong();
        let loss = self.loss.get();
        if !wrong.is_empty() {
            return Answer::Invalid(wrong);
        }
        if loss >= FATAL_LOSS {
            return Answer::Saturated(Saturation {
                resource: "retransmission: capacity is the loss at which timers never end".into(),
                capacity: FATAL_LOSS,
                offered: loss,
            });
        }
        let warning = || Warning::new("the loss is 30 % or more, where no model of TCP was measured");
        let warnings = (loss >= UNMEASURED_LOSS).then(warning).into_iter().collect();
        Answer::with_warnings(formula(self), warnings)
    }

    /// The same, with the window limit where nothing is lost.
    fn lossy(&self, formula: impl Fn(&Self) -> f64) -> Answer<f64> {
        self.answer(|c| if c.loss.get() > NO_LOSS { formula(c) } else { c.windowed() })
    }

    fn seconds(&self) -> f64 {
        self.round_trip.get() / 1000.0
    }

    fn windowed(&self) -> f64 {
        self.window.get() / self.seconds()
    }

    fn mathis(&self, b: f64) -> f64 {
        self.segment_size.get() / self.seconds() * (1.5 / (b * self.loss.get())).sqrt()
    }

    fn cubic(&self) -> f64 {
        const SCALE: f64 = 0.4;
        const BACK_OFF: f64 = 0.7;
        let constant = (SCALE * (3.0 + BACK_OFF) / (4.0 * (1.0 - BACK_OFF))).powf(0.25);
        let growth = constant * (self.seconds() / self.loss.get()).powf(0.75);
        (self.segment_size.get() / self.seconds() * growth).max(self.mathis(1.0))
    }

    fn padhye_short(&self, b: f64) -> f64 {
        let p = self.loss.get();
        let timeout = self.timeout.get() / 1000.0;
        let fast = self.seconds() * (2.0 * b * p / 3.0).sqrt();
        let slow = timeout * (3.0 * (3.0 * b * p / 8.0).sqrt()).min(1.0) * p * (1.0 + 32.0 * p * p);
        self.segment_size.get() / (fast + slow)
    }

    fn padhye(&self, b: f64) -> f64 {
        let p = self.loss.get();
        let largest = self.window.get() / self.segment_size.get();
        let part = (2.0 + b) / (3.0 * b);
        let unlimited = part + (8.0 * (1.0 - p) / (3.0 * b * p) + part * part).sqrt();
        let (window, rounds) = if unlimited < largest {
            (unlimited, b * unlimited / 2.0 + 1.0)
        } else {
            (largest, b * largest / 8.0 + (1.0 - p) / (p * largest) + 2.0)
        };
        let timeouts = timeout_chance(window, p) / (1.0 - p);
        let sent = (1.0 - p) / p + window + timeouts;
        let taken = self.seconds() * rounds + timeouts * backoff(p) * self.timeout.get() / 1000.0;
        self.segment_size.get() * sent / taken
    }
}

/// Chance that a loss in a window of `w` segments is found by a timeout; certain in windows too small to tell.
fn timeout_chance(w: f64, p: f64) -> f64 {
    let through = |segments: f64| (segments * (-p).ln_1p()).exp();
    let lost = |segments: f64| -(segments * (-p).ln_1p()).exp_m1();
    if w <= 3.0 {
        return 1.0;
    }
    (lost(3.0) * (1.0 + through(3.0) * lost(w - 3.0)) / lost(w)).min(1.0)
}

/// Mean length of a series of timeouts, in first timeouts, up to 64-fold backoff.
fn backoff(p: f64) -> f64 {
    1.0 + p * (1.0 + p * (2.0 + p * (4.0 + p * (8.0 + p * (16.0 + p * 32.0)))))
}
