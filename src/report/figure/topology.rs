//! The topology of one scenario: the primary, where its redo goes, how, and what that takes on average. What commits
//! wait for is drawn in full, what they do not wait for in dashes.

use super::{Room, document, line, shortened, text};
use crate::scenario::{Acknowledgement, Destination, Role, Scenario, Source, Transport, Turn, part_path};
use crate::units::{Dimension, quantity};
use crate::whatif::Column;

/// Height of a box with two lines of text, and of one with four.
const LOW: f64 = 64.0;
const HIGH: f64 = 88.0;
const GAP: f64 = 20.0;

/// A box and where it stands.
struct Placed<'a> {
    destination: &'a Destination,
    left: f64,
    middle: f64,
}

/// The figure; nothing where the scenario has fields to correct.
#[must_use]
pub fn topology(column: &Column, room: Room) -> Option<String> {
    let scenario = column.scenario.as_ref()?;
    let (width, box_width) = match room {
        Room::Wide => (760.0, 190.0),
        Room::Narrow => (380.0, 132.0),
    };
    let single = scenario.destinations.len() == 1;
    let box_height = if single { LOW } else { HIGH };
    let (placed, rows) = place(scenario, room, width, box_width, box_height);
    let height = rows.max(1) as f64 * (box_height + GAP) + 4.0;
    let middle = height / 2.0;
    let mut body = String::new();
    for place in &placed {
        let words = words(place.destination, column, room);
        let (x, y) = feeder(&placed, place, (box_width, box_height), middle, room);
        body.push_str(&line(
            x,
            y,
            place.left + if x < place.left { 0.0 } else { box_width / 2.0 },
            entry(place, x, box_height),
            class_of(place.destination),
        ));
        if single {
            body.push_str(&on_the_link(f64::midpoint(box_width + 2.0, place.left), place.middle, &words));
            body.push_str(&node(place.left, place.middle, (box_width, box_height), "node", &words[..2]));
        } else {
            body.push_str(&node(place.left, place.middle, (box_width, box_height), "node", &words));
        }
    }
    body.push_str(&primary(scenario, column, box_width, middle));
    if placed.is_empty() {
        body.push_str(&text(box_width + 24.0, middle + 5.0, "start", "note", "no destination"));
    }
    Some(document("topology", width, height, "Topology", &description(scenario), &body))
}

/// Places the boxes: those that the primary feeds below each other, those that a far sync instance feeds beside it, or
/// below it where there is no room.
fn place<'a>(
    scenario: &'a Scenario,
    room: Room,
    width: f64,
    box_width: f64,
    box_height: f64,
) -> (Vec<Placed<'a>>, usize) {
    let right = width - box_width - 2.0;
    let forwarded = |name: &str| {
        let name = name.to_string();
        scenario.destinations.iter().filter(move |d| d.source == Source::FarSync(name.clone()))
    };
    let any = scenario.destinations.iter().any(|d| d.source != Source::Primary);
    let first = if any && room == Room::Wide { f64::midpoint(2.0, right) } else { right };
    let y = |row: usize| (row as f64 + 0.5) * (box_height + GAP) + 2.0;
    let (mut placed, mut row) = (Vec::new(), 0);
    for destination in scenario.destinations.iter().filter(|d| d.source == Source::Primary) {
        placed.push(Placed { destination, left: first, middle: y(row) });
        let behind: Vec<&Destination> = forwarded(&destination.name).collect();
        let below = usize::from(room == Room::Narrow);
        for (i, destination) in behind.iter().enumerate() {
            placed.push(Placed { destination, left: right, middle: y(row + i + below) });
        }
        row += (behind.len() + below).max(1);
    }
    (placed, row)
}

/// Where the line to a box starts: at the primary, or at the far sync instance that feeds it.
fn feeder(
    placed: &[Placed],
    place: &Placed,
    (width, height): (f64, f64),
    primary: f64,
    room: Room,
) -> (f64, f64) {
    let Source::FarSync(name) = &place.destination.source else { return (width + 2.0, primary) };
    match placed.iter().find(|p| p.destination.name == *name) {
        Some(from) if room == Room::Narrow => (from.left + width / 2.0, from.middle + height / 2.0),
        Some(from) => (from.left + width, from.middle),
        None => (width + 2.0, primary),
    }
}

/// Where it ends: at the side of the box, or at its top where it comes from above.
fn entry(place: &Placed, x: f64, height: f64) -> f64 {
    if x < place.left { place.middle } else { place.middle - height / 2.0 }
}

fn class_of(destination: &Destination) -> &'static str {
    match (&destination.turn, destination.delays_commits()) {
        (Turn::Active, true) => "link",
        (Turn::Active, false) => "link async",
        _ => "link idle",
    }
}

fn primary(scenario: &Scenario, column: &Column, width: f64, middle: f64) -> String {
    let write = column.path().and_then(|p| p.get("log_file_parallel_write.mean"));
    let write = write.map_or(String::new(), |w| format!("local write {}", time(w)));
    let kind = if scenario.destinations.is_empty() { "node" } else { "node primary" };
    let name = match scenario.primary.instances.len() {
        1 => "Primary".to_string(),
        n => format!("Primary, {n} instances"),
    };
    node(2.0, middle, (width, LOW), kind, &[name, write])
}

/// Name, role, transport, and how long its acknowledgement takes on average or how far it lags.
fn words(destination: &Destination, column: &Column, room: Room) -> [String; 4] {
    let role = match destination.role {
        Role::Standby => "standby",
        Role::FarSync => "far sync",
    };
    let result = |leaf: &str| {
        column.path().and_then(|p| p.get(&part_path(&format!("destination[].{leaf}"), &destination.name)))
    };
    let dash = || "\u{2014}".to_string();
    let (transport, time) = match destination.transport {
        Transport::Sync(Acknowledgement::Affirm) => ("SYNC AFFIRM", result("sync_remote_write.mean")),
        Transport::Sync(Acknowledgement::Noaffirm) => ("SYNC NOAFFIRM", result("sync_remote_write.mean")),
        Transport::Async => ("ASYNC", result("lag.max")),
        Transport::Reserved => ("no redo yet", None),
    };
    let last = match (&destination.turn, destination.transport) {
        (Turn::Alternate { leader, .. }, _) => format!("alternate of {leader}"),
        (Turn::Ignored, _) => "ALTERNATE ignored".into(),
        (Turn::Active, Transport::Sync(_)) => format!("ack in {}", time.map_or_else(dash, self::time)),
        (Turn::Active, Transport::Async) => format!("lag up to {}", time.map_or_else(dash, self::time)),
        (Turn::Active, Transport::Reserved) => "until a switchover".into(),
    };
    let room_for = if room == Room::Wide { 22 } else { 15 };
    let name = shortened(&destination.name, room_for - 2);
    [name, role.into(), transport.into(), shortened(&last, room_for + 2)]
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
    let sync = scenario.sync_destinations().count();
    let others = scenario.destinations.len() - sync;
    let waits = match sync {
        0 => "a commit waits for the local redo write alone".to_string(),
        1 => "a commit waits for the local write and the acknowledgement of 1 SYNC destination".into(),
        n => format!("a commit waits for the local write and the acknowledgements of {n} SYNC destinations"),
    };
    match others {
        0 => format!("The primary: {waits}."),
        n => format!("The primary: {waits}; {n} more delay none."),
    }
}
