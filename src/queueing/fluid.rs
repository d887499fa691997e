//! Work as a fluid: more than the capacity for a while, and the backlog that remains.
//!
//! Rates are in any unit of work per second and the same for all of a call (megabytes, messages); times in seconds,
//! since backlogs last for minutes to days.
//!
//! Sources: deterministic fluid queues, e.g. Newell, Applications of Queueing Theory, 1982, chapter 2; checked against a
//! first-in-first-out brute force of one-second steps.

use super::refusal::{Refusal, count, positive, within};
use crate::units::{Answer, Range};

/// A peak above capacity, and its end.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Overload {
    /// Growth of the backlog during the peak, per second.
    pub growth: f64,
    /// Backlog at the end of the peak.
    pub backlog: f64,
    /// Wait of the last to arrive in the peak, s.
    pub max_wait: f64,
    /// Time from the end of the peak until the backlog is gone, s; none if it never is.
    pub drain_time: Option<f64>,
}

/// Rates a second around a peak.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Peak {
    /// Arrivals during the peak.
    pub arrival_rate: f64,
    /// Length of the peak, s.
    pub duration: f64,
    /// Arrivals after it.
    pub arrival_rate_after: f64,
    /// What can be served.
    pub capacity: f64,
}

/// Largest rate or amount that a fluid may have.
const MOST: f64 = 1e15;

/// Backlog of a peak: grows by `lambda - mu` for its duration `T`, then takes `backlog / (mu - lambda_after)` to drain;
/// the last arrival waits `backlog / mu`. Simulated in 3 cases: within 1 %. A peak below capacity leaves none.
pub fn overload(peak: &Peak) -> Answer<Overload> {
    overload_of(peak).into()
}

fn overload_of(peak: &Peak) -> Result<Overload, Refusal> {
    let allowed = Range::closed(0.0, MOST);
    within("arrival rate of the peak", peak.arrival_rate, "/s", allowed)?;
    within("arrival rate after the peak", peak.arrival_rate_after, "/s", allowed)?;
    within("duration of the peak", peak.duration, "s", Range::closed(0.0, 1e9))?;
    positive("capacity", peak.capacity, "/s", MOST)?;
    let growth = (peak.arrival_rate - peak.capacity).max(0.0);
    let backlog = growth * peak.duration;
    let spare = peak.capacity - peak.arrival_rate_after;
    let drain_time = if backlog == 0.0 { Some(0.0) } else { (spare > 0.0).then(|| backlog / spare) };
    Ok(Overload { growth, backlog, max_wait: backlog / peak.capacity, drain_time })
}

/// A steady stream whose server was away.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Outage {
    /// Backlog at the end of the outage.
    pub backlog: f64,
    /// Time from the end of the outage until the backlog is gone, s; none if it never is.
    pub catch_up_time: Option<f64>,
    /// Greatest age of what is not yet served, s.
    pub max_lag: f64,
}

/// Backlog `r T` after an outage of `duration` seconds, gone after `r T / (c - r)` at `capacity` `c` above the arrival
/// rate `r`.
pub fn outage(arrival_rate: f64, duration: f64, capacity: f64) -> Answer<Outage> {
    outage_of(arrival_rate, duration, capacity).into()
}

fn outage_of(arrival_rate: f64, duration: f64, capacity: f64) -> Result<Outage, Refusal> {
    within("arrival rate", arrival_rate, "/s", Range::closed(0.0, MOST))?;
    within("duration of the outage", duration, "s", Range::closed(0.0, 1e9))?;
    positive("capacity", capacity, "/s", MOST)?;
    let backlog = arrival_rate * duration;
    let spare = capacity - arrival_rate;
    let catch_up_time = if backlog == 0.0 { Some(0.0) } else { (spare > 0.0).then(|| backlog / spare) };
    Ok(Outage { backlog, catch_up_time, max_lag: if arrival_rate > 0.0 { duration } else { 0.0 } })
}

/// A time without service, every period.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Closure {
    /// Start, s after the start of the period.
    pub start: f64,
    /// Length, s; the end lies within the period.
    pub duration: f64,
}

/// A piece of the lag over time, linear between its ends.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LagPiece {
    /// Start and end, s after the start of the period.
    pub time: [f64; 2],
    /// Age of the oldest work not yet served, at both ends, s.
    pub lag: [f64; 2],
    /// Backlog at both ends.
    pub backlog: [f64; 2],
}

/// The periodic state of a backlog.
#[derive(Debug, Clone, PartialEq)]
pub struct Backlog {
    /// Greatest lag, s.
    pub max_lag: f64,
    /// When it is first reached, s after the start of the period.
    pub time_of_max: f64,
    /// Mean lag over time, s.
    pub mean_lag: f64,
    /// Greatest backlog.
    pub max_backlog: f64,
    /// Time from the end of the closure until nothing is left, s, if there was one.
    pub catch_up_time: Option<f64>,
    /// The lag over one period: exact, to draw and to measure.
    pub pieces: Vec<LagPiece>,
    period: f64,
}

