//! Outcome to words, tables, figures and files.
//!
//! Knows: sentences, number formats, SVG, CSV, JSON. Does not know: the page, the DOM, storage.

mod commands;
mod csv;
pub mod figure;
mod file;
pub mod help;
mod loss;
mod measured;
mod notes;
mod table;
mod text;
mod words;
mod working;

pub use commands::{ABOUT_COMMANDS, Measuring, Step, commands, commands_text};
pub use csv::csv;
pub use file::{FileError, VERSION, read_study, write_study};
pub use loss::loss_groups;
pub use measured::{bucket_lines, measured_sentence};
pub use notes::notes;
pub use table::{Cell, Difference, ResultLine, Section, Sense, input_lines, parts_lines, result_sections};
pub use text::{formulas_text, knobs_text, measures_text, presets_text, study_text};
pub use words::{
    Verdict, VerdictKind, comparison_sentence, group_label, measured_average, provenance, status_sentence,
    throughput_target, traced_commit, traced_remote_write, verdict, with_stalls,
};
pub use working::{Piece, Worked, worked, worked_lines};
