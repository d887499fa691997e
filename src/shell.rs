//! The command line: the same engine, tables and files as the page.

use std::io::{Read, Write};
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand, ValueEnum};
use farsight::report::{
    commands_text, csv, formulas_text, knobs_text, measures_text, presets_text, read_study, study_text,
    write_study,
};
use farsight::scenario::{Draft, PRESETS, Study, preset};
use farsight::whatif::Comparison;

/// What distance and jitter cost per commit under Oracle Data Guard.
#[derive(Parser)]
#[command(version, max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// List the presets with their questions and sources
    Presets,
    /// List every input: path for --set, unit, default and where it comes from
    Inputs,
    /// List every result: meaning, formula, how exact it is
    Results,
    /// Answer every scenario of a study
    Evaluate {
        /// Study file, preset, or - for standard input; SOURCE#2 or SOURCE#NAME takes one scenario of it
        source: String,
        #[command(flatten)]
        options: Options,
    },
    /// Put scenarios of one or several studies side by side; the first is the baseline
    Compare {
        /// Study files or presets; SOURCE#2 or SOURCE#NAME takes one scenario
        #[arg(required = true)]
        sources: Vec<String>,
        #[command(flatten)]
        options: Options,
    },
}

/// What to change before answering, and how to print.
#[derive(Args)]
struct Options {
    /// Change an input in every scenario that has it, e.g. --set 'destination[STANDBY].round_trip=4 ms'
    #[arg(long = "set", value_name = "PATH=VALUE")]
    set: Vec<String>,
    /// Read LOG_ARCHIVE_DEST_n from a file, or - for standard input, and add its destinations to every scenario (those
    /// of the same name are updated); --set comes after it
    #[arg(long, value_name = "FILE|-")]
    paste_destinations: Option<String>,
    /// How to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Print the commands that measure each line (ping, oratcptest) as well; with --format text
    #[arg(long)]
    commands: bool,
    /// Print how each result follows from these numbers, with formula and source, as well; with --format text
    #[arg(long)]
    formulas: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// Tables
    Text,
    /// A study file with its results; the page opens it
    Json,
    /// Inputs and results, one row each, full precision
    Csv,
}