impl Backlog {
    /// Share of time in which the lag is above `lag` seconds: what a failure at a random moment would lose.
    #[must_use]
    pub fn share_above(&self, lag: f64) -> f64 {
        self.pieces.iter().map(|piece| piece.time_above(lag)).sum::<f64>() / self.period
    }
}

impl LagPiece {
    /// None if no time passes.
    fn between(from: Position, to: Position, period_start: f64) -> Option<Self> {
        let lag = |position: Position| (position.now.time - position.served.time).max(0.0);
        (to.now.time > from.now.time).then(|| Self {
            time: [from.now.time - period_start, to.now.time - period_start],
            lag: [lag(from), lag(to)],
            backlog: [from.backlog, to.backlog],
        })
    }

    fn duration(&self) -> f64 {
        self.time[1] - self.time[0]
    }

    fn time_above(&self, lag: f64) -> f64 {
        let (low, high) = (self.lag[0].min(self.lag[1]), self.lag[0].max(self.lag[1]));
        if low > lag {
            self.duration()
        } else if high > lag {
            self.duration() * (high - lag) / (high - low)
        } else {
            0.0
        }
    }
}

/// Backlog of arrivals with a periodic profile at a constant capacity: `rates` per second, each for `step` seconds.
///
/// The backlog grows by `r - c` and never falls below 0; the lag is the age of the oldest work not yet served,
/// `t - A^-1(A(t) - B(t))` with the arrivals so far `A`. Both are linear between breakpoints, which are computed
/// exactly: changes of a rate, the end of the backlog, and the moments when service reaches work that arrived at
/// another rate. A first period brings the state in, the second is the periodic one. Against brute force: greatest
/// lag to the second, mean within 0.1 %.
///
/// A `closure` takes the capacity away in each period. Saturated if the arrivals of a period exceed what it can serve:
/// growth is per second.
///
/// ```
/// use farsight::queueing::fluid::backlog;
/// let quiet_then_busy = [4.0, 16.0];
/// let answer = backlog(&quiet_then_busy, 3600.0, 12.0, None).value().unwrap();
/// assert_eq!(answer.max_backlog, 4.0 * 3600.0);
/// ```
pub fn backlog(rates: &[f64], step: f64, capacity: f64, closure: Option<Closure>) -> Answer<Backlog> {
    Profile::new(rates, step, capacity, closure).map(|profile| profile.periodic()).into()
}

/// A time of constant rates within the period.
#[derive(Clone, Copy)]
struct Segment {
    start: f64,
    rate: f64,
    capacity: f64,
}

/// What arrives and what can be served over a period.
struct Profile {
    segments: Vec<Segment>,
    period: f64,
    closure: Closure,
}

/// A moment, with the number of its segment since the first period began.
#[derive(Clone, Copy)]
struct Moment {
    time: f64,
    segment: usize,
}

/// Where the walk through time stands.
#[derive(Clone, Copy)]
struct Position {
    now: Moment,
    /// When the work arrived that is served now.
    served: Moment,
    backlog: f64,
}

/// What ends a piece.
#[derive(Clone, Copy, PartialEq)]
enum Event {
    RateChanges,
    OlderRateServed,
    Empty,
}

impl Profile {
    fn new(rates: &[f64], step: f64, capacity: f64, closure: Option<Closure>) -> Result<Self, Refusal> {
        within("number of rates", count(rates.len()), "", Range::closed(1.0, 1e5))?;
        positive("length of a step", step, "s", 1e9)?;
        positive("capacity", capacity, "/s", MOST)?;
        for rate in rates {
            within("rate of a step", *rate, "/s", Range::closed(0.0, MOST))?;
        }
        let period = step * count(rates.len());
        let closure = closure.unwrap_or(Closure { start: period, duration: 0.0 });
        within("start of the closure", closure.start, "s", Range::closed(0.0, period))?;
        within("duration of the closure", closure.duration, "s", Range::closed(0.0, period - closure.start))?;
        let offered = rates.iter().sum::<f64>() / count(rates.len());
        let served = capacity * (1.0 - closure.duration / period);
        if offered >= served {
            return Err(Refusal::saturated("the capacity", served, offered));
        }
        Ok(Self { segments: segments(rates, step, capacity, closure), period, closure })
    }

    fn segment(&self, moment: Moment) -> Segment {
        self.segments[moment.segment % self.segments.len()]
    }

    fn start_of(&self, segment: usize) -> Moment {
        let periods = count(segment / self.segments.len());
        let time = periods * self.period + self.segments[segment % self.segments.len()].start;
        Moment { time, segment }
    }

    fn periodic(&self) -> Backlog {
        let start = Moment { time: 0.0, segment: 0 };
        let mut position = Position { now: start, served: start, backlog: 0.0 };
        let mut pieces = Vec::new();
        for (begins, ends) in [(0.0, 1), (self.period, 2)] {
            pieces.clear();
            while position.now.segment < ends * self.segments.len() {
                let next = self.advance(position);
                pieces.extend(LagPiece::between(position, next, begins));
                position = self.skip_quiet(next);
            }
        }
        self.summary(pieces)
    }

