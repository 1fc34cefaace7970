//! This crate's requestor through named scenarios, each against a stranger's server of its own:
//! `client PEER RECORD SESSIONS -- SERVER [ARGUMENT]…`
//!
//! Each scenario prints a line of JSON with its outcome. A few run at a time.

mod core;
mod enveloped;
mod extension;
mod follow;
mod plain;
mod session;

use std::collections::VecDeque;
use std::error::Error;
use std::process::{Command, ExitCode};
use std::sync::{Mutex, PoisonError};
use std::thread;

use serde_json::json;

pub(crate) type Done = Result<(), Box<dyn Error>>;

/// A scenario: how it is called, and what happens with the server that the command starts.
pub(crate) type Scenario = (&'static str, fn(Command) -> Done);

/// How many scenarios run at a time.
const AT_ONCE: usize = 4;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [peer, record, sessions, dashes, server @ ..] = arguments.as_slice() else {
        eprintln!("usage: client PEER RECORD SESSIONS -- SERVER [ARGUMENT]…");
        return ExitCode::FAILURE;
    };
    let scenarios = match (peer.as_str(), dashes.as_str()) {
        ("everything", "--") => core::SCENARIOS,
        ("rmcp", "--") => extension::SCENARIOS,
        ("enveloped", "--") => enveloped::SCENARIOS,
        ("plain", "--") => plain::SCENARIOS,
        _ => {
            eprintln!("there are no scenarios for {peer}, or its command does not come after `--`");
            return ExitCode::FAILURE;
        }
    };
    let waiting: Mutex<VecDeque<&Scenario>> = Mutex::new(scenarios.iter().collect());
    thread::scope(|threads| {
        for _ in 0..AT_ONCE {
            threads.spawn(|| {
                while let Some((name, play)) = next(&waiting) {
                    let file = name.replace(|letter: char| !letter.is_alphanumeric(), "-");
                    let mut command = Command::new(record);
                    command.arg(format!("{sessions}/{file}.jsonl")).args(server);
                    let outcome = match play(command) {
                        Ok(()) => "as expected".to_owned(),
                        Err(error) => error.to_string(),
                    };
                    println!("{}", json!({ "scenario": name, "outcome": outcome }));
                }
            });
        }
    });
    ExitCode::SUCCESS
}

fn next<'s>(waiting: &Mutex<VecDeque<&'s Scenario>>) -> Option<&'s Scenario> {
    waiting.lock().unwrap_or_else(PoisonError::into_inner).pop_front()
}

/// Says what was found instead of what was expected, if it is something else.
pub(crate) fn same<T, U>(found: &T, wanted: &U) -> Done
where
    T: std::fmt::Debug + PartialEq<U> + ?Sized,
    U: std::fmt::Debug + ?Sized,
{
    if found == wanted { Ok(()) } else { Err(format!("{found:?} is not {wanted:?}").into()) }
}

/// Says what was found, if it does not have this in it.
pub(crate) fn has(found: &str, part: &str) -> Done {
    if found.contains(part) { Ok(()) } else { Err(format!("`{part}` is not in: {found}").into()) }
}

/// Says what came, if it is not what was wanted.
pub(crate) fn other<T>(came: &impl std::fmt::Debug, wanted: &str) -> Result<T, Box<dyn Error>> {
    Err(format!("not {wanted}: {came:?}").into())
}
