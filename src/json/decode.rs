//! Reading with an error that says where.

use std::cell::Cell;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{self, Deserialize, DeserializeOwned, DeserializeSeed, IgnoredAny};
use serde_json::Value;

/// The most characters of a path or a message: an error may quote the value, and is no place for
/// a megabyte of it.
const LONGEST: usize = 300;

/// Reads a JSON text.
///
/// The text is read once, straight into `T`. Only a text that fails is read again, to find out
/// where it did.
///
/// # Errors
///
/// When the text is not JSON, or not a `T`.
pub fn from_str<T: DeserializeOwned>(text: &str) -> Result<T, DecodeError> {
    serde_json::from_str(text).map_err(|error| explain::<T>(&error, text.as_bytes()))
}

/// Reads a JSON text in UTF-8, as [`from_str`] does.
///
/// # Errors
///
/// When the bytes are not JSON, or not a `T`.
pub fn from_slice<T: DeserializeOwned>(text: &[u8]) -> Result<T, DecodeError> {
    serde_json::from_slice(text).map_err(|error| explain::<T>(&error, text))
}

/// Reads a value that was parsed before.
///
/// # Errors
///
/// When the value is not a `T`.
pub fn from_value<T: DeserializeOwned>(value: Value) -> Result<T, DecodeError> {
    T::deserialize(&value).map_err(|error| locate::<T>(&error, value.to_string().as_bytes()))
}

/// Why a text or a value could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DecodeError {
    /// The text is not JSON.
    #[error("not JSON: {message} at line {line} column {column}")]
    #[non_exhaustive]
    Syntax {
        /// What is wrong.
        message: String,
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
    },
    /// The text is JSON, and not what was expected.
    #[error("{path}{}{message}", if path.is_empty() { "" } else { ": " })]
    #[non_exhaustive]
    Shape {
        /// Where: `result.content[0].name`. Empty for the whole value.
        path: String,
        /// What is wrong there.
        message: String,
    },
}

impl DecodeError {
    /// Where in the value it failed: `result.content[0].name`.
    ///
    /// Empty for the whole value, and when the text is not JSON.
    #[must_use]
    pub fn path(&self) -> &str {
        match self {
            DecodeError::Syntax { .. } => "",
            DecodeError::Shape { path, .. } => path,
        }
    }

    /// The same error, seen from further out: `outer` is the path to the value that was read.
    ///
    /// ```
    /// let arguments: mcp_typestate::json::RawObject = mcp_typestate::from_str(r#"{"days":[1]}"#)?;
    /// let error = arguments.decode::<std::collections::BTreeMap<String, u8>>().unwrap_err();
    /// assert_eq!(error.at("params.arguments").path(), "params.arguments.days");
    /// # Ok::<(), mcp_typestate::DecodeError>(())
    /// ```
    #[must_use]
    pub fn at(self, outer: &str) -> DecodeError {
        match self {
            DecodeError::Shape { path, message } => {
                DecodeError::Shape { path: bounded(join(outer, &path)), message }
            }
            syntax @ DecodeError::Syntax { .. } => syntax,
        }
    }

    /// The same error as the error of a reader, at a member of the object that it reads.
    pub(crate) fn inside<E: de::Error>(self, member: &str) -> E {
        match self.at(member) {
            DecodeError::Shape { path, message } => inside(&path, message),
            syntax @ DecodeError::Syntax { .. } => inside(member, syntax),
        }
    }

    fn syntax(error: &serde_json::Error) -> DecodeError {
        DecodeError::Syntax {
            message: bounded(message(error)),
            line: error.line(),
            column: error.column(),
        }
    }

    fn shape(path: &str, message: &str) -> DecodeError {
        if let Some((inner, message)) = found_inside(message) {
            return DecodeError::shape(&join(path, &inner), message);
        }
        // serde names the member in the message, where a path belongs to the object around it.
        for what in ["missing field", "duplicate field"] {
            let name = message
                .strip_prefix(what)
                .and_then(|rest| rest.strip_prefix(" `"))
                .and_then(|rest| rest.strip_suffix('`'));
            if let Some(name) = name {
                let path = bounded(join(path, name));
                return DecodeError::Shape { path, message: what.to_owned() };
            }
        }
        DecodeError::Shape { path: bounded(path.to_owned()), message: bounded(message.to_owned()) }
    }
}

