//! Whole messages: requests, notifications, and messages of any kind.

use serde::de::{self, MapAccess};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::body::Pending;
use super::{AnyCall, Body, Call, ErrorObject, Params, Reply, RequestId, VERSION};
use crate::json::{
    self, Nullable, Object, Raw, ReadMembers, Reader, WriteMembers, Writer, present,
};
use crate::method::{Notification, Request};

/// A message of any kind, for a side that receives the requests `Rq` and the notifications `Nt`.
#[derive(Clone, Debug, PartialEq)]
pub enum Message<Rq, Nt> {
    /// The peer asks for something.
    Request(RequestMessage<Rq>),
    /// The peer tells something.
    Notification(NotificationMessage<Nt>),
    /// The peer answers. Only the request of the same id says what the result is.
    Reply(Reply),
}

/// A message of any kind and any method.
pub type AnyMessage = Message<AnyCall, AnyCall>;

/// Messages that travel together: only in revision 2025-03-26, and never none.
///
/// Where a batch may come instead of a message, read a
/// [`OneOrMany<Message<_, _>>`](crate::json::OneOrMany).
pub type Batch<Rq = AnyCall, Nt = AnyCall> = Vec<Message<Rq, Nt>>;

/// A call that is answered.
#[derive(Clone, Debug, PartialEq)]
pub struct RequestMessage<B> {
    /// What the reply has to name. The sender does not use it twice.
    pub id: RequestId,
    /// What is asked. It also has the message's unknown members.
    pub body: B,
}

/// A call that nobody answers.
#[derive(Clone, Debug, PartialEq)]
pub struct NotificationMessage<B> {
    /// What is told. It also has the message's unknown members.
    pub body: B,
}

impl<M: Request> RequestMessage<Call<M>> {
    /// A request of the method `M`.
    pub fn new(id: impl Into<RequestId>, params: M::Params) -> RequestMessage<Call<M>> {
        RequestMessage { id: id.into(), body: Call::new(params) }
    }
}

impl<M: Notification> NotificationMessage<Call<M>> {
    /// A notification of the method `M`.
    pub fn new(params: M::Params) -> NotificationMessage<Call<M>> {
        NotificationMessage { body: Call::new(params) }
    }
}

