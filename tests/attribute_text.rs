//! LOG_ARCHIVE_DEST_n strings in every form that people paste, with Oracle's defaults, and a sentence for whatever
//! cannot be read.
//!
//! Expected values follow Oracle's text: Data Guard Concepts and Administration, LOG_ARCHIVE_DEST_n Parameter
//! Attributes.

use farsight::scenario::{Attributes, read_attributes};
use proptest::prelude::*;

fn read(text: &str) -> Vec<Attributes> {
    read_attributes(text).unwrap_or_else(|problem| panic!("{text}: {problem}"))
}

/// The one destination of a text.
fn one(text: &str) -> Attributes {
    let mut all = read(text);
    assert_eq!(all.len(), 1, "{text}: {all:#?}");
    all.remove(0)
}

/// Of a text without problems.
fn clean(text: &str) -> Attributes {
    let read = one(text);
    assert!(read.problems.is_empty(), "{text}: {:?}", read.problems);
    read
}

fn text_of<'a>(read: &'a Attributes, leaf: &str) -> Option<&'a str> {
    let mut found = read.readings.iter().filter(|r| r.leaf == leaf);
    let text = found.next().map(|r| r.text.as_str());
    assert!(found.next().is_none(), "{leaf} is read twice: {read:#?}");
    text
}

fn from_of<'a>(read: &'a Attributes, leaf: &str) -> &'a str {
    read.readings.iter().find(|r| r.leaf == leaf).map_or("", |r| &r.from)
}

/// All inputs that are read, with their texts.
fn texts(read: &Attributes) -> Vec<(&'static str, &str)> {
    read.readings.iter().map(|r| (r.leaf, r.text.as_str())).collect()
}

/// One of the sentences holds all the words.
fn says(sentences: &[String], words: &[&str]) -> bool {
    sentences.iter().any(|s| words.iter().all(|w| s.contains(w)))
}

const FULL: [(&str, &str); 5] = [
    ("transport", "noaffirm"),
    ("compression", "disable"),
    ("net_timeout", "15 s"),
    ("reopen", "60 s"),
    ("max_failure", "3"),
];

#[test]
fn every_pasted_form_reads_the_same() {
    let attributes = "SERVICE=stby SYNC NOAFFIRM NET_TIMEOUT=15 REOPEN=60 MAX_FAILURE=3 COMPRESSION=DISABLE DB_UNIQUE_NAME=boston";
    let forms = [
        format!("ALTER SYSTEM SET LOG_ARCHIVE_DEST_2='{attributes}' SCOPE=BOTH SID='*';"),
        format!(
            "SQL> alter system set log_archive_dest_2 = \"{attributes}\" scope=both sid='*';\n\nSystem altered.\n"
        ),
        format!("*.log_archive_dest_2='{attributes}'"),
        format!("boston1.LOG_ARCHIVE_DEST_2='{}'", attributes.to_lowercase()),
        format!("log_archive_dest_2={attributes}"),
        format!("alter system set log_archive_dest_2={attributes} scope=both;"),
        format!("log_archive_dest_2 string {attributes}"),
        format!("log_archive_dest_2   {attributes}"),
        format!("LOG_ARCHIVE_DEST_2=\u{2018}{attributes}\u{2019}"),
        format!("LOG_ARCHIVE_DEST_2\u{a0}=\u{a0}\u{201c}{attributes}\u{201d}"),
        format!("LOG_ARCHIVE_DEST_2\r\n=\r\n'{}'\r\n", attributes.replace(' ', "\r\n")),
        format!("LOG_ARCHIVE_DEST_2='{}'", attributes.replace(' ', ", ")),
        format!("LOG_ARCHIVE_DEST_2='{}'", attributes.replace(' ', "','")),
        format!("LOG_ARCHIVE_DEST_2='{}'", attributes.replace('=', " = ")),
        format!("LOG_ARCHIVE_DEST_2='{}'", attributes.replace("=stby", "=\"stby\"")),
        format!("LOG_ARCHIVE_DEST_2='{}'", attributes.replace("=stby", "=''stby''")),
        format!("log_archive_dest_2 = \"{}\"", attributes.replace("=stby", "=\"stby\"")),
        format!("*.log_archive_dest_2='{}'", attributes.replace(" SYNC", " \\\n SYNC")),
        format!("LOG_ARCHIVE_DEST_2={}", attributes.replace(" SYNC", "\n  SYNC")),
        format!(
            "SQL> ALTER SYSTEM SET LOG_ARCHIVE_DEST_2='{}';",
            attributes.replace(" SYNC", "\n  2  SYNC").replace(" REOPEN", "\n3> REOPEN")
        ),
    ];
    for form in forms {
        let read = clean(&form);
        assert_eq!(read.number, Some(2), "{form}");
        assert_eq!(read.name.as_deref().map(str::to_lowercase).as_deref(), Some("boston"), "{form}");
        let mut found = texts(&read);
        found.sort_unstable();
        let mut wanted = FULL.to_vec();
        wanted.sort_unstable();
        assert_eq!(found, wanted, "{form}");
    }
    for form in [
        attributes.to_string(),
        format!("'{attributes}'"),
        attributes.replace(' ', "\n"),
        format!("\"{attributes}\" scope=both;"),
    ] {
        let read = clean(&form);
        assert_eq!((read.number, read.name.as_deref()), (None, Some("boston")), "{form}");
        assert_eq!(texts(&read), FULL, "{form}");
    }
}