/// An error of serde_json's own, which knows no path.
impl From<serde_json::Error> for DecodeError {
    fn from(error: serde_json::Error) -> DecodeError {
        if error.is_syntax() || error.is_eof() {
            DecodeError::syntax(&error)
        } else {
            DecodeError::shape("", &message(&error))
        }
    }
}

/// The message of serde_json's error, without the position that it appends.
pub(super) fn message(error: &serde_json::Error) -> String {
    let mut message = error.to_string();
    let position = format!(" at line {} column {}", error.line(), error.column());
    if message.ends_with(&position) {
        message.truncate(message.len() - position.len());
    }
    message
}

/// Says where and why a text failed.
pub(crate) fn explain<'de, T: Deserialize<'de>>(
    error: &serde_json::Error,
    text: &'de [u8],
) -> DecodeError {
    if !error.is_data() {
        return DecodeError::syntax(error);
    }
    if let Err(error) = serde_json::from_slice::<IgnoredAny>(text) {
        return DecodeError::syntax(&error);
    }
    locate::<T>(error, text)
}

/// Reads once more and keeps track of the path. Should nothing fail this time, `error` it is.
fn locate<'de, T: Deserialize<'de>>(error: &serde_json::Error, text: &'de [u8]) -> DecodeError {
    let _locating = Locating::start();
    match track(text, PhantomData::<T>) {
        Ok(_) => DecodeError::shape("", &message(error)),
        Err(error) => error,
    }
}

/// Reads a text and keeps track of the path.
pub(super) fn track<'de, S>(text: &'de [u8], seed: S) -> Result<S::Value, DecodeError>
where
    S: DeserializeSeed<'de>,
{
    let mut track = serde_path_to_error::Track::new();
    let mut text = serde_json::Deserializer::from_slice(text);
    let text = serde_path_to_error::Deserializer::new(&mut text, &mut track);
    seed.deserialize(text).map_err(|error| match track.path().to_string() {
        root if root == "." => DecodeError::shape("", &message(&error)),
        path => DecodeError::shape(&path, &message(&error)),
    })
}

thread_local! {
    static LOCATING: Cell<bool> = const { Cell::new(false) };
}

/// While it lives, this thread reads something once more to find out where it fails.
///
/// Members that were read ahead are then read with their own track. Nobody could tell them by an
/// argument: between here and there lie the `Deserialize` impls of others.
struct Locating {
    before: bool,
}

impl Locating {
    fn start() -> Locating {
        Locating { before: LOCATING.replace(true) }
    }
}

impl Drop for Locating {
    fn drop(&mut self) {
        LOCATING.set(self.before);
    }
}

/// Whether this thread wants to know where a failure is.
pub(super) fn is_locating() -> bool {
    LOCATING.get()
}

/// An error inside a member that was read ahead, as the reader's own kind of error.
///
/// That has no place for a path: the message starts with it, and [`found_inside`] takes it out. A
/// backtick in it, which a peer may have put there, is doubled.
pub(crate) fn inside<E: de::Error>(path: &str, message: impl fmt::Display) -> E {
    let path = path.replace('`', "``");
    E::custom(format_args!("at `{path}`: {message}"))
}

/// The path at the start of a message, and the rest of it.
fn found_inside(message: &str) -> Option<(String, &str)> {
    let quoted = message.strip_prefix("at `")?;
    let mut backticks = quoted.match_indices('`').peekable();
    while let Some((end, _)) = backticks.next() {
        if backticks.next_if(|(next, _)| *next == end + 1).is_none() {
            let (path, rest) = quoted.split_at_checked(end)?;
            return Some((path.replace("``", "`"), rest.strip_prefix("`: ")?));
        }
    }
    None
}

fn join(outer: &str, inner: &str) -> String {
    let dot = if outer.is_empty() || inner.is_empty() || inner.starts_with('[') { "" } else { "." };
    format!("{outer}{dot}{inner}")
}

fn bounded(mut text: String) -> String {
    if let Some((end, _)) = text.char_indices().nth(LONGEST) {
        text.truncate(end);
        text.push('…');
    }
    text
}

#[cfg(test)]
mod tests;
