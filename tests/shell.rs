//! The shell as a user runs it: the same numbers as the page's tables, files that reopen, sentences where something is
//! wrong, and exit codes that scripts can rely on.

mod common;

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use common::is_a_sentence;
use farsight::report::{ResultLine, read_study, result_sections, write_study};
use farsight::scenario::{Draft, PRESETS, Study, knobs, measures, preset};
use farsight::whatif::Comparison;

const ATLANTIC: &str = "far-sync-atlantic";
const METRO: &str = "metro-30km";

/// What a run leaves behind.
struct Run {
    code: Option<i32>,
    out: String,
    err: String,
}

impl Run {
    /// The output of a run that went well.
    fn good(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (Some(0), ""));
        self.out
    }

    /// The complaints of a run that did not.
    fn bad(&self) -> &str {
        assert_eq!(self.code, Some(1), "{}", self.err);
        assert!(
            !self.err.is_empty() && self.err.lines().all(|line| line.starts_with("farsight: ")),
            "{}",
            self.err
        );
        assert!(
            self.err.lines().all(|line| is_a_sentence(&format!("{}.", line.trim_end_matches('.')))),
            "{}",
            self.err
        );
        &self.err
    }
}

fn farsight(arguments: &[&str]) -> Run {
    farsight_reading("", arguments)
}

/// Runs the shell with `input` on its standard input.
fn farsight_reading(input: &str, arguments: &[&str]) -> Run {
    let mut shell = Command::new(env!("CARGO_BIN_EXE_farsight"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the shell starts");
    // A shell that reads nothing may have closed it.
    drop(shell.stdin.take().expect("piped").write_all(input.as_bytes()));
    let output = shell.wait_with_output().expect("the shell ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    Run { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

/// A file of this test's own.
fn file(name: &str, content: impl AsRef<[u8]>) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("shell-{name}"));
    std::fs::write(&path, content).expect("written");
    path.to_str().expect("UTF-8").into()
}

fn study(key: &str) -> Study {
    preset(key).expect("it exists").study()
}

/// The rows of a CSV text (RFC 4180).
fn rows(csv: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut field, mut quoted) = (Vec::new(), Vec::new(), String::new(), false);
    let mut rest = csv.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '"' if quoted && rest.peek() == Some(&'"') => field.extend(rest.next()),
            '"' => quoted = !quoted,
            ',' if !quoted => row.push(std::mem::take(&mut field)),
            '\r' if !quoted && rest.peek() == Some(&'\n') => {
                rest.next();
                row.push(std::mem::take(&mut field));
                rows.push(std::mem::take(&mut row));
            }
            c => field.push(c),
        }
    }
    assert!(!quoted && field.is_empty() && row.is_empty(), "the last row ends");
    rows
}

/// The rows of a CSV text, all of one length.
fn table(csv: &str) -> Vec<Vec<String>> {
    let rows = rows(csv);
    assert!(rows.len() > 20 && rows.iter().all(|row| row.len() == rows[0].len()), "{csv}");
    rows
}

#[test]
fn presets_inputs_and_results_are_listed() {
    let presets = farsight(&["presets"]).good();
    for preset in PRESETS {
        for text in [preset.key, preset.title, preset.question, preset.source] {
            assert!(presets.contains(text), "{text}");
        }
    }
    let inputs = farsight(&["inputs"]).good();
    for knob in knobs() {
        let default = if knob.default.is_empty() { "none" } else { knob.default };
        let line = inputs.lines().find(|line| line.trim_start().starts_with(&format!("{} ", knob.key)));
        assert!(
            line.is_some_and(|l| l.contains(&format!("default {default} ({})", knob.source))),
            "{}",
            knob.key
        );
        assert!(inputs.contains(&format!("{}: {}", knob.label, knob.help)), "{}", knob.key);
    }
    let results = farsight(&["results"]).good();
    for measure in measures() {
        for text in [measure.key, measure.label, measure.help, measure.formula, measure.exactness] {
            assert!(results.contains(text), "{text}");
        }
    }
}

