//! The law of the response time in M/G/1//K without a fitted family.

use super::{CHAIN_POPULATION, departure_chain, think};
use crate::latency::{Delay, Distribution, Resolution};
use crate::queueing::arrivals::{extend_binomial, suffix_sums};
use crate::queueing::refusal::{Refusal, service_time, whole, within};
use crate::units::{Answer, Count, Milliseconds, Range};

/// Law of the response time of M/G/1//K, exact up to the grid, for up to 500 customers.
///
/// A service that starts with `n` present leaves `K - n` thinking. An arrival during it finds `m` if `m - n` came before
/// it, and then waits what is left of that service and `m - 1` more. Counted over a service `S`, the arrivals that find
/// `m` with more than `w` left are those with `m - n` predecessors up to `S - w`, so
/// `P(finds m, more than w left) = sum over n of s(n) E[P(Binomial(K - n, 1 - e^(-(S - w)/Z)) > m - n); S > w]`, where
/// `s` is the law of the number present at a start of service. The response time is that remainder, `m - 1` services and
/// the own one. Unlike an equilibrium residual this keeps the dependence between the number found and the remainder.
///
/// On the interactive grid the mean is within 0.1 % of the exact one and percentiles up to p99 within 0.3 % beyond the
/// interval of simulations with service SCVs of 0 to 2. Costs two sums on the grid for each number found.
pub fn exact_response(
    population: Count,
    think_time: Milliseconds,
    service: &Distribution,
) -> Answer<Distribution> {
    respond(population, think_time, service).into()
}

fn respond(
    population: Count,
    think_time: Milliseconds,
    service: &Distribution,
) -> Result<Distribution, Refusal> {
    service_time(service.mean())?;
    let allowed = Range::closed(1.0, f64::from(CHAIN_POPULATION));
    within("population", population.get(), "", allowed)?;
    let (k, z) = (whole(population), think(think_time));
    let found = departure_chain(k, z, service);
    let Some((least, most)) = significant(&found) else { return Ok(service.clone()) };
    let remainders = Remainders::new(&found, z, service, (least, most));
    // Sums of services are kept apart from what they follow: their shifts stay exact and their spread, small against
    // the sum, is not rounded to the cells of the sum again and again.
    let mut services = service.times(u32::try_from(least).unwrap_or(u32::MAX));
    let mut laws = vec![(found[..least].iter().sum(), service.clone())];
    for (m, share) in found.iter().enumerate().take(most + 1).skip(least) {
        laws.push((*share, remainders.law(m).plus(&services)));
        services = services.plus(service);
    }
    let total: f64 = laws.iter().map(|(share, _)| share).sum();
    let parts: Vec<(f64, &Distribution)> = laws.iter().map(|(share, law)| (share / total, law)).collect();
    Ok(Distribution::mixture(&parts))
}

/// First and last number above 0 that anybody finds, to any digit that a percentile could show.
fn significant(found: &[f64]) -> Option<(usize, usize)> {
    const NEGLIGIBLE: f64 = 1e-13;
    let seen = |m: &usize| found[*m] > NEGLIGIBLE;
    let least = (1..found.len()).find(seen)?;
    Some((least, (1..found.len()).rfind(seen)?))
}

/// What is left of the running service, by the number found.
struct Remainders {
    /// The service in ascending order.
    service: Vec<(f64, f64)>,
    resolution: Resolution,
    least: usize,
    /// From 0 upwards.
    times: Vec<f64>,
    /// For each number found from `least` on and each time: arrivals up to then of a service without end.
    arrived: Vec<Vec<f64>>,
}

impl Remainders {
    fn new(found: &[f64], z: f64, service: &Distribution, numbers: (usize, usize)) -> Self {
        let (least, most) = numbers;
        let service_nodes = service.nodes();
        let longest = service_nodes.iter().map(|(x, _)| *x).fold(0.0, f64::max);
        let times = times(longest);
        let mut arrived = vec![Vec::with_capacity(times.len()); most - least + 1];
        for time in &times {
            let by_number = arrivals_that_find(found, time / z);
            arrived.iter_mut().enumerate().for_each(|(i, row)| row.push(by_number[least + i]));
        }
        Self { service: service_nodes, resolution: service.resolution(), least, times, arrived }
    }

    /// The remainder of those who find `m`.
    fn law(&self, m: usize) -> Distribution {
        let arrived = &self.arrived[m - self.least];
        let whole = self.expected(arrived, 0.0);
        Distribution::from_survival(self.resolution, |left| self.expected(arrived, left) / whole)
    }

    /// Arrivals of a service with more than `left` to go, linear between the times.
    fn expected(&self, arrived: &[f64], left: f64) -> f64 {
        let mut i = 0;
        let mut sum = 0.0;
        for (length, share) in self.service.iter().filter(|(length, _)| *length > left) {
            let time = length - left;
            while i + 2 < self.times.len() && self.times[i + 1] < time {
                i += 1;
            }
            let f = (time - self.times[i]) / (self.times[i + 1] - self.times[i]);
            sum += share * (arrived[i] + f * (arrived[i + 1] - arrived[i]));
        }
        sum
    }
}

/// 0 and 24 octaves up to `longest`.
fn times(longest: f64) -> Vec<f64> {
    const STEPS: f64 = 64.0;
    let octave = (0..24 * 64).rev().map(|i| longest * (-f64::from(i) / STEPS).exp2());
    std::iter::once(0.0).chain(octave).collect()
}

/// Mean number of arrivals that find `m`, by `m`, up to a time of `thinks` think times in a service: over the numbers
/// `n` present at its start, the chance that more than `m - n` of the `K - n` thinkers came.
fn arrivals_that_find(found: &[f64], thinks: f64) -> Vec<f64> {
    let population = found.len();
    let (stay, leave) = ((-thinks).exp(), -(-thinks).exp_m1());
    let mut by_number = vec![0.0; population];
    let mut row = vec![0.0; population];
    row[0] = 1.0;
    for thinkers in 1..population {
        extend_binomial(&mut row[..=thinkers], stay, leave);
        let n = population - thinkers;
        let starts = if n == 1 { found[0] + found[1] } else { found[n] };
        let more_than = &suffix_sums(&row[..=thinkers])[1..];
        by_number[n..].iter_mut().zip(more_than).for_each(|(sum, chance)| *sum += starts * chance);
    }
    by_number
}
