//! A pasted LOG_ARCHIVE_DEST_n becomes destinations of a scenario: named, with the origin of each input, undone in one
//! step; and nothing is lost by a text that cannot be read.

mod common;

use common::{any_draft, any_text, is_a_sentence};
use farsight::scenario::{Draft, Entry, Origin, Pasted, Study, validate};
use farsight::whatif::Workbench;
use proptest::prelude::*;

const TWO: &str = "log_archive_dest_1='LOCATION=USE_DB_RECOVERY_FILE_DEST'
log_archive_dest_2='SERVICE=near SYNC NOAFFIRM NET_TIMEOUT=15 MAX_FAILURE=1 ALTERNATE=LOG_ARCHIVE_DEST_3 DB_UNIQUE_NAME=fs.near'
log_archive_dest_3='SERVICE=far ASYNC'
log_archive_dest_state_3=ALTERNATE";

fn pasted(text: &str) -> (Draft, Pasted) {
    let mut draft = Draft::new("test");
    let pasted = draft.apply_attributes(text);
    (draft, pasted)
}

fn entry<'a>(draft: &'a Draft, path: &str) -> &'a Entry {
    draft.entry(path).unwrap_or_else(|| panic!("{path} was not entered"))
}

fn says(sentences: &[String], words: &[&str]) -> bool {
    sentences.iter().any(|s| words.iter().all(|w| s.contains(w)))
}

#[test]
fn every_destination_comes_with_its_inputs_and_their_origin() {
    let (draft, pasted) = pasted(TWO);
    assert_eq!(draft.destinations(), ["fs-near", "far"]);
    assert_eq!((pasted.added.as_slice(), pasted.updated.len()), (draft.destinations().as_slice(), 0));
    assert_eq!(pasted.inputs, draft.entries().count());
    assert!(draft.entries().all(|(_, entry)| entry.origin == Origin::Read));
    let transport = entry(&draft, "destination[fs-near].transport");
    assert_eq!((transport.text.as_str(), transport.note.as_str()), ("noaffirm", "from SYNC NOAFFIRM"));
    let reopen = entry(&draft, "destination[far].reopen");
    assert_eq!(reopen.text, "300 s");
    assert!(reopen.note.starts_with("Oracle's default"), "{}", reopen.note);
    assert!(says(&pasted.ignored, &["LOG_ARCHIVE_DEST_1", "local archive"]), "{pasted:?}");
    assert_eq!(pasted.summary(), format!("Read {} inputs: added fs-near, far.", pasted.inputs));
}

#[test]
fn the_alternate_takes_over_from_the_destination_that_names_it() {
    let (draft, _) = pasted(TWO);
    assert_eq!(draft.text("destination[far].alternate_of"), "fs-near");
    assert_eq!(draft.text("destination[fs-near].alternate_of"), "");
    validate(&draft).expect("it is valid");
}

#[test]
fn an_alternate_of_a_local_archive_takes_over_from_nobody() {
    let (draft, pasted) = pasted(
        "log_archive_dest_1='LOCATION=/arch ALTERNATE=LOG_ARCHIVE_DEST_2 MAX_FAILURE=1'
log_archive_dest_2='SERVICE=b ASYNC'",
    );
    assert_eq!(draft.destinations(), ["b"]);
    assert_eq!(draft.entry("destination[b].alternate_of"), None);
    assert!(says(&pasted.ignored, &["b: it takes over from"]), "{pasted:?}");
}

#[test]
fn names_are_cleaned_and_made_free() {
    for (text, name) in [
        ("SERVICE=stby.example.com ASYNC", "stby-example-com"),
        ("SERVICE=\"//host:1521/svc\" ASYNC", "host-1521-svc"),
        ("SERVICE=\"(DESCRIPTION=(ADDRESS=(HOST=h))(CONNECT_DATA=(SERVICE_NAME=stby)))\" ASYNC", "stby"),
        ("SERVICE=\"(ADDRESS=(HOST=h))\" ASYNC", "STANDBY1"),
        ("SERVICE=a123456789b123456789c123456789d ASYNC", "a123456789b123456789c123456789"),
        ("ASYNC NOAFFIRM", "STANDBY1"),
    ] {
        assert_eq!(pasted(text).0.destinations(), [name], "{text}");
    }
    let twice = "log_archive_dest_2='SERVICE=stby ASYNC'\nlog_archive_dest_3='SERVICE=STBY SYNC'";
    let (draft, _) = pasted(twice);
    assert_eq!(draft.destinations(), ["stby", "STBY-2"]);
    assert_eq!(draft.text("destination[STBY-2].transport"), "affirm");
}

