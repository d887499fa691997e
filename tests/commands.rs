//! The commands that measure a line carry the scenario's numbers and the options that fit its transport.

mod common;

use common::is_a_sentence;
use farsight::report::{ABOUT_COMMANDS, commands, commands_text};
use farsight::scenario::{Draft, Study, preset};
use farsight::whatif::{Comparison, evaluate_draft};

fn draft(settings: &[(&str, &str)]) -> Draft {
    let mut draft = Draft::new("test");
    draft.add_destination("D").expect("free");
    settings.iter().for_each(|(path, text)| draft.set(path, text).expect("known"));
    draft
}

fn lines(settings: &[(&str, &str)]) -> Vec<String> {
    let all = commands(&evaluate_draft(&draft(settings)));
    assert!(all.iter().flat_map(|m| &m.steps).all(|s| is_a_sentence(&s.purpose)), "{all:#?}");
    all.into_iter().flat_map(|m| m.steps).map(|s| s.command).collect()
}

#[test]
fn affirm_is_measured_without_and_with_its_disk() {
    let settings = [("workload.redo_per_commit", "5000 B"), ("workload.commit_rate", "0.001 /s")];
    let client = "java -jar oratcptest.jar HOST -port=5555 -mode=sync -length=5000";
    let timing = "-duration=60s -interval=10s";
    let expected = [
        "ping -i 0.2 -c 3000 -s 56 HOST".to_string(),
        "ping -M do -c 5 -s 1472 HOST".into(),
        "java -jar oratcptest.jar -server HOST -port=5555".into(),
        format!("{client} {timing}"),
        format!("{client} -write {timing}"),
    ];
    assert_eq!(lines(&settings), expected);
    let fast = [settings.as_slice(), &[("destination[D].transport", "noaffirm")]].concat();
    assert_eq!(lines(&fast), expected[..4]);
    let small = [fast.as_slice(), &[("destination[D].compression", "enable")]].concat();
    assert!(lines(&small)[3].contains("-length=2000 "), "compressed by 2.5");
}

#[test]
fn asynchronous_transport_is_measured_by_throughput() {
    let settings = [("destination[D].transport", "async"), ("destination[D].round_trip", "10 ms")];
    let lines = lines(&settings);
    assert!(lines.iter().any(|l| l.contains("-mode=async") && !l.contains("-write")), "{lines:?}");
    assert!(!lines.iter().any(|l| l.contains("-mode=sync")), "{lines:?}");
    let text = commands_text(&Comparison::of(&Study::new("test", vec![draft(&settings)])));
    assert!(
        text.contains("three bandwidth-delay products") && text.contains("for one connection."),
        "{text}"
    );
}

#[test]
fn lines_that_carry_no_redo_of_the_primary_are_left_out() {
    assert_eq!(lines(&[("destination[D].transport", "none")]), Vec::<String>::new());
    assert_eq!(lines(&[("destination[D].round_trip", "abc")]), Vec::<String>::new());
    let mut far = draft(&[("destination[D].role", "far_sync")]);
    far.add_destination("E").expect("free");
    far.set("destination[E].source", "D").expect("known");
    far.set("destination[E].transport", "async").expect("known");
    let names: Vec<String> = commands(&evaluate_draft(&far)).into_iter().map(|m| m.destination).collect();
    assert_eq!(names, ["D"]);
}

#[test]
fn the_text_names_scenario_line_and_source() {
    assert!(is_a_sentence(ABOUT_COMMANDS) && ABOUT_COMMANDS.contains("MOS 2064368.1"));
    let comparison = Comparison::of(&preset("far-sync-atlantic").expect("it exists").study());
    let text = commands_text(&comparison);
    for words in ["Direct SYNC, line to STANDBY", "Far sync next door, line to FARSYNC", "predicted here is"]
    {
        assert!(text.contains(words), "{words}");
    }
}
