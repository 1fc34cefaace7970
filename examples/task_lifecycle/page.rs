//! What the program prints: messages as they cross, what the client holds, and checks.

use std::error::Error;
use std::io::{IsTerminal, stdout};
use std::process::ExitCode;

use mcp_typestate::{Operation, State, Task};

/// The printed page, and whether everything on it was as it should be.
pub struct Page {
    colour: bool,
    messages: usize,
    checks: usize,
    wrong: usize,
}

impl Page {
    pub fn new() -> Self {
        println!("→ the client sends   ← the server sends   ▌ what the client holds   ✓ a check");
        let colour = stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
        Self { colour, messages: 0, checks: 0, wrong: 0 }
    }

    pub fn title(&self, title: &str) {
        println!("\n{}", self.paint("1;4", title));
    }

    pub fn chapter(&self, title: &str) {
        println!("\n{}", self.paint("1", title));
    }

    /// A message from the client to the server.
    pub fn sent(&mut self, clock: u64, text: &str) {
        self.crossed(clock, "→", "36", text);
    }

    /// A message from the server to the client.
    pub fn came(&mut self, clock: u64, text: &str) {
        self.crossed(clock, "←", "35", text);
    }

    fn crossed(&mut self, clock: u64, arrow: &str, colour: &str, text: &str) {
        self.messages += 1;
        println!("{clock:>4} s {} {text}", self.paint(colour, arrow));
    }

    pub fn says(&self, text: &str) {
        println!("       {}", self.paint("2", text));
    }

    /// What the client holds after the message above.
    pub fn holds(&self, what: &str) {
        println!("       {} {}", self.paint("33", "▌"), self.paint("33", what));
    }

    pub fn holds_task<S: State, O: Operation>(&self, task: &Task<S, O>) {
        let state = short_name(std::any::type_name::<S>());
        let operation = short_name(std::any::type_name::<O>());
        let message = task.snapshot().status_message.as_deref();
        let message = message.map(|message| format!(" ({message})")).unwrap_or_default();
        self.holds(&format!("Task<{state}, {operation}> {}{message}", task.id()));
    }

    pub fn check(&mut self, what: &str, holds: bool) {
        self.checks += 1;
        if holds {
            println!("       {} {what}", self.paint("32", "✓"));
        } else {
            self.wrong += 1;
            println!("       {} {what}", self.paint("31", "✗ not so:"));
        }
    }

    pub fn end(&self) -> ExitCode {
        println!(
            "\n{} messages crossed, {} checks, {} wrong",
            self.messages, self.checks, self.wrong
        );
        if self.wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }

    pub fn fail(&self, error: &dyn Error) -> ExitCode {
        println!("\n{} {error}", self.paint("31", "✗"));
        ExitCode::FAILURE
    }

    fn paint(&self, code: &str, text: &str) -> String {
        if self.colour { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }
}

/// A type's name without its path.
fn short_name(name: &str) -> &str {
    name.rsplit("::").next().unwrap_or(name)
}
