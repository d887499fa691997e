//! A quantity's text as a number box and a unit beside it, and back.

use super::knob::{Kind, Knob};
use super::quantity_of;
use crate::units::editable;

/// The text of the number box and the symbol of the unit: `4.5` and `ms` for `4.5 ms`. A text that does not end in
/// a unit of the knob stays whole, with the knob's own unit beside it.
#[must_use]
pub fn boxed(knob: &'static Knob, text: &str) -> (String, &'static str) {
    let own = knob.unit().map_or("", |u| u.symbol);
    let Kind::Quantity { dimension, .. } = knob.kind else { return (text.into(), own) };
    let trimmed = text.trim();
    let end = trimmed.rfind(|c: char| c.is_ascii_digit() || c == '.').map_or(0, |at| at + 1);
    let (number, suffix) = trimmed.split_at(end);
    match dimension.unit(suffix.trim()) {
        Some(unit) if !number.is_empty() && !suffix.trim().is_empty() => (number.trim().into(), unit.symbol),
        _ => (text.into(), own),
    }
}

/// The text for a number box and the unit beside it; a box that already names a unit, or is empty, stands alone.
#[must_use]
pub fn unboxed(number: &str, unit: &str) -> String {
    let names_a_unit = number.trim().ends_with(|c: char| !c.is_ascii_digit() && c != '.');
    if number.trim().is_empty() || names_a_unit || unit.is_empty() {
        number.into()
    } else {
        format!("{} {unit}", number.trim())
    }
}

/// The same quantity in another unit; a text that is not valid keeps its number.
#[must_use]
pub fn in_unit(path: &str, knob: &'static Knob, text: &str, unit: &str) -> String {
    let Kind::Quantity { dimension, .. } = knob.kind else { return text.into() };
    match (quantity_of(path, text), dimension.unit(unit)) {
        (Some((value, _)), Some(target)) => editable(value, target),
        _ => unboxed(&boxed(knob, text).0, unit),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::knob;

    const PATH: &str = "destination[A].round_trip";

    #[test]
    fn text_goes_into_box_and_unit_and_back() {
        let knob = knob(PATH).unwrap();
        for (text, number, unit) in
            [("4.5 ms", "4.5", "ms"), ("0.2s", "0.2", "s"), ("7", "7", "ms"), ("1e3 us", "1e3", "us")]
        {
            assert_eq!(boxed(knob, text), (number.to_string(), unit), "{text}");
        }
        assert_eq!(boxed(knob, "4 m"), ("4 m".to_string(), "ms"));
        assert_eq!(boxed(knob, "abc"), ("abc".to_string(), "ms"));
        assert_eq!(unboxed("4.5", "ms"), "4.5 ms");
        assert_eq!(unboxed("4.5 s", "ms"), "4.5 s");
        assert_eq!(unboxed("", "ms"), "");
    }

    #[test]
    fn another_unit_keeps_the_quantity() {
        let knob = knob(PATH).unwrap();
        assert_eq!(in_unit(PATH, knob, "184.627 ms", "us"), "184627 us");
        assert_eq!(in_unit(PATH, knob, "184627 us", "s"), "0.184627 s");
        assert_eq!(in_unit(PATH, knob, "abc", "s"), "abc");
    }

    #[test]
    fn a_plain_number_has_no_unit() {
        let knob = knob("destination[A].jitter.scv").unwrap();
        assert_eq!(boxed(knob, "1"), ("1".to_string(), ""));
        assert_eq!(unboxed("1", ""), "1");
    }
}
