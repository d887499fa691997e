//! Exact mean value analysis of the reference network as a bare loop: six queueing stations, three classes, nothing
//! checked, nothing general. What the engine's own is measured against.

pub(crate) const STATIONS: usize = 6;
pub(crate) const CLASSES: usize = 3;
/// Customers of each class.
pub(crate) const POPULATION: usize = 50;

/// Demand of a class at a station, ms.
pub(crate) fn demand(station: usize, class: usize) -> f64 {
    10.0 * (1 + (7 * station + 3 * class) % 11) as f64
}

/// Think time of a class, ms.
pub(crate) fn think_time(class: usize) -> f64 {
    1000.0 * (class + 1) as f64
}

/// Throughput of each class per ms at the full population.
pub(crate) fn throughputs(demands: &[[f64; STATIONS]; CLASSES], think: &[f64; CLASSES]) -> [f64; CLASSES] {
    const SIDE: usize = POPULATION + 1;
    // The queues of one plane; a cell holds those of the plane before until it is overwritten.
    let mut queues = vec![[0.0; STATIONS]; SIDE * SIDE];
    let mut throughputs = [0.0; CLASSES];
    for (a, b) in (0..SIDE * SIDE).map(|row| (row / SIDE, row % SIDE)) {
        for c in 0..SIDE {
            let cell = b * SIDE + c;
            let one_less = [cell, cell.wrapping_sub(SIDE), cell.wrapping_sub(1)];
            let mut here = [0.0; STATIONS];
            for (r, n) in [a, b, c].into_iter().enumerate() {
                if n > 0 {
                    let (demand, found) = (&demands[r], &queues[one_less[r]]);
                    let mut cycle = 0.0;
                    for k in 0..STATIONS {
                        cycle += demand[k] * (1.0 + found[k]);
                    }
                    throughputs[r] = n as f64 / (think[r] + cycle);
                    for k in 0..STATIONS {
                        here[k] += throughputs[r] * (demand[k] * (1.0 + found[k]));
                    }
                }
            }
            queues[cell] = here;
        }
    }
    throughputs
}
