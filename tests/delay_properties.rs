//! Laws that hold whatever the numbers: time scaling, order of percentiles, commutation.

mod common;

use common::{ms, rate, share};
use farsight::latency::bursts::{Modulation, PerState};
use farsight::latency::fit_histogram::fit_histogram;
use farsight::latency::fit_ping::{ExcessShape, PingSummary, fit_ping};
use farsight::latency::fit_samples::fit_samples;
use farsight::latency::jitter::{Jitter, Spikes, round_trip};
use farsight::latency::retransmission::{Exchange, TailLossProbe, extra, wait_after};
use farsight::latency::tcp_rate::{Acks, CongestionControl, Connection, rate as tcp_rate};
use farsight::latency::{Delay, Distribution, Histogram, Law, Resolution, Shape};
use farsight::units::{Bytes, Count, Scv};
use proptest::prelude::*;

const PERCENTILES: [f64; 7] = [0.5, 0.75, 0.9, 0.95, 0.99, 0.999, 0.9999];

fn scv(value: f64) -> Scv {
    Scv::new("test", value).expect("in range")
}

/// Laws whose percentiles stay inside the grid, 134 s, also eightfold.
fn any_law() -> impl Strategy<Value = Law> {
    let shape =
        prop::sample::select(vec![Shape::Constant, Shape::Exponential, Shape::Gamma, Shape::Lognormal]);
    (shape, -2.0..2.0f64, 0.0..8.0f64, 0.0..50.0f64).prop_map(|(shape, exponent, c2, shift)| {
        Law::new(shape, ms(10f64.powf(exponent)), scv(c2)).shifted(ms(shift))
    })
}

fn grid(law: &Law) -> Distribution {
    law.on_grid(Resolution::Interactive)
}

fn near(a: f64, b: f64, tol: f64) -> bool {
    (a - b).abs() <= tol * a.abs().max(b.abs()).max(1e-9)
}

fn ordered(values: &[f64]) -> bool {
    values.windows(2).all(|w| w[0] <= w[1] * (1.0 + 1e-12)) && values.iter().all(|v| v.is_finite())
}

fn any_probe() -> impl Strategy<Value = TailLossProbe> {
    prop::sample::select(vec![TailLossProbe::Enabled, TailLossProbe::Disabled])
}

fn exchange(n: u32, loss: f64, k: f64, probe: TailLossProbe) -> Exchange {
    let segments = Count::new("test", f64::from(n)).expect("in range");
    Exchange { segments, loss: share(loss), round_trip: ms(4.0 * k), timeout: ms(204.0 * k), probe }
}

