//! Reports of what was found, for people and for machines.

mod json;
mod sarif;
mod text;

use std::io::{self, IsTerminal, Write};

use mcp_typestate::Side;
use mcp_typestate::check::{Finding, Severity};
use serde_json::{Value, json};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use crate::args::{Format, Output, side};
use crate::excerpt::Spot;

/// Something that was found, as every format says it.
#[derive(Debug)]
pub(crate) struct Found<'f> {
    pub(crate) rule: &'f str,
    pub(crate) severity: Severity,
    /// What is the matter, about this spot.
    pub(crate) text: &'f str,
    /// What the rule asks, and where the protocol says so.
    pub(crate) asks: Option<(&'f str, &'f str)>,
    /// Where it is in the message.
    pub(crate) path: String,
    pub(crate) from: Option<Side>,
    pub(crate) at: Option<String>,
    pub(crate) task: Option<&'f str>,
}

impl<'f> From<&'f Finding> for Found<'f> {
    fn from(finding: &'f Finding) -> Self {
        let at = finding.at.and_then(|at| OffsetDateTime::from(at).format(&Rfc3339).ok());
        Self {
            rule: finding.rule.id,
            severity: finding.rule.severity,
            text: &finding.text,
            asks: Some((finding.rule.sentence, finding.rule.place)),
            path: finding.path.to_string(),
            from: finding.from,
            at,
            task: finding.task.as_deref(),
        }
    }
}

impl Found<'_> {
    /// The members that both formats for machines have.
    fn members(&self) -> [(&'static str, Value); 4] {
        [
            ("path", json!(self.path)),
            ("from", json!(self.from.map(side))),
            ("at", json!(self.at)),
            ("task", json!(self.task)),
        ]
    }
}

/// How much was found in a file.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Count {
    pub(crate) messages: u64,
    pub(crate) errors: u64,
    pub(crate) warnings: u64,
    pub(crate) notes: u64,
}

impl Count {
    pub(crate) fn add(&mut self, severity: Severity) {
        match severity {
            Severity::Error => self.errors += 1,
            Severity::Warning => self.warnings += 1,
            Severity::Note => self.notes += 1,
        }
    }

    pub(crate) fn is_clean(&self) -> bool {
        self.errors + self.warnings + self.notes == 0
    }
}

/// Where findings go.
pub(crate) trait Report {
    /// Something was found in a file.
    fn found(&mut self, file: &str, spot: &Spot, found: &Found<'_>) -> io::Result<()>;

    /// A file was read to its end.
    fn file(&mut self, file: &str, count: &Count) -> io::Result<()>;

    /// All files were read.
    fn finish(&mut self) -> io::Result<()>;
}

/// The report on standard output.
pub(crate) fn on_stdout(output: &Output) -> Box<dyn Report> {
    let stdout = io::stdout();
    let styled = match output.color {
        clap::ColorChoice::Always => true,
        clap::ColorChoice::Never => false,
        clap::ColorChoice::Auto => {
            stdout.is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|no| no.is_empty())
        }
    };
    let lines: Box<dyn Write> = Box::new(io::LineWriter::new(stdout));
    match output.format {
        Format::Text => Box::new(text::Text::new(lines, styled)),
        Format::Json => Box::new(json::Lines::new(io::BufWriter::new(lines))),
        Format::Sarif => Box::new(sarif::Sarif::new(io::BufWriter::new(lines))),
    }
}
