//! Tests of the finished page in `dist`, in Chromium. `cargo xtask test page browser` builds it and runs them;
//! `cargo test -p xtask --test browser NAME` runs some of them on the page as it was built last.

mod harness;

use harness::Page;

#[test]
fn the_page_mounts_under_its_policy_at_the_root_and_below_a_path() {
    for base in ["/", "/a/b/"] {
        let page = Page::open(base);
        assert_eq!(page.text("h1"), "Farsight");
        page.assert_quiet();
    }
}

#[test]
fn a_ready_page_asks_the_network_for_nothing_even_when_the_server_is_gone() {
    let mut page = Page::open("/");
    page.stop_server();
    page.click("h1");
    assert_eq!(page.requests_after_load(), Vec::<String>::new());
    assert_eq!(page.text("h1"), "Farsight");
}
