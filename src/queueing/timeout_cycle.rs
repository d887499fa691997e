//! A source whose requests wait on a link that is cut now and then, and that goes on without it after a timeout.
//!
//! A cycle: the link carries for an exponential time; an outage begins and all requests wait, until the source notices
//! the end or, at the timeout, drops the link. Without it the source runs unprotected, tries the link again after the
//! reopen interval, and after every further interval while the link is cut at the moment of the try.
//!
//! Times in seconds, since these last for seconds to days; mean additions to a response in ms.
//!
//! Sources: renewal reward (S. M. Ross, Stochastic Processes, 3.6) and the transition probabilities of an alternating
//! renewal process (D. R. Cox, Renewal Theory, 1962, 7), derived here; reference cases and an event simulation in
//! tests/timeout_cycle.rs.

use constant_outages::{ConstantOutages, Rest};

use super::refusal::{Refusal, within};
use crate::latency::retransmission::LONGEST_TIMER;
use crate::units::{Answer, Count, OutOfRange, PerSecond, Range, Warning};

mod constant_outages;

/// The law of the length of an outage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OutageLaw {
    /// Memoryless.
    Exponential,
    /// Always its mean.
    Constant,
}

/// How the source notices that an outage is over.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Reaction {
    /// At once.
    Immediate,
    /// At the next retransmission: the first after `first_timer` s (1 ms to 120 s), each later timer twice as long as
    /// the one before and none above 120 s.
    Retransmission {
        /// Time from the start of the outage to the first retransmission, s.
        first_timer: f64,
    },
}

/// A link, its outages and what the source does about them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CutLink {
    /// Mean time between outages, from the end of one to the start of the next, exponential, s; 1 us to 1e9 s.
    pub mean_up: f64,
    /// Mean length of an outage, s; 1 us to 1e9 s.
    pub mean_outage: f64,
    /// Law of that length.
    pub law: OutageLaw,
    /// When the link is dropped, s from the start of the outage; 0 to 1e6 s, 0 drops it at once.
    pub timeout: f64,
    /// From the drop to the first try, and from the end of a failed try to the next, s; 1 us to 1e9 s.
    pub reopen: f64,
    /// How long a failed try halts the requests, s; 0 to 1e9 s, 0 if it is off their path.
    pub failed_try: f64,
    /// How the end of an outage is noticed.
    pub reaction: Reaction,
}

/// What the outages cost, over a long time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TimeoutCycle {
    /// Chance that an outage that is seen ends in a drop.
    pub drop_chance: f64,
    /// Mean time that requests stand still in a cycle, failed tries included, s.
    pub stall_per_cycle: f64,
    /// Mean number of failed tries after a drop.
    pub failed_tries: f64,
    /// Mean time without the link after a drop, s.
    pub unprotected_per_drop: f64,
    /// Mean length of a cycle, s.
    pub cycle: f64,
    /// Share of time in which requests stand still.
    pub stall_share: f64,
    /// The same in minutes an hour.
    pub stall_minutes_per_hour: f64,
    /// Outages that are seen, an hour; the halts of failed tries are not counted.
    pub stalls_per_hour: f64,
    /// Share of time without the link.
    pub unprotected_share: f64,
    /// Mean addition to the response over all requests of an open stream, ms: `E T² / 2 C` for halts `T` in a cycle `C`.
    pub added_response: f64,
    timeout: f64,
}

impl TimeoutCycle {
    /// Requests of an open stream that a halt as long as the timeout holds back: `lambda T`, on average.
    #[must_use]
    pub fn held_by_timeout(&self, arrival_rate: PerSecond) -> f64 {
        arrival_rate.get() * self.timeout
    }

    /// Mean addition to the response of a closed population, ms: each of the `population` waits once in a halt, of
    /// `throughput` visits per second by all.
    #[must_use]
    pub fn added_response_closed(&self, population: Count, throughput: PerSecond) -> f64 {
        1000.0 * population.get() * self.stall_share / throughput.get()
    }
}