#[test]
fn show_parameter_is_read_over_its_lines() {
    let printed = "\
NAME                                 TYPE        VALUE
------------------------------------ ----------- ------------------------------
log_archive_config                   string      DG_CONFIG=(chicago,boston)
log_archive_dest                     string
log_archive_dest_1                   string      LOCATION=USE_DB_RECOVERY_FILE_
                                                 DEST VALID_FOR=(ALL_LOGFILES,A
                                                 LL_ROLES) DB_UNIQUE_NAME=chica
                                                 go
log_archive_dest_10                  string
log_archive_dest_2                   string      SERVICE=stby SYNC AFFIRM NET_T
                                                 IMEOUT=15 VALID_FOR=(ONLINE_LO
                                                 GFILES,PRIMARY_ROLE) REOPEN=60
                                                  DB_UNIQUE_NAME=boston
log_archive_dest_state_1             string      enable
log_archive_dest_state_10            string      enable
log_archive_dest_state_2             string      ENABLE
log_archive_format                   string      %t_%s_%r.dbf
log_archive_max_processes            integer     4
";
    for text in [
        printed.to_string(),
        printed.replace("                                                 ", "   "),
        printed.replace("log_archive_dest_2 ", "log_archive_dest_2\t\t"),
    ] {
        let all = read(&text);
        assert_eq!(all.len(), 2, "{all:#?}");
        assert!(all.iter().all(|a| a.problems.is_empty()), "{all:#?}");
        assert_eq!((all[0].number, all[0].readings.len()), (Some(1), 0));
        assert_eq!((all[1].number, all[1].name.as_deref()), (Some(2), Some("boston")));
        assert_eq!(text_of(&all[1], "net_timeout"), Some("15 s"));
        assert_eq!(text_of(&all[1], "reopen"), Some("60 s"));
    }
}

#[test]
fn a_listing_keeps_words_apart_and_together() {
    let listing = |lines: &[&str]| format!("log_archive_dest_3 string {}", lines.join("\n"));
    // A full line that ends with a word, one that does not, and a short one; without their columns.
    for lines in [
        ["SERVICE=stby1 OPTIONAL NOREGISTER SYNC", "AFFIRM NET_TIMEOUT=20"],
        ["SERVICE=stby1 VALID_FOR=(a,b) NET_T", "IMEOUT=20 SYNC AFFIRM"],
        ["SERVICE=stby1 SYNC", "AFFIRM NET_TIMEOUT=20"],
    ] {
        let read = clean(&listing(&lines));
        assert_eq!(
            (text_of(&read, "transport"), text_of(&read, "net_timeout")),
            (Some("affirm"), Some("20 s")),
            "{lines:?}"
        );
    }
    let wide = "NAME TYPE VALUE\n---- ----------- ----------\nlog_archive_dest_3 string SERVICE=ab\nc SYNC\n";
    assert_eq!(clean(wide).name.as_deref(), Some("abc"));
}

#[test]
fn several_destinations_come_in_the_order_of_the_text() {
    let text = "ALTER SYSTEM SET LOG_ARCHIVE_DEST_3='SERVICE=c ASYNC' SCOPE=BOTH;\n*.log_archive_dest_2='SERVICE=b SYNC'\n# *.log_archive_dest_4='SERVICE=d'\n*.log_archive_dest_5=''\nlog_archive_dest_state_2=enable";
    let names: Vec<_> = read(text).into_iter().map(|a| (a.number, a.name)).collect();
    assert_eq!(names, [(Some(3), Some("c".into())), (Some(2), Some("b".into()))]);
    let bare = read("SERVICE=a SYNC\n  NOAFFIRM\nservice = b ASYNC\n'SERVICE=c SYNC'");
    let names: Vec<_> = bare.iter().map(|a| (a.name.as_deref(), text_of(a, "transport"))).collect();
    assert_eq!(
        names,
        [(Some("a"), Some("noaffirm")), (Some("b"), Some("async")), (Some("c"), Some("affirm"))]
    );
    let mixed = read("SERVICE=a SYNC\nALTER SYSTEM SET LOG_ARCHIVE_DEST_4='SERVICE=d';");
    assert_eq!(mixed.iter().map(|a| a.number).collect::<Vec<_>>(), [None, Some(4)]);
    let both =
        read("alter system set log_archive_dest_2='service=a' log_archive_dest_3='service=b' scope=both");
    assert_eq!(both.len(), 2);
    assert!(both.iter().all(|a| a.problems.is_empty()), "{both:#?}");
}

