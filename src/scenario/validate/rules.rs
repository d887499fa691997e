//! Rules between inputs: what Data Guard refuses is an error at its field, what it allows but seldom means a remark.
//!
//! Sources: Oracle Database Reference (`LOG_ARCHIVE_DEST_n`, `DATA_GUARD_SYNC_LATENCY`), Data Guard Concepts and
//! Administration (protection modes, cascading), Data Guard Broker (LogXptMode); MOS 808469.1 on NET_TIMEOUT.

use super::reader::Reader;
use crate::scenario::path::part_path;
use crate::scenario::topology::{
    Acknowledgement, Destination, Load, LogWriter, Protection, Role, Scenario, Source, Transport, Turn,
};
use crate::units::percent;

/// `LOG_ARCHIVE_DEST_1` to `_10` may be SYNC, and one of them is the local archive.
const MOST_SYNC: usize = 9;
/// SYNC destinations with bad spells; every combination of them is a state of its own.
const MOST_WITH_SPELLS: usize = 3;
/// Loss from which on a segment's delay has no mean.
const FATAL_LOSS: f64 = 0.5;
/// What Oracle calls too low for many networks, ms.
const SHORT_NET_TIMEOUT: f64 = 10_000.0;

fn path(leaf: &str, destination: &Destination) -> String {
    part_path(&format!("destination[].{leaf}"), &destination.name)
}

