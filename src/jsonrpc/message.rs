//! Whole messages: requests, notifications, and messages of any kind.

use std::borrow::Cow;

use serde::de::{self, MapAccess};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::body::Pending;
use super::{AnyCall, Body, Call, ErrorObject, Params, Reply, RequestId, VERSION};
use crate::json::{
    self, Extra, HeldValue, Nullable, Raw, ReadMembers, Reader, WriteMembers, Writer, present,
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

impl<B> RequestMessage<B> {
    /// The reply that the request is refused, for example with
    /// [`ErrorObject::method_not_found`].
    pub fn refuse(&self, error: ErrorObject) -> Reply {
        Reply::error(self.id.clone(), error)
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
        let mut method: Option<Cow<'de, str>> = None;
        let mut request: Option<Rq> = None;
        let mut notification: Option<Nt> = None;
        let mut held: Option<HeldValue<'de>> = None;
        let mut result: Nullable<Raw> = Nullable::Absent;
        let mut error: Option<ErrorObject> = None;
        let mut extra = Extra::new();
        while let Some(member) = members.next_by(|name| match name {
            "jsonrpc" => Some(0),
            "id" => Some(1),
            "method" => Some(2),
            "params" => Some(3),
            "result" => Some(4),
            "error" => Some(5),
            _ => None,
        })? {
            match member {
                Some(0) => members.constant("jsonrpc", VERSION)?,
                Some(1) => members.nullable("id", &mut id)?,
                Some(2) => members.lent("method", &mut method)?,
                Some(3) if request.is_some() || notification.is_some() || held.is_some() => {
                    return Err(de::Error::duplicate_field("params"));
                }
                Some(3) => {
                    let kind = method.as_deref().and_then(|it| Kind::early::<Rq, Nt>(it, &id));
                    match (kind, method.as_deref()) {
                        (Some(Kind::Request), Some(method)) => {
                            request = Some(Rq::read_params(method, Params::at_hand(members))?);
                        }
                        (Some(Kind::Notification), Some(method)) => {
                            notification = Some(Nt::read_params(method, Params::at_hand(members))?);
                        }
                        _ => held = Some(members.hold()?),
                    }
                }
                Some(4) => members.nullable("result", &mut result)?,
                Some(5) => members.optional("error", &mut error)?,
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
        let kind = match (&request, &notification) {
            (Some(_), _) => Kind::Request,
            (_, Some(_)) => Kind::Notification,
            (None, None) => Kind::of::<Rq, Nt>(&method, id.is_some()),
        };
        match (kind, id) {
            (Kind::Request, Some(id)) => {
                let mut body = match request {
                    Some(body) => body,
                    None => Rq::read_params(&method, Params::<A>::held(held))?,
                };
                *body.extra_mut() = extra;
                Ok(Message::Request(RequestMessage { id, body }))
            }
            (Kind::Notification, None) => {
                let mut body = match notification {
                    Some(body) => body,
                    None => Nt::read_params(&method, Params::<A>::held(held))?,
                };
                *body.extra_mut() = extra;
                Ok(Message::Notification(NotificationMessage { body }))
            }
            (Kind::Request, None) => {
                Err(de::Error::custom(format_args!("`{method}` is a request and needs an `id`")))
            }
            (Kind::Notification, Some(_)) => Err(de::Error::custom(format_args!(
                "`{method}` is a notification and cannot have an `id`"
            ))),
        }
    }
}

/// What a message with a method is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Request,
    Notification,
}

impl Kind {
    /// The method's kind. The id decides only where the method does not.
    fn of<Rq: Body, Nt: Body>(method: &str, has_id: bool) -> Kind {
        match (Rq::knows(method), Nt::knows(method)) {
            (true, false) => Kind::Request,
            (false, true) => Kind::Notification,
            (true, true) | (false, false) if has_id => Kind::Request,
            (true, true) | (false, false) => Kind::Notification,
        }
    }

    /// The kind, if it is certain although more members may come.
    fn early<Rq: Body, Nt: Body>(method: &str, id: &Nullable<RequestId>) -> Option<Kind> {
        match (Rq::knows(method), Nt::knows(method)) {
            (true, false) => Some(Kind::Request),
            (false, true) => Some(Kind::Notification),
            (true, true) | (false, false) => id.value().map(|_| Kind::Request),
        }
    }
}

/// Reads a message that has a method: what it says, and its id.
fn read_call<'de, B: Body, A: MapAccess<'de>>(
    members: &mut Reader<'de, A>,
) -> Result<(B, Option<RequestId>), A::Error> {
    let mut id: Option<RequestId> = None;
    let mut body = Pending::new();
    while let Some(member) = members.next_by(|name| match name {
        "jsonrpc" => Some(0),
        "id" => Some(1),
        "method" => Some(2),
        "params" => Some(3),
        _ => None,
    })? {
        match member {
            Some(0) => members.constant("jsonrpc", VERSION)?,
            Some(1) => members.optional("id", &mut id)?,
            Some(2) => body.read_method(members)?,
            Some(3) => body.read_params(members)?,
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
