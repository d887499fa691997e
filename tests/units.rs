//! Text to quantity and back, on arbitrary text and over the whole range of numbers.

use farsight::units::{
    Dimension, ParseError, Unit, editable, number, parse, percent, quantity, signed_percent, with_unit,
};
use proptest::prelude::*;

fn any_dimension() -> impl Strategy<Value = Dimension> {
    prop::sample::select(Dimension::ALL.to_vec())
}

fn any_unit() -> impl Strategy<Value = (Dimension, Unit)> {
    let pairs = Dimension::ALL.into_iter().flat_map(|d| d.units().iter().map(move |u| (d, *u)));
    prop::sample::select(pairs.collect::<Vec<_>>())
}

/// Text that is nearly a quantity.
fn nearly_a_quantity() -> impl Strategy<Value = String> {
    let pieces = [
        "1", "23", "456", ".", ",", " ", "'", "_", "-", "\u{2212}", "+", "e", "E", "ms", "Mb/s", "%", "/s",
        "\u{a0}",
    ];
    prop::collection::vec(prop::sample::select(pieces.to_vec()), 0..12).prop_map(|p| p.concat())
}

/// What `number` prints is within half of its last digit: four significant digits from 1 on, four decimals below,
/// but two significant digits at least, and never finer than 1e-9.
fn printed_precision(value: f64) -> f64 {
    let below_one = (5.1e-2 * value.abs()).min(5.1e-5);
    (5.1e-4 * value.abs()).max(below_one).max(5.1e-10)
}

proptest! {
    #[test]
    fn arbitrary_text_never_panics(text in any::<String>(), dimension in any_dimension()) {
        let unit = dimension.units()[0];
        if let Ok(value) = parse(&text, dimension, unit) {
            prop_assert!(value.is_finite());
        }
    }

    #[test]
    fn near_quantities_never_panic_and_are_finite((text, (dimension, unit)) in (nearly_a_quantity(), any_unit())) {
        match parse(&text, dimension, unit) {
            Ok(value) => prop_assert!(value.is_finite()),
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
    }

    #[test]
    fn fields_read_back_what_they_show((dimension, unit) in any_unit(), mantissa in 0.1..1.0f64, exponent in -8..12i32) {
        let value = if dimension == Dimension::Count { 1.0 + (mantissa * 1e5).round() } else { mantissa * 10f64.powi(exponent) };
        let back = parse(&editable(value, unit), dimension, unit);
        let back = back.map_err(|e| TestCaseError::fail(e.to_string()))?;
        prop_assert!((back - value).abs() <= 2.0 * f64::EPSILON * value.abs(), "{value} {back}");
    }

    /// What is printed for people is read back to the digits printed, or refused with the right reading on offer:
    /// "12,346" groups thousands here and starts decimals elsewhere.
    #[test]
    fn printed_numbers_read_back_or_offer_the_right_reading((dimension, unit) in any_unit(), mantissa in -1.0..1.0f64, exponent in -6..9i32) {
        let value = mantissa * 10f64.powi(exponent);
        prop_assume!(dimension != Dimension::Count);
        let text = with_unit(value * unit.factor, unit);
        let read = match parse(&text, dimension, unit) {
            Ok(read) => read / unit.factor,
            Err(ParseError::AmbiguousNumber { readings, .. }) => readings[1].replace('\u{2212}', "-").parse().expect("a number"),
            Err(error) => return Err(TestCaseError::fail(format!("{text}: {error}"))),
        };
        prop_assert!((read - value).abs() <= printed_precision(value), "{value} {text} {read}");
    }

    #[test]
    fn printed_quantities_have_a_unit_that_reads_back(dimension in any_dimension(), value in 0.0..999.0f64) {
        let value = if dimension == Dimension::Count { value.round() } else { value };
        let text = quantity(value, dimension);
        let read = parse(&text, dimension, dimension.units()[0]).map_err(|e| TestCaseError::fail(format!("{text}: {e}")));
        let digits = if dimension == Dimension::Share && value >= 9.995 { return Ok(()) } else { 6e-3 };
        prop_assert!((read? - value).abs() <= digits * value.max(0.1), "{value} {text}");
    }

    #[test]
    fn nothing_prints_infinity_or_not_a_number(value in any::<f64>()) {
        for text in [number(value), percent(value), signed_percent(value), quantity(value, Dimension::Time)] {
            prop_assert!(!text.contains("inf") && !text.contains("NaN"), "{text}");
        }
    }
}

#[test]
fn a_share_of_nothing_has_no_sign() {
    assert_eq!((percent(0.0).as_str(), percent(-0.0).as_str()), ("0.0 %", "0.0 %"));
}
