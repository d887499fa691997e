//! LOG_ARCHIVE_DEST_n strings in every form that people paste, and any text at all.

mod attributes;

use attributes::{FULL, clean, one, read, says, text_of, texts};
use farsight::scenario::read_attributes;
use proptest::prelude::*;

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
    let below = "NAME_COL_PLUS_SHOW_PARAM\n------------------------------\nTYPE\n-----------\nlog_archive_dest_2\nstring\nSERVICE=stby SYNC NET_TIMEOUT=\n20 REOPEN=5\nSYS@P> exit\n";
    assert_eq!(text_of(&clean(below), "net_timeout"), Some("20 s"));
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
    let parts = clean(
        "LOG_ARCHIVE_DEST_2='SERVICE=a'\nLOG_ARCHIVE_DEST_2='OPTIONAL REOPEN=60 NODELAY'\nLOG_ARCHIVE_DEST_2='LGWR AFFIRM NOEXPEDITE NOVERIFY SYNC'",
    );
    let read = [text_of(&parts, "transport"), text_of(&parts, "reopen")];
    assert_eq!((parts.name.as_deref(), read), (Some("a"), [Some("affirm"), Some("60 s")]));
    assert!(says(&parts.warnings, &["is set in parts"]));
    let unclosed = one("LOG_ARCHIVE_DEST_2='SERVICE=a\nALTER SYSTEM SET LOG_ARCHIVE_DEST_2='REOPEN=60'");
    assert!(says(&unclosed.problems, &["not closed"]), "{unclosed:#?}");
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
fn nothing_that_can_be_recognised_says_what_is_expected() {
    for (text, words) in [
        ("", "Nothing is pasted"),
        (" \n\t\u{a0}", "Nothing is pasted"),
        ("the quick brown fox", "No LOG_ARCHIVE_DEST_n is recognised"),
        ("log_archive_format string %t.dbf", "No LOG_ARCHIVE_DEST_n is recognised"),
        ("# *.log_archive_dest_2='SERVICE=a'", "is a comment"),
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
        "a=( ",
        " ",
    ] {
        let _ = read_attributes(&piece.repeat(200_000 / piece.len()));
        let _ =
            read_attributes(&format!("log_archive_dest_2 string {}", piece.repeat(200_000 / piece.len())));
        let _ = read_attributes(&format!("log_archive_dest_2='{}", piece.repeat(200_000 / piece.len())));
    }
    assert!(begun.elapsed().as_secs() < 60, "{:?}", begun.elapsed());
}
