//! A simulator that reads like the text book: customers arrive, begin service, depart. Times in units of a mean service.

#![allow(dead_code, reason = "each test file uses its part")]

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// xorshift64*, seeded.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn seeded(seed: u64) -> Self {
        let mut random = Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        (0..20).for_each(|_| {
            random.uniform();
        });
        random
    }

    /// Above 0, below 1.
    pub(crate) fn uniform(&mut self) -> f64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        ((self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 11) as f64 + 0.5) / (1_u64 << 53) as f64
    }

    fn exponential(&mut self, mean: f64) -> f64 {
        -mean * self.uniform().ln()
    }

    pub(crate) fn normal(&mut self) -> f64 {
        (-2.0 * self.uniform().ln()).sqrt() * (2.0 * std::f64::consts::PI * self.uniform()).cos()
    }

    pub(crate) fn draw(&mut self, draw: Draw, mean: f64) -> f64 {
        match draw {
            Draw::Constant => mean,
            Draw::Exponential => self.exponential(mean),
            Draw::Erlang4 => (0..4).map(|_| self.exponential(mean / 4.0)).sum(),
            Draw::Lognormal => {
                let variance = 3.0_f64.ln();
                mean * (variance.sqrt() * self.normal() - variance / 2.0).exp()
            }
        }
    }

    fn pick(&mut self, weights: &[f64]) -> usize {
        let mut left = self.uniform() * weights.iter().sum::<f64>();
        weights
            .iter()
            .position(|weight| {
                left -= weight;
                left < 0.0
            })
            .unwrap_or(weights.len() - 1)
    }
}

/// Laws to draw from: SCV 0, 1, 1/4 and 2.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Draw {
    Constant,
    Exponential,
    Erlang4,
    Lognormal,
}

/// Mean of batch means and half its 99 % interval.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Interval {
    mean: f64,
    half_width: f64,
}

/// Batches for the interval, after a tenth of the run to warm up.
const BATCHES: usize = 20;

impl Interval {
    pub(crate) fn of_mean(values: &[f64]) -> Self {
        Self::of(values, |batch| batch.iter().sum::<f64>() / batch.len() as f64)
    }

    pub(crate) fn of_percentile(values: &[f64], p: f64) -> Self {
        Self::of(values, |batch| {
            let mut sorted = batch.to_vec();
            sorted.sort_by(f64::total_cmp);
            sorted[(p * batch.len() as f64) as usize]
        })
    }

    fn of(values: &[f64], figure: impl Fn(&[f64]) -> f64) -> Self {
        // t quantile of 19 degrees of freedom at 99.5 %.
        const T: f64 = 2.861;
        let steady = &values[values.len() / 10..];
        let figures: Vec<f64> = steady.chunks_exact(steady.len() / BATCHES).map(figure).collect();
        let n = figures.len() as f64;
        let mean = figures.iter().sum::<f64>() / n;
        let variance = figures.iter().map(|f| (f - mean) * (f - mean)).sum::<f64>() / (n - 1.0);
        Self { mean, half_width: T * (variance / n).sqrt() }
    }

    pub(crate) fn plus(self, constant: f64) -> Self {
        Self { mean: self.mean + constant, ..self }
    }

    /// Whether `value` agrees, with a relative error of `stated` allowed on top.
    pub(crate) fn holds(self, value: f64, stated: f64) -> bool {
        (value - self.mean).abs() <= self.half_width + stated * self.mean + 1e-9
    }
}

/// Times in a heap, the earliest first.
#[derive(Default)]
struct Calendar<T>(BinaryHeap<Reverse<(u64, usize)>>, Vec<Option<T>>);

impl<T> Calendar<T> {
    fn new() -> Self {
        Self(BinaryHeap::new(), Vec::new())
    }

    /// Times are positive, so their bits sort like them.
    fn put(&mut self, time: f64, what: T) {
        self.0.push(Reverse((time.to_bits(), self.1.len())));
        self.1.push(Some(what));
    }

    fn next_time(&self) -> Option<f64> {
        self.0.peek().map(|Reverse((bits, _))| f64::from_bits(*bits))
    }

