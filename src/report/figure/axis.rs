//! Scales and their ticks.

/// A logarithmic scale from values to coordinates.
pub(super) struct LogScale {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

impl LogScale {
    /// Covers `low ..= high`, widened to steps of 1, 2, 5 per decade, onto `from ..= to`.
    pub(super) fn covering(low: f64, high: f64, from: f64, to: f64) -> Self {
        let steps = steps_between(low / 10.0, high * 10.0);
        let low_step = steps.iter().rev().find(|s| **s <= low).or(steps.first()).copied().unwrap_or(low);
        let high_step = steps.iter().find(|s| **s >= high).or(steps.last()).copied().unwrap_or(high);
        Self { low: low_step, high: high_step.max(low_step * 2.0), from, to }
    }

    pub(super) fn at(&self, value: f64) -> f64 {
        let f = (value.clamp(self.low, self.high) / self.low).ln() / (self.high / self.low).ln();
        self.from + f * (self.to - self.from)
    }

    /// Steps of 1, 2, 5 that fit; over many decades, powers of ten only.
    pub(super) fn ticks(&self) -> Vec<f64> {
        let all = steps_between(self.low, self.high);
        if all.len() <= 9 {
            return all;
        }
        all.into_iter().filter(|s| (s.log10() - s.log10().round()).abs() < 1e-9).collect()
    }
}

/// A linear scale from values to coordinates, from 0 on.
pub(super) struct LinearScale {
    step: f64,
    high: f64,
    from: f64,
    to: f64,
}

impl LinearScale {
    /// Covers `0 ..= high`, widened to a step of 1, 2 or 5 of which four to eight fit, onto `from ..= to`.
    pub(super) fn covering(high: f64, from: f64, to: f64) -> Self {
        let high = high.max(f64::MIN_POSITIVE);
        let power = 10f64.powi(exponent(high) - 1);
        let step = [1.0, 2.0, 5.0, 10.0, 20.0].map(|m| m * power).into_iter().find(|step| high / step <= 8.0);
        let step = step.unwrap_or(high);
        Self { step, high: (high / step).ceil() * step, from, to }
    }

    pub(super) fn at(&self, value: f64) -> f64 {
        self.from + value.clamp(0.0, self.high) / self.high * (self.to - self.from)
    }

    /// Steps from 0 to the end.
    pub(super) fn ticks(&self) -> Vec<f64> {
        (0..=8_u32).map(|i| f64::from(i) * self.step).take_while(|t| *t <= self.high * 1.000_001).collect()
    }
}

fn steps_between(low: f64, high: f64) -> Vec<f64> {
    let (first, last) = (exponent(low), exponent(high));
    (first..=last)
        .flat_map(|e| [1.0, 2.0, 5.0].map(|m| m * 10f64.powi(e)))
        .filter(|s| *s >= low * 0.999_999 && *s <= high * 1.000_001)
        .collect()
}

#[expect(clippy::cast_possible_truncation, reason = "the decimal exponent of a double is within 324")]
fn exponent(value: f64) -> i32 {
    value.max(f64::MIN_POSITIVE).log10().floor() as i32
}

/// Percentiles on a tail axis: equal room for each nine.
pub(super) fn nines(p: f64) -> f64 {
    -(1.0 - p).max(1e-9).log10()
}
