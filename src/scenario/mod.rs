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
mod knobs;
mod measure;
mod measures;
mod nearest;
mod options;
mod pasted;
mod path;
mod presets;
mod study;
mod topology;
mod validate;
mod workings;

pub use attribute_text::{Attributes, Reading, read_attributes};
pub use draft::{Draft, DraftError, Entry, Origin};
pub use field_text::{boxed, in_unit, unboxed};
pub use histogram_text::read_histogram;
pub use knob::{Choice, Condition, Group, Kind, Knob, Need, When, knob};
pub use knobs::knobs;
pub use measure::{Better, Measure, measure};
pub use measures::{Subject, measures, subjects};
pub use options::four_options;
pub use pasted::Pasted;
pub use path::{Family, key_of, part_name, part_path};
pub use presets::{PRESETS, Preset, preset};
pub use study::Study;
pub use topology::{
    Acknowledgement, AfterIdle, Compression, Destination, Hop, Link, Load, LogFiles, LogWriter, Measured,
    OutageLaw, Outages, Primary, Protection, Resume, Role, Route, Scenario, SessionClass, Site, SlowWrites,
    Source, Spells, Tcp, Transport, Turn, Workload, WriteOrder,
};
pub use validate::{FieldError, Reason, check, quantity_of, range_text, validate};
pub use workings::{Working, working};
