//! How long light takes: base round trips from cable lengths and back.
//!
//! Knows: refraction and detours. Does not know: queues, protocols or loss.
//! Sources: speed of light (SI); group index 1.468 of single-mode fibre at 1550 nm, 4.897 us/km one way.

use super::check;
use crate::units::{Answer, Kilometres, Milliseconds, Range, Warning};

/// Speed of light in vacuum, km per ms.
const LIGHT: f64 = 299.792_458;
/// A cable is at least as long as the straight line.
const ROUTE_FACTOR: Range = Range::closed(1.0, 10.0);
/// From vacuum to past any glass in use.
const GROUP_INDEX: Range = Range::closed(1.0, 1.6);

/// How the light travels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fibre {
    /// Cable length over straight line, 1 to 10.
    pub route_factor: f64,
    /// Speed of light in vacuum over that in the cable, 1 to 1.6.
    pub group_index: f64,
}

impl Default for Fibre {
    /// Cables 1.4 times as long as the straight line, of ordinary glass.
    fn default() -> Self {
        Self { route_factor: 1.4, group_index: 1.468 }
    }
}

impl Fibre {
    /// One way along a straight kilometre, in ms.
    pub fn one_way(self) -> Answer<f64> {
        let fields = [
            check("route factor", self.route_factor, ROUTE_FACTOR, ""),
            check("group index", self.group_index, GROUP_INDEX, ""),
        ];
        let wrong: Vec<_> = fields.into_iter().flatten().collect();
        if wrong.is_empty() {
            Answer::Ok(self.route_factor * self.group_index / LIGHT)
        } else {
            Answer::Invalid(wrong)
        }
    }
}

/// Round trip in ms over `distance` (straight line): `2 d rho n / c + e`, `equipment` being the round trip through
/// everything that is not cable. Exact; real routes add what the route factor misses.
///
/// ```
/// use farsight::latency::propagation::{Fibre, round_trip};
/// use farsight::units::{Kilometres, Milliseconds};
/// let equipment = Milliseconds::new("equipment", 0.3)?;
/// let ms = round_trip(Kilometres::new("distance", 300.0)?, Fibre::default(), equipment).value().unwrap();
/// assert!((ms - 4.413_246).abs() < 1e-6);
/// # Ok::<(), farsight::units::OutOfRange>(())
/// ```
pub fn round_trip(distance: Kilometres, fibre: Fibre, equipment: Milliseconds) -> Answer<f64> {
    fibre.one_way().map(|one_way| 2.0 * distance.get() * one_way + equipment.get())
}

/// Longest straight line in km whose round trip stays within `limit`, the inverse of [`round_trip`]; 0 with a
/// warning where the equipment alone takes longer.
pub fn longest_distance(limit: Milliseconds, fibre: Fibre, equipment: Milliseconds) -> Answer<f64> {
    let left = limit.get() - equipment.get();
    match fibre.one_way().map(|one_way| (left / (2.0 * one_way)).max(0.0)) {
        Answer::Ok(distance) if left < 0.0 => Answer::Warn(
            distance,
            vec![Warning::new("no distance is short enough: the equipment alone takes longer")],
        ),
        answer => answer,
    }
}
