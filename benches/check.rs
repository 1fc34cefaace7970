//! A long session through the checker, beside a plain `serde_json::Value` parse of the same file:
//! messages per second of each, their ratio, and the most memory that each took.
//!
//! ```text
//! cargo bench --features validate --bench check
//! ```
//!
//! Each measurement is a process of its own, which this one starts: the peak of memory is a
//! process's (Linux says it; elsewhere it is not printed).

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use mcp_typestate::check::{Checker, Recording};
use serde_json::{Value, json};

/// From the second on, more tasks have ended than a checker keeps, so that its memory is the same.
const LENGTHS: [u64; 3] = [100_000, 300_000, 1_000_000];

fn main() -> io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|it| it != "--bench").collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["check", file] => check(Path::new(file)),
        ["parse", file] => parse(Path::new(file)),
        _ => compare(),
    }
}

fn compare() -> io::Result<()> {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    fs::create_dir_all(&folder)?;
    for length in LENGTHS {
        let file = folder.join(format!("session-{length}.jsonl"));
        generate(length, &file)?;
        let mut seconds = Vec::new();
        println!("{length} messages, {} bytes", file.metadata()?.len());
        for way in ["parse", "check"] {
            // The best of three: what else the machine does only adds.
            let mut best: Option<(f64, String)> = None;
            for _ in 0..3 {
                let mut child = Command::new(std::env::current_exe()?);
                let output = child.arg(way).arg(&file).output()?;
                let said = String::from_utf8_lossy(&output.stdout).into_owned();
                let (time, rest) = said.split_once(' ').unwrap_or(("", ""));
                let time: f64 = time.parse().map_err(io::Error::other)?;
                if best.as_ref().is_none_or(|(best, _)| time < *best) {
                    best = Some((time, rest.trim().to_owned()));
                }
            }
            let (time, rest) = best.unwrap_or_default();
            println!("  {way}: {:.0} messages a second, {rest}", length as f64 / time);
            seconds.push(time);
        }
        if let [parse, check] = seconds.as_slice() {
            println!("  ratio: checking takes {:.2} times as long as parsing", check / parse);
        }
        fs::remove_file(file)?;
    }
    Ok(())
}

fn check(file: &Path) -> io::Result<()> {
    let start = Instant::now();
    let mut recording = Recording::new(BufReader::with_capacity(1 << 16, File::open(file)?));
    let mut checker = Checker::new();
    let mut found = 0;
    while let Some(item) = recording.next()? {
        found += checker.item(&item).findings.len();
    }
    found += checker.finish().len();
    println!("{} {found} findings, {}", start.elapsed().as_secs_f64(), peak());
    Ok(())
}

fn parse(file: &Path) -> io::Result<()> {
    let start = Instant::now();
    let mut input = BufReader::with_capacity(1 << 16, File::open(file)?);
    let mut line = String::new();
    let mut objects = 0;
    while input.read_line(&mut line)? > 0 {
        let value: Value = serde_json::from_str(&line)?;
        objects += usize::from(value.is_object());
        line.clear();
    }
    println!("{} {objects} objects, {}", start.elapsed().as_secs_f64(), peak());
    Ok(())
}

/// The most memory that this process took.
fn peak() -> String {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.map_or("peak memory unknown".to_owned(), |kib| format!("peak memory {}", kib.trim()))
}

/// A session of tasks, one after another: a call, polls and notifications, its result, and plain
/// calls between them. Every tenth task stays open.
fn generate(length: u64, file: &Path) -> io::Result<()> {
    let mut session =
        Session { output: BufWriter::new(File::create(file)?), written: 0, clock: 0, id: 1 };
    let tasks = json!({ "list": {}, "cancel": {}, "requests": { "tools": { "call": {} } } });
    session.exchange(
        "initialize",
        json!({ "protocolVersion": "2025-11-25", "capabilities": { "tasks": {} },
            "clientInfo": { "name": "bench", "version": "1" } }),
        json!({ "protocolVersion": "2025-11-25", "capabilities": { "tools": {}, "tasks": tasks },
            "serverInfo": { "name": "bench", "version": "1" } }),
    )?;
    session.write("client", json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }))?;
    let mut number = 0_u64;
    while session.written < length {
        number += 1;
        let (id, created) = (format!("{number:032x}"), session.time(0));
        let text =
            json!({ "content": [{ "type": "text", "text": "seven owls in the north wood" }] });
        let arguments =
            json!({ "name": "count-owls", "arguments": { "wood": "north", "night": number } });
        session.exchange("tools/call", arguments.clone(), text.clone())?;
        let task = |status: &str, updated: String| {
            json!({ "taskId": id, "status": status, "createdAt": created, "lastUpdatedAt": updated,
                "ttl": 3_600_000, "pollInterval": 1000 })
        };
        let mut asks = arguments;
        asks["task"] = json!({ "ttl": 3_600_000 });
        let updated = session.time(0);
        session.exchange("tools/call", asks, json!({ "task": task("working", updated) }))?;
        let params = json!({ "taskId": id });
        for _ in 0..3 {
            let updated = session.time(1);
            session.exchange("tasks/get", params.clone(), task("working", updated))?;
        }
        if number.is_multiple_of(10) {
            continue;
        }
        let ended = task("completed", session.time(1));
        session.write(
            "server",
            json!({ "jsonrpc": "2.0", "method": "notifications/tasks/status", "params": ended }),
        )?;
        let mut result = text;
        result["_meta"] = json!({ "io.modelcontextprotocol/related-task": { "taskId": id } });
        session.exchange("tasks/result", params, result)?;
    }
    session.output.flush()
}

struct Session {
    output: BufWriter<File>,
    written: u64,
    /// Seconds since the session began.
    clock: u64,
    id: u64,
}

impl Session {
    /// The time, after some more of it has gone by.
    fn time(&mut self, seconds: u64) -> String {
        self.clock += seconds;
        let (days, rest) = (self.clock / 86_400, self.clock % 86_400);
        let (hours, minutes) = (rest / 3600, rest / 60 % 60);
        format!(
            "2026-{:02}-{:02}T{hours:02}:{minutes:02}:{:02}Z",
            1 + days / 28,
            1 + days % 28,
            rest % 60
        )
    }

    fn write(&mut self, from: &str, message: Value) -> io::Result<()> {
        self.written += 1;
        let at = self.time(0);
        writeln!(self.output, "{}", json!({ "from": from, "at": at, "message": message }))
    }

    fn exchange(&mut self, method: &str, params: Value, result: Value) -> io::Result<()> {
        self.id += 1;
        let id = self.id;
        self.write(
            "client",
            json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }),
        )?;
        self.write("server", json!({ "jsonrpc": "2.0", "id": id, "result": result }))
    }
}
