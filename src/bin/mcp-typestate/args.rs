//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use mcp_typestate::check::{Checker, Severity};
use mcp_typestate::{Dialect, Revision, Side};

/// Validates, checks and draws recorded MCP sessions.
#[derive(Debug, Parser)]
#[command(
    name = "mcp-typestate",
    version,
    after_help = "\
A session is a file, or standard input: one JSON message a line, or one
{\"from\": \"client\", \"at\": \"2026-08-01T12:00:00Z\", \"message\": …} a line, or
one JSON list of either.

Example: mcp-typestate check session.jsonl"
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Hold sessions against the protocol's rules
    Check(Check),
    /// Hold messages or values against the protocol's schema
    Validate(Validate),
    /// Draw a session's tasks over time, as SVG
    Timeline(Timeline),
    /// Print a definition of the schema, or the names of all
    Schema(Schema),
    /// Print what completes the arguments in a shell
    #[command(after_help = "Example: mcp-typestate completions bash > mcp-typestate.bash")]
    Completions {
        /// bash, elvish, fish, powershell or zsh
        #[arg(hide_possible_values = true)]
        shell: clap_complete::Shell,
    },
    /// Print the manual, or a command's
    #[command(after_help = "Example: mcp-typestate man check | man -l -")]
    Man {
        /// The command; without one, the program
        command: Option<String>,
    },
}

/// The members of a finding. Indented lines stay lines in the manual.
const MEMBERS: &str = "\
With --format json, each finding is an object on a line of its own:
  file       the file's name as it was given, or <stdin>
  line       the line, from 1
  column     its first character there, from 1
  endColumn  the character after its last there
  rule       the rule's name, one of check --rules
  severity   note, warning or error
  message    what is the matter
  path       where it is in the message, as in params.content[0].text;
             empty for all of it
  from       who sent the message: client or server
  at         when, in RFC 3339 and UTC
  task       the id of the task that it is about, shortened if it is long
A member of which nothing is known is left out. Columns count characters, and
not bytes. A file that cannot be read is said on standard error alone.
";

const CHECK: &str = "\
Exit code: 0 nothing or only notes found, 1 warnings or errors, 2 unreadable.
Example: mcp-typestate check --least warning --format sarif session.jsonl";

const VALIDATE: &str = "\
Without --definition, each message of the sessions is validated by its method,
its sender and the request that it answers. With it, each line or document is.

Exit code: 0 nothing found, 1 something found, 2 unreadable.
Example: mcp-typestate validate --revision 2025-11-25 --definition Tool t.json";

#[derive(Args, Debug)]
#[command(after_help = CHECK, after_long_help = format!("{MEMBERS}\n{CHECK}"))]
pub(crate) struct Check {
    #[command(flatten)]
    pub(crate) input: Input,
    #[command(flatten)]
    pub(crate) output: Output,
    /// A rule that may be broken; may be given again
    #[arg(long, value_name = "RULE")]
    pub(crate) allow: Vec<String>,
    /// What counts: note, warning or error
    #[arg(long, value_enum, default_value = "note", hide_possible_values = true)]
    pub(crate) least: Least,
    /// Print all rules and what they ask
    #[arg(long)]
    pub(crate) rules: bool,
}

#[derive(Args, Debug)]
#[command(after_help = VALIDATE, after_long_help = format!("{MEMBERS}\n{VALIDATE}"))]
pub(crate) struct Validate {
    #[command(flatten)]
    pub(crate) input: Input,
    #[command(flatten)]
    pub(crate) output: Output,
    /// The definition of each value; needs --revision
    #[arg(long, value_name = "NAME", requires = "revision", conflicts_with = "dialect")]
    pub(crate) definition: Option<String>,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Exit code: 0 drawn, whatever is found; 2 unreadable.
Example: mcp-typestate timeline session.jsonl --output session.svg")]
pub(crate) struct Timeline {
    /// The session; without it, or as `-`, standard input
    pub(crate) file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) spoken: Spoken,
    /// The picture's file; without it, standard output
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Example: mcp-typestate schema --revision 2026-07-28 CallToolResult")]
pub(crate) struct Schema {
    /// The definition; without it, all names are printed
    pub(crate) definition: Option<String>,
    /// The revision
    #[arg(long, value_parser = revision, value_name = "DATE", default_value = "2025-11-25")]
    pub(crate) revision: Revision,
}

/// Where sessions come from.
#[derive(Args, Debug)]
pub(crate) struct Input {
    /// The sessions; without any, or as `-`, standard input
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) spoken: Spoken,
}

/// What a session is spoken in.
#[derive(Args, Debug)]
pub(crate) struct Spoken {
    /// The revision, whatever a session itself says
    #[arg(long, value_parser = revision, value_name = "DATE")]
    pub(crate) revision: Option<Revision>,
    /// The dialect of 2025-11-25's tasks: core or enveloped
    #[arg(long, value_enum, hide_possible_values = true)]
    pub(crate) dialect: Option<DialectName>,
}

impl Spoken {
    /// The checker of a session that has not begun.
    pub(crate) fn checker(&self) -> Checker {
        let mut checker = Checker::new();
        if let Some(revision) = &self.revision {
            checker = checker.with_revision(revision.clone());
        }
        if let Some(dialect) = self.dialect {
            checker = checker.with_dialect(dialect.into());
        }
        checker
    }
}

/// How findings are printed.
#[derive(Args, Debug)]
pub(crate) struct Output {
    /// text, json (one per line) or sarif
    #[arg(long, value_enum, default_value = "text", hide_possible_values = true)]
    pub(crate) format: Format,
    /// Colour: auto, always or never
    #[arg(long, value_enum, default_value = "auto", hide_possible_values = true)]
    pub(crate) color: clap::ColorChoice,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    Text,
    Json,
    Sarif,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum DialectName {
    Core,
    Enveloped,
}

impl From<DialectName> for Dialect {
    fn from(name: DialectName) -> Self {
        match name {
            DialectName::Core => Self::Core,
            DialectName::Enveloped => Self::Enveloped,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Least {
    Note,
    Warning,
    Error,
}

impl From<Least> for Severity {
    fn from(least: Least) -> Self {
        match least {
            Least::Note => Self::Note,
            Least::Warning => Self::Warning,
            Least::Error => Self::Error,
        }
    }
}

/// A revision that this program knows.
fn revision(date: &str) -> Result<Revision, String> {
    match Revision::from(date) {
        Revision::Unknown(_) => {
            let known: Vec<&str> = Revision::KNOWN.iter().map(Revision::as_str).collect();
            Err(format!("the revisions are {}", known.join(", ")))
        }
        known => Ok(known),
    }
}

/// A side's name, as findings have it.
pub(crate) fn side(side: Side) -> &'static str {
    match side {
        Side::Client => "client",
        Side::Server => "server",
    }
}