#[test]
fn a_destination_set_twice_counts_once_and_is_told() {
    let same = read("i1.log_archive_dest_2='SERVICE=a'\ni2.log_archive_dest_2='SERVICE=a'");
    assert_eq!((same.len(), same[0].warnings.len()), (1, 0));
    let other = one("i1.log_archive_dest_2='SERVICE=a'\ni2.log_archive_dest_2='SERVICE=b'");
    assert_eq!(other.name.as_deref(), Some("b"));
    assert!(says(&other.warnings, &["LOG_ARCHIVE_DEST_2 is set twice"]));
}

#[test]
fn names_and_values_of_services() {
    for (service, name) in [
        ("boston", "boston"),
        ("\"boston\"", "boston"),
        ("host:1521/svc.example.com", "host:1521/svc.example.com"),
        ("(DESCRIPTION=(ADDRESS=(HOST=h) (PORT=1521)))", "(DESCRIPTION=(ADDRESS=(HOST=h) (PORT=1521)))"),
        ("b\u{f6}ston", "b\u{f6}ston"),
    ] {
        assert_eq!(
            clean(&format!("LOG_ARCHIVE_DEST_2='SERVICE={service} SYNC'")).name.as_deref(),
            Some(name)
        );
    }
}

#[test]
fn the_transport_follows_oracles_rules() {
    for (attributes, transport, from, warned) in [
        ("SYNC AFFIRM", "affirm", "SYNC AFFIRM", false),
        ("affirm sync", "affirm", "sync affirm", false),
        ("SYNC NOAFFIRM", "noaffirm", "SYNC NOAFFIRM", true),
        ("SYNC", "affirm", "SYNC; Oracle's default", false),
        ("ASYNC", "async", "ASYNC", false),
        ("ASYNC NOAFFIRM", "async", "ASYNC; NOAFFIRM", false),
        ("ASYNC AFFIRM", "async", "ASYNC; AFFIRM", true),
        ("", "async", "Oracle's default: ASYNC", false),
        ("NOAFFIRM", "async", "Oracle's default: ASYNC", false),
        ("AFFIRM", "async", "Oracle's default: ASYNC", true),
        ("SYNC=PARALLEL", "affirm", "SYNC=PARALLEL; Oracle's default", false),
        ("SYNC=NOPARALLEL AFFIRM", "affirm", "SYNC=NOPARALLEL AFFIRM", true),
        ("ASYNC=61440", "async", "ASYNC=61440", false),
        ("LGWR SYNC AFFIRM", "affirm", "SYNC AFFIRM", false),
        ("LGWR ASYNC", "async", "ASYNC", false),
        ("LGWR", "affirm", "LGWR (Oracle's default with LGWR alone: SYNC)", false),
        ("ARCH", "async", "ARCH", true),
        ("ARCH NOAFFIRM", "async", "ARCH; NOAFFIRM", true),
    ] {
        let read = clean(&format!("SERVICE=b {attributes}"));
        assert_eq!(text_of(&read, "transport"), Some(transport), "{attributes}");
        assert!(from_of(&read, "transport").starts_with(from), "{attributes}: {read:#?}");
        assert_eq!(!read.warnings.is_empty(), warned, "{attributes}: {:?}", read.warnings);
    }
    assert!(says(&clean("SERVICE=b SYNC NOAFFIRM").warnings, &["FASTSYNC", "maximum availability"]));
    assert!(says(&clean("SERVICE=b ARCH").warnings, &["ARCH is deprecated", "log switches"]));
    assert!(says(&clean("SERVICE=b LGWR SYNC").ignored, &["LGWR is deprecated"]));
    assert!(says(&clean("SERVICE=b SYNC=PARALLEL").ignored, &["SYNC=PARALLEL"]));
    assert!(says(&clean("SERVICE=b ASYNC=61440").ignored, &["ASYNC=61440"]));
}

#[test]
fn what_is_left_out_is_oracles_default_and_says_so() {
    let sync = clean("LOG_ARCHIVE_DEST_2='SERVICE=b SYNC'");
    let wanted = [
        ("transport", "affirm"),
        ("compression", "disable"),
        ("net_timeout", "30 s"),
        ("reopen", "300 s"),
        ("max_failure", "0"),
    ];
    assert_eq!(texts(&sync), wanted);
    assert!(sync.readings.iter().all(|r| r.from.contains("Oracle's default")), "{sync:#?}");
    let group = clean("SERVICE=b SYNC GROUP=2");
    assert_eq!((text_of(&group, "priority"), text_of(&group, "max_failure")), (Some("1"), Some("1")));
    assert!(from_of(&group, "max_failure").contains("12.2"));
    assert!(from_of(&group, "priority").contains("Oracle's default"));
    assert_eq!(text_of(&clean("SERVICE=b ASYNC"), "net_timeout"), None);
    let reopen = clean("SERVICE=b SYNC REOPEN");
    assert_eq!(text_of(&reopen, "reopen"), Some("300 s"));
    assert!(from_of(&reopen, "reopen").contains("Oracle's default"));
}

