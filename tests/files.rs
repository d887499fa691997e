//! Study files: what was written opens again as the same study, and what is no study is refused with a sentence.

mod common;

use std::sync::LazyLock;

use common::{any_draft, any_text, is_a_sentence};
use farsight::report::{FileError, VERSION, read_study, write_study};
use farsight::scenario::{Draft, Entry, Origin, PRESETS, Study, knobs, preset};
use farsight::units::Answer;
use farsight::whatif::Comparison;
use proptest::prelude::*;
use serde_json::{Value, json};

/// A real file: two scenarios with measurements, notes and results.
fn real_file() -> String {
    static FILE: LazyLock<String> = LazyLock::new(|| {
        let study = preset("far-sync-atlantic").expect("it exists").study();
        write_study(&study, Some(&Comparison::of(&study)))
    });
    FILE.clone()
}

/// The real file with a change.
fn changed(change: impl FnOnce(&mut Value)) -> String {
    let mut file: Value = serde_json::from_str(&real_file()).expect("JSON");
    change(&mut file);
    file.to_string()
}

/// Why `text` is refused; the sentence must be one.
fn refusal(text: &str) -> FileError {
    let error = read_study(text).expect_err("refused");
    assert!(is_a_sentence(&format!("x was not opened: {error}.")), "{error}");
    error
}

/// The problems of a file that is a study with parts that do not fit.
fn problems(text: &str) -> Vec<String> {
    match refusal(text) {
        FileError::Unfit(problems) => problems,
        other => panic!("{other:?}"),
    }
}

fn assert_reopens(study: &Study) {
    for answers in [None, Some(Comparison::of(study))] {
        assert_eq!(read_study(&write_study(study, answers.as_ref())).as_ref(), Ok(study));
    }
}

#[test]
fn presets_reopen_as_they_were() {
    for preset in PRESETS {
        let mut study = preset.study();
        assert_reopens(&study);
        study.set_baseline(1);
        study.duplicate(0);
        study.title = "\u{feff} <b>\u{5d0}\u{202e}\"title\"</b> \u{1f680}\n".into();
        assert_reopens(&study);
    }
}

fn any_entry() -> impl Strategy<Value = Entry> {
    (any_text(), prop::sample::select(Origin::ALL.to_vec()), any_text())
        .prop_map(|(text, origin, note)| Entry { text, origin, note })
}

fn any_study() -> impl Strategy<Value = Study> {
    let drafts = prop::collection::vec(any_draft(any_entry()), 1..=Study::MOST);
    (any_text(), drafts, prop::option::of(any_text()), 0..Study::MOST).prop_map(
        |(title, drafts, preset, baseline)| {
            let mut study = Study::new(&title, drafts);
            study.preset = preset;
            study.set_baseline(baseline);
            study
        },
    )
}

proptest! {
    #[test]
    fn whatever_was_typed_reopens_as_it_was(study in any_study()) {
        prop_assert_eq!(read_study(&write_study(&study, None)), Ok(study));
    }

    #[test]
    fn arbitrary_text_is_no_study_and_no_panic(text in prop_oneof![any::<String>(), any_json()]) {
        prop_assert!(read_study(&text).is_err());
    }

    /// A byte changed anywhere gives a sentence, or a study that is written and read like any other.
    #[test]
    fn a_damaged_file_is_refused_or_a_study(at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let mut bytes = real_file().into_bytes();
        let at = at.index(bytes.len());
        bytes[at] = byte;
        match read_study(&String::from_utf8_lossy(&bytes)) {
            Ok(study) => prop_assert_eq!(read_study(&write_study(&study, None)), Ok(study)),
            Err(error) => prop_assert!(is_a_sentence(&format!("x was not opened: {error}.")), "{}", error),
        }
    }
}

/// JSON that is nearly a study.
fn any_json() -> impl Strategy<Value = String> {
    let pieces = [
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "\"format\"",
        "\"farsight-study\"",
        "\"version\"",
        "1",
        "\"scenarios\"",
        "null",
        "\"name\"",
        "1e999",
        "\"inputs\"",
        "\u{feff}",
        "true",
        "\"\\ud800\"",
    ];
    prop::collection::vec(prop::sample::select(pieces.to_vec()), 0..24).prop_map(|p| p.concat())
}

#[test]
fn deep_nesting_is_no_panic() {
    for piece in ["[", "{\"a\":", "{\"format\":\"farsight-study\",\"version\":1,\"scenarios\":["] {
        assert!(matches!(refusal(&piece.repeat(100_000)), FileError::NotJson { .. } | FileError::Truncated));
    }
}