impl<Rq: Body, Nt: Body> ReadMembers for Message<Rq, Nt> {
    fn read<'de, A: MapAccess<'de>>(members: &mut Reader<'de, A>) -> Result<Self, A::Error> {
        let mut id: Nullable<RequestId> = Nullable::Absent;
        let mut method: Option<String> = None;
        let mut read: Option<Said<Rq, Nt>> = None;
        let mut held: Option<Raw> = None;
        let mut result: Nullable<Raw> = Nullable::Absent;
        let mut error: Option<ErrorObject> = None;
        let mut extra = Object::new();
        while let Some(member) =
            members.next(&["jsonrpc", "id", "method", "params", "result", "error"])?
        {
            match member {
                0 => members.constant("jsonrpc", VERSION)?,
                1 => members.nullable("id", &mut id)?,
                2 => members.optional("method", &mut method)?,
                3 if read.is_some() => return Err(de::Error::duplicate_field("params")),
                3 => match method.as_deref() {
                    Some(method) if Said::<Rq, Nt>::is_decided(method, id.value()) => {
                        read = Some(Said::read(method, id.value(), Params::at_hand(members))?);
                    }
                    _ => members.required("params", &mut held)?,
                },
                4 => members.nullable("result", &mut result)?,
                5 => members.optional("error", &mut error)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        members.constant_seen("jsonrpc")?;
        let is_null = id == Nullable::Null;
        let id = id.into_value();

        let Some(method) = method else {
            if held.is_some_and(|params| !params.is_null()) {
                return Err(de::Error::missing_field("method"));
            }
            if result.is_absent() && error.is_none() {
                return Err(de::Error::custom(
                    "a message has a `method`, a `result` or an `error`",
                ));
            }
            return Reply::of(id, result, error, extra).map(Message::Reply);
        };
        if result.value().is_some() || error.is_some() {
            return Err(de::Error::custom("a message has a `method` or a reply, not both"));
        }
        // Taken for absent, it would make a notification of a request, whose sender waits for ever.
        if is_null && (Rq::knows(&method) || !Nt::knows(&method)) {
            let message = "invalid type: null, expected an integer or a string";
            return Err(json::inside("id", message));
        }
        let said = match read {
            Some(said) => said,
            None => Said::read(&method, id.as_ref(), Params::<A>::held(held))?,
        };
        match (said, id) {
            (Said::Request(mut body), Some(id)) => {
                *body.extra_mut() = extra;
                Ok(Message::Request(RequestMessage { id, body }))
            }
            (Said::Notification(mut body), None) => {
                *body.extra_mut() = extra;
                Ok(Message::Notification(NotificationMessage { body }))
            }
            (Said::Request(_), None) => {
                Err(de::Error::custom(format_args!("`{method}` is a request and needs an `id`")))
            }
            (Said::Notification(_), Some(_)) => Err(de::Error::custom(format_args!(
                "`{method}` is a notification and cannot have an `id`"
            ))),
        }
    }
}

/// What a message with a method says.
enum Said<Rq, Nt> {
    Request(Rq),
    Notification(Nt),
}

impl<Rq: Body, Nt: Body> Said<Rq, Nt> {
    /// Whether a message's kind is certain, although more members may come.
    fn is_decided(method: &str, id: Option<&RequestId>) -> bool {
        id.is_some() || Rq::knows(method) != Nt::knows(method)
    }

    /// Reads the parameters by the method's kind. The id decides only where the method does not.
    fn read<'de, A: MapAccess<'de>>(
        method: &str,
        id: Option<&RequestId>,
        params: Params<'_, 'de, A>,
    ) -> Result<Self, A::Error> {
        let is_request = match (Rq::knows(method), Nt::knows(method)) {
            (true, false) => true,
            (false, true) => false,
            (true, true) | (false, false) => id.is_some(),
        };
        if is_request {
            Rq::read_params(method, params).map(Said::Request)
        } else {
            Nt::read_params(method, params).map(Said::Notification)
        }
    }
}

/// Reads a message that has a method: what it says, and its id.
fn read_call<'de, B: Body, A: MapAccess<'de>>(
    members: &mut Reader<'de, A>,
) -> Result<(B, Option<RequestId>), A::Error> {
    let mut id: Option<RequestId> = None;
    let mut body = Pending::new();
    while let Some(member) = members.next(&["jsonrpc", "id", "method", "params"])? {
        match member {
            0 => members.constant("jsonrpc", VERSION)?,
            1 => members.optional("id", &mut id)?,
            2 => body.read_method(members)?,
            3 => body.read_params(members)?,
            _ => body.read_unknown(members)?,
        }
    }
    members.constant_seen("jsonrpc")?;
    Ok((body.end::<A>()?, id))
}

impl<B: Body> ReadMembers for RequestMessage<B> {
    fn read<'de, A: MapAccess<'de>>(members: &mut Reader<'de, A>) -> Result<Self, A::Error> {
        let (body, id) = read_call(members)?;
        Ok(RequestMessage { id: present("id", id)?, body })
    }
}

impl<B: Body> ReadMembers for NotificationMessage<B> {
    fn read<'de, A: MapAccess<'de>>(members: &mut Reader<'de, A>) -> Result<Self, A::Error> {
        match read_call(members)? {
            (body, None) => Ok(NotificationMessage { body }),
            (_, Some(_)) => Err(de::Error::custom("a notification cannot have an `id`")),
        }
    }
}

impl<Rq: Body, Nt: Body> Serialize for Message<Rq, Nt> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Message::Request(message) => message.serialize(serializer),
            Message::Notification(message) => message.serialize(serializer),
            Message::Reply(message) => message.serialize(serializer),
        }
    }
}

impl<B: Body> WriteMembers for RequestMessage<B> {
    fn write<W: SerializeMap>(&self, members: &mut Writer<W>) -> Result<(), W::Error> {
        members.constant("jsonrpc", VERSION)?;
        members.required("id", &self.id)?;
        self.body.write(members)
    }
}

impl<B: Body> Serialize for RequestMessage<B> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}

impl<B: Body> WriteMembers for NotificationMessage<B> {
    fn write<W: SerializeMap>(&self, members: &mut Writer<W>) -> Result<(), W::Error> {
        members.constant("jsonrpc", VERSION)?;
        self.body.write(members)
    }
}

impl<B: Body> Serialize for NotificationMessage<B> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}

impl<'de, Rq: Body, Nt: Body> Deserialize<'de> for Message<Rq, Nt> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}

impl<'de, B: Body> Deserialize<'de> for RequestMessage<B> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}

impl<'de, B: Body> Deserialize<'de> for NotificationMessage<B> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}

#[cfg(test)]
mod tests;