#[test]
fn values_are_read_as_the_inputs_take_them() {
    for (attributes, leaf, text) in [
        ("NET_TIMEOUT=1200", "net_timeout", "1200 s"),
        ("net_timeout = 0015", "net_timeout", "15 s"),
        ("REOPEN=0", "reopen", "0 s"),
        ("MAX_FAILURE=10", "max_failure", "10"),
        ("NOMAX_FAILURE", "max_failure", "0"),
        ("COMPRESSION=ENABLE", "compression", "enable"),
        ("compression=zlib", "compression", "enable"),
        ("COMPRESSION=LZO", "compression", "enable"),
        ("COMPRESSION=disable", "compression", "disable"),
        ("GROUP=8 PRIORITY=3", "group", "8"),
        ("GROUP=8 PRIORITY=3", "priority", "3"),
    ] {
        let read = clean(&format!("SERVICE=b SYNC {attributes}"));
        assert_eq!(text_of(&read, leaf), Some(text), "{attributes}");
        assert!(!from_of(&read, leaf).contains("default"), "{attributes}");
    }
    assert_eq!(from_of(&clean("SERVICE=b SYNC net_timeout = 15"), "net_timeout"), "net_timeout=15");
}

#[test]
fn strings_as_brokers_write_them() {
    let read = clean(
        "service=\"stby\", ASYNC NOAFFIRM delay=0 optional compression=disable max_failure=0 reopen=300 db_unique_name=\"stby\" net_timeout=30, valid_for=(online_logfile,all_roles)",
    );
    assert_eq!(
        texts(&read),
        [("transport", "async"), ("compression", "disable"), ("reopen", "300 s"), ("max_failure", "0")]
    );
    for words in ["delay=0", "optional", "net_timeout=30", "valid_for=(online_logfile,all_roles)"] {
        assert!(says(&read.ignored, &[words]), "{words}: {:?}", read.ignored);
    }
    let old = clean(
        "service=\"fs1\", SYNC AFFIRM delay=0 optional compression=disable max_failure=0 max_connections=1 reopen=300 net_timeout=30 alternate=LOG_ARCHIVE_DEST_3 valid_for=(online_logfile,all_roles)",
    );
    assert_eq!(old.alternate, Some(3));
    assert!(says(&old.ignored, &["max_connections=1"]));
}

#[test]
fn what_changes_no_commit_is_told() {
    for attribute in [
        "VALID_FOR=(ALL_LOGFILES, ALL_ROLES)",
        "OPTIONAL",
        "MAX_CONNECTIONS=4",
        "TEMPLATE=%t_%s_%r",
        "REGISTER",
        "NOREGISTER",
        "DEPENDENCY=LOG_ARCHIVE_DEST_1",
        "QUOTA_SIZE=5",
        "QUOTA_USED=5",
        "VERIFY",
        "NOVERIFY",
        "NOALTERNATE",
        "NODB_UNIQUE_NAME",
        "NODELAY",
        "NODEPENDENCY",
        "NOQUOTA_SIZE",
        "NOQUOTA_USED",
        "NOTEMPLATE",
        "DELAY=240",
        "DELAY",
        "ENCRYPTION=DISABLE",
        "ENCRYPTION=ENABLED",
    ] {
        let read = clean(&format!("SERVICE=b ASYNC {attribute}"));
        assert!(says(&read.ignored, &[attribute]), "{attribute}: {read:#?}");
        assert!(read.warnings.is_empty(), "{attribute}: {read:#?}");
    }
    assert!(says(&clean("SERVICE=b DELAY").ignored, &["30 min", "never the transport"]));
    assert!(says(&clean("SERVICE=b DELAY=240").ignored, &["240 min"]));
}

#[test]
fn a_local_archive_delays_no_commit() {
    let read = clean("LOG_ARCHIVE_DEST_1='LOCATION=/u01/arch MANDATORY REOPEN=60'");
    assert!(read.readings.is_empty());
    assert!(says(&read.ignored, &["local archive", "does not delay a commit", "MANDATORY", "REOPEN"]));
    for attribute in ["SYNC", "ASYNC", "NET_TIMEOUT=30", "COMPRESSION=ENABLE", "DELAY=5"] {
        let read = one(&format!("LOCATION=/u01/arch {attribute}"));
        assert!(says(&read.problems, &["LOCATION and", "contradict"]), "{attribute}: {read:#?}");
        assert!(read.readings.is_empty());
    }
}

