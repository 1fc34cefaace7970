//! Text that quotes what a peer sent, and is safe to show.

use std::fmt;
use std::ops::Deref;

/// A text without characters that do something to what shows it: control characters, ends of
/// lines, marks that turn the direction of writing, characters that cannot be seen. Each of them is
/// there as its escape: `\u001b`. The two that join letters and keep them apart, U+200C and U+200D,
/// stay, since there are words and pictures that are not written without them.
///
/// ```
/// use mcp_typestate::schema::Printable;
///
/// let method = "\u{1b}[2Jtools/call\u{202e}\r\n";
/// assert_eq!(Printable::from(method), r"\u001b[2Jtools/call\u202e\u000d\u000a");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Printable(String);

impl Printable {
    /// Whether a character is shown as itself.
    #[must_use]
    pub fn shows(char: char) -> bool {
        let other = char.is_control()
            || matches!(char,
                '\u{ad}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}'
                | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}'
                | '\u{ffa0}'
                | '\u{fff9}'..='\u{fffb}' | '\u{fffe}' | '\u{ffff}' | '\u{e0000}'..='\u{e0fff}');
        !other
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// A character's escape, as JSON has it: of one beyond U+FFFF two.
    pub fn escape(char: char) -> impl fmt::Display {
        struct Escape(char);

        impl fmt::Display for Escape {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let mut units = [0; 2];
                let mut units = self.0.encode_utf16(&mut units).iter();
                units.try_for_each(|unit| write!(f, "\\u{unit:04x}"))
            }
        }

        Escape(char)
    }
}

impl From<String> for Printable {
    fn from(text: String) -> Self {
        if text.chars().all(Self::shows) { Self(text) } else { Self::from(text.as_str()) }
    }
}

impl From<&str> for Printable {
    fn from(text: &str) -> Self {
        let mut printable = String::with_capacity(text.len());
        for char in text.chars() {
            if Self::shows(char) {
                printable.push(char);
            } else {
                printable.push_str(&Self::escape(char).to_string());
            }
        }
        Self(printable)
    }
}

impl From<Printable> for String {
    fn from(text: Printable) -> Self {
        text.0
    }
}

impl Deref for Printable {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Printable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl PartialEq<str> for Printable {
    fn eq(&self, other: &str) -> bool {
        self.0 == other
    }
}

impl PartialEq<&str> for Printable {
    fn eq(&self, other: &&str) -> bool {
        self.0 == *other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_acts_on_a_terminal_is_escaped_and_what_people_write_is_not() {
        for text in ["\u{1b}[2J", "\u{9b}2J", "\u{7f}", "\r\n", "\u{2028}", "\u{202e}", "\u{2066}"]
        {
            let printable = Printable::from(text);
            assert!(
                printable
                    .chars()
                    .all(|char| char == '[' || char.is_ascii_alphanumeric() || char == '\\')
            );
        }
        for text in ["a b", "ä☃", "שלום", "👩‍💻", "می‌خواهم", "é", r"\n"] {
            assert_eq!(Printable::from(text), text);
        }
        assert_eq!(Printable::from("\u{e0041}"), r"\udb40\udc41");
        // Hangul that fills a place and is not seen.
        assert_eq!(
            Printable::from("\u{115f}\u{1160}\u{3164}\u{ffa0}"),
            r"\u115f\u1160\u3164\uffa0"
        );
    }

    #[test]
    fn a_path_is_printable() {
        let name = "\u{1b}\u{9b}\r\n\u{202e}\u{2066}\u{200b}\u{feff}";
        let path = crate::schema::JsonPath::root().member(name).to_string();
        assert_eq!(Printable::from(path.as_str()), path.as_str());
    }
}
