//! The worked example of the README is what the shell prints.

use std::process::Command;

#[test]
fn the_worked_example_is_what_the_shell_prints() {
    let readme = include_str!("../README.md");
    let command = readme.lines().find_map(|l| l.strip_prefix("cargo run --release -- ")).expect("a command");
    let arguments: Vec<String> = command.split('\'').enumerate().flat_map(unquoted).collect();
    let output = Command::new(env!("CARGO_BIN_EXE_farsight")).args(arguments).output().expect("it runs");
    let printed = String::from_utf8(output.stdout).expect("text");
    let (_, rest) = readme.split_once("```text\n").expect("an example");
    let (example, _) = rest.split_once("```").expect("its end");
    assert!(printed.contains(example.trim_end()), "{example}\nis not in\n{printed}");
}

/// Every second piece between quotes is one argument; the others are words.
fn unquoted((i, piece): (usize, &str)) -> Vec<String> {
    if i % 2 == 1 { vec![piece.into()] } else { piece.split_whitespace().map(String::from).collect() }
}
