// RequestId: by hand, jsonrpc::RequestId
/// A promise.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct CallToolLater {
    /// Under which it is kept.
    pub task_id: String,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl CallToolLater {
    /// `CallToolLater` with what it must have; the rest is absent.
    #[must_use]
    pub fn new(task_id: impl Into<String>) -> Self {
        Self {
            task_id: task_id.into(),
            extra: Extra::new(),
        }
    }
}
impl ReadMembers for CallToolLater {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut task_id = None;
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "resultType" => Some(0usize),
                "taskId" => Some(1usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.constant("resultType", "task")?,
                Some(1usize) => members.required("taskId", &mut task_id)?,
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
impl WriteMembers for CallToolLater {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.constant("resultType", "task")?;
        members.required("taskId", &self.task_id)?;
        members.extra(&self.extra)
    }
}
impl Serialize for CallToolLater {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for CallToolLater {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
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
                "resultType" => Some(0usize),
                "count" => Some(1usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.optional_constant("resultType", "complete")?,
                Some(1usize) => members.required_with(Integer, "count", &mut count)?,
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
        members.constant("resultType", "complete")?;
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
/// What came of it, or a promise.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum CallToolReply {
    /// [`CallToolLater`]
    Task(CallToolLater),
    /// [`CallToolResult`]
    Complete(CallToolResult),
    /// One of a kind that this revision does not name, kept whole.
    Unknown(Object),
}
impl CallToolReply {
    /// The [`CallToolLater`], if it is one.
    #[must_use]
    pub fn as_task(&self) -> Option<&CallToolLater> {
        if let Self::Task(value) = self { Some(value) } else { None }
    }
    /// The [`CallToolResult`], if it is one.
    #[must_use]
    pub fn as_complete(&self) -> Option<&CallToolResult> {
        if let Self::Complete(value) = self { Some(value) } else { None }
    }
}
impl From<CallToolLater> for CallToolReply {
    fn from(value: CallToolLater) -> Self {
        Self::Task(value)
    }
}
impl From<CallToolResult> for CallToolReply {
    fn from(value: CallToolResult) -> Self {
        Self::Complete(value)
    }
}
impl ReadMembers for CallToolReply {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        members.hold_strings(&["taskId"]);
        match members.tag("resultType", &["task", "complete"])? {
            Tag::Known(0usize) => CallToolLater::read(members).map(Self::Task),
            Tag::Known(1usize) | Tag::Absent => {
                CallToolResult::read(members).map(Self::Complete)
            }
            Tag::Known(_) => members.rest(None, None).map(Self::Unknown),
            Tag::Unknown(tag) => {
                members.rest(Some("resultType"), Some(tag)).map(Self::Unknown)
            }
        }
    }
}
impl WriteMembers for CallToolReply {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        match self {
            Self::Task(value) => value.write(members),
            Self::Complete(value) => value.write(members),
            Self::Unknown(all) => members.rest(all),
        }
    }
}
impl Serialize for CallToolReply {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for CallToolReply {
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
    const TASK: bool = true;
    type Result = CallToolResult;
    type Reply = CallToolReply;
}
/// The whole message of a `tools/call` request; see [`CallTool`].
pub type CallToolRequest = RequestMessage<Call<CallTool>>;
/// Tells of a task; its marker is in `MARKERS`, for the other name is a type's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TaskStatusChanged;
impl Method for TaskStatusChanged {
    const METHOD: &'static str = "notifications/tasks/status";
    const REVISION: Option<&'static str> = Some("2025-11-25");
    type Params = Option<Object>;
}
impl Notification for TaskStatusChanged {}
/// The whole message of a `notifications/tasks/status` notification; see [`TaskStatusChanged`].
pub type TaskStatusNotification = NotificationMessage<Call<TaskStatusChanged>>;
/// The whole message of a reply that carries a [`CallToolReply`].
pub type CallToolResultResponse = ResultMessage<CallToolReply>;
/// Any notification that a server sends, by its method.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ServerNotification {
    /// `notifications/tasks/status`
    TaskStatusChanged(Call<TaskStatusChanged>),
    /// A method that this revision does not name, or not here.
    Custom(AnyCall),
}
impl ServerNotification {
    /// The methods that this revision names here, in the schema's order.
    pub const METHODS: &'static [&'static str] = &["notifications/tasks/status"];
}
impl From<Call<TaskStatusChanged>> for ServerNotification {
    fn from(call: Call<TaskStatusChanged>) -> Self {
        Self::TaskStatusChanged(call)
    }
}
impl Body for ServerNotification {
    fn knows(method: &str) -> bool {
        matches!(method, "notifications/tasks/status")
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
    fn extra_mut(&mut self) -> &mut Extra {
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
    /// `tools/call`
    CallTool(Call<CallTool>),
    /// A method that this revision does not name, or not here.
    Custom(AnyCall),
}
impl ServerRequest {
    /// The methods that this revision names here, in the schema's order.
    pub const METHODS: &'static [&'static str] = &["tools/call"];
}
impl From<Call<CallTool>> for ServerRequest {
    fn from(call: Call<CallTool>) -> Self {
        Self::CallTool(call)
    }
}
impl Body for ServerRequest {
    fn knows(method: &str) -> bool {
        matches!(method, "tools/call")
    }
    fn method(&self) -> &str {
        match self {
            Self::CallTool(_) => "tools/call",
            Self::Custom(call) => &call.method,
        }
    }
    fn read_params<'de, A: MapAccess<'de>>(
        method: &str,
        params: Params<'_, 'de, A>,
    ) -> Result<Self, A::Error> {
        match method {
            "tools/call" => Call::read_params(method, params).map(Self::CallTool),
            _ => AnyCall::read_params(method, params).map(Self::Custom),
        }
    }
    fn extra_mut(&mut self) -> &mut Extra {
        match self {
            Self::CallTool(call) => &mut call.extra,
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
            Self::CallTool(call) => call.write(members),
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
