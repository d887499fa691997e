//! Tests of the finished page in `dist`, in Chromium. `cargo xtask test page browser` builds it and runs them;
//! `cargo test -p xtask --test browser NAME` runs some of them on the page as it was built last.

mod harness;

use std::path::PathBuf;
use std::process::Command;

use harness::Page;
use serde_json::{Value, json};
use thirtyfour::Key;
use xtask::project;

const RATE: &str = "[data-path='workload.commit_rate'] input";
const ROUND_TRIP: &str = "[data-path='destination[STANDBY].round_trip'] input";
const MEAN: &str = "tr[data-measure='log_file_sync.mean'] .value";
const NOTICE: &str = "[data-notice='file']";

/// Chooses a preset and opens it.
fn open_preset(page: &Page, title: &str) {
    page.choose("[data-action='preset']", title);
    page.click("[data-action='open-preset']");
    page.wait_for_text(".intro h2", title);
}

/// What the shell prints, and whether it succeeded.
fn shell(arguments: &[&str]) -> (String, bool) {
    let mut command = Command::new(env!("CARGO"));
    command.args(["run", "--quiet", "--package", "farsight", "--bin", "farsight", "--"]).args(arguments);
    let output = command.current_dir(project::root()).output().expect("cargo runs");
    (String::from_utf8(output.stdout).expect("text"), output.status.success())
}

fn file(name: &str, content: &[u8]) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    std::fs::write(&path, content).expect("our own folder");
    (folder, path)
}

fn result_values(page: &Page) -> Vec<String> {
    page.texts("tr[data-measure] .value")
}

fn parsed(text: &str) -> Value {
    serde_json::from_str(text.trim_start_matches('\u{feff}')).expect("JSON")
}

/// Every number of two result lists within 1e-9 of each other.
fn assert_same_numbers(what: &str, page: &Value, shell: &Value) {
    let scenarios = |v: &Value| v["results"].as_array().expect("results").clone();
    let (ours, theirs) = (scenarios(page), scenarios(shell));
    assert_eq!(ours.len(), theirs.len(), "{what}");
    let mut compared = 0;
    for (a, b) in ours.iter().zip(&theirs) {
        assert_eq!((&a["name"], &a["status"]), (&b["name"], &b["status"]), "{what}");
        let (a, b) =
            (a["measures"].as_object().expect("measures"), b["measures"].as_object().expect("measures"));
        assert_eq!(a.keys().collect::<Vec<_>>(), b.keys().collect::<Vec<_>>(), "{what}");
        for (key, value) in a {
            let (x, y) = (value.as_f64().expect("number"), b[key].as_f64().expect("number"));
            assert!((x - y).abs() <= 1e-9 * y.abs(), "{what} {key}: {x} in the page, {y} in the shell");
            compared += 1;
        }
    }
    assert!(compared > 15, "{what}: only {compared} numbers");
}

#[test]
fn the_page_mounts_under_its_policy_at_the_root_and_below_a_path() {
    for base in ["/", "/a/b/"] {
        let page = Page::open(base);
        assert_eq!(page.text("h1"), "Farsight");
        assert!(page.text(".intro h2").contains("Atlantic"));
        page.assert_quiet();
    }
}

#[test]
fn a_ready_page_works_without_its_server_and_asks_the_network_for_nothing() {
    let mut page = Page::open("/");
    page.stop_server();
    page.type_into(RATE, "25");
    page.wait_for_text("[data-verdict='0'] .headline", "p99");
    open_preset(&page, "A second site at 30 km");
    let json = page.download(|| page.click("[data-action='export-json']"));
    assert_eq!(parsed(json.text())["preset"], "metro-30km");
    assert_eq!(page.requests_after_load(), Vec::<String>::new());
}

