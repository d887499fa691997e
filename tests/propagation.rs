//! Base round trips and jitter against arithmetic and closed forms.

mod common;

use common::{Report, cases, law, ms, number, numbers, ok, share};
use farsight::latency::jitter::{self, Jitter, Spikes};
use farsight::latency::propagation::{Fibre, longest_distance, round_trip};
use farsight::latency::{Delay, Law, Resolution, Shape};
use farsight::units::{Answer, Kilometres, Scv};

fn km(value: f64) -> Kilometres {
    Kilometres::new("test", value).expect("in range")
}

#[test]
fn round_trips_equal_the_reference() {
    let mut report = Report::default();
    for case in cases("a_propagation") {
        let (inputs, tol) = (&case["inputs"], number(&case["tol"], "*"));
        let fibre = Fibre {
            route_factor: number(inputs, "route_factor"),
            group_index: number(inputs, "group_index"),
        };
        let equipment = ms(number(inputs, "equipment_rtt_ms"));
        let distance = km(number(inputs, "km"));
        let got = ok(round_trip(distance, fibre, equipment));
        report.check(&format!("{} rtt", case["id"]), got, number(&case["expected"], "rtt_ms"), tol);
        let straight = Fibre { route_factor: 1.0, ..fibre };
        let per_km = ok(round_trip(km(1.0), straight, ms(0.0))) / 2.0 * 1000.0;
        report.check(
            &format!("{} km", case["id"]),
            per_km,
            number(&case["expected"], "us_per_km_one_way"),
            tol,
        );
        let back = ok(longest_distance(ms(got), fibre, equipment));
        report.check(&format!("{} back", case["id"]), back, distance.get(), 1e-9);
    }
    report.done(9);
}

/// The cases of the goal seek name microseconds a kilometre.
#[test]
fn longest_distances_equal_the_reference() {
    let mut report = Report::default();
    for case in cases("h_uq").iter().filter(|c| c["expected"]["max_km"].is_number()) {
        let inputs = &case["inputs"];
        let group_index = number(inputs, "us_per_km_one_way") * 0.299_792_458;
        let fibre = Fibre { route_factor: number(inputs, "route_factor"), group_index };
        let limit = ms(number(&case["expected"], "max_rtt_ms"));
        let got = ok(longest_distance(limit, fibre, ms(number(inputs, "equipment_rtt_ms"))));
        report.check(
            &format!("{}", case["id"]),
            got,
            number(&case["expected"], "max_km"),
            number(&case["tol"], "*"),
        );
    }
    report.done(4);
}

#[test]
fn impossible_fibres_and_distances_are_named() {
    let fibre = Fibre { route_factor: 0.9, group_index: f64::NAN };
    let Answer::Invalid(fields) = round_trip(km(30.0), fibre, ms(0.0)) else { panic!("not invalid") };
    assert_eq!(fields.iter().map(|f| f.field).collect::<Vec<_>>(), ["route factor", "group index"]);
    assert!(matches!(longest_distance(ms(0.1), Fibre::default(), ms(0.3)), Answer::Warn(0.0, _)));
}

/// Spikes of the reference mixtures whose second part is the first one, later by a constant.
#[test]
fn spiky_round_trips_equal_the_reference() {
    let mut report = Report::default();
    for case in cases("a_distributions").iter().filter(|c| c["id"] == "A5.mix.rtt+rto") {
        let laws = case["inputs"]["laws"].as_array().expect("laws");
        let base = ms(number(&laws[0], "shift_ms"));
        let jitter = Jitter {
            shape: Shape::Lognormal,
            mean: ms(number(&laws[0], "mean_excess_ms")),
            scv: Scv::new("test", number(&laws[0], "scv_excess")).expect("in range"),
        };
        let extra = Law::constant(ms(number(&laws[1], "shift_ms") - base.get()));
        let spikes = Spikes { share: share(numbers(&case["inputs"]["weights"])[1]), extra };
        let got = ok(jitter::round_trip(base, jitter, Some(&spikes), Resolution::Interactive));
        report.check("mean", got.mean(), number(&case["expected"], "mean"), number(&case["tol"], "mean"));
        for (name, p) in [("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("p99.9", 0.999)] {
            report.check(
                name,
                got.percentile(p),
                number(&case["expected"], name),
                number(&case["tol"], name),
            );
        }
    }
    report.done(5);
}

#[test]
fn percentiles_of_laws_need_no_grid() {
    let mut report = Report::default();
    for case in
        cases("a_distributions").iter().filter(|c| c["id"].as_str().is_some_and(|i| i.starts_with("A1.")))
    {
        let law = law(&case["inputs"]["law"]);
        for (name, p) in [("p50", 0.5), ("p75", 0.75), ("p95", 0.95), ("p99.9", 0.999), ("p99.99", 0.9999)] {
            let expected = number(&case["expected"], name);
            report.check(&format!("{} {name}", case["id"]), law.percentile(p), expected, 1e-10);
            report.check(&format!("{} {name} back", case["id"]), law.survival(expected), 1.0 - p, 1e-8);
        }
    }
    report.done(30);
}

#[test]
fn unknown_jitter_is_an_assumption_of_the_base() {
    let assumed = |base| Jitter::assumed(ms(base)).mean.get();
    assert_eq!((assumed(0.1), assumed(100.0)), (0.05, 5.0));
}

#[test]
fn jitter_outside_the_grid_warns() {
    let jitter = |mean, scv| Jitter {
        shape: Shape::Lognormal,
        mean: ms(mean),
        scv: Scv::new("test", scv).expect("in range"),
    };
    let law = |jitter| jitter::round_trip(ms(1.0), jitter, None, Resolution::Interactive);
    assert!(matches!(law(jitter(1.0, 0.0)), Answer::Ok(_)));
    assert!(matches!(law(jitter(5e-4, 1.0)), Answer::Warn(..)));
    assert!(matches!(law(jitter(5e4, 100.0)), Answer::Warn(..)));
}
