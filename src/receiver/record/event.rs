//! What happens to a task.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::json::Raw;
use crate::jsonrpc::ErrorObject;

/// Something that happens to a task.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event {
    /// The work goes on, and has this to say.
    Progress(String),
    /// The work waits for something from the requestor's side.
    NeedInput {
        /// In words, what for.
        message: String,
        /// Requests to the requestor's side, by key: objects with a `method`, and `params` if it
        /// has any. The extension lists them in the task; in the other dialects they are sent as
        /// [messages](super::Record::questions). A key is used once in a task's life; one that is
        /// outstanding may be listed on, as it is.
        requests: BTreeMap<String, Value>,
    },
    /// What was waited for has come, or is no longer needed. It changes nothing for a task that is
    /// at work.
    InputGiven,
    /// The requestor's side has answered requests, by key: in `tasks/update` (extension), or in
    /// replies to messages. Answers to requests that are not outstanding are ignored; with the last
    /// one the task goes on.
    Answer(BTreeMap<String, Payload>),
    /// The task is to be kept for another time, from its creation; none is unlimited (extension).
    Ttl(Option<Duration>),
    /// Requestors are to poll at another pace.
    PollInterval(Duration),
    /// The work is done. With an error, or outside the extension with a tool's result that has
    /// `isError`, it has failed.
    Complete(Payload),
    /// The work did not succeed; with an error, a result that tells why, or nothing. In the
    /// extension a result completes the task, as the protocol wants it there. A failed task's
    /// `statusMessage` is the error's message or the result's first text, up to a thousand
    /// characters of it.
    Fail(Option<Payload>),
    /// The requestor wants no more of it.
    Cancel,
}

/// What a request is answered with: the one that a task carries out, in the end, or one that the
/// task asks meanwhile.
///
/// A result is JSON text, written once and sent as it is: its members' order and its numbers' text
/// stay. It comes from a typed result with [`Payload::of`], from a [`Value`] with `From`, and text
/// that is there already is a [`Raw`]. It is read with [`Raw::decode`].
///
/// ```
/// use mcp_typestate::json::Raw;
/// use mcp_typestate::receiver::Payload;
///
/// let answer = Payload::Result(Raw::from_text(r#"{"action":"accept","price":1.50}"#)?);
/// let Some(text) = answer.result() else { panic!("it is a result") };
/// let read: serde_json::Value = text.decode()?;
/// assert_eq!(read["action"], "accept");
/// assert_eq!(text.get(), r#"{"action":"accept","price":1.50}"#);
/// # Ok::<(), mcp_typestate::json::DecodeError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Payload {
    /// The operation's result, as JSON text.
    Result(Raw),
    /// A JSON-RPC error.
    Error(Box<ErrorObject>),
}

/// How many characters of a failure's words a status message repeats: it goes out with each answer
/// about the task, and a hundred times in a page of a list.
const LONGEST: usize = 1_000;

impl Payload {
    /// A typed result.
    ///
    /// # Errors
    /// When it cannot be written as a JSON object, which every result is.
    pub fn of(result: &impl Serialize) -> Result<Self, PayloadError> {
        match Raw::from_value(result) {
            Ok(result) if result.is_object() => Ok(Self::Result(result)),
            Ok(_) => Err(PayloadError::NotAnObject),
            Err(error) => Err(PayloadError::Unwritable(error.to_string())),
        }
    }

    /// The result, unless it is an error.
    #[must_use]
    pub fn result(&self) -> Option<&Raw> {
        match self {
            Self::Result(result) => Some(result),
            Self::Error(_) => None,
        }
    }

    /// What it says for people if it is a failure: an error's message, or the first text of a tool's
    /// result, or the beginning of a long one.
    pub(super) fn complaint(&self) -> Option<String> {
        self.complains().map(|mut words| {
            if let Some((end, _)) = words.char_indices().nth(LONGEST) {
                words.truncate(end);
                words.push('…');
            }
            words
        })
    }

    fn complains(&self) -> Option<String> {
        let result = match self {
            Self::Error(error) => return Some(error.message.clone()),
            Self::Result(result) => result.members().ok()?,
        };
        let content: Vec<&RawValue> = serde_json::from_str(result.get("content")?.get()).ok()?;
        // Of a member that is there twice, the last counts.
        let first: BTreeMap<String, &RawValue> =
            serde_json::from_str(content.first()?.get()).ok()?;
        serde_json::from_str(first.get("text")?.get()).ok()
    }
}

/// A result. A [`Value`] can always be written; whether it is an object is looked at when it is used.
impl From<Value> for Payload {
    fn from(result: Value) -> Self {
        Self::Result(Raw::written(&result))
    }
}

impl From<Raw> for Payload {
    fn from(result: Raw) -> Self {
        Self::Result(result)
    }
}

impl From<ErrorObject> for Payload {
    fn from(error: ErrorObject) -> Self {
        Self::Error(Box::new(error))
    }
}

/// Why a value is no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PayloadError {
    /// It is not written as a JSON object.
    #[error("a result is a JSON object: wrap the value in one")]
    NotAnObject,
    /// It cannot be written as JSON at all.
    #[error("the result cannot be written as JSON: {0}")]
    Unwritable(String),
}
