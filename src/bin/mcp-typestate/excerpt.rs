//! Where in a file something is, and the part of its line that shows it.

use std::ops::Range;

use mcp_typestate::schema::Printable;

/// The most characters of a line that are shown, and those of them before the spot.
const WIDTH: usize = 88;
const BEFORE: usize = 24;

/// A place in a file's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Spot {
    /// The line, from 1.
    pub(crate) line: u64,
    /// The first character of it on its line, and the one after its last there, from 1.
    pub(crate) columns: Option<Range<usize>>,
    /// The part of the line around it, and its bytes in that part.
    pub(crate) excerpt: Option<(Printable, Range<usize>)>,
}

impl Spot {
    /// A line of which the text is not at hand.
    pub(crate) fn of_line(line: u64) -> Self {
        Self { line, columns: None, excerpt: None }
    }

    /// The start of a text that begins on a line.
    pub(crate) fn of_start(text: &str, line: u64) -> Self {
        let shown = text.lines().next().unwrap_or_default();
        let first = shown.chars().next().map_or(0, char::len_utf8);
        Self { line, columns: Some(1..2), excerpt: Some(window(shown, 0..first)) }
    }
}

/// Where the lines of a text are, and its columns: counted once for all spots in it.
#[derive(Debug)]
pub(crate) struct Layout {
    first_line: u64,
    /// Where each line begins.
    lines: Vec<usize>,
    /// How many characters come before each step of bytes.
    chars: Vec<usize>,
}

impl Layout {
    const STEP: usize = 256;

    /// The layout of a text that begins on a line.
    pub(crate) fn new(text: &str, first_line: u64) -> Self {
        let newlines = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let lines = std::iter::once(0).chain(newlines.map(|(at, _)| at + 1)).collect();
        let counts = text.as_bytes().chunks(Self::STEP).scan(0, |sum, chunk| {
            let before = *sum;
            *sum += chunk.iter().filter(|byte| begins(**byte)).count();
            Some(before)
        });
        Self { first_line, lines, chars: counts.collect() }
    }

    pub(crate) fn first_line(&self) -> u64 {
        self.first_line
    }

    /// Where in the text a line begins.
    pub(crate) fn start(&self, line: u64) -> usize {
        let index = usize::try_from(line.saturating_sub(self.first_line)).unwrap_or(usize::MAX);
        self.lines.get(index).copied().unwrap_or_default()
    }

    /// The bytes `range` of this text, as far as they are on one line.
    pub(crate) fn spot(&self, text: &str, range: Range<usize>) -> Spot {
        let (start, end) = (boundary(text, range.start), boundary(text, range.end));
        let index = self.lines.partition_point(|line| *line <= start).saturating_sub(1);
        let line_start = self.lines.get(index).copied().unwrap_or_default();
        let line_end = self.lines.get(index + 1).map_or(text.len(), |next| next - 1);
        let line = text.get(line_start..line_end).unwrap_or_default();
        let line = line.strip_suffix('\r').unwrap_or(line);
        let at = (start - line_start).min(line.len());
        let end = end.saturating_sub(line_start).clamp(at, line.len());
        let before = self.before(text, line_start);
        let column = self.before(text, line_start + at) - before + 1;
        let end_column = self.before(text, line_start + end) - before + 1;
        Spot {
            line: self.first_line + index as u64,
            columns: Some(column..end_column.max(column + 1)),
            excerpt: Some(window(line, at..end)),
        }
    }

    /// How many characters come before a byte.
    fn before(&self, text: &str, byte: usize) -> usize {
        let step = (byte / Self::STEP).min(self.chars.len().saturating_sub(1));
        let counted = self.chars.get(step).copied().unwrap_or_default();
        let rest = text.as_bytes().get(step * Self::STEP..byte).unwrap_or_default();
        counted + rest.iter().filter(|byte| begins(**byte)).count()
    }
}

/// Whether a byte of UTF-8 is the first of its character.
fn begins(byte: u8) -> bool {
    byte & 0xc0 != 0x80
}

/// The nearest boundary of a character, at a byte or before it.
fn boundary(text: &str, byte: usize) -> usize {
    (0..=byte.min(text.len())).rev().find(|byte| text.is_char_boundary(*byte)).unwrap_or_default()
}

/// The part of a line around a spot. What is not shown as it is, is one sign, so that columns stay.
fn window(line: &str, spot: Range<usize>) -> (Printable, Range<usize>) {
    let before: Vec<(usize, char)> =
        line.get(..spot.start).unwrap_or_default().char_indices().rev().take(BEFORE).collect();
    let first = before.last().map_or(spot.start, |(byte, _)| *byte);
    let mut shown = String::from(if first > 0 { "…" } else { "" });
    let (mut start, mut end) = (None, None);
    let mut rest = line.get(first..).unwrap_or_default().char_indices();
    for (byte, char) in rest.by_ref().take(WIDTH) {
        if first + byte >= spot.start && start.is_none() {
            start = Some(shown.len());
        }
        if first + byte >= spot.end && end.is_none() {
            end = Some(shown.len());
        }
        shown.push(if Printable::shows(char) { char } else { '\u{fffd}' });
    }
    let all = shown.len();
    if rest.next().is_some() {
        shown.push('…');
    }
    let start = start.unwrap_or(all);
    // An empty spot is shown at its place all the same.
    let end = end.unwrap_or(all).max(start);
    (shown.into(), start..end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spot(text: &str, range: Range<usize>) -> Spot {
        Layout::new(text, 1).spot(text, range)
    }

    #[test]
    fn a_spot_has_its_line_and_its_columns() {
        let text = "{\n  \"ä\": 17\n}";
        let at = text.find("17").unwrap();
        let spot = spot(text, at..at + 2);
        assert_eq!((spot.line, spot.columns), (2, Some(8..10)));
        let (shown, range) = spot.excerpt.unwrap();
        assert_eq!(&shown[range], "17");
    }

    #[test]
    fn a_long_line_is_shown_around_the_spot() {
        let line = format!("{}[☃]{}", "ä".repeat(1000), "\u{7}".repeat(1000));
        let at = line.find('[').unwrap();
        let (shown, range) = spot(&line, at..at + 5).excerpt.unwrap();
        assert_eq!(&shown[range], "[☃]");
        assert!(shown.chars().count() <= WIDTH + 2);
        assert!(shown.starts_with('…') && shown.ends_with('…') && !shown.contains('\u{7}'));
    }

    #[test]
    fn a_spot_at_the_end_or_beyond_it_is_shown() {
        for range in [3..3, 3..9, 9..9, 0..0] {
            let (shown, range) = spot("{\"a", range).excerpt.unwrap();
            assert_eq!(shown, "{\"a");
            assert!(shown.get(range).is_some());
        }
        assert!(spot("", 0..0).excerpt.is_some());
    }

    #[test]
    fn columns_are_characters_however_far_on_they_are() {
        let text = format!("x\r\n{}7\r\n8", "ä☃".repeat(1000));
        let at = text.find('7').unwrap();
        let seven = spot(&text, at..at + 1);
        assert_eq!((seven.line, seven.columns), (2, Some(2001..2002)));
        let eight = spot(&text, text.len() - 1..text.len());
        assert_eq!((eight.line, eight.columns), (3, Some(1..2)));
    }
}