impl Reader<'_> {
    /// Holds the rules against `scenario` and settles who takes over from whom.
    pub(super) fn rules(&mut self, scenario: &mut Scenario) {
        self.sources(&scenario.destinations);
        self.turns(scenario);
        self.transports(scenario);
        self.protection_rules(scenario);
        self.latency_rules(scenario);
        self.loss_rules(scenario);
        self.log_writer_rules(scenario);
        scenario.remarks.extend(scenario.destinations.iter().flat_map(remarks));
        scenario.remarks.extend(scenario_remarks(scenario));
    }

    fn sources(&mut self, all: &[Destination]) {
        for destination in all {
            let Source::FarSync(name) = &destination.source else { continue };
            let at = path("source", destination);
            let advice = "Choose the primary or a far sync instance that gets its redo from the primary.";
            match all.iter().find(|d| d.name == *name) {
                _ if *name == destination.name => {
                    self.refuse(&at, "it cannot forward redo to itself", advice)
                }
                None => self.refuse(&at, format!("there is no destination \u{201c}{name}\u{201d}"), advice),
                Some(d) if d.role != Role::FarSync => {
                    self.refuse(&at, format!("{name} is a standby, not a far sync instance"), advice);
                }
                Some(d) if d.source != Source::Primary => {
                    self.refuse(&at, format!("{name} gets its redo from another far sync instance"), advice);
                }
                Some(_) if destination.delays_or_would() => self.refuse(
                    &path("transport", destination),
                    "SYNC from a far sync instance is refused (ORA-16695): it forwards ASYNC only",
                    "Choose async, or take the redo from the primary.",
                ),
                Some(_) => {}
            }
        }
    }

    fn turns(&mut self, scenario: &mut Scenario) {
        let names: Vec<String> = scenario.destinations.iter().map(|d| d.name.clone()).collect();
        let leaders: Vec<Option<String>> = self.turns.iter().map(|t| t.leader.clone()).collect();
        let groups: Vec<f64> = self.turns.iter().map(|t| t.group).collect();
        let priorities: Vec<f64> = self.turns.iter().map(|t| t.priority).collect();
        for (i, name) in names.iter().enumerate() {
            let turn = match &leaders[i] {
                Some(leader) => self.alternate(scenario, name, leader, &leaders, groups[i]),
                None => turn_in_group(i, &names, &groups, &priorities),
            };
            scenario.destinations[i].turn = turn;
        }
    }

    /// The turn of `name`, whose field says that it takes over from `leader`.
    fn alternate(
        &mut self,
        scenario: &mut Scenario,
        name: &str,
        leader: &str,
        leaders: &[Option<String>],
        group: f64,
    ) -> Turn {
        let at = part_path("destination[].alternate_of", name);
        let position = scenario.destinations.iter().position(|d| d.name == leader);
        let advice = "Leave it empty, or name a destination that gets redo in normal life.";
        if group > 0.0 {
            let advice = "Use the one or the other.";
            self.refuse(&at, "ALTERNATE and GROUP exclude each other", advice);
        }
        match position {
            _ if leader == name => self.refuse(&at, "it cannot take over from itself", advice),
            None => self.refuse(&at, format!("there is no destination \u{201c}{leader}\u{201d}"), advice),
            Some(i) if leaders[i].is_some() => {
                self.refuse(&at, format!("{leader} is an alternate itself"), advice);
            }
            Some(i) => {
                let outages = &scenario.destinations[i].outages;
                if outages.reopen.get() > 0.0 && outages.max_failure == 0.0 {
                    scenario.remarks.push(format!(
                        "{name} never takes over from {leader}: with REOPEN above 0 and without MAX_FAILURE, ALTERNATE is ignored. Set MAX_FAILURE of {leader} to 1, or REOPEN to 0."
                    ));
                    return Turn::Ignored;
                }
                let before = leaders[..index_of(scenario, name)].iter();
                let rank = 1 + before.filter(|l| l.as_deref() == Some(leader)).count();
                return Turn::Alternate { leader: leader.into(), rank };
            }
        }
        Turn::Active
    }

    fn transports(&mut self, scenario: &Scenario) {
        let by_broker = self.choice("primary.configured_by") == "broker";
        let sync: Vec<&Destination> = scenario.destinations.iter().filter(|d| d.delays_commits()).collect();
        for destination in sync.iter().skip(MOST_SYNC) {
            self.refuse(
                &path("transport", destination),
                format!("it is SYNC destination number {} and more", MOST_SYNC + 1),
                "LOG_ARCHIVE_DEST_1 to _10 can be SYNC, and one of them is the local archive. Choose async.",
            );
        }
        let spells = sync.iter().filter(|d| d.link.spells.is_some() && d.turn == Turn::Active);
        for destination in spells.skip(MOST_WITH_SPELLS) {
            self.refuse(
                &path("spells", destination),
                format!("bad spells on more than {MOST_WITH_SPELLS} SYNC destinations are not answered"),
                "Keep them where they matter most.",
            );
        }
        for destination in sync.iter().filter(|d| d.transport == Transport::Sync(Acknowledgement::Noaffirm)) {
            let available = scenario.primary.protection == Protection::Availability;
            if by_broker && !available {
                self.refuse(
                    &path("transport", destination),
                    "the broker allows FASTSYNC in maximum availability only",
                    "Choose SYNC AFFIRM, or the protection mode maximum availability.",
                );
            }
        }
    }

    fn protection_rules(&mut self, scenario: &Scenario) {
        const PATH: &str = "primary.protection";
        let mut sync = scenario.sync_destinations();
        match scenario.primary.protection {
            Protection::Availability if sync.next().is_none() => self.refuse(
                PATH,
                "maximum availability needs a SYNC destination",
                "Add one, or choose maximum performance.",
            ),
            Protection::Full
                if !sync.any(|d| {
                    d.role == Role::Standby && d.transport == Transport::Sync(Acknowledgement::Affirm)
                }) =>
            {
                self.refuse(
                    PATH,
                    "maximum protection needs a standby with SYNC AFFIRM; a far sync instance alone does not do",
                    "Add such a standby, or choose maximum availability.",
                );
            }
            _ => {}
        }
    }

    fn latency_rules(&mut self, scenario: &Scenario) {
        let latency = scenario.primary.sync_latency.get();
        let timeouts = scenario.sync_destinations().map(|d| d.outages.net_timeout.get());
        let shortest = timeouts.fold(f64::INFINITY, f64::min);
        if latency > shortest {
            self.refuse(
                "primary.data_guard_sync_latency",
                format!("it is above the shortest NET_TIMEOUT, {} s", shortest / 1000.0),
                "It can be 0 to NET_TIMEOUT.",
            );
        }
    }
}

