// JSONRPCRequest: by hand, jsonrpc::RequestMessage<jsonrpc::AnyCall>
// RequestId: by hand, jsonrpc::RequestId
// RequestMetaObject: RequestMeta
/// Which task.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct CancelTaskRequestParams {
    /// Its id.
    pub task_id: String,
    /// Metadata.
    pub meta: Option<Box<RequestMeta>>,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl CancelTaskRequestParams {
    /// `CancelTaskRequestParams` with what it must have; the rest is absent.
    #[must_use]
    pub fn new(task_id: impl Into<String>) -> Self {
        Self {
            task_id: task_id.into(),
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
impl Parameters for CancelTaskRequestParams {}
impl ReadMembers for CancelTaskRequestParams {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut task_id = None;
        let mut meta = None;
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "taskId" => Some(0usize),
                "_meta" => Some(1usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.required("taskId", &mut task_id)?,
                Some(1usize) => members.optional("_meta", &mut meta)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(Self {
            task_id: json::present("taskId", task_id)?,
            meta,
            extra,
        })
    }
}
impl WriteMembers for CancelTaskRequestParams {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.required("taskId", &self.task_id)?;
        members.optional("_meta", &self.meta)?;
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
/// Which task.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct GetTaskRequestParams {
    /// Its id.
    pub task_id: String,
    /// Metadata.
    pub meta: Option<Box<RequestMeta>>,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl GetTaskRequestParams {
    /// `GetTaskRequestParams` with what it must have; the rest is absent.
    #[must_use]
    pub fn new(task_id: impl Into<String>) -> Self {
        Self {
            task_id: task_id.into(),
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
impl Parameters for GetTaskRequestParams {}
impl ReadMembers for GetTaskRequestParams {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut task_id = None;
        let mut meta = None;
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "taskId" => Some(0usize),
                "_meta" => Some(1usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.required("taskId", &mut task_id)?,
                Some(1usize) => members.optional("_meta", &mut meta)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(Self {
            task_id: json::present("taskId", task_id)?,
            meta,
            extra,
        })
    }
}
impl WriteMembers for GetTaskRequestParams {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.required("taskId", &self.task_id)?;
        members.optional("_meta", &self.meta)?;
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
/// Metadata of requests.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct RequestMeta {
    /// Where it came from.
    pub trace: Option<String>,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl RequestMeta {
    /// `RequestMeta` with nothing set.
    #[must_use]
    pub fn new() -> Self {
        Self {
            trace: None,
            extra: Extra::new(),
        }
    }
    /// Sets [`Self::trace`].
    #[must_use]
    pub fn with_trace(mut self, trace: impl Into<String>) -> Self {
        self.trace = Some(trace.into());
        self
    }
}
impl ReadMembers for RequestMeta {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut trace = None;
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "trace" => Some(0usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.optional("trace", &mut trace)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(Self { trace, extra })
    }
}
impl WriteMembers for RequestMeta {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.optional("trace", &self.trace)?;
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
/// Which task.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct UpdateTaskRequestParams {
    /// Its id.
    pub task_id: String,
    /// Metadata.
    pub meta: Option<Box<RequestMeta>>,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl UpdateTaskRequestParams {
    /// `UpdateTaskRequestParams` with what it must have; the rest is absent.
    #[must_use]
    pub fn new(task_id: impl Into<String>) -> Self {
        Self {
            task_id: task_id.into(),
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
impl Parameters for UpdateTaskRequestParams {}
impl ReadMembers for UpdateTaskRequestParams {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut task_id = None;
        let mut meta = None;
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "taskId" => Some(0usize),
                "_meta" => Some(1usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.required("taskId", &mut task_id)?,
                Some(1usize) => members.optional("_meta", &mut meta)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(Self {
            task_id: json::present("taskId", task_id)?,
            meta,
            extra,
        })
    }
}
impl WriteMembers for UpdateTaskRequestParams {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.required("taskId", &self.task_id)?;
        members.optional("_meta", &self.meta)?;
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