/// Every number of the results table stands in its line of the text under its heading, and no other line there claims its
/// label.
fn assert_shows_results(text: &str, study: &Study) {
    let sections = result_sections(&Comparison::of(study));
    assert!(sections.iter().map(|s| s.lines.len()).sum::<usize>() > 10);
    for section in sections {
        let under: Vec<&str> = text.lines().skip_while(|l| *l != section.title).skip(1).collect();
        let end = under.iter().position(|l| !l.starts_with("  ")).unwrap_or(under.len());
        section.lines.iter().for_each(|line| assert_shows_line(&under[..end], line));
    }
}

fn assert_shows_line(lines: &[&str], line: &ResultLine) {
    let mut cells = vec![line.label.clone()];
    cells.extend(line.cells.iter().map(|cell| match &cell.difference {
        Some(difference) => format!("{}  {} {}", cell.value, difference.arrow, difference.text),
        None => cell.value.clone(),
    }));
    let shown: Vec<&&str> = lines.iter().filter(|l| l.starts_with(&format!("  {} ", cells[0]))).collect();
    assert_eq!(shown.len(), 1, "{cells:?} in {shown:?} of {lines:?}");
    let mut rest = *shown[0];
    for cell in &cells {
        rest =
            rest.trim_start().strip_prefix(cell.as_str()).unwrap_or_else(|| panic!("{cell} in {}", shown[0]));
    }
    assert_eq!(rest, "");
}

#[test]
fn formulas_are_told_with_the_numbers_of_each_scenario_and_their_source() {
    let text = farsight(&["evaluate", "metro-30km", "--formulas"]).good();
    let after = text.split("Formulas with these numbers").nth(1).expect("formulas");
    for part in ["redo bytes per second / 0.75", " / 0.75 = ", "Source: MOS 736755.1", "x redo per commit"] {
        assert!(after.contains(part), "{part}");
    }
}

#[test]
fn text_shows_the_numbers_of_the_tables() {
    for preset in PRESETS {
        let text = farsight(&["evaluate", preset.key]).good();
        assert!(text.starts_with(preset.title));
        preset.study().drafts().iter().for_each(|d| assert!(text.contains(&d.name), "{}", d.name));
        assert_shows_results(&text, &preset.study());
    }
}

#[test]
fn json_reopens_and_gives_the_same_bytes() {
    for preset in PRESETS {
        let json = farsight(&["evaluate", preset.key, "--format", "json"]).good();
        assert_eq!(read_study(&json), Ok(preset.study()));
        assert_eq!(json, write_study(&preset.study(), Some(&Comparison::of(&preset.study()))));
        let path = file(&format!("{}.json", preset.key), &json);
        assert_eq!(farsight(&["evaluate", &path, "--format", "json"]).good(), json);
        assert_eq!(farsight_reading(&json, &["evaluate", "-", "--format", "json"]).good(), json);
        assert_shows_results(&farsight_reading(&json, &["evaluate", "-"]).good(), &preset.study());
    }
}

#[test]
fn csv_has_every_input_and_every_result_with_full_precision() {
    for preset in PRESETS {
        let study = preset.study();
        let comparison = Comparison::of(&study);
        let rows = table(&farsight(&["evaluate", preset.key, "--format", "csv"]).good());
        let names: Vec<&str> = study.drafts().iter().map(|d| d.name.as_str()).collect();
        assert_eq!(rows[0][..4], ["kind", "key", "label", "unit"]);
        assert_eq!(rows[0][4..4 + names.len()], names);
        assert_eq!(rows[0].len(), 4 + names.len() + 2 * (names.len() - 1));
        for (path, knob) in study.drafts().iter().flat_map(Draft::knobs) {
            let row =
                rows.iter().find(|r| r[0] == "input" && r[1] == path).unwrap_or_else(|| panic!("{path}"));
            assert_eq!(row[2], knob.label);
        }
        for result in &comparison.results {
            let row = rows.iter().find(|r| r[0] == "result" && r[1] == result.path).expect("a row");
            for (cell, value) in row[4..].iter().zip(&result.values) {
                let factor = result.measure.unit().factor;
                assert_eq!(cell.parse::<f64>().ok(), value.map(|v| v / factor), "{}", result.path);
            }
        }
    }
}

