//! Closed networks against the convolution algorithm, textbook values and known limits.

mod common;
mod stations;

use common::{Report, ms};
use farsight::queueing::network::{
    Class, Discipline, LATTICE_LIMIT, Method, Network, Solution, Station, bard_schweitzer, bounds, exact,
    linearizer, solve,
};
use stations::{count, invalid_fields, ok, value, warns};

fn network(populations: &[f64], think: &[f64], demands: &[Vec<f64>]) -> Network {
    let class = |(n, z): (&f64, &f64)| Class { population: count(*n), think_time: ms(*z) };
    let station = |row: &Vec<f64>| Station {
        discipline: Discipline::Queueing,
        demands: row.iter().map(|demand| ms(*demand)).collect(),
    };
    Network {
        classes: populations.iter().zip(think).map(class).collect(),
        stations: demands.iter().map(station).collect(),
    }
}

/// Six stations and three classes, ms, as the model's reference has them.
fn reference(population: f64) -> Network {
    let demand =
        |k: usize, r: usize| f64::from(u32::try_from(1 + (7 * k + 3 * r) % 11).expect("small")) * 10.0;
    let demands: Vec<Vec<f64>> = (0..6).map(|k| (0..3).map(|r| demand(k, r)).collect()).collect();
    network(&[population; 3], &[1000.0, 2000.0, 3000.0], &demands)
}

/// Buzen's convolution over the lattice, classes by their populations: throughput of each class per second.
fn by_convolution(network: &Network) -> Vec<f64> {
    let populations: Vec<usize> = network.classes.iter().map(|c| c.population.get() as usize).collect();
    let strides: Vec<usize> =
        (0..populations.len()).map(|r| populations[..r].iter().map(|n| n + 1).product()).collect();
    let size: usize = populations.iter().map(|n| n + 1).product();
    let digit = |point: usize, r: usize| point / strides[r] % (populations[r] + 1);
    let mut g = vec![0.0; size];
    for (point, value) in g.iter_mut().enumerate() {
        *value = 1.0;
        for (r, class) in network.classes.iter().enumerate() {
            // Time in units of 100 ms keeps the numbers in range.
            let z = class.think_time.get() / 100.0;
            *value *= (1..=digit(point, r)).map(|i| z / i as f64).product::<f64>();
        }
    }
    for station in &network.stations {
        for point in 0..size {
            for r in 0..populations.len() {
                if digit(point, r) > 0 {
                    g[point] += station.demands[r].get() / 100.0 * g[point - strides[r]];
                }
            }
        }
    }
    strides.iter().map(|stride| 10.0 * g[size - 1 - stride] / g[size - 1]).collect()
}

#[test]
fn the_reference_case() {
    let mut report = Report::default();
    let solution = ok(solve(&reference(50.0)));
    assert_eq!(solution.method, Method::Exact);
    for (class, expected) in solution.classes.iter().zip([5.022_717, 4.051_427, 5.074_656]) {
        report.check("X", class.throughput, expected, 1e-6);
    }
    let single = network(&[1.0], &[500.0], &[vec![20.0], vec![30.0]]);
    report.check("one customer", ok(solve(&single)).classes[0].throughput, 1000.0 / 550.0, 1e-12);
    report.done(4);
}

#[test]
fn exact_equals_convolution() {
    let mut report = Report::default();
    let cases = [
        network(&[30.0], &[700.0], &[vec![25.0]]),
        network(&[7.0, 4.0], &[100.0, 0.5], &[vec![3.0, 9.0], vec![8.0, 0.0]]),
        network(
            &[3.0, 11.0, 5.0],
            &[50.0, 10.0, 400.0],
            &[vec![3.0, 9.0, 1.0], vec![8.0, 2.0, 7.0], vec![0.1, 0.2, 0.3]],
        ),
        network(&[4.0, 2.0, 3.0, 3.0], &[9.0, 60.0, 20.0, 1.0], &vec![vec![3.0, 9.0, 1.0, 4.0]; 9]),
        reference(9.0),
    ];
    for case in &cases {
        let solution = ok(exact(case));
        for (class, expected) in solution.classes.iter().zip(by_convolution(case)) {
            report.check("X", class.throughput, expected, 1e-9);
        }
        little(&mut report, case, &solution);
    }
    report.done(13);
}

/// Population equals what thinks and what is at the stations; work conserves.
fn little(report: &mut Report, network: &Network, solution: &Solution) {
    let thinking: f64 = (network.classes.iter().zip(&solution.classes))
        .map(|(class, result)| class.think_time.get() * result.throughput / 1000.0)
        .sum();
    let present: f64 = solution.stations.iter().map(|station| station.queue_length).sum();
    let total: f64 = network.classes.iter().map(|class| class.population.get()).sum();
    report.check("Little", thinking + present, total, 1e-9);
    let queueing =
        network.stations.iter().zip(&solution.stations).filter(|(s, _)| s.discipline == Discipline::Queueing);
    assert!(queueing.into_iter().all(|(_, result)| result.utilization <= 1.0 + 1e-12));
}

