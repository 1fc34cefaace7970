//! The report for people: each finding with its line, and a mark under the spot.

use std::io::{self, Write};
use std::ops::Range;

use codespan_reporting::diagnostic::{Diagnostic, Label, Severity as Level};
use codespan_reporting::files::{Error, Files};
use codespan_reporting::term::{self, Chars, Config, termcolor};
use mcp_typestate::check::Severity;
use mcp_typestate::schema::Printable;

use super::{Count, Found, Report};
use crate::excerpt::Spot;

#[derive(Debug)]
pub(super) struct Text<W> {
    output: W,
    styled: bool,
    config: Config,
}

impl<W: Write> Text<W> {
    pub(super) fn new(output: W, styled: bool) -> Self {
        let config = Config { chars: Chars::ascii(), ..Config::default() };
        Self { output, styled, config }
    }

    fn emit(&mut self, part: &Part<'_>, diagnostic: &Diagnostic<()>) -> io::Result<()> {
        let emitted = if self.styled {
            let mut styled = termcolor::Ansi::new(&mut self.output);
            term::emit_to_write_style(&mut styled, &self.config, part, diagnostic)
        } else {
            let mut plain = termcolor::NoColor::new(&mut self.output);
            term::emit_to_write_style(&mut plain, &self.config, part, diagnostic)
        };
        match emitted {
            Ok(()) => Ok(()),
            Err(Error::Io(error)) => Err(error),
            Err(other) => Err(io::Error::other(other)),
        }
    }
}

/// The shown part of one line, which says of itself where in the file it is.
struct Part<'p> {
    file: &'p Printable,
    spot: &'p Spot,
    shown: &'p str,
}

impl<'p> Files<'p> for Part<'p> {
    type FileId = ();
    type Name = &'p Printable;
    type Source = &'p str;

    fn name(&'p self, (): ()) -> Result<&'p Printable, Error> {
        Ok(self.file)
    }

    fn source(&'p self, (): ()) -> Result<&'p str, Error> {
        Ok(self.shown)
    }

    fn line_index(&'p self, (): (), _: usize) -> Result<usize, Error> {
        Ok(0)
    }

    fn line_number(&'p self, (): (), _: usize) -> Result<usize, Error> {
        Ok(usize::try_from(self.spot.line).unwrap_or(usize::MAX))
    }

    fn column_number(&'p self, (): (), _: usize, _: usize) -> Result<usize, Error> {
        Ok(self.spot.columns.as_ref().map_or(1, |columns| columns.start))
    }

    fn line_range(&'p self, (): (), _: usize) -> Result<Range<usize>, Error> {
        Ok(0..self.shown.len())
    }
}

impl<W: Write> Report for Text<W> {
    fn found(&mut self, file: &Printable, spot: &Spot, found: &Found<'_>) -> io::Result<()> {
        let level = match found.severity {
            Severity::Error => Level::Error,
            Severity::Warning => Level::Warning,
            Severity::Note => Level::Note,
        };
        let (shown, range) = match &spot.excerpt {
            Some((shown, range)) => (shown.as_str(), range.clone()),
            None => ("", 0..0),
        };
        let mut diagnostic =
            Diagnostic::new(level).with_code(found.rule).with_message(found.text.as_str());
        if spot.excerpt.is_some() {
            let mark = Label::primary((), range).with_message(found.path.as_str());
            diagnostic = diagnostic.with_labels(vec![mark]);
        } else {
            diagnostic = diagnostic.with_notes(vec![format!("{file}:{}", spot.line)]);
        }
        if let Some((sentence, place)) = found.asks {
            diagnostic = diagnostic.with_notes(vec![format!("{sentence} ({place})")]);
        }
        self.emit(&Part { file, spot, shown }, &diagnostic)
    }

    fn file(&mut self, file: &Printable, count: &Count) -> io::Result<()> {
        let some =
            |count: u64, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
        let messages = some(count.messages, "message");
        if count.is_clean() {
            return writeln!(self.output, "{file}: {messages}, nothing found");
        }
        let each = [(count.errors, "error"), (count.warnings, "warning"), (count.notes, "note")];
        let each =
            each.iter().filter(|(count, _)| *count > 0).map(|(count, what)| some(*count, what));
        writeln!(self.output, "{file}: {messages}, {}", each.collect::<Vec<_>>().join(", "))
    }

    fn finish(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}
