//! What the browser tests are written with: the finished page in a real Chromium, used as a person would use it.
//!
//! ```ignore
//! let page = Page::open("/");               // serves `dist`, starts Chromium, waits for `data-ready` on <body>
//! page.type_into("#rtt", "4.5");            // elements are named by CSS selectors
//! page.wait_for_text("#verdict", "4.5 ms");
//! let csv = page.download(|| page.click("#csv"));
//! assert!(csv.text().starts_with("input,value"));
//! ```
//!
//! - Every helper waits for what it needs, at most `PATIENCE`, and then fails the test, naming the selector.
//! - When a page closes, the test fails if its console holds an error, or if anything was asked of the network after
//!   it was ready: no test can forget to look.
//! - A failed test leaves a screenshot and its console in `target/browser-tests`.
//! - Each page has its own server, driver, browser and profile; tests may run side by side. All of them end with the
//!   page, also when the test panics.
#![allow(dead_code, unused_imports, reason = "a kit: not every test file uses all of it")]

mod actions;
mod driver;
mod records;

pub(crate) use records::Download;

use driver::ChromeDriver;
use records::Records;
use serde_json::{Value, json};
use std::future::Future;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use std::{fs, thread};
use tempfile::TempDir;
use thirtyfour::error::{WebDriverError, WebDriverResult};
use thirtyfour::{By, Capabilities, WebDriver};
use tokio::runtime::Runtime;
use xtask::{chromium, project, server::Server};

/// How long anything may take before the test fails.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);
/// How long a browser may take to start, on a busy machine.
const START: Duration = Duration::from_secs(60);
/// How often a wait looks again.
const PAUSE: Duration = Duration::from_millis(20);

/// The finished page, open in a browser of its own.
pub(crate) struct Page {
    // They end in this order: the browser before its driver, its folder last.
    browser: WebDriver,
    _driver: ChromeDriver,
    server: Option<Server>,
    url: String,
    records: Records,
    runtime: Runtime,
    folder: TempDir,
}

impl Page {
    /// Serves the page at `base` (`/`, or like `/a/b/`), opens it and waits until it is ready.
    #[track_caller]
    pub(crate) fn open(base: &str) -> Self {
        Self::open_with(base, "")
    }

    /// The same with more behind the address, such as `#case=metro`.
    #[track_caller]
    pub(crate) fn open_with(base: &str, rest: &str) -> Self {
        let server = match Server::start(&project::dist(), base, 0) {
            Ok(server) => server,
            Err(error) => panic!("{error:#}"),
        };
        let folder = tempfile::tempdir().expect("a folder for the browser's profile");
        let driver = ChromeDriver::start();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        let browser = runtime
            .block_on(async {
                WebDriver::builder(&driver.url, capabilities(&folder)).request_timeout(START).await
            })
            .unwrap_or_else(|error| panic!("Chromium did not start: {error}"));
        let url = server.url();
        let records = Records::default();
        let page = Self { browser, _driver: driver, server: Some(server), url, records, runtime, folder };
        page.go(rest);
        page
    }

    /// Leaves for the page's address with `rest` behind it, and waits until the page is ready. A mere change of the
    /// fragment does not load the page again: use `reload` for that.
    #[track_caller]
    pub(crate) fn go(&self, rest: &str) {
        let url = format!("{}{rest}", self.url);
        self.now("open the page", self.browser.goto(&url));
        self.wait_until_ready();
    }

    /// Loads the page again and waits until it is ready.
    #[track_caller]
    pub(crate) fn reload(&self) {
        self.now("reload the page", self.browser.refresh());
        self.wait_until_ready();
    }

    /// The address in the browser's address bar.
    #[track_caller]
    pub(crate) fn address(&self) -> String {
        self.now("read the address", self.browser.current_url()).to_string()
    }

    /// Ends the server: from now on the page must do with what it has.
    pub(crate) fn stop_server(&mut self) {
        self.server = None;
    }