#[test]
fn nothing_in_a_csv_runs_as_a_formula() {
    for name in
        ["=HYPERLINK(\"http://x\",\"y\")", "+1+1", "-1+1", "@SUM(1)", "\t=1", "\r=1", "a,b\r\n\"c\"", ""]
    {
        let mut study = study(METRO);
        study.draft_mut(0).expect("one").name = name.into();
        study.draft_mut(1).expect("another").set("measured.log_file_sync", "=1+1").expect("known");
        let path = file("formula.json", write_study(&study, None));
        let run = farsight(&["evaluate", &path, "--format", "csv"]);
        let rows = table(&run.out);
        let is_harmless = |cell: &String| {
            cell.parse::<f64>().is_ok() || !cell.starts_with(['=', '+', '-', '@', '\t', '\r'])
        };
        assert!(rows.iter().flatten().all(is_harmless), "{name:?}: {rows:?}");
        assert!(
            rows[0][4] == name || rows[0][4] == format!("'{name}"),
            "{name:?} is still to be read: {}",
            rows[0][4]
        );
    }
}

#[test]
fn one_scenario_by_number_or_name() {
    let second = "Far sync next door";
    let alone = Study::new(&study(ATLANTIC).title, vec![study(ATLANTIC).drafts()[1].clone()]);
    for which in ["#2", "#Far sync next door", "#FAR SYNC NEXT DOOR"] {
        let json = farsight(&["evaluate", &format!("{ATLANTIC}{which}"), "--format", "json"]).good();
        assert_eq!(read_study(&json), Ok(alone.clone()), "{which}");
    }
    let path = file("one.json", write_study(&study(ATLANTIC), None));
    assert_shows_results(&farsight(&["evaluate", &format!("{path}#2")]).good(), &alone);
    for which in ["#0", "#3", "#-1", "#", "#Nowhere"] {
        let run = farsight(&["evaluate", &format!("{ATLANTIC}{which}")]);
        assert!(
            run.bad().contains(which) && run.bad().contains("#1 Direct SYNC") && run.bad().contains(second)
        );
        assert_eq!(run.out, "");
    }
}

#[test]
fn settings_change_every_scenario_that_has_the_input() {
    let run = [
        "evaluate",
        METRO,
        "--set",
        "destination[STANDBY].distance = 300 km",
        "--set",
        "workload.commit_rate=50",
    ];
    let mut study = study(METRO);
    for i in 1..3 {
        study.draft_mut(i).expect("there").set("destination[STANDBY].distance", "300 km").expect("known");
    }
    for i in 0..3 {
        study.draft_mut(i).expect("there").set("workload.commit_rate", "50").expect("known");
    }
    assert_shows_results(&farsight(&run).good(), &study);
    let json = farsight(&[&run[..], &["--format", "json"]].concat()).good();
    assert_eq!(read_study(&json), Ok(study));
}

#[test]
fn a_setting_that_cannot_be_is_a_sentence_and_nothing_else() {
    for (setting, named) in [
        ("workload.mood=good", "there is no input \u{201c}workload.mood\u{201d}"),
        ("destination[X].round_trip=4", "there is no destination \u{201c}X\u{201d}"),
        ("destination[].round_trip=4", "there is no input \u{201c}destination[].round_trip\u{201d}"),
        ("workload.commit_rate", "write PATH=VALUE"),
        ("=4", "there is no input"),
    ] {
        for format in ["text", "json", "csv"] {
            let run = farsight(&["evaluate", ATLANTIC, "--format", format, "--set", setting]);
            assert!(run.bad().contains(named) && run.bad().contains(setting), "{}", run.err);
            assert_eq!(run.out, "", "{setting}");
        }
    }
}