fn summary(k: f64, (min, mean, spread, n): (f64, f64, f64, f64)) -> PingSummary {
    let (avg, mdev) = (min + mean, mean * spread);
    let count = Count::new("test", n.round()).expect("in range");
    PingSummary {
        min: ms(k * min),
        avg: ms(k * avg),
        max: ms(k * (avg + 3.0 * mdev)),
        mdev: ms(k * mdev),
        count,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn percentiles_are_ordered(a in any_law(), b in any_law()) {
        let (a, b) = (grid(&a), grid(&b));
        for x in [a.clone(), a.plus(&b), a.max(&b), a.min(&b), a.residual(), Distribution::mixture(&[(0.9, &a), (0.1, &b)])] {
            prop_assert!(ordered(&PERCENTILES.map(|p| x.percentile(p))));
        }
    }

    #[test]
    fn percentiles_of_laws_are_ordered_and_invert(law in any_law()) {
        prop_assert!(ordered(&PERCENTILES.map(|p| law.percentile(p))));
        if law.scv() > 1e-6 {
            for p in PERCENTILES {
                prop_assert!(near(law.survival(law.percentile(p)), 1.0 - p, 1e-6), "{law:?} {p}");
            }
        }
    }

    #[test]
    fn sums_and_maxima_commute(a in any_law(), b in any_law()) {
        let (a, b) = (grid(&a), grid(&b));
        for (x, y) in [(a.plus(&b), b.plus(&a)), (a.max(&b), b.max(&a)), (a.min(&b), b.min(&a))] {
            prop_assert!(near(x.mean(), y.mean(), 1e-12));
            prop_assert!(PERCENTILES.iter().all(|p| near(x.percentile(*p), y.percentile(*p), 1e-9)));
        }
    }

    #[test]
    fn the_later_and_the_earlier_add_up(a in any_law(), b in any_law()) {
        let (a, b) = (grid(&a), grid(&b));
        prop_assert!(near(a.max(&b).mean() + a.min(&b).mean(), a.mean() + b.mean(), 1e-3));
    }

    /// Powers of two move the grid onto itself, up to its linear first cell.
    #[test]
    fn delays_scale_with_time(law in any_law(), exponent in 0..4u32) {
        let k = f64::from(1u32 << exponent);
        let (one, many) = (grid(&law), grid(&law).scaled(k));
        prop_assert!(near(many.mean(), k * one.mean(), 1e-12) && near(many.scv(), one.scv(), 1e-9));
        prop_assert!(PERCENTILES.iter().all(|p| near(many.percentile(*p), k * one.percentile(*p), 2e-2)));
    }

    #[test]
    fn jitter_scales_with_time(base in 0.1..50.0f64, mean in 0.05..5.0f64, c2 in 0.1..4.0f64, q in 0.0..0.2f64, k in 1.0..8.0f64) {
        let law = |k: f64| {
            let jitter = Jitter { shape: Shape::Lognormal, mean: ms(k * mean), scv: scv(c2) };
            let spikes = Spikes { share: share(q), extra: Law::constant(ms(k * 100.0)) };
            round_trip(ms(k * base), jitter, Some(&spikes), Resolution::Interactive).value().expect("a law")
        };
        let (one, many) = (law(1.0), law(k));
        prop_assert!(near(many.mean(), k * one.mean(), 1e-9) && near(many.scv(), one.scv(), 1e-6));
        prop_assert!(near(one.mean(), base + mean + q * 100.0, 1e-9));
    }

    #[test]
    fn bursts_scale_with_time(good in 10.0..1e5f64, bad in 1.0..1e4f64, lag in 0.0..1e3f64, k in 0.1..10.0f64) {
        let spells = |k: f64| Modulation::new(ms(k * good), ms(k * bad)).value().expect("spells");
        let mean = |k: f64| PerState { good: ms(k), bad: ms(20.0 * k) };
        let (one, many) = (spells(1.0), spells(k));
        prop_assert!(near(one.weights_by_time().bad, many.weights_by_time().bad, 1e-12));
        prop_assert!(near(one.episodes_per_hour(), k * many.episodes_per_hour(), 1e-12));
        prop_assert!(near(k * k * one.autocovariance(mean(1.0), ms(lag)), many.autocovariance(mean(k), ms(k * lag)), 1e-9));
        prop_assert!(near(one.arrivals_per_episode(rate(50.0)), many.arrivals_per_episode(rate(50.0 / k)), 1e-12));
        let weights = one.weights_by_completions(PerState { good: rate(100.0), bad: rate(10.0) });
        prop_assert!(near(weights.good + weights.bad, 1.0, 1e-12) && weights.bad <= one.weights_by_time().bad);
    }

    #[test]
    fn loss_scales_with_time_and_hurts_more(n in 1..40u32, loss in 0.0..0.2f64, k in 0.1..10.0f64, probe in any_probe()) {
        let mean = |loss, k| extra(&exchange(n, loss, k, probe), Resolution::Interactive).value().expect("an answer");
        let (one, many) = (mean(loss, 1.0), mean(loss, k));
        prop_assert!(near(many.mean, k * one.mean, 1e-9));
        prop_assert!(mean(loss * 1.1 + 1e-4, 1.0).mean > one.mean);
        prop_assert!(ordered(&PERCENTILES.map(|p| one.law.percentile(p))));
        // Timers longer than two minutes are cut in the law alone.
        prop_assert!(near(one.law.mean(), one.mean, 3e-3), "{} {}", one.law.mean(), one.mean);
    }

    #[test]
    fn probes_never_wait_longer(losses in 0..60u32, timeout in 0.0..1e6f64) {
        let wait = |probe| wait_after(losses, ms(timeout), probe);
        prop_assert!(wait(TailLossProbe::Enabled) <= wait(TailLossProbe::Disabled));
        prop_assert!(wait(TailLossProbe::Disabled).is_finite());
    }

    #[test]
    fn reno_rates_fall_as_time_grows(rtt in 0.1..300.0f64, exponent in -7.0..-1.0f64, window in 1e4..1e8f64, k in 0.1..10.0f64) {
        let rate = |k: f64| {
            let bytes = |value| Bytes::new("test", value).expect("in range");
            let c = Connection {
                segment_size: bytes(1460.0),
                round_trip: ms(k * rtt),
                loss: share(10f64.powf(exponent)),
                window: bytes(window),
                timeout: ms(k * (rtt + 200.0)),
            };
            tcp_rate(&c, CongestionControl::Reno(Acks::EverySecond)).value().expect("a rate")
        };
        prop_assert!(near(rate(1.0), k * rate(k), 1e-9));
    }

    #[test]
    fn ping_fits_scale_with_time(numbers in (0.1..50.0f64, 0.01..5.0f64, 0.1..1.5f64, 2.0..500.0f64), k in 0.5..20.0f64) {
        for shape in [ExcessShape::Lognormal, ExcessShape::Gamma] {
            let fit = |k| fit_ping(&summary(k, numbers), shape).value().expect("a fit").all;
            let (one, many) = (fit(1.0), fit(k));
            prop_assert!(near(many.shift, k * one.shift, 1e-9), "{one:?} {many:?}");
            prop_assert!(near(many.scv_excess, one.scv_excess, 1e-7), "{one:?} {many:?}");
            prop_assert!(near(one.shift + one.mean_excess, numbers.0 + numbers.1, 1e-12));
        }
    }

    #[test]
    fn sample_fits_scale_with_time(samples in prop::collection::vec(0.1..100.0f64, 2..300), k in 0.5..20.0f64) {
        let fit = |k: f64| {
            let samples: Vec<f64> = samples.iter().map(|x| k * x).collect();
            fit_samples(&samples, ExcessShape::Lognormal).value().expect("a fit")
        };
        let (one, many) = (fit(1.0), fit(k));
        prop_assert!(near(many.mean, k * one.mean, 1e-12) && near(many.fit.shift, k * one.fit.shift, 1e-8));
        prop_assert!((many.ks_distance - one.ks_distance).abs() < 1e-6);
        prop_assert!(ordered(&PERCENTILES.map(|p| one.percentile(p).value)));
        let law = one.law(Resolution::Interactive);
        prop_assert!(law.mean().is_finite() && ordered(&PERCENTILES.map(|p| law.percentile(p))));
    }

    /// Any histogram has an answer; shifting all buckets one octave doubles it.
    #[test]
    fn histogram_fits_scale_by_octaves(counts in prop::collection::vec(prop_oneof![Just(0u32), 0..2000u32], 1..20)) {
        let histogram = |k: u32| {
            // From 2 ms on: the first bucket reaches down to 0 and does not shift.
            let edge = |i: usize| f64::from(2u32 << k) * 2f64.powi(i as i32);
            Histogram::from_upper_edges(&counts.iter().enumerate().map(|(i, n)| (edge(i), f64::from(*n))).collect::<Vec<_>>())
        };
        let (Ok(one), Ok(two)) = (histogram(0), histogram(1)) else { return Ok(()) };
        prop_assert!(near(two.mean_estimate(), 2.0 * one.mean_estimate(), 1e-9));
        let (a, b) = (fit_histogram(&one).value().expect("a fit"), fit_histogram(&two).value().expect("a fit"));
        if let (Some(a), Some(b)) = (&a.single, &b.single) {
            prop_assert!(near(b.law.mean(), 2.0 * a.law.mean(), 1e-4), "{a:?} {b:?}");
        }
        if let Some(mixture) = &a.mixture {
            let single = a.single.as_ref().expect("one lognormal");
            prop_assert!(mixture.negative_log_likelihood <= single.negative_log_likelihood + 1e-6);
            prop_assert!(mixture.law.mean().is_finite() && mixture.law.scv().is_finite());
        }
        let law = a.law(Resolution::Interactive);
        prop_assert!(law.mean().is_finite() && ordered(&PERCENTILES.map(|p| law.percentile(p))));
    }
}
