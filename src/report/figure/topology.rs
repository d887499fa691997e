//! The topology of one scenario: the primary, its SYNC destinations, and what each line and write takes on average.

use super::{Room, document, line, shortened, text};
use crate::scenario::{Destination, Role, Scenario, validate};
use crate::units::{Dimension, quantity};
use crate::whatif::Column;

const BOX_HEIGHT: f64 = 64.0;
const GAP: f64 = 20.0;

/// The figure; nothing where the scenario has fields to correct.
#[must_use]
pub fn topology(column: &Column, room: Room) -> Option<String> {
    let scenario = validate(&column.draft).ok()?;
    let (width, box_width) = match room {
        Room::Wide => (760.0, 190.0),
        Room::Narrow => (380.0, 122.0),
    };
    let rows = scenario.destinations.len().max(1) as f64;
    let height = rows * (BOX_HEIGHT + GAP) + 4.0;
    let middle = height / 2.0;
    let mut body = String::new();
    for (i, destination) in scenario.destinations.iter().enumerate() {
        let y = (i as f64 + 0.5) * (BOX_HEIGHT + GAP) + 2.0;
        body.push_str(&destination_at(destination, column, (width, box_width), (middle, y), room));
    }
    body.push_str(&primary(&scenario, column, box_width, middle));
    if scenario.destinations.is_empty() {
        body.push_str(&text(box_width + 24.0, middle + 5.0, "start", "note", "no SYNC destination"));
    }
    Some(document("topology", width, height, "Topology", &description(&scenario), &body))
}

fn primary(scenario: &Scenario, column: &Column, width: f64, middle: f64) -> String {
    let write = column.path().and_then(|p| p.get("log_file_parallel_write.mean"));
    let write = write.map_or(String::new(), |w| format!("local write {}", time(w)));
    let kind = if scenario.destinations.is_empty() { "node" } else { "node primary" };
    node(2.0, middle, width, kind, ["Primary", &write])
}

fn destination_at(
    destination: &Destination,
    column: &Column,
    (width, box_width): (f64, f64),
    (from_y, y): (f64, f64),
    room: Room,
) -> String {
    let left = width - box_width - 2.0;
    let role = match destination.role {
        Role::Standby => "standby",
        Role::FarSync => "far sync",
    };
    let key = format!("destination[{}].sync_remote_write.mean", destination.name);
    let remote = column.path().and_then(|p| p.get(&key)).map_or("\u{2014}".into(), time);
    let room_for_name = if room == Room::Wide { 20 } else { 12 };
    let name = shortened(&destination.name, room_for_name);
    let (x1, x2) = (box_width + 2.0, left);
    let transport = match destination.acknowledgement {
        crate::scenario::Acknowledgement::Affirm => "SYNC AFFIRM",
        crate::scenario::Acknowledgement::Noaffirm => "SYNC NOAFFIRM",
    };
    let label_x = f64::midpoint(x1, x2);
    let label_y = f64::midpoint(from_y, y);
    line(x1, from_y, x2, y, "link")
        + &text(label_x, label_y - 9.0, "middle", "link-label", transport)
        + &text(label_x, label_y + 20.0, "middle", "link-label strong", &format!("ack in {remote}"))
        + &node(left, y, box_width, "node", [&name, role])
}

fn node(x: f64, middle: f64, width: f64, class: &str, [first, second]: [&str; 2]) -> String {
    let centre = x + width / 2.0;
    format!(
        r#"<rect x="{x}" y="{}" width="{width}" height="{BOX_HEIGHT}" rx="6" class="{class}"/>"#,
        middle - BOX_HEIGHT / 2.0
    ) + &text(centre, middle - 3.0, "middle", "node-name", first)
        + &text(centre, middle + 17.0, "middle", "node-note", second)
}

fn time(ms: f64) -> String {
    quantity(ms, Dimension::Time)
}

fn description(scenario: &Scenario) -> String {
    match scenario.destinations.len() {
        0 => "The primary alone: a commit waits for the local redo write.".into(),
        n => format!(
            "The primary and {n} SYNC destination{}: a commit waits for the local write and every acknowledgement.",
            if n == 1 { "" } else { "s" }
        ),
    }
}
