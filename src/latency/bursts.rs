//! Delays that come in bad spells: a two-state Markov modulation.
//!
//! Knows: a path that alternates between a good and a bad state, each for an exponential time, and what that means
//! for averages, correlation and anything computed per state. The states may differ in their law, in their loss
//! (Gilbert-Elliott), or in both. Does not know: what is computed per state.
//! Sources: two-state continuous-time Markov chain (textbook); Gilbert 1960, Elliott 1963.
//!
//! Treating spells as independent draws length-biases every service time: at 1 and 20 ms, 60 s good and 3 s bad, 500
//! arrivals per second into a batch service respond in 2.95 +- 0.16 ms; per state and weighted 2.93, drawn
//! independently 6.71.

use super::{Distribution, check};
use crate::units::{Answer, Milliseconds, PerSecond, Range};

/// Mean lengths of the good and the bad spells.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Modulation {
    good: f64,
    bad: f64,
}

/// Shares of the good and the bad state; they add up to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StateWeights {
    /// Weight of the good state.
    pub good: f64,
    /// Weight of the bad state.
    pub bad: f64,
}

/// A value per state.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PerState<T> {
    /// In the good state.
    pub good: T,
    /// In the bad state.
    pub bad: T,
}

/// Which end of the bracket the truth lies at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Regime {
    /// Bad spells outlast their services five times: compute per state and weight, within 0.2 %.
    Separate,
    /// They outlast them 1.25 times: compute per state and weight, within 2 %.
    NearlySeparate,
    /// In between: both ends of the bracket deserve to be shown.
    Bracket,
    /// Bad spells end within a tenth of a good service: mix the laws and draw independently.
    Mixed,
}

impl Modulation {
    /// From the mean lengths of good and bad spells, both above 0.
    pub fn new(mean_good: Milliseconds, mean_bad: Milliseconds) -> Answer<Self> {
        let allowed = Range::above(0.0, Milliseconds::RANGE.max);
        let fields = [
            check("mean good spell", mean_good.get(), allowed, "ms"),
            check("mean bad spell", mean_bad.get(), allowed, "ms"),
        ];
        let wrong: Vec<_> = fields.into_iter().flatten().collect();
        if wrong.is_empty() {
            Answer::Ok(Self { good: mean_good.get(), bad: mean_bad.get() })
        } else {
            Answer::Invalid(wrong)
        }
    }

    /// Shares of time, `pi_B = T_B / (T_G + T_B)`: the weights of what arrives at random times (open load).
    #[must_use]
    pub fn weights_by_time(self) -> StateWeights {
        let cycle = self.good + self.bad;
        StateWeights { good: self.good / cycle, bad: self.bad / cycle }
    }

    /// Shares of what is completed when the states complete at different rates (closed load):
    /// `pi_B X_B / (pi_B X_B + pi_G X_G)`. A closed population does less in the bad state, so it weighs less.
    ///
    /// ```
    /// use farsight::latency::bursts::{Modulation, PerState};
    /// use farsight::units::{Milliseconds, PerSecond};
    /// let spells = Modulation::new(Milliseconds::new("good", 6e4)?, Milliseconds::new("bad", 3e3)?);
    /// // One session that thinks 10 ms and waits 1 or 20 ms.
    /// let rates = PerState {
    ///     good: PerSecond::new("good", 1000.0 / 11.0)?,
    ///     bad: PerSecond::new("bad", 1000.0 / 30.0)?,
    /// };
    /// let weights = spells.value().unwrap().weights_by_completions(rates);
    /// assert!((weights.bad - 0.018_003_27).abs() < 1e-8);
    /// # Ok::<(), farsight::units::OutOfRange>(())
    /// ```
    #[must_use]
    pub fn weights_by_completions(self, throughput: PerState<PerSecond>) -> StateWeights {
        let time = self.weights_by_time();
        let (good, bad) = (time.good * throughput.good.get(), time.bad * throughput.bad.get());
        StateWeights { good: good / (good + bad), bad: bad / (good + bad) }
    }

    /// Time in ms after which the correlation has fallen to 1/e: `1 / (1/T_G + 1/T_B)`.
    #[must_use]
    pub fn correlation_time(self) -> f64 {
        self.good / (self.good + self.bad) * self.bad
    }

    /// Bad spells per hour, `3.6e6 / (T_G + T_B)`.
    #[must_use]
    pub fn episodes_per_hour(self) -> f64 {
        3.6e6 / (self.good + self.bad)
    }

    /// Mean number of arrivals in a bad spell under open load, `lambda T_B`.
    #[must_use]
    pub fn arrivals_per_episode(self, arrival_rate: PerSecond) -> f64 {
        arrival_rate.per_ms() * self.bad
    }

    /// Covariance in ms² of the state's mean delay with itself `lag` later:
    /// `pi_G pi_B (m_B - m_G)² exp(-lag / correlation time)`. At lag 0 the variance between the states.
    #[must_use]
    pub fn autocovariance(self, mean: PerState<Milliseconds>, lag: Milliseconds) -> f64 {
        let weights = self.weights_by_time();
        let apart = mean.bad.get() - mean.good.get();
        weights.good * weights.bad * apart * apart * (-lag.get() / self.correlation_time()).exp()
    }

    /// Which end of the bracket to trust, by the mean service time in each state. Limits measured by event
    /// simulation of a batch service at 1 and 20 ms, five spell lengths.
    #[must_use]
    pub fn regime(self, service: PerState<Milliseconds>) -> Regime {
        let (good, bad) = (service.good.get(), service.bad.get());
        if self.bad >= 5.0 * bad {
            Regime::Separate
        } else if self.bad >= 1.25 * bad {
            Regime::NearlySeparate
        } else if self.bad <= 0.1 * good {
            Regime::Mixed
        } else {
            Regime::Bracket
        }
    }
}

impl StateWeights {
    /// The bracket's separate end for means: `w_G x_G + w_B x_B`, each computed as if its state lasted for ever.
    #[must_use]
    pub fn mean(self, value: PerState<f64>) -> f64 {
        self.good * value.good + self.bad * value.bad
    }

    /// The same for laws. Of response times it is the separate end of the bracket; of service times, fed into a
    /// formula that draws them independently, it gives the mixed end.
    ///
    /// # Panics
    /// If the two live on different grids.
    #[must_use]
    pub fn law(self, law: PerState<&Distribution>) -> Distribution {
        Distribution::mixture(&[(self.good, law.good), (self.bad, law.bad)])
    }
}
