//! Edges: zero and negative rates, NaN, SCV 0 and 100, a utilization of exactly 1, populations of 0 and 10,000.
//! Nothing panics, and no number of an answer is NaN or infinite.

mod common;
mod stations;

use common::ms;
use farsight::latency::{Distribution, Law, Resolution, Shape};
use farsight::queueing::burst::BatchSize;
use farsight::queueing::burst::{batch_arrivals, burst};
use farsight::queueing::erlang::{erlang_b, erlang_c, mmc};
use farsight::queueing::finite_source::{finite_source, finite_source_laws};
use farsight::queueing::keyed::{KeyShares, keyed, ordered};
use farsight::queueing::multi_server::{MultiServer, ggc};
use farsight::queueing::scan::scan_dispatch;
use farsight::queueing::single_server::{mg1, mg1_laws};
use farsight::units::{Answer, Count, Milliseconds, PerSecond, Scv};
use stations::{count, invalid_fields, load, ok, rate, saturation, scv, value, variability, warns};

#[test]
fn the_quantities_refuse_what_is_no_quantity() {
    for bad in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert!(PerSecond::new("rate", bad).is_err(), "{bad}");
    }
    for bad in [0.0, -3.0, f64::NAN, f64::INFINITY] {
        assert!(Count::new("population", bad).is_err(), "{bad}");
    }
    assert!(Milliseconds::new("think time", -1.0).is_err());
    assert!(Scv::new("scv", 100.5).is_err() && Scv::new("scv", -0.1).is_err());
}

#[test]
fn a_full_server_is_saturated_with_its_growth() {
    // Exactly 1: no steady state, no growth.
    let service = Law::constant(ms(100.0));
    for full in [
        saturation(mmc(&load(20.0, 100.0, 2.0))),
        saturation(erlang_c(&load(20.0, 100.0, 2.0))),
        saturation(ggc(&load(20.0, 100.0, 2.0), variability(0.5, 2.0))),
    ] {
        assert_eq!((full.capacity, full.offered, full.growth()), (20.0, 20.0, 0.0));
    }
    assert_eq!(saturation(mg1(rate(10.0), &service)).growth(), 0.0);
    assert_eq!(saturation(mg1(rate(25.0), &service)).growth(), 15.0);
    let on_grid = service.on_grid(Resolution::Interactive);
    assert_eq!(saturation(mg1_laws(rate(10.0), &on_grid)).capacity, 10.0);
    assert_eq!(saturation(scan_dispatch(rate(10.0), &service, ms(100.0), count(1.0))).growth(), 0.0);
    assert_eq!(saturation(ordered(rate(10.0), &service, ms(25.0))).growth(), 2.0);
}

#[test]
fn a_service_of_no_length_is_refused_everywhere() {
    let nothing = Law::constant(ms(0.0));
    let none = load(5.0, 0.0, 2.0);
    let named = [
        invalid_fields(mmc(&none)),
        invalid_fields(erlang_b(&none)),
        invalid_fields(ggc(&none, variability(1.0, 1.0))),
        invalid_fields(mg1(rate(5.0), &nothing)),
        invalid_fields(mg1_laws(rate(5.0), &Distribution::constant(0.0, Resolution::Interactive))),
        invalid_fields(finite_source(count(5.0), ms(10.0), &nothing)),
        invalid_fields(finite_source_laws(count(5.0), ms(10.0), &nothing)),
        invalid_fields(keyed(&none, scv(1.0), &KeyShares::zipf(count(4.0), 0.0).expect("keys"), ms(0.0))),
        invalid_fields(ordered(rate(5.0), &nothing, ms(10.0))),
        invalid_fields(scan_dispatch(rate(5.0), &nothing, ms(10.0), count(2.0))),
        invalid_fields(burst(count(5.0), count(2.0), ms(0.0), scv(1.0))),
        invalid_fields(batch_arrivals(&none, scv(1.0), BatchSize::ONE)),
    ];
    for fields in named {
        assert_eq!(fields, ["mean service time"]);
    }
}

#[test]
fn keys_and_batches_refuse_what_is_none() {
    assert!(KeyShares::from_weights(vec![]).is_err());
    assert!(KeyShares::from_weights(vec![0.0, 0.0]).is_err());
    assert!(KeyShares::from_weights(vec![1.0, f64::NAN]).is_err());
    assert!(KeyShares::from_weights(vec![1.0, -1.0]).is_err());
    assert!(KeyShares::zipf(count(3.0), f64::NAN).is_err());
    let batch = |mean: f64, variance: f64| {
        batch_arrivals(&load(5.0, 100.0, 1.0), scv(1.0), BatchSize { mean, variance })
    };
    assert_eq!(invalid_fields(batch(0.0, 0.0)), ["mean batch"]);
    assert_eq!(invalid_fields(batch(f64::NAN, 0.0)), ["mean batch"]);
    assert_eq!(invalid_fields(batch(2.0, -1.0)), ["variance of the batch"]);
}

