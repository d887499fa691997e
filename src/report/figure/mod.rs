//! Figures as SVG text: no inline style, colours and dashes by class, so that one stylesheet serves light, dark
//! and print. Every figure carries a title and a description for screen readers.

mod axis;
mod lag;
mod parts;
mod percentiles;
mod topology;

pub use lag::{lag, lag_legend, lag_rows};
pub use parts::parts;
pub use percentiles::{legend, percentile_rows, percentiles};
pub use topology::topology;

/// Room that a figure has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Room {
    /// A phone.
    Narrow,
    /// A column of a screen, or paper.
    Wide,
}

/// Text safe inside SVG and HTML.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A text no longer than `most` characters.
fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.into();
    }
    text.chars().take(most.saturating_sub(1)).chain(['\u{2026}']).collect()
}

/// An `<svg>` with title and description.
fn document(id: &str, width: f64, height: f64, title: &str, description: &str, body: &str) -> String {
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" class="figure" viewBox="0 0 {width} {height}" role="img" aria-labelledby="{id}-title {id}-description"><title id="{id}-title">{}</title><desc id="{id}-description">{}</desc>{body}</svg>"#,
        escape(title),
        escape(description),
    )
}

/// A coordinate, to a hundredth.
fn at(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

/// A text element; `class` sets size and weight.
fn text(x: f64, y: f64, anchor: &str, class: &str, content: &str) -> String {
    format!(
        r#"<text x="{}" y="{}" text-anchor="{anchor}" class="{class}">{}</text>"#,
        at(x),
        at(y),
        escape(content)
    )
}

fn line(x1: f64, y1: f64, x2: f64, y2: f64, class: &str) -> String {
    format!(r#"<line x1="{}" y1="{}" x2="{}" y2="{}" class="{class}"/>"#, at(x1), at(y1), at(x2), at(y2))
}

/// The marker of series `index` around a point: told apart without colour.
fn marker(index: usize, x: f64, y: f64) -> String {
    let class = format!("marker series-{}", index % SERIES);
    let r = 4.5;
    let polygon = |points: &[(f64, f64)]| {
        let points: Vec<String> =
            points.iter().map(|(dx, dy)| format!("{},{}", at(x + dx), at(y + dy))).collect();
        format!(r#"<polygon points="{}" class="{class}"/>"#, points.join(" "))
    };
    match index % 4 {
        0 => format!(r#"<circle cx="{}" cy="{}" r="{r}" class="{class}"/>"#, at(x), at(y)),
        1 => polygon(&[(-r, -r), (r, -r), (r, r), (-r, r)]),
        2 => polygon(&[(0.0, -r * 1.2), (r * 1.2, r), (-r * 1.2, r)]),
        _ => polygon(&[(0.0, -r * 1.3), (r * 1.3, 0.0), (0.0, r * 1.3), (-r * 1.3, 0.0)]),
    }
}

/// What stands for scenario `index` in legends and tabs: a piece of its line with its marker, for a 26 by 12 box.
#[must_use]
pub fn swatch(index: usize) -> String {
    line(0.0, 6.0, 26.0, 6.0, &format!("line series-{}", index % SERIES)) + &marker(index, 13.0, 6.0)
}

/// Classes `series-0` to `series-5` exist in the stylesheet.
const SERIES: usize = 6;
