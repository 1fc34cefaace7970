//! Replies: a result, or an error.

use serde::de::value::UnitDeserializer;
use serde::de::{self, DeserializeOwned, MapAccess};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{ErrorObject, RequestId, VERSION};
use crate::json::{
    self, DecodeError, Extra, Nullable, Raw, ReadMembers, Reader, WriteMembers, Writer, present,
};
use crate::method::Request;

/// The reply to one request.
///
/// A reply does not say what it answers; the id does. Where the request is known beforehand, read
/// a `Reply<R::Reply>` at once. Otherwise read a `Reply`, which keeps the result as its text, and
/// give it its type with [`typed`](Reply::typed).
#[derive(Clone, Debug, PartialEq)]
pub enum Reply<T = Raw> {
    /// The request succeeded.
    Result(ResultMessage<T>),
    /// The request failed.
    Error(ErrorMessage),
}

/// A reply that carries a result.
#[derive(Clone, Debug, PartialEq)]
pub struct ResultMessage<T = Raw> {
    /// The request's id.
    pub id: RequestId,
    /// The result.
    pub result: T,
    /// Members that the protocol does not name.
    pub extra: Extra,
}

/// A reply that carries an error.
#[derive(Clone, Debug, PartialEq)]
pub struct ErrorMessage {
    /// The request's id; `None` when the request could not be read. Then it is left out when
    /// written, as the protocol has it since 2025-11-25, where JSON-RPC says null.
    pub id: Option<RequestId>,
    /// The error.
    pub error: ErrorObject,
    /// Members that the protocol does not name.
    pub extra: Extra,
}

impl<T> Reply<T> {
    /// A reply with a result.
    pub fn ok(id: impl Into<RequestId>, result: T) -> Reply<T> {
        Reply::Result(ResultMessage { id: id.into(), result, extra: Extra::new() })
    }

    /// A reply with an error. It may stand for a reply of any type; where none is asked for, say
    /// `Reply`, or let the request [refuse](super::RequestMessage::refuse).
    pub fn error(id: impl Into<RequestId>, error: ErrorObject) -> Reply<T> {
        Reply::Error(ErrorMessage::new(id, error))
    }

    /// The id of the request that this answers; `None` for an error that answers none.
    #[must_use]
    pub fn id(&self) -> Option<&RequestId> {
        match self {
            Reply::Result(message) => Some(&message.id),
            Reply::Error(message) => message.id.as_ref(),
        }
    }

    /// The result, or the error in its place, without the envelope.
    ///
    /// # Errors
    ///
    /// The one that the reply carries.
    pub fn into_result(self) -> Result<T, ErrorObject> {
        match self {
            Reply::Result(message) => Ok(message.result),
            Reply::Error(message) => Err(message.error),
        }
    }
}

impl ErrorMessage {
    /// A reply to the request of this id. One that answers none is built with its fields.
    pub fn new(id: impl Into<RequestId>, error: ErrorObject) -> ErrorMessage {
        ErrorMessage { id: Some(id.into()), error, extra: Extra::new() }
    }
}

impl Reply {
    /// Reads the result as that of the request `R`, which this reply answers.
    ///
    /// ```
    /// # #[cfg(feature = "v2025_11_25")] {
    /// # use mcp_typestate::jsonrpc::Reply;
    /// # fn of(reply: Reply) -> Result<(), Box<dyn std::error::Error>> {
    /// use mcp_typestate::v2025_11_25::{Initialize, InitializeResult};
    ///
    /// let welcome: InitializeResult = reply.typed::<Initialize>()?.into_result()?;
    /// # Ok(())
    /// # }
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// When the result is not the request's; the path starts with `result`.
    pub fn typed<R: Request>(self) -> Result<Reply<R::Reply>, DecodeError> {
        match self {
            Reply::Result(message) => {
                let result = message.decode::<R>()?;
                Ok(Reply::Result(ResultMessage { id: message.id, result, extra: message.extra }))
            }
            Reply::Error(message) => Ok(Reply::Error(message)),
        }
    }
}

impl ResultMessage {
    /// Reads the result as that of the request `R`, which this message answers.
    ///
    /// # Errors
    ///
    /// When the result is not the request's; the path starts with `result`.
    pub fn decode<R: Request>(&self) -> Result<R::Reply, DecodeError> {
        self.result.decode().map_err(|error| error.at("result"))
    }
}

impl<T: DeserializeOwned> Reply<T> {
    /// Decides what a reply is, once all of its members are known.
    #[inline]
    pub(super) fn of<E: de::Error>(
        id: Option<RequestId>,
        result: Nullable<T>,
        error: Option<ErrorObject>,
        extra: Extra,
    ) -> Result<Reply<T>, E> {
        let result = match (result, error) {
            (Nullable::Value(_), Some(_)) => {
                return Err(E::custom("a reply has a `result` or an `error`, not both"));
            }
            (_, Some(error)) => return Ok(Reply::Error(ErrorMessage { id, error, extra })),
            (Nullable::Absent, None) => return Err(E::missing_field("result")),
            (Nullable::Null, None) => T::deserialize(UnitDeserializer::<E>::new())
                .map_err(|error| json::inside("result", error))?,
            (Nullable::Value(result), None) => result,
        };
        Ok(Reply::Result(ResultMessage { id: present("id", id)?, result, extra }))
    }
}

