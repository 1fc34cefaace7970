//! Calls one tool of any MCP server, as a task where the tool or the server allows it.
//!
//! ```text
//! call_tool [OPTION…] TOOL JSON-ARGUMENTS -- SERVER-COMMAND…
//!
//! cargo run --example call_tool -- simulate-research-query '{"topic": "python", "ambiguous": true}' \
//!     -- npx -y @modelcontextprotocol/server-everything stdio
//! ```
//!
//! The server runs as a child process and speaks over its standard input and output. The result
//! goes to standard output; what happens meanwhile, and the states that the task passed, to
//! standard error. A question of the server's is put to the person at standard input, or answered
//! with `--answer`. The exit code is 0 for a result, 1 for a failure, 2 for a wrong command line.
//!
//! The session is one of revision 2025-11-25, or of an earlier one that the server prefers, until
//! `--revision 2026-07-28` asks for that one and its tasks extension. Most of the code does not
//! know which: `session::opening` begins either, `session` adds what each request carries, `call`
//! knows who decides that there is a task, and `follow` has either's way to give input.
//!
//! From the top down: `call` says how the tool is called; `follow` follows a task to its end;
//! `session` speaks the protocol; `server` is the child process; `form` and `person` answer
//! questions; `status` and `show` print. `operation` is the call as a type.

mod call;
mod follow;
mod form;
mod operation;
mod options;
mod person;
mod server;
mod session;
mod show;
mod status;
mod tools;

use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;

use crate::options::{Command, Options, USAGE};
use crate::session::Session;

fn main() -> ExitCode {
    let done = match Options::parse(std::env::args_os().skip(1)) {
        Ok(Command::Help) => writeln!(io::stdout(), "{USAGE}").map(|()| true).map_err(Into::into),
        Ok(Command::Call(options)) => run(&options),
        Err(error) => {
            complain(&format!("{error}\n{USAGE}"));
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            complain(&error.to_string());
            ExitCode::FAILURE
        }
    }
}

/// Calls the tool and prints what comes of it: true for a result that reports no failure.
fn run(options: &Options) -> Result<bool, Box<dyn Error>> {
    let mut session = Session::open(options)?;
    let tool = tools::find(&mut session, &options.tool)?;
    let outcome = call::run(&mut session, &tool, options);
    session.status.finish();
    Ok(show::outcome(&mut io::stdout().lock(), outcome?)?)
}

/// Says what went wrong. Where even that cannot be written, the exit code has to do.
fn complain(what: &str) {
    let _ = writeln!(io::stderr(), "call_tool: {what}");
}
