//! Rules of Data Guard between inputs: what it refuses is told at the field, what it allows but seldom means is a remark.

mod common;

use common::is_a_sentence;
use farsight::model::evaluate;
use farsight::scenario::{Draft, Family, Scenario, validate};
use farsight::units::Answer;

fn draft(destinations: &[&str], settings: &[(&str, &str)]) -> Draft {
    let mut draft = Draft::new("rules");
    destinations.iter().for_each(|name| draft.add_destination(name).expect("free"));
    settings.iter().for_each(|(path, text)| draft.set(path, text).expect("known"));
    draft
}

/// The path of the one error, whose sentence holds `words`.
fn refused(destinations: &[&str], settings: &[(&str, &str)], words: &str) -> String {
    let errors = validate(&draft(destinations, settings)).expect_err("a rule is broken");
    assert_eq!(errors.len(), 1, "{errors:?}");
    let sentence = errors[0].to_string();
    assert!(is_a_sentence(&sentence) && sentence.contains(words), "{sentence}");
    errors[0].path.clone()
}

fn allowed(destinations: &[&str], settings: &[(&str, &str)]) -> Scenario {
    validate(&draft(destinations, settings)).unwrap_or_else(|errors| panic!("{}", errors[0]))
}

const FAR_SYNC: (&str, &str) = ("destination[FS].role", "far_sync");

#[test]
fn a_source_is_a_far_sync_that_the_primary_feeds() {
    let behind = ("destination[S].source", "FS");
    let asynchronous = ("destination[S].transport", "async");
    allowed(&["FS", "S"], &[FAR_SYNC, behind, asynchronous]);
    let at = refused(&["FS", "S"], &[FAR_SYNC, behind], "ORA-16695");
    assert_eq!(at, "destination[S].transport");
    for (name, words) in [("S", "to itself"), ("X", "no destination"), ("FS", "is a standby")] {
        let at = refused(&["FS", "S"], &[("destination[S].source", name), asynchronous], words);
        assert_eq!(at, "destination[S].source");
    }
}

#[test]
fn protection_modes_ask_for_their_transport() {
    let mode = |word| ("primary.protection", word);
    let at = refused(&[], &[mode("maximum_availability")], "needs a SYNC destination");
    assert_eq!(at, "primary.protection");
    refused(&["FS"], &[FAR_SYNC, mode("maximum_protection")], "a far sync instance alone does not do");
    refused(&["S"], &[mode("maximum_protection"), ("destination[S].transport", "noaffirm")], "SYNC AFFIRM");
    allowed(&["S"], &[mode("maximum_protection")]);
}

#[test]
fn fastsync_is_a_word_of_the_broker_in_maximum_availability() {
    let fast = ("destination[S].transport", "noaffirm");
    let broker = ("primary.configured_by", "broker");
    let at = refused(&["S"], &[fast, broker], "maximum availability");
    assert_eq!(at, "destination[S].transport");
    allowed(&["S"], &[fast, broker, ("primary.protection", "maximum_availability")]);
    let scenario = allowed(&["S"], &[fast]);
    assert!(scenario.remarks.iter().any(|r| r.contains("the broker does not")), "{:?}", scenario.remarks);
}

#[test]
fn thirty_destinations_have_an_answer_and_nine_of_them_can_be_sync() {
    let names: Vec<String> = (0..30).map(|i| format!("D{i}")).collect();
    let mut draft = Draft::new("many");
    for (i, name) in names.iter().enumerate() {
        draft.add_destination(name).expect("free");
        let transport = if i < 9 { "affirm" } else { "async" };
        draft.set(&format!("destination[{name}].transport"), transport).expect("known");
    }
    let scenario = validate(&draft).expect("valid");
    assert!(matches!(evaluate(&scenario), Answer::Ok(_)));
    draft.set("destination[D9].transport", "affirm").expect("known");
    let errors = validate(&draft).expect_err("ten");
    assert_eq!(errors[0].path, "destination[D9].transport");
    assert!(draft.add_destination("D30").is_err());
}

#[test]
fn who_takes_over_from_whom_is_settled() {
    let other = |name| ("destination[B].alternate_of", name);
    for (name, words) in [("B", "from itself"), ("X", "no destination")] {
        let at = refused(&["A", "B"], &[other(name)], words);
        assert_eq!(at, "destination[B].alternate_of");
    }
    refused(&["A", "B"], &[other("A"), ("destination[B].group", "1")], "exclude each other");
    let ignored = allowed(&["A", "B"], &[other("A")]);
    assert!(ignored.remarks.iter().any(|r| r.contains("ALTERNATE is ignored")));
    let path = evaluate(&ignored).value().expect("an answer");
    assert_eq!(path.turns, [], "it never serves");
    let heard = allowed(&["A", "B"], &[other("A"), ("destination[A].max_failure", "1")]);
    let path = evaluate(&heard).value().expect("an answer");
    // 720 h up, 60 s down, each by itself.
    let down = 60.0 / (720.0 * 3600.0 + 60.0);
    let share = path.get("destination[B].serves").expect("a share");
    assert!((share / (down * (1.0 - down)) - 1.0).abs() < 1e-9, "{share}");
    assert_eq!(path.legs.len(), 1, "an alternate is no further leg");
}

