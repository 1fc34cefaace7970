// Result: skipped, the open shape of every result; `EmptyResult` is the same, and is sent
/// Which tool.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct CallToolRequestParams {
    /// Its name.
    pub name: String,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl CallToolRequestParams {
    /// `CallToolRequestParams` with what it must have; the rest is absent.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            extra: Extra::new(),
        }
    }
}
impl Parameters for CallToolRequestParams {}
impl ReadMembers for CallToolRequestParams {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut name = None;
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "name" => Some(0usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.required("name", &mut name)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(Self {
            name: json::present("name", name)?,
            extra,
        })
    }
}
impl WriteMembers for CallToolRequestParams {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.required("name", &self.name)?;
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
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct CallToolResult {
    /// How many.
    pub count: i64,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl CallToolResult {
    /// `CallToolResult` with what it must have; the rest is absent.
    #[must_use]
    pub fn new(count: i64) -> Self {
        Self { count, extra: Extra::new() }
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
                Some(0usize) => members.required_with(Integer, "count", &mut count)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(Self {
            count: json::present("count", count)?,
            extra,
        })
    }
}
impl WriteMembers for CallToolResult {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.required("count", &self.count)?;
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
/// Nothing.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct EmptyResult {
    /// Metadata.
    pub meta: Option<Object>,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl EmptyResult {
    /// `EmptyResult` with nothing set.
    #[must_use]
    pub fn new() -> Self {
        Self {
            meta: None,
            extra: Extra::new(),
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
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "_meta" => Some(0usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.optional_with(AnyObject, "_meta", &mut meta)?,
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
/// Where it is.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct InitializedNotificationParams {
    /// Absent means everywhere.
    pub place: Option<String>,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl InitializedNotificationParams {
    /// `InitializedNotificationParams` with nothing set.
    #[must_use]
    pub fn new() -> Self {
        Self {
            place: None,
            extra: Extra::new(),
        }
    }
    /// Sets [`Self::place`].
    #[must_use]
    pub fn with_place(mut self, place: impl Into<String>) -> Self {
        self.place = Some(place.into());
        self
    }
}
impl Parameters for InitializedNotificationParams {}
impl ReadMembers for InitializedNotificationParams {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut place = None;
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "place" => Some(0usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.optional("place", &mut place)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(Self { place, extra })
    }
}
impl WriteMembers for InitializedNotificationParams {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.optional("place", &self.place)?;
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
/// Asks for nothing: `ANSWERED_EMPTY` says so, since it has no result's definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ping;
impl Method for Ping {
    const METHOD: &'static str = "ping";
    const REVISION: Option<&'static str> = Some("2025-11-25");
    type Params = Option<Object>;
}
impl Request for Ping {
    type Result = EmptyResult;
    type Reply = EmptyResult;
}
/// The method and params of a `ping` request; see [`Ping`].
pub type PingRequest = Call<Ping>;
/// Any notification that a client sends, by its method.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ClientNotification {
    /// `notifications/initialized`
    Initialized(Call<Initialized>),
    /// A method that this revision does not name, or not here.
    Custom(AnyCall),
}
impl ClientNotification {
    /// The methods that this revision names here, in the schema's order.
    pub const METHODS: &'static [&'static str] = &["notifications/initialized"];
}
impl From<Call<Initialized>> for ClientNotification {
    fn from(call: Call<Initialized>) -> Self {
        Self::Initialized(call)
    }
}
impl Body for ClientNotification {
    fn knows(method: &str) -> bool {
        matches!(method, "notifications/initialized")
    }
    fn method(&self) -> &str {
        match self {
            Self::Initialized(_) => "notifications/initialized",
            Self::Custom(call) => &call.method,
        }
    }
    fn read_params<'de, A: MapAccess<'de>>(
        method: &str,
        params: Params<'_, 'de, A>,
    ) -> Result<Self, A::Error> {
        match method {
            "notifications/initialized" => {
                Call::read_params(method, params).map(Self::Initialized)
            }
            _ => AnyCall::read_params(method, params).map(Self::Custom),
        }
    }
    fn extra_mut(&mut self) -> &mut Extra {
        match self {
            Self::Initialized(call) => &mut call.extra,
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
            Self::Initialized(call) => call.write(members),
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
    /// `tools/call`
    CallTool(Call<CallTool>),
    /// A method that this revision does not name, or not here.
    Custom(AnyCall),
}
impl ClientRequest {
    /// The methods that this revision names here, in the schema's order.
    pub const METHODS: &'static [&'static str] = &["ping", "tools/call"];
}
impl From<Call<Ping>> for ClientRequest {
    fn from(call: Call<Ping>) -> Self {
        Self::Ping(call)
    }
}
impl From<Call<CallTool>> for ClientRequest {
    fn from(call: Call<CallTool>) -> Self {
        Self::CallTool(call)
    }
}
impl Body for ClientRequest {
    fn knows(method: &str) -> bool {
        matches!(method, "ping" | "tools/call")
    }
    fn method(&self) -> &str {
        match self {
            Self::Ping(_) => "ping",
            Self::CallTool(_) => "tools/call",
            Self::Custom(call) => &call.method,
        }
    }
    fn read_params<'de, A: MapAccess<'de>>(
        method: &str,
        params: Params<'_, 'de, A>,
    ) -> Result<Self, A::Error> {
        match method {
            "ping" => Call::read_params(method, params).map(Self::Ping),
            "tools/call" => Call::read_params(method, params).map(Self::CallTool),
            _ => AnyCall::read_params(method, params).map(Self::Custom),
        }
    }
    fn extra_mut(&mut self) -> &mut Extra {
        match self {
            Self::Ping(call) => &mut call.extra,
            Self::CallTool(call) => &mut call.extra,
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
            Self::CallTool(call) => call.write(members),
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
