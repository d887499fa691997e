//! A server of one folder's files on this machine, at the root or below a base path as on a shared host.
//! It writes down every request, so that a test can say that there was none. No directory listings, no uploads.

use anyhow::{Context, Result, anyhow};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::{fs, io};
use tiny_http::{Header, Method, Request, Response};

/// Browsers load the files of a page side by side.
const WORKERS: usize = 4;

/// A running server; it stops when dropped.
pub struct Server {
    http: Arc<tiny_http::Server>,
    site: Arc<Site>,
    address: SocketAddr,
    workers: Vec<JoinHandle<()>>,
}

struct Site {
    folder: PathBuf,
    /// Begins and ends with a slash.
    base: String,
    requests: Mutex<Vec<String>>,
}

/// What a request is answered with.
#[derive(Debug, PartialEq)]
enum Answer {
    File(PathBuf),
    MovedTo(String),
    NotFound,
}

impl Server {
    /// Serves `folder` at `http://127.0.0.1:port{base}`. Port 0 takes a free one; `base` is `/` or like `/a/b/`.
    ///
    /// # Errors
    /// When the port is taken or the folder is not there.
    pub fn start(folder: &Path, base: &str, port: u16) -> Result<Self> {
        let folder = folder
            .canonicalize()
            .with_context(|| format!("There is no {}: run `cargo xtask build` first.", folder.display()))?;
        let http = tiny_http::Server::http((Ipv4Addr::LOCALHOST, port)).map_err(|error| {
            anyhow!("Port {port} could not be opened ({error}). Choose another with --port.")
        })?;
        let address = http.server_addr().to_ip().context("The server has no address.")?;
        let site = Arc::new(Site { folder, base: base.to_owned(), requests: Mutex::default() });
        let http = Arc::new(http);
        let workers = (0..WORKERS).map(|_| spawn_worker(&http, &site)).collect();
        Ok(Self { http, site, address, workers })
    }

    /// The page's address.
    pub fn url(&self) -> String {
        format!("http://{}{}", self.address, self.site.base)
    }