#[test]
fn edit_compare_export_reload_reopen_and_the_shell_agree() {
    let page = Page::open("/");
    let before = page.text(MEAN);
    page.type_into(RATE, "35");
    page.type_into(ROUND_TRIP, "90");
    page.wait_until("the answer changes", || page.text(MEAN) != before);
    let edited = result_values(&page);
    let differing = page.text("[data-result='comparison']");
    assert!(
        differing.contains("35 /s") && differing.contains("20 /s") && differing.contains("90 ms"),
        "{differing}"
    );

    let csv = page.download(|| page.click("[data-action='export-csv']"));
    assert!(csv.name.ends_with(".csv"));
    let exported = page.download(|| page.click("[data-action='export-json']"));

    page.reload();
    assert_eq!(result_values(&page), edited, "saved by itself");

    page.click("[data-action='undo'], .intro button");
    open_preset(&page, "A second site at 30 km");
    let (_folder, path) = file("study.json", &exported.content);
    page.upload("[data-action='open']", &path);
    page.wait_for_text(NOTICE, "Opened study.json");
    assert_eq!(result_values(&page), edited, "reopened");

    let name = path.to_str().expect("a plain path");
    let (text, ok) = shell(&["evaluate", name]);
    assert!(ok);
    for value in &edited {
        assert!(text.contains(value.as_str()), "the page shows {value}, the shell does not:\n{text}");
    }
    let (mean, first) = ("log file sync, mean, ms", &edited[0]);
    let row = text.lines().find(|l| l.trim_start().starts_with(mean)).expect("a row");
    assert!(row.contains(first.as_str()), "{row}");

    let (shell_json, _) = shell(&["evaluate", name, "--format", "json"]);
    assert_same_numbers("study", &parsed(exported.text()), &parsed(&shell_json));
    let (shell_csv, _) = shell(&["evaluate", name, "--format", "csv"]);
    let rows = |t: &str| t.trim_start_matches('\u{feff}').lines().count();
    assert_eq!(rows(csv.text()), rows(&shell_csv));
}

#[test]
fn a_result_opens_its_formula_with_these_numbers_and_its_source() {
    let page = Page::open("/");
    open_preset(&page, "A second site at 30 km");
    page.click("[data-section='Load and redo'] .fold");
    page.click("[data-measure='redo_bandwidth.mos_736755'] summary");
    page.wait_for_text("[data-section='Load and redo'] .explanation", "/ 0.75 = ");
    page.wait_for_text("[data-section='Load and redo'] .explanation", "Source: MOS 736755.1");
    let before = page.text("[data-section='Load and redo'] .numbers");
    page.type_into(RATE, "77");
    page.wait_until("the numbers follow", || page.text("[data-section='Load and redo'] .numbers") != before);
    page.click("[data-section='Load and redo'] .fold");
    assert_eq!(page.text("[data-section='Load and redo'] .explanation"), "", "folded");
}

#[test]
fn every_preset_gives_the_same_numbers_in_the_page_and_in_the_shell() {
    let (_, ok) = shell(&["presets"]);
    assert!(ok);
    let page = Page::open("/");
    let titles = page.texts("[data-action='preset'] option:not([disabled])");
    assert!(titles.len() >= 2);
    for title in titles {
        open_preset(&page, &title);
        let download = page.download(|| page.click("[data-action='export-json']"));
        let ours = parsed(download.text());
        let key = ours["preset"].as_str().expect("a preset").to_string();
        let (theirs, ok) = shell(&["evaluate", &key, "--format", "json"]);
        assert!(ok, "{key}");
        assert_same_numbers(&key, &ours, &parsed(&theirs));
    }
}

#[test]
fn a_wrong_field_says_so_keeps_its_text_and_the_last_valid_answer() {
    let page = Page::open("/");
    let valid = page.text(MEAN);
    let wrong = [
        ("", "is empty"),
        ("abc", "is not a number"),
        ("-5", "out of range"),
        ("0", "out of range"),
        ("1e12", "out of range"),
        ("1,5", "two ways"),
        ("5 km", "a distance"),
    ];
    for (text, part) in wrong {
        // In one go: what is typed on the way may be valid.
        if text.is_empty() {
            page.type_into(RATE, text);
        } else {
            page.paste_into(RATE, text);
        }
        page.wait_for_text("[data-path='workload.commit_rate'] .error", part);
        let sentence = page.text("[data-path='workload.commit_rate'] .error");
        assert!(sentence.contains("Commit rate") && sentence.contains("0 to 100,000/s"), "{sentence}");
        assert_eq!(page.text(MEAN), valid, "{text}");
        page.wait_for_text("[data-verdict='0'] .stale-note", "last valid answer");
    }
    page.paste_into(ROUND_TRIP, "soon");
    page.wait_for_text("[data-path='destination[STANDBY].round_trip'] .error", "soon");
    assert_eq!(page.count(".error"), 2, "both at once");
    page.reload();
    assert_eq!(page.value(ROUND_TRIP), "soon", "nothing entered is lost");
    assert_eq!(page.value(RATE), "5 km");
    assert_eq!(page.text(MEAN), valid, "the last valid answer survives a reload");
    page.wait_for_text("[data-verdict='0'] .stale-note", "last valid answer");
    page.type_into(ROUND_TRIP, "172");
    page.type_into(RATE, "20");
    page.wait_for_end_of(".error");
    assert_eq!(page.text(MEAN), valid);
}

