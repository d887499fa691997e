//! Paths of inputs and results: a catalogue key, with the name of a part where the key has a place for one
//! (`destination[FS1].round_trip` for `destination[].round_trip`).

/// Kinds of parts that a scenario can have several of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Family {
    /// A destination of redo.
    Destination,
    /// A class of sessions.
    Class,
}

impl Family {
    /// Every family.
    pub const ALL: [Self; 2] = [Self::Destination, Self::Class];

    /// Before the brackets of a path.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Destination => "destination",
            Self::Class => "class",
        }
    }

    /// What a list of them is called in a file.
    #[must_use]
    pub const fn plural(self) -> &'static str {
        match self {
            Self::Destination => "destinations",
            Self::Class => "classes",
        }
    }

    /// What one of them is called in a sentence.
    #[must_use]
    pub const fn noun(self) -> &'static str {
        match self {
            Self::Destination => "destination",
            Self::Class => "session class",
        }
    }

    /// As many as a scenario can have.
    #[must_use]
    pub const fn most(self) -> usize {
        match self {
            // LOG_ARCHIVE_DEST_1 to _31, one of which is the local archive.
            Self::Destination => 30,
            // As many as exact mean value analysis answers in time.
            Self::Class => 3,
        }
    }

    /// First name on offer, before its number.
    #[must_use]
    pub const fn stem(self) -> &'static str {
        match self {
            Self::Destination => "STANDBY",
            Self::Class => "CLASS",
        }
    }

    /// The family that a key or path has a place for; none for a plain one.
    #[must_use]
    pub fn of(path: &str) -> Option<Self> {
        let (word, _) = path.split_once('[')?;
        Self::ALL.into_iter().find(|family| family.word() == word)
    }
}

/// The path of a catalogue key for one part: `destination[NAME].leaf` for `destination[].leaf`; a plain key stays.
#[must_use]
pub fn part_path(key: &str, name: &str) -> String {
    key.replacen("[]", &format!("[{name}]"), 1)
}

/// The catalogue key of a path.
#[must_use]
pub fn key_of(path: &str) -> String {
    match split(path) {
        Some((before, _, after)) => format!("{before}[]{after}"),
        None => path.into(),
    }
}

/// The name between the brackets of a path.
#[must_use]
pub fn part_name(path: &str) -> Option<&str> {
    split(path).map(|(_, name, _)| name)
}

/// Before the brackets, between them, after them.
fn split(path: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = path.split_once('[')?;
    let (name, after) = rest.split_once(']')?;
    Some((before, name, after))
}
