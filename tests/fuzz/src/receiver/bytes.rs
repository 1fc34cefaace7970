//! What a program is read from.

use std::time::Duration;

use mcp_typestate::from_str;
use mcp_typestate::jsonrpc::{ErrorCode, ErrorObject};
use mcp_typestate::receiver::Payload;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// Bytes, from the first to the last.
pub struct Bytes<'a>(&'a [u8]);

/// TTLs to be asked for, and what is none.
const TTLS: [&str; 10] = [
    "null",
    "0",
    "1",
    "1000",
    "50000",
    "9223372036854775807",
    "18446744073709551615",
    "-1",
    "1.5",
    "{}",
];

impl<'a> Bytes<'a> {
    pub fn of(data: &'a [u8]) -> Self {
        Self(data)
    }

    pub fn next(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    /// The next byte, or 0 after the last.
    pub fn byte(&mut self) -> u8 {
        self.next().unwrap_or_default()
    }

    /// One of two ways.
    pub fn flag(&mut self) -> bool {
        self.byte() & 1 == 0
    }

    /// Text as far as the end of its line.
    pub fn text(&mut self) -> &'a [u8] {
        let end = self.0.iter().position(|byte| *byte == b'\n').unwrap_or(self.0.len());
        let (text, rest) = self.0.split_at(end);
        self.0 = rest.get(1..).unwrap_or_default();
        text
    }

    /// What a line of text is read as, if it can be.
    pub fn line<T: DeserializeOwned>(&mut self) -> Option<T> {
        from_str(std::str::from_utf8(self.text()).ok()?).ok()
    }

    /// What a call says of its task: none, a TTL, or something else.
    pub fn wish(&mut self) -> Option<Value> {
        match usize::from(self.byte() % 16) {
            0 => None,
            place => Some(match TTLS.get(place - 1) {
                Some(ttl) => {
                    let ttl: Value = serde_json::from_str(ttl).expect("JSON");
                    json!({ "ttl": ttl })
                }
                None => json!({}),
            }),
        }
    }

    /// Keys of what is asked and answered: `a`, `b`, `c`.
    pub fn keys(&mut self) -> impl Iterator<Item = String> + use<> {
        let byte = self.byte();
        (0..3).filter(move |bit| byte >> bit & 1 == 1).map(|bit| {
            let key = b'a' + bit;
            char::from(key).to_string()
        })
    }

    pub fn payload(&mut self) -> Payload {
        match self.byte() % 6 {
            0 => Payload::from(json!({ "content": [], "isError": true })),
            1 => Payload::from(json!("no object")),
            2 => Payload::from(ErrorObject::new(ErrorCode(-32000), "it broke")),
            3 => Payload::from(self.line().unwrap_or(Value::Null)),
            4 => Payload::from(
                self.line().unwrap_or_else(|| ErrorObject::new(ErrorCode::INTERNAL_ERROR, "")),
            ),
            _ => Payload::from(json!({ "content": [{ "type": "text", "text": "done" }] })),
        }
    }

    /// From nothing to half an hour.
    pub fn time(&mut self) -> Duration {
        let byte = u64::from(self.byte());
        Duration::from_millis(byte * byte * 28)
    }
}
