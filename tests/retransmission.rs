//! Loss over TCP: arithmetic, reference cases, and a sender that loses, hears back and times out event by event.

mod common;

use common::{Random, Report, cases, ms, number, ok, share};
use farsight::latency::retransmission::{
    Exchange, LONGEST_TIMER, TailLossProbe, extra, request_classes, timeout, timeout_by_rfc, wait_after,
};
use farsight::latency::{Delay, Resolution};
use farsight::units::{Answer, Count};
use serde_json::Value;

fn count(value: f64) -> Count {
    Count::new("test", value).expect("in range")
}

fn exchange(inputs: &Value) -> Exchange {
    let least_wait = ms(number(inputs, "rto_min_ms"));
    Exchange {
        segments: count(number(inputs, "segments")),
        loss: share(inputs["loss"].as_f64().unwrap_or(0.0)),
        round_trip: ms(number(inputs, "rtt_ms")),
        timeout: ms(timeout(ms(number(inputs, "srtt_ms")), ms(0.0), least_wait)),
        probe: if inputs["tlp"] == false { TailLossProbe::Disabled } else { TailLossProbe::Enabled },
    }
}

#[test]
fn waits_after_losses_equal_the_reference() {
    let mut report = Report::default();
    for case in cases("a_tcp").iter().filter(|c| c["inputs"]["loss"].is_null()) {
        let (inputs, expected, tol) = (&case["inputs"], &case["expected"], number(&case["tol"], "*"));
        let exchange = exchange(inputs);
        let quiet = exchange.round_trip.get() + number(inputs, "remote_ms");
        let write = |losses, probe| quiet + wait_after(losses, exchange.timeout, probe);
        report.check("rto0", exchange.timeout.get(), number(expected, "rto0_ms"), tol);
        report.check("0", write(0, TailLossProbe::Enabled), number(expected, "write_ms_no_loss"), tol);
        report.check("1", write(1, TailLossProbe::Disabled), number(expected, "write_ms_1_loss"), tol);
        for losses in 1..=3 {
            for (probe, suffix) in [(TailLossProbe::Enabled, "tlp"), (TailLossProbe::Disabled, "notlp")] {
                let name = format!("write_ms_{losses}_losses_{suffix}");
                let Some(expected) = expected[&name].as_f64() else { continue };
                report.check(&format!("{} {name}", case["id"]), write(losses, probe), expected, tol);
            }
        }
    }
    report.done(14 * 7);
}

#[test]
fn means_and_chances_equal_the_reference_and_its_simulation() {
    let mut report = Report::default();
    for case in cases("a_tcp").iter().filter(|c| c["inputs"]["loss"].is_number()) {
        let (expected, tol) = (&case["expected"], number(&case["tol"], "mean_ms"));
        let exchange = exchange(&case["inputs"]);
        let got = ok(extra(&exchange, Resolution::Interactive));
        let id = &case["id"];
        let mean = exchange.round_trip.get() + got.mean;
        report.check(&format!("{id} mean"), mean, number(expected, "mean_ms"), tol);
        report.check(&format!("{id} any"), got.any_loss, number(expected, "P_any_loss"), 1e-9);
        report.check(
            &format!("{id} 150"),
            got.law.survival(150.0),
            number(expected, "P(extra>=150ms)"),
            1e-6,
        );
        report.check(&format!("{id} timeout"), got.any_timeout, number(expected, "P(extra>=150ms)"), 1e-9);
        if let Some(expected) = expected["P(extra>=350ms)"].as_f64() {
            report.check(&format!("{id} 350"), got.law.survival(350.0), expected, 1e-6);
        }
        report.check(&format!("{id} law"), got.law.mean(), got.mean, 1e-6);
        let simulated = &case["mc"]["mean"];
        let off = (mean - number(simulated, "mean")).abs();
        assert!(off <= 1.5 * number(simulated, "ci95") + tol * mean, "{id}: off by {off}");
    }
    report.done(5 * 5);
}

