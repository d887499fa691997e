//! Quantities of this field, their ranges, and their way to text and back.
//!
//! Knows: one newtype per dimension in its base unit ([`Milliseconds`], [`PerSecond`], ...), each with its
//! range; the units people type ([`Dimension`], [`Unit`]); the four kinds of answer ([`Answer`]).
//! Does not know: what a quantity is used for.
//!
//! Base units: time in milliseconds, rates per second, sizes in bytes, bandwidth in bytes per second,
//! distance in kilometres. The engine converts rates to "per ms" inside a formula and nowhere else.

mod answer;
mod dimension;
mod format;
mod parse;
mod quantity;

pub use answer::{Answer, Saturation, Warning};
pub use dimension::{Dimension, Unit};
pub use format::{editable, number, percent, quantity, signed_number, signed_percent, with_unit};
pub use parse::{ParseError, parse};
pub use quantity::{
    Bound, Bytes, BytesPerSecond, Count, Kilometres, Milliseconds, OutOfRange, PerSecond, Probability, Range,
    Scv,
};
