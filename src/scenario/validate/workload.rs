//! The fields of the workload.

use super::reader::Reader;
use crate::scenario::path::{Family, part_path};
use crate::scenario::topology::{Load, SessionClass, Workload};
use crate::units::{Bytes, Count, OutOfRange, PerSecond};

/// Two peaks in office hours and a batch at 22:00.
const OFFICE: [f64; 24] = [
    0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.2, 0.4, 0.7, 0.9, 1.0, 1.0, 0.8, 0.9, 1.0, 0.9, 0.7, 0.5, 0.3, 0.2, 0.2,
    0.8, 1.2, 0.3,
];

impl Reader<'_> {
    pub(super) fn workload(&mut self) -> Result<Workload, OutOfRange> {
        Ok(Workload {
            load: self.load()?,
            redo_per_commit: Bytes::new("redo per commit", self.number("workload.redo_per_commit", 1.0))?,
            waiting_share: self.share("workload.waiting_share", 1.0)?,
            hours: self.hours(),
            db_time: self.optional("workload.db_time"),
        })
    }

    fn load(&mut self) -> Result<Load, OutOfRange> {
        match self.choice("workload.load") {
            "closed" => Ok(Load::Closed {
                sessions: Count::new("sessions", self.number("workload.sessions", 1.0))?,
                think_time: self.ms("workload.think_time")?,
            }),
            "classes" => {
                let names = self.draft.parts(Family::Class);
                if names.is_empty() {
                    self.refuse(
                        "workload.load",
                        "there is no session class yet",
                        "Add a session class, or choose a commit rate or sessions with think time.",
                    );
                }
                let classes: Vec<_> = names.iter().map(|name| self.class(name)).collect();
                classes.into_iter().collect::<Result<_, _>>().map(Load::Classes)
            }
            _ => Ok(Load::Open(PerSecond::new("commit rate", self.number("workload.commit_rate", 1.0))?)),
        }
    }

    fn class(&mut self, name: &str) -> Result<SessionClass, OutOfRange> {
        let at = |leaf: &str| part_path(&format!("class[].{leaf}"), name);
        Ok(SessionClass {
            name: name.into(),
            sessions: Count::new("sessions", self.number(&at("sessions"), 1.0))?,
            think_time: self.ms(&at("think_time"))?,
            cpu: self.ms(&at("cpu"))?,
            storage: self.ms(&at("storage"))?,
            interconnect: self.ms(&at("interconnect"))?,
            commits: self.number(&at("commits"), 1.0),
        })
    }

    fn hours(&mut self) -> [f64; 24] {
        match self.choice("workload.profile") {
            "office" => OFFICE,
            "hours" => self.numbers("workload.hours").and_then(|h| h.try_into().ok()).unwrap_or([1.0; 24]),
            _ => [1.0; 24],
        }
    }
}
