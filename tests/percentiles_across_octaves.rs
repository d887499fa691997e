//! Percentiles read where the cells of the grid double in width: an octave of means moves them across such a point.

mod common;
mod stations;

use common::{Report, ms};
use farsight::latency::{Delay, Distribution, Law, Resolution, Shape};
use stations::scv;

fn exponential(mean: f64, resolution: Resolution) -> Distribution {
    Law::new(Shape::Exponential, ms(mean), scv(1.0)).on_grid(resolution)
}

#[test]
fn exponential_percentiles_and_survival() {
    let mut report = Report::default();
    for (resolution, tol) in [(Resolution::Interactive, 7.5e-4), (Resolution::Fine, 2e-4)] {
        for step in 0..256 {
            let mean = 3.0 * (f64::from(step) / 256.0).exp2();
            let law = exponential(mean, resolution);
            for p in [0.5, 0.75, 0.9, 0.95, 0.99] {
                let exact = -mean * (1.0_f64 - p).ln();
                report.check(&format!("{mean} {p} {resolution:?}"), law.percentile(p), exact, tol);
                report.check("survival", law.survival(exact), 1.0 - p, 5.0 * tol);
            }
        }
    }
    report.done(2 * 256 * 10);
}