#[test]
fn unusual_values_are_warned_of() {
    for (text, words) in [
        ("SERVICE=b SYNC NET_TIMEOUT=9", &["NET_TIMEOUT=9 s is short", "15 to 30 s"][..]),
        ("SERVICE=b SYNC NET_TIMEOUT=0", &["NET_TIMEOUT=0", "1 to 1200 s"]),
        ("SERVICE=b SYNC NOREOPEN", &["NOREOPEN", "enter"]),
        ("SERVICE=b SYNC NONET_TIMEOUT", &["NONET_TIMEOUT", "enter"]),
        ("SERVICE=b SYNC MANDATORY", &["MANDATORY", "halts"]),
        ("SERVICE=b SYNC PRIORITY=2", &["PRIORITY", "GROUP"]),
        ("SERVICE=b SYNC GROUP=1 MAX_FAILURE=0", &["MAX_FAILURE=0", "GROUP"]),
        ("SYNC AFFIRM NET_TIMEOUT=30", &["Neither SERVICE nor LOCATION"]),
        ("LOG_ARCHIVE_DEST_11='SERVICE=b SYNC'", &["LOG_ARCHIVE_DEST_11 does not support SYNC"]),
        ("LOG_ARCHIVE_DEST_31='SERVICE=b MANDATORY'", &["LOG_ARCHIVE_DEST_31 does not support MANDATORY"]),
        ("LOG_ARCHIVE_DEST_12='LOCATION=/a'", &["does not support LOCATION"]),
        ("LOG_ARCHIVE_DEST_12='SERVICE=a ALTERNATE=LOG_ARCHIVE_DEST_2'", &["does not support ALTERNATE"]),
    ] {
        let read = clean(text);
        assert!(says(&read.warnings, words), "{text}: {read:#?}");
    }
    assert_eq!(text_of(&clean("SERVICE=b SYNC NET_TIMEOUT=0"), "net_timeout"), Some("0 s"));
    assert_eq!(text_of(&clean("SERVICE=b SYNC NOREOPEN"), "reopen"), None);
    assert_eq!(text_of(&clean("SERVICE=b SYNC NONET_TIMEOUT"), "net_timeout"), None);
    assert!(clean("LOG_ARCHIVE_DEST_10='SERVICE=b SYNC'").warnings.is_empty());
    assert!(clean("SERVICE=b SYNC NET_TIMEOUT=10").warnings.is_empty());
}

#[test]
fn what_is_wrong_is_named_with_its_range_and_has_no_reading() {
    for (attributes, leaf, words) in [
        ("NET_TIMEOUT=1201", "net_timeout", &["NET_TIMEOUT=1201", "1 to 1200 s", "30 s"][..]),
        ("NET_TIMEOUT=30s", "net_timeout", &["NET_TIMEOUT=30s is no whole number of 1 to 1200 s"]),
        ("NET_TIMEOUT=-1", "net_timeout", &["NET_TIMEOUT=-1"]),
        ("NET_TIMEOUT=99999999999999999999", "net_timeout", &["outside 1 to 1200 s"]),
        ("NET_TIMEOUT=", "net_timeout", &["NET_TIMEOUT has no value"]),
        ("NET_TIMEOUT= REOPEN=5", "net_timeout", &["NET_TIMEOUT has no value"]),
        ("NET_TIMEOUT", "net_timeout", &["NET_TIMEOUT has no value"]),
        ("NET_TIMEOUT=\u{663}", "net_timeout", &["no whole number"]),
        ("NET_TIMEOUT=30 NET_TIMEOUT=30", "net_timeout", &["NET_TIMEOUT stands twice", "Keep one"]),
        ("NET_TIMEOUT=30 NONET_TIMEOUT", "net_timeout", &["contradict"]),
        ("REOPEN=x", "reopen", &["REOPEN=x", " s. ", "300 s"]),
        ("REOPEN=5000000000", "reopen", &["REOPEN=5000000000 is outside 0 to 4294967295 s"]),
        ("REOPEN=", "reopen", &["REOPEN= has no value"]),
        ("REOPEN=5 NOREOPEN", "reopen", &["contradict"]),
        ("MAX_FAILURE=two", "max_failure", &["MAX_FAILURE=two", "without limit"]),
        ("MAX_FAILURE=1 NOMAX_FAILURE", "max_failure", &["contradict"]),
        ("COMPRESSION=YES", "compression", &["COMPRESSION=YES", "ENABLE, DISABLE, ZLIB, LZO"]),
        ("GROUP=0", "group", &["GROUP=0 is outside 1 to 8"]),
        ("GROUP=9", "group", &["GROUP=9 is outside 1 to 8"]),
        ("GROUP=1 PRIORITY=0", "priority", &["PRIORITY=0 is outside 1 to 8"]),
        ("GROUP=1 ALTERNATE=LOG_ARCHIVE_DEST_3", "group", &["ALTERNATE and GROUP contradict"]),
        ("ASYNC", "transport", &["SYNC and ASYNC contradict"]),
        ("ARCH", "transport", &["SYNC and ARCH contradict"]),
        ("LGWR ARCH", "transport", &["LGWR and ARCH contradict"]),
        ("AFFIRM NOAFFIRM", "transport", &["AFFIRM and NOAFFIRM contradict"]),
        ("SYNC", "transport", &["SYNC stands twice"]),
        ("AFFIRM=YES", "transport", &["AFFIRM takes no value"]),
    ] {
        let read = one(&format!("SERVICE=b SYNC {attributes}"));
        assert!(says(&read.problems, words), "{attributes}: {read:#?}");
        assert_eq!(text_of(&read, leaf), None, "{attributes}: {read:#?}");
    }
    for (attributes, words) in [
        ("SYNC=YES", &["SYNC=YES", "Write SYNC alone"][..]),
        ("ASYNC=many", &["ASYNC=many", "Write ASYNC alone"]),
        ("ASYNC NET_TIMEOUT=5000", &["1 to 1200 s"]),
        ("DELAY=6000", &["DELAY=6000 is outside 0 to 5760 min"]),
        ("ENCRYPTION=ENABLE SYNC", &["ENCRYPTION=ENABLE and SYNC"]),
        ("ENCRYPTION=ENABLE COMPRESSION=ENABLE", &["ENCRYPTION=ENABLE and COMPRESSION"]),
        ("ENCRYPTION=2", &["ENCRYPTION=2"]),
        ("OPTIONAL MANDATORY", &["MANDATORY and OPTIONAL contradict"]),
        ("REGISTER NOREGISTER", &["contradict"]),
        ("LOCATION=/a", &["SERVICE and LOCATION contradict"]),
        ("ALTERNATE=boston", &["ALTERNATE=boston", "LOG_ARCHIVE_DEST_10"]),
        ("ALTERNATE=LOG_ARCHIVE_DEST_11", &["LOG_ARCHIVE_DEST_10"]),
        ("ALTERNATE=LOG_ARCHIVE_DEST_3 NOALTERNATE", &["contradict"]),
        ("VALID_FOR=(a,b", &["opens a parenthesis"]),
        ("TEMPLATE=\"x", &["opens a quote"]),
        ("NET_TIMOUT=30", &["NET_TIMOUT=30", "the nearest is NET_TIMEOUT"]),
        ("AFIRM", &["the nearest is AFFIRM"]),
        ("bandwidth=5", &["\u{201c}bandwidth=5\u{201d} is no attribute", "Correct it or leave it out"]),
        ("= =", &["\u{201c}==\u{201d} is no attribute"]),
    ] {
        let read = one(&format!("SERVICE=b {attributes}"));
        assert!(says(&read.problems, words), "{attributes}: {read:#?}");
    }
}

