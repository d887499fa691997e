//! The four standard options: from any preset's scenario a valid study, whose options differ as they should.

use farsight::model::{CommitPath, evaluate};
use farsight::scenario::{Draft, PRESETS, four_options, validate};

fn answers(draft: &Draft) -> Vec<CommitPath> {
    let study = four_options(draft).expect("a study");
    let names: Vec<&str> = study.drafts().iter().map(|d| d.name.as_str()).collect();
    assert_eq!(names, ["ASYNC", "SYNC", "FASTSYNC", "Far sync"]);
    let answer = |d: &Draft| {
        let scenario = validate(d).unwrap_or_else(|errors| panic!("{}: {}", d.name, errors[0]));
        evaluate(&scenario).value().unwrap_or_else(|| panic!("{} has an answer", d.name))
    };
    study.drafts().iter().map(answer).collect()
}

#[test]
fn every_preset_has_four_options() {
    for preset in PRESETS {
        for draft in preset.study().drafts() {
            let mean = |path: &CommitPath| path.get("log_file_sync.mean").expect("a mean");
            let paths = answers(draft);
            let [asynchronous, sync, fast, _] = [0, 1, 2, 3].map(|i| mean(&paths[i]));
            assert!(asynchronous < fast && fast <= sync, "{}: {asynchronous} {fast} {sync}", draft.name);
            assert_eq!(paths[1].get("exposure.site"), Some(0.0), "{}", draft.name);
            assert!(paths[0].get("exposure.site").is_none_or(|lag| lag > 0.0), "{}", draft.name);
        }
    }
}

#[test]
fn a_far_sync_at_a_site_of_its_own_loses_nothing_with_the_site() {
    let mut draft = Draft::new("far");
    draft.add_destination("FAR").expect("free");
    draft.set("destination[FAR].round_trip", "80 ms").expect("known");
    let paths = answers(&draft);
    let get = |i: usize, key: &str| paths[i].get(key).expect("a result");
    assert_eq!(get(3, "exposure.site"), 0.0);
    assert!(get(3, "log_file_sync.mean") < 0.05 * get(1, "log_file_sync.mean"));
}
