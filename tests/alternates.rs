//! Alternates against independent arithmetic, an event simulation and known limits.

mod common;
mod simulator;
mod stations;

use common::{Report, cases, number};
use farsight::queueing::alternates::{Alternates, Availability, HOURS_PER_YEAR, alternates};
use simulator::{Draw, Interval, Random};
use stations::{invalid_fields, ok, share};

#[test]
fn shares_equal_independent_arithmetic() {
    let mut report = Report::default();
    for case in cases("c_alternates") {
        let (id, expected, tol) = (&case["id"], &case["expected"], number(&case["tol"], "*"));
        let states = case["inputs"]["states"].as_array().expect("states");
        let servers: Vec<Availability> = states
            .iter()
            .map(|state| match (share(number(state, "avail")), state["mtbf_h"].as_f64()) {
                (share, Some(mean_up)) => Availability::ShareAndFailures { share, mean_up },
                (share, None) => Availability::Share(share),
            })
            .collect();
        let answer = ok(alternates(&servers));
        for (rank, p) in expected["p"].as_array().expect("shares").iter().enumerate() {
            report.check(&format!("{id} {rank}"), answer.serves[rank], p.as_f64().expect("number"), tol);
        }
        let of = |name: &str| states.iter().map(|state| number(state, name)).collect::<Vec<_>>();
        let zero: Vec<f64> = of("rpo_s").iter().map(|rpo| if *rpo == 0.0 { 1.0 } else { 0.0 }).collect();
        let stall = ok(answer.stall_per_year(number(&case["inputs"], "net_timeout_s")));
        for (name, got) in [
            ("lfs_ms", ok(answer.mean(&of("lfs_ms")))),
            ("rpo_s", ok(answer.mean(&of("rpo_s")))),
            ("p_zero_loss", ok(answer.mean(&zero))),
            ("p_none", answer.nobody),
            ("switches_per_year", answer.switches_per_year),
            ("switch_stall_s_per_year", stall),
        ] {
            report.check(&format!("{id} {name}"), got, number(expected, name), tol);
        }
    }
    report.done(2 * 8);
}

/// Shares of time that each serves and nobody does, and failures an hour of the one that serves, over many stretches.
fn simulate(servers: &[(f64, f64, Draw)], seed: u64) -> (Vec<Interval>, Interval) {
    const STRETCHES: usize = 400;
    const EVENTS: usize = 1000;
    let mut random = Random::seeded(seed);
    let mut up = vec![true; servers.len()];
    let mut changes: Vec<f64> =
        servers.iter().map(|(mean, _, _)| random.draw(Draw::Exponential, *mean)).collect();
    let (mut shares, mut failures) = (vec![Vec::new(); servers.len() + 1], Vec::new());
    let mut now = 0.0;
    for _ in 0..STRETCHES {
        let (from, mut served, mut failed) = (now, vec![0.0; servers.len() + 1], 0.0);
        for _ in 0..EVENTS {
            let next =
                (0..servers.len()).min_by(|a, b| changes[*a].total_cmp(&changes[*b])).expect("servers");
            let serving = up.iter().position(|up| *up).unwrap_or(servers.len());
            served[serving] += changes[next] - now;
            now = changes[next];
            failed += if serving == next { 1.0 } else { 0.0 };
            up[next] = !up[next];
            let (mean_up, mean_down, law) = servers[next];
            changes[next] = now
                + if up[next] {
                    random.draw(Draw::Exponential, mean_up)
                } else {
                    random.draw(law, mean_down)
                };
        }
        let hours = now - from;
        shares.iter_mut().zip(served).for_each(|(shares, served)| shares.push(served / hours));
        failures.push(failed / hours);
    }
    (shares.iter().map(|shares| Interval::of_mean(shares)).collect(), Interval::of_mean(&failures))
}

fn of(servers: &[(f64, f64, Draw)]) -> Alternates {
    let outages = |&(mean_up, mean_down, _): &(f64, f64, Draw)| Availability::Outages { mean_up, mean_down };
    ok(alternates(&servers.iter().map(outages).collect::<Vec<_>>()))
}

#[test]
fn a_simulation_of_servers_that_come_and_go_agrees() {
    let servers =
        [(20.0, 5.0, Draw::Lognormal), (30.0, 20.0, Draw::Constant), (10.0, 3.0, Draw::Exponential)];
    for ranked in [vec![0], vec![0, 1], vec![2, 0, 1], vec![1, 1, 2]] {
        let servers: Vec<_> = ranked.into_iter().map(|rank| servers[rank]).collect();
        let answer = of(&servers);
        let (shares, failures) = simulate(&servers, 1);
        for (interval, got) in shares.iter().zip(answer.serves.iter().chain([&answer.nobody])) {
            assert!(interval.holds(*got, 0.0), "{got} for {interval:?} of {servers:?}");
        }
        let per_hour = answer.switches_per_year / HOURS_PER_YEAR;
        assert!(failures.holds(per_hour, 0.0), "{per_hour} for {failures:?}");
        // Failures also of those who do not serve would be caught.
        let all: f64 = servers.iter().map(|(up, down, _)| 1.0 / (up + down)).sum();
        assert!(servers.len() == 1 || !failures.holds(all, 0.0));
    }
}

#[test]
fn shares_add_up_and_limits_hold() {
    let answer = of(&[(99.0, 1.0, Draw::Constant), (9.0, 1.0, Draw::Constant), (1.0, 1.0, Draw::Constant)]);
    let sum: f64 = answer.serves.iter().sum::<f64>() + answer.nobody;
    assert!((sum - 1.0).abs() < 1e-15);
    // A leader that never fails serves alone; one that is never up is as if it were not there.
    let sure = ok(alternates(&[Availability::Share(share(1.0)), Availability::Share(share(0.5))]));
    assert_eq!((sure.serves, sure.nobody, sure.switches_per_year), (vec![1.0, 0.0], 0.0, 0.0));
    let gone = ok(alternates(&[Availability::Share(share(0.0)), Availability::Share(share(0.5))]));
    assert_eq!((gone.serves, gone.nobody), (vec![0.0, 0.5], 0.5));
}

#[test]
fn questions_without_meaning() {
    assert_eq!(invalid_fields(alternates(&[])), ["number of servers"]);
    assert_eq!(
        invalid_fields(alternates(&vec![Availability::Share(share(0.5)); 1001])),
        ["number of servers"]
    );
    for bad in [-1.0, f64::NAN, f64::INFINITY] {
        let of =
            |mean_up, mean_down| invalid_fields(alternates(&[Availability::Outages { mean_up, mean_down }]));
        assert_eq!(of(bad, 1.0), ["mean time between failures"]);
        assert_eq!(of(1.0, bad), ["mean length of a failure"]);
        let listed = Availability::ShareAndFailures { share: share(0.9), mean_up: bad };
        assert_eq!(invalid_fields(alternates(&[listed])), ["mean time between failures"]);
        let answer = ok(alternates(&[Availability::Share(share(0.5))]));
        assert_eq!(invalid_fields(answer.mean(&[1.0, 2.0])), ["number of values"]);
        assert_eq!(invalid_fields(answer.stall_per_year(bad)), ["stall of a switch"]);
    }
    let answer = ok(alternates(&[Availability::Share(share(0.5))]));
    assert_eq!(invalid_fields(answer.mean(&[f64::NAN])), ["value of a server"]);
}
