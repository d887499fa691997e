//! Median and minimum time of a call, over samples that are long against the clock's tick (5 us in Chromium).

#[cfg(not(target_arch = "wasm32"))]
use std::time::Instant;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::Instant;

/// Least time of a sample, us.
const SAMPLE: f64 = 3_000.0;
/// Time for all samples of a kernel, us.
const BUDGET: f64 = 600_000.0;
/// Samples, within the budget.
const SAMPLES: std::ops::RangeInclusive<usize> = 15..=101;

/// Microseconds a call.
pub(crate) struct Times {
    pub(crate) median: f64,
    pub(crate) minimum: f64,
    /// Calls timed.
    pub(crate) calls: usize,
}

/// Times `call` after a warm-up, which finds how many calls make a sample.
pub(crate) fn time(call: &mut dyn FnMut()) -> Times {
    let mut calls = 1;
    let mut whole = sample(call, calls);
    while whole < SAMPLE {
        calls *= 2;
        whole = sample(call, calls);
    }
    let samples = ((BUDGET / whole) as usize).clamp(*SAMPLES.start(), *SAMPLES.end());
    let mut times: Vec<f64> = (0..samples).map(|_| sample(call, calls) / calls as f64).collect();
    times.sort_by(f64::total_cmp);
    Times { median: times[samples / 2], minimum: times[0], calls: samples * calls }
}

fn sample(call: &mut dyn FnMut(), calls: usize) -> f64 {
    let start = Instant::now();
    for _ in 0..calls {
        call();
    }
    start.elapsed().as_secs_f64() * 1e6
}