/// A sender of segments over a lossy path with lossless acknowledgements: marks a segment lost when one sent later
/// has arrived (RFC 8985), after a quarter round trip while fewer than three have; else waits for its timer.
struct Sender<'a> {
    exchange: &'a Exchange,
    random: &'a mut Random,
    clock: f64,
    timer: f64,
    undoubled: bool,
    /// Order of the latest transmission of each missing segment.
    missing: Vec<u64>,
    sent: u64,
    arrived: u32,
}

impl<'a> Sender<'a> {
    fn new(exchange: &'a Exchange, random: &'a mut Random) -> Self {
        Self {
            exchange,
            random,
            clock: 0.0,
            timer: exchange.timeout.get(),
            undoubled: exchange.probe == TailLossProbe::Enabled,
            missing: Vec::new(),
            sent: 0,
            arrived: 0,
        }
    }

    /// Sends `flight` segments; returns the order of the latest that arrived.
    fn transmit(&mut self, flight: usize) -> Option<u64> {
        let mut latest = None;
        for _ in 0..flight {
            self.sent += 1;
            if self.random.uniform() < self.exchange.loss.get() {
                self.missing.push(self.sent);
            } else {
                self.arrived += 1;
                latest = Some(self.sent);
            }
        }
        latest
    }

    /// Time beyond the quiet one-way trip until all `segments` have arrived.
    fn run(mut self, segments: usize) -> f64 {
        let round_trip = self.exchange.round_trip.get();
        let mut heard = self.transmit(segments);
        let mut recovering = false;
        while !self.missing.is_empty() {
            if let Some(latest) = heard {
                self.clock += round_trip;
                let held = self.missing.len();
                self.missing.retain(|order| *order > latest);
                let revealed = held - self.missing.len();
                if revealed > 0 {
                    if !recovering && self.arrived < 3 {
                        self.clock += round_trip / 4.0;
                    }
                    recovering = true;
                    heard = self.transmit(revealed);
                    continue;
                }
            }
            // Nothing sent later arrived: the timer runs from the last news.
            self.clock += self.timer;
            if self.undoubled {
                self.undoubled = false
            } else {
                self.timer *= 2.0
            }
            self.missing.remove(0);
            recovering = true;
            heard = self.transmit(1);
        }
        self.clock
    }
}

/// Mean extra of request and response over `runs`, with its 95 % half width.
fn simulate(exchange: &Exchange, runs: u32, seed: u64) -> (f64, f64) {
    let mut random = Random::new(seed);
    let (mut sum, mut squares) = (0.0, 0.0);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small counts")]
    let segments = exchange.segments.get() as usize;
    for _ in 0..runs {
        let x = Sender::new(exchange, &mut random).run(segments) + Sender::new(exchange, &mut random).run(1);
        sum += x;
        squares += x * x;
    }
    let mean = sum / f64::from(runs);
    (mean, 1.96 * ((squares / f64::from(runs) - mean * mean) / f64::from(runs)).sqrt())
}

fn lossy(segments: f64, loss: f64, round_trip: f64, probe: TailLossProbe) -> Exchange {
    Exchange {
        segments: count(segments),
        loss: share(loss),
        round_trip: ms(round_trip),
        timeout: ms(round_trip + 200.0),
        probe,
    }
}

/// Exchanges with what their formula may be off, as a share of the whole exchange.
fn simulated_cases() -> Vec<(Exchange, f64)> {
    let mut cases = Vec::new();
    for probe in [TailLossProbe::Enabled, TailLossProbe::Disabled] {
        for loss in [0.01, 0.05] {
            cases.push((lossy(1.0, loss, 10.0, probe), 0.0));
            cases.push((lossy(4.0, loss, 10.0, probe), 0.02));
            cases.push((lossy(12.0, loss, 10.0, probe), 0.02));
        }
    }
    cases
}

