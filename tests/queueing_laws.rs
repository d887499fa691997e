//! Laws that every formula obeys: Little's law, scaling of time, monotonicity, limits.

mod common;
mod stations;

use common::ms;
use farsight::latency::{Delay, Law, Resolution, Shape};
use farsight::queueing::batch_service::{closed, open_means};
use farsight::queueing::burst::burst;
use farsight::queueing::erlang::{erlang_b, erlang_c, mmc};
use farsight::queueing::finite_source::{finite_source, finite_source_laws};
use farsight::queueing::fluid::backlog;
use farsight::queueing::hashing::fullest;
use farsight::queueing::keyed::{KeyShares, keyed};
use farsight::queueing::multi_server::{MultiServer, ggc};
use farsight::queueing::network::{Class, Discipline, Network, Station, exact};
use farsight::queueing::single_server::{mg1, mg1_laws};
use proptest::prelude::*;
use stations::{count, load, ok, rate, scv, value, variability};

fn near(a: f64, b: f64, tol: f64) -> bool {
    (a - b).abs() <= tol * a.abs().max(b.abs()).max(1e-12)
}

fn gamma(mean: f64, c2: f64) -> Law {
    Law::new(Shape::Gamma, ms(mean), scv(c2))
}

/// G/G/c at utilization `rho`.
fn at(rho: f64, service: f64, c: u32, ca2: f64, c2: f64) -> MultiServer {
    let c = f64::from(c);
    value(ggc(&load(1000.0 * rho * c / service, service, c), variability(ca2, c2)))
}

