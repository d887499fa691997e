//! Two-state modulation: formulas against arithmetic, the bracket against event-by-event simulation.

mod common;

use common::{Report, cases, law, ms, number, ok, rate};
use farsight::latency::bursts::{Modulation, PerState, Regime};
use farsight::latency::{Delay, Law, Resolution};
use farsight::queueing::batch_service::open_means;
use farsight::units::Answer;
use serde_json::Value;

fn modulation(inputs: &Value) -> Modulation {
    ok(Modulation::new(ms(number(inputs, "mean_good_ms")), ms(number(inputs, "mean_bad_ms"))))
}

#[test]
fn formulas_equal_the_reference() {
    let mut report = Report::default();
    for case in cases("a_bursts") {
        let (inputs, expected, tol) = (&case["inputs"], &case["expected"], number(&case["tol"], "*"));
        let spells = modulation(inputs);
        let (good, bad) = (number(inputs, "mean_latency_good_ms"), number(inputs, "mean_latency_bad_ms"));
        let mean = PerState { good: ms(good), bad: ms(bad) };
        let arrivals = rate(1000.0 * number(inputs, "commit_rate_per_ms"));
        let closed = PerState { good: rate(1000.0 / (10.0 + good)), bad: rate(1000.0 / (10.0 + bad)) };
        let got = [
            ("pi_bad", spells.weights_by_time().bad),
            ("mean_ms", spells.weights_by_time().mean(PerState { good, bad })),
            ("between_state_variance", spells.autocovariance(mean, ms(0.0))),
            ("autocorr_time_ms", spells.correlation_time()),
            ("autocov_lag_100ms", spells.autocovariance(mean, ms(100.0))),
            ("episodes_per_hour", spells.episodes_per_hour()),
            ("mean_commits_per_bad_episode_open", spells.arrivals_per_episode(arrivals)),
            (
                "closed_share_of_commits_in_bad (X inversely prop. to Z+R, Z=10)",
                spells.weights_by_completions(closed).bad,
            ),
        ];
        for (name, got) in got {
            report.check(&format!("{} {name}", case["id"]), got, number(expected, name), tol);
        }
    }
    report.done(24);
}

fn response(arrivals: f64, service: &impl Delay) -> f64 {
    ok(open_means(rate(arrivals), service)).response_time
}

struct Bracket {
    separate: f64,
    mixed: f64,
}

fn bracket(case: &Value) -> Bracket {
    let inputs = &case["inputs"];
    let arrivals = number(inputs, "lambda_per_s");
    let (good, bad): (Law, Law) = (law(&inputs["good"]), law(&inputs["bad"]));
    let weights = modulation(inputs).weights_by_time();
    let grid = |law: &Law| law.on_grid(Resolution::Interactive);
    let mixed = weights.law(PerState { good: &grid(&good), bad: &grid(&bad) });
    Bracket {
        separate: weights.mean(PerState { good: response(arrivals, &good), bad: response(arrivals, &bad) }),
        mixed: response(arrivals, &mixed),
    }
}

#[test]
fn the_bracket_holds_the_simulated_mean() {
    let mut report = Report::default();
    for case in cases("b_modulated") {
        let (id, expected) = (&case["id"], &case["expected"]);
        let Bracket { separate, mixed } = bracket(&case);
        report.check(&format!("{id} separate"), separate, number(expected, "quasi_static_lfs_ms"), 1e-3);
        report.check(&format!("{id} mixed"), mixed, number(expected, "iid_mixture_lfs_ms"), 1e-3);
        let simulated = &case["mc"]["lfs_mean_ms"];
        let (mean, half) = (number(simulated, "mean"), number(simulated, "ci95"));
        assert!(separate <= mean + half && mean - half <= mixed, "{id}: {separate} {mean} {mixed}");
        let service = PerState { good: ms(1.0), bad: ms(20.0) };
        let stated = match modulation(&case["inputs"]).regime(service) {
            Regime::Separate => (separate, 2e-3 * separate),
            Regime::NearlySeparate => (separate, 2e-2 * separate),
            Regime::Mixed => (mixed, 2e-2 * mixed),
            Regime::Bracket => continue,
        };
        assert!((stated.0 - mean).abs() <= stated.1 + half, "{id}: {stated:?} {mean} +- {half}");
    }
    report.done(10);
}

#[test]
fn spells_without_length_are_named() {
    let answer = Modulation::new(ms(0.0), ms(0.0));
    assert!(matches!(answer, Answer::Invalid(fields) if fields.len() == 2));
}
