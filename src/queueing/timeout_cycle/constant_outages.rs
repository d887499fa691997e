//! A link with exponential times up and outages of one length, seen at moments of the source's choice.
//!
//! Source: alternating renewal processes (D. R. Cox, Renewal Theory, 1962, 7).

use statrs::function::gamma::ln_gamma;

use super::super::refusal::count;

/// Points of an average over what is left of an outage.
const POINTS: usize = 16;

/// The link; both times in s.
#[derive(Clone, Copy)]
pub(super) struct ConstantOutages {
    pub(super) mean_up: f64,
    pub(super) outage: f64,
}

/// What is left of an outage at a moment, even between two times in s.
#[derive(Clone, Copy)]
pub(super) struct Rest {
    least: f64,
    most: f64,
}

impl Rest {
    /// Known to be `time`; negative if the outage ended so long ago.
    pub(super) fn of(time: f64) -> Self {
        Self { least: time, most: time }
    }

    fn mean(self, figure: impl Fn(f64) -> f64) -> f64 {
        let width = (self.most - self.least) / count(POINTS);
        if width <= 0.0 {
            return figure(self.most);
        }
        (0..POINTS).map(|i| figure(self.least + width * (count(i) + 0.5))).sum::<f64>() / count(POINTS)
    }
}

impl ConstantOutages {
    /// Chance that the link is cut `time` after the end of an outage. It is up after `n` further outages if they ended
    /// by then and the up times took the rest: a Poisson probability for each `n`. Far off, the long run's share.
    fn cut_after(&self, time: f64) -> f64 {
        const CYCLES: f64 = 1e3;
        if time > CYCLES * (self.mean_up + self.outage) {
            return self.outage / (self.mean_up + self.outage);
        }
        let (mut up, mut n) = ((-time / self.mean_up).exp(), 1.0);
        loop {
            let ups = (time - n * self.outage) / self.mean_up;
            let chance = if ups > 0.0 { (n * ups.ln() - ups - ln_gamma(n + 1.0)).exp() } else { 0.0 };
            if ups <= 0.0 || (chance < 1e-18 && n > ups) {
                return (1.0 - up).max(0.0);
            }
            up += chance;
            n += 1.0;
        }
    }

    /// What is left of the outage that cuts the link, up `time` before: it began since.
    fn new_rest(&self, time: f64) -> Rest {
        Rest { least: (self.outage - time).max(0.0), most: self.outage }
    }

    /// Chance that a link cut with `rest` is cut `time` later, and what is left then.
    pub(super) fn still_cut(&self, rest: Rest, time: f64) -> (f64, Rest) {
        let chance = rest.mean(|left| if left > time { 1.0 } else { self.cut_after(time - left) });
        let then = if rest.least > time {
            Rest { least: rest.least - time, most: rest.most - time }
        } else {
            self.new_rest(time - rest.mean(|left| left.min(time)))
        };
        (chance, then)
    }

    /// Mean number of tries that find the link cut before one does not, the first `wait` after it was cut with `rest`,
    /// the others every `step`. Tries after a second outage are taken as in the long run.
    pub(super) fn failed_tries(&self, rest: Rest, wait: f64, step: f64) -> f64 {
        let all = Rest { least: 0.0, most: self.outage };
        let cut = all.mean(|left| self.cut_after((left / step).ceil() * step - left));
        let later = (further_tries(all, step) + cut) / (1.0 - cut).max(f64::EPSILON);
        rest.mean(|left| {
            let outlasted = ((left - wait) / step).ceil().max(0.0);
            let since = wait + outlasted * step - left;
            let next = self.new_rest(since);
            let again = next.mean(|left| self.cut_after((left / step).ceil() * step - left));
            outlasted + self.cut_after(since) * (1.0 + further_tries(next, step) + again * (1.0 + later))
        })
    }
}

/// Mean number of further tries that `rest` outlasts after a failed one: `E ceil(rest / step) - 1`.
fn further_tries(rest: Rest, step: f64) -> f64 {
    let integral = |to: f64| {
        let whole = (to / step).floor();
        (whole + 1.0) * (to - whole * step / 2.0)
    };
    let width = rest.most - rest.least;
    if width > 0.0 { ((integral(rest.most) - integral(rest.least)) / width - 1.0).max(0.0) } else { 0.0 }
}
