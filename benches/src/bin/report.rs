//! Makes of the programs' numbers what people read.
//!
//!     report merge INSTRUCTIONS MEMORY GROWTH TIME…   the results of one run, as JSON
//!     report table RESULTS                            all tables, in Markdown
//!     report draw RESULTS                             the README's picture, as SVG
//!     report show RESULTS README                      puts the README's table in its place
//!     report check RESULTS README SVG                 whether README and picture show the results

use std::collections::BTreeMap;
use std::process::ExitCode;

use mcp_typestate_benches::results::{Memory, Results, Unit};
use mcp_typestate_benches::{chart, tables};
use serde::Serialize;
use serde::de::DeserializeOwned;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["merge", instructions, memory, growth, ref times @ ..] => {
            print(&merge(instructions, memory, growth, times));
        }
        ["table", results] => print!("{}", tables::all(&read(results))),
        ["draw", results] => print!("{}", chart::draw(&read(results))),
        ["show", results, readme] => {
            let shown = shown(&text(readme), &tables::readme(&read(results)));
            std::fs::write(readme, shown).expect("the README can be written");
        }
        ["check", results, readme, svg] => {
            let results = read(results);
            let readme = text(readme);
            let is_shown = readme == shown(&readme, &tables::readme(&results));
            if !is_shown || text(svg) != chart::draw(&results) {
                eprintln!("the README or {svg} does not show the results: benches/run shows them");
                return ExitCode::FAILURE;
            }
        }
        _ => {
            eprintln!("report merge|table|draw|show|check, each with its files");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

/// The README with a table in place of the one that it has.
fn shown(readme: &str, table: &str) -> String {
    let (before, rest) = readme.split_once(BEGIN).expect("the README has a place for the table");
    let (_, after) = rest.split_once(END).expect("the table's place has an end");
    format!("{before}{BEGIN}{table}{END}{after}")
}

const BEGIN: &str = "<!-- benches/run writes this table -->\n";
const END: &str = "<!-- as far as here -->\n";

fn merge(instructions: &str, memory: &str, growth: &str, times: &[&str]) -> Results {
    let mut results =
        Results { versions: versions(), rows: Vec::new(), peaks: Vec::new(), growth: read(growth) };
    times.iter().for_each(|time| results.put(Unit::Nanos, read(time)));
    results.put(Unit::Instructions, read(instructions));
    let memory: Memory = read(memory);
    results.put(Unit::Allocations, memory.allocations);
    results.peaks = memory.peaks;
    results
}

/// The peers' versions, from the lock file that this was built with.
fn versions() -> BTreeMap<String, String> {
    let lines: Vec<&str> = include_str!("../../Cargo.lock").lines().collect();
    let quoted = |line: &str| line.split('"').nth(1).map(str::to_owned);
    lines
        .windows(2)
        .filter_map(|pair| Some((quoted(pair[0].strip_prefix("name = ")?)?, quoted(pair[1])?)))
        .filter(|(name, _)| ["rmcp", "rust-mcp-schema", "serde_json"].contains(&name.as_str()))
        .collect()
}

/// Prints the results, a line for each row, so that a change shows which.
fn print(results: &Results) {
    println!("{{\n \"versions\": {},", line(&results.versions));
    println!(" \"rows\": [\n  {}\n ],", lines(&results.rows));
    println!(" \"peaks\": [\n  {}\n ],", lines(&results.peaks));
    println!(" \"growth\": [\n  {}\n ]\n}}", lines(&results.growth));
}

fn lines<T: Serialize>(values: &[T]) -> String {
    values.iter().map(line).collect::<Vec<_>>().join(",\n  ")
}

fn line<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("results are JSON")
}

fn read<T: DeserializeOwned>(file: &str) -> T {
    serde_json::from_str(&text(file)).expect("the file is one of this crate's")
}

fn text(file: &str) -> String {
    std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{file}: {error}"))
}
