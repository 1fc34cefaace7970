// RequestId: by hand, jsonrpc::RequestId
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
/// A promise.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct WeighLater {
    /// Under which it is kept.
    pub task_id: String,
    /// Members that this revision does not name, kept as they came.
    pub extra: Object,
}
impl WeighLater {
    /// `WeighLater` with what it must have; the rest is absent.
    #[must_use]
    pub fn new(task_id: impl Into<String>) -> Self {
        Self {
            task_id: task_id.into(),
            extra: Object::new(),
        }
    }
}
impl ReadMembers for WeighLater {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut task_id = None;
        let mut extra = Object::new();
        while let Some(member) = members.next(&["resultType", "taskId"])? {
            match member {
                0usize => members.constant("resultType", "task")?,
                1usize => members.required("taskId", &mut task_id)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        members.constant_seen("resultType")?;
        Ok(Self {
            task_id: json::present("taskId", task_id)?,
            extra,
        })
    }
}
impl WriteMembers for WeighLater {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.constant("resultType", "task")?;
        members.required("taskId", &self.task_id)?;
        members.extra(&self.extra)
    }
}
impl Serialize for WeighLater {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for WeighLater {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// What to weigh.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct WeighRequestParams {
    /// The thing.
    pub what: String,
    /// Members that this revision does not name, kept as they came.
    pub extra: Object,
}
impl WeighRequestParams {
    /// `WeighRequestParams` with what it must have; the rest is absent.
    #[must_use]
    pub fn new(what: impl Into<String>) -> Self {
        Self {
            what: what.into(),
            extra: Object::new(),
        }
    }
}
impl Parameters for WeighRequestParams {}
impl ReadMembers for WeighRequestParams {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut what = None;
        let mut extra = Object::new();
        while let Some(member) = members.next(&["what"])? {
            match member {
                0usize => members.required("what", &mut what)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(Self {
            what: json::present("what", what)?,
            extra,
        })
    }
}
impl WriteMembers for WeighRequestParams {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.required("what", &self.what)?;
        members.extra(&self.extra)
    }
}
impl Serialize for WeighRequestParams {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for WeighRequestParams {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// Its weight.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct WeighResult {
    /// In grams.
    pub grams: i64,
    /// Members that this revision does not name, kept as they came.
    pub extra: Object,
}
impl WeighResult {
    /// `WeighResult` with what it must have; the rest is absent.
    #[must_use]
    pub fn new(grams: i64) -> Self {
        Self {
            grams,
            extra: Object::new(),
        }
    }
}
impl ReadMembers for WeighResult {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut grams = None;
        let mut extra = Object::new();
        while let Some(member) = members.next(&["resultType", "grams"])? {
            match member {
                0usize => members.optional_constant("resultType", "complete")?,
                1usize => members.required_with(Integer, "grams", &mut grams)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(Self {
            grams: json::present("grams", grams)?,
            extra,
        })
    }
}
impl WriteMembers for WeighResult {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.constant("resultType", "complete")?;
        members.required("grams", &self.grams)?;
        members.extra(&self.extra)
    }
}
impl Serialize for WeighResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for WeighResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// Its weight, or a promise of it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum WeighReply {
    /// [`WeighLater`]
    Task(WeighLater),
    /// [`WeighResult`]
    Complete(WeighResult),
    /// One of a kind that this revision does not name, kept whole.
    Unknown(Object),
}
impl From<WeighLater> for WeighReply {
    fn from(value: WeighLater) -> Self {
        Self::Task(value)
    }
}
impl From<WeighResult> for WeighReply {
    fn from(value: WeighResult) -> Self {
        Self::Complete(value)
    }
}
impl ReadMembers for WeighReply {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        match members.tag("resultType", &["task", "complete"])? {
            Tag::Known(0usize) => WeighLater::read(members).map(Self::Task),
            Tag::Known(1usize) | Tag::Absent => {
                WeighResult::read(members).map(Self::Complete)
            }
            Tag::Known(_) => members.rest(None, None).map(Self::Unknown),
            Tag::Unknown(tag) => {
                members.rest(Some("resultType"), Some(tag)).map(Self::Unknown)
            }
        }
    }
}
impl WriteMembers for WeighReply {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        match self {
            Self::Task(value) => value.write(members),
            Self::Complete(value) => value.write(members),
            Self::Unknown(all) => members.extra(all),
        }
    }
}
impl Serialize for WeighReply {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for WeighReply {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// Tells of a task; its marker is in `MARKERS`, for the other name is a type's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TaskStatusChanged;
impl Method for TaskStatusChanged {
    const METHOD: &'static str = "notifications/tasks/status";
    type Params = Option<Object>;
}
impl Notification for TaskStatusChanged {}
/// The whole message of a `notifications/tasks/status` notification; see [`TaskStatusChanged`].
pub type TaskStatusNotification = NotificationMessage<Call<TaskStatusChanged>>;
/// Asks for a weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Weigh;
impl Method for Weigh {
    const METHOD: &'static str = "scales/weigh";
    type Params = WeighRequestParams;
}
impl Request for Weigh {
    type Result = WeighResult;
    type Reply = WeighReply;
}
/// The whole message of a `scales/weigh` request; see [`Weigh`].
pub type WeighRequest = RequestMessage<Call<Weigh>>;
/// The whole message of a reply that carries a [`WeighReply`].
pub type WeighResultResponse = ResultMessage<WeighReply>;
/// Any notification that a server sends, by its method.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ServerNotification {
    /// `notifications/tasks/status`
    TaskStatusChanged(Call<TaskStatusChanged>),
    /// A method that this revision does not name, or not here.
    Custom(AnyCall),
}
impl From<Call<TaskStatusChanged>> for ServerNotification {
    fn from(call: Call<TaskStatusChanged>) -> Self {
        Self::TaskStatusChanged(call)
    }
}
impl Body for ServerNotification {
    fn knows(method: &str) -> bool {
        ["notifications/tasks/status"].contains(&method)
    }
    fn method(&self) -> &str {
        match self {
            Self::TaskStatusChanged(_) => "notifications/tasks/status",
            Self::Custom(call) => &call.method,
        }
    }
    fn read_params<'de, A: MapAccess<'de>>(
        method: &str,
        params: Params<'_, 'de, A>,
    ) -> Result<Self, A::Error> {
        match method {
            "notifications/tasks/status" => {
                Call::read_params(method, params).map(Self::TaskStatusChanged)
            }
            _ => AnyCall::read_params(method, params).map(Self::Custom),
        }
    }
    fn extra_mut(&mut self) -> &mut Object {
        match self {
            Self::TaskStatusChanged(call) => &mut call.extra,
            Self::Custom(call) => &mut call.extra,
        }
    }
}
impl ReadMembers for ServerNotification {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        jsonrpc::read_body(members)
    }
}
impl WriteMembers for ServerNotification {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        match self {
            Self::TaskStatusChanged(call) => call.write(members),
            Self::Custom(call) => call.write(members),
        }
    }
}
impl Serialize for ServerNotification {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for ServerNotification {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// Any request that a server sends, by its method.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ServerRequest {
    /// `scales/weigh`
    Weigh(Call<Weigh>),
    /// A method that this revision does not name, or not here.
    Custom(AnyCall),
}
impl From<Call<Weigh>> for ServerRequest {
    fn from(call: Call<Weigh>) -> Self {
        Self::Weigh(call)
    }
}
impl Body for ServerRequest {
    fn knows(method: &str) -> bool {
        ["scales/weigh"].contains(&method)
    }
    fn method(&self) -> &str {
        match self {
            Self::Weigh(_) => "scales/weigh",
            Self::Custom(call) => &call.method,
        }
    }
    fn read_params<'de, A: MapAccess<'de>>(
        method: &str,
        params: Params<'_, 'de, A>,
    ) -> Result<Self, A::Error> {
        match method {
            "scales/weigh" => Call::read_params(method, params).map(Self::Weigh),
            _ => AnyCall::read_params(method, params).map(Self::Custom),
        }
    }
    fn extra_mut(&mut self) -> &mut Object {
        match self {
            Self::Weigh(call) => &mut call.extra,
            Self::Custom(call) => &mut call.extra,
        }
    }
}
impl ReadMembers for ServerRequest {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        jsonrpc::read_body(members)
    }
}
impl WriteMembers for ServerRequest {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        match self {
            Self::Weigh(call) => call.write(members),
            Self::Custom(call) => call.write(members),
        }
    }
}
impl Serialize for ServerRequest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for ServerRequest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
