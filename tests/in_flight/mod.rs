//! Two services in flight, answered in order, event by event. Times in units of a mean service.

use super::simulator::{Draw, Random};

/// Laws of a service of mean 1, by SCV.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Service {
    Constant,
    Exponential,
    Gamma(f64),
    Lognormal(f64),
}

impl Service {
    fn draw(self, random: &mut Random) -> f64 {
        match self {
            Self::Constant => 1.0,
            Self::Exponential => random.draw(Draw::Exponential, 1.0),
            Self::Lognormal(c2) => {
                let variance = c2.ln_1p();
                (variance.sqrt() * random.normal() - variance / 2.0).exp()
            }
            Self::Gamma(c2) if c2 < 1.0 => {
                let phases = (1.0 / c2).round();
                (0..phases as usize).map(|_| random.draw(Draw::Exponential, 1.0 / phases)).sum()
            }
            // An exponential times a beta of shapes a and 1 - a is a gamma of shape a (Jöhnk 1964).
            Self::Gamma(c2) => loop {
                let (x, y) = (random.uniform().powf(c2), random.uniform().powf(1.0 / (1.0 - 1.0 / c2)));
                if x + y <= 1.0 && x + y > 0.0 {
                    break c2 * random.draw(Draw::Exponential, 1.0) * x / (x + y);
                }
            },
        }
    }
}

/// A mean over independent runs and half its 99 % interval.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Estimate {
    pub(crate) mean: f64,
    pub(crate) half_width: f64,
}

impl Estimate {
    fn of(figures: &[f64]) -> Self {
        // t quantile of 9 degrees of freedom at 99.5 %.
        const T: f64 = 3.250;
        let n = figures.len() as f64;
        let mean = figures.iter().sum::<f64>() / n;
        let variance = figures.iter().map(|f| (f - mean) * (f - mean)).sum::<f64>() / (n - 1.0);
        Self { mean, half_width: T * (variance / n).sqrt() }
    }

    /// Whether `value` agrees, with a relative error of `stated` allowed on top.
    pub(crate) fn holds(self, value: f64, stated: f64) -> bool {
        (value - self.mean).abs() <= self.half_width + stated * self.mean + 1e-9
    }
}

/// The percentiles that are estimated.
pub(crate) const PERCENTILES: [f64; 4] = [0.5, 0.9, 0.99, 0.999];

/// What a simulation sees.
pub(crate) struct Seen {
    pub(crate) response: Estimate,
    pub(crate) waiting: Estimate,
    pub(crate) order: Estimate,
    pub(crate) two: Estimate,
    pub(crate) batch: Estimate,
    pub(crate) percentiles: [Estimate; 4],
}

/// Seeds, one a run.
const RUNS: u64 = 10;
const CUSTOMERS: usize = 100_000;

impl Seen {
    /// `a` arrivals in a mean service.
    pub(crate) fn of(service: Service, a: f64) -> Self {
        let runs: Vec<Run> = (1..=RUNS).map(|seed| Run::new(Random::seeded(seed), service, a)).collect();
        let mean = |figure: &dyn Fn(&Run) -> f64| Estimate::of(&runs.iter().map(figure).collect::<Vec<_>>());
        let per_customer = |total: f64| total / CUSTOMERS as f64;
        Self {
            response: mean(&|run| per_customer(run.responses.iter().sum())),
            waiting: mean(&|run| per_customer(run.waited)),
            order: mean(&|run| per_customer(run.held)),
            two: mean(&|run| per_customer(run.found_two)),
            batch: mean(&|run| CUSTOMERS as f64 / run.services),
            percentiles: PERCENTILES.map(|p| mean(&|run| run.responses[(p * CUSTOMERS as f64) as usize])),
        }
    }
}

/// A run, its responses sorted.
struct Run {
    responses: Vec<f64>,
    waited: f64,
    held: f64,
    found_two: f64,
    services: f64,
}

impl Run {
    fn new(mut random: Random, service: Service, a: f64) -> Self {
        let mut run = Self { responses: vec![], waited: 0.0, held: 0.0, found_two: 0.0, services: 0.0 };
        // Ends of the two latest services; the one further back has ended, since two are in flight at most.
        let mut ends = [0.0_f64; 2];
        let (mut answered, mut now) = (0.0_f64, random.draw(Draw::Exponential, 1.0 / a));
        while run.responses.len() < CUSTOMERS {
            // The first customer of a service, and those who gather until it can start.
            let slot = if ends[0] <= ends[1] { 0 } else { 1 };
            let start = ends[slot].max(now);
            let mut customers = vec![now];
            now += random.draw(Draw::Exponential, 1.0 / a);
            while now < start {
                customers.push(now);
                now += random.draw(Draw::Exponential, 1.0 / a);
            }
            ends[slot] = start + service.draw(&mut random);
            answered = answered.max(ends[slot]);
            run.services += 1.0;
            for arrived in customers {
                run.found_two += if arrived < start { 1.0 } else { 0.0 };
                run.waited += start - arrived;
                run.held += answered - ends[slot];
                run.responses.push(answered - arrived);
            }
        }
        run.responses.truncate(CUSTOMERS);
        run.responses.sort_by(f64::total_cmp);
        run
    }
}
