//! The whole commit path against a simulation of its mechanism, event by event, that shares nothing with it but the
//! random numbers: two destinations, lost segments.

mod common;

use common::Random;
use farsight::model::{CommitPath, evaluate};
use farsight::scenario::{Draft, validate};

const WRITES: usize = 400_000;

/// Group commit under Poisson commits: mean and 99th percentile of log file sync, ms.
fn simulated(rate: f64, seed: u64, mut write: impl FnMut(&mut Random) -> f64) -> (f64, f64) {
    let mut random = Random::new(seed);
    let mut gap = Random::new(seed + 1000);
    let mut gap = move || -1000.0 / rate * (1.0 - gap.uniform()).ln();
    let (mut waiting, mut left, mut responses) = (vec![0.0], gap(), Vec::new());
    for _ in 0..WRITES {
        let length = write(&mut random);
        responses.extend(waiting.drain(..).map(|waited| waited + length));
        while left < length {
            waiting.push(length - left);
            left += gap();
        }
        left -= length;
        if waiting.is_empty() {
            waiting.push(0.0);
            left = gap();
        }
    }
    responses.sort_by(f64::total_cmp);
    let mean = responses.iter().sum::<f64>() / responses.len() as f64;
    (mean, responses[(0.99 * responses.len() as f64) as usize])
}

fn exponential(random: &mut Random, mean: f64) -> f64 {
    -mean * (1.0 - random.uniform()).ln()
}

/// A lognormal of SCV 1.
fn lognormal(random: &mut Random, mean: f64) -> f64 {
    let variance = 2.0_f64.ln();
    let (a, b) = (1.0 - random.uniform(), random.uniform());
    let normal = (-2.0 * a.ln()).sqrt() * (std::f64::consts::TAU * b).cos();
    mean * (variance.sqrt() * normal - variance / 2.0).exp()
}

/// Exponential local writes of 2 ms, and lines that are constant unless a setting says otherwise.
fn draft(destinations: &[&str], settings: &[(&str, &str)]) -> Draft {
    let mut draft = Draft::new("simulated");
    let all = [
        ("primary.local_write.law", "exponential"),
        ("primary.local_write.mean", "2 ms"),
        ("primary.wake_up", "0"),
        ("workload.redo_per_commit", "0.001 kB"),
    ];
    all.iter().for_each(|(path, text)| draft.set(path, text).expect("known"));
    for name in destinations {
        draft.add_destination(name).expect("free");
        for (leaf, text) in
            [("transport", "noaffirm"), ("jitter.mean", "0"), ("receive", "0"), ("bandwidth", "400 Gb/s")]
        {
            draft.set(&format!("destination[{name}].{leaf}"), text).expect("known");
        }
    }
    settings.iter().for_each(|(path, text)| draft.set(path, text).expect("known"));
    draft
}

fn answer(draft: &Draft) -> CommitPath {
    let scenario = validate(draft).unwrap_or_else(|errors| panic!("{}", errors[0]));
    evaluate(&scenario).value().expect("an answer")
}

/// Holds mean and p99 to the stated 0.4 and 0.8 % beyond the spread of three seeds.
fn agrees(path: &CommitPath, rate: f64, mut write: impl FnMut(&mut Random) -> f64) {
    let runs: Vec<(f64, f64)> = (1..=3).map(|seed| simulated(rate, seed, &mut write)).collect();
    for (key, stated, of) in [
        ("log_file_sync.mean", 0.004, (|r: &(f64, f64)| r.0) as fn(&(f64, f64)) -> f64),
        ("log_file_sync.p99", 0.008, |r| r.1),
    ] {
        let values: Vec<f64> = runs.iter().map(of).collect();
        let mean = values.iter().sum::<f64>() / 3.0;
        let spread = values.iter().fold(0.0_f64, |most, v| most.max((v - mean).abs()));
        let got = path.get(key).expect("a result");
        assert!(
            (got - mean).abs() <= stated * mean + 2.0 * spread,
            "{key}: {got}, simulated {mean} +- {spread}"
        );
    }
}

/// The maximum of the laws: the local disk and those of two standbys, each with a spread of its own.
#[test]
fn two_destinations() {
    for rate in [50.0, 1000.0] {
        let rate_text = format!("{rate} /s");
        let draft = draft(
            &["A", "B"],
            &[
                ("workload.commit_rate", &rate_text),
                ("destination[A].transport", "affirm"),
                ("destination[A].round_trip", "1.5 ms"),
                ("destination[A].remote_write.mean", "1 ms"),
                ("destination[A].remote_write.scv", "1"),
                ("destination[B].round_trip", "0.5 ms"),
                ("destination[B].jitter.mean", "2 ms"),
            ],
        );
        agrees(&answer(&draft), rate, |random| {
            let (a, b) = (1.5 + lognormal(random, 1.0), 0.5 + lognormal(random, 2.0));
            exponential(random, 2.0).max(a).max(b)
        });
    }
}

/// A write is one segment and its acknowledgement another; each is lost with chance p every time it is sent. With tail
/// loss probes the timers are T, T, 2 T, 4 T, ... of T = round trip + 200 ms.
#[test]
fn lost_segments() {
    fn waits(random: &mut Random, loss: f64, timeout: f64) -> f64 {
        let (mut waited, mut timer, mut first) = (0.0, timeout, true);
        while random.uniform() < loss {
            waited += timer;
            if !first {
                timer *= 2.0;
            }
            if first {
                first = false;
            }
        }
        waited
    }
    for (rate, loss) in [(20.0, 0.01), (500.0, 0.005)] {
        let (rate_text, loss_text) = (format!("{rate} /s"), format!("{} %", 100.0 * loss));
        let draft = draft(
            &["A"],
            &[
                ("workload.commit_rate", &rate_text),
                ("destination[A].round_trip", "4 ms"),
                ("destination[A].loss", &loss_text),
            ],
        );
        agrees(&answer(&draft), rate, |random| {
            let remote = 4.0 + waits(random, loss, 204.0) + waits(random, loss, 204.0);
            exponential(random, 2.0).max(remote)
        });
    }
}
