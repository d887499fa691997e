//! Quantity to text. Page, shell and files print through here, so that they agree to the last digit.

use super::{Dimension, Unit};

/// Four significant digits, below 1 four decimals, with thousands grouped: `327.4`, `0.6685`, `12,346`, `0`.
/// What four decimals would lose keeps two significant digits.
#[must_use]
pub fn number(value: f64) -> String {
    if !value.is_finite() {
        return "none".into();
    }
    let magnitude = value.abs();
    let decimals = match magnitude {
        m if m >= 999.95 || m == 0.0 => 0,
        m if m >= 99.995 => 1,
        m if m >= 9.9995 => 2,
        m if m >= 0.99995 => 3,
        m if m >= 0.000_95 => 4,
        m => (1 - exponent(m)).min(9),
    };
    let text = format!("{magnitude:.*}", usize::try_from(decimals).unwrap_or(0));
    let sign =
        if value < 0.0 && text.contains(|c: char| c.is_ascii_digit() && c != '0') { "\u{2212}" } else { "" };
    format!("{sign}{}", group(&text))
}

fn exponent(magnitude: f64) -> i32 {
    #[expect(clippy::cast_possible_truncation, reason = "the decimal exponent of a double is within 324")]
    let floor = magnitude.log10().floor() as i32;
    floor
}

fn group(text: &str) -> String {
    let (integer, fraction) = text.split_once('.').map_or((text, None), |(i, f)| (i, Some(f)));
    let mut grouped = String::new();
    for (i, digit) in integer.chars().enumerate() {
        if i > 0 && (integer.len() - i).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    fraction.map_or(grouped.clone(), |f| format!("{grouped}.{f}"))
}

/// [`number`] with an explicit sign, for differences: `+12.30`, `−0.4`, `0`.
#[must_use]
pub fn signed_number(value: f64) -> String {
    if value > 0.0 { format!("+{}", number(value)) } else { number(value) }
}

/// A share in per cent with one decimal: `99.7 %`; small shares keep two significant digits.
#[must_use]
pub fn percent(share: f64) -> String {
    let value = share * 100.0;
    let magnitude = value.abs();
    if !value.is_finite() {
        "none".into()
    } else if value == 0.0 {
        "0.0 %".into()
    } else if magnitude >= 999.95 {
        format!("{} %", number(value))
    } else if magnitude >= 0.095 {
        format!("{value:.1} %").replace('-', "\u{2212}")
    } else {
        let decimals = usize::try_from((1 - exponent(magnitude)).min(9)).unwrap_or(9);
        format!("{value:.decimals$} %").replace('-', "\u{2212}")
    }
}

/// [`percent`] with an explicit sign.
#[must_use]
pub fn signed_percent(share: f64) -> String {
    if share > 0.0 { format!("+{}", percent(share)) } else { percent(share) }
}

/// `value` (base units) in `unit`, without idle zeros: `4.5 ms`.
#[must_use]
pub fn with_unit(value: f64, unit: Unit) -> String {
    let number = number(value / unit.factor);
    let trimmed =
        if number.contains('.') { number.trim_end_matches('0').trim_end_matches('.') } else { &number };
    join(trimmed, unit.symbol)
}

fn join(number: &str, symbol: &str) -> String {
    match symbol {
        "" => number.into(),
        s if s.starts_with('/') => format!("{number}{s}"),
        s => format!("{number} {s}"),
    }
}

/// `value` (base units) in `unit` as a field shows it for editing: ungrouped, with a point, and with as many digits as
/// it takes for [`parse`](super::parse) to read the very same number back.
///
/// ```
/// use farsight::units::{Dimension, editable, parse};
/// let ms = Dimension::Time.unit("ms").unwrap();
/// assert_eq!(editable(12_345.5, ms), "12345.5 ms");
/// assert_eq!(parse("12345.5 ms", Dimension::Time, ms), Ok(12_345.5));
/// ```
#[must_use]
pub fn editable(value: f64, unit: Unit) -> String {
    let direct = value / unit.factor;
    let short = format!("{direct:.11e}").parse::<f64>().ok().filter(|x| x * unit.factor == value);
    // One of the neighbours reads back exactly; at worst the nearest is off by a rounding.
    let exact = [direct, direct.next_up(), direct.next_down()].into_iter().find(|x| x * unit.factor == value);
    join(&format!("{}", short.or(exact).unwrap_or(direct)), unit.symbol)
}

/// `value` (base units) in the unit that reads best: `184.6 ms`, `20 Mb/s`, `2 s`.
#[must_use]
pub fn quantity(value: f64, dimension: Dimension) -> String {
    if dimension == Dimension::Share {
        return percent(value);
    }
    let preferred: &[&str] = match dimension {
        Dimension::Time => &["us", "ms", "s"],
        Dimension::Size => &["B", "kB", "MB", "GB"],
        Dimension::Bandwidth => &["kb/s", "Mb/s", "Gb/s"],
        Dimension::Rate => &["/s"],
        Dimension::Distance => &["km"],
        Dimension::Share | Dimension::Number | Dimension::Count => &[""],
    };
    let units: Vec<Unit> = preferred.iter().filter_map(|s| dimension.unit(s)).collect();
    let fitting = units.iter().rev().find(|u| value.abs() >= u.factor).or(units.first());
    if dimension == Dimension::Count {
        return group(&format!("{value:.0}"));
    }
    fitting.map_or_else(|| number(value), |u| with_unit(value, *u))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_significant_digits() {
        let cases = [
            (327.449, "327.4"),
            (0.668_48, "0.6685"),
            (12_345.6, "12,346"),
            (0.0, "0"),
            (999.96, "1,000"),
            (9.99999, "10.00"),
            (-1.5, "\u{2212}1.500"),
            (1.0, "1.000"),
            (0.05, "0.0500"),
            (0.000_012_34, "0.000012"),
            (-1e-30, "0.000000000"),
        ];
        for (value, text) in cases {
            assert_eq!(number(value), text);
        }
    }

    #[test]
    fn the_unit_that_reads_best() {
        assert_eq!(quantity(2000.0, Dimension::Time), "2 s");
        assert_eq!(quantity(0.05, Dimension::Time), "50 us");
        assert_eq!(quantity(2.5e6, Dimension::Bandwidth), "20 Mb/s");
        assert_eq!(quantity(0.997, Dimension::Share), "99.7 %");
        assert_eq!(quantity(20.0, Dimension::Count), "20");
        assert_eq!(quantity(50.0, Dimension::Rate), "50/s");
    }

    #[test]
    fn nothing_shows_infinity() {
        assert_eq!(number(f64::NAN), "none");
        assert_eq!(percent(f64::INFINITY), "none");
    }
}