#[test]
fn quotes_and_numbers_of_parameters_that_are_wrong_are_told() {
    for (text, words) in [
        (
            "LOG_ARCHIVE_DEST_2='SERVICE=b SYNC NET_TIMEOUT=15 SCOPE=BOTH;",
            &["LOG_ARCHIVE_DEST_2", "not closed"][..],
        ),
        (
            "LOG_ARCHIVE_DEST_2='SERVICE=b SYNC' NET_TIMEOUT=15 SCOPE=BOTH;",
            &["NET_TIMEOUT=15 stands after the end"],
        ),
        ("LOG_ARCHIVE_DEST_2=SERVICE=b SYNC\nNET_TIMEOUT=15", &["NET_TIMEOUT=15 stands after the end"]),
        (
            "log_archive_dest_2 string SERVICE=b SYNC\n\n NET_TIMEOUT=15",
            &["NET_TIMEOUT=15 stands after the end"],
        ),
        ("'SERVICE=b SYNC'\nNET_TIMEOUT=15", &["NET_TIMEOUT=15 stands after the end"]),
        ("LOG_ARCHIVE_DEST_32='SERVICE=b'", &["LOG_ARCHIVE_DEST_32 is no destination", "1 to 31"]),
        ("LOG_ARCHIVE_DEST_0='SERVICE=b'", &["1 to 31"]),
        ("LOG_ARCHIVE_DEST_99999999999999999999='SERVICE=b'", &["1 to 31"]),
        ("LOG_ARCHIVE_DEST_2='nothing at all'", &["is no attribute"]),
        (
            "LOG_ARCHIVE_DEST_2='SERVICE=b'\nLOG_ARCHIVE_DEST_STATE_2=enabled",
            &["LOG_ARCHIVE_DEST_STATE_2=ENABLED", "ENABLE, DEFER, ALTERNATE"],
        ),
        (
            "LOG_ARCHIVE_DEST_STATE_2=DEFER",
            &["LOG_ARCHIVE_DEST_STATE_2 is pasted without LOG_ARCHIVE_DEST_2"],
        ),
    ] {
        let read = one(text);
        assert!(says(&read.problems, words), "{text}: {read:#?}");
    }
    let unclosed = one("LOG_ARCHIVE_DEST_2='SERVICE=b SYNC NET_TIMEOUT=15 SCOPE=BOTH;");
    assert_eq!(text_of(&unclosed, "net_timeout"), Some("15 s"));
    assert!(one("LOG_ARCHIVE_DEST_2='nothing at all'").readings.is_empty(), "no defaults out of nothing");
    let many = one(&format!("SERVICE=b {}", "word ".repeat(5_000)));
    assert!(many.problems.len() < 20 && says(&many.problems, &["more words"]));
}

