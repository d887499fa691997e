//! Start and typing, measured on the finished page in `dist`: `cargo xtask build`, then
//! `cargo bench --profile dev -p xtask --bench page` (what is timed runs in the browser). It prints figures and asserts none.

#[path = "../tests/harness/mod.rs"]
mod harness;

use std::time::Duration;

use harness::Page;
use serde_json::Value;

const STARTS: usize = 15;
const KEYSTROKES: usize = 100;

fn main() {
    println!("{:<52} {:>8} {:>8} {:>8}", "ms", "median", "p95", "max");
    let page = Page::open("/");
    row("navigation to mounted, browser already running", starts(&page));
    for (name, selector) in [
        ("commit rate", "[data-path='workload.commit_rate'] input"),
        ("round trip", "[data-path='destination[STANDBY].round_trip'] input"),
    ] {
        let times = keystrokes(&page, selector);
        row(&format!("{name}: script until the page is updated"), column(&times, 0));
        row(&format!("{name}: keystroke to paint"), column(&times, 1));
    }
}

/// From the start of the navigation to the ready mark, by the page's own clock.
fn starts(page: &Page) -> Vec<f64> {
    let mounted = "return performance.getEntriesByName('farsight-ready')[0].startTime";
    (0..STARTS)
        .map(|_| {
            page.reload();
            page.script(mounted).as_f64().expect("a time")
        })
        .collect()
}

/// Pairs: time of the handlers with the update of the page, and time until that is painted.
fn keystrokes(page: &Page, selector: &str) -> Vec<Value> {
    let script = format!(
        "window.farsightTimes = [];
        const input = document.querySelector(\"{selector}\");
        const painted = () => new Promise(done => requestAnimationFrame(() => {{
            const channel = new MessageChannel();
            channel.port1.onmessage = done;
            channel.port2.postMessage(0);
        }}));
        (async () => {{
            for (let i = 0; i < {KEYSTROKES}; i++) {{
                await new Promise(rest => setTimeout(rest, 37));
                const start = performance.now();
                input.value = 20 + (i * 7) % 40 + i / 1000;
                input.dispatchEvent(new Event('input', {{ bubbles: true }}));
                await new Promise(done => queueMicrotask(() => queueMicrotask(done)));
                const updated = performance.now();
                await painted();
                window.farsightTimes.push([updated - start, performance.now() - start]);
            }}
        }})();"
    );
    page.script(&script);
    loop {
        std::thread::sleep(Duration::from_millis(200));
        let times = page.script("return window.farsightTimes");
        let times = times.as_array().expect("a list");
        if times.len() >= KEYSTROKES {
            return times.clone();
        }
    }
}

fn column(pairs: &[Value], index: usize) -> Vec<f64> {
    pairs.iter().map(|pair| pair[index].as_f64().expect("a time")).collect()
}

fn row(name: &str, mut times: Vec<f64>) {
    times.sort_by(f64::total_cmp);
    let at = |share: usize| times[(times.len() * share / 100).min(times.len() - 1)];
    println!("{name:<52} {:>8.1} {:>8.1} {:>8.1}", at(50), at(95), at(100));
}