/// Stall, unprotected time and their frequency by renewal reward.
///
/// With mean halt `E T`, chance of a drop `p`, failed tries `n`, try halt `c`, reopen `R` and up time `U`: unprotected
/// `u = R + n (c + R)` a drop, cycle `C = U + E T + p u`, share halted `(E T + p n c) / C`.
///
/// Exact for exponential outages. For constant ones all but exact: an outage that began unseen is taken to be in any of
/// its phases when a try finds it. Within 0.2 % of simulation beyond its interval, in 540 cases: `U` 100 to 1000 s,
/// outages of 0.05 to 100 s, reopen 5 to 300 s, timeout 10 s.
///
/// Warns for a timeout of 0, and for `R` above `U`: then outages come and go unseen while the link is dropped.
///
/// ```
/// use farsight::queueing::timeout_cycle::{CutLink, OutageLaw, Reaction, timeout_cycle};
/// let link = CutLink {
///     mean_up: 3600.0, mean_outage: 60.0, law: OutageLaw::Constant, timeout: 30.0, reopen: 300.0, failed_try: 0.0,
///     reaction: Reaction::Immediate,
/// };
/// let answer = timeout_cycle(&link).value().unwrap();
/// assert_eq!((answer.drop_chance, answer.stall_per_cycle), (1.0, 30.0));
/// ```
pub fn timeout_cycle(link: &CutLink) -> Answer<TimeoutCycle> {
    match check(link) {
        Ok(()) => Answer::with_warnings(solve(link), warnings(link)),
        Err(field) => Refusal::from(field).into(),
    }
}

fn check(link: &CutLink) -> Result<(), OutOfRange> {
    const LEAST: f64 = 1e-6;
    const MOST: f64 = 1e9;
    within("mean time between outages", link.mean_up, "s", Range::closed(LEAST, MOST))?;
    within("mean length of an outage", link.mean_outage, "s", Range::closed(LEAST, MOST))?;
    within("timeout", link.timeout, "s", Range::closed(0.0, 1e6))?;
    within("reopen interval", link.reopen, "s", Range::closed(LEAST, MOST))?;
    within("halt of a failed try", link.failed_try, "s", Range::closed(0.0, MOST))?;
    if let Reaction::Retransmission { first_timer } = link.reaction {
        within("first timer", first_timer, "s", Range::closed(1e-3, LONGEST_TIMER / 1000.0))?;
    }
    Ok(())
}

fn warnings(link: &CutLink) -> Vec<Warning> {
    let at_once = (link.timeout == 0.0).then_some("a timeout of 0 drops the link at once");
    let unseen = (link.reopen > link.mean_up).then_some("outages come and go while the link is dropped");
    at_once.into_iter().chain(unseen).map(Warning::new).collect()
}

fn solve(link: &CutLink) -> TimeoutCycle {
    let halt = link.halt();
    let failed_tries = link.failed_tries(&halt);
    let Halt { mean, square, drop_chance, .. } = halt;
    let unprotected_per_drop = link.reopen + failed_tries * (link.failed_try + link.reopen);
    let halts = drop_chance * failed_tries;
    let stall_per_cycle = mean + halts * link.failed_try;
    let cycle = link.mean_up + mean + drop_chance * unprotected_per_drop;
    let stall_share = stall_per_cycle / cycle;
    TimeoutCycle {
        drop_chance,
        stall_per_cycle,
        failed_tries,
        unprotected_per_drop,
        cycle,
        stall_share,
        stall_minutes_per_hour: 60.0 * stall_share,
        stalls_per_hour: 3600.0 / cycle,
        unprotected_share: drop_chance * unprotected_per_drop / cycle,
        added_response: 1000.0 * (square + halts * link.failed_try * link.failed_try) / (2.0 * cycle),
        timeout: link.timeout,
    }
}