/// The members of a reply, before it is decided what it is.
struct Parts<T> {
    id: Option<RequestId>,
    result: Nullable<T>,
    error: Option<ErrorObject>,
    extra: Extra,
}

/// The position of a reply's member.
fn position(name: &str) -> Option<usize> {
    match name {
        "jsonrpc" => Some(0),
        "id" => Some(1),
        "result" => Some(2),
        "error" => Some(3),
        _ => None,
    }
}

impl<T: DeserializeOwned> ReadMembers for Parts<T> {
    #[inline]
    fn read<'de, A: MapAccess<'de>>(members: &mut Reader<'de, A>) -> Result<Self, A::Error> {
        let (mut id, mut error) = (None, None);
        let mut result = Nullable::Absent;
        let mut extra = Extra::new();
        while let Some(member) = members.next_by(position)? {
            match member {
                Some(0) => members.constant("jsonrpc", VERSION)?,
                Some(1) => members.optional("id", &mut id)?,
                Some(2) => members.nullable("result", &mut result)?,
                Some(3) => members.optional("error", &mut error)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        members.constant_seen("jsonrpc")?;
        Ok(Parts { id, result, error, extra })
    }
}

impl<T: DeserializeOwned> ReadMembers for Reply<T> {
    // Not by way of `Parts`: a result may be large, and would be moved on from place to place.
    fn read<'de, A: MapAccess<'de>>(members: &mut Reader<'de, A>) -> Result<Self, A::Error> {
        let (mut id, mut result, mut error) = (None, None, None);
        let mut is_null = false;
        let mut extra = Extra::new();
        while let Some(member) = members.next_by(position)? {
            match member {
                Some(0) => members.constant("jsonrpc", VERSION)?,
                Some(1) => members.optional("id", &mut id)?,
                Some(2) if is_null => return Err(de::Error::duplicate_field("result")),
                Some(2) => {
                    members.optional("result", &mut result)?;
                    is_null = result.is_none();
                }
                Some(3) => members.optional("error", &mut error)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        members.constant_seen("jsonrpc")?;
        match (result, error) {
            (Some(result), None) => {
                Ok(Reply::Result(ResultMessage { id: present("id", id)?, result, extra }))
            }
            (Some(result), error) => Reply::of(id, Nullable::Value(result), error, extra),
            (None, error) => {
                Reply::of(id, if is_null { Nullable::Null } else { Nullable::Absent }, error, extra)
            }
        }
    }
}

impl<T: DeserializeOwned> ReadMembers for ResultMessage<T> {
    fn read<'de, A: MapAccess<'de>>(members: &mut Reader<'de, A>) -> Result<Self, A::Error> {
        match Reply::read(members)? {
            Reply::Result(message) => Ok(message),
            Reply::Error(_) => Err(de::Error::missing_field("result")),
        }
    }
}

impl ReadMembers for ErrorMessage {
    fn read<'de, A: MapAccess<'de>>(members: &mut Reader<'de, A>) -> Result<Self, A::Error> {
        let Parts { id, result, error, extra } = Parts::<Raw>::read(members)?;
        let error = Some(present("error", error)?);
        match Reply::of(id, result, error, extra)? {
            Reply::Error(message) => Ok(message),
            Reply::Result(_) => Err(de::Error::missing_field("error")),
        }
    }
}

impl<T: Serialize> Serialize for Reply<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Reply::Result(message) => message.serialize(serializer),
            Reply::Error(message) => message.serialize(serializer),
        }
    }
}

impl<T: Serialize> WriteMembers for ResultMessage<T> {
    fn write<W: SerializeMap>(&self, members: &mut Writer<W>) -> Result<(), W::Error> {
        members.constant("jsonrpc", VERSION)?;
        members.required("id", &self.id)?;
        members.required("result", &self.result)?;
        members.extra(&self.extra)
    }
}

impl<T: Serialize> Serialize for ResultMessage<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}

impl WriteMembers for ErrorMessage {
    fn write<W: SerializeMap>(&self, members: &mut Writer<W>) -> Result<(), W::Error> {
        members.constant("jsonrpc", VERSION)?;
        members.optional("id", &self.id)?;
        members.required("error", &self.error)?;
        members.extra(&self.extra)
    }
}

impl Serialize for ErrorMessage {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}

impl<'de, T: DeserializeOwned> Deserialize<'de> for Reply<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}

impl<'de, T: DeserializeOwned> Deserialize<'de> for ResultMessage<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}

impl<'de> Deserialize<'de> for ErrorMessage {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}

#[cfg(test)]
mod tests;
