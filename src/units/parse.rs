//! Text to quantity: tolerant of locale and spelling, and never guessing where a text has two readings.

use std::fmt;

use super::{Dimension, Unit};

/// Why a text is not a quantity of the wanted dimension.
#[derive(Debug, Clone, PartialEq)]
pub enum ParseError {
    /// Nothing was entered.
    Empty,
    /// Not a number at all.
    NotANumber(String),
    /// A comma or point that could group thousands or start decimals: both readings.
    AmbiguousNumber {
        /// As typed.
        text: String,
        /// The two ways to write it without doubt.
        readings: [String; 2],
    },
    /// A unit whose letter case decides its meaning: both readings.
    AmbiguousUnit {
        /// As typed.
        text: String,
        /// Units it may mean.
        readings: [&'static str; 2],
    },
    /// A unit of another dimension, or of none.
    WrongUnit {
        /// As typed.
        text: String,
        /// The dimension that the unit belongs to, if any.
        belongs_to: Option<Dimension>,
        /// The dimension wanted.
        wanted: Dimension,
    },
    /// A whole number was wanted.
    NotWhole(String),
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "is empty"),
            Self::NotANumber(text) => write!(f, "\u{201c}{text}\u{201d} is not a number"),
            Self::AmbiguousNumber { text, readings: [a, b] } => {
                write!(f, "\u{201c}{text}\u{201d} can be read in two ways: write {a} or {b}")
            }
            Self::AmbiguousUnit { text, readings: [a, b] } => {
                write!(f, "\u{201c}{text}\u{201d} can be read in two ways: write {a} or {b}")
            }
            Self::WrongUnit { text, belongs_to, wanted } => {
                write!(f, "\u{201c}{text}\u{201d} is ")?;
                match belongs_to {
                    Some(other) => write!(f, "{}, and this is {}", other.noun(), wanted.noun())?,
                    None => write!(f, "not a unit of {}", wanted.noun())?,
                }
                write!(f, ": {}", unit_advice(*wanted))
            }
            Self::NotWhole(text) => write!(f, "\u{201c}{text}\u{201d} is not a whole number"),
        }
    }
}

impl std::error::Error for ParseError {}

fn unit_advice(wanted: Dimension) -> String {
    let symbols: Vec<&str> = wanted.units().iter().map(|u| u.symbol).filter(|s| !s.is_empty()).collect();
    if symbols.is_empty() { "use no unit".into() } else { format!("use {}", symbols.join(", ")) }
}

/// Reads `text` as a quantity of `dimension`, in base units.
///
/// A bare number is in `default`. Thousands may be grouped by spaces, apostrophes or underscores, which nothing else
/// may hold apart; where comma and point both occur, the last one is the decimal sign; several of one kind group thousands.
/// A lone comma has two readings and is refused. The number is finite; its range is not checked here.
///
/// ```
/// use farsight::units::{Dimension, parse};
/// let time = Dimension::Time;
/// let ms = time.unit("ms").unwrap();
/// assert_eq!(parse("4.5 ms", time, ms), Ok(4.5));
/// assert_eq!(parse("1,234.5", time, ms), Ok(1234.5));
/// assert_eq!(parse("0.2 s", time, ms), Ok(200.0));
/// assert!(parse("1,5", time, ms).is_err());
/// ```
///
/// # Errors
/// See [`ParseError`]; it says what to write instead.
pub fn parse(text: &str, dimension: Dimension, default: Unit) -> Result<f64, ParseError> {
    let text = text.trim();
    if text.is_empty() {
        return Err(ParseError::Empty);
    }
    let (digits, suffix) = split_unit(text);
    let number = parse_number(digits, text)?;
    let unit = if suffix.is_empty() { default } else { parse_unit(suffix, dimension)? };
    let value = number * unit.factor;
    if !value.is_finite() {
        return Err(ParseError::NotANumber(text.into()));
    }
    if dimension == Dimension::Count && value.fract() != 0.0 {
        return Err(ParseError::NotWhole(text.into()));
    }
    Ok(value)
}

