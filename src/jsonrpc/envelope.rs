//! A message seen from outside: what it is and where its body lies, all of it borrowed.

mod plain;

use std::borrow::Cow;
use std::fmt;

use serde::de::{self, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

use super::id::BorrowedId;
use super::{RequestId, VERSION};
use crate::json::{self, DecodeError};

/// What a message is and whom it concerns, while its body stays the text that it came as.
///
/// For a gateway, which only routes: the members of the envelope are read and everything else is
/// skipped over, so that it costs hardly more than finding the message's end. And for a server that
/// could not read a request: the envelope says which id the error has to name.
///
/// It is read from text alone, which it borrows from. That the whole text is JSON is known then,
/// and no more about the body. Members beside the protocol's own are skipped; they are still in the
/// text that a gateway passes on. The leniencies are those of [`Message`](super::Message).
///
/// ```
/// # #[cfg(feature = "v2025_11_25")] {
/// use mcp_typestate::jsonrpc::{Envelope, ErrorCode, ErrorObject, Reply};
/// use mcp_typestate::{json, v2025_11_25::ClientMessage};
///
/// let text = r#"{"jsonrpc":"2.0","id":"a7","method":"tools/call","params":{"name":7}}"#;
/// let reply: Option<Reply> = match json::from_str::<ClientMessage>(text) {
///     Ok(_) => None,
///     Err(error) => match Envelope::from_str(text)? {
///         Envelope::Request { id, .. } => {
///             let error = ErrorObject::new(ErrorCode::INVALID_PARAMS, error.to_string());
///             Some(Reply::error(id, error))
///         }
///         _ => None, // nobody waits for an answer
///     },
/// };
/// let reply = serde_json::to_string(&reply)?;
/// assert!(reply.starts_with(r#"{"jsonrpc":"2.0","id":"a7","error":{"code":-32602,"#));
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Where a batch may come (2025-03-26), read a `Vec<Envelope>` from a text that starts with `[`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Envelope<'a> {
    /// The peer asks for something.
    #[non_exhaustive]
    Request {
        /// What the reply has to name.
        id: EnvelopeId<'a>,
        /// What is asked.
        method: Cow<'a, str>,
        /// The text of the parameters; `None` when they are absent or null.
        params: Option<&'a str>,
    },
    /// The peer tells something.
    #[non_exhaustive]
    Notification {
        /// What is told.
        method: Cow<'a, str>,
        /// The text of the parameters; `None` when they are absent or null.
        params: Option<&'a str>,
    },
    /// The peer answers with a result.
    #[non_exhaustive]
    Result {
        /// The request's id.
        id: EnvelopeId<'a>,
        /// The text of the result.
        result: &'a str,
    },
    /// The peer answers with an error.
    #[non_exhaustive]
    Error {
        /// The request's id; `None` when the peer could not read the request.
        id: Option<EnvelopeId<'a>>,
        /// The text of the error.
        error: &'a str,
    },
}

/// A request's id, borrowed from the message: see [`RequestId`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum EnvelopeId<'a> {
    /// A JSON integer.
    Integer(i64),
    /// A JSON string.
    String(Cow<'a, str>),
}

impl<'a> Envelope<'a> {
    /// Reads the envelope of a message.
    ///
    /// # Errors
    ///
    /// When the text is not JSON, or not a message: it has no `method`, `result` or `error`, has
    /// what excludes each other, or an id that is neither an integer nor a string.
    #[allow(clippy::should_implement_trait)] // The trait cannot lend from the text.
    pub fn from_str(text: &'a str) -> Result<Envelope<'a>, DecodeError> {
        if let Some(envelope) = plain::read(text) {
            return Ok(envelope);
        }
        serde_json::from_str(text)
            .map_err(|error| json::explain::<Envelope<'_>>(&error, text.as_bytes()))
    }

    /// Reads the envelope of a message in UTF-8, as [`from_str`](Envelope::from_str) does.
    ///
    /// # Errors
    ///
    /// The same, and when the bytes are not UTF-8.
    pub fn from_slice(text: &'a [u8]) -> Result<Envelope<'a>, DecodeError> {
        if let Some(envelope) = str::from_utf8(text).ok().and_then(plain::read) {
            return Ok(envelope);
        }
        serde_json::from_slice(text).map_err(|error| json::explain::<Envelope<'_>>(&error, text))
    }

    /// The id: the request's own, or that of the request which is answered.
    #[must_use]
    pub fn id(&self) -> Option<&EnvelopeId<'a>> {
        match self {
            Envelope::Request { id, .. } | Envelope::Result { id, .. } => Some(id),
            Envelope::Error { id, .. } => id.as_ref(),
            Envelope::Notification { .. } => None,
        }
    }

    /// The method; `None` for a reply.
    #[must_use]
    pub fn method(&self) -> Option<&str> {
        match self {
            Envelope::Request { method, .. } | Envelope::Notification { method, .. } => {
                Some(method)
            }
            Envelope::Result { .. } | Envelope::Error { .. } => None,
        }
    }
}

impl From<EnvelopeId<'_>> for RequestId {
    fn from(id: EnvelopeId<'_>) -> RequestId {
        match id {
            EnvelopeId::Integer(integer) => RequestId::Integer(integer),
            EnvelopeId::String(string) => RequestId::String(string.into_owned()),
        }
    }
}

impl<'a> From<&'a RequestId> for EnvelopeId<'a> {
    fn from(id: &'a RequestId) -> EnvelopeId<'a> {
        match id {
            RequestId::Integer(integer) => EnvelopeId::Integer(*integer),
            RequestId::String(string) => EnvelopeId::String(Cow::Borrowed(string)),
        }
    }
}

impl PartialEq<RequestId> for EnvelopeId<'_> {
    fn eq(&self, other: &RequestId) -> bool {
        match (self, other) {
            (EnvelopeId::Integer(this), RequestId::Integer(other)) => this == other,
            (EnvelopeId::String(this), RequestId::String(other)) => this == other,
            _ => false,
        }
    }
}

impl fmt::Display for EnvelopeId<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EnvelopeId::Integer(integer) => integer.fmt(f),
            EnvelopeId::String(string) => string.fmt(f),
        }
    }
}

