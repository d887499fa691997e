//! Names that tell content: every file that index.html names gets the hash of its content into its name, so that a
//! browser's cache never mixes two builds. Done here and not by Trunk, whose hash is of the program before
//! wasm-bindgen and wasm-opt: its name would stay while the content changes.

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};
use std::fs;
use std::path::Path;

/// Renames the files at the top of `dist` that index.html names, and tells index.html.
pub(crate) fn stamp(dist: &Path) -> Result<()> {
    let index = dist.join("index.html");
    let mut html =
        fs::read_to_string(&index).with_context(|| format!("{} could not be read.", index.display()))?;
    for name in file_names(dist)? {
        if name == "index.html" || !names(&html, &name) {
            continue;
        }
        let stamped = stamped_name(&name, &fs::read(dist.join(&name))?);
        fs::rename(dist.join(&name), dist.join(&stamped))?;
        html = rename_in(&html, &name, &stamped);
    }
    fs::write(&index, html).with_context(|| format!("{} could not be written.", index.display()))
}

fn file_names(folder: &Path) -> Result<Vec<String>> {
    let entries = fs::read_dir(folder)?.collect::<std::io::Result<Vec<_>>>()?;
    let files = entries.iter().filter(|entry| entry.path().is_file());
    Ok(files.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect())
}

/// `boot.js` to `boot-0123456789abcdef.js`.
fn stamped_name(name: &str, content: &[u8]) -> String {
    let hash: String = Sha256::digest(content).iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    match name.split_once('.') {
        Some((stem, extension)) => format!("{stem}-{hash}.{extension}"),
        None => format!("{name}-{hash}"),
    }
}

/// Whether an attribute's value is, or ends in, the file's name.
pub(crate) fn names(html: &str, name: &str) -> bool {
    html.contains(&format!("\"{name}\"")) || html.contains(&format!("/{name}\""))
}

fn rename_in(html: &str, name: &str, stamped: &str) -> String {
    let whole = html.replace(&format!("\"{name}\""), &format!("\"{stamped}\""));
    whole.replace(&format!("/{name}\""), &format!("/{stamped}\""))
}

#[cfg(test)]
mod tests {
    use super::{rename_in, stamped_name};

    #[test]
    fn a_stamp_is_the_start_of_the_contents_sha_256() {
        // SHA-256 of "abc", FIPS 180-2 appendix B.1: ba7816bf 8f01cfea ...
        assert_eq!(stamped_name("farsight_bg.wasm", b"abc"), "farsight_bg-ba7816bf8f01cfea.wasm");
    }

    #[test]
    fn only_whole_names_are_renamed() {
        let html = r#"<a href="./boot.js"><b data-js="boot.js"><c href="reboot.js">"#;
        let expected = r#"<a href="./new.js"><b data-js="new.js"><c href="reboot.js">"#;
        assert_eq!(rename_in(html, "boot.js", "new.js"), expected);
    }
}