#[test]
fn a_value_that_cannot_be_is_told_for_each_scenario_and_kept() {
    for format in ["text", "json", "csv"] {
        let settings = ["--set", "workload.commit_rate=1,5", "--set", "target.log_file_sync=-3 ms"];
        let run = farsight(&[&["evaluate", ATLANTIC, "--format", format][..], &settings[..]].concat());
        let complaints: Vec<&str> = run.bad().lines().collect();
        assert_eq!(complaints.len(), 4, "{complaints:?}");
        for (i, name) in [(0, "Direct SYNC"), (2, "Far sync next door")] {
            assert!(
                complaints[i].contains(name) && complaints[i].contains("Commit rate"),
                "{}",
                complaints[i]
            );
            assert!(
                complaints[i].contains("\u{201c}1,5\u{201d}")
                    && complaints[i].contains("above 0 to 100,000/s")
            );
            assert!(
                complaints[i + 1].contains("Target") && complaints[i + 1].contains("\u{201c}-3 ms\u{201d}")
            );
        }
        if format == "json" {
            assert_eq!(read_study(&run.out).expect("opened").drafts()[0].text("workload.commit_rate"), "1,5");
        }
    }
}

#[test]
fn scenarios_side_by_side_have_the_numbers_they_have_alone() {
    let path = file("compared.json", write_study(&study(METRO), None));
    let sources = [format!("{ATLANTIC}#2"), format!("{path}#SYNC AFFIRM"), METRO.to_string()];
    let arguments: Vec<&str> = ["compare"].into_iter().chain(sources.iter().map(String::as_str)).collect();
    let mut drafts = vec![study(ATLANTIC).drafts()[1].clone(), study(METRO).drafts()[1].clone()];
    drafts.extend(study(METRO).drafts().iter().cloned());
    let text = farsight(&arguments).good();
    assert_shows_results(&text, &Study::new("compared", drafts.clone()));
    assert!(text.contains("Far sync next door (baseline)"), "{text}");
    let json = farsight(&[&arguments[..], &["--format", "json"]].concat()).good();
    assert_eq!(read_study(&json).expect("opened").drafts(), drafts);
    let csv = table(&farsight(&[&arguments[..], &["--format", "csv"]].concat()).good());
    assert_eq!(csv[0].len(), 4 + 5 + 2 * 4);
}

#[test]
fn more_scenarios_than_a_table_holds_are_told() {
    let run = farsight(&["compare", METRO, METRO, METRO, METRO, ATLANTIC]);
    assert!(run.bad().contains("14 scenarios") && run.bad().contains("at most 12"), "{}", run.err);
    assert_eq!(farsight(&["compare", METRO, METRO, METRO, METRO]).code, Some(0));
}

#[test]
fn what_does_not_open_is_told_by_name() {
    let whole = write_study(&study(ATLANTIC), None);
    let newer = whole.replacen("\"version\": 2", "\"version\": 9", 1);
    let cases = [
        (
            "no-such-file.json".to_string(),
            "neither a file nor a preset; presets are far-sync-atlantic, no-standby, metro-30km",
        ),
        (file("cut.json", &whole[..whole.len() / 2]), "ends in the middle"),
        (file("empty.json", ""), "is empty"),
        (file("foreign.json", "[1, 2]"), "not a Farsight study"),
        (file("newer.json", newer), "file version 9"),
        (file("text.json", "Load Profile"), "not JSON (line 1, column 1)"),
        (file("bytes.json", [0x80, 0xff, 0xfe]), "was not opened"),
        (env!("CARGO_TARGET_TMPDIR").to_string(), "was not opened"),
    ];
    for (source, reason) in cases {
        for arguments in [
            vec!["evaluate", &source],
            vec!["compare", METRO, &source],
            vec!["evaluate", &source, "--format", "json"],
        ] {
            let run = farsight(&arguments);
            assert!(run.bad().contains(&source) && run.bad().contains(reason), "{}", run.err);
            assert_eq!(run.out, "", "{source}");
        }
    }
    let cut = &whole[..whole.len() / 2];
    assert!(farsight_reading(cut, &["evaluate", "-"]).bad().contains("ends in the middle"));
}

