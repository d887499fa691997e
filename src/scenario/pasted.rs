//! Destinations of a draft from a pasted LOG_ARCHIVE_DEST_n: added or updated, with where each text comes from.
//!
//! Knows: which destination of the draft is meant, how Oracle's names become names of destinations. Does not know: what
//! the attributes mean (`attribute_text`), whether the draft is valid afterwards.

use super::attribute_text::{Attributes, Reading, read_attributes};
use super::draft::{Draft, Entry, Origin};
use super::path::{Family, part_path};

/// Longest name of a destination.
const LONGEST: usize = 30;
/// Inputs that a destination has only while an attribute says so.
const PASSING: [&str; 3] = ["group", "priority", "alternate_of"];

/// What a pasted text did to a draft, and what there is to tell about it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Pasted {
    /// Destinations that are new.
    pub added: Vec<String>,
    /// Destinations that were there before.
    pub updated: Vec<String>,
    /// Inputs that were entered.
    pub inputs: usize,
    /// Sentences on what changes nothing on the commit path.
    pub ignored: Vec<String>,
    /// Sentences on what is unusual or needs a decision.
    pub warnings: Vec<String>,
    /// Sentences on what could not be read.
    pub problems: Vec<String>,
}

impl Pasted {
    /// What was entered, in one sentence.
    #[must_use]
    pub fn summary(&self) -> String {
        let list = |verb: &str, names: &[String]| {
            (!names.is_empty()).then(|| format!("{verb} {}", names.join(", ")))
        };
        let done = [list("added", &self.added), list("updated", &self.updated)];
        let done: Vec<String> = done.into_iter().flatten().collect();
        match (done.is_empty(), self.inputs) {
            (true, _) => "No destination was added.".into(),
            (_, 1) => format!("Read 1 input: {}.", done.join("; ")),
            (_, n) => format!("Read {n} inputs: {}.", done.join("; ")),
        }
    }

    fn tell(&mut self, attributes: &Attributes, name: &str) {
        let named =
            |sentences: &[String]| sentences.iter().map(|s| format!("{name}: {s}")).collect::<Vec<_>>();
        self.ignored.extend(named(&attributes.ignored));
        self.warnings.extend(named(&attributes.warnings));
        self.problems.extend(named(&attributes.problems));
    }
}

impl Draft {
    /// Enters every destination of a pasted LOG_ARCHIVE_DEST_n: one of the same name is updated, another is added. What
    /// has no attribute stays as it is. A text in which no destination can be read changes nothing.
    pub fn apply_attributes(&mut self, text: &str) -> Pasted {
        let all = match read_attributes(text) {
            Ok(all) => all,
            Err(problem) => return Pasted { problems: vec![problem], ..Pasted::default() },
        };
        let mut pasted = Pasted::default();
        let names = self.places(&all, &mut pasted);
        for (attributes, name) in all.iter().zip(&names) {
            match name {
                Some(name) => {
                    pasted.tell(attributes, name);
                    self.enter_attributes(
                        attributes,
                        name,
                        &leader_of(attributes, &all, &names),
                        &mut pasted,
                    );
                }
                None => pasted.tell(attributes, &shown(attributes)),
            }
        }
        pasted
    }

    /// Finds or adds the destination of each attribute string that has readings.
    fn places(&mut self, all: &[Attributes], pasted: &mut Pasted) -> Vec<Option<String>> {
        let before = self.destinations();
        let mut names: Vec<Option<String>> = Vec::new();
        for attributes in all {
            let name = if attributes.readings.is_empty() {
                None
            } else {
                self.place(attributes, &before, &names, pasted)
            };
            names.push(name);
        }
        names
    }

    fn place(
        &mut self,
        attributes: &Attributes,
        before: &[String],
        taken: &[Option<String>],
        pasted: &mut Pasted,
    ) -> Option<String> {
        let wanted = attributes.name.as_deref().and_then(cleaned);
        let is_free = |name: &&String| !taken.iter().any(|t| t.as_ref() == Some(*name));
        let known = wanted.as_ref().and_then(|wanted| {
            let mut same = before.iter().filter(is_free).filter(|name| name.eq_ignore_ascii_case(wanted));
            before.iter().filter(is_free).find(|name| *name == wanted).or_else(|| same.next())
        });
        if let Some(name) = known {
            pasted.updated.push(name.clone());
            return Some(name.clone());
        }
        let name =
            wanted.map_or_else(|| self.free_name(Family::Destination), |wanted| self.made_free(&wanted));
        match self.add_destination(&name) {
            Ok(()) => pasted.added.push(name.clone()),
            Err(error) => {
                pasted.problems.push(format!("{name} was not added: {error}."));
                return None;
            }
        }
        Some(name)
    }

