//! The field's formulas, one file a model. They know delays and rates, and nothing of databases.

pub mod batch_service;

mod root;
