//! What the first load of the page transfers: index.html and every file that it names.

use crate::stamp;
use anyhow::{Context, Result};
use flate2::{Compression, write::GzEncoder};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::{fmt, fs};

/// One file in bytes: as it is, and as servers usually send it.
#[derive(Clone, Copy, Default)]
struct Sizes {
    raw: usize,
    gzip: usize,
    brotli: usize,
}

/// Prints a table, one line per file and a total.
///
/// # Errors
/// When there is no page in `dist`.
pub fn print(dist: &Path) -> Result<()> {
    let files = first_load(dist)?;
    println!("{:<40}{:>12}{:>12}{:>12}", "first load, bytes", "raw", "gzip -9", "brotli 11");
    let mut total = Sizes::default();
    for file in files {
        let sizes = Sizes::of(&fs::read(&file)?)?;
        let name = file.strip_prefix(dist).unwrap_or(&file).display().to_string();
        println!("{name:<40}{sizes}");
        total = total.plus(sizes);
    }
    println!("{:<40}{total}", "total");
    Ok(())
}

/// index.html first, then what it names, by path.
fn first_load(dist: &Path) -> Result<Vec<PathBuf>> {
    let index = dist.join("index.html");
    let html = fs::read_to_string(&index)
        .with_context(|| format!("There is no page in {}: run `cargo xtask build` first.", dist.display()))?;
    let mut named: Vec<PathBuf> = files_below(dist)?;
    named.retain(|path| {
        path.strip_prefix(dist).is_ok_and(|name| stamp::names(&html, &name.to_string_lossy()))
    });
    named.sort();
    named.insert(0, index);
    Ok(named)
}

fn files_below(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            files.append(&mut files_below(&path)?);
        } else {
            files.push(path);
        }
    }
    Ok(files)
}

impl Sizes {
    fn of(content: &[u8]) -> Result<Self> {
        let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
        gzip.write_all(content)?;
        let mut brotli = Vec::new();
        let parameters = brotli::enc::BrotliEncoderParams { quality: 11, lgwin: 22, ..Default::default() };
        brotli::BrotliCompress(&mut &content[..], &mut brotli, &parameters)?;
        Ok(Self { raw: content.len(), gzip: gzip.finish()?.len(), brotli: brotli.len() })
    }

    fn plus(self, other: Self) -> Self {
        Self { raw: self.raw + other.raw, gzip: self.gzip + other.gzip, brotli: self.brotli + other.brotli }
    }
}

impl fmt::Display for Sizes {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:>12}{:>12}{:>12}", self.raw, self.gzip, self.brotli)
    }
}
