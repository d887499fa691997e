//! Dimensions and the units that people type for them.

/// What a number measures. Each has a base unit, in which the engine keeps it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dimension {
    /// Milliseconds.
    Time,
    /// Per second.
    Rate,
    /// Bytes.
    Size,
    /// Bytes per second.
    Bandwidth,
    /// Kilometres.
    Distance,
    /// A share of one, shown in per cent.
    Share,
    /// A plain number: a factor, a squared coefficient of variation.
    Number,
    /// A whole number of things.
    Count,
}

/// A unit: its symbol and how many base units it holds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Unit {
    /// As shown: `ms`, `Mb/s`.
    pub symbol: &'static str,
    /// Base units in one of this.
    pub factor: f64,
}

const fn unit(symbol: &'static str, factor: f64) -> Unit {
    Unit { symbol, factor }
}

const TIME: &[Unit] =
    &[unit("us", 1e-3), unit("ms", 1.0), unit("s", 1e3), unit("min", 60e3), unit("h", 3.6e6)];
const RATE: &[Unit] =
    &[unit("/s", 1.0), unit("/min", 1.0 / 60.0), unit("/h", 1.0 / 3600.0), unit("/day", 1.0 / 86_400.0)];
const SIZE: &[Unit] = &[
    unit("B", 1.0),
    unit("kB", 1e3),
    unit("KiB", 1024.0),
    unit("MB", 1e6),
    unit("MiB", 1_048_576.0),
    unit("GB", 1e9),
    unit("GiB", 1_073_741_824.0),
];
const BANDWIDTH: &[Unit] = &[
    unit("kb/s", 125.0),
    unit("Mb/s", 125e3),
    unit("Gb/s", 125e6),
    unit("B/s", 1.0),
    unit("kB/s", 1e3),
    unit("MB/s", 1e6),
    unit("MiB/s", 1_048_576.0),
    unit("GB/s", 1e9),
];
const DISTANCE: &[Unit] = &[unit("m", 1e-3), unit("km", 1.0), unit("mi", 1.609_344)];
const SHARE: &[Unit] = &[unit("%", 0.01)];
const PLAIN: &[Unit] = &[unit("", 1.0)];

/// Other spellings: (typed, symbol). Case matters only for bandwidth and size, where it changes the meaning.
const SPELLINGS: &[(&str, &str)] = &[
    ("\u{b5}s", "us"),
    ("\u{3bc}s", "us"),
    ("usec", "us"),
    ("msec", "ms"),
    ("sec", "s"),
    ("hr", "h"),
    ("per second", "/s"),
    ("per minute", "/min"),
    ("per hour", "/h"),
    ("per day", "/day"),
    ("bytes", "B"),
    ("byte", "B"),
    ("kbit/s", "kb/s"),
    ("Mbit/s", "Mb/s"),
    ("Gbit/s", "Gb/s"),
    ("kbps", "kb/s"),
    ("Mbps", "Mb/s"),
    ("Gbps", "Gb/s"),
    ("miles", "mi"),
];

impl Dimension {
    /// Every dimension.
    pub const ALL: [Self; 8] = [
        Self::Time,
        Self::Rate,
        Self::Size,
        Self::Bandwidth,
        Self::Distance,
        Self::Share,
        Self::Number,
        Self::Count,
    ];

    /// Units on offer, smallest first.
    #[must_use]
    pub const fn units(self) -> &'static [Unit] {
        match self {
            Self::Time => TIME,
            Self::Rate => RATE,
            Self::Size => SIZE,
            Self::Bandwidth => BANDWIDTH,
            Self::Distance => DISTANCE,
            Self::Share => SHARE,
            Self::Number | Self::Count => PLAIN,
        }
    }

    /// What the dimension is called in a sentence: `a time`.
    #[must_use]
    pub const fn noun(self) -> &'static str {
        match self {
            Self::Time => "a time",
            Self::Rate => "a rate",
            Self::Size => "a size",
            Self::Bandwidth => "a bandwidth",
            Self::Distance => "a distance",
            Self::Share => "a share",
            Self::Number => "a plain number",
            Self::Count => "a whole number",
        }
    }

    /// The unit with `symbol`, in any accepted spelling.
    #[must_use]
    pub fn unit(self, symbol: &str) -> Option<Unit> {
        let symbol = self.canonical(symbol);
        let same = |u: &&Unit| {
            if self.case_matters() { u.symbol == symbol } else { u.symbol.eq_ignore_ascii_case(symbol) }
        };
        self.units().iter().find(same).copied()
    }

    fn canonical(self, symbol: &str) -> &str {
        let same = |typed: &str| {
            if self.case_matters() { typed == symbol } else { typed.eq_ignore_ascii_case(symbol) }
        };
        SPELLINGS.iter().find(|(typed, _)| same(typed)).map_or(symbol, |(_, canonical)| canonical)
    }

    const fn case_matters(self) -> bool {
        matches!(self, Self::Size | Self::Bandwidth)
    }
}
