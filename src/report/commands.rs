//! Commands that measure a line before a standby stands on it, with the numbers of a scenario.
//!
//! Knows: ping of Linux (iputils), Oracle's oratcptest by MOS 2064368.1, which input each result goes into. Does not
//! know: host names, which stand as HOST. Options in use: -server, -port, -mode, -length, -duration, -interval, -write.

use crate::model::CommitPath;
use crate::scenario::{Acknowledgement, Destination, Scenario, Source, Transport, Turn, part_path};
use crate::units::{Dimension, quantity};
use crate::whatif::{Column, Comparison};

/// What goes before every list of commands.
pub const ABOUT_COMMANDS: &str = "Run these between the hosts that the primary and the destination will have, at the hours of the highest load; HOST is the destination's, and the port any free one that firewalls let through. oratcptest.jar comes with MOS 2064368.1 and needs a Java runtime on both hosts; java -jar oratcptest.jar -help lists the options of your copy. Its traffic competes with everything else on the line.";

/// Payload of a ping that is as short as an acknowledgement, bytes.
const SHORT: f64 = 56.0;
/// From a segment's payload to the payload of a ping that fills as much: headers of IP and TCP with time stamps (20 +
/// 32 bytes) against those of IP and ICMP (20 + 8 bytes).
const HEADERS: f64 = 24.0;

/// How to measure the line to one destination.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Measuring {
    /// Name of the destination.
    pub destination: String,
    /// In the order in which they are run.
    pub steps: Vec<Step>,
}

/// One command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// What it is for, where it runs, and what becomes of its result.
    pub purpose: String,
    /// As typed.
    pub command: String,
}

impl Step {
    fn new(purpose: impl Into<String>, command: impl Into<String>) -> Self {
        Self { purpose: purpose.into(), command: command.into() }
    }
}

/// The commands for each destination that gets its redo from the primary; none for a scenario without an answer.
#[must_use]
pub fn commands(column: &Column) -> Vec<Measuring> {
    let (Some(scenario), Some(path)) = (&column.scenario, column.path()) else { return Vec::new() };
    measured(scenario).map(|d| Measuring { destination: d.name.clone(), steps: steps(d, path) }).collect()
}

/// [`commands`] of every scenario that has some, as text.
#[must_use]
pub fn commands_text(comparison: &Comparison) -> String {
    let mut text = format!("Measure the line first\n  {ABOUT_COMMANDS}\n");
    for column in &comparison.columns {
        for measuring in commands(column) {
            text.push_str(&format!("\n{}, line to {}\n", column.draft.name, measuring.destination));
            for step in measuring.steps {
                text.push_str(&format!("  {}\n    {}\n", step.purpose, step.command));
            }
        }
    }
    text
}

fn measured(scenario: &Scenario) -> impl Iterator<Item = &Destination> {
    scenario.destinations.iter().filter(|d| {
        d.source == Source::Primary && d.transport != Transport::Reserved && d.turn != Turn::Ignored
    })
}

fn steps(destination: &Destination, path: &CommitPath) -> Vec<Step> {
    let mut steps = pings(destination);
    steps.push(Step::new(
        "On HOST: the far end of what follows.",
        "java -jar oratcptest.jar -server HOST -port=5555",
    ));
    match destination.transport {
        Transport::Sync(acknowledgement) => steps.extend(sync(destination, path, acknowledgement)),
        Transport::Async => steps.extend(asynchronous(destination, path)),
        Transport::Reserved => {}
    }
    steps
}

fn pings(destination: &Destination) -> Vec<Step> {
    let full = destination.link.tcp.segment_size.get() + HEADERS;
    vec![
        Step::new(
            "On the primary, 10 minutes: min is the round trip, avg minus min the mean of the jitter, and the loss the packet loss.",
            format!("ping -i 0.2 -c 3000 -s {SHORT:.0} HOST"),
        ),
        Step::new(
            "On the primary: whether full segments pass undivided. If not, enter a smaller segment size.",
            format!("ping -M do -c 5 -s {full:.0} HOST"),
        ),
    ]
}

fn client(options: &str) -> String {
    format!("java -jar oratcptest.jar HOST -port=5555 {options} -duration=60s -interval=10s")
}

fn sync(destination: &Destination, path: &CommitPath, acknowledgement: Acknowledgement) -> Vec<Step> {
    let length = on_the_line(destination, path);
    let options = format!("-mode=sync -length={length:.0}");
    let predicted = match result(path, "sync_remote_write.mean", destination) {
        Some(mean) => format!("predicted here is {} on average", quantity(mean, Dimension::Time)),
        None => "no prediction here, since it gets no redo in normal life".into(),
    };
    let bare =
        "On the primary: latency with the redo of one write in memory, round trip, transfer and receiving";
    match acknowledgement {
        Acknowledgement::Noaffirm => vec![Step::new(format!("{bare}; {predicted}."), client(&options))],
        Acknowledgement::Affirm => vec![
            Step::new(format!("{bare}."), client(&options)),
            Step::new(
                format!(
                    "On the primary: the same with a write to disk before the acknowledgement, as AFFIRM has it; {predicted}. What is more than before is the remote redo write."
                ),
                client(&format!("{options} -write")),
            ),
        ],
    }
}

fn asynchronous(destination: &Destination, path: &CommitPath) -> Vec<Step> {
    let counted = result(path, "connection_rate", destination).map_or_else(String::new, |rate| {
        format!(" counted on here are {} for one connection", quantity(rate, Dimension::Bandwidth))
    });
    let buffer = result(path, "socket_buffer", destination).map_or_else(String::new, |size| {
        format!(" Advised here are {} (three bandwidth-delay products).", quantity(size, Dimension::Size))
    });
    vec![
        Step::new(
            format!(
                "On the primary: throughput without waiting, as ASYNC sends, in messages of the tool's own size;{counted}."
            ),
            client("-mode=async"),
        ),
        Step::new(
            format!("On both hosts: the third number of each is the largest socket buffer, bytes.{buffer}"),
            "sysctl net.ipv4.tcp_rmem net.ipv4.tcp_wmem",
        ),
    ]
}

/// Bytes that one write sends.
fn on_the_line(destination: &Destination, path: &CommitPath) -> f64 {
    let ratio = destination.compression.map_or(1.0, |c| c.ratio);
    (path.get("write.size").unwrap_or_default() / ratio).max(1.0)
}

fn result(path: &CommitPath, leaf: &str, destination: &Destination) -> Option<f64> {
    path.get(&part_path(&format!("destination[].{leaf}"), &destination.name))
}
