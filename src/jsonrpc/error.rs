//! The errors that a reply carries.

use std::fmt;

use serde::de::{DeserializeSeed, MapAccess};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use crate::json::{self, Extra, Integer, ReadMembers, Reader, WriteMembers, Writer, present};

/// The code of an error: any integer, some of which have a meaning.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ErrorCode(pub i64);

/// One row per code: its constant, its number, its name and its meaning.
macro_rules! error_codes {
    ($($constant:ident = $code:literal, $name:literal, $doc:literal;)*) => {
        impl ErrorCode {
            $(
                #[doc = concat!("`", stringify!($code), "`: ", $doc)]
                pub const $constant: ErrorCode = ErrorCode($code);
            )*

            /// What the code is called; `None` for one without a meaning of its own.
            #[must_use]
            pub const fn name(self) -> Option<&'static str> {
                match self {
                    $(ErrorCode::$constant => Some($name),)*
                    _ => None,
                }
            }
        }
    };
}

error_codes! {
    PARSE_ERROR = -32700, "parse error", "the message is not JSON.";
    INVALID_REQUEST = -32600, "invalid request", "the message is not a request.";
    METHOD_NOT_FOUND = -32601, "method not found", "the receiver does not have the method.";
    INVALID_PARAMS = -32602, "invalid params", "the parameters are wrong, or name what is not there.";
    INTERNAL_ERROR = -32603, "internal error", "the receiver failed.";
    RESOURCE_NOT_FOUND = -32002, "resource not found",
        "there is no such resource (until 2025-11-25).";
    URL_ELICITATION_REQUIRED = -32042, "URL elicitation required",
        "the user has to visit a URL first (since 2025-11-25).";
    HEADER_MISMATCH = -32020, "header mismatch",
        "an HTTP header contradicts the message (since 2026-07-28).";
    MISSING_CLIENT_CAPABILITY = -32021, "missing client capability",
        "the request needs a capability that the client did not declare (since 2026-07-28).";
    UNSUPPORTED_PROTOCOL_VERSION = -32022, "unsupported protocol version",
        "the receiver does not speak the request's revision (since 2026-07-28).";
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => write!(f, "{} ({name})", self.0),
            None => self.0.fmt(f),
        }
    }
}

impl fmt::Debug for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ErrorCode({self})")
    }
}

impl From<i64> for ErrorCode {
    fn from(code: i64) -> ErrorCode {
        ErrorCode(code)
    }
}

impl Serialize for ErrorCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_i64(self.0)
    }
}

impl<'de> Deserialize<'de> for ErrorCode {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ErrorCode, D::Error> {
        Integer.deserialize(deserializer).map(ErrorCode)
    }
}

/// What a reply says when the request failed.
#[derive(Clone, Debug, PartialEq)]
pub struct ErrorObject {
    /// What kind of error it is.
    pub code: ErrorCode,
    /// What happened, in a sentence.
    pub message: String,
    /// Anything more, in a form that the code determines. null is kept apart from absent.
    pub data: Option<Value>,
    /// Members that the protocol does not name.
    pub extra: Extra,
}

impl ErrorObject {
    /// An error without data.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> ErrorObject {
        ErrorObject { code, message: message.into(), data: None, extra: Extra::new() }
    }

    /// The error for a request whose method the receiver does not have: -32601.
    pub fn method_not_found(method: &str) -> ErrorObject {
        ErrorObject::new(ErrorCode::METHOD_NOT_FOUND, format!("there is no method `{method}` here"))
    }

    /// The error with data.
    #[must_use]
    pub fn with_data(mut self, data: impl Into<Value>) -> ErrorObject {
        self.data = Some(data.into());
        self
    }
}

impl fmt::Display for ErrorObject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error {}: {}", self.code, self.message)
    }
}

impl std::error::Error for ErrorObject {}

impl ReadMembers for ErrorObject {
    fn read<'de, A: MapAccess<'de>>(members: &mut Reader<'de, A>) -> Result<Self, A::Error> {
        let (mut code, mut message, mut data) = (None, None, None);
        let mut extra = Extra::new();
        while let Some(member) = members.next_by(|name| match name {
            "code" => Some(0),
            "message" => Some(1),
            "data" => Some(2),
            _ => None,
        })? {
            match member {
                Some(0) => members.required("code", &mut code)?,
                Some(1) => members.required("message", &mut message)?,
                Some(2) => members.any("data", &mut data)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(ErrorObject {
            code: present("code", code)?,
            message: present("message", message)?,
            data,
            extra,
        })
    }
}

impl WriteMembers for ErrorObject {
    fn write<W: SerializeMap>(&self, members: &mut Writer<W>) -> Result<(), W::Error> {
        members.required("code", &self.code)?;
        members.required("message", &self.message)?;
        members.optional("data", &self.data)?;
        members.extra(&self.extra)
    }
}

impl Serialize for ErrorObject {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for ErrorObject {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn an_error_is_written_back() {
        for text in [
            r#"{"code":-32601,"message":"no"}"#,
            r#"{"code":1,"message":"","data":null,"more":[1]}"#,
            r#"{"code":0,"message":"m","data":{"a":0.5}}"#,
        ] {
            let error: ErrorObject = serde_json::from_str(text).unwrap();
            assert_eq!(serde_json::to_string(&error).unwrap(), text);
        }
    }

    #[test]
    fn an_error_has_a_code_and_a_message() {
        let error = json::from_str::<ErrorObject>(r#"{"message":"m"}"#).unwrap_err();
        assert_eq!(error.to_string(), "code: missing field");
        let error = json::from_str::<ErrorObject>(r#"{"code":1}"#).unwrap_err();
        assert_eq!(error.to_string(), "message: missing field");
    }

    #[test]
    fn a_known_code_is_named() {
        let error = ErrorObject::new(ErrorCode::METHOD_NOT_FOUND, "x/y").with_data(1);
        assert_eq!(error.to_string(), "error -32601 (method not found): x/y");
        assert_eq!(format!("{:?}", ErrorCode(7)), "ErrorCode(7)");
    }
}
