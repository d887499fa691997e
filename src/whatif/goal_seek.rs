//! The input at which a monotone measure meets a target.
//!
//! Knows: one input, one measure, a target. Does not know: what they are.
//! Source: bisection; it needs nothing but order, and order is checked as it goes.

use crate::units::{Answer, OutOfRange, Range};

/// Relative width at which the search ends; near 0 it ends at the rounding of the whole range.
const PRECISION: f64 = 1e-10;
/// Relative step backwards that is still rounding, not another direction.
const ROUNDING: f64 = 1e-9;

/// On which side of the target the measure shall stay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aim {
    /// Measure at most the target: a response time, a cost.
    AtMost,
    /// Measure at least the target: a throughput.
    AtLeast,
}

/// Which end of the inputs that meet the target is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// The largest: a distance, a load. The search starts at the low end of the range.
    Largest,
    /// The smallest: a number of servers. The search starts at the high end.
    Smallest,
}

/// What is sought.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Goal {
    /// The measure's target.
    pub target: f64,
    /// Its good side.
    pub aim: Aim,
    /// The end wanted.
    pub end: End,
    /// Least input.
    pub low: f64,
    /// Largest input.
    pub high: f64,
    /// First step away from the starting end, above 0; later ones double.
    pub step: f64,
}

/// What was found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Sought {
    /// The last input, in the direction of the search, that meets the target.
    Found {
        /// The input.
        input: f64,
        /// The measure there.
        measure: f64,
    },
    /// Every input of the range meets the target; the measure at the wanted end.
    Everywhere {
        /// The measure at the end.
        measure: f64,
    },
    /// Not even the best input meets it: impossible. The measure there, none if the system is saturated.
    Impossible {
        /// The measure at the starting end.
        best: Option<f64>,
    },
    /// The measure turns back, so that there may be several answers: refused. Inputs where it was seen to turn.
    NotMonotone {
        /// The measure goes one way between the first two and the other way between the last two.
        at: [f64; 3],
    },
}

/// Seeks the last input that still meets the target, going from the end where it is easiest to meet.
///
/// The end points are looked at first: a start that misses is impossible, and the measure has to get worse from start
/// to end. Then the bracket doubles until the target is missed, and bisection narrows it to 1e-10 of its place. `None`
/// (saturated) counts as worse than any value. Each value asked for is held against the order of all others.
///
/// ```
/// use farsight::whatif::goal_seek::{Aim, End, Goal, Sought, goal_seek};
/// let goal = Goal { target: 5.0, aim: Aim::AtMost, end: End::Largest, low: 0.0, high: 1e6, step: 1.0 };
/// let sought = goal_seek(&goal, |rtt| Some(1.0 + 2.0 * rtt)).value().unwrap();
/// assert!(matches!(sought, Sought::Found { input, .. } if (input - 2.0).abs() < 1e-9));
/// ```
pub fn goal_seek(goal: &Goal, measure: impl FnMut(f64) -> Option<f64>) -> Answer<Sought> {
    let wrong = wrong_fields(goal);
    if !wrong.is_empty() {
        return Answer::Invalid(wrong);
    }
    Answer::Ok(Search { goal, measure, seen: Vec::new() }.run())
}

fn wrong_fields(goal: &Goal) -> Vec<OutOfRange> {
    let any = Range::closed(-1e300, 1e300);
    let fields = [
        ("target", goal.target, any),
        ("least input", goal.low, any),
        ("largest input", goal.high, Range::closed(goal.low, 1e300)),
        ("first step", goal.step, Range::above(0.0, 1e300)),
    ];
    let wrong = |(field, value, allowed): (&'static str, f64, Range)| {
        (!allowed.contains(value)).then_some(OutOfRange { field, value, allowed, unit: "" })
    };
    fields.into_iter().filter_map(wrong).collect()
}

struct Search<'a, F> {
    goal: &'a Goal,
    measure: F,
    /// (input, how bad) by ascending distance from the start.
    seen: Vec<(f64, f64)>,
}

impl<F: FnMut(f64) -> Option<f64>> Search<'_, F> {
    /// How far the measure is on the bad side of the target; infinite where there is none.
    fn miss(&mut self, input: f64) -> f64 {
        let value = (self.measure)(input).filter(|v| v.is_finite());
        let miss = value.map_or(f64::INFINITY, |v| match self.goal.aim {
            Aim::AtMost => v - self.goal.target,
            Aim::AtLeast => self.goal.target - v,
        });
        let at = self.seen.partition_point(|(x, _)| self.distance(*x) < self.distance(input));
        self.seen.insert(at, (input, miss));
        miss
    }

    fn value_of(&self, miss: f64) -> Option<f64> {
        let value = match self.goal.aim {
            Aim::AtMost => self.goal.target + miss,
            Aim::AtLeast => self.goal.target - miss,
        };
        value.is_finite().then_some(value)
    }

    fn ends(&self) -> (f64, f64) {
        match self.goal.end {
            End::Largest => (self.goal.low, self.goal.high),
            End::Smallest => (self.goal.high, self.goal.low),
        }
    }

    fn distance(&self, input: f64) -> f64 {
        (input - self.ends().0).abs()
    }

    fn run(mut self) -> Sought {
        let (start, end) = self.ends();
        let (first, last) = (self.miss(start), self.miss(end));
        if let Some(turned) = self.turned() {
            return turned;
        }
        if first > 0.0 {
            return Sought::Impossible { best: self.value_of(first) };
        }
        let narrowed = self.narrow(start, end);
        let met = if last <= 0.0 { end } else { narrowed };
        if let Some(turned) = self.turned() {
            return turned;
        }
        let miss = self.seen.iter().find(|(x, _)| *x == met).map_or(first, |(_, miss)| *miss);
        let measure = self.value_of(miss).unwrap_or(self.goal.target);
        if last <= 0.0 { Sought::Everywhere { measure } } else { Sought::Found { input: met, measure } }
    }

    /// Doubles away from `start`, which meets the target, then bisects towards the first miss. Where `end` meets it too,
    /// the doubling alone looks for turns on the way.
    fn narrow(&mut self, start: f64, end: f64) -> f64 {
        let (mut met, mut missed, mut step) = (start, end, self.goal.step);
        let end_meets = self.seen.last().is_some_and(|(_, miss)| *miss <= 0.0);
        let away = (end - start).signum();
        while step < self.distance(end) {
            let input = start + away * step;
            if self.miss(input) > 0.0 {
                missed = input;
                break;
            }
            met = input;
            step *= 2.0;
        }
        if end_meets {
            return met;
        }
        let least = self.distance(end) * f64::EPSILON;
        while (missed - met).abs() > (PRECISION * met.abs().max(missed.abs())).max(least) {
            let middle = f64::midpoint(met, missed);
            if middle == met || middle == missed {
                break;
            }
            if self.miss(middle) > 0.0 { missed = middle } else { met = middle }
        }
        met
    }

    /// Where the measure got better on the way although it may only get worse.
    fn turned(&self) -> Option<Sought> {
        let better = |w: &[(f64, f64)]| {
            let scale = w[0].1.abs().max(w[1].1.abs()).max(self.goal.target.abs());
            w[1].1 < w[0].1 && !(w[0].1.is_finite() && w[0].1 - w[1].1 <= ROUNDING * scale)
        };
        let k = self.seen.windows(2).position(better)?;
        let (from, to) = (self.seen[k].0, self.seen[k + 1].0);
        let before = if k > 0 { self.seen[k - 1].0 } else { from };
        Some(Sought::NotMonotone { at: [before, from, to] })
    }
}