#[test]
fn unusual_times_are_remarks() {
    for (leaf, text, words) in [
        ("net_timeout", "0", "dropped at once"),
        ("net_timeout", "5 s", "too low for many networks"),
        ("reopen", "30 s", "longer than the time between outages"),
        ("reopen", "0", "until someone enables it"),
    ] {
        let path = format!("destination[S].{leaf}");
        let scenario = allowed(&["S"], &[(path.as_str(), text), ("destination[S].outage.interval", "20 s")]);
        assert!(scenario.remarks.iter().any(|r| is_a_sentence(r) && r.contains(words)), "{leaf} {text}");
        assert!(evaluate(&scenario).value().is_some(), "{leaf} {text} has an answer");
    }
}

#[test]
fn lists_and_limits_are_told() {
    let at =
        refused(&[], &[("primary.instances", "3"), ("primary.shares", "50 50")], "2 shares for 3 instances");
    assert_eq!(at, "primary.shares");
    refused(&[], &[("primary.instances", "2"), ("primary.shares", "50 60")], "add up to 110 %");
    refused(&[], &[("workload.profile", "hours"), ("workload.hours", "1 2 3")], "24 hours");
    refused(&[], &[("workload.load", "classes")], "no session class");
    let latency = ("primary.data_guard_sync_latency", "1.5 s");
    refused(&["A", "B"], &[latency], "whole seconds");
    refused(&["A", "B"], &[("primary.data_guard_sync_latency", "31 s")], "shortest NET_TIMEOUT, 30 s");
    let hop = [("destination[S].hop", "present"), ("destination[S].hop.loss", "40 %")];
    let at = refused(&["S"], &[hop[0], hop[1], ("destination[S].loss", "40 %")], "64.0 %");
    assert_eq!(at, "destination[S].hop.loss");
    let scalable = [("primary.log_writer", "scalable"), ("workload.load", "closed")];
    assert_eq!(refused(&[], &scalable, "for a commit rate only"), "primary.log_writer");
}

#[test]
fn a_line_below_the_redo_rate_lags_for_ever_and_says_so() {
    let scenario =
        allowed(&["S"], &[("destination[S].transport", "async"), ("destination[S].bandwidth", "1 Mb/s")]);
    let path = evaluate(&scenario).value().expect("commits do not wait for it");
    let overflow = &path.overflows[0];
    // 100 commits of 6 kB a second; 1 Mb/s.
    assert!((overflow.offered - 600e3).abs() < 1e-6 && overflow.capacity <= 125e3, "{overflow:?}");
    assert_eq!(path.get("destination[S].lag.max"), None);
    assert_eq!(path.get("exposure.site"), None);
}

#[test]
fn session_classes_share_what_there_is() {
    let mut draft = draft(&["S"], &[("workload.load", "classes")]);
    for name in ["OLTP", "BATCH"] {
        draft.add_part(Family::Class, name).expect("free");
    }
    let scenario = validate(&draft).expect("valid");
    let path = evaluate(&scenario).value().expect("an answer");
    let get = |key: &str| path.get(key).expect("a result");
    // Both alike: 20 sessions, think time 1 s, one commit each. Little's law over the cycle.
    let cycle = 1000.0 + get("class[OLTP].response");
    assert!((get("class[OLTP].throughput") * cycle / 20_000.0 - 1.0).abs() < 1e-9);
    assert!((get("class[OLTP].commits") / get("log_file_sync.mean") - 1.0).abs() < 1e-3);
    let both = get("class[OLTP].throughput") + get("class[BATCH].throughput");
    assert!((get("throughput") / both - 1.0).abs() < 2e-3, "{} of {both}", get("throughput"));
}

#[test]
fn two_writes_in_flight_say_how_approximate_they_are() {
    match evaluate(&allowed(&[], &[("primary.log_writer", "scalable")])) {
        Answer::Warn(_, warnings) => {
            assert!(warnings.iter().any(|w| w.what.starts_with("two writes in flight are approximate")));
        }
        other => panic!("a warning is due, not {other:?}"),
    }
    assert!(matches!(evaluate(&allowed(&[], &[])), Answer::Ok(_)));
}
