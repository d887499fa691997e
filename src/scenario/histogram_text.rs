//! A histogram as text: `upper bound in ms:count` pairs, or the two columns that a query prints.

use crate::latency::{Histogram, HistogramError};

/// Reads `1:254 2:364 4:338`, pairs separated by blanks, commas, semicolons or line ends; or lines of an upper bound and
/// a count as SQL*Plus prints them, with headings and rules between.
///
/// # Errors
/// A sentence's predicate: what is wrong and what a pair looks like.
pub fn read_histogram(text: &str) -> Result<Histogram, String> {
    let pairs = if text.contains(':') { pairs(text)? } else { columns(text)? };
    Histogram::from_upper_edges(&pairs).map_err(|error| match error {
        HistogramError::Empty if pairs.is_empty() => {
            "is empty: write bucket:count pairs such as 1:254 2:364".into()
        }
        error => error.to_string(),
    })
}

fn pairs(text: &str) -> Result<Vec<(f64, f64)>, String> {
    let closed = text.replace(": ", ":");
    closed.split([' ', '\t', '\n', '\r', ',', ';']).filter(|w| !w.is_empty()).map(pair).collect()
}

fn pair(word: &str) -> Result<(f64, f64), String> {
    let numbers = word.split_once(':').and_then(|(u, c)| Some((number(u)?, number(c)?)));
    numbers.ok_or_else(|| format!("\u{201c}{}\u{201d} is no bucket:count pair such as 4:338", short(word)))
}

/// One pair a line; lines without any number are headings or rules.
fn columns(text: &str) -> Result<Vec<(f64, f64)>, String> {
    let mut pairs = Vec::new();
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            [] => {}
            [upper, count] if number(upper).is_some() => match (number(upper), number(count)) {
                (Some(upper), Some(count)) => pairs.push((upper, count)),
                _ => return Err(format!("\u{201c}{}\u{201d} is no upper bound and count", short(line))),
            },
            words if words.iter().all(|w| number(w).is_none()) && text.lines().count() > 1 => {}
            _ => {
                return Err(format!(
                    "\u{201c}{}\u{201d} is no bucket:count pair such as 4:338, nor a line of a bucket and its count",
                    short(line)
                ));
            }
        }
    }
    Ok(pairs)
}

fn number(word: &str) -> Option<f64> {
    word.parse().ok().filter(|n: &f64| n.is_finite())
}

fn short(text: &str) -> String {
    text.trim().chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_and_printed_columns_are_the_same() {
        let pairs = read_histogram("1:254 2:364, 4:338").unwrap();
        assert_eq!(read_histogram("1: 254\n2: 364\n4: 338").unwrap(), pairs);
        let printed = "WAIT_TIME_MILLI WAIT_COUNT\n--------------- ----------\n              1        254\n              2        364\n              4        338\n";
        assert_eq!(read_histogram(printed).unwrap(), pairs);
    }

    #[test]
    fn what_is_neither_says_what_it_should_be() {
        for text in ["abc", "1 2 3", "1:2:3", "3:5", "1:x", "1 254\n2 many"] {
            let problem = read_histogram(text).unwrap_err();
            assert!(!problem.is_empty(), "{text}");
        }
        assert!(read_histogram(" ").unwrap_err().contains("is empty"));
    }
}
