//! HTTP headers that let an intermediary route a request without reading its body (2026-07-28).

use std::borrow::Cow;

use crate::jsonrpc::AnyCall;

/// The header that has a request's method.
pub const MCP_METHOD: &str = "Mcp-Method";

/// The header that names what a request is about: a tool, a prompt, a resource's URI, a task's id.
pub const MCP_NAME: &str = "Mcp-Name";

/// What a request is about, as its body has it; none if its method has no [`MCP_NAME`], or its
/// parameters lack it. It may hold anything, line breaks too: in the header stands its
/// [`header_value`].
///
/// ```
/// use mcp_typestate::jsonrpc::AnyCall;
/// use mcp_typestate::routing;
/// use serde_json::json;
///
/// let poll = AnyCall::new("tasks/get", Some(json!({ "taskId": "t-1" })));
/// assert_eq!(routing::name(&poll), Some("t-1"));
/// assert_eq!(routing::name(&AnyCall::new("tools/list", None)), None);
/// ```
#[must_use]
pub fn name(call: &AnyCall) -> Option<&str> {
    let member = match call.method.as_str() {
        "tools/call" | "prompts/get" => "name",
        "resources/read" => "uri",
        "tasks/get" | "tasks/update" | "tasks/cancel" => "taskId",
        _ => return None,
    };
    call.params.as_ref()?.get(member)?.as_str()
}

/// A text as the value of [`MCP_NAME`], or of a header that has a tool's argument: as it is where
/// that is safe, and otherwise as `=?base64?…?=` over its UTF-8 (2026-07-28, streamable HTTP: value
/// encoding). What comes out is printable ASCII without white space at its edges, so no name adds a
/// header of its own.
///
/// ```
/// use mcp_typestate::routing::header_value;
///
/// assert_eq!(header_value("get_weather"), "get_weather");
/// assert_eq!(header_value("line1\nline2"), "=?base64?bGluZTEKbGluZTI=?=");
/// ```
#[must_use]
pub fn header_value(text: &str) -> Cow<'_, str> {
    let printable = text.bytes().all(|byte| matches!(byte, b' '..=b'~'));
    // What looks encoded would be decoded.
    let looks_encoded = text.starts_with(PREFIX) && text.ends_with(SUFFIX);
    if printable && text.trim_ascii() == text && !looks_encoded {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(format!("{PREFIX}{}{SUFFIX}", encode(text.as_bytes())))
    }
}

/// The text that a header's value stands for: the inverse of [`header_value`]. None for what no
/// client may send, a value with characters that no header has, or one that is marked as encoded
/// and is not: the request is then refused (-32020), as it is where the text is not that of the
/// body.
///
/// ```
/// use mcp_typestate::routing::from_header_value;
///
/// assert_eq!(from_header_value("get_weather").as_deref(), Some("get_weather"));
/// assert_eq!(from_header_value("=?base64?IHBhZGRlZCA=?=").as_deref(), Some(" padded "));
/// assert_eq!(from_header_value("=?base64?*?="), None);
/// ```
#[must_use]
pub fn from_header_value(value: &str) -> Option<Cow<'_, str>> {
    match value.strip_prefix(PREFIX).and_then(|rest| rest.strip_suffix(SUFFIX)) {
        Some(digits) => String::from_utf8(decode(digits)?).ok().map(Cow::Owned),
        None => {
            let readable = value.bytes().all(|byte| matches!(byte, b'\t' | b' '..=b'~'));
            readable.then_some(Cow::Borrowed(value))
        }
    }
}

const PREFIX: &str = "=?base64?";
const SUFFIX: &str = "?=";

/// The digits of Base64 (RFC 4648, section 4). It is short enough to be no dependency.
const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let shifted = chunk.iter().zip([16, 8, 0]).map(|(byte, by)| u32::from(*byte) << by);
        let group = shifted.fold(0, |group, byte| group | byte);
        // One byte takes two digits, two take three.
        for (place, by) in [18, 12, 6, 0].into_iter().enumerate() {
            let digit = usize::try_from(group >> by & 63).ok().and_then(|it| DIGITS.get(it));
            let digit = digit.filter(|_| place <= chunk.len());
            text.push(digit.map_or('=', |digit| char::from(*digit)));
        }
    }
    text
}

/// The bytes of digits as [`encode`] writes them: there is one way.
fn decode(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    for chunk in text.trim_end_matches('=').as_bytes().chunks(4) {
        let mut group = 0;
        for (digit, by) in chunk.iter().zip([18, 12, 6, 0]) {
            let (value, _) = (0_u32..).zip(DIGITS).find(|(_, it)| *it == digit)?;
            group |= value << by;
        }
        let [_, group @ ..] = group.to_be_bytes();
        bytes.extend(group.into_iter().take(chunk.len() - 1));
    }
    (encode(&bytes) == text).then_some(bytes)
}
