// Notification: by hand, jsonrpc::AnyCall
// ProgressToken: by hand, jsonrpc::ProgressToken
// Request: by hand, jsonrpc::AnyCall
/// Which tool.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct CallToolRequestParams {
    /// Its name.
    pub name: String,
    /// Metadata.
    pub meta: Option<Box<RequestMeta>>,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl CallToolRequestParams {
    /// `CallToolRequestParams` with what it must have; the rest is absent.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            meta: None,
            extra: Extra::new(),
        }
    }
    /// Sets [`Self::meta`].
    #[must_use]
    pub fn with_meta(mut self, meta: impl Into<RequestMeta>) -> Self {
        self.meta = Some(Box::new(meta.into()));
        self
    }
}
impl Parameters for CallToolRequestParams {}
impl ReadMembers for CallToolRequestParams {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut name = None;
        let mut meta = None;
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "name" => Some(0usize),
                "_meta" => Some(1usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.required("name", &mut name)?,
                Some(1usize) => members.optional("_meta", &mut meta)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(Self {
            name: json::present("name", name)?,
            meta,
            extra,
        })
    }
}
impl WriteMembers for CallToolRequestParams {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.required("name", &self.name)?;
        members.optional("_meta", &self.meta)?;
        members.extra(&self.extra)
    }
}
impl Serialize for CallToolRequestParams {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for CallToolRequestParams {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// What came of it.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct CallToolResult {
    /// How many.
    pub count: Option<i64>,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl CallToolResult {
    /// `CallToolResult` with nothing set.
    #[must_use]
    pub fn new() -> Self {
        Self {
            count: None,
            extra: Extra::new(),
        }
    }
    /// Sets [`Self::count`].
    #[must_use]
    pub fn with_count(mut self, count: i64) -> Self {
        self.count = Some(count);
        self
    }
}
impl ReadMembers for CallToolResult {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut count = None;
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "count" => Some(0usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.optional_with(Integer, "count", &mut count)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(Self { count, extra })
    }
}
impl WriteMembers for CallToolResult {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.optional("count", &self.count)?;
        members.extra(&self.extra)
    }
}
impl Serialize for CallToolResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for CallToolResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// Where it is.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct InitializedNotificationParams {
    /// Absent means everywhere.
    pub place: Option<String>,
    /// Metadata.
    pub meta: Option<Object>,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl InitializedNotificationParams {
    /// `InitializedNotificationParams` with nothing set.
    #[must_use]
    pub fn new() -> Self {
        Self {
            place: None,
            meta: None,
            extra: Extra::new(),
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
impl Parameters for InitializedNotificationParams {}
impl ReadMembers for InitializedNotificationParams {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut place = None;
        let mut meta = None;
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "place" => Some(0usize),
                "_meta" => Some(1usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.optional("place", &mut place)?,
                Some(1usize) => members.optional_with(AnyObject, "_meta", &mut meta)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(Self { place, meta, extra })
    }
}
impl WriteMembers for InitializedNotificationParams {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.optional("place", &self.place)?;
        members.optional("_meta", &self.meta)?;
        members.extra(&self.extra)
    }
}
impl Serialize for InitializedNotificationParams {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for InitializedNotificationParams {
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
    pub extra: Extra,
}
impl RequestMeta {
    /// `RequestMeta` with nothing set.
    #[must_use]
    pub fn new() -> Self {
        Self {
            progress_token: None,
            extra: Extra::new(),
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
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "progressToken" => Some(0usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.optional("progressToken", &mut progress_token)?,
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
/// Calls a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CallTool;
impl Method for CallTool {
    const METHOD: &'static str = "tools/call";
    const REVISION: Option<&'static str> = Some("2025-11-25");
    type Params = CallToolRequestParams;
}
impl Request for CallTool {
    type Result = CallToolResult;
    type Reply = CallToolResult;
}
/// The method and params of a `tools/call` request; see [`CallTool`].
pub type CallToolRequest = Call<CallTool>;
/// Tells of readiness.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Initialized;
impl Method for Initialized {
    const METHOD: &'static str = "notifications/initialized";
    const REVISION: Option<&'static str> = Some("2025-11-25");
    type Params = Option<InitializedNotificationParams>;
}
impl Notification for Initialized {}
/// The method and params of a `notifications/initialized` notification; see [`Initialized`].
pub type InitializedNotification = Call<Initialized>;
