//! Where each millisecond goes: the parts of a mean as a waterfall, each beginning where the one before ends.

use super::{Room, at, document, line, text};
use crate::units::number;

/// The figure for one group of parts (label, mean in ms); `id` keeps several on one page apart.
#[must_use]
pub fn parts(id: &str, title: &str, rows: &[(String, f64)], room: Room) -> String {
    let (width, label_width) = match room {
        Room::Wide => (380.0, 196.0),
        Room::Narrow => (360.0, 178.0),
    };
    let row_height = 26.0;
    let total: f64 = rows.iter().map(|(_, mean)| mean).sum();
    let scale = (width - label_width - 74.0) / total.max(f64::MIN_POSITIVE);
    let height = row_height * (rows.len() as f64 + 1.0) + 8.0;
    let (mut body, mut start) = (String::new(), 0.0);
    for (i, (label, mean)) in rows.iter().enumerate() {
        let y = row_height * i as f64;
        body.push_str(&bar(label_width + start * scale, y, mean * scale, "bar", label_width, label, *mean));
        start += mean;
        let x = label_width + start * scale;
        body.push_str(&line(x, y + 5.0, x, y + row_height + 5.0, "step"));
    }
    let y = row_height * rows.len() as f64;
    body.push_str(&bar(label_width, y, total * scale, "bar total", label_width, "mean", total));
    document(
        id,
        width,
        height,
        &format!("{title}: parts of the mean, in milliseconds"),
        &described(rows, total),
        &body,
    )
}

fn bar(x: f64, y: f64, width: f64, class: &str, label_width: f64, label: &str, mean: f64) -> String {
    let rect = format!(
        r#"<rect x="{}" y="{}" width="{}" height="16" class="{class}"/>"#,
        at(x),
        at(y + 5.0),
        at(width.max(1.0))
    );
    let weight = if class.contains("total") { "part strong" } else { "part" };
    let value = text(x + width.max(1.0) + 6.0, y + 18.0, "start", weight, &number(mean));
    text(label_width - 8.0, y + 18.0, "end", weight, label) + &rect + &value
}

fn described(rows: &[(String, f64)], total: f64) -> String {
    let parts: Vec<String> =
        rows.iter().map(|(label, mean)| format!("{label} {} ms", number(*mean))).collect();
    format!("{}; in all {} ms", parts.join(", "), number(total))
}
