//! Order kept per key: arrivals of one key are served one after the other, whichever server is free; different keys run
//! side by side.
//!
//! Sources: derived here from M/G/1 (a key) and M/G/c (the pool); checked against event simulation.

use super::load::Load;
use super::multi_server::mgc;
use super::refusal::{Refusal, count, positive, service_time, whole, within};
use super::root::falling_root;
use super::single_server::{SingleServer, of_moments};
use crate::latency::Delay;
use crate::units::{Answer, Count, Milliseconds, OutOfRange, PerSecond, Range, Scv};

/// How arrivals fall on keys.
#[derive(Debug, Clone, PartialEq)]
pub struct KeyShares(Vec<f64>);

impl KeyShares {
    /// From weights in any unit, at least one above 0.
    ///
    /// # Errors
    /// If a weight is negative or not a number, or none is above 0.
    pub fn from_weights(weights: Vec<f64>) -> Result<Self, OutOfRange> {
        for weight in &weights {
            within("weight of a key", *weight, "", Range::closed(0.0, 1e15))?;
        }
        let total = positive("sum of the weights of keys", weights.iter().sum(), "", f64::MAX)?;
        Ok(Self(weights.into_iter().map(|weight| weight / total).collect()))
    }

    /// Key `i` of `keys` takes a share proportional to `i^-exponent`; an exponent of 0 is uniform.
    ///
    /// # Errors
    /// If the exponent is outside 0 to 10.
    pub fn zipf(keys: Count, exponent: f64) -> Result<Self, OutOfRange> {
        within("Zipf exponent", exponent, "", Range::closed(0.0, 10.0))?;
        Self::from_weights((1..=whole(keys)).map(|i| f64::from(i).powf(-exponent)).collect())
    }

    /// The shares; they add up to 1.
    #[must_use]
    pub fn shares(&self) -> &[f64] {
        &self.0
    }

    /// Share of the most frequent key.
    #[must_use]
    pub fn hottest(&self) -> f64 {
        self.0.iter().copied().fold(0.0, f64::max)
    }
}

/// Steady state of keyed arrivals, in means.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Keyed {
    /// Mean wait over all arrivals, for the key and for a server, ms.
    pub waiting_time: f64,
    /// Mean of wait, hand-off and service, ms.
    pub response_time: f64,
    /// Mean wait of arrivals of the hottest key, ms.
    pub hottest_waiting_time: f64,
    /// Part of the wait that is for a free server, ms.
    pub pool_waiting_time: f64,
    /// Share of time that each server works.
    pub pool_utilization: f64,
    /// Share of time in which the hottest key has an arrival in hand.
    pub hottest_utilization: f64,
    /// Arrivals per second that can be carried: the pool or the hottest key, whichever ends first.
    pub capacity: f64,
}

/// Arrivals in order per key at a pool of servers. `hand_off` is the time between the end of a service and the start
/// of the next of the same key, in which no server is kept.
///
/// A server is found free after `W_p`, the wait in M/G/c, times `1 - c/K` because a key never waits for itself (0 with
/// as many servers as keys). A key is an M/G/1 queue with a service of mean `E = S + delta + W_p` and second moment
/// `E2 = S²(1 + c2) + 2 S (delta + W_p) + (delta + W_p)² + W_p²`, so with `lambda_k = p_k lambda`
/// `W = sum of p_k [lambda_k E2 / 2(1 - lambda_k E) + W_p]`. Capacity is `min(c / S, 1 / p_1 (S + delta))`: **more
/// servers do not carry more of the hottest key**. Simulated in 10 cases: within 1.7 % of the response time, once 7.5 %
/// (100 keys, Zipf 0.8).
///
/// Saturated names the servers or the hottest key, with its growth.
pub fn keyed(load: &Load, service_scv: Scv, keys: &KeyShares, hand_off: Milliseconds) -> Answer<Keyed> {
    solve(load, service_scv, keys, hand_off.get()).into()
}

