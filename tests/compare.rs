//! What stands beside what in a comparison.

use farsight::report::{Sense, comparison_sentence, result_sections};
use farsight::scenario::preset;
use farsight::whatif::Comparison;

#[test]
fn destinations_of_the_same_name_stand_side_by_side_and_others_beside_each_other() {
    let comparison = Comparison::of(&preset("far-sync-alternate").expect("a preset").study());
    let paths: Vec<&str> = comparison
        .results
        .iter()
        .filter(|row| row.measure.key == "destination[].connection_rate")
        .map(|row| row.path.as_str())
        .collect();
    assert_eq!(
        paths,
        [
            "destination[FS1].connection_rate",
            "destination[STANDBY].connection_rate",
            "destination[FS2|STANDBY_DIRECT].connection_rate"
        ]
    );
    let other = Comparison::of(&preset("far-sync-atlantic").expect("a preset").study());
    assert!(other.results.iter().any(|row| row.path == "destination[STANDBY|FARSYNC].connection_rate"));
}

#[test]
fn variants_that_differ_on_bad_days_only_are_not_told_a_difference_of_commits() {
    let alike =
        comparison_sentence(&Comparison::of(&preset("far-sync-alternate").expect("a preset").study()));
    let alike = alike.expect("a sentence");
    assert!(alike.contains("take the same ") && alike.contains("When something is lost"), "{alike}");
    let other = comparison_sentence(&Comparison::of(&preset("far-sync-atlantic").expect("a preset").study()));
    assert!(other.is_some_and(|s| s.contains(" instead of ")));
}

#[test]
fn a_log_buffer_that_holds_redo_longer_is_better() {
    let mut study = preset("metro-30km").expect("a preset").study();
    study.draft_mut(1).expect("a variant").set("primary.log_buffer", "256 MB").expect("an input");
    let sections = result_sections(&Comparison::of(&study));
    let line =
        sections.iter().flat_map(|s| &s.lines).find(|l| l.path == "log_buffer.fill_time").expect("a line");
    let difference = line.cells[1].difference.as_ref().expect("a difference");
    assert_eq!((difference.arrow, difference.sense), ("\u{25b2}", Sense::Better));
}
