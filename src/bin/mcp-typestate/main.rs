//! `mcp-typestate`: recorded MCP sessions validated, checked and drawn.
//!
//! Arguments in, library calls, a report out. It exits with 0 if nothing was found, 1 if something
//! was, and 2 if something could not be read.

mod args;
mod excerpt;
mod generate;
mod input;
mod report;
mod schema;
mod session;
mod timeline;
mod values;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

use crate::args::{Arguments, Command};

/// What a run came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Clean,
    Found,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match run(arguments.command) {
        Ok(Verdict::Clean) => ExitCode::SUCCESS,
        Ok(Verdict::Found) => ExitCode::from(1),
        Err(error) => {
            // Whoever reads the output has seen enough, which is no failure worth words.
            if !error.is_closed_pipe() {
                let _ = writeln!(io::stderr(), "mcp-typestate: {error}");
            }
            ExitCode::from(2)
        }
    }
}

fn run(command: Command) -> Result<Verdict, Error> {
    match command {
        Command::Check(check) if check.rules => session::rules().map(|()| Verdict::Clean),
        Command::Check(check) => session::check(&check),
        Command::Validate(validate) => match &validate.definition {
            Some(definition) => values::validate(&validate, definition),
            None => session::validate(&validate),
        },
        Command::Timeline(timeline) => timeline::draw(&timeline),
        Command::Schema(schema) => schema::print(&schema),
        Command::Completions { shell } => generate::completions(shell),
        Command::Man { command } => generate::man(command.as_deref()),
    }
}

/// Why a run came to nothing.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    /// A file, or what it is written to.
    #[error("{name}: {error}")]
    Io {
        /// What it is called.
        name: String,
        /// What happened.
        error: io::Error,
    },
    /// A name on the command line that stands for nothing.
    #[error("{0}")]
    Unknown(String),
}

impl Error {
    fn is_closed_pipe(&self) -> bool {
        matches!(self, Self::Io { error, .. } if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

/// What could not be written.
impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Self::Io { name: "the output".to_owned(), error }
    }
}