fn all_finite(station: &MultiServer) -> bool {
    let percentiles = [0.0, 0.5, 0.95, 0.999, 1.0].map(|p| station.waiting_percentile(p));
    let numbers = [station.wait_probability, station.waiting_time, station.queue_length, station.delayed_scv];
    percentiles.iter().chain(&numbers).all(|x| x.is_finite() && *x >= 0.0) && station.wait_probability <= 1.0
}

#[test]
fn the_corners_of_the_ranges_give_numbers() {
    for ca2 in [0.0, 1e-6, 0.3, 1.0, 5.0, 100.0] {
        for c2 in [0.0, 1e-6, 0.3, 1.0, 5.0, 100.0] {
            for c in [1.0, 2.0, 7.0, 100.0, 10_000.0] {
                for rho in [1e-9, 0.01, 0.5, 0.999_999] {
                    let station = value(ggc(&load(rho * c * 10.0, 100.0, c), variability(ca2, c2)));
                    assert!(all_finite(&station), "ca2 {ca2} c2 {c2} c {c} rho {rho}: {station:?}");
                }
            }
        }
    }
}

#[test]
fn extreme_services_have_laws() {
    for shape in [Shape::Gamma, Shape::Lognormal] {
        for c2 in [0.0, 100.0] {
            let law = Law::new(shape, ms(10.0), scv(c2));
            let laws = value(mg1_laws(rate(70.0), &law.on_grid(Resolution::Interactive)));
            assert!(laws.waiting.percentile(0.999).is_finite());
            let few = ok(finite_source_laws(count(6.0), ms(50.0), &law));
            assert!(few.response.percentile(0.999).is_finite() && few.response.percentile(0.0) >= 0.0);
            assert!((few.found.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            let scanned = ok(scan_dispatch(rate(1.0), &law, ms(3.0), count(2.0)));
            assert!(scanned.waiting_time.is_finite());
        }
    }
}

#[test]
fn arrivals_that_vary_warn() {
    let answer = |ca2: f64, c2: f64, c: f64| warns(&ggc(&load(7.0 * c, 100.0, c), variability(ca2, c2)));
    assert!(answer(2.5, 1.0, 2.0));
    assert!(answer(0.4, 1.0, 8.0));
    assert!(!answer(0.4, 1.0, 6.0));
    assert!(answer(1.0, 5.0, 4.0));
    assert!(!answer(1.0, 100.0, 1.0), "Pollaczek-Khinchine is exact for any service");
    assert!(!answer(1.0, 2.0, 4.0));
    assert!(warns(&ggc(&load(9.0, 100.0, 2.0), variability(1.0, 2.0))));
}

#[test]
fn populations_from_one_to_ten_thousand() {
    let service = Law::new(Shape::Gamma, ms(10.0), scv(0.5));
    let one = ok(finite_source(count(1.0), ms(100.0), &service));
    assert_eq!((one.response_time, one.waiting_time, one.found_idle), (10.0, 0.0, 1.0));
    // More than the think time can hide: the asymptote, exactly.
    let crowd = ok(finite_source(count(10_000.0), ms(1000.0), &service));
    assert!((crowd.response_time - 99_000.0).abs() < 1e-6);
    assert_eq!(crowd.throughput, 100.0);
    let laws = finite_source_laws(count(10_000.0), ms(1000.0), &service);
    assert!(warns(&laws));
    let laws = value(laws);
    assert!((laws.response.mean() / 99_000.0 - 1.0).abs() < 1e-9);
    assert!(laws.response.percentile(0.99) > 99_000.0);
    // Few visits each: M/G/1 in the limit.
    let open = ok(mg1(rate(50.0), &service));
    let rare = ok(finite_source(count(100_000.0), ms(2e6 - open.response_time), &service));
    assert!((rare.response_time / open.response_time - 1.0).abs() < 1e-4);
    // No think time at all: the server never rests.
    let busy = ok(finite_source(count(4.0), ms(0.0), &service));
    assert!((busy.response_time - 40.0).abs() < 1e-4 && (busy.throughput - 100.0).abs() < 1e-4);
}

#[test]
fn waits_beyond_the_grid_are_reported() {
    let slow = Law::new(Shape::Gamma, ms(30_000.0), scv(1.0)).on_grid(Resolution::Interactive);
    let answer = mg1_laws(rate(0.03), &slow);
    assert!(warns(&answer));
    assert!((value(answer).means.waiting_time / 270_000.0 - 1.0).abs() < 1e-9);
}

#[test]
fn answers_go_on_and_keep_their_warnings() {
    let warned = ggc(&load(70.0, 100.0, 8.0), variability(4.0, 1.0));
    assert!(warns(&warned));
    let next = warned.and_then(|station| Answer::Ok(station.waiting_time));
    assert!(warns(&next));
    assert_eq!(saturation(next.and_then(|_| mmc(&load(10.0, 100.0, 1.0)))).growth(), 0.0);
}
