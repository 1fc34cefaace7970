//! Files and standard input, and the progress through them.

use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use mcp_typestate::check::{Item, LineFault, Recording};
use mcp_typestate::schema::{JsonPath, Printable};

use crate::Error;
use crate::excerpt::{Layout, Spot};

/// From how many bytes on the progress is shown.
const LONG: u64 = 8 << 20;

/// A recording that is being read.
pub(crate) struct Source {
    /// What it is called in the report.
    pub(crate) name: Printable,
    pub(crate) recording: Recording<Box<dyn BufRead>>,
    progress: ProgressBar,
    items: u64,
    /// The line of the last item, and how many before it begin there.
    line: u64,
    before: u64,
    /// Of the text that spots were asked for last.
    layout: Option<Layout>,
}

impl Source {
    fn open(path: &Path) -> Result<Self, Error> {
        let standard = path.as_os_str() == "-";
        let name = if standard { "<stdin>".to_owned() } else { path.display().to_string() };
        let name = Printable::from(name);
        let failed = |error| Error::File { name: name.clone(), error };
        let (input, length): (Box<dyn BufRead>, u64) = if standard {
            (Box::new(BufReader::new(io::stdin())), 0)
        } else {
            let file = File::open(path).map_err(failed)?;
            let length = file.metadata().map_err(failed)?.len();
            (Box::new(BufReader::with_capacity(1 << 16, file)), length)
        };
        let progress = if length >= LONG && io::stderr().is_terminal() {
            let style = ProgressStyle::with_template("{bar:30} {bytes}/{total_bytes} {msg}");
            let bar = ProgressBar::new(length).with_message(name.to_string());
            let bar = match style {
                Ok(style) => bar.with_style(style),
                Err(_) => bar,
            };
            bar.enable_steady_tick(Duration::from_millis(200));
            bar
        } else {
            ProgressBar::hidden()
        };
        let recording = Recording::new(input);
        Ok(Self { name, recording, progress, items: 0, line: 0, before: 0, layout: None })
    }

    /// The same, of values that are no messages.
    pub(crate) fn of_values(mut self) -> Self {
        self.recording = self.recording.of_values();
        self
    }

    /// The next message or broken line, with its [place](place) for a line.
    pub(crate) fn next(&mut self) -> Result<Option<Item>, Error> {
        /// How many items there are between two looks at the progress.
        const STEP: u64 = 512;

        let item = self.recording.next();
        let mut item = item.map_err(|error| Error::File { name: self.name.clone(), error })?;
        self.items += 1;
        if let Some(item) = &mut item {
            self.before = if item.line() == self.line { self.before + 1 } else { 0 };
            self.line = item.line();
            let line = match item {
                Item::Entry(entry) => &mut entry.line,
                Item::Broken(broken) => &mut broken.line,
            };
            *line = place(*line, self.before);
        }
        if item.is_none() {
            self.progress.finish_and_clear();
        } else if self.items.is_multiple_of(STEP) {
            self.progress.set_position(self.recording.bytes());
        }
        Ok(item)
    }

    /// Where in the file the last item begins.
    pub(crate) fn spot(&mut self) -> Spot {
        let start = self.recording.span().start;
        if start == 0 {
            return Spot::of_start(self.recording.text(), self.recording.first_line());
        }
        self.place(std::iter::once(start..start + 1)).pop().unwrap_or_else(|| Spot::of_line(1))
    }

    /// Where in the file each of these paths into the last item leads.
    pub(crate) fn spots<'p>(
        &mut self,
        item: &Item,
        paths: impl IntoIterator<Item = &'p JsonPath>,
    ) -> Vec<Spot> {
        let (text, span) = (self.recording.text(), self.recording.span());
        let ranges = match item {
            Item::Entry(entry) => {
                let whole = |path: &JsonPath| entry.place.clone().join(path.clone());
                let paths: Vec<JsonPath> = paths.into_iter().map(whole).collect();
                let part = text.get(span.clone()).unwrap_or_default();
                let ranges = JsonPath::find_all(&paths, part);
                // What was read is JSON.
                ranges.unwrap_or_else(|| vec![0..part.len(); paths.len()])
            }
            Item::Broken(broken) => {
                let start = self.layout().0.start(line(broken.line));
                let fault = fault(&broken.fault);
                let range = start + fault.start..start + fault.end;
                return self.place(paths.into_iter().map(|_| range.clone()));
            }
        };
        self.place(ranges.into_iter().map(|range| span.start + range.start..span.start + range.end))
    }

    /// Where in the file these bytes of the last text are.
    fn place(&mut self, ranges: impl Iterator<Item = Range<usize>>) -> Vec<Spot> {
        let (layout, text) = self.layout();
        ranges.map(|range| layout.spot(text, range)).collect()
    }

    /// The layout of the last text, and that text.
    fn layout(&mut self) -> (&Layout, &str) {
        let (text, first) = (self.recording.text(), self.recording.first_line());
        let known = self.layout.take().filter(|layout| layout.first_line() == first);
        (self.layout.insert(known.unwrap_or_else(|| Layout::new(text, first))), text)
    }

    /// Does something with the terminal while no progress is shown in it.
    pub(crate) fn aside<T>(&self, act: impl FnOnce() -> T) -> T {
        self.progress.suspend(act)
    }
}

/// How many bits of a place say which of the items on its line it is: more than a text has items.
const BITS: u32 = 24;

/// What tells an item from all others: its line, and how many before it begin there. A checker gives
/// it back in its findings for the line, which it does not look at; of several messages on one line,
/// the line alone would not say which it was.
fn place(line: u64, before: u64) -> u64 {
    line.min(u64::MAX >> BITS) << BITS | before.min((1 << BITS) - 1)
}

/// The line of a place.
pub(crate) fn line(place: u64) -> u64 {
    place >> BITS
}

/// Where in its line a fault is.
fn fault(fault: &LineFault) -> Range<usize> {
    match fault {
        LineFault::NotJson { column, .. } | LineFault::NotText { column, .. } => {
            column.saturating_sub(1)..*column
        }
        _ => 0..1,
    }
}

/// Opens a session; without a name, standard input.
pub(crate) fn one(path: Option<&Path>) -> Result<Source, Error> {
    Source::open(path.unwrap_or(Path::new("-")))
}

/// Opens sessions, one when the one before is done; without any, standard input.
pub(crate) fn all(paths: &[PathBuf]) -> impl Iterator<Item = Result<Source, Error>> {
    let standard = paths.is_empty().then(|| one(None));
    standard.into_iter().chain(paths.iter().map(|path| one(Some(path))))
}
