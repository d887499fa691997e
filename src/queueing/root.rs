//! Roots of falling functions, for the fixed points of this room.

/// Root of a continuous falling `f` between `low` and `high`; an end where `f` has the sign of its side is the root.
///
/// False position with the Illinois correction, to 1e-13 of the interval; about ten evaluations.
pub(super) fn falling_root(low: f64, high: f64, f: impl Fn(f64) -> f64) -> f64 {
    const STEPS: usize = 100;
    let (mut other, mut at_other) = (low, f(low));
    let (mut latest, mut at_latest) = (high, f(high));
    let precise = 1e-13 * (high - low).abs();
    if at_other <= 0.0 {
        return low;
    }
    if at_latest >= 0.0 {
        return high;
    }
    for _ in 0..STEPS {
        let x = latest + (other - latest) * at_latest / (at_latest - at_other);
        let at_x = f(x);
        if at_x == 0.0 || (x - latest).abs() <= precise || (x - other).abs() <= precise {
            return x;
        }
        if (at_x > 0.0) == (at_latest > 0.0) {
            at_other /= 2.0;
        } else {
            (other, at_other) = (latest, at_latest);
        }
        (latest, at_latest) = (x, at_x);
    }
    f64::midpoint(latest, other)
}

/// The largest `x >= 0` found with `f(x) > 0`, for an `f` that falls from a positive value; 0 if it starts at or
/// below 0. `scale` is any positive guess. To the last bits of `x`, however steep or stepped `f` is.
pub(super) fn falling_root_above_zero(scale: f64, f: impl Fn(f64) -> f64) -> f64 {
    const STEPS: usize = 200;
    let (mut low, mut high) = (0.0, scale);
    while f(high) > 0.0 && high < f64::MAX / 4.0 {
        low = high;
        high *= 2.0;
    }
    for _ in 0..STEPS {
        let middle = f64::midpoint(low, high);
        if middle <= low || middle >= high {
            break;
        }
        if f(middle) > 0.0 { low = middle } else { high = middle }
    }
    high
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_root() {
        let root = falling_root(0.0, 10.0, |x| 2.0 - x * x);
        assert!((root - 2.0_f64.sqrt()).abs() < 1e-11, "{root}");
        let omega = falling_root(0.0, 1.0, |x| (-x).exp() - x);
        assert!((omega - 0.567_143_290_409_784).abs() < 1e-12, "the omega constant: {omega}");
    }

    #[test]
    fn ends_answer_for_what_lies_outside() {
        assert_eq!(falling_root(1.0, 2.0, |x| -x), 1.0);
        assert_eq!(falling_root(1.0, 2.0, |x| 9.0 - x), 2.0);
    }
}
