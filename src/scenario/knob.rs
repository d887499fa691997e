//! The catalogue of inputs. Forms, units, help, `--set`, comparisons and files all read it: a new input is added
//! in `knobs` and in `validate`, and nowhere else.

use super::path::Family;
use crate::units::{Dimension, Range, Unit, number};

/// One input.
#[derive(Debug)]
pub struct Knob {
    /// Path; `[]` stands for the name of a part: `destination[].round_trip`.
    pub key: &'static str,
    /// Where it belongs on a form.
    pub group: Group,
    /// As the user sees it.
    pub label: &'static str,
    /// What it is and where to find it, in a sentence or two.
    pub help: &'static str,
    /// What can be entered.
    pub kind: Kind,
    /// Whether it may be left empty.
    pub need: Need,
    /// Text taken when nothing is entered.
    pub default: &'static str,
    /// Where the default comes from.
    pub source: &'static str,
    /// When it plays a part.
    pub condition: Option<Condition>,
}

/// Groups of inputs, in the order of the form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// Who commits.
    Workload,
    /// One class of sessions.
    Class,
    /// The database.
    Primary,
    /// Its instances and log writers.
    Instances,
    /// Its log buffer and online logs.
    Buffer,
    /// What happens on loss.
    Protection,
    /// One destination.
    Destination,
    /// Losses on the line to it.
    Network,
    /// Outages of it, and who takes over.
    Outages,
    /// Measurements and the targets.
    Measured,
}

/// What can be entered.
#[derive(Debug)]
pub enum Kind {
    /// A number with a unit.
    Quantity {
        /// What it measures.
        dimension: Dimension,
        /// Unit of a bare number.
        unit: &'static str,
        /// Allowed values in base units.
        range: Range,
    },
    /// One of several words.
    Choice(&'static [Choice]),
    /// `upper bound in ms:count` pairs.
    Histogram,
    /// 24 factors, one an hour from midnight on.
    Hours,
    /// Shares in per cent that add up to 100.
    Shares,
    /// The name of a destination, or one of these words.
    Part(&'static [Choice]),
    /// The name of a place.
    Site,
}

/// One word of a choice.
#[derive(Debug)]
pub struct Choice {
    /// In files and on the command line.
    pub key: &'static str,
    /// As the user sees it.
    pub label: &'static str,
}

/// Whether an input may be empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Need {
    /// It must hold something.
    Required,
    /// Empty means "not known".
    Optional,
}

/// An input plays a part only while another one (of the same part) holds something.
#[derive(Debug)]
pub struct Condition {
    /// Key of the other input.
    pub knob: &'static str,
    /// What it holds.
    pub when: When,
}

/// What the other input of a [`Condition`] holds.
#[derive(Debug)]
pub enum When {
    /// One of these words.
    Is(&'static [&'static str]),
    /// More than this.
    Above(f64),
}

impl Group {
    /// In the order of the form.
    pub const ALL: [Self; 10] = [
        Self::Workload,
        Self::Class,
        Self::Primary,
        Self::Instances,
        Self::Buffer,
        Self::Protection,
        Self::Destination,
        Self::Network,
        Self::Outages,
        Self::Measured,
    ];

    /// The kind of part whose inputs these are; none for those that exist once.
    #[must_use]
    pub const fn family(self) -> Option<Family> {
        match self {
            Self::Destination | Self::Network | Self::Outages => Some(Family::Destination),
            Self::Class => Some(Family::Class),
            _ => None,
        }
    }

    /// As the user sees it.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Workload => "Workload",
            Self::Class => "Session class",
            Self::Primary => "Primary",
            Self::Instances => "Instances and log writer",
            Self::Buffer => "Log buffer and online logs",
            Self::Protection => "Protection mode",
            Self::Destination => "Destination",
            Self::Network => "Losses and spells on the line",
            Self::Outages => "Outages and alternates",
            Self::Measured => "Targets and measurements",
        }
    }
}

impl Knob {
    /// A word of a choice in its own spelling, whatever case it was typed in; all else as typed.
    #[must_use]
    pub(super) fn spelled(&self, text: String) -> String {
        let Kind::Choice(choices) = &self.kind else { return text };
        choices.iter().find(|c| c.key.eq_ignore_ascii_case(text.trim())).map_or(text, |c| c.key.into())
    }

    /// A text as a reader wants it: the label of a choice, the size of a histogram, all else as typed.
    #[must_use]
    pub fn shown(&self, text: &str) -> String {
        match &self.kind {
            Kind::Choice(choices) => {
                choices.iter().find(|c| c.key == text.trim()).map_or(text, |c| c.label).into()
            }
            Kind::Histogram => super::read_histogram(text)
                .map_or_else(|_| text.into(), |h| format!("histogram of {} waits", number(h.count()))),
            Kind::Part(words) => {
                words.iter().find(|c| c.key == text.trim()).map_or(text.trim(), |c| c.label).into()
            }
            _ => text.trim().into(),
        }
    }

    /// Unit of a bare number; none for words and histograms.
    #[must_use]
    pub fn unit(&self) -> Option<Unit> {
        match self.kind {
            Kind::Quantity { dimension, unit, .. } => dimension.unit(unit),
            _ => None,
        }
    }
}

/// The knob of a path such as `destination[FS1].round_trip`.
#[must_use]
pub fn knob(path: &str) -> Option<&'static Knob> {
    let key = super::key_of(path);
    super::knobs().find(|k| k.key == key)
}