#[test]
fn states_and_alternates() {
    let deferred = clean("LOG_ARCHIVE_DEST_2='SERVICE=b SYNC'\nLOG_ARCHIVE_DEST_STATE_2='DEFER';");
    assert!(says(&deferred.warnings, &["LOG_ARCHIVE_DEST_STATE_2=DEFER", "sends nothing"]));
    let text = |states: &str| {
        format!(
            "LOG_ARCHIVE_DEST_3='SERVICE=y SYNC MAX_FAILURE=1 ALTERNATE=LOG_ARCHIVE_DEST_2'\nLOG_ARCHIVE_DEST_2='SERVICE=x SYNC DB_UNIQUE_NAME=far MAX_FAILURE=1 ALTERNATE = \"LOG_ARCHIVE_DEST_3\"'\n{states}"
        )
    };
    let pairs = |text: &str| -> Vec<(Option<u8>, Option<u8>, Option<String>)> {
        let all = read(text);
        assert!(all.iter().all(|a| a.problems.is_empty() && a.warnings.is_empty()), "{all:#?}");
        all.iter().map(|a| (a.number, a.alternate, text_of(a, "alternate_of").map(Into::into))).collect()
    };
    // Each names the other so that the leader gets its place back: the state, or without one the number, says who leads.
    for states in ["log_archive_dest_state_3=alternate\nlog_archive_dest_state_2=enable", ""] {
        assert_eq!(pairs(&text(states)), [(Some(3), Some(2), Some("far".into())), (Some(2), Some(3), None)]);
    }
    let turned = pairs(&text("log_archive_dest_state_2=alternate"));
    assert_eq!(turned, [(Some(3), Some(2), None), (Some(2), Some(3), Some("y".into()))]);
    let chain = "log_archive_dest_1='service=a sync max_failure=1 alternate=log_archive_dest_2'\nlog_archive_dest_2='service=b max_failure=2 alternate=log_archive_dest_3'\nlog_archive_dest_3='service=c'";
    let leaders: Vec<_> = pairs(chain).into_iter().map(|(.., leader)| leader).collect();
    assert_eq!(leaders, [None, Some("a".into()), Some("b".into())]);
}

#[test]
fn what_keeps_an_alternate_from_its_place_is_told() {
    let all = read(
        "LOG_ARCHIVE_DEST_2='SERVICE=a SYNC ALTERNATE=LOG_ARCHIVE_DEST_3'\nLOG_ARCHIVE_DEST_3='SERVICE=b'",
    );
    assert!(says(&all[0].warnings, &["ALTERNATE", "0 means never", "MAX_FAILURE"]), "{all:#?}");
    let missing = clean("LOG_ARCHIVE_DEST_2='SERVICE=a SYNC MAX_FAILURE=1 ALTERNATE=LOG_ARCHIVE_DEST_3'");
    assert!(says(&missing.warnings, &["LOG_ARCHIVE_DEST_3 is not among"]));
    let own = one("LOG_ARCHIVE_DEST_2='SERVICE=a SYNC ALTERNATE=LOG_ARCHIVE_DEST_2'");
    assert!(says(&own.problems, &["its own ALTERNATE"]));
    let unnamed = clean("LOG_ARCHIVE_DEST_2='SERVICE=a SYNC'\nLOG_ARCHIVE_DEST_STATE_2=ALTERNATE");
    assert!(says(&unnamed.warnings, &["no pasted destination names it"]));
    let grouped = clean("LOG_ARCHIVE_DEST_2='SERVICE=a SYNC GROUP=1'\nLOG_ARCHIVE_DEST_STATE_2=ALTERNATE");
    assert!(grouped.warnings.is_empty());
    let two = read(
        "LOG_ARCHIVE_DEST_2='SERVICE=a MAX_FAILURE=1 ALTERNATE=LOG_ARCHIVE_DEST_4'\nLOG_ARCHIVE_DEST_3='SERVICE=b MAX_FAILURE=1 ALTERNATE=LOG_ARCHIVE_DEST_4'\nLOG_ARCHIVE_DEST_4='SERVICE=c'",
    );
    assert!(says(&two[2].problems, &["b and a both"]), "{two:#?}");
}

#[test]
fn nothing_that_can_be_recognised_says_what_is_expected() {
    for (text, words) in [
        ("", "Nothing is pasted"),
        (" \n\t\u{a0}", "Nothing is pasted"),
        ("the quick brown fox", "No LOG_ARCHIVE_DEST_n is recognised"),
        ("log_archive_format string %t.dbf", "No LOG_ARCHIVE_DEST_n is recognised"),
        ("# *.log_archive_dest_2='SERVICE=a'", "No LOG_ARCHIVE_DEST_n is recognised"),
        ("NET_TIMEOUT", "No LOG_ARCHIVE_DEST_n is recognised"),
        ("log_archive_dest_2 string\nlog_archive_dest_3='' ", "is empty"),
        ("log_archive_dest_2=\n*.log_archive_dest_3=", "is empty"),
    ] {
        let problem = read_attributes(text).unwrap_err();
        assert!(
            problem.contains(words) && problem.contains("such as LOG_ARCHIVE_DEST_2='SERVICE="),
            "{text}: {problem}"
        );
    }
}

