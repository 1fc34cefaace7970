//! Checks what can be checked without a clock: exits with an error that names each limit passed.
//!
//!     gate INSTRUCTIONS MEMORY
//!
//! The limits are a little above what was measured: they are there to show a step back, not to say
//! how good it is. That is in README.md.

use std::process::ExitCode;

use mcp_typestate_benches::cells::{Cell, Form, TRANSITION, Work};
use mcp_typestate_benches::results::{Measured, Memory, Results, Unit, mean};
use serde::de::DeserializeOwned;

/// Decoding, of what is written by hand: any message, and the mean.
const DECODE: (f64, f64) = (1.15, 1.05);
/// Encoding, the same.
const ENCODE: (f64, f64) = (1.08, 1.04);
/// Members in another order, of the usual one.
const ORDER: (f64, f64) = (1.75, 1.20);
/// The envelope, of serde_json skipping the message.
const ENVELOPE: (f64, f64) = (1.10, 1.05);
/// A transition, of the same checks on plain data.
const TRANSITIONS: (f64, f64) = (1.05, 1.05);
/// The most memory at once, of a large message without escapes.
const PEAK: (f64, f64) = (1.10, 1.10);

const OURS: &str = "mcp-typestate";

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let results = read(&mut arguments, |instructions: Vec<Cell>| {
        let mut results = Results::default();
        results.put(Unit::Instructions, instructions);
        results
    });
    let peaks = read(&mut arguments, |memory: Memory| memory.peaks);

    let of = |row: &Measured, first, second| {
        Some((row.message.clone(), row.ratio(Unit::Instructions, first, second)?))
    };
    let usual = |work, first: &'static str, second: &'static str| {
        results.of(Form::Usual, work).filter_map(move |row| of(row, first, second)).collect()
    };
    let order = results.of(Form::Usual, Work::Decode).flat_map(|row| {
        [Form::TagsLast, Form::Shuffled].into_iter().filter_map(|form| {
            let other = results.of(form, Work::Decode).find(|it| it.message == row.message)?;
            let ratio =
                other.value(Unit::Instructions, OURS)? / row.value(Unit::Instructions, OURS)?;
            Some((format!("{}, {form}", row.message), ratio))
        })
    });
    let transitions = results.rows.iter().filter(|row| row.message == TRANSITION);
    let transitions = transitions.filter_map(|row| of(row, "Task::observe", "plain data"));
    let peaks =
        peaks.into_iter().filter(|it| it.contestant == OURS && it.payload.contains("image"));

    let checks: [(&str, (f64, f64), Vec<(String, f64)>); 6] = [
        ("decoding", DECODE, usual(Work::Decode, OURS, "by hand")),
        ("encoding", ENCODE, usual(Work::Encode, OURS, "by hand")),
        ("another order", ORDER, order.collect()),
        ("the envelope", ENVELOPE, usual(Work::Decode, "envelope", "skipping")),
        ("a transition", TRANSITIONS, transitions.collect()),
        ("peak memory", PEAK, peaks.map(|it| (it.payload, it.of_input)).collect()),
    ];
    let kept = checks.iter().map(|(what, limits, ratios)| keeps(what, *limits, ratios));
    // Every check speaks before the first that fails decides.
    if kept.collect::<Vec<_>>().contains(&false) { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// Whether ratios keep their limits, and prints them.
fn keeps(what: &str, (each, on_average): (f64, f64), ratios: &[(String, f64)]) -> bool {
    let mean = mean(ratios.iter().map(|(_, ratio)| *ratio));
    println!("{what}: {mean:.3} of at most {on_average} in the mean of {}", ratios.len());
    let over: Vec<_> = ratios.iter().filter(|(_, ratio)| *ratio > each).collect();
    for (name, ratio) in &over {
        println!("  {name}: {ratio:.3} of at most {each}");
    }
    // What was not measured was not kept: a mean of nothing is no number.
    over.is_empty() && mean <= on_average
}

fn read<T: DeserializeOwned, R>(
    files: &mut impl Iterator<Item = String>,
    then: impl FnOnce(T) -> R,
) -> R {
    let file = files.next().expect("gate INSTRUCTIONS MEMORY");
    let text = std::fs::read_to_string(&file).expect("the file is there");
    then(serde_json::from_str(&text).expect("the file is one of this crate's"))
}