/// Runs the command line. Exit status 1: an input needs correction or a file could not be opened.
pub(crate) fn run() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Presets => Ok((presets_text(), ExitCode::SUCCESS)),
        Command::Inputs => Ok((knobs_text(), ExitCode::SUCCESS)),
        Command::Results => Ok((measures_text(), ExitCode::SUCCESS)),
        Command::Evaluate { source, options } => answer(std::slice::from_ref(&source), &options),
        Command::Compare { sources, options } => answer(&sources, &options),
    };
    match result {
        Ok((text, code)) => print(&text).map_or(ExitCode::FAILURE, |()| code),
        Err(message) => {
            eprintln!("farsight: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Prints; a reader that has heard enough (`| head`) is no error.
fn print(text: &str) -> std::io::Result<()> {
    match std::io::stdout().lock().write_all(text.as_bytes()) {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

fn answer(sources: &[String], options: &Options) -> Result<(String, ExitCode), String> {
    let pasted = options.paste_destinations.as_deref();
    if pasted == Some("-") && sources.iter().any(|s| s == "-" || s.starts_with("-#")) {
        return Err("standard input holds one text: give the study or the destinations as a file".into());
    }
    for (asked, name) in [(options.commands, "--commands"), (options.formulas, "--formulas")] {
        if asked && !matches!(options.format, Format::Text) {
            return Err(format!("{name} are printed with --format text only"));
        }
    }
    let mut study = gather(sources)?;
    if let Some(file) = pasted {
        paste(&mut study, file)?;
    }
    change(&mut study, &options.set)?;
    Ok(answered(&study, options))
}

/// Adds the destinations of a pasted LOG_ARCHIVE_DEST_n to every scenario and tells what was read.
fn paste(study: &mut Study, file: &str) -> Result<(), String> {
    let text = text_of(file)?;
    let (mut notes, mut problems) = (Vec::new(), Vec::new());
    for index in 0..study.drafts().len() {
        let Some(draft) = study.draft_mut(index) else { continue };
        let pasted = draft.apply_attributes(&text);
        notes.push(format!("{}: {}", draft.name, pasted.summary()));
        told(&mut notes, pasted.warnings.into_iter().chain(pasted.ignored));
        told(&mut problems, pasted.problems);
    }
    if !problems.is_empty() {
        return Err(problems.join("\nfarsight: "));
    }
    notes.iter().for_each(|note| eprintln!("farsight: {note}"));
    Ok(())
}

/// Sentences once each.
fn told(list: &mut Vec<String>, sentences: impl IntoIterator<Item = String>) {
    for sentence in sentences {
        if !list.contains(&sentence) {
            list.push(sentence);
        }
    }
}

fn change(study: &mut Study, set: &[String]) -> Result<(), String> {
    for setting in set {
        let (path, text) = setting.split_once('=').ok_or_else(|| {
            format!("--set {setting}: write PATH=VALUE, e.g. --set workload.commit_rate=500")
        })?;
        study
            .set_everywhere(path.trim(), text.trim())
            .map_err(|e| format!("--set {setting}: {e}; `farsight inputs` lists all"))?;
    }
    Ok(())
}

fn answered(study: &Study, options: &Options) -> (String, ExitCode) {
    let comparison = Comparison::of(study);
    let errors: Vec<String> = comparison
        .columns
        .iter()
        .filter_map(|c| Some((&c.draft.name, c.answer.as_ref().err()?)))
        .flat_map(|(name, errors)| errors.iter().map(move |e| format!("farsight: {name}: {e}")))
        .collect();
    errors.iter().for_each(|e| eprintln!("{e}"));
    let code = if errors.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    let text = match options.format {
        Format::Text => {
            let commands = options.commands.then(|| commands_text(&comparison));
            let formulas = options.formulas.then(|| formulas_text(&comparison));
            let whole = std::iter::once(study_text(study, &comparison)).chain(commands).chain(formulas);
            whole.collect::<Vec<_>>().join("\n")
        }
        Format::Json => write_study(study, Some(&comparison)),
        Format::Csv => csv(study, &comparison),
    };
    (text, code)
}

/// One study from the scenarios of several.
fn gather(sources: &[String]) -> Result<Study, String> {
    let mut studies = sources.iter().map(|s| open(s)).collect::<Result<Vec<Study>, String>>()?;
    if studies.len() == 1 {
        return Ok(studies.remove(0));
    }
    let title = studies.iter().map(|s| s.title.as_str()).collect::<Vec<_>>().join(", ");
    let drafts: Vec<Draft> = studies.iter().flat_map(|s| s.drafts().iter().cloned()).collect();
    if drafts.len() > Study::MOST {
        return Err(format!(
            "{} scenarios are too many for one table: at most {}",
            drafts.len(),
            Study::MOST
        ));
    }
    Ok(Study::new(&title, drafts))
}

/// A study file or preset, or one scenario of it.
fn open(source: &str) -> Result<Study, String> {
    let whole = load(source);
    match (whole, source.rsplit_once('#')) {
        (Err(_), Some((name, which))) => one_of(load(name)?, which),
        (whole, _) => whole,
    }
}

fn one_of(study: Study, which: &str) -> Result<Study, String> {
    let by_number = which.parse::<usize>().ok().and_then(|n| study.drafts().get(n.checked_sub(1)?));
    let by_name = || study.drafts().iter().find(|d| d.name.eq_ignore_ascii_case(which));
    match by_number.or_else(by_name) {
        Some(draft) => Ok(Study::new(&study.title, vec![draft.clone()])),
        None => {
            let names: Vec<String> =
                study.drafts().iter().enumerate().map(|(i, d)| format!("#{} {}", i + 1, d.name)).collect();
            Err(format!("#{which}: there is no such scenario; there are {}", names.join(", ")))
        }
    }
}

fn load(source: &str) -> Result<Study, String> {
    if source != "-" && !std::path::Path::new(source).exists() {
        let keys: Vec<&str> = PRESETS.iter().map(|p| p.key).collect();
        return preset(source).map(farsight::scenario::Preset::study).ok_or_else(|| {
            format!("{source} is neither a file nor a preset; presets are {}", keys.join(", "))
        });
    }
    read_study(&text_of(source)?).map_err(|e| format!("{source} was not opened: {e}"))
}

/// The text of a file, or of standard input.
fn text_of(source: &str) -> Result<String, String> {
    let text = if source == "-" { standard_input() } else { std::fs::read_to_string(source) };
    text.map_err(|e| format!("{source} was not opened: {e}"))
}

fn standard_input() -> std::io::Result<String> {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).map(|_| text)
}
