//! `mcp-typestate`: recorded MCP sessions validated, checked and drawn.
//!
//! Arguments in, library calls, a report out. It exits with 0 if nothing but notes was found, 1 if
//! something else was, and 2 if something could not be read; if its output is no longer read, with
//! what it has found until then.

// Whatever a recording holds is told of, and never a panic.
#![warn(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::panic,
    clippy::unreachable
)]
#![cfg_attr(
    test,
    allow(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::indexing_slicing,
        clippy::string_slice,
        clippy::panic,
        clippy::unreachable
    )
)]

mod args;
mod excerpt;
mod generate;
mod input;
mod report;
mod rules;
mod schema;
mod session;
mod timeline;
mod values;
mod waiting;

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;
use mcp_typestate::schema::Printable;

use crate::args::{Arguments, Command};

/// What a run came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Verdict {
    Clean,
    Found,
    /// Some of it could not be read.
    Unread,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match run(arguments.command) {
        Ok(Verdict::Clean) => ExitCode::SUCCESS,
        Ok(Verdict::Found) => ExitCode::from(1),
        Ok(Verdict::Unread) => ExitCode::from(2),
        // Whoever reads the output has seen enough of what says nothing of a session.
        Err(Error::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            remark(&error);
            ExitCode::from(2)
        }
    }
}

fn run(command: Command) -> Result<Verdict, Error> {
    match command {
        Command::Check(check) if check.rules => session::print_rules(&check.output),
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

/// Says something to the people at the terminal, beside the report.
pub(crate) fn remark(what: &impl fmt::Display) {
    // If nobody listens there, nobody can be told so either.
    let _ = writeln!(io::stderr(), "mcp-typestate: {what}");
}

/// Why a run came to nothing, or a file to none.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    /// A file.
    #[error("{name}: {error}")]
    File {
        /// What it is called.
        name: Printable,
        /// What happened.
        error: io::Error,
    },
    /// What could not be written.
    #[error("the output: {0}")]
    Output(#[from] io::Error),
    /// A name on the command line that stands for nothing.
    #[error("{0}")]
    Unknown(Printable),
}