    /// Where a clash of layouts shows: a phone is about 390 by 844.
    #[track_caller]
    pub(crate) fn resize(&self, width: u32, height: u32) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.devtools("Emulation.setDeviceMetricsOverride", size);
    }

    /// Pretends a preference of the system, such as `prefers-color-scheme` `dark`.
    #[track_caller]
    pub(crate) fn prefer(&self, feature: &str, value: &str) {
        self.devtools(
            "Emulation.setEmulatedMedia",
            json!({ "features": [{ "name": feature, "value": value }] }),
        );
    }

    /// A command of the browser's DevTools protocol.
    #[track_caller]
    pub(crate) fn devtools(&self, method: &str, parameters: Value) -> Value {
        self.now(method, self.browser.cdp().send_raw(method, parameters))
    }

    /// What the JavaScript returns, for what no other helper can see: `page.script("return document.title")`.
    #[track_caller]
    pub(crate) fn script(&self, code: &str) -> Value {
        self.now("run a script", self.browser.execute(code, Vec::<Value>::new())).json().clone()
    }

    /// The underlying session, for what this kit lacks; run its futures by `now`.
    pub(crate) fn webdriver(&self) -> &WebDriver {
        &self.browser
    }

    /// Runs a command of the session to its end.
    #[track_caller]
    pub(crate) fn now<T>(&self, doing: &str, command: impl Future<Output = WebDriverResult<T>>) -> T {
        match self.runtime.block_on(command) {
            Ok(result) => result,
            Err(error) => panic!("It failed to {doing}: {}", brief(&error)),
        }
    }

    /// Waits until `what` holds.
    #[track_caller]
    pub(crate) fn wait_until(&self, what: &str, mut holds: impl FnMut() -> bool) {
        let start = Instant::now();
        while !holds() {
            assert!(start.elapsed() < PATIENCE, "{what}: not within {PATIENCE:?}.");
            thread::sleep(PAUSE);
        }
    }

    #[track_caller]
    fn wait_until_ready(&self) {
        let ready = By::Css("body[data-ready]");
        let is_ready = || self.runtime.block_on(self.browser.find(ready.clone())).is_ok();
        let start = Instant::now();
        while !is_ready() {
            if start.elapsed() > PATIENCE {
                panic!(
                    "<body> had no `data-ready` within {PATIENCE:?}. The console says: {:#?}",
                    self.console()
                );
            }
            thread::sleep(PAUSE);
        }
        self.start_watching();
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        let complaints = if thread::panicking() {
            self.leave_findings();
            Vec::new()
        } else {
            self.complaints()
        };
        let quit = async { tokio::time::timeout(PATIENCE, self.browser.clone().quit()).await };
        let _ended = self.runtime.block_on(quit);
        if !complaints.is_empty() {
            panic!("{}", complaints.join("\n"));
        }
    }
}

/// The driver's words without its own stack.
fn brief(error: &WebDriverError) -> String {
    error.to_string().lines().take_while(|line| !line.contains("Stacktrace")).collect::<Vec<_>>().join("\n")
}

fn capabilities(folder: &TempDir) -> Capabilities {
    let downloads = downloads(folder);
    fs::create_dir_all(&downloads).expect("a folder for downloads");
    let profile = format!("--user-data-dir={}", folder.path().join("profile").display());
    let mut wanted =
        chromium::capabilities(&[profile, "--window-size=1280,900".into(), "--lang=en-US".into()]);
    wanted["goog:chromeOptions"]["prefs"] = json!({
        "download.default_directory": downloads,
        "download.prompt_for_download": false,
    });
    wanted["goog:loggingPrefs"] = json!({ "browser": "ALL", "performance": "ALL" });
    wanted["browserName"] = json!("chrome");
    Capabilities::from(wanted.as_object().expect("an object").clone())
}

fn downloads(folder: &TempDir) -> PathBuf {
    folder.path().join("downloads")
}
