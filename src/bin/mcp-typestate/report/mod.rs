//! Reports of what was found, for people and for machines.

mod json;
mod sarif;
mod text;

use std::io::{self, IsTerminal, Write};
use std::time::SystemTime;

use mcp_typestate::Side;
use mcp_typestate::check::{Finding, Severity};
use mcp_typestate::schema::Printable;
use serde::Serialize;
use serde_json::ser::{CompactFormatter, Formatter};
use serde_json::{Serializer, Value, json};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use crate::Verdict;
use crate::args::{Format, Output, side};
use crate::excerpt::Spot;

/// Something that was found, as every format says it.
#[derive(Debug)]
pub(crate) struct Found<'f> {
    pub(crate) rule: &'static str,
    pub(crate) severity: Severity,
    /// What is the matter, about this spot.
    pub(crate) text: &'f Printable,
    /// What the rule asks, and where the protocol says so.
    pub(crate) asks: Option<(&'static str, &'static str)>,
    /// Where it is in the message.
    pub(crate) path: Printable,
    pub(crate) from: Option<Side>,
    pub(crate) at: Option<String>,
    pub(crate) task: Option<&'f str>,
}

impl<'f> From<&'f Finding> for Found<'f> {
    fn from(finding: &'f Finding) -> Self {
        let at = finding.at.and_then(rfc3339);
        Self {
            rule: finding.rule.id,
            severity: finding.rule.severity,
            text: &finding.text,
            asks: Some((finding.rule.sentence, finding.rule.place)),
            path: finding.path.to_string().into(),
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
            ("path", json!(self.path.as_str())),
            ("from", json!(self.from.map(side))),
            ("at", json!(self.at)),
            ("task", json!(self.task)),
        ]
    }
}

/// A time in UTC. What a recording says with an offset may lie outside of the years that RFC 3339
/// has, 0 to 9999; it becomes the nearest time in them.
fn rfc3339(time: SystemTime) -> Option<String> {
    const FIRST: i128 = -62_167_219_200_000_000_000;
    const LAST: i128 = 253_402_300_799_999_999_999;

    let nanos = match time.duration_since(SystemTime::UNIX_EPOCH) {
        Ok(since) => since.as_nanos().cast_signed(),
        Err(before) => -before.duration().as_nanos().cast_signed(),
    };
    let time = OffsetDateTime::from_unix_timestamp_nanos(nanos.clamp(FIRST, LAST)).ok()?;
    time.format(&Rfc3339).ok()
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

    /// What notes are about is allowed.
    pub(crate) fn verdict(&self) -> Verdict {
        if self.errors + self.warnings > 0 { Verdict::Found } else { Verdict::Clean }
    }
}

/// Where findings go.
pub(crate) trait Report {
    /// Something was found in a file.
    fn found(&mut self, file: &Printable, spot: &Spot, found: &Found<'_>) -> io::Result<()>;

    /// A file was read to its end.
    fn file(&mut self, file: &Printable, count: &Count) -> io::Result<()>;

    /// A file could not be read, or not to its end. People are told on standard error.
    fn unread(&mut self, _file: &Printable, _error: &io::Error) -> io::Result<()> {
        Ok(())
    }

    /// There are no more files.
    fn finish(&mut self) -> io::Result<()>;
}

/// The report on standard output.
pub(crate) fn on_stdout(output: &Output) -> Box<dyn Report> {
    let stdout = io::stdout();
    let styled = match output.color {
        clap::ColorChoice::Always => true,
        clap::ColorChoice::Never => false,
        clap::ColorChoice::Auto => {
            let set = |name| std::env::var_os(name).filter(|value| !value.is_empty());
            let dumb = set("TERM").is_some_and(|term| term == "dumb");
            stdout.is_terminal() && !dumb && set("NO_COLOR").is_none()
        }
    };
    let lines: Box<dyn Write> = Box::new(io::LineWriter::new(stdout));
    match output.format {
        Format::Text => Box::new(text::Text::new(lines, styled)),
        Format::Json => Box::new(json::Lines::new(io::BufWriter::new(lines))),
        Format::Sarif => Box::new(sarif::Sarif::new(io::BufWriter::new(lines))),
    }
}

/// Writes JSON that means the same and shows no character that acts on a terminal.
fn write(output: &mut impl Write, value: &Value) -> io::Result<()> {
    struct Shown;

    impl Formatter for Shown {
        fn write_string_fragment<W: Write + ?Sized>(
            &mut self,
            output: &mut W,
            fragment: &str,
        ) -> io::Result<()> {
            let mut rest = fragment;
            while let Some((at, char)) = rest.char_indices().find(|(_, it)| !Printable::shows(*it))
            {
                let (before, after) = rest.split_at(at);
                CompactFormatter.write_string_fragment(output, before)?;
                write!(output, "{}", Printable::escape(char))?;
                rest = after.get(char.len_utf8()..).unwrap_or_default();
            }
            CompactFormatter.write_string_fragment(output, rest)
        }
    }

    let mut serializer = Serializer::with_formatter(output, Shown);
    value.serialize(&mut serializer).map_err(io::Error::from)
}
