//! Order kept per key: arrivals of one key are served one after the other, whichever server is free; different keys run
//! side by side.
//!
//! Sources: Welch 1964, On a generalized M/G/1 queuing process in which the first customer of each busy period receives
//! exceptional service (a key); M/G/c (the pool). Checked against event simulation.

use super::load::Load;
use super::multi_server::mgc;
use super::refusal::{Refusal, count, positive, service_time, whole, within};
use super::root::falling_root_above_zero;
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

/// Who of a key waits for a free server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PoolWait {
    /// Those who find their key idle: the others have waited longest when their turn comes and are next.
    IdleKey,
    /// Everyone: the wait becomes a part of each service of the key.
    EveryService,
}

/// Arrivals in order per key at a pool of servers, which take the longest waiting of all keys that are not in hand.
/// `hand_off` is the time between the end of a service and the start of the next of the same key.
///
/// A key is a queue with one server, services of `B = S + delta` and a set-up before the first of a busy period, the
/// wait `D` for a free server. So with `lambda_k = p_k lambda` (Welch 1964)
/// `W_k = lambda_k E B² / 2 (1 - lambda_k E B) + (2 E D + lambda_k E D²) / 2 (1 + lambda_k E D)`. `D` is the wait in
/// M/G/c times `1 - c/K`, because a key never waits for itself, and 0 with as many servers as keys. Capacity is
/// `min(c / S, 1 / p_1 (S + delta))`: **more servers do not carry more of the hottest key**.
///
/// Simulated in 14 cases (5 to 1,000 keys, even and skewed, 4 to 8 servers, utilization 0.5 to 0.9): within 6.5 % of the
/// response time. Saturated names the servers or the hottest key, with its growth.
pub fn keyed(load: &Load, service_scv: Scv, keys: &KeyShares, hand_off: Milliseconds) -> Answer<Keyed> {
    keyed_by(PoolWait::IdleKey, load, service_scv, keys, hand_off)
}

/// The same with the pool's wait where [`PoolWait`] says.
///
/// `EveryService` makes a key an M/G/1 queue with a service of mean `E = S + delta + E D` and second moment
/// `S²(1 + c2) + 2 S (delta + E D) + (delta + E D)² + (E D)²`, plus `E D`. In the same 14 cases it is up to 111 % of the
/// response time high, and once saturated where the queue is stable; it is as good only where `D` is small.
pub fn keyed_by(
    pool_wait: PoolWait,
    load: &Load,
    service_scv: Scv,
    keys: &KeyShares,
    hand_off: Milliseconds,
) -> Answer<Keyed> {
    let station = Station { load: *load, scv: service_scv, keys, hand_off: hand_off.get(), pool_wait };
    station.solve().into()
}

struct Station<'a> {
    load: Load,
    scv: Scv,
    keys: &'a KeyShares,
    hand_off: f64,
    pool_wait: PoolWait,
}

/// What a key meets besides other arrivals: moments of the time that each keeps the key, and of the wait `D` for a free
/// server.
struct Visit {
    mean: f64,
    second: f64,
    set_up: f64,
    set_up_second: f64,
    pool_wait: f64,
}

impl Station<'_> {
    fn visit(&self) -> Result<Visit, Refusal> {
        let (servers, of_keys) = (f64::from(self.load.servers()), count(self.keys.shares().len()));
        let pool = mgc(&self.load, self.scv)?;
        let others = if of_keys > servers { 1.0 - servers / of_keys } else { 0.0 };
        let pool_wait = pool.waiting_time * others;
        let delayed = pool.waiting().variance() + pool.waiting_time * pool.waiting_time;
        let service = self.load.service_time.get();
        let own = service * service * (1.0 + self.scv.get());
        let moments = |extra: f64| (service + extra, own + extra * (2.0 * service + extra));
        Ok(match self.pool_wait {
            PoolWait::IdleKey => {
                let (mean, second) = moments(self.hand_off);
                Visit { mean, second, set_up: pool_wait, set_up_second: delayed * others, pool_wait }
            }
            PoolWait::EveryService => {
                let (mean, second) = moments(self.hand_off + pool_wait);
                let second = second + pool_wait * pool_wait;
                Visit { mean, second, set_up: 0.0, set_up_second: 0.0, pool_wait }
            }
        })
    }

    fn solve(&self) -> Result<Keyed, Refusal> {
        let (load, hottest) = (&self.load, self.keys.hottest());
        service_time(load.service_time.get())?;
        let hottest_capacity = 1000.0 / (hottest * (load.service_time.get() + self.hand_off));
        if hottest_capacity < load.capacity() && load.arrival_rate.get() >= hottest_capacity {
            return Err(Refusal::saturated("the hottest key", hottest_capacity, load.arrival_rate.get()));
        }
        let visit = self.visit()?;
        let lambda = load.arrival_rate.per_ms();
        let hottest_utilization = lambda * hottest * visit.mean;
        if hottest_utilization >= 1.0 {
            let capacity = self.capacity_with_pool_waits();
            return Err(Refusal::saturated("the hottest key", capacity, load.arrival_rate.get()));
        }
        let wait = |share: f64| visit.wait_of(share * lambda, self.pool_wait);
        let waiting_time = self.keys.shares().iter().map(|share| share * wait(*share)).sum();
        Ok(Keyed {
            waiting_time,
            response_time: waiting_time + self.hand_off + load.service_time.get(),
            hottest_waiting_time: wait(hottest),
            pool_waiting_time: visit.pool_wait,
            pool_utilization: load.utilization(),
            hottest_utilization,
            capacity: load.capacity().min(hottest_capacity),
        })
    }

    /// The rate at which the hottest key is always busy, where waits for a server are a part of its services.
    fn capacity_with_pool_waits(&self) -> f64 {
        let most = self.load.arrival_rate.get();
        let spare = |rate: f64| {
            let visit = PerSecond::new("arrivals", rate).map_err(Refusal::from).and_then(|arrival_rate| {
                Station { load: Load { arrival_rate, ..self.load }, ..*self }.visit()
            });
            let refused = if rate > 0.0 { -1.0 } else { 1.0 };
            visit.map_or(refused, |visit| 1.0 - rate / 1000.0 * self.keys.hottest() * visit.mean)
        };
        falling_root_above_zero(most, spare).min(most)
    }
}

impl Visit {
    fn wait_of(&self, lambda: f64, pool_wait: PoolWait) -> f64 {
        let behind = lambda * self.second / (2.0 * (1.0 - lambda * self.mean));
        match pool_wait {
            PoolWait::EveryService => behind + self.pool_wait,
            PoolWait::IdleKey => {
                behind
                    + (2.0 * self.set_up + lambda * self.set_up_second) / (2.0 * (1.0 + lambda * self.set_up))
            }
        }
    }
}

/// One ordered queue: every arrival waits for all before it, whatever the number of servers. M/G/1 with a service of
/// `S + delta`; capacity `1 / (S + delta)`. Exact. The response time includes the hand-off.
pub fn ordered(
    arrival_rate: PerSecond,
    service: &impl Delay,
    hand_off: Milliseconds,
) -> Answer<SingleServer> {
    let (mean, delta) = (service.mean(), hand_off.get());
    let second = service.second_moment() + delta * (2.0 * mean + delta);
    let checked = service_time(mean).map_err(Refusal::from);
    checked.and_then(|_| of_moments(arrival_rate, mean + delta, second)).into()
}
