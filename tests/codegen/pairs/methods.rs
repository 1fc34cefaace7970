// Result: skipped, the open shape of every result; `EmptyResult` is the same, and is sent
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
/// Nothing.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct EmptyResult {
    /// Metadata.
    pub meta: Option<Object>,
    /// Members that this revision does not name, kept as they came.
    pub extra: Object,
}
impl EmptyResult {
    /// `EmptyResult` with nothing set.
    #[must_use]
    pub fn new() -> Self {
        Self {
            meta: None,
            extra: Object::new(),
        }
    }
    /// Sets [`Self::meta`].
    #[must_use]
    pub fn with_meta(mut self, meta: Object) -> Self {
        self.meta = Some(meta);
        self
    }
}
impl ReadMembers for EmptyResult {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut meta = None;
        let mut extra = Object::new();
        while let Some(member) = members.next(&["_meta"])? {
            match member {
                0usize => members.optional("_meta", &mut meta)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(Self { meta, extra })
    }
}
impl WriteMembers for EmptyResult {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.optional("_meta", &self.meta)?;
        members.extra(&self.extra)
    }
}
impl Serialize for EmptyResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for EmptyResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// Where it was.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct PokedNotificationParams {
    /// Absent means everywhere.
    pub place: Option<String>,
    /// Members that this revision does not name, kept as they came.
    pub extra: Object,
}
impl PokedNotificationParams {
    /// `PokedNotificationParams` with nothing set.
    #[must_use]
    pub fn new() -> Self {
        Self {
            place: None,
            extra: Object::new(),
        }
    }
    /// Sets [`Self::place`].
    #[must_use]
    pub fn with_place(mut self, place: impl Into<String>) -> Self {
        self.place = Some(place.into());
        self
    }
}
impl Parameters for PokedNotificationParams {}
impl ReadMembers for PokedNotificationParams {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut place = None;
        let mut extra = Object::new();
        while let Some(member) = members.next(&["place"])? {
            match member {
                0usize => members.optional("place", &mut place)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(Self { place, extra })
    }
}
impl WriteMembers for PokedNotificationParams {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.optional("place", &self.place)?;
        members.extra(&self.extra)
    }
}
impl Serialize for PokedNotificationParams {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for PokedNotificationParams {
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
        while let Some(member) = members.next(&["grams"])? {
            match member {
                0usize => members.required_with(Integer, "grams", &mut grams)?,
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
/// Asks for nothing: `ANSWERED_EMPTY` says so, since it has no result's definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ping;
impl Method for Ping {
    const METHOD: &'static str = "ping";
    type Params = Option<Object>;
}
impl Request for Ping {
    type Result = EmptyResult;
    type Reply = EmptyResult;
}
/// The method and params of a `ping` request; see [`Ping`].
pub type PingRequest = Call<Ping>;
/// Tells of a poke.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Poked;
impl Method for Poked {
    const METHOD: &'static str = "notifications/poked";
    type Params = Option<PokedNotificationParams>;
}
impl Notification for Poked {}
/// The method and params of a `notifications/poked` notification; see [`Poked`].
pub type PokedNotification = Call<Poked>;
/// Asks for a weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Weigh;
impl Method for Weigh {
    const METHOD: &'static str = "scales/weigh";
    type Params = WeighRequestParams;
}
impl Request for Weigh {
    type Result = WeighResult;
    type Reply = WeighResult;
}
/// The method and params of a `scales/weigh` request; see [`Weigh`].
pub type WeighRequest = Call<Weigh>;
/// Any notification that a client sends, by its method.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ClientNotification {
    /// `notifications/poked`
    Poked(Call<Poked>),
    /// A method that this revision does not name, or not here.
    Custom(AnyCall),
}
impl From<Call<Poked>> for ClientNotification {
    fn from(call: Call<Poked>) -> Self {
        Self::Poked(call)
    }
}
impl Body for ClientNotification {
    fn knows(method: &str) -> bool {
        ["notifications/poked"].contains(&method)
    }
    fn method(&self) -> &str {
        match self {
            Self::Poked(_) => "notifications/poked",
            Self::Custom(call) => &call.method,
        }
    }
    fn read_params<'de, A: MapAccess<'de>>(
        method: &str,
        params: Params<'_, 'de, A>,
    ) -> Result<Self, A::Error> {
        match method {
            "notifications/poked" => Call::read_params(method, params).map(Self::Poked),
            _ => AnyCall::read_params(method, params).map(Self::Custom),
        }
    }
    fn extra_mut(&mut self) -> &mut Object {
        match self {
            Self::Poked(call) => &mut call.extra,
            Self::Custom(call) => &mut call.extra,
        }
    }
}
impl ReadMembers for ClientNotification {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        jsonrpc::read_body(members)
    }
}
impl WriteMembers for ClientNotification {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        match self {
            Self::Poked(call) => call.write(members),
            Self::Custom(call) => call.write(members),
        }
    }
}
impl Serialize for ClientNotification {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for ClientNotification {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// Any request that a client sends, by its method.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ClientRequest {
    /// `ping`
    Ping(Call<Ping>),
    /// `scales/weigh`
    Weigh(Call<Weigh>),
    /// A method that this revision does not name, or not here.
    Custom(AnyCall),
}
impl From<Call<Ping>> for ClientRequest {
    fn from(call: Call<Ping>) -> Self {
        Self::Ping(call)
    }
}
impl From<Call<Weigh>> for ClientRequest {
    fn from(call: Call<Weigh>) -> Self {
        Self::Weigh(call)
    }
}
impl Body for ClientRequest {
    fn knows(method: &str) -> bool {
        ["ping", "scales/weigh"].contains(&method)
    }
    fn method(&self) -> &str {
        match self {
            Self::Ping(_) => "ping",
            Self::Weigh(_) => "scales/weigh",
            Self::Custom(call) => &call.method,
        }
    }
    fn read_params<'de, A: MapAccess<'de>>(
        method: &str,
        params: Params<'_, 'de, A>,
    ) -> Result<Self, A::Error> {
        match method {
            "ping" => Call::read_params(method, params).map(Self::Ping),
            "scales/weigh" => Call::read_params(method, params).map(Self::Weigh),
            _ => AnyCall::read_params(method, params).map(Self::Custom),
        }
    }
    fn extra_mut(&mut self) -> &mut Object {
        match self {
            Self::Ping(call) => &mut call.extra,
            Self::Weigh(call) => &mut call.extra,
            Self::Custom(call) => &mut call.extra,
        }
    }
}
impl ReadMembers for ClientRequest {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        jsonrpc::read_body(members)
    }
}
impl WriteMembers for ClientRequest {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        match self {
            Self::Ping(call) => call.write(members),
            Self::Weigh(call) => call.write(members),
            Self::Custom(call) => call.write(members),
        }
    }
}
impl Serialize for ClientRequest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for ClientRequest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
