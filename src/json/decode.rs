//! Reading with an error that says where.

use serde::Deserializer;
use serde::de::{Deserialize, DeserializeOwned};
use serde_json::Value;

use super::tags_first::TagsFirst;

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
    T::deserialize(&value).map_err(|error| {
        locate::<T, _>(TagsFirst(value)).unwrap_or_else(|| DecodeError::shape("", &message(&error)))
    })
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
    pub(crate) fn at(self, outer: &str) -> DecodeError {
        match self {
            DecodeError::Shape { path, message } => {
                DecodeError::Shape { path: join(outer, &path), message }
            }
            syntax @ DecodeError::Syntax { .. } => syntax,
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
fn explain<T: DeserializeOwned>(error: &serde_json::Error, text: &[u8]) -> DecodeError {
    if !error.is_data() {
        return DecodeError::syntax(error);
    }
    let value = match serde_json::from_slice::<Value>(text) {
        Ok(value) => value,
        Err(error) => return DecodeError::syntax(&error),
    };
    // A value has no duplicate members, which the text may have failed for.
    locate::<T, _>(TagsFirst(value))
        .or_else(|| locate::<T, _>(&mut serde_json::Deserializer::from_slice(text)))
        .unwrap_or_else(|| DecodeError::shape("", &message(error)))
}

/// Reads once more and keeps track of the path; `None` when nothing fails this time.
fn locate<'de, T, D>(deserializer: D) -> Option<DecodeError>
where
    T: Deserialize<'de>,
    D: Deserializer<'de, Error = serde_json::Error>,
{
    let error = serde_path_to_error::deserialize::<D, T>(deserializer).err()?;
    let path = match error.path().to_string() {
        root if root == "." => String::new(),
        path => path,
    };
    Some(DecodeError::shape(&path, &message(error.inner())))
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