    fn next(&mut self) -> (f64, T) {
        let Reverse((bits, index)) = self.0.pop().expect("something always happens next");
        (f64::from_bits(bits), self.1[index].take().expect("once"))
    }
}

/// Waits at `c` servers of mean service 1.
pub(crate) fn pool_waits(
    random: &mut Random,
    arrivals: Draw,
    service: Draw,
    rho: f64,
    c: usize,
    customers: usize,
) -> Vec<f64> {
    let (mut free, mut now) = (vec![0.0_f64; c], 0.0);
    let mut waits = Vec::with_capacity(customers);
    for _ in 0..customers {
        now += random.draw(arrivals, 1.0 / (rho * c as f64));
        let first = (0..c).min_by(|a, b| free[*a].total_cmp(&free[*b])).expect("servers");
        let start = now.max(free[first]);
        free[first] = start + random.draw(service, 1.0);
        waits.push(start - now);
    }
    waits
}

/// Waits at one server when `batch` arrive together.
pub(crate) fn batch_waits(
    random: &mut Random,
    batch: usize,
    rho: f64,
    service: Draw,
    customers: usize,
) -> Vec<f64> {
    let (mut free, mut now) = (0.0_f64, 0.0);
    let mut waits = Vec::with_capacity(customers);
    for _ in 0..customers / batch {
        now += random.exponential(batch as f64 / rho);
        for _ in 0..batch {
            let start = free.max(now);
            waits.push(start - now);
            free = start + random.draw(service, 1.0);
        }
    }
    waits
}

/// Makespans and mean responses of bursts of `n` into `c` idle servers.
pub(crate) fn bursts(
    random: &mut Random,
    n: usize,
    c: usize,
    service: Draw,
    runs: usize,
) -> (Vec<f64>, Vec<f64>) {
    let run = |_| {
        let mut free = vec![0.0_f64; c];
        let mut sum = 0.0;
        for _ in 0..n {
            let first = (0..c).min_by(|a, b| free[*a].total_cmp(&free[*b])).expect("servers");
            free[first] += random.draw(service, 1.0);
            sum += free[first];
        }
        (free.into_iter().fold(0.0, f64::max), sum / n as f64)
    };
    (0..runs).map(run).unzip()
}

/// Waits at one server that starts only at multiples of `interval`.
pub(crate) fn scanned_waits(
    random: &mut Random,
    interval: f64,
    lambda: f64,
    service: Draw,
    customers: usize,
) -> Vec<f64> {
    let (mut free, mut now) = (0.0_f64, 0.0);
    let mut waits = Vec::with_capacity(customers);
    for _ in 0..customers {
        now += random.exponential(1.0 / lambda);
        let start = (free.max(now) / interval - 1e-9).ceil() * interval;
        waits.push(start - now);
        free = start + random.draw(service, 1.0);
    }
    waits
}

/// Responses at `c` servers that all freeze for `pause` every `interval`, start to start at random.
pub(crate) fn paused_responses(
    random: &mut Random,
    c: usize,
    rho: f64,
    interval: f64,
    pause: f64,
    customers: usize,
) -> Vec<f64> {
    // Between pauses runs a clock of work; arrivals are read on the wall clock, departures converted back.
    let mut pauses = vec![];
    let mut start = 0.0;
    let end = 1.1 * customers as f64 / (rho * c as f64);
    while start < end {
        start += interval;
        pauses.push(start);
    }
    let worked = |wall: f64| {
        let before = pauses.partition_point(|p| *p <= wall);
        let inside = if before > 0 { (wall - pauses[before - 1]).min(pause) } else { 0.0 };
        wall - inside - pause * before.saturating_sub(1) as f64
    };
    let wall = |worked: f64| {
        let mut before = 0;
        let mut high = pauses.len();
        while before < high {
            let middle = usize::midpoint(before, high);
            if worked > pauses[middle] - pause * middle as f64 { before = middle + 1 } else { high = middle }
        }
        worked + pause * before as f64
    };
    let (mut free, mut now) = (vec![0.0_f64; c], 0.0);
    let mut responses = Vec::with_capacity(customers);
    for _ in 0..customers {
        now += random.exponential(1.0 / (rho * c as f64));
        let first = (0..c).min_by(|a, b| free[*a].total_cmp(&free[*b])).expect("servers");
        free[first] = free[first].max(worked(now)) + random.exponential(1.0);
        responses.push(wall(free[first]) - now);
    }
    responses
}