impl Serialize for EnvelopeId<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            EnvelopeId::Integer(integer) => serializer.serialize_i64(*integer),
            EnvelopeId::String(string) => serializer.serialize_str(string),
        }
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for EnvelopeId<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(BorrowedId)
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Envelope<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(EnvelopeVisitor)
    }
}

struct EnvelopeVisitor;

impl<'de> Visitor<'de> for EnvelopeVisitor {
    type Value = Envelope<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a message")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Envelope<'de>, A::Error> {
        let mut parts = Parts::default();
        while let Some(member) = map.next_key()? {
            match member {
                Member::Version => once("jsonrpc", &mut parts.version, map.next_value()?)?,
                Member::Id => once("id", &mut parts.id, map.next_value()?)?,
                // These may be null first, as in a message: that is absent.
                Member::Method => {
                    absent("method", &parts.method)?;
                    parts.method = map.next_value()?;
                }
                Member::Params => once("params", &mut parts.params, map.next_value()?)?,
                Member::Result => once("result", &mut parts.result, map.next_value()?)?,
                Member::Error => {
                    absent("error", &parts.error)?;
                    parts.error =
                        Some(map.next_value::<&RawValue>()?).filter(|it| it.get() != "null");
                }
                // A value that is ignored need not be UTF-8 where the input is bytes; this has to be.
                Member::Other => {
                    map.next_value::<&RawValue>()?;
                }
            }
        }
        parts.message()
    }
}

/// The members of a message, before it is decided what it is.
#[derive(Default)]
struct Parts<'de> {
    version: Option<Version>,
    id: Option<Option<EnvelopeId<'de>>>,
    method: Option<Text<'de>>,
    params: Option<&'de RawValue>,
    result: Option<&'de RawValue>,
    error: Option<&'de RawValue>,
}

impl<'de> Parts<'de> {
    fn message<E: de::Error>(self) -> Result<Envelope<'de>, E> {
        let not_null =
            |raw: Option<&'de RawValue>| raw.map(RawValue::get).filter(|it| *it != "null");
        self.version.ok_or_else(|| E::missing_field("jsonrpc"))?;
        let is_null = self.id == Some(None);
        let id = self.id.flatten();
        let params = not_null(self.params);
        let (result, error) = (not_null(self.result), not_null(self.error));

        let Some(Text(method)) = self.method else {
            if params.is_some() {
                return Err(E::missing_field("method"));
            }
            return match (self.result, result, error) {
                (_, Some(_), Some(_)) => {
                    Err(E::custom("a reply has a `result` or an `error`, not both"))
                }
                (_, None, Some(error)) => Ok(Envelope::Error { id, error }),
                (Some(result), _, None) => {
                    let id = id.ok_or_else(|| E::missing_field("id"))?;
                    Ok(Envelope::Result { id, result: result.get() })
                }
                (None, _, None) => {
                    Err(E::custom("a message has a `method`, a `result` or an `error`"))
                }
            };
        };
        if result.is_some() || error.is_some() {
            return Err(E::custom("a message has a `method` or a reply, not both"));
        }
        match id {
            Some(id) => Ok(Envelope::Request { id, method, params }),
            // Taken for absent, it would make a notification of a request that nobody can answer.
            None if is_null => {
                Err(json::inside("id", "invalid type: null, expected an integer or a string"))
            }
            None => Ok(Envelope::Notification { method, params }),
        }
    }
}

fn once<T, E: de::Error>(name: &'static str, slot: &mut Option<T>, value: T) -> Result<(), E> {
    absent(name, slot)?;
    *slot = Some(value);
    Ok(())
}

fn absent<T, E: de::Error>(name: &'static str, slot: &Option<T>) -> Result<(), E> {
    if slot.is_none() { Ok(()) } else { Err(E::duplicate_field(name)) }
}

/// A member of the envelope, by its name.
enum Member {
    Version,
    Id,
    Method,
    Params,
    Result,
    Error,
    Other,
}

impl<'de> Deserialize<'de> for Member {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Member, D::Error> {
        deserializer.deserialize_identifier(MemberVisitor)
    }
}

struct MemberVisitor;

impl Visitor<'_> for MemberVisitor {
    type Value = Member;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a member's name")
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<Member, E> {
        Ok(match name {
            "jsonrpc" => Member::Version,
            "id" => Member::Id,
            "method" => Member::Method,
            "params" => Member::Params,
            "result" => Member::Result,
            "error" => Member::Error,
            _ => Member::Other,
        })
    }
}

/// The one version that there is.
struct Version;

impl<'de> Deserialize<'de> for Version {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Version, D::Error> {
        let Text(version) = Text::deserialize(deserializer)?;
        if version == VERSION {
            return Ok(Version);
        }
        let version = de::Unexpected::Str(&version);
        Err(de::Error::custom(format_args!("invalid value: {version}, expected {VERSION:?}")))
    }
}

/// A string that is borrowed unless it has escapes.
struct Text<'de>(Cow<'de, str>);

impl<'de> Deserialize<'de> for Text<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::lent(deserializer).map(Text)
    }
}

#[cfg(test)]
mod tests;
