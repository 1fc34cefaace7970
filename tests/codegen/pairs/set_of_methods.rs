use std::collections::{BTreeMap, BTreeSet};
use serde::de::{Deserialize, Deserializer, MapAccess};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value;
use crate::json::{
    self, Answer, Integer, JsonSchema, Nullable, Number, Object, OneOrMany, ReadMembers,
    Reader, Tag, Unsigned, WriteMembers, Writer,
};
use crate::jsonrpc::{
    self, AnyCall, Body, Call, ErrorObject, Message, NotificationMessage, Params,
    ProgressToken, RequestId, RequestMessage, ResultMessage,
};
use crate::method::{Method, Notification, Parameters, Request};
/// An answer.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct AskResult {
    /// The answer.
    pub answer: Option<String>,
    /// Members that this revision does not name, kept as they came.
    pub extra: Object,
}
impl AskResult {
    /// `AskResult` with nothing set.
    #[must_use]
    pub fn new() -> Self {
        Self {
            answer: None,
            extra: Object::new(),
        }
    }
    /// Sets [`Self::answer`].
    #[must_use]
    pub fn with_answer(mut self, answer: impl Into<String>) -> Self {
        self.answer = Some(answer.into());
        self
    }
}
impl ReadMembers for AskResult {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut answer = None;
        let mut extra = Object::new();
        while let Some(member) = members.next(&["answer"])? {
            match member {
                0usize => members.optional("answer", &mut answer)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(Self { answer, extra })
    }
}
impl WriteMembers for AskResult {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.optional("answer", &self.answer)?;
        members.extra(&self.extra)
    }
}
impl Serialize for AskResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for AskResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// Several, by name.
pub type InputRequests = BTreeMap<String, InputRequest>;
/// Asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ask;
impl Method for Ask {
    const METHOD: &'static str = "ask";
    type Params = Option<Object>;
}
impl Request for Ask {
    type Result = AskResult;
    type Reply = AskResult;
}
/// The method and params of a `ask` request; see [`Ask`].
pub type AskRequest = Call<Ask>;
/// A union of methods that is no sender is known by the method, too.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum InputRequest {
    /// `ask`
    Ask(Call<Ask>),
    /// A method that this revision does not name, or not here.
    Custom(AnyCall),
}
impl From<Call<Ask>> for InputRequest {
    fn from(call: Call<Ask>) -> Self {
        Self::Ask(call)
    }
}
impl Body for InputRequest {
    fn knows(method: &str) -> bool {
        ["ask"].contains(&method)
    }
    fn method(&self) -> &str {
        match self {
            Self::Ask(_) => "ask",
            Self::Custom(call) => &call.method,
        }
    }
    fn read_params<'de, A: MapAccess<'de>>(
        method: &str,
        params: Params<'_, 'de, A>,
    ) -> Result<Self, A::Error> {
        match method {
            "ask" => Call::read_params(method, params).map(Self::Ask),
            _ => AnyCall::read_params(method, params).map(Self::Custom),
        }
    }
    fn extra_mut(&mut self) -> &mut Object {
        match self {
            Self::Ask(call) => &mut call.extra,
            Self::Custom(call) => &mut call.extra,
        }
    }
}
impl ReadMembers for InputRequest {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        jsonrpc::read_body(members)
    }
}
impl WriteMembers for InputRequest {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        match self {
            Self::Ask(call) => call.write(members),
            Self::Custom(call) => call.write(members),
        }
    }
}
impl Serialize for InputRequest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for InputRequest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
