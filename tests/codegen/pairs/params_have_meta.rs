// Notification: by hand, jsonrpc::AnyCall
// ProgressToken: by hand, jsonrpc::ProgressToken
// Request: by hand, jsonrpc::AnyCall
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
/// Where it was.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct PokedNotificationParams {
    /// Absent means everywhere.
    pub place: Option<String>,
    /// Metadata.
    pub meta: Option<Object>,
    /// Members that this revision does not name, kept as they came.
    pub extra: Object,
}
impl PokedNotificationParams {
    /// `PokedNotificationParams` with nothing set.
    #[must_use]
    pub fn new() -> Self {
        Self {
            place: None,
            meta: None,
            extra: Object::new(),
        }
    }
    /// Sets [`Self::place`].
    #[must_use]
    pub fn with_place(mut self, place: impl Into<String>) -> Self {
        self.place = Some(place.into());
        self
    }
    /// Sets [`Self::meta`].
    #[must_use]
    pub fn with_meta(mut self, meta: Object) -> Self {
        self.meta = Some(meta);
        self
    }
}
impl Parameters for PokedNotificationParams {}
impl ReadMembers for PokedNotificationParams {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut place = None;
        let mut meta = None;
        let mut extra = Object::new();
        while let Some(member) = members.next(&["place", "_meta"])? {
            match member {
                0usize => members.optional("place", &mut place)?,
                1usize => members.optional("_meta", &mut meta)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(Self { place, meta, extra })
    }
}
impl WriteMembers for PokedNotificationParams {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.optional("place", &self.place)?;
        members.optional("_meta", &self.meta)?;
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
/// Metadata of requests.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct RequestMeta {
    /// A type written by hand.
    pub progress_token: Option<ProgressToken>,
    /// Members that this revision does not name, kept as they came.
    pub extra: Object,
}
impl RequestMeta {
    /// `RequestMeta` with nothing set.
    #[must_use]
    pub fn new() -> Self {
        Self {
            progress_token: None,
            extra: Object::new(),
        }
    }
    /// Sets [`Self::progress_token`].
    #[must_use]
    pub fn with_progress_token(
        mut self,
        progress_token: impl Into<ProgressToken>,
    ) -> Self {
        self.progress_token = Some(progress_token.into());
        self
    }
}
impl ReadMembers for RequestMeta {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut progress_token = None;
        let mut extra = Object::new();
        while let Some(member) = members.next(&["progressToken"])? {
            match member {
                0usize => members.optional("progressToken", &mut progress_token)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(Self { progress_token, extra })
    }
}
impl WriteMembers for RequestMeta {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.optional("progressToken", &self.progress_token)?;
        members.extra(&self.extra)
    }
}
impl Serialize for RequestMeta {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for RequestMeta {
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
    /// Metadata.
    pub meta: Option<RequestMeta>,
    /// Members that this revision does not name, kept as they came.
    pub extra: Object,
}
impl WeighRequestParams {
    /// `WeighRequestParams` with what it must have; the rest is absent.
    #[must_use]
    pub fn new(what: impl Into<String>) -> Self {
        Self {
            what: what.into(),
            meta: None,
            extra: Object::new(),
        }
    }
    /// Sets [`Self::meta`].
    #[must_use]
    pub fn with_meta(mut self, meta: impl Into<RequestMeta>) -> Self {
        self.meta = Some(meta.into());
        self
    }
}
impl Parameters for WeighRequestParams {}
impl ReadMembers for WeighRequestParams {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut what = None;
        let mut meta = None;
        let mut extra = Object::new();
        while let Some(member) = members.next(&["what", "_meta"])? {
            match member {
                0usize => members.required("what", &mut what)?,
                1usize => members.optional("_meta", &mut meta)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(Self {
            what: json::present("what", what)?,
            meta,
            extra,
        })
    }
}
impl WriteMembers for WeighRequestParams {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.required("what", &self.what)?;
        members.optional("_meta", &self.meta)?;
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
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct WeighResult {
    /// In grams.
    pub grams: Option<i64>,
    /// Members that this revision does not name, kept as they came.
    pub extra: Object,
}
impl WeighResult {
    /// `WeighResult` with nothing set.
    #[must_use]
    pub fn new() -> Self {
        Self {
            grams: None,
            extra: Object::new(),
        }
    }
    /// Sets [`Self::grams`].
    #[must_use]
    pub fn with_grams(mut self, grams: i64) -> Self {
        self.grams = Some(grams);
        self
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
                0usize => members.optional_with(Integer, "grams", &mut grams)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(Self { grams, extra })
    }
}
impl WriteMembers for WeighResult {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.optional("grams", &self.grams)?;
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
