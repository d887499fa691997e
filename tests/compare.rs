//! What stands beside what in a comparison.

use farsight::report::comparison_sentence;
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
