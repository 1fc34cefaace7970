//! The results as tables, in Markdown.

use std::fmt::Write;

use crate::cells::{Form, TRANSITION, Work};
use crate::results::{Measured, Results, Unit};

const OURS: &str = "mcp-typestate";
const FLOOR: &str = "by hand";
const RMCP: &str = "rmcp";
const SCHEMA: &str = "rust-mcp-schema";

/// The table of the README: how many times our time the others take, message by message.
#[must_use]
pub fn readme(results: &Results) -> String {
    let version = |name| results.versions.get(name).map_or("", String::as_str);
    let mut table = format!(
        "| message | bytes | decode | by hand | rmcp {} | rust-mcp-schema {} | encode, rmcp |\n|---|--:|--:|--:|--:|--:|--:|\n",
        version(RMCP),
        version(SCHEMA)
    );
    for (decode, encode) in
        results.of(Form::Usual, Work::Decode).zip(results.of(Form::Usual, Work::Encode))
    {
        let nanos = decode.value(Unit::Nanos, OURS).unwrap_or(f64::NAN);
        let others = [(decode, FLOOR), (decode, RMCP), (decode, SCHEMA), (encode, RMCP)];
        let others = others.map(|(row, name)| times(row.ratio(Unit::Nanos, name, OURS)));
        let _ = writeln!(
            table,
            "| {} | {} | {} | {} |",
            decode.message,
            grouped(decode.bytes),
            duration(nanos),
            others.join(" | ")
        );
    }
    let mean = |work, name| {
        let mean = results.mean(Form::Usual, work, Unit::Nanos, name, OURS);
        times(Some(mean))
    };
    let _ = writeln!(
        table,
        "| **geometric mean** | | | **{}** | **{}** | **{}** | **{}** |",
        mean(Work::Decode, FLOOR),
        mean(Work::Decode, RMCP),
        mean(Work::Decode, SCHEMA),
        mean(Work::Encode, RMCP)
    );
    table
}

/// Everything, one table after another.
#[must_use]
pub fn all(results: &Results) -> String {
    let mut text = String::new();
    for (unit, what) in [
        (Unit::Nanos, "Time"),
        (Unit::Instructions, "Instructions"),
        (Unit::Allocations, "Allocations"),
    ] {
        for work in [Work::Decode, Work::Encode] {
            let _ = writeln!(text, "### {what} to {work}\n");
            text.push_str(&compared(results, unit, work));
        }
    }
    text.push_str("### Members in another order: time, and instructions, of the usual order\n\n");
    text.push_str(&orders(results));
    text.push_str("### The envelope alone, of serde_json skipping the message\n\n");
    text.push_str(&envelope(results));
    text.push_str("### Peak memory of decoding, of the message's length\n\n");
    text.push_str(&peaks(results));
    text.push_str("### Nanoseconds per byte as messages grow\n\n");
    text.push_str(&growth(results));
    text.push_str("### Instructions of a transition\n\n");
    text.push_str(&transition(results));
    text
}

/// Our number, and how many times it the others have; by hand the other way round.
fn compared(results: &Results, unit: Unit, work: Work) -> String {
    let others = [RMCP, SCHEMA, "serde_json::Value", "mcp-typestate, as it arrives"];
    let mut table = String::from(
        "| message | bytes | ours | of by hand | rmcp | rust-mcp-schema | Value | ours, as it arrives |\n|---|--:|--:|--:|--:|--:|--:|--:|\n",
    );
    for row in results.of(Form::Usual, work) {
        let ours = row.value(unit, OURS).unwrap_or(f64::NAN);
        let ours = match unit {
            Unit::Nanos => duration(ours),
            Unit::Instructions | Unit::Allocations => grouped(ours as usize),
        };
        let ratios = others.map(|name| times(row.ratio(unit, name, OURS)));
        let floor = times(row.ratio(unit, OURS, FLOOR));
        let _ = writeln!(
            table,
            "| {} | {} | {ours} | {floor} | {} |",
            row.message,
            grouped(row.bytes),
            ratios.join(" | ")
        );
    }
    let mean = |first, second| {
        times(
            Some(results.mean(Form::Usual, work, unit, first, second)).filter(|it| it.is_finite()),
        )
    };
    let means = others.map(|name| mean(name, OURS));
    let _ = writeln!(
        table,
        "| **geometric mean** | | | {} | {} |\n",
        mean(OURS, FLOOR),
        means.join(" | ")
    );
    table
}

