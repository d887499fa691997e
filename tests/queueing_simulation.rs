//! Formulas against a small seeded event simulator. Every comparison also shows that a plausible wrong formula would
//! be caught by the same interval.

mod common;
mod simulator;
mod stations;

use common::ms;
use farsight::latency::{Delay, Law, Resolution, Shape};
use farsight::queueing::batch_service::{closed_exact, open_means};
use farsight::queueing::burst::BatchSize;
use farsight::queueing::burst::{batch_arrivals, burst};
use farsight::queueing::erlang::mmc;
use farsight::queueing::finite_source::{exact_response, finite_source, finite_source_laws};
use farsight::queueing::keyed::{KeyShares, PoolWait, keyed, keyed_by};
use farsight::queueing::multi_server::ggc;
use farsight::queueing::network::{Class, Discipline, Network, Station, solve};
use farsight::queueing::pauses::stop_the_world;
use farsight::queueing::scan::scan_dispatch;
use farsight::queueing::single_server::{mg1, mg1_laws};
use simulator::{
    Draw, Interval, Random, closed_batches, closed_network, finite_waits, keyed_waits, pool_waits,
    scanned_waits,
};
use stations::{count, load, ok, rate, scv, value, variability};

const CUSTOMERS: usize = 400_000;

fn law(draw: Draw, mean: f64) -> Law {
    match draw {
        Draw::Constant => Law::constant(ms(mean)),
        Draw::Exponential => Law::new(Shape::Exponential, ms(mean), scv(1.0)),
        Draw::Erlang4 => Law::new(Shape::Gamma, ms(mean), scv(0.25)),
        Draw::Lognormal => Law::new(Shape::Lognormal, ms(mean), scv(2.0)),
    }
}

/// `right` within the interval widened by the share that its documentation allows, `wrong` outside.
#[track_caller]
fn tells_apart(interval: Interval, right: f64, stated: f64, wrong: f64) {
    assert!(interval.holds(right, stated), "{right} is outside {interval:?} and {stated}");
    assert!(!interval.holds(wrong, stated), "the wrong {wrong} passes {interval:?} and {stated}");
}

#[test]
fn single_server_waits() {
    for draw in [Draw::Constant, Draw::Exponential, Draw::Erlang4, Draw::Lognormal] {
        let mut random = Random::seeded(1);
        let waits = pool_waits(&mut random, Draw::Exponential, draw, 0.7, 1, CUSTOMERS);
        let service = law(draw, 1.0);
        let mean = ok(mg1(rate(700.0), &service)).waiting_time;
        // The residual of a service taken as half a service.
        let wrong = 0.7 / (2.0 * 0.3) * if service.scv() > 0.0 { 1.0 } else { 1.3 };
        tells_apart(Interval::of_mean(&waits), mean, 0.0, wrong);
        let laws = ok(mg1_laws(rate(700.0), &service.on_grid(Resolution::Interactive)));
        for p in [0.5, 0.9, 0.99] {
            let right = laws.waiting.percentile(p);
            tells_apart(Interval::of_percentile(&waits, p), right, 1e-3, right * 0.85);
        }
    }
}

#[test]
fn memoryless_pools() {
    for (c, rho) in [(2, 0.8), (6, 0.7), (20, 0.9)] {
        let mut random = Random::seeded(2);
        let waits = pool_waits(&mut random, Draw::Exponential, Draw::Exponential, rho, c, CUSTOMERS);
        let servers = f64::from(u32::try_from(c).expect("few"));
        let answer = ok(mmc(&load(1000.0 * rho * servers, 1.0, servers)));
        // One fast server instead of several.
        let fast = answer.waiting_time / answer.wait_probability * rho;
        tells_apart(Interval::of_mean(&waits), answer.waiting_time, 0.0, fast);
        tells_apart(
            Interval::of_percentile(&waits, 0.95),
            answer.waiting_percentile(0.95),
            1e-9,
            answer.waiting_percentile(0.97),
        );
    }
}

