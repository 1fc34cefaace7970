//! The command line.

use std::ffi::OsString;
use std::time::Duration;

use mcp_typestate::json::{self, Object};
use mcp_typestate::{DecodeError, Revision};

use crate::form::Answers;

pub(crate) const USAGE: &str = "\
usage: call_tool [OPTION…] TOOL JSON-ARGUMENTS -- SERVER-COMMAND…

  TOOL             the tool's name
  JSON-ARGUMENTS   its arguments, a JSON object such as '{\"topic\": \"owls\"}'
  SERVER-COMMAND   the program that speaks MCP over standard input and output, and its arguments
  --answer JSON    answers the server's questions: an object with a value for each field
  --revision REVISION
                   the protocol's revision: 2025-11-25 (default), or 2026-07-28, in which
                   the server decides whether the call runs as a task
  --timeout SECONDS
                   how long all of it may take (default 120)";

/// The revisions that a session can be opened with, the default first.
const REVISIONS: [Revision; 2] = [Revision::V2025_11_25, Revision::V2026_07_28];
const DEFAULT_TIMEOUT: Duration = Duration::from_secs(120);

/// What the command line asks for.
#[derive(Debug)]
pub(crate) enum Command {
    Help,
    Call(Options),
}

/// One call of one tool.
#[derive(Debug)]
pub(crate) struct Options {
    pub(crate) tool: String,
    pub(crate) arguments: Object,
    /// Answers to the server's questions; none means that a person is asked.
    pub(crate) answers: Option<Answers>,
    /// One of [`REVISIONS`].
    pub(crate) revision: Revision,
    pub(crate) timeout: Duration,
    pub(crate) program: OsString,
    pub(crate) program_arguments: Vec<OsString>,
}

impl Options {
    /// Reads the arguments, without the program's own name.
    pub(crate) fn parse(args: impl Iterator<Item = OsString>) -> Result<Command, UsageError> {
        let mut args = args;
        let (mut answers, mut timeout) = (None, DEFAULT_TIMEOUT);
        let [mut revision, _] = REVISIONS;
        let tool = loop {
            let arg = required(&mut args, "TOOL")?;
            match arg.as_str() {
                "-h" | "--help" => return Ok(Command::Help),
                "--answer" => {
                    let json = required(&mut args, "a value of --answer")?;
                    answers = Some(json::from_str(&json).map_err(UsageError::Answer)?);
                }
                "--revision" => {
                    let given = required(&mut args, "a value of --revision")?;
                    revision = REVISIONS
                        .into_iter()
                        .find(|it| it.as_str() == given)
                        .ok_or(UsageError::Revision(given))?;
                }
                "--timeout" => timeout = seconds(&required(&mut args, "a value of --timeout")?)?,
                "--" => return Err(UsageError::Missing("TOOL")),
                option if option.starts_with('-') => return Err(UsageError::Unknown(arg)),
                _ => break arg,
            }
        };
        let arguments = required(&mut args, "JSON-ARGUMENTS")?;
        if arguments == "--" {
            return Err(UsageError::Missing("JSON-ARGUMENTS"));
        }
        match args.next() {
            Some(dashes) if dashes == "--" => {}
            Some(other) => return Err(UsageError::Unknown(other.to_string_lossy().into_owned())),
            None => return Err(UsageError::Missing("`-- SERVER-COMMAND`")),
        }
        Ok(Command::Call(Options {
            tool,
            arguments: json::from_str(&arguments).map_err(UsageError::Arguments)?,
            answers,
            revision,
            timeout,
            program: args.next().ok_or(UsageError::Missing("SERVER-COMMAND"))?,
            program_arguments: args.collect(),
        }))
    }
}

/// A command line that asks for nothing that can be done.
#[derive(Debug, thiserror::Error)]
pub(crate) enum UsageError {
    #[error("{0} is missing")]
    Missing(&'static str),
    #[error("`{0}` is not expected here")]
    Unknown(String),
    #[error("`{0}` is not UTF-8")]
    NotText(String),
    #[error("the revision `{0}` is not one that is offered")]
    Revision(String),
    #[error("the timeout `{0}` is not a number of seconds above 0")]
    Timeout(String),
    #[error("the arguments are not a JSON object: {0}")]
    Arguments(DecodeError),
    #[error("the value of --answer is not a JSON object of a form's values: {0}")]
    Answer(DecodeError),
}

/// The next argument, which has to be there and to be text.
fn required(
    args: &mut impl Iterator<Item = OsString>,
    what: &'static str,
) -> Result<String, UsageError> {
    let arg = args.next().ok_or(UsageError::Missing(what))?;
    arg.into_string().map_err(|arg| UsageError::NotText(arg.to_string_lossy().into_owned()))
}

fn seconds(text: &str) -> Result<Duration, UsageError> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.filter(|it| !it.is_zero()).ok_or_else(|| UsageError::Timeout(text.to_owned()))
}
