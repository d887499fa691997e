//! Bad days in words: who takes over with what, what a far sync does to it, and what follows a switchover.

mod common;

use common::is_a_sentence;
use farsight::report::{loss_groups, notes, study_text};
use farsight::scenario::{Draft, Study};
use farsight::units::{Dimension, quantity};
use farsight::whatif::{Column, Comparison, evaluate_draft};

const DATABASE: &str = "The database is lost";
const SITE: &str = "The primary\u{2019}s site is lost";
const SWITCHOVER: &str = "After a switchover";
const OVERFLOW: &str = "Lines that do not keep up";

/// A scenario of 100 commits/s at 6 kB with these destinations and their inputs.
fn column(destinations: &[(&str, &[(&str, &str)])]) -> Column {
    let mut draft = Draft::new("test");
    draft.set("workload.commit_rate", "100 /s").expect("known");
    draft.set("workload.redo_per_commit", "6 kB").expect("known");
    destinations.iter().for_each(|(name, _)| draft.add_destination(name).expect("free"));
    for (name, inputs) in destinations {
        for (leaf, text) in *inputs {
            draft.set(&format!("destination[{name}].{leaf}"), text).expect("known");
        }
    }
    let column = evaluate_draft(&draft);
    assert!(column.path().is_some(), "{:?}", column.answer);
    column
}

/// The sentences under a title, as one text.
fn told(column: &Column, title: &str) -> String {
    let groups = loss_groups(column);
    assert!(groups.iter().flat_map(|(_, s)| s).all(|s| is_a_sentence(s)), "{groups:#?}");
    groups.into_iter().find(|(t, _)| t.starts_with(title)).map(|(_, s)| s.join(" ")).unwrap_or_default()
}

fn holds(text: &str, words: &[&str]) {
    assert!(words.iter().all(|w| text.contains(w)), "{text}\nlacks one of {words:?}");
}

#[test]
fn sync_loses_nothing_while_it_is_synchronised() {
    let affirm = column(&[("STBY", &[])]);
    for title in [DATABASE, SITE] {
        let text = told(&affirm, title);
        holds(&text, &["STBY takes over", "nothing is lost", "while STBY is synchronised"]);
        assert!(!text.contains("memory"), "{text}");
    }
    let fast = column(&[("STBY", &[("transport", "noaffirm")])]);
    holds(&told(&fast, SITE), &["acknowledges from memory (NOAFFIRM)"]);
}

#[test]
fn asynchronous_transport_loses_its_lag() {
    // Half a round trip of 20 ms, half a mean jitter of 0.05 ms and 1 s of reading.
    let far = column(&[("FAR", &[("transport", "async"), ("round_trip", "20 ms"), ("jitter.mean", "0")])]);
    let text = told(&far, DATABASE);
    holds(&text, &["FAR takes over and lacks up to 1.01 s of commits"]);
    assert!(!text.contains("synchronised"), "{text}");
}

#[test]
fn a_far_sync_beside_the_primary_dies_with_the_site() {
    let behind: &[(&str, &str)] = &[("transport", "async"), ("source", "FS"), ("round_trip", "20 ms")];
    let beside = column(&[("FS", &[("role", "far_sync"), ("site", "primary")]), ("FAR", behind)]);
    holds(&told(&beside, DATABASE), &["FAR takes over", "nothing is lost", "Far sync FS is left"]);
    holds(
        &told(&beside, SITE),
        &["FAR takes over and lacks up to", "FS stands with the primary and is lost with it"],
    );
    let elsewhere = column(&[("FS", &[("role", "far_sync"), ("site", "third")]), ("FAR", behind)]);
    holds(&told(&elsewhere, SITE), &["nothing is lost", "Far sync FS stands elsewhere"]);
}

#[test]
fn without_a_standby_elsewhere_nothing_survives() {
    let none = column(&[]);
    holds(&told(&none, DATABASE), &["Nothing survives", "no standby that is left gets redo"]);
    let local = column(&[("STBY", &[("site", "primary")])]);
    holds(&told(&local, DATABASE), &["nothing is lost"]);
    holds(&told(&local, SITE), &["Nothing survives", "every standby stands with the primary"]);
}

#[test]
fn a_line_that_does_not_keep_up_is_told_with_its_growth() {
    // 0.6 MB/s are generated, 0.5 carried: 0.1 MB/s for 86,400 s.
    let full =
        column(&[("FAR", &[("transport", "async"), ("bandwidth", "0.5 MB/s"), ("round_trip", "0.1 ms")])]);
    holds(
        &told(&full, OVERFLOW),
        &["The line to FAR carries 0.5 MB/s", "0.6 MB/s are generated", "8,640 MB per day"],
    );
    for title in [DATABASE, SITE] {
        holds(&told(&full, title), &["lag of FAR grows without end"]);
    }
    holds(&told(&full, SWITCHOVER), &["To FAR", "no limit"]);
}

#[test]
fn a_switchover_names_who_serves_the_new_primary() {
    let line: &[(&str, &str)] = &[("round_trip", "40 ms"), ("site", "away")];
    let sync = column(&[("STBY", line)]);
    let today = sync.path().and_then(|p| p.get("log_file_sync.mean")).expect("an answer");
    let today = quantity(today, Dimension::Time);
    holds(
        &told(&sync, SWITCHOVER),
        &["To STBY: the old primary serves it SYNC", &format!("a commit then takes {today}")],
    );
    let far = column(&[("FAR", &[line, &[("transport", "async")]].concat())]);
    let words = [
        "To FAR: the old primary gets redo ASYNC",
        "up to 1.02 s",
        "Nothing is near",
        "round trip of 40 ms per write",
    ];
    holds(&told(&far, SWITCHOVER), &words);
    let near = column(&[
        ("FAR", &[line, &[("transport", "async")]].concat()),
        ("NEAR", &[line, &[("transport", "none")]].concat()),
    ]);
    holds(
        &told(&near, SWITCHOVER),
        &["NEAR at the same site serves it SYNC", "0.3 ms between them is assumed"],
    );
}

#[test]
fn the_text_has_bad_days_and_notes() {
    let column = column(&[("STBY", &[("reopen", "0")])]);
    let notes = notes(&column);
    assert!(notes.iter().any(|n| n.starts_with("Note: REOPEN of STBY is 0")), "{notes:?}");
    let study = Study::new("test", vec![column.draft.clone()]);
    let text = study_text(&study, &Comparison::of(&study));
    for words in ["When something is lost", DATABASE, SITE, SWITCHOVER]
        .into_iter()
        .chain(notes.iter().map(String::as_str))
    {
        assert!(text.contains(words), "{words}\n{text}");
    }
}