/// Responses of `k` customers who think for an exponential time of mean `z` and queue at one server.
pub(crate) fn finite_waits(
    random: &mut Random,
    k: usize,
    z: f64,
    service: Draw,
    customers: usize,
) -> Vec<f64> {
    let mut arrivals = Calendar::new();
    (0..k).for_each(|_| arrivals.put(random.exponential(z), ()));
    let mut free = 0.0_f64;
    let mut responses = Vec::with_capacity(customers);
    // First come first served at one server: the order of arrivals is the order of departures.
    while responses.len() < customers {
        let (now, ()) = arrivals.next();
        free = free.max(now) + random.draw(service, 1.0);
        responses.push(free - now);
        arrivals.put(free + random.exponential(z), ());
    }
    responses
}

/// Responses of `n` customers who think for `z` at a server that takes all who wait.
pub(crate) fn closed_batches(
    random: &mut Random,
    n: usize,
    z: f64,
    service: Draw,
    customers: usize,
) -> Vec<f64> {
    let mut arrivals = Calendar::new();
    (0..n).for_each(|_| arrivals.put(random.exponential(z), ()));
    let mut responses = Vec::with_capacity(customers);
    let mut now = 0.0_f64;
    while responses.len() < customers {
        // An idle server waits for the first; a busy one has let them gather.
        let mut waiting = vec![arrivals.next().0];
        now = now.max(waiting[0]);
        while arrivals.next_time().is_some_and(|time| time <= now) {
            waiting.push(arrivals.next().0);
        }
        now += random.draw(service, 1.0);
        for arrived in waiting {
            responses.push(now - arrived);
            arrivals.put(now + random.exponential(z), ());
        }
    }
    responses
}

/// What happens in a pool that keeps order per key.
enum Event {
    Arrival(usize),
    Departure(usize),
}

/// Waits in a pool of `c` that serves one of a key at a time, the longest waiting first.
pub(crate) fn keyed_waits(
    random: &mut Random,
    weights: &[f64],
    lambda: f64,
    c: usize,
    service: Draw,
    customers: usize,
) -> Vec<f64> {
    let mut calendar = Calendar::new();
    calendar.put(random.exponential(1.0 / lambda), Event::Arrival(random.pick(weights)));
    let mut queue: VecDeque<(f64, usize)> = VecDeque::new();
    let mut busy = vec![false; weights.len()];
    let mut idle = c;
    let mut waits = Vec::with_capacity(customers);
    while waits.len() < customers {
        let (now, event) = calendar.next();
        match event {
            Event::Arrival(key) => {
                queue.push_back((now, key));
                calendar.put(now + random.exponential(1.0 / lambda), Event::Arrival(random.pick(weights)));
            }
            Event::Departure(key) => {
                busy[key] = false;
                idle += 1;
            }
        }
        while idle > 0 {
            let Some(next) = queue.iter().position(|(_, key)| !busy[*key]) else { break };
            let (arrived, key) = queue.remove(next).expect("found");
            busy[key] = true;
            idle -= 1;
            waits.push(now - arrived);
            calendar.put(now + random.draw(service, 1.0), Event::Departure(key));
        }
    }
    waits
}

/// Responses of `n` customers who think for `z` and pass exponential stations in a row.
pub(crate) fn closed_network(
    random: &mut Random,
    n: usize,
    z: f64,
    means: [f64; 3],
    customers: usize,
) -> Vec<f64> {
    let mut calendar = Calendar::new();
    // (station to enter, start of the cycle)
    (0..n).for_each(|_| calendar.put(random.exponential(z), (0, None)));
    let mut free = [0.0_f64; 3];
    let mut responses = Vec::with_capacity(customers);
    while responses.len() < customers {
        let (now, (station, started)) = calendar.next();
        let started = started.unwrap_or(now);
        if station == 3 {
            responses.push(now - started);
            calendar.put(now + random.exponential(z), (0, None));
        } else {
            free[station] = free[station].max(now) + random.exponential(means[station]);
            calendar.put(free[station], (station + 1, Some(started)));
        }
    }
    responses
}