#[test]
fn balanced_networks_have_a_closed_form() {
    let mut report = Report::default();
    for (n, k) in [(1.0, 1), (3.0, 2), (20.0, 5), (200.0, 12), (10_000.0, 3)] {
        let balanced = network(&[n], &[0.0], &vec![vec![10.0]; k]);
        let expected = 1000.0 * n / (10.0 * (n + k as f64 - 1.0));
        report.check("X", ok(solve(&balanced)).classes[0].throughput, expected, 1e-9);
    }
    report.done(5);
}

#[test]
fn a_delay_is_think_time_spent_elsewhere() {
    let mut report = Report::default();
    let mut with_delay = network(&[12.0, 5.0], &[100.0, 30.0], &[vec![9.0, 4.0], vec![40.0, 70.0]]);
    with_delay.stations[1].discipline = Discipline::Delay;
    let without = network(&[12.0, 5.0], &[140.0, 100.0], &[vec![9.0, 4.0]]);
    let (a, b) = (ok(solve(&with_delay)), ok(solve(&without)));
    for (a, b) in a.classes.iter().zip(&b.classes) {
        report.check("X", a.throughput, b.throughput, 1e-12);
    }
    report.check("delayed", a.classes[1].residence_time[1], 70.0, 1e-12);
    little(&mut report, &with_delay, &a);
    report.done(4);
}

/// A few hundred small networks with one to three classes, from a fixed seed.
fn random_networks() -> impl Iterator<Item = Network> {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut uniform = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1_u64 << 53) as f64
    };
    (0..300).map(move |_| {
        let classes = 1 + (3.0 * uniform()) as usize;
        let stations = 1 + (7.0 * uniform()) as usize;
        let most = [400.0, 60.0, 20.0][classes - 1];
        let populations: Vec<f64> = (0..classes).map(|_| 1.0 + (most * uniform()).floor()).collect();
        let think: Vec<f64> = (0..classes).map(|_| 10.0_f64.powf(4.0 * uniform())).collect();
        let row =
            |uniform: &mut dyn FnMut() -> f64| (0..classes).map(|_| 10.0_f64.powf(2.0 * uniform())).collect();
        let demands: Vec<Vec<f64>> = (0..stations).map(|_| row(&mut uniform)).collect();
        network(&populations, &think, &demands)
    })
}

fn worst_errors(approximation: impl Fn(&Network) -> Solution) -> (f64, f64) {
    let (mut throughput, mut response) = (0.0_f64, 0.0_f64);
    for case in random_networks() {
        let (truth, guess) = (ok(exact(&case)), approximation(&case));
        for (truth, guess) in truth.classes.iter().zip(&guess.classes) {
            throughput = throughput.max((guess.throughput / truth.throughput - 1.0).abs());
            response = response.max((guess.response_time / truth.response_time - 1.0).abs());
        }
    }
    (throughput, response)
}

#[test]
fn approximations_are_within_the_error_they_state() {
    let linear = worst_errors(|case| value(linearizer(case)));
    let schweitzer = worst_errors(|case| value(bard_schweitzer(case)));
    assert!(linear.0 < 0.013 && linear.1 < 0.049, "{linear:?}");
    assert!(schweitzer.0 < 0.12 && schweitzer.1 < 0.20, "{schweitzer:?}");
    assert!(schweitzer.0 > linear.0, "the coarser method is the worse one");
}

#[test]
fn bounds_hold_and_name_the_bottleneck() {
    for case in random_networks() {
        let solution = ok(exact(&case));
        for (bound, class) in ok(bounds(&case)).iter().zip(&solution.classes) {
            assert!(class.throughput <= bound.throughput_upper * (1.0 + 1e-12));
            assert!(class.throughput >= bound.throughput_lower * (1.0 - 1e-12));
        }
    }
    let uneven = network(&[30.0], &[1000.0], &[vec![10.0], vec![40.0]]);
    let bottleneck = ok(bounds(&uneven))[0].bottleneck.expect("queues");
    assert_eq!((bottleneck.station, bottleneck.knee), (1, 26.25));
}

#[test]
fn large_populations_are_answered_with_a_warning() {
    let large = reference(10_000.0);
    let answer = solve(&large);
    assert!(warns(&answer));
    let solution = value(answer);
    assert_eq!(solution.method, Method::Linearizer);
    assert!(solution.stations.iter().all(|station| station.utilization < 1.001));
    assert!(10_001.0_f64.powi(3) > LATTICE_LIMIT);
    assert_eq!(invalid_fields(exact(&large)), ["product of the populations"]);
}

#[test]
fn questions_without_meaning() {
    assert_eq!(invalid_fields(solve(&network(&[], &[], &[]))), ["number of classes"]);
    let uneven = network(&[3.0, 2.0], &[1.0, 1.0], &[vec![1.0]]);
    assert_eq!(invalid_fields(solve(&uneven)), ["number of demands of a station"]);
    let nothing = network(&[3.0], &[0.0], &[vec![0.0]]);
    assert_eq!(invalid_fields(bounds(&nothing)), ["think time and demands of a class"]);
    let no_station = network(&[3.0], &[500.0], &[]);
    assert!((ok(solve(&no_station)).classes[0].throughput - 6.0).abs() < 1e-12);
}
