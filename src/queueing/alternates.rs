//! A leader and its alternates, tried in their order: how long each serves, and how often the one that serves fails.
//!
//! Each is up and down by itself, whether it serves or not; the first that is up serves. Times in hours.
//!
//! Sources: steady-state availability of independent components (R. E. Barlow and F. Proschan, Statistical Theory of
//! Reliability and Life Testing, 1975, chapter 7); reference arithmetic and an event simulation in tests/alternates.rs.

use super::refusal::{Refusal, count, within};
use crate::units::{Answer, OutOfRange, Probability, Range};

/// Hours of a year of 365 days.
pub const HOURS_PER_YEAR: f64 = 8760.0;

/// How often a server is there.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Availability {
    /// Share of time it is up; how often it fails is not known and counts as never.
    Share(Probability),
    /// Share of time it is up, and mean time from its repair to its next failure, h; 1e-6 to 1e9 h.
    ShareAndFailures {
        /// Share of time it is up.
        share: Probability,
        /// Mean time from a repair to the next failure, h.
        mean_up: f64,
    },
    /// Mean time from its repair to its next failure, h, 1e-6 to 1e9 h, and mean length of a failure, h, 0 to 1e9 h.
    Outages {
        /// Mean time from a repair to the next failure, h.
        mean_up: f64,
        /// Mean length of a failure, h.
        mean_down: f64,
    },
}

impl Availability {
    /// Share of time up, and failures an hour while up.
    fn checked(self) -> Result<(f64, f64), OutOfRange> {
        let up = |mean_up: f64| within("mean time between failures", mean_up, "h", Range::closed(1e-6, 1e9));
        match self {
            Self::Share(share) => Ok((share.get(), 0.0)),
            Self::ShareAndFailures { share, mean_up } => Ok((share.get(), 1.0 / up(mean_up)?)),
            Self::Outages { mean_up, mean_down } => {
                let up = up(mean_up)?;
                let down = within("mean length of a failure", mean_down, "h", Range::closed(0.0, 1e9))?;
                Ok((up / (up + down), 1.0 / up))
            }
        }
    }
}

/// Who serves, in the order of the ranks.
#[derive(Debug, Clone, PartialEq)]
pub struct Alternates {
    /// Share of time each serves.
    pub serves: Vec<f64>,
    /// Share of time nobody serves.
    pub nobody: f64,
    /// Failures of each while it serves, a year.
    pub failures_per_year: Vec<f64>,
    /// All of them together: each makes the source go over to the next.
    pub switches_per_year: f64,
}

impl Alternates {
    /// Time the source stands still for switches, s a year, if each takes `stall` s; a way back costs none.
    ///
    /// Invalid below 0 s or above 1e9 s.
    pub fn stall_per_year(&self, stall: f64) -> Answer<f64> {
        within("stall of a switch", stall, "s", Range::closed(0.0, 1e9))
            .map(|stall| stall * self.switches_per_year)
            .map_err(Refusal::from)
            .into()
    }

    /// Mean over time of a figure that has `values[i]` while server `i` serves, and 0 while nobody does, in their unit.
    /// With values 0 and 1, the share of time of a property. It hides which server makes it: show the parts beside it.
    ///
    /// Invalid unless there is a finite value up to 1e15 either way for each server.
    pub fn mean(&self, values: &[f64]) -> Answer<f64> {
        self.mean_of(values).map_err(Refusal::from).into()
    }

    fn mean_of(&self, values: &[f64]) -> Result<f64, OutOfRange> {
        const MOST: f64 = 1e15;
        let servers = count(self.serves.len());
        within("number of values", count(values.len()), "", Range::closed(servers, servers))?;
        for value in values {
            within("value of a server", *value, "", Range::closed(-MOST, MOST))?;
        }
        Ok(self.serves.iter().zip(values).map(|(share, value)| share * value).sum())
    }
}

/// Shares of time for servers in the order in which they are tried, the leader first: server `i` serves while it is up and
/// all before it are down, `P_i = A_i (1 - A_1) ... (1 - A_(i-1))`; it fails while it serves `P_i / U_i` times an hour with
/// the mean time up `U_i`. Exact for independent servers, whatever the laws of their times, if the source goes back as
/// soon as an earlier one is up.
///
/// Servers that fail together (one building, one line) make `nobody` larger than this says.
///
/// Invalid without a server, with more than 1000, or with a time out of range.
///
/// ```
/// use farsight::queueing::alternates::{Availability, alternates};
/// let leader = Availability::Outages { mean_up: 99.0, mean_down: 1.0 };
/// let other = Availability::Outages { mean_up: 9.0, mean_down: 1.0 };
/// let answer = alternates(&[leader, other]).value().unwrap();
/// assert!((answer.serves[1] - 0.009).abs() < 1e-15 && (answer.nobody - 0.001).abs() < 1e-15);
/// ```
pub fn alternates(servers: &[Availability]) -> Answer<Alternates> {
    alternates_of(servers).map_err(Refusal::from).into()
}

fn alternates_of(servers: &[Availability]) -> Result<Alternates, OutOfRange> {
    within("number of servers", count(servers.len()), "", Range::closed(1.0, 1000.0))?;
    let (mut serves, mut failures_per_year, mut nobody) = (Vec::new(), Vec::new(), 1.0);
    for server in servers {
        let (up, failure_rate) = server.checked()?;
        let share = nobody * up;
        serves.push(share);
        failures_per_year.push(share * failure_rate * HOURS_PER_YEAR);
        nobody *= 1.0 - up;
    }
    let switches_per_year = failures_per_year.iter().sum();
    Ok(Alternates { serves, nobody, failures_per_year, switches_per_year })
}