    /// `wanted`, with a number behind it where a destination has that name.
    fn made_free(&self, wanted: &str) -> String {
        let taken = self.destinations();
        let numbered = (2..).map(|i| {
            let ending = format!("-{i}");
            format!("{}{ending}", &wanted[..wanted.len().min(LONGEST - ending.len())])
        });
        let mut candidates = std::iter::once(wanted.to_string()).chain(numbered);
        candidates.find(|name| !taken.iter().any(|t| t.eq_ignore_ascii_case(name))).unwrap_or_default()
    }

    fn enter_attributes(
        &mut self,
        attributes: &Attributes,
        name: &str,
        leader: &Leader,
        pasted: &mut Pasted,
    ) {
        self.forget_passing(attributes, name);
        for reading in &attributes.readings {
            let text = match (reading.leaf, leader) {
                ("alternate_of", Leader::Destination(leader)) => leader.clone(),
                ("alternate_of", Leader::Absent) => {
                    pasted.ignored.push(format!(
                        "{name}: it takes over from {}, which is no destination here.",
                        reading.text
                    ));
                    continue;
                }
                _ => reading.text.clone(),
            };
            let entry = Entry { text, origin: Origin::Read, note: note(reading) };
            match self.enter(&path(reading.leaf, name), entry) {
                Ok(()) => pasted.inputs += 1,
                Err(error) => {
                    pasted.problems.push(format!("{name}: {} was not entered: {error}.", reading.leaf))
                }
            }
        }
    }

    /// What an earlier paste said of group and alternate, and this one does not.
    fn forget_passing(&mut self, attributes: &Attributes, name: &str) {
        for leaf in PASSING {
            let at = path(leaf, name);
            let still = attributes.readings.iter().any(|r| r.leaf == leaf) || !attributes.problems.is_empty();
            if !still && self.origin(&at) == Origin::Read {
                self.reset(&at);
            }
        }
    }
}

/// Whose place a destination takes.
enum Leader {
    /// A destination of the draft.
    Destination(String),
    /// Nobody's, or a local archive's.
    Absent,
}

/// The destination whose ALTERNATE is `attributes`.
fn leader_of(attributes: &Attributes, all: &[Attributes], names: &[Option<String>]) -> Leader {
    let told = attributes.readings.iter().find(|r| r.leaf == "alternate_of");
    let points_here = |a: &Attributes| a.alternate.is_some() && a.alternate == attributes.number;
    let leader = told.and_then(|told| {
        let mut leaders = all.iter().zip(names).filter(|(a, _)| points_here(a) && shown(a) == told.text);
        leaders.next().and_then(|(_, name)| name.clone())
    });
    leader.map_or(Leader::Absent, Leader::Destination)
}

/// What the destination is called in the text.
fn shown(attributes: &Attributes) -> String {
    let by_number = || match attributes.number {
        Some(n) => format!("LOG_ARCHIVE_DEST_{n}"),
        None => "the destination".into(),
    };
    attributes.name.clone().unwrap_or_else(by_number)
}

fn path(leaf: &str, name: &str) -> String {
    part_path(&format!("destination[].{leaf}"), name)
}

fn note(reading: &Reading) -> String {
    if reading.from.contains("Oracle's default") {
        reading.from.clone()
    } else {
        format!("from {}", reading.from)
    }
}

/// A name as destinations have it; nothing where none is left. Of a connect descriptor, its service.
fn cleaned(name: &str) -> Option<String> {
    let name = if name.contains('(') { service(name)? } else { name };
    let allowed = |c: char| c.is_ascii_alphanumeric() || "_$#-".contains(c);
    let words: Vec<&str> = name.split(|c| !allowed(c)).filter(|word| !word.is_empty()).collect();
    let cleaned: String = words.join("-").chars().take(LONGEST).collect();
    Some(cleaned).filter(|name| !name.is_empty())
}

/// The value of SERVICE_NAME or SID in a connect descriptor.
fn service(descriptor: &str) -> Option<&str> {
    let upper = descriptor.to_ascii_uppercase();
    let at = ["SERVICE_NAME", "SID"].iter().find_map(|key| Some(upper.find(key)? + key.len()))?;
    let value = descriptor[at..].trim_start().strip_prefix('=')?;
    value.split(')').next().map(str::trim)
}