/// Exchanges whose simulated mean is too far from what `formula` says of the extra.
fn missed(formula: impl Fn(&Exchange) -> f64) -> Vec<String> {
    let off = |(exchange, tol): (Exchange, f64)| {
        let (mean, half) = simulate(&exchange, 300_000, 7);
        let whole = exchange.round_trip.get() + mean;
        let got = formula(&exchange);
        ((got - mean).abs() > half + tol * whole).then(|| format!("{exchange:?}: {got}, {mean} +- {half}"))
    };
    simulated_cases().into_iter().filter_map(off).collect()
}

fn mean_extra(exchange: &Exchange) -> f64 {
    ok(extra(exchange, Resolution::Interactive)).mean
}

#[test]
fn means_agree_with_a_simulated_sender() {
    let missed = missed(mean_extra);
    assert!(missed.is_empty(), "{missed:#?}");
}

#[test]
fn the_simulated_sender_tells_wrong_formulas() {
    let no_smoothed = |e: &Exchange| mean_extra(&Exchange { timeout: ms(200.0), ..*e });
    let doubling = |e: &Exchange| mean_extra(&Exchange { probe: TailLossProbe::Disabled, ..*e });
    let no_tail = |e: &Exchange| mean_extra(e) - e.loss.get() * (e.segments.get() - 1.0).min(1.0) * 200.0;
    let rfc_floor = |e: &Exchange| mean_extra(&Exchange { timeout: ms(1000.0), ..*e });
    for (name, count) in [
        ("no smoothed round trip", missed(no_smoothed).len()),
        ("doubling after a probe", missed(doubling).len()),
        ("large requests avoid the timeout", missed(no_tail).len()),
        ("the floor of RFC 6298 on Linux", missed(rfc_floor).len()),
    ] {
        assert!(count > 0, "{name} went unnoticed");
    }
}

#[test]
fn shares_of_requests_add_up() {
    for n in [1.0, 2.0, 3.0, 12.0, 1000.0] {
        for p in [0.0, 1e-12, 0.01, 0.3, 0.49, 1.0] {
            let c = request_classes(count(n), share(p));
            let sum = c.none + c.fast + c.tail + c.other;
            assert!((sum - 1.0).abs() < 1e-12, "{n} {p}: {c:?}");
            assert!(c.fast_late >= 0.0 && c.fast_late <= c.fast + 1e-15, "{n} {p}: {c:?}");
        }
    }
}

#[test]
fn timeouts_have_floors() {
    assert_eq!(timeout(ms(4.0), ms(10.0), ms(200.0)), 204.0);
    assert_eq!(timeout(ms(4.0), ms(60.0), ms(200.0)), 244.0);
    assert_eq!(timeout_by_rfc(ms(4.0), ms(10.0)), 1000.0);
    assert!(wait_after(u32::MAX, ms(200.0), TailLossProbe::Enabled) < 1e15);
    let gap = |k| {
        wait_after(k + 1, ms(200.0), TailLossProbe::Disabled)
            - wait_after(k, ms(200.0), TailLossProbe::Disabled)
    };
    assert_eq!((gap(9), gap(10), gap(30)), (102_400.0, LONGEST_TIMER, LONGEST_TIMER));
}

#[test]
fn loss_limits_what_can_be_answered() {
    let answer = |n, p| extra(&lossy(n, p, 4.0, TailLossProbe::Enabled), Resolution::Interactive);
    assert_eq!(ok(answer(4.0, 0.0)).law.mean(), 0.0);
    assert!(matches!(answer(1.0, 0.1), Answer::Ok(_)));
    assert!(matches!(answer(4.0, 0.1), Answer::Warn(..)));
    assert!(matches!(answer(1.0, 0.3), Answer::Warn(..)));
    for p in [0.5, 0.9, 1.0] {
        assert!(matches!(answer(1.0, p), Answer::Saturated(_)));
    }
    let Answer::Warn(heavy, _) = answer(12.0, 0.499) else { panic!("no warning") };
    assert!(heavy.mean.is_finite() && heavy.law.variance().is_finite());
    assert!(heavy.law.percentile(0.999).is_finite());
}