#[test]
fn general_pools_within_their_stated_error() {
    for (arrivals, service, stated) in [
        (Draw::Exponential, Draw::Constant, 0.03),
        (Draw::Exponential, Draw::Erlang4, 0.03),
        (Draw::Exponential, Draw::Lognormal, 0.06),
        (Draw::Erlang4, Draw::Exponential, 0.12),
    ] {
        let mut random = Random::seeded(3);
        let waits = pool_waits(&mut random, arrivals, service, 0.8, 4, CUSTOMERS);
        let scvs = variability(law(arrivals, 1.0).scv(), law(service, 1.0).scv());
        let answer = value(ggc(&load(3200.0, 1.0, 4.0), scvs));
        let memoryless = ok(mmc(&load(3200.0, 1.0, 4.0))).waiting_time;
        tells_apart(Interval::of_mean(&waits), answer.waiting_time, stated, memoryless);
    }
}

#[test]
fn finite_sources() {
    for draw in [Draw::Constant, Draw::Erlang4, Draw::Lognormal] {
        let mut random = Random::seeded(4);
        let responses = finite_waits(&mut random, 8, 9.0, draw, CUSTOMERS);
        let service = law(draw, 1.0);
        let laws = ok(finite_source_laws(count(8.0), ms(9.0), &service));
        // Schweitzer's estimate, R = S (1 + (K - 1) / K X R).
        let mut schweitzer = 1.0;
        for _ in 0..500 {
            schweitzer = 1.0 + 7.0 * schweitzer / (9.0 + schweitzer);
        }
        tells_apart(Interval::of_mean(&responses), laws.means.response_time, 0.0, schweitzer);
        let exact = ok(exact_response(count(8.0), ms(9.0), &service.on_grid(Resolution::Interactive)));
        for (p, stated) in [(0.5, 0.10), (0.95, 0.10), (0.99, 0.10)] {
            let interval = Interval::of_percentile(&responses, p);
            tells_apart(interval, laws.response.percentile(p), stated, 1.25 * laws.response.percentile(p));
            tells_apart(interval, exact.percentile(p), 3e-3, 1.1 * exact.percentile(p));
        }
        assert!((exact.mean() / laws.means.response_time - 1.0).abs() < 1e-3);
        assert!(
            (laws.response.mean() / ok(finite_source(count(8.0), ms(9.0), &service)).response_time - 1.0)
                .abs()
                < 1e-9
        );
    }
}

#[test]
fn closed_batch_service() {
    for draw in [Draw::Constant, Draw::Exponential, Draw::Lognormal] {
        let mut random = Random::seeded(5);
        let responses = closed_batches(&mut random, 10, 2.0, draw, CUSTOMERS);
        let answer = ok(closed_exact(count(10.0), ms(2.0), &law(draw, 1.0)));
        // The heavy load of an open system: a service and its residual.
        let open = 1.0 + law(draw, 1.0).second_moment() / 2.0;
        tells_apart(Interval::of_mean(&responses), answer.response_time, 0.0, open);
    }
    let rare = ok(open_means(rate(0.001), &law(Draw::Constant, 1.0)));
    assert!((rare.response_time - 1.0).abs() < 1e-5);
}

#[test]
fn keys_that_keep_order() {
    let skewed = |hot: f64, others: usize| -> Vec<f64> {
        std::iter::once(hot).chain(std::iter::repeat_n((1.0 - hot) / others as f64, others)).collect()
    };
    let cases = [
        (vec![0.3, 0.2, 0.1, 0.1, 0.1, 0.05, 0.05, 0.05, 0.05], 2.4, 4, Draw::Erlang4),
        (vec![0.1; 10], 3.2, 4, Draw::Exponential),
        (skewed(0.3, 20), 2.4, 4, Draw::Exponential),
        (skewed(0.2, 50), 3.2, 4, Draw::Erlang4),
        (vec![1.0 / 30.0; 30], 3.6, 4, Draw::Exponential),
    ];
    for (weights, lambda, c, draw) in cases {
        let keys = KeyShares::from_weights(weights.clone()).expect("weights");
        let mut random = Random::seeded(6);
        let waits = keyed_waits(&mut random, &weights, lambda, c, draw, CUSTOMERS);
        let (offered, c2) = (load(1000.0 * lambda, 1.0, c as f64), scv(law(draw, 1.0).scv()));
        let answer = ok(keyed(&offered, c2, &keys, ms(0.0)));
        let every = value(keyed_by(PoolWait::EveryService, &offered, c2, &keys, ms(0.0)));
        let interval = Interval::of_mean(&waits).plus(1.0);
        tells_apart(interval, answer.response_time, 0.065, every.response_time);
    }
}

