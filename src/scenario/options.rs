//! The four standard options for one workload, side by side: ASYNC, direct SYNC, FASTSYNC, and a far sync instance.

use super::draft::{Entry, Origin};
use super::{Draft, DraftError, Family, Study, part_name, part_path, quantity_of};

/// Name of the standby where the scenario has none, and of the far sync instance.
const STANDBY: &str = "STANDBY";
const FAR_SYNC: &str = "FARSYNC";

/// A study of the four options for the workload, the primary and the line of `draft`.
///
/// The line is that of its standby with the longest round trip, or the defaults where it has none; its far sync
/// instance is kept, or one is taken at a site of its own 30 km away. Inputs keep their origin, the options are
/// assumed.
///
/// # Errors
/// None for a draft that names its parts as drafts do.
pub fn four_options(draft: &Draft) -> Result<Study, DraftError> {
    let standby = farthest_standby(draft);
    let far_sync = draft.destinations().into_iter().find(|name| role(draft, name) == "far_sync");
    let option = |name: &str, rows: &[(&str, &str)]| -> Result<Draft, DraftError> {
        let mut option = alone(draft, name);
        copy(draft, standby.as_deref(), &mut option, STANDBY)?;
        let by_default = [("source", "primary"), ("alternate_of", ""), ("group", "0")];
        for (leaf, text) in by_default.iter().chain(rows) {
            assume(&mut option, &part_path(&format!("destination[].{leaf}"), STANDBY), text)?;
        }
        Ok(option)
    };
    let mut fast = option("FASTSYNC", &[("transport", "noaffirm")])?;
    assume(&mut fast, "primary.protection", "maximum_availability")?;
    let mut forwarded = option("Far sync", &[("transport", "async")])?;
    copy(draft, far_sync.as_deref(), &mut forwarded, FAR_SYNC)?;
    near(&mut forwarded, far_sync.is_some())?;
    let all = vec![
        option("ASYNC", &[("transport", "async")])?,
        option("SYNC", &[("transport", "affirm")])?,
        fast,
        forwarded,
    ];
    Ok(Study::new(&format!("ASYNC, SYNC, FASTSYNC and far sync for \u{201c}{}\u{201d}", draft.name), all))
}

fn assume(draft: &mut Draft, path: &str, text: &str) -> Result<(), DraftError> {
    draft.enter(path, Entry { text: text.into(), origin: Origin::Assumed, note: String::new() })
}

fn role<'a>(draft: &'a Draft, name: &str) -> &'a str {
    draft.text(&part_path("destination[].role", name)).trim()
}

/// The standby whose round trip, or distance, is the longest.
fn farthest_standby(draft: &Draft) -> Option<String> {
    let far = |name: &String| {
        let by_distance = draft.text(&part_path("destination[].route", name)).trim() == "distance";
        let (leaf, per_unit) = if by_distance { ("distance", 0.01) } else { ("round_trip", 1.0) };
        let path = part_path(&format!("destination[].{leaf}"), name);
        quantity_of(&path, draft.text(&path)).map_or(0.0, |(value, _)| value * per_unit)
    };
    let standbys = draft.destinations().into_iter().filter(|name| role(draft, name) == "standby");
    standbys.max_by(|a, b| far(a).total_cmp(&far(b)))
}

/// The draft without destinations, and without what only holds with those it had.
fn alone(draft: &Draft, name: &str) -> Draft {
    let mut alone = draft.clone();
    alone.name = name.into();
    draft.destinations().iter().for_each(|d| alone.remove_part(Family::Destination, d));
    for path in ["primary.protection", "primary.data_guard_sync_latency", "primary.configured_by"] {
        alone.reset(path);
    }
    for (path, _) in draft.entries().filter(|(path, _)| path.starts_with("measured.")) {
        alone.reset(path);
    }
    alone
}

/// Adds destination `to` with what was entered for destination `from`, if there is one.
fn copy(draft: &Draft, from: Option<&str>, into: &mut Draft, to: &str) -> Result<(), DraftError> {
    into.add_destination(to)?;
    let Some(from) = from else { return Ok(()) };
    let of = draft
        .entries()
        .filter(|(p, _)| Family::of(p) == Some(Family::Destination) && part_name(p) == Some(from));
    for (path, entry) in of {
        into.enter(&part_path(&super::key_of(path), to), entry.clone())?;
    }
    Ok(())
}

/// Puts the far sync instance between the primary and the standby.
fn near(draft: &mut Draft, is_known: bool) -> Result<(), DraftError> {
    let at = |leaf: &str, name: &str| part_path(&format!("destination[].{leaf}"), name);
    let mut rows = vec![("role", "far_sync"), ("source", "primary"), ("alternate_of", ""), ("group", "0")];
    if !is_known {
        rows.extend([("transport", "affirm"), ("route", "distance"), ("distance", "30 km")]);
    }
    for (leaf, text) in rows {
        assume(draft, &at(leaf, FAR_SYNC), text)?;
    }
    assume(draft, &at("source", STANDBY), FAR_SYNC)
}