fn orders(results: &Results) -> String {
    let mut table = String::from("| message | tags last | | shuffled | |\n|---|--:|--:|--:|--:|\n");
    for usual in results.of(Form::Usual, Work::Decode) {
        let ratio = |form, unit| {
            let other = results.of(form, Work::Decode).find(|row| row.message == usual.message)?;
            Some(other.value(unit, OURS)? / usual.value(unit, OURS)?)
        };
        let _ = write!(table, "| {} ", usual.message);
        for form in [Form::TagsLast, Form::Shuffled] {
            for unit in [Unit::Nanos, Unit::Instructions] {
                let _ = write!(table, "| {} ", times(ratio(form, unit)));
            }
        }
        table.push_str("|\n");
    }
    table.push('\n');
    table
}

fn envelope(results: &Results) -> String {
    let ratio = |row: &Measured, unit| times(row.ratio(unit, "envelope", "skipping"));
    let mut table = String::from("| message | bytes | time | instructions |\n|---|--:|--:|--:|\n");
    for row in results.of(Form::Usual, Work::Decode) {
        let (nanos, instructions) = (ratio(row, Unit::Nanos), ratio(row, Unit::Instructions));
        let bytes = grouped(row.bytes);
        let _ = writeln!(table, "| {} | {bytes} | {nanos} | {instructions} |", row.message);
    }
    let mean =
        |unit| times(Some(results.mean(Form::Usual, Work::Decode, unit, "envelope", "skipping")));
    let (nanos, instructions) = (mean(Unit::Nanos), mean(Unit::Instructions));
    let _ = writeln!(table, "| **geometric mean** | | {nanos} | {instructions} |\n");
    table
}

fn peaks(results: &Results) -> String {
    let mut table = String::from("| payload | contestant | peak |\n|---|---|--:|\n");
    for peak in &results.peaks {
        let of_input = times(Some(peak.of_input));
        let _ = writeln!(table, "| {} | {} | {of_input} |", peak.payload, peak.contestant);
    }
    table.push('\n');
    table
}

fn growth(results: &Results) -> String {
    let mut table = String::from("| shape | 10² | 10⁴ | 10⁶ | 10⁷ |\n|---|--:|--:|--:|--:|\n");
    let mut shapes: Vec<&str> = Vec::new();
    for growth in &results.growth {
        if !shapes.contains(&growth.shape.as_str()) {
            shapes.push(&growth.shape);
        }
    }
    for shape in shapes {
        let _ = write!(table, "| {shape} ");
        for growth in results.growth.iter().filter(|growth| growth.shape == shape) {
            let _ = write!(table, "| {:.2} ", growth.nanos_per_byte);
        }
        table.push_str("|\n");
    }
    table.push('\n');
    table
}

fn transition(results: &Results) -> String {
    let Some(row) = results.rows.iter().find(|row| row.message == TRANSITION) else {
        return String::new();
    };
    let mut table = String::from("| by | instructions |\n|---|--:|\n");
    for (name, count) in &row.instructions {
        let each = count / crate::transition::TRANSITIONS as f64;
        let _ = writeln!(table, "| {name} | {each:.0} |");
    }
    table
}

fn times(ratio: Option<f64>) -> String {
    ratio.map_or_else(String::new, |ratio| format!("{ratio:.2}"))
}

fn duration(nanos: f64) -> String {
    match nanos {
        ..1_000.0 => format!("{nanos:.0} ns"),
        ..1_000_000.0 => format!("{:.1} µs", nanos / 1_000.0),
        _ => format!("{:.1} ms", nanos / 1_000_000.0),
    }
}

/// `1048697` as `1 048 697`.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at) % 3 == 0 {
            grouped.push(' ');
        }
        grouped.push(digit);
    }
    grouped
}
