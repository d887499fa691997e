//! The percentile curve on a tail axis: predicted lines over measured buckets, with the target.

use super::axis::{LogScale, nines};
use super::{Room, SERIES, at, document, escape, line, marker, shortened, swatch, text};
use crate::latency::Distribution;
use crate::model::Comparison as Measured;
use crate::units::{Dimension, number, percent, quantity};
use crate::whatif::{Column, Comparison};

/// Percentiles drawn and listed.
const MARKED: [(f64, &str); 6] =
    [(0.5, "p50"), (0.75, "p75"), (0.9, "p90"), (0.99, "p99"), (0.999, "p99.9"), (0.9999, "p99.99")];
const RIGHT_END: f64 = 0.9999;

/// Sizes of the drawing.
struct Frame {
    width: f64,
    height: f64,
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

impl Frame {
    fn of(room: Room) -> Self {
        match room {
            Room::Wide => {
                Self { width: 760.0, height: 412.0, left: 64.0, right: 744.0, top: 28.0, bottom: 364.0 }
            }
            Room::Narrow => {
                Self { width: 380.0, height: 372.0, left: 52.0, right: 370.0, top: 28.0, bottom: 326.0 }
            }
        }
    }

    fn x(&self, p: f64) -> f64 {
        self.left + nines(p) / nines(RIGHT_END) * (self.right - self.left)
    }
}

/// One scenario's lines.
struct Series<'a> {
    index: usize,
    name: &'a str,
    predicted: &'a Distribution,
    measured: Option<&'a Measured>,
    target: f64,
}

fn series(comparison: &Comparison) -> Vec<Series<'_>> {
    let one = |(index, column): (usize, &'_ Column)| {
        let target = column.scenario.as_ref().map_or(f64::NAN, |s| s.target.get());
        column.path().map(|_| (index, target))
    };
    let known: Vec<(usize, f64)> = comparison.columns.iter().enumerate().filter_map(one).collect();
    known
        .into_iter()
        .filter_map(|(index, target)| {
            let column = &comparison.columns[index];
            let path = column.path()?;
            let measured = path.comparison.as_ref();
            Some(Series { index, name: &column.draft.name, predicted: &path.log_file_sync, measured, target })
        })
        .collect()
}

/// The figure; nothing where no scenario has an answer.
#[must_use]
pub fn percentiles(comparison: &Comparison, room: Room) -> Option<String> {
    let all = series(comparison);
    let (low, high) = extent(&all)?;
    let frame = Frame::of(room);
    let y = LogScale::covering(low, high, frame.bottom, frame.top);
    let mut body = axes(&frame, &y);
    all.iter().for_each(|s| body.push_str(&measured_steps(s, &frame, &y)));
    body.push_str(&targets(&all, &frame, &y));
    all.iter().for_each(|s| body.push_str(&predicted_line(s, &frame, &y)));
    let title = "Percentiles of log file sync, in milliseconds";
    Some(document("percentiles", frame.width, frame.height, title, &description(&all), &body))
}

/// Swatch and name of what the figure shows: each scenario's prediction, and its measured buckets.
#[must_use]
pub fn legend(comparison: &Comparison) -> Vec<(String, String)> {
    let entries = |s: &Series<'_>| {
        let bucket = format!(
            r#"<rect x="1" y="1" width="24" height="10" class="bucket series-{}"/>"#,
            s.index % SERIES
        );
        let predicted = (swatch(s.index), format!("{}, predicted", s.name));
        let measured = s.measured.map(|_| (bucket, format!("{}, measured", s.name)));
        std::iter::once(predicted).chain(measured).collect::<Vec<_>>()
    };
    series(comparison).iter().flat_map(entries).collect()
}

/// Header and table: name, then p50 to p99.99 in ms.
#[must_use]
pub fn percentile_rows(comparison: &Comparison) -> (Vec<&'static str>, Vec<(String, Vec<String>)>) {
    let row = |s: &Series<'_>| {
        let values = MARKED.iter().map(|(p, _)| number(s.predicted.percentile(*p))).collect();
        (s.name.to_string(), values)
    };
    (MARKED.map(|(_, name)| name).to_vec(), series(comparison).iter().map(row).collect())
}

