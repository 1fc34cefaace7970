//! Envelopes in plain writing, which nearly all are: read without a deserializer between the text and
//! its members, which would cost a small message as much again as finding its end.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::{Envelope, EnvelopeId, Parts, Text, VERSION, Version};

/// The envelope of a message whose names, method and id are written without escapes, and whose
/// members are as they should be. None for all other texts: those want to be read with more care,
/// and told what is wrong with them.
pub(super) fn read(text: &str) -> Option<Envelope<'_>> {
    let mut scan = Scan(text);
    let mut parts = Parts::default();
    scan.token('{')?;
    loop {
        let name = scan.string()?;
        scan.token(':')?;
        match name {
            "jsonrpc" => {
                let version = (scan.string()? == VERSION).then_some(Version)?;
                first(&mut parts.version, version)?;
            }
            "id" => first(&mut parts.id, Some(scan.id()?))?,
            "method" => first(&mut parts.method, Text(Cow::Borrowed(scan.string()?)))?,
            "params" => first(&mut parts.params, scan.value()?)?,
            "result" => first(&mut parts.result, scan.value()?)?,
            "error" => first(&mut parts.error, scan.value()?)?,
            _ => {
                scan.value()?;
            }
        }
        if scan.token(',').is_none() {
            break;
        }
    }
    scan.token('}')?;
    scan.space();
    if scan.0.is_empty() { parts.message::<serde_json::Error>().ok() } else { None }
}

/// Fills a slot, once.
fn first<T>(slot: &mut Option<T>, value: T) -> Option<()> {
    slot.replace(value).is_none().then_some(())
}

/// Whether a byte ends a string, or its plain writing. A table, since it is asked of every byte.
#[allow(clippy::indexing_slicing, reason = "it is indexed while it is compiled, and never after")]
static ENDS: [bool; 256] = {
    let mut ends = [false; 256];
    let mut byte = 0;
    while byte < b' ' {
        ends[byte as usize] = true;
        byte += 1;
    }
    ends[b'"' as usize] = true;
    ends[b'\\' as usize] = true;
    ends
};

/// What is left of a text.
struct Scan<'a>(&'a str);

impl<'a> Scan<'a> {
    fn space(&mut self) {
        // Mostly there is none.
        if self.0.as_bytes().first().is_some_and(|first| *first <= b' ') {
            self.0 = self.0.trim_start_matches([' ', '\n', '\r', '\t']);
        }
    }

    /// A token, after any white space.
    fn token(&mut self, token: char) -> Option<()> {
        self.space();
        self.0 = self.0.strip_prefix(token)?;
        Some(())
    }

    /// What stands between the quotes of a string without escapes.
    fn string(&mut self) -> Option<&'a str> {
        self.token('"')?;
        let length = self.0.bytes().position(|byte| ENDS.get(usize::from(byte)) == Some(&true))?;
        let (string, rest) = self.0.split_at_checked(length)?;
        self.0 = rest.strip_prefix('"')?;
        Some(string)
    }

    /// A string, or an integer that is not negative.
    fn id(&mut self) -> Option<EnvelopeId<'a>> {
        self.space();
        if self.0.starts_with('"') {
            return self.string().map(|id| EnvelopeId::String(Cow::Borrowed(id)));
        }
        let length = self.0.as_bytes().iter().take_while(|byte| byte.is_ascii_digit()).count();
        let (digits, rest) = self.0.split_at_checked(length)?;
        let plain = length == 1 || !digits.starts_with('0');
        // A fraction or an exponent would follow at once; what else must not stand here is found by
        // whoever reads on.
        self.0 = rest;
        digits.parse().ok().filter(|_| plain).map(EnvelopeId::Integer)
    }

    /// Any value: serde_json finds its end.
    fn value(&mut self) -> Option<&'a RawValue> {
        self.space();
        let value =
            <&RawValue>::deserialize(&mut serde_json::Deserializer::from_str(self.0)).ok()?;
        self.0 = self.0.get(value.get().len()..)?;
        Some(value)
    }
}