impl Reader<'_> {
    /// Two writes in flight have a formula for a commit rate only.
    fn log_writer_rules(&mut self, scenario: &Scenario) {
        let by_rate = matches!(scenario.workload.load, Load::Open(_));
        if scenario.primary.log_writer == LogWriter::Scalable && !by_rate {
            self.refuse(
                "primary.log_writer",
                "two writes in flight are answered for a commit rate only",
                "Let commits come from a commit rate, or choose the single log writer, which is the cautious choice.",
            );
        }
    }

    /// From a loss of a half on, retransmission has no mean.
    fn loss_rules(&mut self, scenario: &Scenario) {
        for destination in &scenario.destinations {
            let link = &destination.link;
            let line = link.spells.as_ref().map_or(0.0, |s| s.loss.get()).max(link.loss.get());
            let hop = link.hop.as_ref().map_or(0.0, |hop| hop.loss.get());
            let both = line + hop - line * hop;
            if both >= FATAL_LOSS {
                self.refuse(
                    &path("hop.loss", destination),
                    format!("with the losses of the line it comes to {} in all", percent(both)),
                    "Together they have to stay below 50 %, from where on retransmission never ends.",
                );
            }
        }
    }
}

fn index_of(scenario: &Scenario, name: &str) -> usize {
    scenario.destinations.iter().position(|d| d.name == name).unwrap_or(0)
}

/// In a group the lowest PRIORITY number gets redo, the others follow in that order; among equals, the first one.
fn turn_in_group(i: usize, names: &[String], groups: &[f64], priorities: &[f64]) -> Turn {
    if groups[i] == 0.0 {
        return Turn::Active;
    }
    let mut members: Vec<usize> = (0..names.len()).filter(|j| groups[*j] == groups[i]).collect();
    members.sort_by(|a, b| priorities[*a].total_cmp(&priorities[*b]));
    match members.iter().position(|j| *j == i) {
        None | Some(0) => Turn::Active,
        Some(rank) => Turn::Alternate { leader: names[members[0]].clone(), rank },
    }
}

impl Destination {
    fn delays_or_would(&self) -> bool {
        matches!(self.transport, Transport::Sync(_))
    }
}

/// What is legal at a destination, but unusual.
fn remarks(destination: &Destination) -> Vec<String> {
    let Destination { name, outages, .. } = destination;
    let mut remarks = Vec::new();
    let mut remark = |holds: bool, text: String| remarks.extend(holds.then_some(text));
    let sync = destination.delays_commits();
    let timeout = outages.net_timeout.get();
    remark(
        sync && timeout == 0.0,
        format!(
            "NET_TIMEOUT of {name} is 0: it is dropped at once when it does not answer, so no commit stalls and every outage runs unprotected. The attribute itself takes 1 s and more."
        ),
    );
    remark(
        sync && timeout > 0.0 && timeout < SHORT_NET_TIMEOUT,
        format!(
            "NET_TIMEOUT of {name} is below 10 s, which Oracle calls too low for many networks: a passing hold-up then drops the destination (ORA-16198). 15 to 30 s is advised."
        ),
    );
    remark(
        sync && outages.length.get() > 0.0 && outages.reopen.get() > outages.interval.get(),
        format!(
            "REOPEN of {name} is longer than the time between outages: a dropped destination rests through several of them, so fewer stall and more time is unprotected."
        ),
    );
    remark(
        sync && outages.reopen.get() == 0.0,
        format!("REOPEN of {name} is 0: once dropped, it stays so until someone enables it again."),
    );
    remark(
        destination.role == Role::FarSync && destination.transport == Transport::Async,
        format!(
            "Far sync {name} gets its redo ASYNC: it takes load off the primary, but protects no commit."
        ),
    );
    remarks
}

/// What is legal, but unusual, of the scenario as a whole.
fn scenario_remarks(scenario: &Scenario) -> Vec<String> {
    let mut remarks = Vec::new();
    let sync = scenario.sync_destinations().count();
    let fast = |d: &Destination| d.transport == Transport::Sync(Acknowledgement::Noaffirm);
    if scenario.primary.protection == Protection::Performance && sync > 0 {
        remarks.push(if scenario.sync_destinations().any(fast) {
            "SYNC NOAFFIRM in maximum performance: commits wait all the same. LOG_ARCHIVE_DEST_n allows it, the broker does not.".into()
        } else {
            "SYNC in maximum performance: commits wait all the same, as the transport decides.".into()
        });
    }
    if scenario.primary.sync_latency.get() > 0.0 && sync < 2 {
        remarks.push("DATA_GUARD_SYNC_LATENCY has no effect with fewer than two SYNC destinations.".into());
    }
    remarks
}
