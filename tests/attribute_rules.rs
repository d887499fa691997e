//! Oracle's rules on the attributes of LOG_ARCHIVE_DEST_n: defaults, ranges, contradictions, alternates.
//!
//! Expected values follow Oracle's text: Data Guard Concepts and Administration, LOG_ARCHIVE_DEST_n Parameter
//! Attributes.

mod attributes;

use attributes::{clean, from_of, one, read, says, text_of, texts};

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
    assert!(says(&clean("SERVICE=b DELAY=0").ignored, &["DELAY=0 is no delay"]));
    let long = clean(&format!("SERVICE=b TEMPLATE={}", "x".repeat(10_000)));
    assert!(long.ignored.iter().all(|s| s.len() < 200), "a sentence shows the start of a value only");
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
fn a_destination_for_the_standby_role_is_told() {
    for value in
        ["(STANDBY_LOGFILES,STANDBY_ROLE)", "(all_logfiles, standby_role)", "(STANDBY_LOGFILE,ALL_ROLES)"]
    {
        let read = clean(&format!("SERVICE=b ASYNC VALID_FOR={value}"));
        assert!(says(&read.warnings, &["VALID_FOR", "the primary sends nothing"]), "{value}: {read:#?}");
    }
    let both = clean("SERVICE=b ASYNC VALID_FOR=(ALL_LOGFILES,ALL_ROLES)");
    assert!(both.warnings.is_empty());
}
