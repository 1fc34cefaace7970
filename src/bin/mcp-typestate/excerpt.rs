//! Where in a file something is, and the part of its line that shows it.

use std::ops::Range;

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
    pub(crate) excerpt: Option<(String, Range<usize>)>,
}

impl Spot {
    /// A line of which the text is not at hand.
    pub(crate) fn of_line(line: u64) -> Self {
        Self { line, columns: None, excerpt: None }
    }

    /// The bytes `range` of a text that begins on a line.
    pub(crate) fn of_range(text: &str, first_line: u64, range: Range<usize>) -> Self {
        let (start, end) = (boundary(text, range.start), boundary(text, range.end));
        let before = text.get(..start).unwrap_or_default();
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let after = text.get(line_start..).unwrap_or_default();
        let line = after.lines().next().unwrap_or_default();
        let start = (start - line_start).min(line.len());
        let end = end.saturating_sub(line_start).clamp(start, line.len());
        let column = chars(line, 0..start) + 1;
        let newlines = before.bytes().filter(|byte| *byte == b'\n').count();
        Self {
            line: first_line + newlines as u64,
            columns: Some(column..column + chars(line, start..end).max(1)),
            excerpt: Some(window(line, start..end)),
        }
    }
}

/// The nearest boundary of a character, at a byte or before it.
fn boundary(text: &str, byte: usize) -> usize {
    (0..=byte.min(text.len())).rev().find(|byte| text.is_char_boundary(*byte)).unwrap_or_default()
}

fn chars(line: &str, bytes: Range<usize>) -> usize {
    line.get(bytes).unwrap_or_default().chars().count()
}

/// The part of a line around a spot. What a terminal would not show as it is, is replaced.
fn window(line: &str, spot: Range<usize>) -> (String, Range<usize>) {
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
        shown.push(if char.is_control() { '\u{fffd}' } else { char });
    }
    let all = shown.len();
    if rest.next().is_some() {
        shown.push('…');
    }
    let start = start.unwrap_or(all);
    // An empty spot is shown at its place all the same.
    let end = end.unwrap_or(all).max(start);
    (shown, start..end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spot_has_its_line_and_its_columns() {
        let text = "{\n  \"ä\": 17\n}";
        let at = text.find("17").unwrap();
        let spot = Spot::of_range(text, 1, at..at + 2);
        assert_eq!((spot.line, spot.columns), (2, Some(8..10)));
        let (shown, range) = spot.excerpt.unwrap();
        assert_eq!(&shown[range], "17");
    }

    #[test]
    fn a_long_line_is_shown_around_the_spot() {
        let line = format!("{}[☃]{}", "ä".repeat(1000), "\u{7}".repeat(1000));
        let at = line.find('[').unwrap();
        let (shown, range) = Spot::of_range(&line, 1, at..at + 5).excerpt.unwrap();
        assert_eq!(&shown[range], "[☃]");
        assert!(shown.chars().count() <= WIDTH + 2);
        assert!(shown.starts_with('…') && shown.ends_with('…') && !shown.contains('\u{7}'));
    }

    #[test]
    fn a_spot_at_the_end_or_beyond_it_is_shown() {
        for range in [3..3, 3..9, 9..9, 0..0] {
            let (shown, range) = Spot::of_range("{\"a", 1, range).excerpt.unwrap();
            assert_eq!(shown, "{\"a");
            assert!(shown.get(range).is_some());
        }
        assert!(Spot::of_range("", 1, 0..0).excerpt.is_some());
    }
}
