//! The command line.

use std::ffi::OsString;
use std::time::Duration;

use mcp_typestate::DecodeError;
use mcp_typestate::json::{self, Object};

use crate::form::Answers;

pub(crate) const USAGE: &str = "\
usage: call_tool [--answer JSON] [--timeout SECONDS] TOOL JSON-ARGUMENTS -- SERVER-COMMAND…

  TOOL             the tool's name
  JSON-ARGUMENTS   its arguments, a JSON object such as '{\"topic\": \"owls\"}'
  SERVER-COMMAND   the program that speaks MCP over standard input and output, and its arguments
  --answer JSON    answers the server's questions: an object with a value for each field
  --timeout SECONDS
                   how long all of it may take (default 120)";

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
    pub(crate) timeout: Duration,
    pub(crate) program: OsString,
    pub(crate) program_arguments: Vec<OsString>,
}

impl Options {
    /// Reads the arguments, without the program's own name.
    pub(crate) fn parse(args: impl Iterator<Item = OsString>) -> Result<Command, UsageError> {
        let mut args = args;
        let (mut answers, mut timeout) = (None, DEFAULT_TIMEOUT);
        let tool = loop {
            let arg = text(args.next().ok_or(UsageError::Missing("TOOL"))?)?;
            match arg.as_str() {
                "-h" | "--help" => return Ok(Command::Help),
                "--answer" => {
                    let json =
                        text(args.next().ok_or(UsageError::Missing("a value of --answer"))?)?;
                    answers = Some(json::from_str(&json).map_err(UsageError::Answer)?);
                }
                "--timeout" => {
                    let given = args.next().ok_or(UsageError::Missing("a value of --timeout"))?;
                    timeout = seconds(&text(given)?)?;
                }
                "--" => return Err(UsageError::Missing("TOOL")),
                option if option.starts_with('-') => return Err(UsageError::Unknown(arg)),
                _ => break arg,
            }
        };
        let arguments = text(args.next().ok_or(UsageError::Missing("JSON-ARGUMENTS"))?)?;
        match args.next() {
            Some(dashes) if dashes == "--" => {}
            Some(other) => return Err(UsageError::Unknown(other.to_string_lossy().into_owned())),
            None => return Err(UsageError::Missing("`-- SERVER-COMMAND`")),
        }
        Ok(Command::Call(Options {
            tool,
            arguments: json::from_str(&arguments).map_err(UsageError::Arguments)?,
            answers,
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
    #[error("the timeout `{0}` is not a number of seconds above 0")]
    Timeout(String),
    #[error("the arguments are not a JSON object: {0}")]
    Arguments(DecodeError),
    #[error("the value of --answer is not a JSON object of a form's values: {0}")]
    Answer(DecodeError),
}

fn text(arg: OsString) -> Result<String, UsageError> {
    arg.into_string().map_err(|arg| UsageError::NotText(arg.to_string_lossy().into_owned()))
}

fn seconds(text: &str) -> Result<Duration, UsageError> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.filter(|it| !it.is_zero()).ok_or_else(|| UsageError::Timeout(text.to_owned()))
}
