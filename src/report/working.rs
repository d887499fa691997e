//! A result's formula with the user's numbers in it.

use crate::model::CommitPath;
use crate::report::table::ResultLine;
use crate::scenario::{Draft, key_of, knob, measure, part_name, part_path, quantity_of, working};
use crate::units::{Dimension, number, quantity};
use crate::whatif::{Column, Comparison};

/// A formula with numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct Worked {
    /// Words, signs and numbers in their order.
    pub pieces: Vec<Piece>,
    /// The result, where the pieces are the whole arithmetic; without it they only name what goes into it.
    pub result: Option<f64>,
    /// What the result measures.
    pub dimension: Dimension,
}

/// A piece of it.
#[derive(Debug, Clone, PartialEq)]
pub enum Piece {
    /// Words and signs.
    Words(String),
    /// What a number is called.
    Name(String),
    /// A number in base units.
    Number(f64, Dimension),
}

impl std::fmt::Display for Worked {
    fn fmt(&self, out: &mut std::fmt::Formatter) -> std::fmt::Result {
        for piece in &self.pieces {
            match piece {
                Piece::Words(words) => out.write_str(&words.replace(" x ", " \u{d7} "))?,
                Piece::Name(name) => out.write_str(name)?,
                Piece::Number(value, dimension) => out.write_str(&shown(*value, *dimension))?,
            }
        }
        self.result.map_or(Ok(()), |value| write!(out, " = {}", shown(value, self.dimension)))
    }
}

fn shown(value: f64, dimension: Dimension) -> String {
    if dimension == Dimension::Number { number(value) } else { quantity(value, dimension) }
}

/// How the result at `path` follows from this scenario's numbers; nothing where it has no such result.
#[must_use]
pub fn worked(column: &Column, path: &str) -> Option<Worked> {
    let answer = column.path()?;
    let result = answer.get(path)?;
    let key = key_of(path);
    let facts = Facts { draft: &column.draft, answer, part: part_name(path) };
    let leaf = key.rsplit('.').next().unwrap_or_default();
    working(&key)?.templates.iter().find_map(|template| {
        let whole = template.strip_prefix("= ");
        Some(Worked {
            pieces: facts.fill(&whole.unwrap_or(template).replace("<leaf>", leaf))?,
            result: whole.map(|_| result),
            dimension: measure(path)?.dimension,
        })
    })
}

/// The same for every scenario that has the result, with its name.
#[must_use]
pub fn worked_lines(comparison: &Comparison, line: &ResultLine) -> Vec<(String, String)> {
    let each = comparison.columns.iter().zip(&line.paths);
    each.filter_map(|(column, path)| {
        let worked = worked(column, path.as_deref()?)?;
        Some((column.draft.name.clone(), worked.to_string()))
    })
    .collect()
}

/// Where the numbers come from.
struct Facts<'a> {
    draft: &'a Draft,
    answer: &'a CommitPath,
    part: Option<&'a str>,
}

impl Facts<'_> {
    /// Nothing if a number does not exist.
    fn fill(&self, template: &str) -> Option<Vec<Piece>> {
        let mut pieces = Vec::new();
        let mut rest = template;
        while let Some((words, after)) = rest.split_once('{') {
            let (name, behind) = after.split_once('}')?;
            pieces.push(Piece::Words(words.into()));
            pieces.extend(self.numbers(name)?);
            rest = behind;
        }
        pieces.push(Piece::Words(rest.into()));
        pieces.retain(|p| *p != Piece::Words(String::new()));
        Some(pieces)
    }

    fn numbers(&self, name: &str) -> Option<Vec<Piece>> {
        let path = |key: &str| self.part.map_or_else(|| key.to_string(), |part| part_path(key, part));
        match name.split_at_checked(1)? {
            ("=", key) => self.input(&path(key)),
            ("@", key) => self.term(&path(key), ""),
            ("+", key) => self.term(&path(key), " + "),
            ("*", key) => self.term(&path(key), " x "),
            (",", key) => self.term(&path(key), ", "),
            _ => {
                let path = path(name);
                Some(vec![Piece::Number(self.answer.get(&path)?, measure(&path)?.dimension)])
            }
        }
    }

    fn input(&self, path: &str) -> Option<Vec<Piece>> {
        self.draft.plays_a_part(path).then_some(())?;
        let (value, dimension) = quantity_of(path, self.draft.text(path))?;
        knob(path).map(|_| vec![Piece::Number(value, dimension)])
    }

    fn term(&self, path: &str, between: &str) -> Option<Vec<Piece>> {
        let term = self.answer.terms.iter().find(|term| term.path == path)?;
        let mut pieces = Vec::new();
        for (i, (word, value)) in term.parts.iter().enumerate() {
            pieces.extend((i > 0).then(|| Piece::Words(between.into())));
            pieces.push(Piece::Number(*value, term.dimension));
            pieces.extend((!word.is_empty()).then(|| Piece::Name(format!(" {word}"))));
        }
        Some(pieces)
    }
}
