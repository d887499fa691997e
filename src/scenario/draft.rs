//! A scenario as text: what was typed, pasted or read, valid or not. Nothing entered is ever lost here.

use std::collections::BTreeMap;
use std::fmt;

use super::knob::{Group, Knob, When, knob};
use super::knobs::knobs;
use super::path::{Family, part_name, part_path};
use super::quantity_of;

/// Texts by path, and the parts that exist: destinations, session classes.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Draft {
    /// The user's name for it.
    pub name: String,
    /// Parts, in order.
    parts: Vec<(Family, String)>,
    entries: BTreeMap<String, Entry>,
}

/// A text and where it comes from.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// As typed.
    pub text: String,
    /// Where it comes from.
    pub origin: Origin,
    /// More about that, e.g. the place in the source; may be empty.
    pub note: String,
}

/// Where a value comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// Nobody chose it: the catalogue's default.
    Default,
    /// Entered by the user.
    Entered,
    /// Read from the named source.
    Read,
    /// Chosen so that a result fits a measurement.
    Fitted,
    /// Assumed, since the source does not say.
    Assumed,
}

impl Origin {
    /// Every origin.
    pub const ALL: [Self; 5] = [Self::Default, Self::Entered, Self::Read, Self::Fitted, Self::Assumed];

    /// In files and on the page.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Default => "default",
            Self::Entered => "entered",
            Self::Read => "read",
            Self::Fitted => "fitted",
            Self::Assumed => "assumed",
        }
    }
}

/// Why a draft refuses a change.
#[derive(Debug, Clone, PartialEq)]
pub enum DraftError {
    /// No input has this path.
    UnknownPath(String),
    /// The path names a part that does not exist.
    UnknownPart(Family, String),
    /// Not usable as a part's name.
    BadName(Family, String),
    /// The name is taken.
    NameTaken(Family, String),
    /// As many parts as there can be.
    TooMany(Family),
    /// Not usable as a scenario's name; its beginning.
    BadScenarioName(String),
    /// Another scenario has this name.
    ScenarioNameTaken(String),
}

impl fmt::Display for DraftError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownPath(path) => write!(f, "there is no input \u{201c}{path}\u{201d}"),
            Self::UnknownPart(family, name) => {
                write!(f, "there is no {} \u{201c}{name}\u{201d}", family.noun())
            }
            Self::BadName(family, name) => write!(
                f,
                "\u{201c}{name}\u{201d} cannot name a {}: use 1 to 30 letters, digits, _, $, # or -",
                family.noun()
            ),
            Self::NameTaken(family, name) => {
                write!(f, "a {} is already called \u{201c}{name}\u{201d}", family.noun())
            }
            Self::BadScenarioName(name) => {
                let most = super::Study::LONGEST_NAME;
                write!(f, "\u{201c}{name}\u{201d} cannot name a scenario: use 1 to {most} characters")
            }
            Self::ScenarioNameTaken(name) => {
                write!(f, "another scenario is called \u{201c}{name}\u{201d}: each needs a name of its own")
            }
            Self::TooMany(family) => {
                write!(f, "a scenario has {} {} at most", family.most(), family.plural())
            }
        }
    }
}

impl std::error::Error for DraftError {}

impl Draft {
    /// An empty draft: every input at its default, no destination.
    #[must_use]
    pub fn new(name: &str) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    /// Names of the destinations, in order.
    #[must_use]
    pub fn destinations(&self) -> Vec<String> {
        self.parts(Family::Destination)
    }

    /// Names of the parts of a family, in order.
    #[must_use]
    pub fn parts(&self, family: Family) -> Vec<String> {
        self.parts.iter().filter(|(f, _)| *f == family).map(|(_, name)| name.clone()).collect()
    }

    fn has(&self, family: Family, name: &str) -> bool {
        self.parts.iter().any(|(f, n)| *f == family && n == name)
    }

    /// Adds a destination with everything at its default.
    ///
    /// # Errors
    /// As [`Self::add_part`].
    pub fn add_destination(&mut self, name: &str) -> Result<(), DraftError> {
        self.add_part(Family::Destination, name)
    }

    /// Adds a part with everything at its default.
    ///
    /// # Errors
    /// A name that is taken or unusable, or one part too many.
    pub fn add_part(&mut self, family: Family, name: &str) -> Result<(), DraftError> {
        let allowed = |c: char| c.is_ascii_alphanumeric() || "_$#-".contains(c);
        if name.is_empty() || name.len() > 30 || !name.chars().all(allowed) {
            return Err(DraftError::BadName(family, name.into()));
        }
        if self.has(family, name) {
            return Err(DraftError::NameTaken(family, name.into()));
        }
        if self.parts(family).len() >= family.most() {
            return Err(DraftError::TooMany(family));
        }
        self.parts.push((family, name.into()));
        Ok(())
    }