fn two_classes(populations: [f64; 2], think: [f64; 2], demands: [[f64; 2]; 3]) -> Network {
    let class = |i: usize| Class { population: count(populations[i]), think_time: ms(think[i]) };
    let station = |row: [f64; 2]| Station { discipline: Discipline::Queueing, demands: row.map(ms).to_vec() };
    Network { classes: vec![class(0), class(1)], stations: demands.map(station).to_vec() }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(96) })]

    #[test]
    fn little_holds_at_stations(rho in 0.05..0.98, service in 0.1..500.0, c in 1..40_u32, c2 in 0.0..4.0) {
        let lambda = rho * f64::from(c) / service;
        let station = at(rho, service, c, 1.0, c2);
        prop_assert!(near(station.queue_length, lambda * station.waiting_time, 1e-12));
        let exact = ok(mmc(&load(1000.0 * lambda, service, f64::from(c))));
        prop_assert!(near(exact.number_present, lambda * exact.response_time, 1e-12));
        prop_assert!(near(exact.number_present - exact.queue_length, lambda * service, 1e-9));
    }

    #[test]
    fn little_holds_in_closed_systems(k in 1..80_u32, z in 0.1..2000.0, service in 0.1..50.0, c2 in 0.0..6.0) {
        let answer = ok(finite_source(count(f64::from(k)), ms(z), &gamma(service, c2)));
        prop_assert!(near(answer.throughput / 1000.0 * (z + answer.response_time), f64::from(k), 1e-9));
        prop_assert!(near(answer.utilization, answer.throughput / 1000.0 * service, 1e-9));
        prop_assert!(answer.utilization <= 1.0 + 1e-12);
    }

    #[test]
    fn time_scales(rho in 0.1..0.95, service in 0.1..50.0, c in 1..20_u32, ca2 in 0.1..4.0, c2 in 0.0..4.0, k in 0.1..30.0) {
        let (one, other) = (at(rho, service, c, ca2, c2), at(rho, k * service, c, ca2, c2));
        prop_assert!(near(k * one.waiting_time, other.waiting_time, 1e-9));
        prop_assert!(near(one.wait_probability, other.wait_probability, 1e-9));
        prop_assert!(near(k * one.waiting_percentile(0.99), other.waiting_percentile(0.99), 1e-6));
        let few = |f: f64| ok(finite_source(count(9.0), ms(f * 70.0), &gamma(f * service, c2)));
        prop_assert!(near(k * few(1.0).response_time, few(k).response_time, 1e-9));
        prop_assert!(near(few(1.0).throughput, k * few(k).throughput, 1e-9));
    }

    #[test]
    fn networks_scale_and_conserve(n in 1..25_u32, m in 1..25_u32, z in 0.1..100.0, d in 0.1..20.0, f in 0.1..10.0) {
        let of = |f: f64| {
            let demands = [[f * d, f * 2.0], [f * 1.0, f * d], [f * 3.0, 0.0]];
            ok(exact(&two_classes([f64::from(n), f64::from(m)], [f * z, f * 5.0], demands)))
        };
        let (one, other) = (of(1.0), of(f));
        for (a, b) in one.classes.iter().zip(&other.classes) {
            prop_assert!(near(a.throughput, f * b.throughput, 1e-9));
            prop_assert!(near(f * a.response_time, b.response_time, 1e-9));
        }
        let thinking = (one.classes[0].throughput * z + one.classes[1].throughput * 5.0) / 1000.0;
        let present: f64 = one.stations.iter().map(|station| station.queue_length).sum();
        prop_assert!(near(thinking + present, f64::from(n + m), 1e-9));
    }

    #[test]
    fn waits_grow_with_load(rho in 0.05..0.9, more in 0.001..0.09, c in 1..30_u32, ca2 in 0.0..4.0, c2 in 0.0..4.0) {
        let (low, high) = (at(rho, 100.0, c, ca2, c2), at(rho + more, 100.0, c, ca2, c2));
        prop_assert!(high.waiting_time >= low.waiting_time);
        let exact = |rho: f64| ok(erlang_c(&load(10.0 * rho * f64::from(c), 100.0, f64::from(c))));
        prop_assert!(exact(rho + more) >= exact(rho));
        let lost = |rho: f64| ok(erlang_b(&load(10.0 * rho * f64::from(c), 100.0, f64::from(c))));
        prop_assert!(lost(rho + more) >= lost(rho));
    }

    #[test]
    fn waits_grow_with_service_and_its_spread(lambda in 1.0..9.0, service in 10.0..90.0, c2 in 0.0..4.0, more in 0.01..1.0) {
        let wait = |service: f64, c2: f64| ok(mg1(rate(lambda), &gamma(service, c2))).waiting_time;
        prop_assert!(wait(service * (1.0 + 0.1 * more), c2) > wait(service, c2));
        prop_assert!(wait(service, c2 + more) > wait(service, c2));
        // Below a quarter of the load the constant-service formula of Cosmetatos overshoots, at waits of no account.
        let pool = |c2: f64| at(0.25 + lambda / 15.0, 100.0, 6, 1.0, c2).waiting_time;
        prop_assert!(pool(c2 + more) >= pool(c2) * (1.0 - 1e-12));
        let few = |c2: f64| ok(finite_source(count(7.0), ms(80.0), &gamma(service, c2))).response_time;
        prop_assert!(few(c2 + more) > few(c2));
    }

    #[test]
    fn servers_only_help(lambda in 1.0..60.0, c2 in 0.0..4.0, c in 7..30_u32) {
        let wait = |c: u32| value(ggc(&load(lambda, 100.0, f64::from(c)), variability(1.0, c2))).waiting_time;
        prop_assert!(wait(c + 1) <= wait(c));
    }

    #[test]
    fn exponential_and_single_limits(rho in 0.05..0.95, c in 1..20_u32) {
        let offered = load(10.0 * rho * f64::from(c), 100.0, f64::from(c));
        prop_assert!(near(at(rho, 100.0, c, 1.0, 1.0).waiting_time, ok(mmc(&offered)).waiting_time, 1e-9));
        let single = at(rho, 100.0, 1, 1.0, 0.0).waiting_time;
        prop_assert!(near(single, 100.0 * rho / (2.0 * (1.0 - rho)), 1e-9));
        prop_assert!(near(ok(mg1(rate(10.0 * rho), &gamma(100.0, 0.0))).waiting_time, single, 1e-9));
        // At one server with exponential service a finite source of one meets nobody.
        prop_assert_eq!(ok(finite_source(count(1.0), ms(50.0), &gamma(100.0, 1.0))).response_time, 100.0);
    }

    #[test]
    fn percentiles_are_ordered(rho in 0.1..0.95, c in 1..12_u32, ca2 in 0.1..4.0, c2 in 0.0..4.0) {
        let station = at(rho, 100.0, c, ca2, c2);
        let waits = [0.1, 0.5, 0.9, 0.99, 0.999].map(|p| station.waiting_percentile(p));
        prop_assert!(waits.is_sorted());
        let few = ok(finite_source_laws(count(f64::from(c)), ms(200.0), &gamma(40.0, c2)));
        let responses = [0.1, 0.5, 0.9, 0.99, 0.999].map(|p| few.response.percentile(p));
        prop_assert!(responses.is_sorted());
    }

    #[test]
    fn a_finite_source_is_kinder_than_an_open_one(k in 2..60_u32, rho in 0.05..0.9, c2 in 0.0..3.0) {
        // Same arrival rate as the open queue if nobody ever queued.
        let service = gamma(10.0, c2);
        let closed = ok(finite_source(count(f64::from(k)), ms(10.0 * f64::from(k) / rho), &service));
        let open = ok(mg1(rate(100.0 * rho), &service));
        prop_assert!(closed.response_time <= open.response_time);
    }

    #[test]
    fn batches_lie_between_one_and_two_services(lambda in 0.01..1e4, n in 1..60_u32, z in 0.1..500.0) {
        let service = gamma(4.0, 0.0);
        let open = ok(open_means(rate(lambda), &service));
        prop_assert!((4.0 - 1e-9..=6.0 + 1e-9).contains(&open.response_time));
        let on_grid = service.on_grid(Resolution::Interactive);
        let few = ok(closed(count(f64::from(n)), ms(z), &on_grid));
        prop_assert!((4.0 - 1e-6..=8.0 + 1e-6).contains(&few.response_time));
    }

    #[test]
    fn one_key_each_is_no_key(rho in 0.1..0.9, c in 1..12_u32, c2 in 0.0..2.0) {
        // With very many even keys only the pool is left.
        let offered = load(10.0 * rho * f64::from(c), 100.0, f64::from(c));
        let keys = KeyShares::zipf(count(100_000.0), 0.0).expect("in range");
        let keyed = ok(keyed(&offered, scv(c2), &keys, ms(0.0)));
        let pool = value(ggc(&offered, variability(1.0, c2)));
        prop_assert!((keyed.waiting_time - pool.waiting_time).abs() < 0.01 * pool.response_time);
    }

    #[test]
    fn bursts_take_at_least_their_work(n in 1..300_u32, c in 1..40_u32, c2 in 0.0..3.0) {
        let answer = ok(burst(count(f64::from(n)), count(f64::from(c)), ms(10.0), scv(c2)));
        prop_assert!(answer.makespan >= 10.0 * f64::from(n) / f64::from(c) - 1e-9);
        prop_assert!(answer.response_time >= 10.0 - 1e-9 && answer.response_time <= answer.makespan + 1e-9);
    }

    #[test]
    fn the_fullest_holds_at_least_the_average(n in 1..200_u32, b in 1..100_u32) {
        let answer = ok(fullest(count(f64::from(n)), count(f64::from(b))));
        prop_assert!(answer.skew >= 1.0 - 1e-9 && answer.expected_max <= f64::from(n) + 1e-9);
        prop_assert!(answer.median_max <= answer.p95_max);
        prop_assert!((0.0..=1.0).contains(&answer.no_collision));
    }

    #[test]
    fn backlogs_scale_and_conserve(rates in prop::collection::vec(0.0..20.0, 1..24), spare in 0.05..10.0, f in 0.1..10.0) {
        let mean = rates.iter().sum::<f64>() / rates.len() as f64;
        let one = ok(backlog(&rates, 600.0, mean + spare, None));
        let faster: Vec<f64> = rates.iter().map(|r| f * r).collect();
        let other = ok(backlog(&faster, 600.0, f * (mean + spare), None));
        prop_assert!(near(one.max_lag, other.max_lag, 1e-6));
        prop_assert!(near(f * one.max_backlog, other.max_backlog, 1e-6));
        prop_assert!(one.share_above(0.0) <= 1.0 + 1e-12 && one.mean_lag <= one.max_lag);
        let by_pieces: f64 = one.pieces.iter().map(|p| p.time[1] - p.time[0]).sum();
        prop_assert!(near(by_pieces, 600.0 * rates.len() as f64, 1e-9));
        let roomier = ok(backlog(&rates, 600.0, mean + 1.5 * spare, None));
        prop_assert!(roomier.max_backlog <= one.max_backlog + 1e-6 && roomier.mean_lag <= one.mean_lag + 1e-6);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(12) })]

    #[test]
    fn laws_carry_their_means(rho in 0.05..0.97, service in 0.5..200.0, c2 in 0.05..4.0) {
        let law = gamma(service, c2).on_grid(Resolution::Interactive);
        let laws = value(mg1_laws(rate(1000.0 * rho / service), &law));
        prop_assert!(near(laws.waiting.mean(), laws.means.waiting_time, 1e-6));
        prop_assert!(near(laws.response.mean(), laws.means.response_time, 1e-6));
        let percentiles = [0.5, 0.9, 0.99, 0.999].map(|p| laws.response.percentile(p));
        prop_assert!(percentiles.is_sorted());
    }
}