    /// To the next breakpoint.
    fn advance(&self, from: Position) -> Position {
        let Segment { rate, capacity, .. } = self.segment(from.now);
        let end = self.start_of(from.now.segment + 1);
        if from.backlog == 0.0 && rate <= capacity {
            return Position { now: end, served: end, backlog: 0.0 };
        }
        let (event, wait) = self.next_event(from);
        let now = match event {
            Event::RateChanges => end,
            _ => Moment { time: from.now.time + wait, ..from.now },
        };
        let reached =
            from.served.time + wait * capacity / self.segment(from.served).rate.max(f64::MIN_POSITIVE);
        let served = match event {
            Event::OlderRateServed => self.start_of(from.served.segment + 1),
            _ => Moment { time: reached.min(now.time), ..from.served },
        };
        let backlog = if event == Event::Empty { 0.0 } else { from.backlog + (rate - capacity) * wait };
        Position { now, served, backlog }
    }

    fn next_event(&self, from: Position) -> (Event, f64) {
        let Segment { rate, capacity, .. } = self.segment(from.now);
        let mut first = (Event::RateChanges, self.start_of(from.now.segment + 1).time - from.now.time);
        if capacity > 0.0 && from.served.segment < from.now.segment {
            let left = self.start_of(from.served.segment + 1).time - from.served.time;
            let wait = (left * self.segment(from.served).rate / capacity).max(0.0);
            if wait < first.1 {
                first = (Event::OlderRateServed, wait);
            }
        }
        let wait = from.backlog / (capacity - rate);
        if capacity > rate && wait <= first.1 { (Event::Empty, wait) } else { first }
    }

    /// Service goes on with the oldest work: past segments of rate 0, in which nothing arrived, and at once with what
    /// comes if nothing is left.
    fn skip_quiet(&self, mut position: Position) -> Position {
        while position.served.segment < position.now.segment && self.segment(position.served).rate == 0.0 {
            position.served = self.start_of(position.served.segment + 1);
        }
        let caught_up = position.served.segment == position.now.segment;
        if position.backlog == 0.0 || (caught_up && self.segment(position.served).rate == 0.0) {
            position = Position { served: position.now, backlog: 0.0, ..position };
        }
        position
    }

    fn summary(&self, pieces: Vec<LagPiece>) -> Backlog {
        let (mut max_lag, mut time_of_max, mut max_backlog, mut area) = (0.0, 0.0, 0.0_f64, 0.0);
        for piece in &pieces {
            for end in [0, 1] {
                if piece.lag[end] > max_lag {
                    (max_lag, time_of_max) = (piece.lag[end], piece.time[end]);
                }
                max_backlog = max_backlog.max(piece.backlog[end]);
            }
            area += piece.duration() * f64::midpoint(piece.lag[0], piece.lag[1]);
        }
        let catch_up_time = (self.closure.duration > 0.0).then(|| self.catch_up(&pieces)).flatten();
        let period = self.period;
        Backlog { max_lag, time_of_max, mean_lag: area / period, max_backlog, catch_up_time, pieces, period }
    }

    /// From the end of the closure to the first moment without backlog, in this period or the next.
    fn catch_up(&self, pieces: &[LagPiece]) -> Option<f64> {
        let end = self.closure.start + self.closure.duration;
        let empties = |from: f64| {
            let ends = pieces.iter().flat_map(|piece| [0, 1].map(|i| (piece.time[i], piece.backlog[i])));
            ends.filter(|(time, backlog)| *backlog == 0.0 && *time >= from).map(|(time, _)| time).next()
        };
        let later = empties(0.0).map(|time| time + self.period - end);
        empties(end).map(|time| time - end).or(later)
    }
}

/// Steps cut at the ends of the closure.
fn segments(rates: &[f64], step: f64, capacity: f64, closure: Closure) -> Vec<Segment> {
    let mut cuts: Vec<f64> = (0..rates.len()).map(|i| step * count(i)).collect();
    let end = closure.start + closure.duration;
    let period = step * count(rates.len());
    cuts.extend([closure.start, end].into_iter().filter(|cut| closure.duration > 0.0 && *cut < period));
    cuts.sort_by(f64::total_cmp);
    cuts.dedup();
    let mut rates = rates.iter().enumerate().map(|(i, rate)| (step * count(i), *rate)).peekable();
    let mut rate = 0.0;
    let segment = |start: f64| {
        while let Some((_, next)) = rates.next_if(|(from, _)| *from <= start) {
            rate = next;
        }
        let closed = closure.start <= start && start < end;
        Segment { start, rate, capacity: if closed { 0.0 } else { capacity } }
    };
    cuts.into_iter().map(segment).collect()
}
