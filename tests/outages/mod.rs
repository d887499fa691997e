//! A link that is cut and a source that drops it, event by event; written from the description, not from the formula.

use farsight::queueing::timeout_cycle::{CutLink, OutageLaw, Reaction};

use super::simulator::{Draw, Interval, Random};

/// Figures of a run, each with its 99 % interval.
pub(crate) struct Figures {
    pub(crate) stall: Interval,
    pub(crate) unprotected: Interval,
    pub(crate) drop_chance: Interval,
    pub(crate) stalls_per_hour: Interval,
    pub(crate) added_response: Interval,
}

/// The outages, one after the other; time only goes forward.
struct Network<'a> {
    link: &'a CutLink,
    random: Random,
    start: f64,
    end: f64,
}

impl<'a> Network<'a> {
    fn new(link: &'a CutLink, seed: u64) -> Self {
        let mut network = Self { link, random: Random::seeded(seed), start: 0.0, end: 0.0 };
        network.next_outage();
        network
    }

    fn next_outage(&mut self) {
        self.start = self.end + self.random.draw(Draw::Exponential, self.link.mean_up);
        let law = match self.link.law {
            OutageLaw::Exponential => Draw::Exponential,
            OutageLaw::Constant => Draw::Constant,
        };
        self.end = self.start + self.random.draw(law, self.link.mean_outage);
    }

    /// Whether the link carries at `time`; afterwards the outage at hand is the running or the next one.
    fn carries(&mut self, time: f64) -> bool {
        while self.end <= time {
            self.next_outage();
        }
        time < self.start
    }

    /// When the source notices the end of the outage that began at `start`, if before the timeout.
    fn noticed(&mut self, start: f64) -> Option<f64> {
        let Reaction::Retransmission { first_timer } = self.link.reaction else {
            return (self.end - start <= self.link.timeout).then_some(self.end);
        };
        let (mut time, mut timer) = (first_timer, first_timer);
        while time <= self.link.timeout {
            if self.carries(start + time) {
                return Some(start + time);
            }
            timer = (2.0 * timer).min(120.0);
            time += timer;
        }
        None
    }
}

/// Sums over some cycles.
#[derive(Default)]
struct Sums {
    time: f64,
    stalled: f64,
    squares: f64,
    unprotected: f64,
    drops: f64,
}

impl Sums {
    fn halt(&mut self, time: f64) {
        self.stalled += time;
        self.squares += time * time;
    }

    /// From a moment when the link carries to the next such.
    fn cycle(&mut self, network: &mut Network<'_>, from: f64) -> f64 {
        let &CutLink { timeout, reopen, failed_try, .. } = network.link;
        network.carries(from);
        let start = network.start;
        let mut now = start + timeout;
        if let Some(noticed) = network.noticed(start) {
            self.halt(noticed - start);
            now = noticed;
        } else {
            self.halt(timeout);
            self.drops += 1.0;
            now += reopen;
            while !network.carries(now) {
                self.halt(failed_try);
                now += failed_try + reopen;
            }
            self.unprotected += now - start - timeout;
        }
        self.time += now - from;
        now
    }
}

pub(crate) fn simulate(link: &CutLink, seed: u64) -> Figures {
    const RUNS: usize = 400;
    const CYCLES: usize = 2000;
    let mut network = Network::new(link, seed);
    let mut now = 0.0;
    let mut run = || {
        let mut sums = Sums::default();
        (0..CYCLES).for_each(|_| now = sums.cycle(&mut network, now));
        sums
    };
    let runs: Vec<Sums> = (0..RUNS).map(|_| run()).collect();
    let of = |figure: &dyn Fn(&Sums) -> f64| Interval::of_mean(&runs.iter().map(figure).collect::<Vec<_>>());
    Figures {
        stall: of(&|sums| sums.stalled / sums.time),
        unprotected: of(&|sums| sums.unprotected / sums.time),
        drop_chance: of(&|sums| sums.drops / CYCLES as f64),
        stalls_per_hour: of(&|sums| 3600.0 * CYCLES as f64 / sums.time),
        added_response: of(&|sums| 1000.0 * sums.squares / (2.0 * sums.time)),
    }
}
