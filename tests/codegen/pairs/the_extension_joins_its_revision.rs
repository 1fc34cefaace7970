// JSONRPCRequest: by hand, jsonrpc::RequestMessage<jsonrpc::AnyCall>
// RequestId: by hand, jsonrpc::RequestId
/// What came of it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct CallToolResult {
    /// As text.
    pub text: String,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl CallToolResult {
    /// `CallToolResult` with what it must have; the rest is absent.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            extra: Extra::new(),
        }
    }
}
impl ReadMembers for CallToolResult {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut text = None;
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "resultType" => Some(0usize),
                "text" => Some(1usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.optional_constant("resultType", "complete")?,
                Some(1usize) => members.required("text", &mut text)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(Self {
            text: json::present("text", text)?,
            extra,
        })
    }
}
impl WriteMembers for CallToolResult {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.constant("resultType", "complete")?;
        members.required("text", &self.text)?;
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
/// Which task.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct CancelTaskRequestParams {
    /// Its id.
    pub task_id: String,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl CancelTaskRequestParams {
    /// `CancelTaskRequestParams` with what it must have; the rest is absent.
    #[must_use]
    pub fn new(task_id: impl Into<String>) -> Self {
        Self {
            task_id: task_id.into(),
            extra: Extra::new(),
        }
    }
}
impl Parameters for CancelTaskRequestParams {}
impl ReadMembers for CancelTaskRequestParams {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut task_id = None;
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "taskId" => Some(0usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.required("taskId", &mut task_id)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(Self {
            task_id: json::present("taskId", task_id)?,
            extra,
        })
    }
}
impl WriteMembers for CancelTaskRequestParams {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.required("taskId", &self.task_id)?;
        members.extra(&self.extra)
    }
}
impl Serialize for CancelTaskRequestParams {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for CancelTaskRequestParams {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// Nothing.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct CancelTaskResult {
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl CancelTaskResult {
    /// `CancelTaskResult` with nothing set.
    #[must_use]
    pub fn new() -> Self {
        Self { extra: Extra::new() }
    }
}
impl ReadMembers for CancelTaskResult {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "resultType" => Some(0usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.optional_constant("resultType", "complete")?,
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(Self { extra })
    }
}
impl WriteMembers for CancelTaskResult {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.constant("resultType", "complete")?;
        members.extra(&self.extra)
    }
}
impl Serialize for CancelTaskResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for CancelTaskResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// A promise.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct CreateTaskResult {
    /// Its id.
    pub task_id: String,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl CreateTaskResult {
    /// `CreateTaskResult` with what it must have; the rest is absent.
    #[must_use]
    pub fn new(task_id: impl Into<String>) -> Self {
        Self {
            task_id: task_id.into(),
            extra: Extra::new(),
        }
    }
}
impl ReadMembers for CreateTaskResult {
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
impl WriteMembers for CreateTaskResult {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.constant("resultType", "task")?;
        members.required("taskId", &self.task_id)?;
        members.extra(&self.extra)
    }
}
impl Serialize for CreateTaskResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for CreateTaskResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// Which task.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct GetTaskRequestParams {
    /// Its id.
    pub task_id: String,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl GetTaskRequestParams {
    /// `GetTaskRequestParams` with what it must have; the rest is absent.
    #[must_use]
    pub fn new(task_id: impl Into<String>) -> Self {
        Self {
            task_id: task_id.into(),
            extra: Extra::new(),
        }
    }
}
impl Parameters for GetTaskRequestParams {}
impl ReadMembers for GetTaskRequestParams {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut task_id = None;
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "taskId" => Some(0usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.required("taskId", &mut task_id)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(Self {
            task_id: json::present("taskId", task_id)?,
            extra,
        })
    }
}
impl WriteMembers for GetTaskRequestParams {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.required("taskId", &self.task_id)?;
        members.extra(&self.extra)
    }
}
impl Serialize for GetTaskRequestParams {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for GetTaskRequestParams {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// Nothing.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct GetTaskResult {
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl GetTaskResult {
    /// `GetTaskResult` with nothing set.
    #[must_use]
    pub fn new() -> Self {
        Self { extra: Extra::new() }
    }
}
impl ReadMembers for GetTaskResult {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "resultType" => Some(0usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.optional_constant("resultType", "complete")?,
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(Self { extra })
    }
}
impl WriteMembers for GetTaskResult {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.constant("resultType", "complete")?;
        members.extra(&self.extra)
    }
}
impl Serialize for GetTaskResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for GetTaskResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// A question.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct InputRequiredResult {
    /// To be sent back.
    pub request_state: Option<String>,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl InputRequiredResult {
    /// `InputRequiredResult` with nothing set.
    #[must_use]
    pub fn new() -> Self {
        Self {
            request_state: None,
            extra: Extra::new(),
        }
    }
    /// Sets [`Self::request_state`].
    #[must_use]
    pub fn with_request_state(mut self, request_state: impl Into<String>) -> Self {
        self.request_state = Some(request_state.into());
        self
    }
}
impl ReadMembers for InputRequiredResult {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut request_state = None;
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "resultType" => Some(0usize),
                "requestState" => Some(1usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.constant("resultType", "input_required")?,
                Some(1usize) => members.optional("requestState", &mut request_state)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        members.constant_seen("resultType")?;
        Ok(Self { request_state, extra })
    }
}
impl WriteMembers for InputRequiredResult {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.constant("resultType", "input_required")?;
        members.optional("requestState", &self.request_state)?;
        members.extra(&self.extra)
    }
}
impl Serialize for InputRequiredResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for InputRequiredResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// Which task.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct UpdateTaskRequestParams {
    /// Its id.
    pub task_id: String,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl UpdateTaskRequestParams {
    /// `UpdateTaskRequestParams` with what it must have; the rest is absent.
    #[must_use]
    pub fn new(task_id: impl Into<String>) -> Self {
        Self {
            task_id: task_id.into(),
            extra: Extra::new(),
        }
    }
}
impl Parameters for UpdateTaskRequestParams {}
impl ReadMembers for UpdateTaskRequestParams {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut task_id = None;
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "taskId" => Some(0usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.required("taskId", &mut task_id)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(Self {
            task_id: json::present("taskId", task_id)?,
            extra,
        })
    }
}
impl WriteMembers for UpdateTaskRequestParams {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.required("taskId", &self.task_id)?;
        members.extra(&self.extra)
    }
}
impl Serialize for UpdateTaskRequestParams {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for UpdateTaskRequestParams {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// Nothing.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct UpdateTaskResult {
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl UpdateTaskResult {
    /// `UpdateTaskResult` with nothing set.
    #[must_use]
    pub fn new() -> Self {
        Self { extra: Extra::new() }
    }
}
impl ReadMembers for UpdateTaskResult {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "resultType" => Some(0usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.optional_constant("resultType", "complete")?,
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(Self { extra })
    }
}
impl WriteMembers for UpdateTaskResult {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.constant("resultType", "complete")?;
        members.extra(&self.extra)
    }
}
impl Serialize for UpdateTaskResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for UpdateTaskResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// Any of the three.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum CallToolReply {
    /// [`InputRequiredResult`]
    InputRequired(InputRequiredResult),
    /// [`CallToolResult`]
    Complete(CallToolResult),
    /// [`CreateTaskResult`]
    Task(CreateTaskResult),
    /// One of a kind that this revision does not name, kept whole.
    Unknown(Object),
}
impl CallToolReply {
    /// The [`InputRequiredResult`], if it is one.
    #[must_use]
    pub fn as_input_required(&self) -> Option<&InputRequiredResult> {
        if let Self::InputRequired(value) = self { Some(value) } else { None }
    }
    /// The [`CallToolResult`], if it is one.
    #[must_use]
    pub fn as_complete(&self) -> Option<&CallToolResult> {
        if let Self::Complete(value) = self { Some(value) } else { None }
    }
    /// The [`CreateTaskResult`], if it is one.
    #[must_use]
    pub fn as_task(&self) -> Option<&CreateTaskResult> {
        if let Self::Task(value) = self { Some(value) } else { None }
    }
}
impl From<InputRequiredResult> for CallToolReply {
    fn from(value: InputRequiredResult) -> Self {
        Self::InputRequired(value)
    }
}
impl From<CallToolResult> for CallToolReply {
    fn from(value: CallToolResult) -> Self {
        Self::Complete(value)
    }
}
impl From<CreateTaskResult> for CallToolReply {
    fn from(value: CreateTaskResult) -> Self {
        Self::Task(value)
    }
}
impl ReadMembers for CallToolReply {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        members.hold_strings(&["requestState", "taskId", "text"]);
        match members.tag("resultType", &["input_required", "complete", "task"])? {
            Tag::Known(0usize) => {
                InputRequiredResult::read(members).map(Self::InputRequired)
            }
            Tag::Known(1usize) | Tag::Absent => {
                CallToolResult::read(members).map(Self::Complete)
            }
            Tag::Known(2usize) => CreateTaskResult::read(members).map(Self::Task),
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
            Self::InputRequired(value) => value.write(members),
            Self::Complete(value) => value.write(members),
            Self::Task(value) => value.write(members),
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
/// Calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CallTool;
impl Method for CallTool {
    const METHOD: &'static str = "tools/call";
    const REVISION: Option<&'static str> = Some("2025-11-25");
    type Params = Option<Object>;
}
impl Request for CallTool {
    const TASK: bool = true;
    type Result = CallToolResult;
    type Reply = CallToolReply;
}
/// The whole message of a `tools/call` request; see [`CallTool`].
pub type CallToolRequest = RequestMessage<Call<CallTool>>;
/// Asks that a task end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CancelTask;
impl Method for CancelTask {
    const METHOD: &'static str = "tasks/cancel";
    const REVISION: Option<&'static str> = Some("2025-11-25");
    type Params = CancelTaskRequestParams;
}
impl Request for CancelTask {
    type Result = CancelTaskResult;
    type Reply = CancelTaskResult;
}
/// The whole message of a `tasks/cancel` request; see [`CancelTask`].
pub type CancelTaskRequest = RequestMessage<Call<CancelTask>>;
/// Tells that an answer is not wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cancelled;
impl Method for Cancelled {
    const METHOD: &'static str = "notifications/cancelled";
    const REVISION: Option<&'static str> = Some("2025-11-25");
    type Params = Option<Object>;
}
impl Notification for Cancelled {}
/// The whole message of a `notifications/cancelled` notification; see [`Cancelled`].
pub type CancelledNotification = NotificationMessage<Call<Cancelled>>;
/// Asks for a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GetTask;
impl Method for GetTask {
    const METHOD: &'static str = "tasks/get";
    const REVISION: Option<&'static str> = Some("2025-11-25");
    type Params = GetTaskRequestParams;
}
impl Request for GetTask {
    type Result = GetTaskResult;
    type Reply = GetTaskResult;
}
/// The whole message of a `tasks/get` request; see [`GetTask`].
pub type GetTaskRequest = RequestMessage<Call<GetTask>>;
/// Tells of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TaskStatusChanged;
impl Method for TaskStatusChanged {
    const METHOD: &'static str = "notifications/tasks";
    const REVISION: Option<&'static str> = Some("2025-11-25");
    type Params = Option<Object>;
}
impl Notification for TaskStatusChanged {}
/// The whole message of a `notifications/tasks` notification; see [`TaskStatusChanged`].
pub type TaskStatusNotification = NotificationMessage<Call<TaskStatusChanged>>;
/// Answers a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UpdateTask;
impl Method for UpdateTask {
    const METHOD: &'static str = "tasks/update";
    const REVISION: Option<&'static str> = Some("2025-11-25");
    type Params = UpdateTaskRequestParams;
}
impl Request for UpdateTask {
    type Result = UpdateTaskResult;
    type Reply = UpdateTaskResult;
}
/// The whole message of a `tasks/update` request; see [`UpdateTask`].
pub type UpdateTaskRequest = RequestMessage<Call<UpdateTask>>;
/// The whole message of a reply that carries a [`CallToolReply`].
pub type CallToolResultResponse = ResultMessage<CallToolReply>;
/// Any request that a client sends, by its method.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ClientRequest {
    /// `tools/call`
    CallTool(Call<CallTool>),
    /// `tasks/get`
    GetTask(Call<GetTask>),
    /// `tasks/update`
    UpdateTask(Call<UpdateTask>),
    /// `tasks/cancel`
    CancelTask(Call<CancelTask>),
    /// A method that this revision does not name, or not here.
    Custom(AnyCall),
}
impl ClientRequest {
    /// The methods that this revision names here, in the schema's order.
    pub const METHODS: &'static [&'static str] = &[
        "tools/call",
        "tasks/get",
        "tasks/update",
        "tasks/cancel",
    ];
}
impl From<Call<CallTool>> for ClientRequest {
    fn from(call: Call<CallTool>) -> Self {
        Self::CallTool(call)
    }
}
impl From<Call<GetTask>> for ClientRequest {
    fn from(call: Call<GetTask>) -> Self {
        Self::GetTask(call)
    }
}
impl From<Call<UpdateTask>> for ClientRequest {
    fn from(call: Call<UpdateTask>) -> Self {
        Self::UpdateTask(call)
    }
}
impl From<Call<CancelTask>> for ClientRequest {
    fn from(call: Call<CancelTask>) -> Self {
        Self::CancelTask(call)
    }
}
impl Body for ClientRequest {
    fn knows(method: &str) -> bool {
        matches!(method, "tools/call" | "tasks/get" | "tasks/update" | "tasks/cancel")
    }
    fn method(&self) -> &str {
        match self {
            Self::CallTool(_) => "tools/call",
            Self::GetTask(_) => "tasks/get",
            Self::UpdateTask(_) => "tasks/update",
            Self::CancelTask(_) => "tasks/cancel",
            Self::Custom(call) => &call.method,
        }
    }
    fn read_params<'de, A: MapAccess<'de>>(
        method: &str,
        params: Params<'_, 'de, A>,
    ) -> Result<Self, A::Error> {
        match method {
            "tools/call" => Call::read_params(method, params).map(Self::CallTool),
            "tasks/get" => Call::read_params(method, params).map(Self::GetTask),
            "tasks/update" => Call::read_params(method, params).map(Self::UpdateTask),
            "tasks/cancel" => Call::read_params(method, params).map(Self::CancelTask),
            _ => AnyCall::read_params(method, params).map(Self::Custom),
        }
    }
    fn extra_mut(&mut self) -> &mut Extra {
        match self {
            Self::CallTool(call) => &mut call.extra,
            Self::GetTask(call) => &mut call.extra,
            Self::UpdateTask(call) => &mut call.extra,
            Self::CancelTask(call) => &mut call.extra,
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
            Self::CallTool(call) => call.write(members),
            Self::GetTask(call) => call.write(members),
            Self::UpdateTask(call) => call.write(members),
            Self::CancelTask(call) => call.write(members),
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
/// Any notification that a server sends, by its method.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ServerNotification {
    /// `notifications/cancelled`
    Cancelled(Call<Cancelled>),
    /// `notifications/tasks`
    TaskStatusChanged(Call<TaskStatusChanged>),
    /// A method that this revision does not name, or not here.
    Custom(AnyCall),
}
impl ServerNotification {
    /// The methods that this revision names here, in the schema's order.
    pub const METHODS: &'static [&'static str] = &[
        "notifications/cancelled",
        "notifications/tasks",
    ];
}
impl From<Call<Cancelled>> for ServerNotification {
    fn from(call: Call<Cancelled>) -> Self {
        Self::Cancelled(call)
    }
}
impl From<Call<TaskStatusChanged>> for ServerNotification {
    fn from(call: Call<TaskStatusChanged>) -> Self {
        Self::TaskStatusChanged(call)
    }
}
impl Body for ServerNotification {
    fn knows(method: &str) -> bool {
        matches!(method, "notifications/cancelled" | "notifications/tasks")
    }
    fn method(&self) -> &str {
        match self {
            Self::Cancelled(_) => "notifications/cancelled",
            Self::TaskStatusChanged(_) => "notifications/tasks",
            Self::Custom(call) => &call.method,
        }
    }
    fn read_params<'de, A: MapAccess<'de>>(
        method: &str,
        params: Params<'_, 'de, A>,
    ) -> Result<Self, A::Error> {
        match method {
            "notifications/cancelled" => {
                Call::read_params(method, params).map(Self::Cancelled)
            }
            "notifications/tasks" => {
                Call::read_params(method, params).map(Self::TaskStatusChanged)
            }
            _ => AnyCall::read_params(method, params).map(Self::Custom),
        }
    }
    fn extra_mut(&mut self) -> &mut Extra {
        match self {
            Self::Cancelled(call) => &mut call.extra,
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
            Self::Cancelled(call) => call.write(members),
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
