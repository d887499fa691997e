//! What packet loss adds to a request and its response over TCP.
//!
//! Knows: a request of `n` segments answered by one segment, each transmission lost independently with probability
//! `p`; the retransmission timeout of Linux and of RFC 6298; tail loss probes (RFC 8985).
//! Does not know: bulk transfer (see `tcp_rate`), bursts of loss (see `bursts`), windows.
//! Sources: Linux `tcp_input.c` and `tcp_output.c` (the variation is floored at the minimum timeout, so that even a
//! quiet path waits 200 ms beyond its smoothed round trip), RFC 6298, RFC 8985.
//!
//! A larger request does not escape the timeout: a hole in its middle is repaired in a round trip, but its last
//! segment has nothing behind it that could reveal the loss, and the response has only one segment.

use super::{Distribution, Resolution};
use crate::units::{Answer, Count, Milliseconds, Probability, Saturation, Warning};

/// Least wait beyond the smoothed round trip on Linux, ms; settable per route.
pub const LINUX_LEAST_WAIT: f64 = 200.0;
/// Least timeout of RFC 6298, ms.
pub const RFC_LEAST_TIMEOUT: f64 = 1000.0;
/// Longest timer on Linux, ms.
pub const LONGEST_TIMER: f64 = 120_000.0;

/// Loss at which the mean number of timer units, `sum (2p)^k`, stops converging.
const FATAL_LOSS: f64 = 0.5;
/// Loss from which the second moment hangs on the longest timer alone.
const HEAVY_LOSS: f64 = 0.25;
/// Loss up to which the mean of larger requests was measured within 2 %.
const MEASURED_LOSS: f64 = 0.05;
/// Mean number of losses in a request up to which it was.
const MEASURED_LOSSES: f64 = 1.5;
/// Share of transfers that is not worth another atom.
const NEGLIGIBLE: f64 = 1e-13;
/// A hole with fewer later arrivals than this is believed only after a quarter round trip (RFC 8985).
const REORDERING: f64 = 1.25;

/// Whether the sender probes the tail of a flight (RFC 8985; the default of Linux).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TailLossProbe {
    /// The first expiry sends a probe and does not double the next timer: waits of 1, 2, 4, 8 timeouts.
    Enabled,
    /// Every expiry doubles the next timer: waits of 1, 3, 7, 15 timeouts.
    Disabled,
}

/// A request and its one-segment response.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Exchange {
    /// Segments of the request.
    pub segments: Count,
    /// Chance that a transmission of a segment is lost, below 0.5.
    pub loss: Probability,
    /// Round trip.
    pub round_trip: Milliseconds,
    /// First retransmission timeout, see [`timeout`].
    pub timeout: Milliseconds,
    /// How the sender treats its tail.
    pub probe: TailLossProbe,
}

/// What can happen to the request; the shares add up to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RequestClasses {
    /// Nothing lost: `(1-p)^n`.
    pub none: f64,
    /// A hole that later segments reveal, the last one having arrived: `(1-p) - (1-p)^n`.
    pub fast: f64,
    /// Of these the share with fewer than three later arrivals, which waits a quarter round trip longer.
    pub fast_late: f64,
    /// Only the last segment lost: `p (1-p)^(n-1)`; it waits for a timeout.
    pub tail: f64,
    /// The last one and another lost: `p - tail`.
    pub other: f64,
}

/// What loss adds to an exchange.
#[derive(Debug, Clone, PartialEq)]
pub struct Extra {
    /// What happens to the request.
    pub request: RequestClasses,
    /// Chance that anything is lost on the way there or back, `1 - (1-p)^(n+1)`.
    pub any_loss: f64,
    /// Chance that a timeout is waited for, there or back, `1 - (1-p)^2` (its last segments).
    pub any_timeout: f64,
    /// Mean extra, ms, timers without an upper limit.
    pub mean: f64,
    /// The extra as a law, timers limited to [`LONGEST_TIMER`].
    pub law: Distribution,
}

/// First retransmission timeout of Linux, ms: `SRTT + max(least wait, 4 RTTVAR)`.
#[must_use]
pub fn timeout(smoothed: Milliseconds, variation: Milliseconds, least_wait: Milliseconds) -> f64 {
    smoothed.get() + (4.0 * variation.get()).max(least_wait.get())
}

/// The same after RFC 6298, ms: `max(1 s, SRTT + 4 RTTVAR)`.
#[must_use]
pub fn timeout_by_rfc(smoothed: Milliseconds, variation: Milliseconds) -> f64 {
    (smoothed.get() + 4.0 * variation.get()).max(RFC_LEAST_TIMEOUT)
}