/// Splits "1.5 Gb/s" into the number and the unit. An `e` inside a number ("1e3") stays with the number.
fn split_unit(text: &str) -> (&str, &str) {
    let is_exponent = |at: usize| {
        let rest = &text[at + 1..];
        let digits = rest.strip_prefix(['+', '-']).unwrap_or(rest);
        at > 0 && digits.starts_with(|c: char| c.is_ascii_digit())
    };
    let end = text
        .char_indices()
        .find(|&(at, c)| match c {
            'e' | 'E' => !is_exponent(at),
            c => !(c.is_ascii_digit() || is_separator(c) || ".,+-\u{2212}".contains(c)),
        })
        .map_or(text.len(), |(at, _)| at);
    (text[..end].trim(), text[end..].trim())
}

fn is_separator(c: char) -> bool {
    c.is_whitespace() || matches!(c, '_' | '\'' | '\u{2019}')
}

fn parse_unit(suffix: &str, wanted: Dimension) -> Result<Unit, ParseError> {
    let text = || suffix.to_string();
    if let Some(unit) = wanted.unit(suffix) {
        return Ok(unit);
    }
    if let Some(readings) = ambiguous_case(suffix, wanted) {
        return Err(ParseError::AmbiguousUnit { text: text(), readings });
    }
    let belongs_to = Dimension::ALL.into_iter().find(|d| *d != wanted && d.unit(suffix).is_some());
    Err(ParseError::WrongUnit { text: text(), belongs_to, wanted })
}

/// "mb/s" may be megabit or megabyte; "KB" may be 1,000 or 1,024 bytes.
fn ambiguous_case(suffix: &str, wanted: Dimension) -> Option<[&'static str; 2]> {
    let lower = suffix.to_ascii_lowercase();
    match (wanted, lower.as_str()) {
        (Dimension::Bandwidth, "kb/s" | "kbs") => Some(["kb/s", "kB/s"]),
        (Dimension::Bandwidth, "mb/s" | "mbs" | "m") => Some(["Mb/s", "MB/s"]),
        (Dimension::Bandwidth, "gb/s" | "gbs" | "g") => Some(["Gb/s", "GB/s"]),
        (Dimension::Size, "kb" | "k") => Some(["kB (1,000 bytes)", "KiB (1,024 bytes)"]),
        (Dimension::Size, "mb" | "m") => Some(["MB (1,000,000 bytes)", "MiB (1,048,576 bytes)"]),
        (Dimension::Size, "gb" | "g") => Some(["GB (10^9 bytes)", "GiB (2^30 bytes)"]),
        _ => None,
    }
}

fn parse_number(digits: &str, whole: &str) -> Result<f64, ParseError> {
    if !groups_thousands(digits) {
        return Err(ParseError::NotANumber(whole.into()));
    }
    let plain: String =
        digits.chars().filter(|c| !is_separator(*c)).map(|c| if c == '\u{2212}' { '-' } else { c }).collect();
    let normal = normalise_separators(&plain, whole)?;
    match normal.parse::<f64>() {
        Ok(value) if value.is_finite() && normal.contains(|c: char| c.is_ascii_digit()) => Ok(value),
        _ => Err(ParseError::NotANumber(whole.into())),
    }
}

/// Whether spaces, apostrophes and underscores stand only before groups of three digits: "1 234" is one number, "4 8"
/// is two.
fn groups_thousands(digits: &str) -> bool {
    let unsigned = digits.trim_start_matches(['+', '-', '\u{2212}']).trim_start();
    let groups: Vec<&str> = unsigned.split(is_separator).collect();
    let Some((first, rest)) = groups.split_first() else { return true };
    let [middle @ .., last] = rest else { return true };
    let is_group = |text: &str| text.len() == 3 && text.bytes().all(|b| b.is_ascii_digit());
    let is_start = (1..=3).contains(&first.len()) && first.bytes().all(|b| b.is_ascii_digit());
    let ends_well =
        last.get(..3).is_some_and(is_group) && !last[3..].starts_with(|c: char| c.is_ascii_digit());
    is_start && middle.iter().all(|group| is_group(group)) && ends_well
}

/// Brings grouping and decimal signs into Rust's form.
fn normalise_separators(plain: &str, whole: &str) -> Result<String, ParseError> {
    let commas = plain.matches(',').count();
    let points = plain.matches('.').count();
    let decimal = match (commas, points) {
        (0, 0 | 1) => return Ok(plain.into()),
        (1, 0) => return Err(ambiguous(plain, whole)),
        (_, 0) | (0, _) => None,
        _ => plain.rfind([',', '.']),
    };
    let (integer, fraction) = match decimal {
        Some(at) => (&plain[..at], Some(&plain[at + 1..])),
        None => (plain, None),
    };
    let groups: Vec<&str> = integer.split([',', '.']).collect();
    let mixed = integer.contains(',') && integer.contains('.');
    let well_grouped = groups[1..].iter().all(|g| g.len() == 3) && !groups[0].is_empty();
    if mixed || !well_grouped {
        return Err(ParseError::NotANumber(whole.into()));
    }
    let integer = groups.concat();
    Ok(fraction.map_or_else(|| integer.clone(), |f| format!("{integer}.{f}")))
}

