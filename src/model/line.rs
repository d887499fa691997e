//! The line to a destination: round trip, losses, and what one TCP connection carries.
//!
//! Sources: propagation in fibre (`latency::propagation`), Linux TCP (`latency::retransmission`), CUBIC
//! (`latency::tcp_rate`), MAA "Best Practices for Synchronous Redo Transport" (socket buffers).

use crate::latency::propagation::{self, Fibre};
use crate::latency::retransmission;
use crate::latency::tcp_rate::{self, CongestionControl, Connection};
use crate::latency::{Delay, Law};
use crate::scenario::{Link, Route, Spells};
use crate::units::{Bytes, Milliseconds, Probability};

/// Shortest round trip that a rate is computed for, ms: light through 20 cm of fibre.
const SHORTEST: f64 = 1e-6;

/// The smallest round trip of a route, ms.
///
/// Measured, or `2 d rho n / c + equipment` from the distance `d`, the route factor `rho` and fibre's group index.
#[must_use]
pub fn smallest_round_trip(route: Route) -> f64 {
    match route {
        Route::RoundTrip(time) => time.get(),
        Route::Distance { distance, route_factor, equipment } => {
            let fibre = Fibre { route_factor, ..Fibre::default() };
            // Validated inputs are within its ranges.
            propagation::round_trip(distance, fibre, equipment).value().unwrap_or_default()
        }
    }
}

/// What light in the cable takes of it, ms; nothing for a measured round trip.
#[must_use]
pub fn fibre_round_trip(route: Route) -> Option<f64> {
    match route {
        Route::RoundTrip(_) => None,
        Route::Distance { distance, route_factor, .. } => {
            let fibre = Fibre { route_factor, ..Fibre::default() };
            propagation::round_trip(distance, fibre, Milliseconds::ZERO).value()
        }
    }
}

/// Light in a kilometre of cable, one way, ms.
#[must_use]
pub fn per_kilometre() -> f64 {
    Fibre { route_factor: 1.0, ..Fibre::default() }.one_way().value().unwrap_or_default()
}

/// Delays on top of the smallest round trip, each independent of the others.
pub fn delays<'a>(link: &'a Link, spell: Option<&'a Spells>) -> impl Iterator<Item = &'a Law> {
    let hop = link.hop.as_ref().map(|hop| &hop.delay);
    std::iter::once(&link.jitter).chain(hop).chain(spell.map(|s| &s.delay))
}

/// Mean round trip, ms: the smallest with jitter, hop and, in a bad spell, what that adds.
#[must_use]
pub fn mean_round_trip(link: &Link, spell: Option<&Spells>) -> f64 {
    smallest_round_trip(link.route) + delays(link, spell).map(Delay::mean).sum::<f64>()
}

/// Chance that a segment is lost on the line or in the hop, `1 - (1 - p)(1 - h)`; a bad spell takes the place of the
/// line's usual loss where it is higher.
#[must_use]
pub fn loss(link: &Link, spell: Option<&Spells>) -> f64 {
    let line = spell.map_or(0.0, |s| s.loss.get()).max(link.loss.get());
    let hop = link.hop.as_ref().map_or(0.0, |hop| hop.loss.get());
    line + hop - line * hop
}

/// Standard deviation of round trips, ms.
#[must_use]
pub fn variation(link: &Link, spell: Option<&Spells>) -> f64 {
    let variance: f64 = delays(link, spell).map(|law| law.second_moment() - law.mean().powi(2)).sum();
    variance.max(0.0).sqrt()
}

/// First retransmission timeout, ms: smoothed round trip plus the larger of the least wait and four times the standard
/// deviation of round trips, which stands for TCP's mean deviation and is at least that.
#[must_use]
pub fn timeout(link: &Link, spell: Option<&Spells>) -> f64 {
    let time = |value: f64| Milliseconds::new("time", value.clamp(0.0, Milliseconds::RANGE.max));
    match (time(mean_round_trip(link, spell)), time(variation(link, spell))) {
        (Ok(smoothed), Ok(variation)) => retransmission::timeout(smoothed, variation, link.tcp.least_wait),
        _ => Milliseconds::RANGE.max,
    }
}

/// Bytes in flight that keep the line busy.
#[must_use]
pub fn bandwidth_delay_product(link: &Link) -> f64 {
    link.bandwidth.get() * mean_round_trip(link, None) / 1000.0
}

/// The socket buffer: as entered, or three bandwidth-delay products.
#[must_use]
pub fn window(link: &Link) -> f64 {
    link.tcp.window.map_or(3.0 * bandwidth_delay_product(link), Bytes::get)
}

/// What one connection carries in bulk, bytes per second: CUBIC's rate at this loss, at most one window a round trip
/// and the bandwidth.
#[must_use]
pub fn connection_rate(link: &Link) -> f64 {
    let most = link.bandwidth.get();
    let rate = connection(link).and_then(|c| tcp_rate::rate(&c, CongestionControl::Cubic).value());
    rate.unwrap_or(most).min(most)
}

/// CUBIC's rate at this loss alone, bytes per second; nothing on a line without loss.
#[must_use]
pub fn loss_limit(link: &Link) -> Option<f64> {
    connection(link).filter(|c| c.loss.get() > 0.0).and_then(|c| tcp_rate::cubic(&c).value())
}

fn connection(link: &Link) -> Option<Connection> {
    Some(Connection {
        segment_size: link.tcp.segment_size,
        round_trip: Milliseconds::new("round trip", mean_round_trip(link, None).max(SHORTEST)).ok()?,
        loss: Probability::new("loss", loss(link, None)).ok()?,
        window: Bytes::new("window", window(link).max(1.0)).ok()?,
        timeout: Milliseconds::new("timeout", timeout(link, None)).ok()?,
    })
}