/// What a lone segment waits, ms, when its first `losses` transmissions are lost: the timeout times `2^k - 1`, or with
/// tail loss probes times `2^(k-1)`, no timer being longer than [`LONGEST_TIMER`].
///
/// ```
/// use farsight::latency::retransmission::{TailLossProbe, wait_after};
/// use farsight::units::Milliseconds;
/// let timeout = Milliseconds::new("timeout", 201.0)?;
/// assert_eq!(wait_after(2, timeout, TailLossProbe::Enabled), 402.0);
/// assert_eq!(wait_after(2, timeout, TailLossProbe::Disabled), 603.0);
/// # Ok::<(), farsight::units::OutOfRange>(())
/// ```
#[must_use]
pub fn wait_after(losses: u32, timeout: Milliseconds, probe: TailLossProbe) -> f64 {
    /// Doublings after which any timer above 0 has reached the longest.
    const SETTLED: u32 = 1_100;
    let mut timers = timers(timeout.get(), probe);
    let doubling: f64 = timers.by_ref().take(losses.min(SETTLED) as usize).sum();
    let longest = timers.next().unwrap_or(0.0);
    doubling + f64::from(losses.saturating_sub(SETTLED)) * longest
}

/// Successive timers of a lone segment, ms.
fn timers(timeout: f64, probe: TailLossProbe) -> impl Iterator<Item = f64> {
    let undoubled = match probe {
        TailLossProbe::Enabled => Some(timeout),
        TailLossProbe::Disabled => None,
    };
    let doubling =
        std::iter::successors(Some(timeout), move |t| Some((2.0 * t).min(LONGEST_TIMER.max(timeout))));
    undoubled.into_iter().chain(doubling)
}

/// Mean wait of a lone segment, ms: `T p / (1 - 2p)`, or `T (p + p² / (1 - 2p))` with tail loss probes. Exact.
fn mean_wait(loss: f64, timeout: f64, probe: TailLossProbe) -> f64 {
    match probe {
        TailLossProbe::Disabled => timeout * loss / (1.0 - 2.0 * loss),
        TailLossProbe::Enabled => timeout * (loss + loss * loss / (1.0 - 2.0 * loss)),
    }
}

/// What loss adds to `exchange`.
///
/// One segment: request and response are lone segments, exact. More: a hole costs a round trip, or 1.25 where fewer
/// than three later segments arrived; a lost last segment costs a round trip and the wait of a lone segment. Two cases
/// with two losses are simplified and nearly cancel: with the last segment *and* another lost, the repair of the hole
/// reveals the last one within two round trips (charged here: a timeout), while a retransmission lost again costs a
/// timeout (charged here: nothing).
///
/// Mean of the whole exchange against event simulation (round trip 10 ms, timeout 210 ms): for 2 to 12 segments within
/// 0.6 % up to 2 % loss and 2 % at 5 % loss; for 64 segments 1.8 % and 5.6 %; at 20 % loss 9 to 20 % too low. Warns
/// where a request of several segments meets more than 5 % loss or more than 1.5 losses on average.
///
/// From a loss of 0.5 the mean has no limit: saturated, with shares of loss as its capacity and load. From 0.25
/// warns: the spread then hangs on the longest timer.
///
/// ```
/// use farsight::latency::Resolution;
/// use farsight::latency::retransmission::{Exchange, TailLossProbe, extra};
/// use farsight::units::{Count, Milliseconds, Probability};
/// let exchange = Exchange {
///     segments: Count::new("segments", 1.0)?,
///     loss: Probability::new("loss", 0.01)?,
///     round_trip: Milliseconds::new("round trip", 4.0)?,
///     timeout: Milliseconds::new("timeout", 204.0)?,
///     probe: TailLossProbe::Enabled,
/// };
/// let extra = extra(&exchange, Resolution::Interactive).value().unwrap();
/// assert!((extra.mean - 4.121_633).abs() < 1e-6);
/// # Ok::<(), farsight::units::OutOfRange>(())
/// ```
pub fn extra(exchange: &Exchange, resolution: Resolution) -> Answer<Extra> {
    let loss = exchange.loss.get();
    if loss >= FATAL_LOSS {
        return Answer::Saturated(Saturation {
            resource: "retransmission: capacity is the loss at which timers never end".into(),
            capacity: FATAL_LOSS,
            offered: loss,
        });
    }
    let request = request_classes(exchange.segments, exchange.loss);
    let value = Extra {
        request,
        any_loss: -((exchange.segments.get() + 1.0) * (-loss).ln_1p()).exp_m1(),
        any_timeout: loss * (2.0 - loss),
        mean: mean_extra(exchange, &request),
        law: extra_law(exchange, &request, resolution),
    };
    Answer::with_warnings(value, warnings(exchange))
}

