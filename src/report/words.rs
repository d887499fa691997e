//! Answers in sentences.

use crate::latency::Delay;
use crate::model::{CommitPath, ComponentKind, LegPart, LegPartKind};
use crate::scenario::{Draft, Origin};
use crate::units::{Answer, Dimension, Saturation, number, percent, quantity, with_unit};
use crate::whatif::{Column, Comparison};

/// From this SCV on, rare long writes dominate the wait.
const HEAVY_TAIL: f64 = 4.0;

/// What a scenario's answer comes down to.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// How it ends.
    pub kind: VerdictKind,
    /// In a few words: `p99 575.5 ms, 57.6 times the target`.
    pub headline: String,
    /// Why, in a sentence or two.
    pub reason: String,
}

/// How a verdict ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VerdictKind {
    /// The target is met.
    Met,
    /// The target is missed.
    Missed,
    /// There is no steady state.
    Saturated,
    /// Fields need correction.
    Invalid,
}

impl VerdictKind {
    /// One word for a badge.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Met => "meets the target",
            Self::Missed => "misses the target",
            Self::Saturated => "overloaded",
            Self::Invalid => "needs input",
        }
    }
}

/// The verdict on one scenario.
#[must_use]
pub fn verdict(column: &Column) -> Verdict {
    match &column.answer {
        Err(errors) => Verdict {
            kind: VerdictKind::Invalid,
            headline: match errors.len() {
                1 => "One input needs correction".into(),
                n => format!("{n} inputs need correction"),
            },
            reason: errors.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
        },
        Ok(Answer::Invalid(_)) => Verdict {
            kind: VerdictKind::Invalid,
            headline: "These inputs have no answer".into(),
            reason: status_sentence(column).unwrap_or_default(),
        },
        Ok(Answer::Saturated(_)) => Verdict {
            kind: VerdictKind::Saturated,
            headline: "Overloaded".into(),
            reason: status_sentence(column).unwrap_or_default(),
        },
        Ok(Answer::Ok(path) | Answer::Warn(path, _)) => verdict_on(column, path),
    }
}

/// What an answer has to say beside its numbers: overload with capacity and growth, or warnings.
#[must_use]
pub fn status_sentence(column: &Column) -> Option<String> {
    match &column.answer {
        Ok(Answer::Saturated(full)) => Some(format!(
            "{} carries at most {} commits/s and {} are offered: {} and no commit time can be given. Raise the bandwidth or lower the commit rate.",
            capital(&full.resource),
            plain(full.capacity),
            plain(full.offered),
            backlog(full),
        )),
        Ok(Answer::Warn(_, warnings)) => {
            let reasons: Vec<&str> = warnings.iter().map(|w| w.what.as_str()).collect();
            Some(format!("Less certain than usual: {}.", reasons.join("; ")))
        }
        Ok(Answer::Invalid(fields)) => {
            Some(fields.iter().map(|f| format!("{}.", capital(&f.to_string()))).collect::<Vec<_>>().join(" "))
        }
        _ => None,
    }
}

/// A number without idle zeros.
fn plain(value: f64) -> String {
    quantity(value, Dimension::Number)
}