#[test]
fn results_in_a_file_are_for_people_and_change_nothing() {
    let study = preset("far-sync-atlantic").expect("it exists").study();
    for results in [json!([]), json!("none"), json!([{ "measures": { "log_file_sync.mean": -1 } }])] {
        assert_eq!(read_study(&changed(|file| file["results"] = results)), Ok(study.clone()));
    }
}

#[test]
fn a_byte_order_mark_and_line_ends_of_either_kind_do_no_harm() {
    let study = preset("far-sync-atlantic").expect("it exists").study();
    let file = real_file();
    assert_eq!(read_study(&format!("\u{feff}{file}")), Ok(study.clone()));
    assert_eq!(read_study(&file.replace('\n', "\r\n")), Ok(study));
}

#[test]
fn nothing_is_empty() {
    for text in ["", " \n\t", "\u{feff}", "\u{feff}\n"] {
        assert_eq!(refusal(text), FileError::Empty, "{text:?}");
    }
}

#[test]
fn a_file_cut_anywhere_ends_in_the_middle() {
    let file = real_file();
    let last = file.trim_end().len();
    for at in (1..last).step_by(10).chain([last - 1]).filter(|at| file.is_char_boundary(*at)) {
        assert_eq!(refusal(&file[..at]), FileError::Truncated, "cut at byte {at} of {last}");
    }
}

#[test]
fn other_json_is_foreign() {
    for text in [
        "[]",
        "[1, 2]",
        "42",
        "null",
        "true",
        "\"farsight-study\"",
        "{}",
        "{\"version\": 1}",
        "{\"format\": \"another\", \"version\": 1, \"scenarios\": []}",
        "{\"format\": 1}",
    ] {
        assert_eq!(refusal(text), FileError::Foreign, "{text}");
    }
}

#[test]
fn what_is_not_json_is_told_with_its_place() {
    assert_eq!(refusal("Load Profile\nRedo size"), FileError::NotJson { line: 1, column: 1 });
    assert_eq!(refusal("{\n  \"format\": @\n}"), FileError::NotJson { line: 2, column: 13 });
    assert!(matches!(refusal(&format!("{}{}", real_file(), real_file())), FileError::NotJson { .. }));
}

#[test]
fn a_newer_file_names_both_versions() {
    let error = refusal(&changed(|file| file["version"] = json!(VERSION + 1)));
    assert_eq!(error, FileError::Newer(VERSION + 1));
    let text = error.to_string();
    assert!(
        text.contains(&(VERSION + 1).to_string()) && text.contains(&format!("up to {VERSION}")),
        "{text}"
    );
    // A newer file may hold anything.
    let text = json!({ "format": "farsight-study", "version": 7, "pages": [1] }).to_string();
    assert_eq!(refusal(&text), FileError::Newer(7));
}

#[test]
fn a_version_that_is_none_is_told() {
    for version in [json!(null), json!("1"), json!(0), json!(-1), json!(1.5), json!([1])] {
        assert!(problems(&changed(|f| f["version"] = version.clone()))[0].contains("version"), "{version}");
    }
    let missing = changed(|file| drop(file.as_object_mut().expect("an object").remove("version")));
    assert!(problems(&missing)[0].contains("version is missing"));
}

#[test]
fn every_unknown_input_is_named_at_once() {
    let text = changed(|file| {
        for (i, path) in
            [(0, "workload.mood"), (0, "destination[NOWHERE].round_trip"), (1, "destination[].role")]
        {
            file["scenarios"][i]["inputs"][path] = json!("4 ms");
        }
    });
    let problems = problems(&text);
    assert_eq!(problems.len(), 3, "{problems:?}");
    for (scenario, named) in [
        ("Direct SYNC", "workload.mood"),
        ("Direct SYNC", "\u{201c}NOWHERE\u{201d}"),
        ("Far sync next door", "destination[].role"),
    ] {
        assert!(problems.iter().any(|p| p.contains(scenario) && p.contains(named)), "{named}: {problems:?}");
    }
}

#[test]
fn an_input_of_the_wrong_kind_is_named() {
    for value in [
        json!(4),
        json!(null),
        json!(["4 ms"]),
        json!({ "text": 4, "origin": "read" }),
        json!({ "text": "4 ms" }),
        json!({ "text": "4 ms", "origin": "dreamt" }),
    ] {
        let text = changed(|file| file["scenarios"][1]["inputs"]["workload.load"] = value.clone());
        let problems = problems(&text);
        assert_eq!(problems.len(), 1, "{value}: {problems:?}");
        assert!(
            problems[0].contains("Far sync next door") && problems[0].contains("workload.load"),
            "{problems:?}"
        );
    }
}