fn warnings(exchange: &Exchange) -> Vec<Warning> {
    let (n, loss) = (exchange.segments.get(), exchange.loss.get());
    let mut warnings = Vec::new();
    if n > 1.0 && (loss > MEASURED_LOSS || n * loss > MEASURED_LOSSES) {
        warnings.push(Warning::new("several losses meet in one request: the mean is up to 20 % too low"));
    }
    if loss >= HEAVY_LOSS {
        warnings.push(Warning::new("the loss is 25 % or more: the spread hangs on the longest timer, 120 s"));
    }
    warnings
}

/// Chances of what happens to a request of `segments`, exact. A lone segment is all tail.
#[must_use]
pub fn request_classes(segments: Count, loss: Probability) -> RequestClasses {
    let (n, p) = (segments.get(), loss.get());
    let arrive = |k: f64| if k == 0.0 { 1.0 } else { (k * (-p).ln_1p()).exp() };
    let tail = p * arrive(n - 1.0);
    RequestClasses {
        none: arrive(n),
        fast: ((1.0 - p) * (1.0 - arrive(n - 1.0))).max(0.0),
        fast_late: late_holes(n, p),
        tail,
        other: (p - tail).max(0.0),
    }
}

/// Chance that the last segment arrives and the first hole has fewer than three arrivals behind it. With `m` segments
/// between that hole and the last one, at most one of them has arrived.
fn late_holes(n: f64, p: f64) -> f64 {
    /// Chances fall as `p^m`.
    const FAR: f64 = 200.0;
    let q = 1.0 - p;
    let few = |m: f64| if m == 0.0 { 1.0 } else { p.powf(m) + m * q * p.powf(m - 1.0) };
    let (mut sum, mut m) = (0.0, 0.0);
    while m <= (n - 2.0).min(FAR) {
        sum += q.powf(n - 2.0 - m) * few(m);
        m += 1.0;
    }
    p * q * sum
}

fn mean_extra(exchange: &Exchange, request: &RequestClasses) -> f64 {
    let (round_trip, timeout) = (exchange.round_trip.get(), exchange.timeout.get());
    let lone = mean_wait(exchange.loss.get(), timeout, exchange.probe);
    let revealed = (request.fast + (REORDERING - 1.0) * request.fast_late) * round_trip;
    revealed + unrevealed(exchange) * (request.tail + request.other) + 2.0 * lone
}

/// What a request waits before it is down to its last segment, ms: nothing if it has no other.
fn unrevealed(exchange: &Exchange) -> f64 {
    if exchange.segments.get() > 1.0 { exchange.round_trip.get() } else { 0.0 }
}

/// Waits of a lone segment that is lost at least once, as (share, ms).
fn waits(exchange: &Exchange) -> Vec<(f64, f64)> {
    let loss = exchange.loss.get();
    let (mut waits, mut share, mut wait) = (Vec::new(), 1.0, 0.0);
    for timer in timers(exchange.timeout.get(), exchange.probe) {
        wait += timer;
        if share < NEGLIGIBLE {
            break;
        }
        waits.push((share * (1.0 - loss), wait));
        share *= loss;
    }
    waits
}

/// `atoms`, and with probability `share` one of `waits`, `later` ms later.
fn with_waits(mut atoms: Vec<(f64, f64)>, share: f64, waits: &[(f64, f64)], later: f64) -> Vec<(f64, f64)> {
    atoms.extend(waits.iter().map(|(part, wait)| (share * part, wait + later)));
    atoms
}

fn extra_law(exchange: &Exchange, request: &RequestClasses, resolution: Resolution) -> Distribution {
    let (loss, round_trip) = (exchange.loss.get(), exchange.round_trip.get());
    let waits = waits(exchange);
    let revealed = vec![
        (request.none, 0.0),
        (request.fast - request.fast_late, round_trip),
        (request.fast_late, REORDERING * round_trip),
    ];
    let request = with_waits(revealed, request.tail + request.other, &waits, unrevealed(exchange));
    let response = with_waits(vec![(1.0 - loss, 0.0)], loss, &waits, 0.0);
    Distribution::from_atoms(&request, resolution).plus(&Distribution::from_atoms(&response, resolution))
}
