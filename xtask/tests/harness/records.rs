//! What a page leaves behind: its console, what it asked of the network, downloads and pictures.

use super::{PATIENCE, PAUSE, Page, downloads};
use serde_json::Value;
use std::cell::{Cell, RefCell};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{fs, thread};
use thirtyfour::BrowserLogEntry;
use xtask::project;

/// How long a page that is done may still be heard.
const ECHO: Duration = Duration::from_millis(200);

/// The driver tells everything only once: it is kept here.
#[derive(Default)]
pub(super) struct Records {
    console: RefCell<Vec<BrowserLogEntry>>,
    /// Addresses that the page asked for since it was ready.
    asked: RefCell<Vec<String>>,
    /// How many requests the server had seen when the page was ready.
    served_at_load: Cell<usize>,
}

/// A file that the page gave to its user.
pub(crate) struct Download {
    pub(crate) name: String,
    pub(crate) content: Vec<u8>,
}

impl Download {
    /// The content of a text file.
    #[track_caller]
    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.content).unwrap_or_else(|error| panic!("{} is no text: {error}", self.name))
    }
}

impl Page {
    /// Does what starts a download, waits for the finished file and reads it.
    #[track_caller]
    pub(crate) fn download(&self, start_it: impl FnOnce()) -> Download {
        start_it();
        let start = Instant::now();
        loop {
            if let Some(path) = finished_download(&downloads(&self.folder)) {
                let content = fs::read(&path).expect("a finished download can be read");
                fs::remove_file(&path).expect("our own folder");
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                return Download { name, content };
            }
            assert!(start.elapsed() < PATIENCE, "No download was finished within {PATIENCE:?}.");
            thread::sleep(PAUSE);
        }
    }

    /// Writes what is on the screen to `target/browser-tests/{name}.png`.
    #[track_caller]
    pub(crate) fn screenshot(&self, name: &str) -> PathBuf {
        let path = finding(&format!("{name}.png"));
        self.now("take a picture", self.browser.screenshot(&path));
        path
    }

    /// Everything that the console has said so far.
    #[track_caller]
    pub(crate) fn console(&self) -> Vec<BrowserLogEntry> {
        let news = self.now("read the console", self.browser.get_log("browser"));
        self.records.console.borrow_mut().extend(news);
        self.records.console.borrow().clone()
    }

    /// Every address asked for since the page was ready: what the browser sent, and what the server saw (also from
    /// workers). `data:` and `blob:` addresses ask nobody.
    #[track_caller]
    pub(crate) fn requests_after_load(&self) -> Vec<String> {
        thread::sleep(ECHO);
        let news = self.addresses_asked_for();
        self.records.asked.borrow_mut().extend(news);
        let served = self.server.as_ref().map_or_else(Vec::new, |server| server.requests());
        let served_later =
            served.into_iter().skip(self.records.served_at_load.get()).map(|line| format!("{line} (served)"));
        self.records.asked.borrow().iter().cloned().chain(served_later).collect()
    }

    /// Fails when the console holds an error or the network was asked for anything since the page was ready. Called
    /// at the end of every page too.
    #[track_caller]
    pub(crate) fn assert_quiet(&self) {
        let complaints = self.complaints();
        assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    }

    pub(super) fn complaints(&self) -> Vec<String> {
        let requests = self.requests_after_load();
        let asked =
            requests.into_iter().map(|request| format!("After it was ready, the page asked for {request}"));
        let console = self.console().into_iter().filter(|entry| entry.level == "SEVERE");
        asked.chain(console.map(|entry| format!("The console holds an error: {}", entry.message))).collect()
    }

    /// What was asked for until now belongs to the load.
    pub(super) fn start_watching(&self) {
        let _load = self.addresses_asked_for();
        self.records.asked.borrow_mut().clear();
        self.records.served_at_load.set(self.server.as_ref().map_or(0, |server| server.requests().len()));
    }

    fn addresses_asked_for(&self) -> Vec<String> {
        let events = self.now("read the record of the network", self.browser.get_log("performance"));
        events.iter().filter_map(|event| address(&event.message)).collect()
    }

    /// For a failed test: its last picture and its console.
    pub(super) fn leave_findings(&self) {
        let test = thread::current().name().unwrap_or("test").replace("::", "-");
        let path = finding(&format!("{test}.png"));
        let picture = self.browser.screenshot(&path);
        let news = self.browser.get_log("browser");
        let (_taken, news) = self.runtime.block_on(async { (picture.await, news.await) });
        self.records.console.borrow_mut().extend(news.unwrap_or_default());
        let mut text = String::new();
        for entry in self.records.console.borrow().iter() {
            let _written = writeln!(text, "{} {}", entry.level, entry.message);
        }
        let _saved = fs::write(finding(&format!("{test}.console.txt")), text);
        eprintln!("Its last picture and its console are in {}.", project::findings().display());
    }
}

/// The address in an event that says that something is asked of the network.
fn address(event: &str) -> Option<String> {
    let event: Value = serde_json::from_str(event).ok()?;
    let parameters = &event["message"]["params"];
    let address = match event["message"]["method"].as_str()? {
        "Network.requestWillBeSent" => &parameters["request"]["url"],
        "Network.webSocketCreated" | "Network.webTransportCreated" => &parameters["url"],
        _ => return None,
    };
    let address = address.as_str()?;
    let asks_nobody = ["data:", "blob:", "about:"].iter().any(|scheme| address.starts_with(scheme));
    (!asks_nobody).then(|| address.to_owned())
}

fn finished_download(folder: &Path) -> Option<PathBuf> {
    let entries = fs::read_dir(folder).ok()?.filter_map(|entry| Some(entry.ok()?.path()));
    let unfinished = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        name.starts_with('.') || name.ends_with(".crdownload")
    };
    entries.into_iter().find(|path| !unfinished(path))
}

fn finding(name: &str) -> PathBuf {
    fs::create_dir_all(project::findings()).expect("target can be written");
    project::findings().join(name)
}
