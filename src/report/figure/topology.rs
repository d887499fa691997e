//! The topology of one scenario: the primary, its SYNC destinations, and what each line and write takes on average.

use super::{Room, document, line, shortened, text};
use crate::scenario::{Acknowledgement, Destination, Role, Scenario, part_path};
use crate::units::{Dimension, quantity};
use crate::whatif::Column;

/// Height of a box with two lines of text, and of one with four.
const LOW: f64 = 64.0;
const HIGH: f64 = 88.0;
const GAP: f64 = 20.0;

/// The figure; nothing where the scenario has fields to correct.
#[must_use]
pub fn topology(column: &Column, room: Room) -> Option<String> {
    let scenario = column.scenario.as_ref()?;
    let (width, box_width) = match room {
        Room::Wide => (760.0, 190.0),
        Room::Narrow => (380.0, 132.0),
    };
    let count = scenario.destinations.len();
    let box_height = if count > 1 { HIGH } else { LOW };
    let height = count.max(1) as f64 * (box_height + GAP) + 4.0;
    let middle = height / 2.0;
    let mut body = String::new();
    for (i, destination) in scenario.destinations.iter().enumerate() {
        let y = (i as f64 + 0.5) * (box_height + GAP) + 2.0;
        let left = width - box_width - 2.0;
        body.push_str(&line(box_width + 2.0, middle, left, y, "link"));
        let words = words(destination, column, room);
        if count == 1 {
            body.push_str(&on_the_link(f64::midpoint(box_width + 2.0, left), y, &words));
            body.push_str(&node(left, y, (box_width, box_height), "node", &words[..2]));
        } else {
            body.push_str(&node(left, y, (box_width, box_height), "node", &words));
        }
    }
    body.push_str(&primary(scenario, column, box_width, middle));
    if count == 0 {
        body.push_str(&text(box_width + 24.0, middle + 5.0, "start", "note", "no SYNC destination"));
    }
    Some(document("topology", width, height, "Topology", &description(scenario), &body))
}

fn primary(scenario: &Scenario, column: &Column, width: f64, middle: f64) -> String {
    let write = column.path().and_then(|p| p.get("log_file_parallel_write.mean"));
    let write = write.map_or(String::new(), |w| format!("local write {}", time(w)));
    let kind = if scenario.destinations.is_empty() { "node" } else { "node primary" };
    node(2.0, middle, (width, LOW), kind, &["Primary".into(), write])
}

/// Name, role, transport, and how long its acknowledgement takes on average.
fn words(destination: &Destination, column: &Column, room: Room) -> [String; 4] {
    let role = match destination.role {
        Role::Standby => "standby",
        Role::FarSync => "far sync",
    };
    let transport = match destination.acknowledgement {
        Acknowledgement::Affirm => "SYNC AFFIRM",
        Acknowledgement::Noaffirm => "SYNC NOAFFIRM",
    };
    let key = part_path("destination[].sync_remote_write.mean", &destination.name);
    let remote = column.path().and_then(|p| p.get(&key)).map_or("\u{2014}".into(), time);
    let room_for_name = if room == Room::Wide { 20 } else { 13 };
    let name = shortened(&destination.name, room_for_name);
    [name, role.into(), transport.into(), format!("ack in {remote}")]
}

fn on_the_link(x: f64, y: f64, words: &[String; 4]) -> String {
    text(x, y - 9.0, "middle", "link-label", &words[2])
        + &text(x, y + 20.0, "middle", "link-label strong", &words[3])
}

/// A box around lines of text, the first one its name.
fn node(x: f64, middle: f64, (width, height): (f64, f64), class: &str, words: &[String]) -> String {
    let centre = x + width / 2.0;
    let mut body = format!(
        r#"<rect x="{x}" y="{}" width="{width}" height="{height}" rx="6" class="{class}"/>"#,
        middle - height / 2.0
    );
    let first = middle - 10.0 * words.len() as f64 + 15.0;
    for (i, word) in words.iter().enumerate() {
        let class = if i == 0 { "node-name" } else { "node-note" };
        body.push_str(&text(centre, first + 20.0 * i as f64, "middle", class, word));
    }
    body
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
