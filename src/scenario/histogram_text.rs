//! `upper bound in ms:count` pairs as text.

use crate::latency::{Histogram, HistogramError};

/// Reads `1:254 2:364 4:338`, pairs separated by blanks, commas, semicolons or line ends.
///
/// # Errors
/// A sentence's predicate: what is wrong and what a pair looks like.
pub fn read_histogram(text: &str) -> Result<Histogram, String> {
    let words = text.split([' ', '\t', '\n', '\r', ',', ';']).filter(|w| !w.is_empty());
    let pairs: Vec<(f64, f64)> = words.map(pair).collect::<Result<_, _>>()?;
    Histogram::from_upper_edges(&pairs).map_err(|error| match error {
        HistogramError::Empty if pairs.is_empty() => {
            "is empty: write bucket:count pairs such as 1:254 2:364".into()
        }
        error => error.to_string(),
    })
}

fn pair(word: &str) -> Result<(f64, f64), String> {
    let numbers = word.split_once(':').and_then(|(u, c)| Some((u.parse().ok()?, c.parse().ok()?)));
    numbers
        .filter(|(upper, count): &(f64, f64)| upper.is_finite() && count.is_finite())
        .ok_or_else(|| format!("\u{201c}{word}\u{201d} is no bucket:count pair such as 4:338"))
}