/// A lone comma: "1,500" may be 1500 or 1.5; "1,5" may be 1.5 or a slip for 15.
fn ambiguous(plain: &str, whole: &str) -> ParseError {
    let readings = [plain.replace(',', "."), plain.replace(',', "")];
    if readings.iter().all(|r| r.parse::<f64>().is_ok()) {
        ParseError::AmbiguousNumber { text: whole.into(), readings }
    } else {
        ParseError::NotANumber(whole.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(text: &str) -> Result<f64, ParseError> {
        parse(text, Dimension::Time, Dimension::Time.unit("ms").unwrap())
    }

    fn bandwidth(text: &str) -> Result<f64, ParseError> {
        parse(text, Dimension::Bandwidth, Dimension::Bandwidth.unit("Mb/s").unwrap())
    }

    #[test]
    fn reads_plain_numbers_in_the_default_unit() {
        assert_eq!(ms("4.5"), Ok(4.5));
        assert_eq!(ms(" .5 "), Ok(0.5));
        assert_eq!(ms("1e3"), Ok(1000.0));
        assert_eq!(ms("2.5e-1 s"), Ok(250.0));
        assert_eq!(ms("\u{2212}3"), Ok(-3.0));
    }

    #[test]
    fn reads_units_in_their_spellings() {
        assert_eq!(ms("250 \u{b5}s"), Ok(0.25));
        assert_eq!(ms("2 MIN"), Ok(120_000.0));
        assert_eq!(bandwidth("1.5 Gb/s"), Ok(187.5e6));
        assert_eq!(bandwidth("10 Mbps"), Ok(1.25e6));
        assert_eq!(bandwidth("30 MB/s"), Ok(30e6));
    }

    #[test]
    fn reads_grouped_thousands_of_either_locale() {
        for text in ["1,234.5", "1.234,5", "1 234.5", "1'234.5", "1_234.5", "1\u{a0}234.5"] {
            assert_eq!(ms(text), Ok(1234.5), "{text}");
        }
        assert_eq!(ms("1,234,567"), Ok(1_234_567.0));
        assert_eq!(ms("1.234.567"), Ok(1_234_567.0));
    }

    #[test]
    fn refuses_what_has_two_readings() {
        let readings = |text: &str| match ms(text) {
            Err(ParseError::AmbiguousNumber { readings, .. }) => readings,
            other => panic!("{text}: {other:?}"),
        };
        assert_eq!(readings("1,5"), ["1.5", "15"]);
        assert_eq!(readings("1,500"), ["1.500", "1500"]);
        assert!(matches!(bandwidth("10 mb/s"), Err(ParseError::AmbiguousUnit { .. })));
    }

    #[test]
    fn refuses_what_is_no_number() {
        for text in ["abc", "--3", "1.2.3", "12,34,5", "NaN", "inf", "1e999", ",", "ms", "3 4 x y", "1,23.4"]
        {
            assert!(ms(text).is_err(), "{text}: {:?}", ms(text));
        }
        for text in ["4 8 ms", "1 23", "1234 567", "1 2345", "0.1 234", "1__234", "1e308 h", "1.234 567"] {
            assert!(ms(text).is_err(), "{text}: {:?}", ms(text));
        }
        assert_eq!(ms("  "), Err(ParseError::Empty));
    }

    #[test]
    fn names_the_dimension_of_a_foreign_unit() {
        let error = ms("30 km").unwrap_err().to_string();
        assert_eq!(error, "\u{201c}km\u{201d} is a distance, and this is a time: use us, ms, s, min, h");
    }

    #[test]
    fn counts_are_whole() {
        let sessions = |t: &str| parse(t, Dimension::Count, Dimension::Count.unit("").unwrap());
        assert_eq!(sessions("20"), Ok(20.0));
        assert!(matches!(sessions("2.5"), Err(ParseError::NotWhole(_))));
    }
}