    /// Method and target of every request so far, in order of arrival.
    pub fn requests(&self) -> Vec<String> {
        self.site.requests.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Serves until the process is ended.
    pub fn wait(mut self) {
        for worker in self.workers.drain(..) {
            let _ended = worker.join();
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        for _ in &self.workers {
            self.http.unblock();
        }
        for worker in self.workers.drain(..) {
            let _ended = worker.join();
        }
    }
}

fn spawn_worker(http: &Arc<tiny_http::Server>, site: &Arc<Site>) -> JoinHandle<()> {
    let (http, site) = (Arc::clone(http), Arc::clone(site));
    thread::spawn(move || {
        while let Ok(request) = http.recv() {
            // A browser that went away is no concern of ours.
            let _sent = site.handle(request);
        }
    })
}

impl Site {
    fn handle(&self, request: Request) -> io::Result<()> {
        let target = request.url().to_owned();
        let line = format!("{} {target}", request.method());
        self.requests.lock().unwrap_or_else(PoisonError::into_inner).push(line);
        if !matches!(request.method(), Method::Get | Method::Head) {
            return request
                .respond(Response::from_string("Only GET and HEAD are served.").with_status_code(405));
        }
        match self.answer(&target) {
            Answer::File(path) => send_file(request, &path),
            Answer::MovedTo(place) => {
                request.respond(Response::empty(308).with_header(header("Location", &place)))
            }
            Answer::NotFound => request.respond(Response::from_string("Not found.").with_status_code(404)),
        }
    }

    fn answer(&self, target: &str) -> Answer {
        let path = target.split(['?', '#']).next().unwrap_or_default();
        if !path.ends_with('/') && format!("{path}/") == self.base {
            return Answer::MovedTo(self.base.clone());
        }
        let file = path.strip_prefix(&self.base).and_then(decode).and_then(|name| self.file(&name));
        file.map_or(Answer::NotFound, Answer::File)
    }

    /// The file of that name inside the folder, never one outside it.
    fn file(&self, name: &str) -> Option<PathBuf> {
        let name = Path::new(if name.is_empty() { "index.html" } else { name });
        if !name.components().all(|part| matches!(part, Component::Normal(_))) {
            return None;
        }
        let path = self.folder.join(name).canonicalize().ok()?;
        (path.starts_with(&self.folder) && path.is_file()).then_some(path)
    }
}

fn send_file(request: Request, path: &Path) -> io::Result<()> {
    let Ok(content) = fs::read(path) else {
        return request.respond(Response::from_string("The file cannot be read.").with_status_code(500));
    };
    let response = Response::from_data(content)
        .with_header(header("Content-Type", mime_type(path)))
        .with_header(header("X-Content-Type-Options", "nosniff"))
        // A rebuilt page shows at the next reload.
        .with_header(header("Cache-Control", "no-cache"));
    request.respond(response)
}

fn header(name: &str, value: &str) -> Header {
    Header::from_bytes(name, value).expect("our header names and values are plain ASCII")
}

fn mime_type(path: &Path) -> &'static str {
    match path.extension().and_then(|extension| extension.to_str()).unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" | "md" | "csv" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// Undoes percent-encoding; `None` when it is malformed or not UTF-8.
fn decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            bytes.push(hex_digit(rest.next()?)? * 16 + hex_digit(rest.next()?)?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

fn hex_digit(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok())
}

#[cfg(test)]
mod tests {
    use super::{Answer, Server, Site, decode, mime_type};
    use crate::project;
    use std::io::{Read, Write};
    use std::net::TcpStream;
    use std::path::Path;

    /// Serves the sources of this tool.
    fn site(base: &str) -> Site {
        let folder = project::root().join("xtask").join("src").canonicalize().expect("our own sources");
        Site { folder, base: base.to_owned(), requests: std::sync::Mutex::default() }
    }

    #[test]
    fn a_file_is_found_below_the_base_path_only() {
        let site = site("/a/b/");
        assert_eq!(site.answer("/a/b/lib.rs?x=1"), Answer::File(site.folder.join("lib.rs")));
        assert_eq!(site.answer("/lib.rs"), Answer::NotFound);
        assert_eq!(site.answer("/a/b"), Answer::MovedTo("/a/b/".to_owned()));
    }

    #[test]
    fn no_path_leads_out_of_the_folder() {
        for target in [
            "/../Cargo.toml",
            "/%2e%2e/Cargo.toml",
            "/..%2fCargo.toml",
            "//etc/passwd",
            "/%2fetc/passwd",
            "/bin/../../Cargo.toml",
        ] {
            assert_eq!(site("/").answer(target), Answer::NotFound, "{target}");
        }
    }

    #[test]
    fn folders_are_not_listed() {
        assert_eq!(site("/").answer("/bin"), Answer::NotFound);
        assert_eq!(site("/").answer("/bin/"), Answer::NotFound);
    }

    #[test]
    fn browsers_compile_while_loading_only_with_the_right_type() {
        assert_eq!(mime_type(Path::new("farsight_bg-0123.wasm")), "application/wasm");
    }

    #[test]
    fn malformed_percent_encoding_is_no_name() {
        assert_eq!(decode("a%20b").as_deref(), Some("a b"));
        for text in ["%", "%2", "%zz", "%ff", "%+1"] {
            assert_eq!(decode(text), None, "{text}");
        }
    }

    #[test]
    fn a_running_server_answers_and_writes_down_what_was_asked() {
        let server = Server::start(&project::root().join("xtask"), "/a/", 0).expect("a free port");
        let mut connection = TcpStream::connect(server.address).expect("it listens");
        connection.write_all(b"GET /a/Cargo.toml HTTP/1.0\r\n\r\n").expect("it reads");
        let mut answer = String::new();
        connection.read_to_string(&mut answer).expect("it answers");
        assert!(answer.starts_with("HTTP/1.0 200") && answer.contains("[package]"), "{answer}");
        assert_eq!(server.requests(), ["GET /a/Cargo.toml"]);
    }
}