#[test]
fn a_destination_of_the_same_name_is_updated_and_keeps_the_rest() {
    let mut draft = Draft::new("test");
    draft.add_destination("STBY").expect("free");
    draft.set("destination[STBY].round_trip", "4 ms").expect("known");
    let first = draft.apply_attributes("SERVICE=stby SYNC GROUP=1 PRIORITY=2");
    assert_eq!((first.updated.as_slice(), first.added.len()), (["STBY".to_string()].as_slice(), 0));
    assert_eq!(draft.text("destination[STBY].group"), "1");
    draft.apply_attributes("SERVICE=stby ASYNC");
    assert_eq!(draft.destinations(), ["STBY"]);
    assert_eq!(draft.text("destination[STBY].round_trip"), "4 ms");
    assert_eq!(draft.text("destination[STBY].transport"), "async");
    assert_eq!(draft.text("destination[STBY].group"), "0", "a group of an earlier paste is over");
}

#[test]
fn a_text_that_holds_no_destination_changes_nothing() {
    for text in ["", "Load Profile", "log_archive_dest_1=''", "LOCATION=/arch"] {
        let (draft, pasted) = pasted(text);
        assert_eq!(draft, Draft::new("test"), "{text}");
        assert_eq!(pasted.summary(), "No destination was added.", "{text}");
        assert!(!pasted.problems.is_empty() || !pasted.ignored.is_empty(), "{text}");
    }
}

#[test]
fn one_destination_too_many_is_told() {
    let mut draft = Draft::new("test");
    (0..30).for_each(|i| draft.add_destination(&format!("D{i}")).expect("free"));
    let pasted = draft.apply_attributes("SERVICE=stby SYNC");
    assert!(says(&pasted.problems, &["stby was not added", "30 destinations at most"]), "{pasted:?}");
    assert_eq!(draft.destinations().len(), 30);
}

#[test]
fn a_paste_is_one_step_back() {
    let mut draft = Draft::new("test");
    draft.add_destination("far").expect("free");
    let mut bench = Workbench::new(Study::new("test", vec![draft]));
    let before = bench.study().clone();
    let pasted = bench.paste_destinations(0, TWO);
    assert_eq!((pasted.added.len(), pasted.updated.len()), (1, 1));
    assert_eq!(bench.study().drafts()[0].destinations(), ["far", "fs-near"]);
    assert_eq!(bench.undo_words(), Some("LOG_ARCHIVE_DEST_n of fs-near, far read"));
    bench.undo();
    assert_eq!((bench.study(), bench.undo_words()), (&before, None));
    bench.paste_destinations(0, "nothing of the kind");
    bench.paste_destinations(7, TWO);
    assert_eq!(bench.undo_words(), None);
}

proptest! {
    #[test]
    fn any_text_is_taken_and_told_in_sentences(
        mut draft in any_draft(any_text().prop_map(|text| Entry { text, origin: Origin::Entered, note: String::new() })),
        text in prop_oneof![any_text(), "(log_archive_dest_[1-4]='(SERVICE=[a-z.]{0,3} )?(A?SYNC )?(ALTERNATE=LOG_ARCHIVE_DEST_[1-4] )?(GROUP=[0-9])?'\n){0,5}"],
    ) {
        let before = draft.destinations();
        let pasted = draft.apply_attributes(&text);
        prop_assert_eq!(draft.destinations().len(), before.len() + pasted.added.len());
        prop_assert!(is_a_sentence(&pasted.summary()));
        let none = pasted.added.is_empty() && pasted.updated.is_empty();
        prop_assert_eq!(pasted.inputs == 0, none);
        let again = draft.clone();
        if none { prop_assert_eq!(again.destinations(), before); }
    }
}
