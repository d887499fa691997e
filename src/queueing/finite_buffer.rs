//! A buffer that fills while its server stands still, and a ring of buffers that must be emptied before they are used
//! again.
//!
//! Work flows in at a steady rate; the source stands still while there is no room. Amounts in bytes, rates in bytes per
//! second; times in ms for the buffer, in s for the ring.
//!
//! Sources: deterministic fluid queues (G. F. Newell, Applications of Queueing Theory, 1982, chapter 2); reference
//! arithmetic and an event simulation in tests/finite_buffer.rs.

use super::refusal::{Refusal, positive, within};
use crate::latency::{Delay, Distribution};
use crate::units::{Answer, Bytes, BytesPerSecond, Count, Milliseconds, OutOfRange, Range};

/// Below this no buffer fills within the ages that a number can hold, bytes per second.
const LEAST_RATE: f64 = 1e-6;

/// One halt of the server.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Halt {
    /// Time until the room is filled, ms.
    pub fill_time: f64,
    /// How long the source stands still, ms.
    pub blocked: f64,
    /// What has gathered in the buffer at the end, bytes.
    pub gathered: f64,
}

/// A buffer with `room` left, work that flows in at `rate`, and a server that stands still for `halt`: full after
/// `room / rate`, the source blocked for the rest, at most `room` gathered. Exact.
///
/// Invalid for a rate below 1e-6 B/s.
///
/// ```
/// use farsight::queueing::finite_buffer::halt;
/// use farsight::units::{Bytes, BytesPerSecond, Milliseconds};
/// let room = Bytes::new("room", 2e6)?;
/// let rate = BytesPerSecond::new("rate", 1e6)?;
/// let answer = halt(Milliseconds::new("halt", 3000.0)?, rate, room).value().unwrap();
/// assert_eq!((answer.fill_time, answer.blocked, answer.gathered), (2000.0, 1000.0, 2e6));
/// # Ok::<(), farsight::units::OutOfRange>(())
/// ```
pub fn halt(halt: Milliseconds, rate: BytesPerSecond, room: Bytes) -> Answer<Halt> {
    let of = |fill_time: f64| Halt {
        fill_time,
        blocked: (halt.get() - fill_time).max(0.0),
        gathered: (rate.get() * halt.get() / 1000.0).min(room.get()),
    };
    fill_time(rate, room).map(of).map_err(Refusal::from).into()
}

/// Time until `room` is filled, ms.
fn fill_time(rate: BytesPerSecond, room: Bytes) -> Result<f64, OutOfRange> {
    let allowed = Range::closed(LEAST_RATE, BytesPerSecond::RANGE.max);
    within("rate", rate.get(), BytesPerSecond::UNIT, allowed)?;
    Ok(1000.0 * room.get() / rate.get())
}

/// Share of time in which the source stands still, when services `S` begin every `interval` on average, each with
/// `room` left in the buffer: `E (S - room / rate)+ / interval`.
///
/// `service` in ms; `interval`, from start to start, at least its mean. The share is of the time without the blocking,
/// which lengthens nothing here since it lies within a service. The mean excess is read off the grid: exact for a
/// constant, a little high otherwise; for an exponential by at most 0.3 % of itself down to a chance of 1 %.
///
/// Invalid for a rate below 1e-6 B/s, an interval of 0, or an interval below the mean service.
pub fn share_blocked(
    service: &Distribution,
    interval: Milliseconds,
    rate: BytesPerSecond,
    room: Bytes,
) -> Answer<f64> {
    share_of(service, interval.get(), rate, room).into()
}

fn share_of(
    service: &Distribution,
    interval: f64,
    rate: BytesPerSecond,
    room: Bytes,
) -> Result<f64, Refusal> {
    let filled = fill_time(rate, room)?;
    positive("interval", interval, Milliseconds::UNIT, Milliseconds::RANGE.max)?;
    // An interval that was computed from the service may lie below its mean by the last digits.
    let least = service.mean() * (1.0 - 1e-9);
    within("interval", interval, Milliseconds::UNIT, Range::closed(least, Milliseconds::RANGE.max))?;
    Ok((mean_excess(service, filled) / interval).min(1.0))
}

/// `E (X - limit)+`.
fn mean_excess(delay: &Distribution, limit: f64) -> f64 {
    if limit <= delay.shift() {
        return delay.mean() - limit;
    }
    delay.points().map(|(x, share)| share * (x - limit).max(0.0)).sum()
}

/// A ring of buffers: one fills while those before it are emptied.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ring {
    /// Buffers, one at least.
    pub buffers: Count,
    /// Room of each, 1 B at least.
    pub size: Bytes,
    /// Time to empty one, from the moment it is full, s; all that are full are emptied side by side. 0 to 1e9 s.
    pub emptying: f64,
}

/// A ring under a steady flow.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Turns {
    /// Time to fill a buffer, s.
    pub fill_time: f64,
    /// Turns to the next buffer an hour at the rate that was asked for, as if the source never stood still.
    pub per_hour: f64,
    /// How long the source stands still in one round of the ring, at one turn or in parts, s.
    pub wait: f64,
    /// Turns an hour that come about, waits included.
    pub carried_per_hour: f64,
    /// Share of time in which the source stands still.
    pub share_blocked: f64,
}

/// Turns and waits of `ring` when the source fills at `rate` whenever there is room.
///
/// A buffer is used again after the other `G - 1` were filled, in `f` s each; if emptying takes longer, `T`, the source
/// waits the difference `T - (G - 1) f` once a round, which then lasts `f + T` in place of `G f`. Exact; with emptying one
/// at a time the wait is longer. Invalid for a rate
/// below 1e-6 B/s or a size below 1 B.
pub fn turns(ring: &Ring, rate: BytesPerSecond) -> Answer<Turns> {
    turns_of(ring, rate).map_err(Refusal::from).into()
}

fn turns_of(ring: &Ring, rate: BytesPerSecond) -> Result<Turns, OutOfRange> {
    within("size of a buffer", ring.size.get(), Bytes::UNIT, Range::closed(1.0, Bytes::RANGE.max))?;
    within("time to empty a buffer", ring.emptying, "s", Range::closed(0.0, 1e9))?;
    let fill_time = fill_time(rate, ring.size)? / 1000.0;
    let buffers = ring.buffers.get();
    let wait = (ring.emptying - (buffers - 1.0) * fill_time).max(0.0);
    let round = buffers * fill_time + wait;
    Ok(Turns {
        fill_time,
        per_hour: 3600.0 / fill_time,
        wait,
        carried_per_hour: 3600.0 * buffers / round,
        share_blocked: wait / round,
    })
}