#[test]
fn parts_of_the_wrong_kind_are_refused() {
    for (part, value) in [
        ("/title", json!(1)),
        ("/preset", json!(false)),
        ("/baseline", json!(-1)),
        ("/baseline", json!("first")),
        ("/scenarios", json!({})),
        ("/scenarios/0", json!("Direct SYNC")),
        ("/scenarios/0/name", json!(1)),
        ("/scenarios/0/destinations", json!("STANDBY")),
        ("/scenarios/0/destinations/0", json!(1)),
        ("/scenarios/0/inputs", json!([])),
    ] {
        let text = changed(|file| *file.pointer_mut(part).expect(part) = value.clone());
        assert_eq!(problems(&text).len(), 1, "{part} {value}");
    }
}

#[test]
fn parts_that_may_be_missing() {
    let text =
        json!({ "format": "farsight-study", "version": 1, "scenarios": [{ "name": "A" }] }).to_string();
    assert_eq!(read_study(&text), Ok(Study::new("", vec![Draft::new("A")])));
    for part in ["scenarios", "name"] {
        let text = text.replace(&format!("\"{part}\""), "\"other\"");
        assert!(problems(&text)[0].contains(part), "{part}");
    }
}

#[test]
fn a_baseline_that_is_not_there_is_the_first() {
    let study = read_study(&changed(|file| file["baseline"] = json!(99))).expect("opened");
    assert_eq!(study.baseline(), 0);
}

#[test]
fn no_scenario_and_one_too_many_are_told() {
    let with = |count: usize| {
        changed(|file| {
            let one = file["scenarios"][0].clone();
            file["scenarios"] = vec![one; count].into();
        })
    };
    for count in [0, Study::MOST + 1] {
        let problems = problems(&with(count));
        assert!(
            problems[0].contains(&format!("{count} scenarios")) && problems[0].contains("1 to 12"),
            "{problems:?}"
        );
    }
    assert_eq!(read_study(&with(Study::MOST)).expect("opened").drafts().len(), Study::MOST);
}

#[test]
fn destinations_that_cannot_be_are_named() {
    let with = |names: Value| {
        changed(|file| {
            file["scenarios"][0]["destinations"] = names;
            file["scenarios"][0]["inputs"] = json!({});
        })
    };
    let long = "N".repeat(31);
    for name in ["", "A B", "A]", "A.B", "\u{e9}", long.as_str()] {
        let problems = problems(&with(json!(["A", name])));
        assert!(
            problems.len() == 1 && problems[0].contains(&format!("\u{201c}{name}\u{201d}")),
            "{problems:?}"
        );
    }
    assert!(problems(&with(json!(["A", "B", "A"])))[0].contains("already called \u{201c}A\u{201d}"));
    let many: Vec<String> =
        (0..=farsight::scenario::Family::Destination.most()).map(|i| format!("D{i}")).collect();
    assert!(problems(&with(json!(many)))[0].contains("30 destinations at most"));
    assert_eq!(problems(&with(json!(["A", "A", "?"]))).len(), 2, "all at once");
}

#[test]
fn what_no_study_can_be_is_not_read() {
    let padded = |length: usize| real_file() + &" ".repeat(length - real_file().len());
    assert_eq!(refusal(&padded(20_000_001)), FileError::TooLarge);
    assert!(read_study(&padded(20_000_000)).is_ok());
}

/// `tests/files/` holds a file of every version ever written; they are never rewritten.
#[test]
fn files_of_every_version_open_and_evaluate() {
    let folder = format!("{}/tests/files", env!("CARGO_MANIFEST_DIR"));
    let mut versions = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the folder").map(|e| e.expect("an entry").path()) {
        let text = std::fs::read_to_string(&entry).expect("UTF-8");
        versions.push(serde_json::from_str::<Value>(&text).expect("JSON")["version"].as_u64());
        let study = read_study(&text).unwrap_or_else(|e| panic!("{}: {e}", entry.display()));
        for column in Comparison::of(&study).columns {
            assert!(matches!(column.answer, Ok(Answer::Ok(_))), "{}: {}", entry.display(), column.draft.name);
        }
        assert_reopens(&study);
    }
    assert!((1..=VERSION).all(|v| versions.contains(&Some(v))), "{versions:?}");
}

#[test]
fn every_input_survives_by_its_path() {
    let mut draft = Draft::new("all");
    draft.add_destination("A-1_$#").expect("free");
    draft.add_part(farsight::scenario::Family::Class, "B-1_$#").expect("free");
    let paths: Vec<String> = draft.knobs().into_iter().map(|(path, _)| path).collect();
    assert_eq!(paths.len(), knobs().count());
    for (i, path) in paths.iter().enumerate() {
        let entry =
            Entry { text: format!("text {i}"), origin: Origin::ALL[i % 5], note: format!("note {}", i % 2) };
        draft.enter(path, entry).expect("known");
    }
    assert_reopens(&Study::new("all", vec![draft]));
}
