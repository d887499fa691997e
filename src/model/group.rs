//! Group commit of one log writer, and the mixture over several: instances of a cluster, states of a line.

use crate::latency::Distribution;
use crate::queueing::{batch_service, growing_batch, two_in_flight};
use crate::units::{Answer, Count, Milliseconds, PerSecond};

/// Who commits at one log writer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Source {
    /// At a given rate (Poisson).
    Open(PerSecond),
    /// Sessions that think for an exponential time.
    Closed(Count, Milliseconds),
}

/// What group commit found. Rates are of commits that a batch is made of.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// log file sync.
    pub log_file_sync: Distribution,
    /// Its mean, ms.
    pub mean: f64,
    /// Mean wait for the running write, ms.
    pub waiting: f64,
    /// A log write with its acknowledgements.
    pub write: Distribution,
    /// Share of time that a write is in flight.
    pub utilization: f64,
    /// Log writes per second.
    pub write_rate: f64,
    /// Commits per second.
    pub throughput: f64,
    /// Commits per write: number and share.
    pub batches: Vec<(f64, f64)>,
}

/// Rounds in which the size of a write and its length are brought together; they change by a thousandth after three.
const ROUNDS: usize = 6;

/// Group commit with two writes in flight, acknowledged in order (the scalable log writer), under Poisson commits. A
/// write that grows with its commits is taken at their mean number.
pub fn two_writes(rate: PerSecond, write: impl Fn(f64) -> Distribution) -> Answer<Found> {
    let mut batch = 1.0;
    let mut answer = two_in_flight::two_in_flight(rate, &write(batch));
    for _ in 0..ROUNDS {
        let (Answer::Ok(found) | Answer::Warn(found, _)) = &answer else { break };
        batch = found.batch_size;
        answer = two_in_flight::two_in_flight(rate, &write(batch));
    }
    answer.map(|found| Found {
        mean: found.response_time,
        waiting: found.waiting_time + found.order_time,
        log_file_sync: found.response,
        write: write(batch),
        utilization: 1.0 - found.found[0],
        write_rate: found.service_rate,
        throughput: rate.get(),
        batches: vec![(found.batch_size, 1.0)],
    })
}

/// Group commit over `write`, the law of a log write by its number of commits; `per_commit` ms is what each further
/// commit adds to a large one.
pub fn group_commit(source: Source, per_commit: f64, write: impl Fn(f64) -> Distribution) -> Answer<Found> {
    match source {
        // A write that does not depend on how many commits it carries.
        Source::Open(rate) if per_commit <= 0.0 => {
            let write = write(1.0);
            batch_service::open(rate, &write).map(|open| from_open(rate.get(), open, write))
        }
        Source::Open(rate) => match Milliseconds::new("transfer of one commit's redo", per_commit) {
            Ok(per_commit) => growing_batch::open(rate, per_commit, write)
                .map(|found| Found { throughput: rate.get(), ..from_growing(found) }),
            Err(error) => Answer::Invalid(vec![error]),
        },
        Source::Closed(sessions, think_time) => {
            growing_batch::closed(sessions, think_time, write).map(from_growing)
        }
    }
}

fn from_open(rate: f64, open: batch_service::Open, write: Distribution) -> Found {
    Found {
        mean: open.means.response_time,
        waiting: open.waiting_time,
        log_file_sync: open.response,
        write,
        utilization: open.means.utilization,
        write_rate: open.means.service_rate,
        throughput: rate,
        batches: vec![(open.means.batch_size, 1.0)],
    }
}

fn from_growing(found: growing_batch::GrowingBatch) -> Found {
    Found {
        mean: found.response_time,
        waiting: found.waiting_time,
        log_file_sync: found.response,
        write: found.service,
        utilization: found.utilization,
        write_rate: found.service_rate,
        throughput: found.throughput,
        batches: found.batches,
    }
}

impl Found {
    /// Mean commits per write.
    #[must_use]
    pub fn batch(&self) -> f64 {
        self.throughput / self.write_rate
    }

    /// Several log writers, each as often as its weight says, or several states, each for its share of time: laws of
    /// commits weighted by commits, laws of writes by writes, rates added up.
    #[must_use]
    pub fn together(mut parts: Vec<(f64, Self)>) -> Self {
        let is_one = |(weight, _): &mut (f64, Self)| (*weight - 1.0).abs() < 1e-12;
        if parts.len() == 1
            && let Some((_, only)) = parts.pop_if(is_one)
        {
            return only;
        }
        let sum = |of: &dyn Fn(&Self) -> f64| parts.iter().map(|(w, part)| w * of(part)).sum::<f64>();
        let (weight, commits) = (sum(&|_| 1.0), sum(&|p| p.throughput));
        let writes = sum(&|p| p.write_rate);
        let law = |of: &dyn Fn(&Self) -> (f64, &Distribution), total: f64| {
            let laws: Vec<(f64, &Distribution)> =
                parts.iter().map(|(w, part)| (w * of(part).0 / total, of(part).1)).collect();
            Distribution::mixture(&laws)
        };
        Self {
            log_file_sync: law(&|p| (p.throughput, &p.log_file_sync), commits),
            mean: sum(&|p| p.throughput * p.mean) / commits,
            waiting: sum(&|p| p.throughput * p.waiting) / commits,
            write: law(&|p| (p.write_rate, &p.write), writes),
            utilization: sum(&|p| p.utilization) / weight,
            write_rate: writes,
            throughput: commits,
            batches: parts
                .iter()
                .flat_map(|(w, part)| {
                    part.batches.iter().map(move |(n, share)| (*n, w * part.write_rate * share / writes))
                })
                .collect(),
        }
    }
}

impl Found {
    /// The same told in commits when an item of a batch stands for `commits` of them.
    #[must_use]
    pub fn of_commits(mut self, commits: f64) -> Self {
        self.throughput *= commits;
        self.batches.iter_mut().for_each(|(n, _)| *n *= commits);
        self
    }
}