#[test]
fn scans_that_start_work() {
    for interval in [0.3, 1.5] {
        let mut random = Random::seeded(7);
        let waits = scanned_waits(&mut random, interval, 0.3, Draw::Erlang4, CUSTOMERS);
        let service = law(Draw::Erlang4, 1.0);
        let answer = ok(scan_dispatch(rate(300.0), &service, ms(interval), count(1.0)));
        let wrong = ok(mg1(rate(300.0), &service)).waiting_time + interval / 2.0;
        tells_apart(Interval::of_mean(&waits), answer.waiting_time, 0.0, wrong);
    }
}

#[test]
fn arrivals_in_batches() {
    let mut random = Random::seeded(8);
    let waits = simulator::batch_waits(&mut random, 4, 0.6, Draw::Exponential, CUSTOMERS);
    let offered = load(600.0, 1.0, 1.0);
    let right = value(batch_arrivals(&offered, scv(1.0), BatchSize { mean: 4.0, variance: 0.0 }));
    let wrong = value(batch_arrivals(&offered, scv(1.0), BatchSize { mean: 3.0, variance: 0.0 }));
    tells_apart(Interval::of_mean(&waits), right, 0.0, wrong);
}

#[test]
fn bursts_into_idle_servers() {
    for (n, c, makespan, response) in [(80, 8, 0.11, 0.04), (37, 21, 0.17, 0.06), (12, 8, 0.17, 0.06)] {
        for draw in [Draw::Exponential, Draw::Erlang4] {
            let mut random = Random::seeded(9);
            let (ends, responses) = simulator::bursts(&mut random, n, c, draw, 20_000);
            let (of_n, of_c) = (n as f64, c as f64);
            let answer = value(burst(count(of_n), count(of_c), ms(1.0), scv(law(draw, 1.0).scv())));
            tells_apart(Interval::of_mean(&ends), answer.makespan, makespan, answer.makespan * 1.25);
            tells_apart(
                Interval::of_mean(&responses),
                answer.response_time,
                response,
                answer.response_time * 1.15,
            );
        }
    }
}

#[test]
fn pauses_that_freeze_all() {
    let mut random = Random::seeded(10);
    let responses = simulator::paused_responses(&mut random, 4, 0.6, 200.0, 10.0, CUSTOMERS);
    let base = value(ggc(&load(2400.0, 1.0, 4.0), variability(1.0, 1.0)));
    let answer = ok(stop_the_world(&base, ms(200.0), ms(10.0)));
    // A pause that only delays those who arrive in it.
    let naive = base.response_time + 10.0 * 10.0 / 2.0 / 200.0;
    tells_apart(Interval::of_mean(&responses), answer.response_time, 0.038, naive);
}

#[test]
fn closed_networks() {
    let mut random = Random::seeded(11);
    let responses = closed_network(&mut random, 7, 10.0, [1.0, 2.0, 0.5], CUSTOMERS);
    let station = |demand: f64| Station { discipline: Discipline::Queueing, demands: vec![ms(demand)] };
    let network = Network {
        classes: vec![Class { population: count(7.0), think_time: ms(10.0) }],
        stations: [1.0, 2.0, 0.5].map(station).to_vec(),
    };
    let right = ok(solve(&network)).classes[0].response_time;
    tells_apart(Interval::of_mean(&responses), right, 0.0, 3.5 * (1.0 + 6.0 / 7.0));
}
