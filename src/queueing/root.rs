//! Where a falling function crosses 0.

/// The largest `x >= 0` found with `f(x) > 0`, for an `f` that falls from a positive value; 0 if it starts at or
/// below 0. `scale` is any positive guess. To the last bits of `x`, however steep or stepped `f` is.
pub(super) fn falling_root(scale: f64, f: impl Fn(f64) -> f64) -> f64 {
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
