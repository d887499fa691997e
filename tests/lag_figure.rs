//! The figure of the lag over a day: there when a lag varies, well-formed, and with the numbers of the model.

mod common;

use farsight::report::figure::{Room, lag, lag_legend, lag_rows};
use farsight::scenario::{Draft, preset};
use farsight::whatif::{Column, evaluate_draft};

/// 6 kB at 100/s are 600 kB/s; at a factor of 3, 1.8 MB/s on a line of 1 MB/s.
fn column(hours: &str) -> Column {
    let mut draft = Draft::new("a < b & \"c\"");
    for name in ["FAR", "NEAR"] {
        draft.add_destination(name).expect("free");
        draft.set(&format!("destination[{name}].transport"), "async").expect("known");
    }
    for (path, text) in [
        ("workload.commit_rate", "100 /s"),
        ("workload.redo_per_commit", "6 kB"),
        ("workload.profile", "hours"),
        ("workload.hours", hours),
        ("destination[FAR].bandwidth", "1 MB/s"),
        ("destination[NEAR].bandwidth", "10 MB/s"),
    ] {
        draft.set(path, text).expect("known");
    }
    let column = evaluate_draft(&draft);
    assert!(column.path().is_some(), "{:?}", column.answer);
    column
}

/// Two hours at a factor of 3 from 10 on, 0.5 else.
fn peak() -> Column {
    column(&format!("{}3 3 {}", "0.5 ".repeat(10), "0.5 ".repeat(12)))
}

/// Whether every tag closes, every attribute is quoted, and every `&` starts an entity.
fn is_well_formed(text: &str) -> bool {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        let Some(end) = rest[at..].find('>').map(|end| at + end) else { return false };
        let tag = &rest[at + 1..end];
        let name = tag.split([' ', '/']).find(|word| !word.is_empty()).unwrap_or("");
        match (tag.starts_with('/'), tag.ends_with('/')) {
            (true, _) if open.pop() != Some(name) => return false,
            (false, false) => open.push(name),
            _ => {}
        }
        if tag.contains('<') || tag.matches('"').count() != 2 * tag.matches("=\"").count() {
            return false;
        }
        rest = &rest[end + 1..];
    }
    let entities = ["amp;", "lt;", "gt;", "quot;"];
    open.is_empty() && text.split('&').skip(1).all(|after| entities.iter().any(|e| after.starts_with(e)))
}

#[test]
fn a_broken_figure_is_seen() {
    for text in ["<svg><g></svg>", "<svg a=\"b></svg>", "<svg>a & b</svg>", "<svg></g></svg>", "<svg"] {
        assert!(!is_well_formed(text), "{text}");
    }
    assert!(is_well_formed("<svg a=\"b\"><g/>&amp;</svg>"));
}

#[test]
fn the_figure_is_well_formed_in_both_rooms() {
    for (room, width) in [(Room::Wide, "0 0 760 "), (Room::Narrow, "0 0 380 ")] {
        let svg = lag(&peak(), room).expect("a lag varies");
        assert!(is_well_formed(&svg) && svg.contains(width), "{svg}");
        assert_eq!(svg.matches("<polyline").count(), 2, "each ASYNC destination has its line");
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        assert!(svg.contains(">24</text>") && svg.contains("hours after midnight"), "{svg}");
        assert!(!svg.contains("style="), "styles come from the stylesheet alone");
    }
}

#[test]
fn the_greatest_lag_is_where_arithmetic_puts_it() {
    // 0.8 MB/s too much for 2 h are 5,760 MB, which take 5,760 s at 1 MB/s: what comes last in the peak leaves at 13:36.
    // At 12:00 7,200 MB are through, which came in the first 4,000 s: a lag of 3,200 s. Half a round trip, jitter and
    // 1 s of reading come on top.
    let column = peak();
    let (header, rows) = lag_rows(&column);
    assert_eq!((header, rows.len()), (vec!["FAR".to_string(), "NEAR".into()], 24));
    let legend = lag_legend(&column);
    let expected = farsight::units::quantity(5_761_000.0, farsight::units::Dimension::Time);
    assert!(legend[0].1.starts_with(&format!("FAR: up to {expected} at 13:36")), "{}", legend[0].1);
    assert!(legend[1].1.starts_with("NEAR: 1.") && legend[1].1.ends_with(" all day"), "{}", legend[1].1);
    let at_noon = farsight::units::quantity(3_201_000.0, farsight::units::Dimension::Time);
    assert_eq!((rows[11].1[0].as_str(), rows[13].1[0].as_str()), (at_noon.as_str(), expected.as_str()));
    assert_eq!(rows[9].1[0], rows[0].1[0], "nothing is left before the peak");
    assert_eq!((rows[0].0.as_str(), rows[23].0.as_str()), ("0 to 1 h", "23 to 24 h"));
}

#[test]
fn there_is_no_figure_where_nothing_varies() {
    let level = column(&"1 ".repeat(24));
    let within = column(&"0.5 1.5 ".repeat(12));
    let preset = evaluate_draft(&preset("metro-30km").expect("it exists").study().drafts()[1]);
    for column in [level, within, preset, evaluate_draft(&Draft::new("none"))] {
        assert_eq!(lag(&column, Room::Wide), None, "{}", column.draft.name);
        assert!(lag_legend(&column).is_empty());
    }
}
