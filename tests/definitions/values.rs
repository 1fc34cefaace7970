//! Scalars worth trying.

use crate::random::Random;

/// Names of unknown members and of entries of maps.
pub const NAMES: &[&str] = &[
    "x-é",
    "☃",
    "example.com/k",
    "with \"quotes\" and \\",
    "a.b[0]",
    "\u{0}",
    "🦀",
    " ",
    "__proto__",
    "x",
];

const STRINGS: &[&str] = &[
    "",
    "plain",
    "é",
    "☃ 雪",
    "🦀🦀",
    "\u{0}",
    "\u{7f}\u{2028}",
    "\"quoted\" \\ /",
    "line\nand\ttab\r",
    "null",
    "7",
    "{\"type\":\"text\"}",
    "e\u{301}",
    " padded ",
];

const URIS: &[&str] = &[
    "https://example.com/a?b=c#d",
    "file:///srv/x%20%C3%A9",
    "urn:isbn:0451450523",
    "data:text/plain;base64,SGk=",
    "http://[::1]:8080/",
];

const TEMPLATES: &[&str] = &["file:///{path}", "https://example.com/{?q*}", "urn:x"];

const BASE64: &[&str] = &["", "AA==", "SGVsbG8=", "+/+/"];

const INTEGERS: &[i64] = &[
    0,
    1,
    -1,
    42,
    60_000,
    1 << 53,
    (1 << 53) + 1,
    -(1 << 53),
    -(1 << 53) - 1,
    (1 << 53) - 1,
    i64::MAX,
    i64::MIN,
];

const FRACTIONS: &[&str] = &["0.1", "1e-7", "1.5", "1e300", "-0.5", "0.30000000000000004", "1.0"];

/// An integer between bounds.
///
/// The types promise an `i64`; where `any` JSON is kept as it comes, an integer may be a `u64`. Above
/// that serde_json itself makes it a float, and serde's buffer refuses it.
pub fn integer(random: &mut Random, least: Option<f64>, most: Option<f64>, any: bool) -> String {
    if any && random.chance(10) {
        return u64::MAX.to_string();
    }
    #[allow(clippy::cast_precision_loss, reason = "the bounds are exact floats")]
    let fits = |integer: &&i64| {
        least.is_none_or(|least| **integer as f64 >= least)
            && most.is_none_or(|most| **integer as f64 <= most)
    };
    let fitting: Vec<&i64> = INTEGERS.iter().filter(fits).collect();
    random.pick(&fitting).to_string()
}

/// A number with a fraction or an exponent, between bounds.
pub fn fraction(random: &mut Random, least: Option<f64>, most: Option<f64>) -> String {
    let fits = |text: &&&str| {
        let value: f64 = text.parse().expect("a number");
        least.is_none_or(|least| value >= least) && most.is_none_or(|most| value <= most)
    };
    let fitting: Vec<&&str> = FRACTIONS.iter().filter(fits).collect();
    (**random.pick(&fitting)).to_owned()
}

/// The text of a string.
pub fn string(random: &mut Random, format: Option<&str>) -> String {
    let strings = match format {
        None => STRINGS,
        Some("uri") => URIS,
        Some("uri-template") => TEMPLATES,
        Some("byte") => BASE64,
        Some(other) => panic!("a string of format {other}?"),
    };
    let string = random.pick(strings);
    if random.chance(20) { escaped(string) } else { serde_json::to_string(string).expect("text") }
}

/// A string with every character escaped that can be.
fn escaped(string: &str) -> String {
    let units = string.encode_utf16().map(|unit| format!("\\u{unit:04x}"));
    format!("\"{}\"", units.collect::<String>())
}