    /// Removes a part and its texts.
    pub fn remove_part(&mut self, family: Family, name: &str) {
        self.parts.retain(|(f, n)| *f != family || n != name);
        self.entries.retain(|path, _| Family::of(path) != Some(family) || part_name(path) != Some(name));
    }

    /// A name that no part of the family has yet.
    #[must_use]
    pub fn free_name(&self, family: Family) -> String {
        let free = |name: &String| !self.has(family, name);
        (1..).map(|i| format!("{}{i}", family.stem())).find(free).unwrap_or_default()
    }

    /// Enters a text by hand.
    ///
    /// # Errors
    /// A path that no input has, or of a destination that does not exist.
    pub fn set(&mut self, path: &str, text: &str) -> Result<(), DraftError> {
        self.enter(path, Entry { text: text.into(), origin: Origin::Entered, note: String::new() })
    }

    /// Enters a text with its origin.
    ///
    /// # Errors
    /// As [`Self::set`].
    pub fn enter(&mut self, path: &str, entry: Entry) -> Result<(), DraftError> {
        let knob = knob(path).ok_or_else(|| DraftError::UnknownPath(path.into()))?;
        let entry = Entry { text: knob.spelled(entry.text), ..entry };
        match (Family::of(path), part_name(path)) {
            (_, Some("")) => return Err(DraftError::UnknownPath(path.into())),
            (Some(family), Some(name)) if !self.has(family, name) => {
                return Err(DraftError::UnknownPart(family, name.into()));
            }
            _ => {}
        }
        self.entries.insert(path.into(), entry);
        Ok(())
    }

    /// Puts an input back to its default.
    pub fn reset(&mut self, path: &str) {
        self.entries.remove(path);
    }

    /// What was entered; nothing for an input at its default.
    #[must_use]
    pub fn entry(&self, path: &str) -> Option<&Entry> {
        self.entries.get(path)
    }

    /// All that was entered, by path.
    pub fn entries(&self) -> impl Iterator<Item = (&str, &Entry)> {
        self.entries.iter().map(|(path, entry)| (path.as_str(), entry))
    }

    /// The text in force: entered, or the default.
    #[must_use]
    pub fn text(&self, path: &str) -> &str {
        match self.entries.get(path) {
            Some(entry) => &entry.text,
            None => knob(path).map_or("", |k| k.default),
        }
    }

    /// Where the text in force comes from.
    #[must_use]
    pub fn origin(&self, path: &str) -> Origin {
        self.entries.get(path).map_or(Origin::Default, |e| e.origin)
    }

    /// Every input that exists here, with its path, in the order of the form: all of one part, then all of the next.
    #[must_use]
    pub fn knobs(&self) -> Vec<(String, &'static Knob)> {
        let mut told: Vec<Family> = Vec::new();
        let mut all = Vec::new();
        for group in Group::ALL {
            match group.family() {
                None => all.extend(knobs_of(&[group]).map(|k| (k.key.to_string(), k))),
                Some(family) if told.contains(&family) => {}
                Some(family) => {
                    told.push(family);
                    let groups = Group::ALL.map(|g| if g.family() == Some(family) { g } else { group });
                    for name in self.parts(family) {
                        all.extend(knobs_of(&groups).map(|k| (part_path(k.key, &name), k)));
                    }
                }
            }
        }
        all
    }

    /// Whether the input at `path` plays a part, given what is chosen elsewhere.
    #[must_use]
    pub fn plays_a_part(&self, path: &str) -> bool {
        let Some(condition) = knob(path).and_then(|k| k.condition.as_ref()) else { return true };
        let other = part_name(path)
            .map_or_else(|| condition.knob.to_string(), |name| part_path(condition.knob, name));
        let text = self.text(&other).trim();
        self.plays_a_part(&other)
            && match condition.when {
                When::Is(words) => words.iter().any(|word| word.eq_ignore_ascii_case(text)),
                When::Above(least) => quantity_of(&other, text).is_some_and(|(value, _)| value > least),
            }
    }
}

/// The inputs of some groups, in the order of the form.
fn knobs_of(groups: &[Group]) -> impl Iterator<Item = &'static Knob> {
    knobs().filter(|k| groups.contains(&k.group))
}
