//! One ChromeDriver of our own, on a free port, ended with its owner.

use super::START;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use xtask::shell;

pub(super) struct ChromeDriver {
    process: Child,
    pub(super) url: String,
}

impl ChromeDriver {
    #[track_caller]
    pub(super) fn start() -> Self {
        let program =
            shell::find("chromedriver").expect("chromedriver is on PATH; if not, run `cargo xtask setup`");
        let mut process = Command::new(program)
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromedriver starts");
        let said = process.stdout.take().expect("its output is piped");
        // From here on it is ended whatever happens.
        let mut driver = Self { process, url: String::new() };
        driver.url = format!("http://127.0.0.1:{}", port(said));
        driver
    }
}

impl Drop for ChromeDriver {
    fn drop(&mut self) {
        let _killed = self.process.kill();
        let _gone = self.process.wait();
    }
}

/// It says "ChromeDriver was started successfully on port 45678." What it says later is read and dropped.
#[track_caller]
fn port(said: ChildStdout) -> u16 {
    let (tell, told) = mpsc::channel();
    thread::spawn(move || {
        let mut reader = BufReader::new(said);
        let mut line = String::new();
        while reader.read_line(&mut line).is_ok_and(|length| length > 0) {
            if let Some(port) = line.split("successfully on port ").nth(1) {
                let _heard = tell.send(port.trim().trim_end_matches('.').parse());
            }
            line.clear();
        }
        let _rest = reader.read_to_end(&mut Vec::new());
    });
    let port = told.recv_timeout(START).expect("chromedriver tells its port in time");
    port.expect("the port is a number")
}