#[test]
fn overload_is_an_answer_with_capacity_and_growth() {
    let page = Page::open("/");
    page.type_into(RATE, "1000");
    page.wait_for_text("[data-verdict='0']", "carries at most 500 commits/s and 1,000 are offered");
    page.wait_for_text("[data-verdict='0']", "grows by 500 commits/s");
    let body = page.text("body");
    assert!(!body.contains("NaN") && !body.contains("inf "), "{body}");
}

#[test]
fn files_that_do_not_open_say_why_and_change_nothing() {
    let page = Page::open("/");
    page.type_into(RATE, "33");
    let (study, _) = shell(&["evaluate", "far-sync-atlantic", "--format", "json"]);
    let newer = study.replacen("\"version\": ", "\"version\": 99", 1);
    let unknown = study.replacen("\"workload.commit_rate\"", "\"workload.moon_phase\"", 1);
    let wrong: [(&str, &[u8], &str); 6] = [
        ("cut.json", &study.as_bytes()[..study.len() / 2], "ends in the middle"),
        ("foreign.json", b"{\"hello\": [1, 2]}", "not a Farsight study"),
        ("text.json", b"hello", "not JSON"),
        ("empty.json", b"", "is empty"),
        ("newer.json", newer.as_bytes(), "newer Farsight"),
        ("unknown.json", unknown.as_bytes(), "workload.moon_phase"),
    ];
    for (name, content, part) in wrong {
        let (_folder, path) = file(name, content);
        page.upload("[data-action='open']", &path);
        page.wait_for_text(NOTICE, name);
        page.wait_for_text(NOTICE, part);
        page.wait_for_text(NOTICE, "Your work is unchanged");
        assert_eq!(page.value(RATE), "33");
    }
}

#[test]
fn a_full_storage_is_told_and_the_page_works_on() {
    let page = Page::open("/");
    page.script(
        "let size = 4194304; while (size > 0) { try { localStorage.setItem('f' + Math.random(), 'x'.repeat(size)); } catch { size = size >> 1; } }",
    );
    page.paste_into("[data-action='rename']", &"long ".repeat(16));
    page.wait_for_text("[data-notice='unsaved']", "full");
    page.wait_for_text("[data-notice='unsaved']", "Export JSON");
    let download = page.download(|| page.click("[data-action='export-json']"));
    assert!(download.text().contains("long long long"));
    page.script("localStorage.clear()");
    page.type_into(RATE, "22");
    page.wait_for_end_of("[data-notice='unsaved']");
}

#[test]
fn a_forbidden_storage_is_told_and_the_page_works_on() {
    let page = Page::open("/");
    let forbid = "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('denied', 'SecurityError'); } });";
    page.devtools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": forbid }));
    page.reload();
    page.wait_for_text("[data-notice='unsaved']", "does not let the page store anything");
    page.type_into(RATE, "24");
    page.wait_for_text("[data-result='comparison']", "24 /s");
}

#[test]
fn saved_work_of_a_newer_version_is_kept() {
    let page = Page::open("/");
    let saved = "{\"format\": \"farsight-study\", \"version\": 99}";
    page.script(&format!("localStorage.setItem('farsight.study', '{saved}')"));
    page.reload();
    page.wait_for_text(NOTICE, "newer Farsight");
    assert_eq!(page.script("return localStorage.getItem('farsight.unreadable')"), json!(saved));
}

#[test]
fn every_step_can_be_taken_back_and_replaced_work_survives_a_reload() {
    let page = Page::open("/");
    let before = result_values(&page);
    page.type_into(RATE, "40");
    page.click("[data-action='duplicate']");
    page.wait_for("[data-scenario='2']");
    page.paste_into("[data-action='rename']", "<b>Third</b> =1+1");
    page.wait_for_text("[data-scenario='1']", "<b>Third</b>");
    page.click("[data-action='undo']");
    page.click("[data-action='undo']");
    page.wait_for_end_of("[data-scenario='2']");
    page.press("body", Key::Control + "z");
    page.wait_until("the first state is back", || result_values(&page) == before);
    page.click("[data-action='redo']");
    page.wait_until("the edit is back", || page.text("[data-result='comparison']").contains("40 /s"));
    open_preset(&page, "A second site at 30 km");
    page.reload();
    page.click(".intro button");
    page.wait_for_text("[data-result='comparison']", "40 /s");
}

