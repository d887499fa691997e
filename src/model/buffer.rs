//! Log buffer and online redo logs of the busiest instance at its worst hour.
//!
//! Sources: Oracle Database Reference (log buffer space, log file switch); arithmetic.

use crate::scenario::Primary;

/// Log buffer and log switches.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Buffer {
    /// Redo of the busiest instance, bytes per second.
    pub redo_rate: f64,
    /// Redo in the running write, bytes.
    pub write_size: f64,
    /// How long redo fits into the log buffer while nothing is written, s.
    pub fill_time: f64,
    /// Log switches per hour.
    pub switches: f64,
    /// How long a switch waits for the next log to be archived, s.
    pub switch_stall: f64,
}

/// For `redo_rate` bytes per second on all instances and `write_size` bytes in the running write.
///
/// `fill time = (log buffer - write) / r`, switches `r / size`, a switch waits `archive time - (groups - 1) size / r` if
/// that is above 0.
#[must_use]
pub fn buffer(primary: &Primary, redo_rate: f64, write_size: f64) -> Buffer {
    let rate = redo_rate * primary.largest_share();
    let files = &primary.log_files;
    let round = (files.groups.get() - 1.0) * files.size.get() / rate;
    Buffer {
        redo_rate: rate,
        write_size,
        fill_time: (primary.log_buffer.get() - write_size).max(0.0) / rate,
        switches: 3600.0 * rate / files.size.get(),
        switch_stall: (files.archive_time.get() / 1000.0 - round).max(0.0),
    }
}