#[test]
fn pasted_destinations_come_into_every_scenario_with_notes() {
    let text = "log_archive_dest_2='SERVICE=standby SYNC NOAFFIRM DB_UNIQUE_NAME=STANDBY'\n\
                log_archive_dest_3='SERVICE=remote ASYNC DELAY=10'";
    let file = file("destinations.txt", text);
    let run = farsight(&["evaluate", METRO, "--paste-destinations", &file, "--format", "json"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.err.lines().all(|l| l.starts_with("farsight: ") && is_a_sentence(l)), "{}", run.err);
    let notes = ["No standby: Read", "added STANDBY, remote.", "added remote; updated STANDBY.", "DELAY=10"];
    assert!(notes.iter().all(|note| run.err.contains(note)), "{}", run.err);
    assert_eq!(run.err.matches("DELAY=10").count(), 1, "{}", run.err);
    let study = read_study(&run.out).expect("it reopens");
    for draft in study.drafts() {
        assert_eq!(draft.destinations(), ["STANDBY", "remote"]);
        assert_eq!(draft.text("destination[STANDBY].transport"), "noaffirm");
    }
    let set = "destination[remote].transport=affirm";
    let arguments = ["compare", METRO, "--paste-destinations", "-", "--set", set, "--format", "json"];
    let run = farsight_reading(text, &arguments);
    let study = read_study(&run.out).expect("it reopens");
    assert!(
        study.drafts().iter().all(|d| d.text("destination[remote].transport") == "affirm"),
        "{}",
        run.err
    );
}

#[test]
fn pasted_destinations_that_cannot_be_read_are_told_and_nothing_is_answered() {
    let wrong = file("wrong-destinations.txt", "SERVICE=a SYNC NET_TIMEOUT=abc GROUP=x");
    let nothing = file("no-destinations.txt", "Load Profile");
    for (file, words) in [
        (wrong.as_str(), "NET_TIMEOUT=abc"),
        (&wrong, "GROUP=x"),
        (&nothing, "No LOG_ARCHIVE_DEST_n is recognised"),
        ("no-such-file.txt", "no-such-file.txt was not opened"),
    ] {
        let run = farsight(&["evaluate", METRO, "--paste-destinations", file]);
        assert!(run.bad().contains(words), "{}", run.err);
        assert_eq!(run.out, "");
    }
    let whole = write_study(&study(METRO), None);
    let run = farsight_reading(&whole, &["evaluate", "-", "--paste-destinations", "-"]);
    assert!(run.bad().contains("standard input holds one text"), "{}", run.err);
}

#[test]
fn commands_that_measure_a_line_are_printed_when_asked_for() {
    let without = farsight(&["evaluate", METRO]).good();
    let with = farsight(&["evaluate", METRO, "--commands"]).good();
    let commands = with.strip_prefix(&without).expect("they come last");
    assert!(
        commands.contains("-mode=sync") && commands.contains("SYNC AFFIRM, line to STANDBY"),
        "{commands}"
    );
    let run = farsight(&["evaluate", METRO, "--commands", "--format", "csv"]);
    assert!(run.bad().contains("--format text"), "{}", run.err);
}

#[test]
fn a_command_that_is_none_is_a_usage_error() {
    for arguments in
        [&[][..], &["evaluate"], &["compare"], &["evaluate", METRO, "--format", "pdf"], &["predict", METRO]]
    {
        let run = farsight(arguments);
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(run.err.contains("Usage: farsight") || run.err.contains("try '--help'"), "{}", run.err);
    }
}
