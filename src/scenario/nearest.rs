//! The known word that a mistyped one was meant to be.
//!
//! Knows: edit distance (V. I. Levenshtein 1966) and how much of a word may differ. Does not know: which words.

/// Longer texts are no mistyped word.
const LONGEST: usize = 40;

/// The candidate with the fewest insertions, deletions and replacements of a character from `word`, upper and lower
/// case being the same; none if more than a third of the word (at least one character) would change.
#[must_use]
pub(super) fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = word.chars().count();
    if length > LONGEST {
        return None;
    }
    let word = word.to_lowercase();
    candidates
        .into_iter()
        .map(|candidate| (edits(&word, &candidate.to_lowercase()), candidate))
        .min_by_key(|(edits, _)| *edits)
        .filter(|(edits, _)| *edits <= (length / 3).max(1))
        .map(|(_, candidate)| candidate)
}

fn edits(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, to) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(from != *to);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_finds_its_word_and_another_word_finds_none() {
        let known = ["SYNC", "ASYNC", "NET_TIMEOUT", "REOPEN"];
        for (word, meant) in [
            ("net_timout", Some("NET_TIMEOUT")),
            ("REOPENS", Some("REOPEN")),
            ("SINC", Some("SYNC")),
            ("chicago", None),
            ("", None),
            ("ü", None),
        ] {
            assert_eq!(nearest(word, known), meant, "{word}");
        }
        assert_eq!(nearest(&"x".repeat(100_000), known), None);
        assert_eq!(edits("kitten", "sitting"), 3);
    }
}
