//! Transport lag of the ASYNC destinations over a day, from midnight to midnight.
//!
//! The pieces of the model are exact and linear: nothing is sampled. A line at its least lag is drawn all the same.

use super::axis::LinearScale;
use super::{Room, SERIES, at, document, escape, line, marker, shortened, swatch, text};
use crate::model::Lag;
use crate::units::{Dimension, Unit, number, quantity};
use crate::whatif::Column;

const DAY: f64 = 86_400.0;
const HOUR: f64 = 3600.0;
/// A lag that moves less over the day does not vary, s.
const LEVEL: f64 = 1e-3;

/// Sizes of the drawing.
struct Frame {
    width: f64,
    height: f64,
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
    /// Hours between ticks.
    hours: usize,
}

impl Frame {
    fn of(room: Room) -> Self {
        match room {
            Room::Wide => Self {
                width: 760.0,
                height: 320.0,
                left: 64.0,
                right: 744.0,
                top: 28.0,
                bottom: 272.0,
                hours: 3,
            },
            Room::Narrow => Self {
                width: 380.0,
                height: 300.0,
                left: 52.0,
                right: 366.0,
                top: 28.0,
                bottom: 254.0,
                hours: 6,
            },
        }
    }

    fn x(&self, seconds: f64) -> f64 {
        self.left + seconds.clamp(0.0, DAY) / DAY * (self.right - self.left)
    }
}

/// The lags of a scenario in which at least one varies over the day; none otherwise.
fn varying(column: &Column) -> &[Lag] {
    let lags = column.path().map_or(&[][..], |path| path.lags.as_slice());
    if lags.iter().any(|lag| lag.max - lag.least > LEVEL) { lags } else { &[] }
}

/// The figure; nothing where no lag varies over the day.
#[must_use]
pub fn lag(column: &Column, room: Room) -> Option<String> {
    let lags = varying(column);
    let greatest = lags.iter().map(|lag| lag.max).reduce(f64::max)?;
    let unit = unit_for(greatest)?;
    let frame = Frame::of(room);
    let y = LinearScale::covering(1000.0 * greatest / unit.factor, frame.bottom, frame.top);
    let mut body = axes(&frame, &y, unit);
    for (i, lag) in lags.iter().enumerate() {
        body.push_str(&curve(i, lag, &frame, |seconds| y.at(1000.0 * seconds / unit.factor)));
    }
    let title = "Transport lag over a day";
    Some(document("lag", frame.width, frame.height, title, &description(lags), &body))
}

/// Swatch and name of each destination in the figure, with its greatest lag.
#[must_use]
pub fn lag_legend(column: &Column) -> Vec<(String, String)> {
    let entry = |(i, lag): (usize, &Lag)| (swatch(i), greatest(lag));
    varying(column).iter().enumerate().map(entry).collect()
}

/// Header and table: from hour to hour, the greatest lag of each destination.
#[must_use]
pub fn lag_rows(column: &Column) -> (Vec<String>, Vec<(String, Vec<String>)>) {
    let lags = varying(column);
    let row = |hour: u32| {
        let values = lags.iter().map(|lag| time(greatest_in(lag, f64::from(hour) * HOUR))).collect();
        (format!("{hour} to {} h", hour + 1), values)
    };
    (lags.iter().map(|lag| lag.name.clone()).collect(), (0..24).map(row).collect())
}

/// `STBY: up to 12 min at 14:05, 3 s at least`.
fn greatest(lag: &Lag) -> String {
    if lag.max - lag.least <= LEVEL {
        return format!("{}: {} all day", lag.name, time(lag.max));
    }
    format!(
        "{}: up to {} at {}, {} at least",
        lag.name,
        time(lag.max),
        clock(lag.time_of_max),
        time(lag.least)
    )
}

/// Greatest lag in the hour from `start`, s.
fn greatest_in(lag: &Lag, start: f64) -> f64 {
    let inside = |piece: &crate::queueing::fluid::LagPiece| {
        let [from, to] = piece.time;
        let (first, last) = (from.max(start), to.min(start + HOUR));
        let value = |time: f64| {
            let share = if to > from { (time - from) / (to - from) } else { 0.0 };
            piece.lag[0] + share * (piece.lag[1] - piece.lag[0])
        };
        (first <= last).then(|| value(first).max(value(last)))
    };
    lag.least + lag.pieces.iter().filter_map(inside).fold(0.0, f64::max)
}

fn time(seconds: f64) -> String {
    quantity(1000.0 * seconds, Dimension::Time)
}

/// Hours after midnight as on a clock.
fn clock(hours: f64) -> String {
    let minutes = (hours * 60.0).round().rem_euclid(1440.0);
    format!("{:02.0}:{:02.0}", (minutes / 60.0).floor(), minutes % 60.0)
}

/// One unit for the whole axis.
fn unit_for(seconds: f64) -> Option<Unit> {
    let symbol = match seconds {
        s if s >= 3.0 * HOUR => "h",
        s if s >= 300.0 => "min",
        _ => "s",
    };
    Dimension::Time.unit(symbol)
}

fn axes(frame: &Frame, y: &LinearScale, unit: Unit) -> String {
    let mut body = String::new();
    for tick in y.ticks() {
        body.push_str(&line(frame.left, y.at(tick), frame.right, y.at(tick), "grid"));
        body.push_str(&text(frame.left - 8.0, y.at(tick) + 5.0, "end", "tick", &number(tick)));
    }
    for hour in (0..=24_u32).step_by(frame.hours) {
        let x = frame.x(f64::from(hour) * HOUR);
        body.push_str(&line(x, frame.top, x, frame.bottom, "grid"));
        body.push_str(&text(x, frame.bottom + 20.0, "middle", "tick", &hour.to_string()));
    }
    let middle = f64::midpoint(frame.left, frame.right);
    body.push_str(&text(middle, frame.bottom + 40.0, "middle", "axis", "hours after midnight"));
    body.push_str(&text(frame.left - 8.0, frame.top - 12.0, "end", "axis", unit.symbol));
    body
}

/// The lag as a line, with a marker at its greatest.
fn curve(index: usize, lag: &Lag, frame: &Frame, y: impl Fn(f64) -> f64) -> String {
    let points: Vec<String> = points(lag)
        .into_iter()
        .map(|(time, value)| format!("{},{}", at(frame.x(time)), at(y(value))))
        .collect();
    format!(
        r#"<polyline points="{}" class="line series-{}"/><g><title>{}</title>{}</g>"#,
        points.join(" "),
        index % SERIES,
        escape(&greatest(lag)),
        marker(index, frame.x(lag.time_of_max * HOUR), y(lag.max))
    )
}

/// Times and lags, s, through the day; the least lag where the model has no piece.
fn points(lag: &Lag) -> Vec<(f64, f64)> {
    let mut pieces: Vec<_> = lag.pieces.iter().collect();
    pieces.sort_by(|a, b| a.time[0].total_cmp(&b.time[0]));
    let (mut points, mut until) = (Vec::new(), 0.0);
    for piece in pieces {
        if piece.time[0] > until + LEVEL {
            points.extend([(until, lag.least), (piece.time[0], lag.least)]);
        }
        points.extend([0, 1].map(|end| (piece.time[end], piece.lag[end] + lag.least)));
        until = piece.time[1];
    }
    if until < DAY {
        points.extend([(until, lag.least), (DAY, lag.least)]);
    }
    points
}

fn description(lags: &[Lag]) -> String {
    let all: Vec<String> =
        lags.iter().map(|lag| greatest(&Lag { name: shortened(&lag.name, 30), ..lag.clone() })).collect();
    all.join("; ")
}