/// What a key waits for besides its own services.
struct Visit {
    /// `E`.
    mean: f64,
    /// `E2`.
    second: f64,
    /// `W_p`.
    pool_wait: f64,
}

impl Visit {
    fn at(load: &Load, scv: Scv, keys: &KeyShares, hand_off: f64) -> Result<Self, Refusal> {
        let (servers, of_keys) = (f64::from(load.servers()), count(keys.shares().len()));
        let pool = mgc(load, scv)?;
        let pool_wait = if of_keys > servers { pool.waiting_time * (1.0 - servers / of_keys) } else { 0.0 };
        let service = load.service_time.get();
        let extra = hand_off + pool_wait;
        let second = service * service * (1.0 + scv.get())
            + 2.0 * service * extra
            + extra * extra
            + pool_wait * pool_wait;
        Ok(Self { mean: service + extra, second, pool_wait })
    }

    fn wait_of(&self, lambda: f64) -> f64 {
        lambda * self.second / (2.0 * (1.0 - lambda * self.mean)) + self.pool_wait
    }
}

fn solve(load: &Load, scv: Scv, keys: &KeyShares, hand_off: f64) -> Result<Keyed, Refusal> {
    service_time(load.service_time.get())?;
    let hottest_capacity = 1000.0 / (keys.hottest() * (load.service_time.get() + hand_off));
    let hot_key_ends_first = hottest_capacity < load.capacity();
    if hot_key_ends_first && load.arrival_rate.get() >= hottest_capacity {
        return Err(Refusal::saturated("the hottest key", hottest_capacity, load.arrival_rate.get()));
    }
    let visit = Visit::at(load, scv, keys, hand_off)?;
    let lambda = load.arrival_rate.per_ms();
    let hottest_utilization = lambda * keys.hottest() * visit.mean;
    if hottest_utilization >= 1.0 {
        let capacity = capacity_with_pool_waits(load, scv, keys, hand_off);
        return Err(Refusal::saturated("the hottest key", capacity, load.arrival_rate.get()));
    }
    let waiting_time = keys.shares().iter().map(|share| share * visit.wait_of(share * lambda)).sum();
    Ok(Keyed {
        waiting_time,
        response_time: waiting_time + hand_off + load.service_time.get(),
        hottest_waiting_time: visit.wait_of(keys.hottest() * lambda),
        pool_waiting_time: visit.pool_wait,
        pool_utilization: load.utilization(),
        hottest_utilization,
        capacity: load.capacity().min(hottest_capacity),
    })
}

/// The rate at which the hottest key is always busy, its waits for a server included.
fn capacity_with_pool_waits(load: &Load, scv: Scv, keys: &KeyShares, hand_off: f64) -> f64 {
    let spare = |rate: f64| {
        let visit = PerSecond::new("arrivals", rate)
            .map_err(Refusal::from)
            .and_then(|arrival_rate| Visit::at(&Load { arrival_rate, ..*load }, scv, keys, hand_off));
        visit.map_or(if rate > 0.0 { -1.0 } else { 1.0 }, |visit| 1.0 - rate / 1000.0 * keys.hottest() * visit.mean)
    };
    falling_root(load.arrival_rate.get(), spare).min(load.arrival_rate.get())
}

/// One ordered queue: every arrival waits for all before it, whatever the number of servers. M/G/1 with a service of
/// `S + delta`; capacity `1 / (S + delta)`. Exact. The response time includes the hand-off.
pub fn ordered(arrival_rate: PerSecond, service: &impl Delay, hand_off: Milliseconds) -> Answer<SingleServer> {
    let (mean, delta) = (service.mean(), hand_off.get());
    let second = service.second_moment() + delta * (2.0 * mean + delta);
    let checked = service_time(mean).map_err(Refusal::from);
    checked.and_then(|_| of_moments(arrival_rate, mean + delta, second)).into()
}