fn backlog(full: &Saturation) -> String {
    if full.growth() > 0.0 {
        format!("the backlog grows by {} commits/s", plain(full.growth()))
    } else {
        "nothing is left to work off a backlog".into()
    }
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

fn verdict_on(column: &Column, path: &CommitPath) -> Verdict {
    let p99 = path.get("log_file_sync.p99").unwrap_or_default();
    let target = column.scenario.as_ref().map_or(p99, |s| s.target.get());
    let kind = if p99 <= target { VerdictKind::Met } else { VerdictKind::Missed };
    let ms = times(p99.max(target));
    let distance = match kind {
        VerdictKind::Met => format!("inside the target of {} by {}", ms(target), percent(1.0 - p99 / target)),
        _ if p99 > 2.0 * target => format!("{} times the target of {}", plain(p99 / target), ms(target)),
        _ => format!("above the target of {} by {}", ms(target), percent(p99 / target - 1.0)),
    };
    Verdict { kind, headline: format!("p99 log file sync {}, {distance}", ms(p99)), reason: reason(path) }
}

/// Times of one sentence in one unit, that of the longest.
fn times(longest: f64) -> impl Fn(f64) -> String + Copy {
    let symbol = match longest {
        t if t >= 1000.0 => "s",
        t if t >= 1.0 => "ms",
        _ => "us",
    };
    move |value| Dimension::Time.unit(symbol).map_or_else(String::new, |unit| with_unit(value, unit))
}

/// What an average commit waits for, what limits it, and what makes it worse than one write.
fn reason(path: &CommitPath) -> String {
    let get = |key| path.get(key).unwrap_or_default();
    let mean = get("log_file_sync.mean");
    let ms = times(mean.max(get("write.mean")));
    let mut sentences = vec![format!("An average commit waits {}. {}", ms(mean), limit(path, ms))];
    let (waiting, busy) = (get("log_file_sync.waiting"), get("log_writer.utilization"));
    let scv = path.write.variance() / get("write.mean").powi(2).max(f64::MIN_POSITIVE);
    if waiting > 0.1 * mean && scv > HEAVY_TAIL {
        sentences.push(format!(
            "Rare long writes weigh most: {} of it is waiting for a write in flight, although one is in flight only {} of the time, since commits that meet a long one wait for what is left of it.",
            ms(waiting),
            percent(busy)
        ));
    } else if waiting > 0.1 * mean {
        sentences.push(format!(
            "The log writer is busy {} of the time, so {} of it is waiting for the write in flight before the commit's own.",
            percent(busy),
            ms(waiting)
        ));
    }
    sentences.join(" ")
}

/// The largest part of a commit's own write.
fn limit(path: &CommitPath, ms: impl Fn(f64) -> String) -> String {
    let local = path.get("log_file_parallel_write.mean").unwrap_or_default();
    let part = |kind| path.components.iter().find(|c| c.kind == kind).map_or(0.0, |c| c.mean);
    let wake_up = part(ComponentKind::WakeUp);
    if wake_up > local + part(ComponentKind::Sync) {
        return format!("The limit is posting ({}), not the write.", ms(wake_up));
    }
    let write = path.get("write.mean").unwrap_or_default();
    let slowest = path.legs.iter().max_by(|a, b| leg_mean(&a.parts).total_cmp(&leg_mean(&b.parts)));
    match slowest.filter(|leg| leg_mean(&leg.parts) > local) {
        None => format!("The limit is the local redo write ({} of a {} write).", ms(local), ms(write)),
        Some(leg) => {
            let largest = leg.parts.iter().max_by(|a, b| a.mean.total_cmp(&b.mean));
            largest.map_or_else(String::new, |p| {
                format!(
                    "The limit is {} ({} of a {} write).",
                    limiting_part(*p, &leg.name),
                    ms(p.mean),
                    ms(write)
                )
            })
        }
    }
}

fn leg_mean(parts: &[LegPart]) -> f64 {
    parts.iter().map(|p| p.mean).sum()
}

fn limiting_part(part: LegPart, name: &str) -> String {
    match part.kind {
        LegPartKind::Compression => format!("compressing redo for {name}"),
        LegPartKind::RoundTrip => format!("the round trip to {name}"),
        LegPartKind::Jitter => format!("jitter on the line to {name}"),
        LegPartKind::Hop => format!("the firewall or hop before {name}"),
        LegPartKind::Spell => format!("bad spells of the line to {name}"),
        LegPartKind::Transfer => format!("the bandwidth of the line to {name}"),
        LegPartKind::FurtherRoundTrips => format!("further round trips to {name}, for want of window"),
        LegPartKind::Retransmission => format!("lost segments on the line to {name}"),
        LegPartKind::Receive => format!("receiving at {name}"),
        LegPartKind::RemoteWrite => format!("the redo write at {name}"),
    }
}

/// The variant that helps or hurts most, against the baseline, in one sentence; nothing without a comparison.
#[must_use]
pub fn comparison_sentence(comparison: &Comparison) -> Option<String> {
    let p99 = |i: usize| comparison.columns[i].path()?.get("log_file_sync.p99");
    let mean = |i: usize| comparison.columns[i].path()?.get("log_file_sync.mean");
    let base = comparison.baseline;
    let others = (0..comparison.columns.len()).filter(|i| *i != base && p99(*i).is_some());
    let best = others.min_by(|a, b| p99(*a).unwrap_or(0.0).total_cmp(&p99(*b).unwrap_or(0.0)))?;
    let name = |i: usize| comparison.columns[i].draft.name.as_str();
    let (from, to) = (mean(base)?, mean(best)?);
    let ms = times(from.max(to).max(p99(best)?).max(p99(base)?));
    if is_alike(from, to) && is_alike(p99(base)?, p99(best)?) {
        return Some(format!(
            "\u{201c}{}\u{201d} against \u{201c}{}\u{201d}: normal commits take the same {}, p99 {}. Where they differ is told under \u{201c}When something is lost\u{201d} and in the table.",
            name(best),
            name(base),
            ms(to),
            ms(p99(best)?)
        ));
    }
    Some(format!(
        "\u{201c}{}\u{201d} against \u{201c}{}\u{201d}: an average commit takes {} instead of {} ({}), p99 {} instead of {}.",
        name(best),
        name(base),
        ms(to),
        ms(from),
        ratio(from, to),
        ms(p99(best)?),
        ms(p99(base)?),
    ))
}

/// Whether a reader would call two times the same.
fn is_alike(from: f64, to: f64) -> bool {
    from.max(to) < 1.005 * from.min(to)
}

fn ratio(from: f64, to: f64) -> String {
    let factor = if to < from { from / to } else { to / from };
    match (is_alike(from, to), to < from) {
        (true, _) => "no difference".into(),
        (false, true) => format!("{} times less", plain(factor)),
        (false, false) => format!("{} times more", plain(factor)),
    }
}

/// What one traced commit says beside the prediction; nothing where none was traced.
#[must_use]
pub fn traced_commit(column: &Column) -> Option<String> {
    let (path, scenario) = (column.path()?, column.scenario.as_ref()?);
    let traced = scenario.measured.single_commit?.get();
    let faster = 1.0 - path.log_file_sync.survival(traced);
    let unlikely =
        if (0.01..0.99).contains(&faster) { "" } else { ": the model gives such a commit little chance" };
    Some(format!(
        "One traced commit took {traced} ms: one sample, not an average. {} of predicted commits are faster{unlikely}.",
        percent(faster)
    ))
}

/// Share of a measured average from which the prediction is said not to explain it.
const UNEXPLAINED: f64 = 0.5;

/// Share of the mean from which on what stalls add is told.
const TOLD: f64 = 0.1;

/// What stalls make of the mean over good and bad days; nothing where they hardly add to it.
#[must_use]
pub fn with_stalls(column: &Column) -> Option<String> {
    let path = column.path()?;
    let (mean, whole) = (path.get("log_file_sync.mean")?, path.get("log_file_sync.with_stalls")?);
    let still: f64 = path.stalls.iter().filter(|s| !s.by_hand).map(|s| s.cycle.stall_minutes_per_hour).sum();
    (whole > (1.0 + TOLD) * mean).then(|| {
        format!(
            "With stalls counted in, an average commit of good and bad days waits {}: commits stand still for {} minutes of an average hour.",
            times(whole)(whole),
            number(still)
        )
    })
}

/// Whether the throughput asked for is reached; nothing where none was.
#[must_use]
pub fn throughput_target(column: &Column) -> Option<String> {
    let (path, target) = (column.path()?, column.scenario.as_ref()?.target_throughput?.get());
    let reached = path.get("throughput")?;
    let (reached_text, target_text) = (quantity(reached, Dimension::Rate), quantity(target, Dimension::Rate));
    Some(if reached >= target {
        format!("Throughput: {reached_text} reach the target of {target_text}.")
    } else {
        format!(
            "Throughput: {reached_text} miss the target of {target_text} by {}.",
            percent(1.0 - reached / target)
        )
    })
}

/// What a measured average of log file sync says beside the prediction; nothing where none was entered.
#[must_use]
pub fn measured_average(column: &Column) -> Option<String> {
    let (path, scenario) = (column.path()?, column.scenario.as_ref()?);
    let measured = scenario.measured.log_file_sync_mean?.get();
    let predicted = path.get("log_file_sync.mean")?;
    let ms = times(measured.max(predicted));
    let whole = format!("Measured on average {}, predicted {}", ms(measured), ms(predicted));
    Some(match path.get("measured.mean_unexplained") {
        Some(_) if with_stalls(column).is_some() => {
            let counted_in = path.get("log_file_sync.with_stalls")?;
            format!(
                "{whole} in normal life and {} with stalls counted in. How often and how long they come is an input: what fits an average is no proof.",
                ms(counted_in)
            )
        }
        None => format!("{whole}: the prediction is above the measurement by {}.", ms(predicted - measured)),
        Some(rest) if rest > UNEXPLAINED * measured => format!(
            "{whole}: {} ({}) is unexplained. I/O and network figures alone do not explain this wait: look for stalls (an average hides them), CPU and scheduling, and at the log writer itself.",
            ms(rest),
            percent(rest / measured)
        ),
        Some(rest) => format!(
            "{whole}: {} is unexplained, posting and broadcast acknowledgements among it; nothing is tuned to it.",
            ms(rest)
        ),
    })
}

/// What one traced remote write says beside one retransmission; nothing where none was traced.
#[must_use]
pub fn traced_remote_write(column: &Column) -> Option<String> {
    let (path, scenario) = (column.path()?, column.scenario.as_ref()?);
    let traced = scenario.measured.remote_write?.get();
    let leg = path.legs.first()?;
    let timer = crate::model::line::timeout(&scenario.destination(&leg.name)?.link, None);
    let lost = leg.retransmission.as_ref().map_or(0.0, |r| r.over_a_timer);
    let usual =
        leg.parts.iter().filter(|p| p.kind != LegPartKind::Retransmission).map(|p| p.mean).sum::<f64>();
    let share = if lost > 0.0 {
        format!(" {} of log writes wait for a timer here.", percent(lost))
    } else {
        String::new()
    };
    let ms = times(traced);
    Some(format!(
        "One traced remote write to {} took {}: an average one takes {}, and with one retransmission timer {}. That assumes Linux, whose least wait is the round trip and 200 ms, and a single lost segment; what is beyond would be a smoothed round trip raised by the same trouble. It is no proof: a firewall that holds the packet back leaves the same trace.{share}",
        leg.name,
        ms(traced),
        ms(usual),
        ms(usual + timer),
    ))
}

/// Inputs by where they come from, in words: what was read, fitted, assumed, entered.
#[must_use]
pub fn provenance(draft: &Draft) -> Vec<(Origin, Vec<String>)> {
    let inputs: Vec<(Origin, String)> = draft
        .knobs()
        .into_iter()
        .filter(|(path, _)| draft.plays_a_part(path) && !draft.text(path).trim().is_empty())
        .map(|(path, knob)| {
            (draft.origin(&path), format!("{}: {}", knob.label, knob.shown(draft.text(&path))))
        })
        .collect();
    Origin::ALL
        .into_iter()
        .map(|origin| (origin, inputs.iter().filter(|(o, _)| *o == origin).map(|(_, t)| t.clone()).collect()))
        .filter(|(_, list): &(Origin, Vec<String>)| !list.is_empty())
        .collect()
}

/// What an origin means, for a heading.
#[must_use]
pub const fn group_label(origin: Origin) -> &'static str {
    match origin {
        Origin::Default => "Defaults",
        Origin::Entered => "Entered by you",
        Origin::Read => "Read from the source",
        Origin::Fitted => "Fitted to the measurements",
        Origin::Assumed => "Assumed, since the source does not say",
    }
}