/// The halt at the start of a cycle.
struct Halt {
    mean: f64,
    square: f64,
    drop_chance: f64,
    /// In a drop, from the moment when the link was last seen cut to the timeout, s.
    unseen: f64,
    /// What was left of the outage at that moment; of a constant one only.
    rest: Rest,
}

impl CutLink {
    fn halt(&self) -> Halt {
        let (outage, timeout) = (self.mean_outage, self.timeout);
        let ((mean, square), drop_chance) = match (self.reaction, self.law) {
            (Reaction::Retransmission { first_timer }, _) => return self.noticed_late(first_timer),
            (Reaction::Immediate, OutageLaw::Exponential) => {
                (capped_moments(outage, timeout), (-timeout / outage).exp())
            }
            (Reaction::Immediate, OutageLaw::Constant) => {
                let halt = outage.min(timeout);
                ((halt, halt * halt), if outage > timeout { 1.0 } else { 0.0 })
            }
        };
        Halt { mean, square, drop_chance, unseen: 0.0, rest: Rest::of(outage - timeout) }
    }

    /// The halt ends at the first retransmission that finds the link up.
    fn noticed_late(&self, first_timer: f64) -> Halt {
        const LONGEST: f64 = LONGEST_TIMER / 1000.0;
        let (mut now, mut timer, mut cut, mut rest) = (0.0, first_timer, 1.0, Rest::of(self.mean_outage));
        let (mut mean, mut square) = (0.0, 0.0);
        while now + timer <= self.timeout && cut > 0.0 {
            now += timer;
            let chance;
            (chance, rest) = self.still_cut(rest, timer);
            let noticed = cut * (1.0 - chance);
            mean += noticed * now;
            square += noticed * now * now;
            cut *= chance;
            cut = if cut < 1e-18 { 0.0 } else { cut };
            timer = (2.0 * timer).min(LONGEST);
        }
        mean += cut * self.timeout;
        square += cut * self.timeout * self.timeout;
        Halt { mean, square, drop_chance: cut, unseen: self.timeout - now, rest }
    }

    fn still_cut(&self, rest: Rest, time: f64) -> (f64, Rest) {
        match self.law {
            OutageLaw::Exponential => (1.0 - self.up_after(time), rest),
            OutageLaw::Constant => self.constant().still_cut(rest, time),
        }
    }

    /// Exponential outages: chance that a link seen cut is up `time` later, `U / (U + D) (1 - exp(-(1/U + 1/D) time))`.
    fn up_after(&self, time: f64) -> f64 {
        let rate = 1.0 / self.mean_up + 1.0 / self.mean_outage;
        -(-rate * time).exp_m1() * self.mean_up / (self.mean_up + self.mean_outage)
    }

    fn constant(&self) -> ConstantOutages {
        ConstantOutages { mean_up: self.mean_up, outage: self.mean_outage }
    }

    fn failed_tries(&self, halt: &Halt) -> f64 {
        let (wait, step) = (halt.unseen + self.reopen, self.failed_try + self.reopen);
        match self.law {
            OutageLaw::Exponential => (1.0 - self.up_after(wait)) / self.up_after(step),
            OutageLaw::Constant => self.constant().failed_tries(halt.rest, wait, step),
        }
    }
}

/// First two moments of an exponential of mean `mean`, cut off at `cap`: `D (1 - e^-x)` and `2 D² (1 - (1 + x) e^-x)`,
/// `x = cap / D`; the second by its series where the difference would lose digits.
fn capped_moments(mean: f64, cap: f64) -> (f64, f64) {
    let x = cap / mean;
    let part = if x < 3e-3 {
        x * x * (0.5 - x * (1.0 / 3.0 - x * (1.0 / 8.0 - x / 30.0)))
    } else {
        1.0 - (1.0 + x) * (-x).exp()
    };
    (-mean * (-x).exp_m1(), 2.0 * mean * mean * part)
}
