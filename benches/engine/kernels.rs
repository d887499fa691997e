//! What is timed, by name: inputs and results pass through `black_box`, so that no part of the work can be left
//! out.

use super::bare_loop::{self, CLASSES, POPULATION, STATIONS};
use farsight::latency::fit_histogram::fit_histogram;
use farsight::latency::{Law, Resolution, Shape};
use farsight::model::evaluate;
use farsight::queueing::finite_source::finite_source_laws;
use farsight::queueing::network::{Class, Discipline, Network, Station, bard_schweitzer, exact, linearizer};
use farsight::queueing::single_server::mg1_laws;
use farsight::scenario::{Draft, Scenario, preset, read_histogram, validate};
use farsight::units::{Answer, Count, Milliseconds, PerSecond, Scv};
use std::hint::black_box;

/// Something to time.
pub(crate) struct Kernel {
    pub(crate) name: String,
    pub(crate) call: Box<dyn FnMut()>,
}

impl Kernel {
    /// `work` on an `input` that the compiler cannot see through, to a result that it must build.
    fn new<I: 'static, R>(name: impl Into<String>, input: I, work: impl Fn(&I) -> R + 'static) -> Self {
        let call = move || drop(black_box(work(black_box(&input))));
        Self { name: name.into(), call: Box::new(call) }
    }
}

/// Every kernel, in the order of the table.
pub(crate) fn all() -> Vec<Kernel> {
    let grids = Resolution::ALL.into_iter().flat_map(on_the_grid);
    networks().into_iter().chain(grids).chain(queues()).chain(commit_paths()).collect()
}

fn value<T>(answer: Answer<T>) -> T {
    answer.value().expect("an answer")
}

fn ms(value: f64) -> Milliseconds {
    Milliseconds::new("time", value).expect("in range")
}

fn count(value: f64) -> Count {
    Count::new("count", value).expect("in range")
}

fn law(shape: Shape, mean: f64, scv: f64) -> Law {
    Law::new(shape, ms(mean), Scv::new("scv", scv).expect("in range"))
}

/// The bare loop's network for the engine.
fn network() -> Network {
    let class = |r| Class { population: count(POPULATION as f64), think_time: ms(bare_loop::think_time(r)) };
    let station = |k| Station {
        discipline: Discipline::Queueing,
        demands: (0..CLASSES).map(|r| ms(bare_loop::demand(k, r))).collect(),
    };
    Network { classes: (0..CLASSES).map(class).collect(), stations: (0..STATIONS).map(station).collect() }
}

/// The bare loop is a measure only as long as it solves the same network.
fn same_answer(bare: [f64; CLASSES]) {
    let solution = value(exact(&network()));
    for (bare, class) in bare.into_iter().zip(solution.classes) {
        assert!((1000.0 * bare / class.throughput - 1.0).abs() < 1e-12, "{bare} a ms, {class:?}");
    }
}

fn networks() -> Vec<Kernel> {
    let demands: [[f64; STATIONS]; CLASSES] =
        std::array::from_fn(|r| std::array::from_fn(|k| bare_loop::demand(k, r)));
    let think: [f64; CLASSES] = std::array::from_fn(bare_loop::think_time);
    same_answer(bare_loop::throughputs(&demands, &think));
    vec![
        Kernel::new("MVA of 132,651 populations and 6 stations: exact", network(), |n| value(exact(n))),
        Kernel::new("the same as a bare loop", (demands, think), |(d, z)| bare_loop::throughputs(d, z)),
        Kernel::new("the same by Linearizer", network(), |n| value(linearizer(n))),
        Kernel::new("the same by Bard-Schweitzer", network(), |n| value(bard_schweitzer(n))),
    ]
}

/// SCV of a lognormal whose mass above 1e-18, 8.76 standard deviations on either side, spans so many octaves.
fn scv_of_width(octaves: f64) -> f64 {
    let sigma = octaves * std::f64::consts::LN_2 / (2.0 * 8.76);
    (sigma * sigma).exp_m1()
}

fn on_the_grid(resolution: Resolution) -> Vec<Kernel> {
    let name = |what: &str| format!("{resolution:?} grid: {what}");
    let lognormals = move |octaves: f64| {
        [10.0, 4.0].map(|mean| law(Shape::Lognormal, mean, scv_of_width(octaves)).on_grid(resolution))
    };
    let sum = |octaves: f64| {
        let what = format!("sum of two lognormals {octaves} octaves wide");
        Kernel::new(name(&what), lognormals(octaves), |[a, b]| a.plus(b))
    };
    let discretised = |what: &str, shape| {
        Kernel::new(name(what), law(shape, 10.0, 0.5), move |law| law.on_grid(resolution))
    };
    let pair = || lognormals(10.0);
    vec![
        sum(6.0),
        sum(10.0),
        sum(27.0),
        discretised("a lognormal", Shape::Lognormal),
        discretised("a gamma", Shape::Gamma),
        Kernel::new(name("the later of two"), pair(), |[a, b]| a.max(b)),
        Kernel::new(name("residual life"), pair(), |[a, _]| a.residual()),
        Kernel::new(name("a percentile"), pair(), |[a, _]| a.percentile(0.99)),
    ]
}

/// Waits of the direct run of the transatlantic case.
const RUN_A: &str = "1:5 2:23 4:11 8:2 16:8 32:18 64:41 128:62 256:326 512:1423 1024:37 2048:1 4096:1";

fn queues() -> Vec<Kernel> {
    let rate = PerSecond::new("arrivals", 70.0).expect("in range");
    let service = law(Shape::Lognormal, 10.0, 1.0);
    let handlers = (count(200.0), ms(2000.0), service.clone());
    let waits = read_histogram(RUN_A).expect("a histogram");
    vec![
        Kernel::new("M/G/1 70 % busy: laws", service.on_grid(Resolution::Interactive), move |service| {
            value(mg1_laws(rate, service))
        }),
        Kernel::new("finite source of 200: laws and p99", handlers, |(k, z, service)| {
            value(finite_source_laws(*k, *z, service)).response.percentile(0.99)
        }),
        Kernel::new("fit of one or two lognormals to 1,958 waits", waits, |waits| {
            value(fit_histogram(waits))
        }),
    ]
}

fn scenario(draft: &Draft) -> Scenario {
    validate(draft).expect("a valid scenario")
}

/// A scenario of a preset, with other settings.
fn changed(key: &str, index: usize, settings: &[(&str, &str)]) -> Scenario {
    let mut draft = preset(key).expect("a preset").study().drafts()[index].clone();
    settings.iter().for_each(|(path, text)| draft.set(path, text).expect("a knob"));
    scenario(&draft)
}

fn commit_paths() -> Vec<Kernel> {
    const FULL: &[(&str, &str)] = &[("destination[STANDBY].bandwidth", "30 Mb/s")];
    const CLOSED: &[(&str, &str)] =
        &[("workload.load", "closed"), ("workload.sessions", "200"), ("workload.think_time", "200 ms")];
    [
        ("far-sync-atlantic, direct SYNC", "far-sync-atlantic", 0, &[][..]),
        ("far-sync-atlantic, far sync next door", "far-sync-atlantic", 1, &[]),
        ("metro-30km, SYNC AFFIRM", "metro-30km", 1, &[]),
        ("the same, its line 80 % full", "metro-30km", 1, FULL),
        ("the same, 200 sessions that think 200 ms", "metro-30km", 1, CLOSED),
    ]
    .map(|(name, key, index, settings)| {
        Kernel::new(format!("commit path: {name}"), changed(key, index, settings), |s| value(evaluate(s)))
    })
    .into()
}
