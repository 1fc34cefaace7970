//! The status line: one line rewritten on a terminal, one line per change elsewhere.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use mcp_typestate::{Snapshot, Status};

use crate::server::printable;

const TICK: Duration = Duration::from_secs(1);

/// What is going on, on standard error. What cannot be written there is not worth failing for.
#[derive(Debug)]
pub(crate) struct StatusLine {
    began: Instant,
    is_terminal: bool,
    width: usize,
    text: String,
    /// While a person types, the terminal is theirs.
    paused: bool,
    passed: Vec<Status>,
}

impl StatusLine {
    pub(crate) fn new() -> StatusLine {
        // The width is known only where a shell exports it; 80 columns are nearly everywhere.
        let columns = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
        StatusLine {
            began: Instant::now(),
            is_terminal: io::stderr().is_terminal(),
            width: columns.unwrap_or(80),
            text: String::new(),
            paused: false,
            passed: Vec::new(),
        }
    }

    /// Shows what is going on.
    pub(crate) fn show(&mut self, text: &str) {
        let text = printable(text);
        if self.is_terminal {
            self.text = text;
            self.tick();
        } else if self.text != text {
            let _ = writeln!(io::stderr(), "{text}");
            self.text = text;
        }
    }

    /// Shows how a task is doing, and remembers the states that it passes.
    pub(crate) fn task(&mut self, seen: &Snapshot) {
        if self.passed.last() != Some(&seen.status) {
            self.passed.push(seen.status.clone());
        }
        match &seen.status_message {
            Some(message) => self.show(&format!("{}: {message}", seen.status)),
            None => self.show(seen.status.as_str()),
        }
    }

    /// Tells of something once.
    pub(crate) fn note(&self, text: &str) {
        self.clear();
        let _ = writeln!(io::stderr(), "{}", printable(text));
        self.tick();
    }

    /// Counts the seconds on a terminal.
    pub(crate) fn tick(&self) {
        if self.is_terminal && !self.paused {
            let line = format!("{:>3} s  {}", self.began.elapsed().as_secs(), self.text);
            let line: String = line.chars().take(self.width.saturating_sub(1)).collect();
            let mut stderr = io::stderr();
            let _ = write!(stderr, "{CLEAR}{line}").and_then(|()| stderr.flush());
        }
    }

    /// When there is something to show again, even if nothing happens.
    pub(crate) fn next_tick(&self) -> Option<Instant> {
        self.is_terminal.then(|| Instant::now() + TICK)
    }

    /// Leaves the terminal to a person, or takes it back.
    pub(crate) fn pause(&mut self, paused: bool) {
        if paused {
            self.clear();
        }
        self.paused = paused;
    }

    /// Ends the line, and says which states the task passed if there was one.
    pub(crate) fn finish(&mut self) {
        self.pause(true);
        if !self.passed.is_empty() {
            let passed: Vec<String> =
                self.passed.iter().map(|status| printable(status.as_str())).collect();
            let _ = writeln!(io::stderr(), "states: {}", passed.join(" → "));
        }
    }

    fn clear(&self) {
        if self.is_terminal && !self.paused {
            let _ = write!(io::stderr(), "{CLEAR}");
        }
    }
}

impl Drop for StatusLine {
    /// Leaves a clean line, whatever comes next.
    fn drop(&mut self) {
        self.clear();
    }
}

/// Back to the line's start, and erase it.
const CLEAR: &str = "\r\x1b[2K";