/// A text of pieces that the reader looks at, in any order.
fn pasted() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "LOG_ARCHIVE_DEST_2",
        "log_archive_dest_state_3",
        "log_archive_dest_31 string ",
        "*.",
        "=",
        "='",
        "=\"",
        "'",
        "''",
        "\"",
        "(",
        ")",
        "((",
        ",",
        ";",
        " ",
        "\n",
        "\r",
        "\t",
        "\\\n",
        "                    ",
        "SERVICE=",
        "LOCATION=/a",
        "SYNC",
        "ASYNC=",
        "AFFIRM",
        "NET_TIMEOUT=",
        "30",
        "0",
        "REOPEN",
        "ALTERNATE=LOG_ARCHIVE_DEST_2",
        "ALTERNATE=log_archive_dest_31",
        "GROUP=1 ",
        "DEFER",
        "alternate",
        "--",
        "---- ---- ----\n",
        "# ",
        "\u{201c}",
        "\u{2019}",
        "\u{fc}",
        "\u{1f600}",
        "\u{feff}",
        "SCOPE=BOTH",
        " sid='*'",
        "\n2> ",
        "99999999999999999999",
        "\u{130}",
        "VALID_FOR=(",
    ]);
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

/// No panic, and whatever is said is a sentence with something in it.
fn holds(text: &str) -> Result<(), TestCaseError> {
    let Ok(all) = read_attributes(text) else { return Ok(()) };
    prop_assert!(!all.is_empty());
    for read in &all {
        prop_assert!(read.number.is_none_or(|n| (1..=31).contains(&n)));
        for sentence in read.ignored.iter().chain(&read.warnings).chain(&read.problems) {
            prop_assert!(sentence.len() > 20 && sentence.ends_with('.'), "{}", sentence);
        }
        for (at, reading) in read.readings.iter().enumerate() {
            prop_assert!(!reading.text.is_empty() && !reading.from.is_empty());
            prop_assert!(read.readings[..at].iter().all(|r| r.leaf != reading.leaf), "{}", reading.leaf);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>()) {
        holds(&text)?;
    }

    #[test]
    fn any_pieces_are_read_or_refused(text in pasted()) {
        holds(&text)?;
    }

    /// In any order and case.
    #[test]
    fn the_order_of_attributes_does_not_matter(order in Just(vec!["SERVICE=b", "sync", "NOAFFIRM", "Net_Timeout=15", "REOPEN=60", "max_failure=3", "COMPRESSION=DISABLE"]).prop_shuffle()) {
        let read = clean(&format!("log_archive_dest_2='{}'", order.join(" ")));
        prop_assert_eq!(texts(&read), FULL);
    }

    /// SHOW PARAMETER cuts anywhere.
    #[test]
    fn a_listing_is_read_wherever_it_is_cut(service in "[a-z]{1,40}", column in 0..60_usize) {
        let value = format!("SERVICE={service} SYNC NOAFFIRM NET_TIMEOUT=15 REOPEN=60 MAX_FAILURE=3 COMPRESSION=DISABLE");
        let name = format!("log_archive_dest_2{}string ", " ".repeat(column + 1));
        let below = format!("\n{}", " ".repeat(name.len()));
        let lines: Vec<String> = value.as_bytes().chunks(30).map(|c| String::from_utf8_lossy(c).trim_end().to_string()).collect();
        let read = clean(&format!("{name}{}\n", lines.join(&below)));
        prop_assert_eq!(read.name.as_deref(), Some(service.as_str()));
        prop_assert_eq!(texts(&read), FULL);
    }
}

#[test]
fn huge_texts_are_read_in_time() {
    let begun = std::time::Instant::now();
    for piece in [
        "log_archive_dest_2='SERVICE=b SYNC'\n",
        "log_archive_dest_99 ",
        "'",
        "\"",
        "=(",
        "=\"",
        "a",
        "SERVICE=a\n",
        "log_archive_dest_2 string aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n",
        "-- --\n",
        "a=",
        " ",
    ] {
        let _ = read_attributes(&piece.repeat(200_000 / piece.len()));
        let _ =
            read_attributes(&format!("log_archive_dest_2 string {}", piece.repeat(200_000 / piece.len())));
        let _ = read_attributes(&format!("log_archive_dest_2='{}", piece.repeat(200_000 / piece.len())));
    }
    assert!(begun.elapsed().as_secs() < 60, "{:?}", begun.elapsed());
}