fn extent(all: &[Series<'_>]) -> Option<(f64, f64)> {
    let ends = all.iter().flat_map(|s| {
        let floor = s.predicted.percentile(0.02).max(0.01);
        let targets = if s.target.is_finite() { s.target } else { floor };
        let measured = s.measured.into_iter().flat_map(|m| m.buckets.iter().map(|b| b.upper.max(0.5)));
        [floor, s.predicted.percentile(RIGHT_END), targets].into_iter().chain(measured).collect::<Vec<_>>()
    });
    let (low, high) = ends.fold((f64::INFINITY, 0.0_f64), |(l, h), v| (l.min(v), h.max(v)));
    (high > 0.0).then_some((low, high))
}

fn axes(frame: &Frame, y: &LogScale) -> String {
    let mut body = String::new();
    for tick in y.ticks() {
        body.push_str(&line(frame.left, y.at(tick), frame.right, y.at(tick), "grid"));
        body.push_str(&text(frame.left - 8.0, y.at(tick) + 5.0, "end", "tick", &tick_text(tick)));
    }
    for (p, name) in MARKED.iter().filter(|(p, _)| *p != 0.75) {
        let x = frame.x(*p);
        let anchor = if *p >= RIGHT_END { "end" } else { "middle" };
        body.push_str(&line(x, frame.top, x, frame.bottom, "grid"));
        body.push_str(&text(x, frame.bottom + 20.0, anchor, "tick", name));
    }
    let middle = f64::midpoint(frame.left, frame.right);
    body.push_str(&text(
        middle,
        frame.bottom + 40.0,
        "middle",
        "axis",
        "share of commits that take no longer",
    ));
    body.push_str(&text(frame.left - 8.0, frame.top - 12.0, "end", "axis", "ms"));
    body
}

fn tick_text(tick: f64) -> String {
    if tick >= 1.0 { format!("{tick:.0}") } else { format!("{tick}") }
}

/// Predicted: a line with a marker at each listed percentile.
fn predicted_line(series: &Series<'_>, frame: &Frame, y: &LogScale) -> String {
    const POINTS: u32 = 120;
    let last = nines(RIGHT_END);
    let point = |i: u32| {
        let p = 1.0 - 10f64.powf(-last * f64::from(i) / f64::from(POINTS));
        let value = series.predicted.percentile(p.max(0.002));
        format!("{},{}", at(frame.x(p)), at(y.at(value)))
    };
    let points: Vec<String> = (0..=POINTS).map(point).collect();
    let class = format!("line series-{}", series.index % SERIES);
    let mut body = format!(r#"<polyline points="{}" class="{class}"/>"#, points.join(" "));
    for (p, name) in MARKED {
        let value = series.predicted.percentile(p);
        body.push_str(&format!(
            "<g><title>{} {name}: {} ms predicted</title>{}</g>",
            escape(series.name),
            number(value),
            marker(series.index, frame.x(p), y.at(value))
        ));
    }
    body
}

/// Measured: what is certain is the share at each bucket edge; inside a bucket a band says where it may run.
fn measured_steps(series: &Series<'_>, frame: &Frame, y: &LogScale) -> String {
    let Some(measured) = series.measured else { return String::new() };
    let class = series.index % SERIES;
    let (mut body, mut share) = (String::new(), 0.0);
    for bucket in measured.buckets.iter().filter(|b| b.count > 0.0) {
        let from = frame.x(share);
        share = (share + bucket.measured).min(1.0);
        let to = frame.x(share.min(RIGHT_END));
        let (top, bottom) = (y.at(bucket.upper), y.at(bucket.lower.max(bucket.upper / 8.0)));
        body.push_str(&format!(
            r#"<rect x="{}" y="{}" width="{}" height="{}" class="bucket series-{class}"><title>{} measured: {} waits ({}) from {} to {} ms</title></rect>"#,
            at(from),
            at(top),
            at((to - from).max(0.5)),
            at((bottom - top).max(1.0)),
            escape(series.name),
            bucket.count,
            percent(bucket.measured),
            bucket.lower,
            bucket.upper,
        ));
    }
    body
}

/// Target lines, one for each different target.
fn targets(all: &[Series<'_>], frame: &Frame, y: &LogScale) -> String {
    let mut drawn: Vec<f64> = Vec::new();
    let mut body = String::new();
    for target in all.iter().map(|s| s.target).filter(|t| t.is_finite()) {
        if !drawn.contains(&target) {
            drawn.push(target);
            body.push_str(&line(frame.left, y.at(target), frame.right, y.at(target), "target"));
            let label = format!("target for p99: {}", quantity(target, Dimension::Time));
            body.push_str(&text(frame.right - 6.0, y.at(target) - 6.0, "end", "target-label", &label));
        }
    }
    body
}

fn description(all: &[Series<'_>]) -> String {
    let one = |s: &Series<'_>| {
        let p = |q| number(s.predicted.percentile(q));
        let measured = if s.measured.is_some() { ", with measured buckets" } else { "" };
        format!(
            "{}: p50 {} ms, p99 {} ms, p99.9 {} ms{measured}",
            shortened(s.name, 40),
            p(0.5),
            p(0.99),
            p(0.999)
        )
    };
    all.iter().map(one).collect::<Vec<_>>().join(". ")
}
