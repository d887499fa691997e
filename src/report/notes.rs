//! What is legal in a scenario, but unusual or without the effect that it seems to have.

use crate::whatif::Column;

/// Each remark as a note; none for a scenario that needs correction.
#[must_use]
pub fn notes(column: &Column) -> Vec<String> {
    let remarks = column.scenario.as_ref().map_or(&[][..], |scenario| scenario.remarks.as_slice());
    remarks.iter().map(|remark| format!("Note: {remark}")).collect()
}
