//! A round trip as a law: base, jitter on top of it, and now and then a spike on top of that.
//!
//! Knows: round trips that are independent of each other. Does not know: bursts (see `bursts`) nor
//! retransmission timers (see `retransmission`).
//! Sources: lognormal delay excess is the field's habit, an assumption and not a law of nature.

use super::{Distribution, Law, Resolution, Shape};
use crate::units::{Answer, Milliseconds, Probability, Scv, Warning};

/// Share beyond the grid from which percentiles deserve a warning.
const BEYOND: f64 = 1e-6;
/// Scale below which the grid is linear and percentiles blur, ms.
const FINEST: f64 = 1e-3;

/// Excess of the round trip over its base.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Jitter {
    /// Form of the excess; lognormal unless measured otherwise.
    pub shape: Shape,
    /// Mean of the excess.
    pub mean: Milliseconds,
    /// Squared coefficient of variation of the excess.
    pub scv: Scv,
}

impl Jitter {
    /// What to assume when nothing is known: lognormal, mean 5 % of `base` but at least 50 us, SCV 1.
    /// To be shown as an assumption.
    #[must_use]
    pub fn assumed(base: Milliseconds) -> Self {
        let mean = (0.05 * base.get()).max(0.05);
        Self {
            shape: Shape::Lognormal,
            mean: Milliseconds::new("jitter", mean).unwrap_or(base),
            scv: Scv::ONE,
        }
    }

    fn law(self) -> Law {
        Law::new(self.shape, self.mean, self.scv)
    }
}

/// Rare long delays on top of base and jitter.
#[derive(Debug, Clone, PartialEq)]
pub struct Spikes {
    /// Share of round trips that suffer one.
    pub share: Probability,
    /// What one adds: a constant or a law.
    pub extra: Law,
}

/// The law of the round trip: `base + J`, and with spikes of share `q` the mixture `(1-q) (base + J) + q (base + J + s)`.
///
/// Moments are exact; percentiles within 0.3 % up to p99 at the interactive resolution, 2 % just before a spike.
/// Warns where more than a millionth lies beyond the grid, 134 s above the base, and where jitter has less than 1 us.
pub fn round_trip(
    base: Milliseconds,
    jitter: Jitter,
    spikes: Option<&Spikes>,
    resolution: Resolution,
) -> Answer<Distribution> {
    let calm = jitter.law().shifted(base).on_grid(resolution);
    let law = match spikes {
        None => calm,
        Some(spikes) => {
            let q = spikes.share.get();
            let spiked = calm.plus(&spikes.extra.on_grid(resolution));
            Distribution::mixture(&[(1.0 - q, &calm), (q, &spiked)])
        }
    };
    let warnings = grid_warnings(jitter, &law);
    Answer::with_warnings(law, warnings)
}

fn grid_warnings(jitter: Jitter, law: &Distribution) -> Vec<Warning> {
    let mut warnings = Vec::new();
    if law.beyond_grid() > BEYOND {
        warnings.push(Warning::new("part of the delays exceed 134 s, the end of the grid"));
    }
    let mean = jitter.mean.get();
    if mean > 0.0 && mean < FINEST {
        warnings.push(Warning::new("the jitter is below 1 us, the grid's finest step"));
    }
    warnings
}
