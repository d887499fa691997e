//! What the user means: the topology, the workload, and the questions that can be asked of them.
//!
//! Knows: the catalogue of inputs ([`Knob`]) and of results ([`Measure`]), texts as typed ([`Draft`], [`Study`]) or
//! pasted ([`read_attributes`]), how a draft becomes a validated [`Scenario`], and the presets.
//! Does not know: formulas, screens, files.

mod attribute_text;
mod draft;
mod field_text;
mod histogram_text;
mod knob;
mod measure;
mod nearest;
mod path;
mod preset;
mod study;
mod topology;
mod validate;

pub use attribute_text::{Attributes, Reading, read_attributes};
pub use draft::{Draft, DraftError, Entry, Origin};
pub use field_text::{boxed, in_unit, unboxed};
pub use histogram_text::read_histogram;
pub use knob::{Choice, Condition, Group, KNOBS, Kind, Knob, Need, knob};
pub use measure::{Better, MEASURES, Measure, measure};
pub use path::{Family, key_of, part_name, part_path};
pub use preset::{PRESETS, Preset, preset};
pub use study::Study;
pub use topology::{
    Acknowledgement, Destination, Link, Load, Measured, Primary, Role, Route, Scenario, SlowWrites, Workload,
};
pub use validate::{FieldError, Reason, check, quantity_of, range_text, validate};