#[test]
fn units_keep_the_quantity_and_destinations_come_and_go() {
    let page = Page::open("/");
    let before = page.text(MEAN);
    page.choose("[data-path='destination[STANDBY].round_trip'] select", "us");
    page.wait_until("the number follows its unit", || page.value(ROUND_TRIP) == "172000");
    assert_eq!(page.text(MEAN), before);
    page.type_into(ROUND_TRIP, "0.172 s");
    page.press(ROUND_TRIP, Key::Tab);
    page.wait_until("a typed unit moves into its box", || page.value(ROUND_TRIP) == "0.172");
    assert_eq!(page.text(MEAN), before);
    page.click("[data-action='add-destination']");
    page.wait_for("[data-path='destination[STANDBY1].round_trip']");
    assert_eq!(page.count(".figure .link"), 2);
    page.choose("[data-path='destination[STANDBY1].route'] select", "the distance");
    page.wait_for("[data-path='destination[STANDBY1].distance'] input");
    assert_eq!(page.count("[data-path='destination[STANDBY1].round_trip']"), 0);
}

#[test]
fn the_four_standard_options_are_one_click_from_the_first_screen() {
    let page = Page::open("/");
    page.click("[data-action='four-options']");
    page.wait_for_text(".intro h2", "ASYNC, SYNC, FASTSYNC and far sync");
    assert_eq!(page.count("[data-verdict]"), 4);
    page.wait_for("tr[data-measure='exposure.site']");
    page.click("[data-action='undo']");
    page.wait_for_text(".intro h2", "Far sync across the Atlantic");
}

#[test]
fn a_pasted_attribute_string_becomes_a_destination() {
    let page = Page::open("/");
    open_preset(&page, "No standby yet");
    page.click(".paste > summary");
    page.paste_into(
        "[data-action='paste']",
        "ALTER SYSTEM SET log_archive_dest_2='service=FS1 sync noaffirm net_timeout=10 reopen=5' scope=both;",
    );
    page.click("[data-action='read-pasted']");
    page.wait_for("[data-path='destination[FS1].transport']");
    page.wait_for("tr[data-measure='destination[FS1].stall.length']");
    assert_eq!(page.count(".figure .link"), 1);
}

#[test]
fn lag_losses_and_commands_are_told_for_a_forwarding_far_sync() {
    let page = Page::open("/");
    open_preset(&page, "Far sync beside the primary");
    page.wait_for("svg[aria-labelledby^=lag]");
    page.wait_for_text("[data-result='losses']", "switchover");
    assert_eq!(page.count(".figure .link.async"), 1);
    assert_eq!(page.count("[data-path='destination[STANDBY].source'] select"), 1);
}

#[test]
fn nothing_overflows_a_phone_and_figures_are_drawn_for_it() {
    let page = Page::open("/");
    page.resize(390, 844);
    page.reload();
    for title in
        ["A second site at 30 km", "PeopleSoft: far sync behind a firewall", "Far sync across the Atlantic"]
    {
        open_preset(&page, title);
        let overflow = page.script("return document.documentElement.scrollWidth - window.innerWidth");
        assert!(overflow.as_f64().expect("px") <= 0.0, "{title}: {overflow} px too wide");
    }
    let width = page.script(
        "return document.querySelector('.drawing svg[aria-labelledby^=percentiles]').viewBox.baseVal.width",
    );
    assert_eq!(width, json!(380));
}

#[test]
fn every_control_has_a_name_and_every_figure_a_description() {
    let page = Page::open("/");
    let nameless = page.script(
        "return [...document.querySelectorAll('input, select, textarea, button')].filter(e => !(e.labels?.length || e.ariaLabel || e.textContent.trim())).map(e => e.outerHTML)",
    );
    assert_eq!(nameless, json!([]));
    let silent = page.script(
        "return [...document.querySelectorAll('.drawing svg')].filter(e => !(e.querySelector('title')?.textContent && e.querySelector('desc')?.textContent)).length",
    );
    assert_eq!(silent, json!(0));
    let twice = page.script(
        "const ids = [...document.querySelectorAll('[id]')].map(e => e.id); return ids.filter((id, i) => ids.indexOf(id) !== i)",
    );
    assert_eq!(twice, json!([]), "ids are unique");
    let dangling = page.script(
        "return [...document.querySelectorAll('[aria-describedby]')].filter(e => !document.getElementById(e.getAttribute('aria-describedby'))).length",
    );
    assert_eq!(dangling, json!(0), "descriptions exist");
}
