/// Hints.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Annotations {
    /// From 0 to 1.
    pub priority: Option<Number>,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl Annotations {
    /// `Annotations` with nothing set.
    #[must_use]
    pub fn new() -> Self {
        Self {
            priority: None,
            extra: Extra::new(),
        }
    }
    /// Sets [`Self::priority`].
    #[must_use]
    pub fn with_priority(mut self, priority: impl Into<Number>) -> Self {
        self.priority = Some(priority.into());
        self
    }
}
impl ReadMembers for Annotations {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut priority = None;
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "priority" => Some(0usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.optional("priority", &mut priority)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(Self { priority, extra })
    }
}
impl WriteMembers for Annotations {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.optional("priority", &self.priority)?;
        members.extra(&self.extra)
    }
}
impl Serialize for Annotations {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for Annotations {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// What a client can do; `HOISTED` has the names of what is inside.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ClientCapabilities {
    /// Whether it has roots.
    pub roots: Option<RootsCapability>,
    /// Whether it has tasks.
    pub tasks: Option<ClientTasksCapability>,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl ClientCapabilities {
    /// `ClientCapabilities` with nothing set.
    #[must_use]
    pub fn new() -> Self {
        Self {
            roots: None,
            tasks: None,
            extra: Extra::new(),
        }
    }
    /// Sets [`Self::roots`].
    #[must_use]
    pub fn with_roots(mut self, roots: impl Into<RootsCapability>) -> Self {
        self.roots = Some(roots.into());
        self
    }
    /// Sets [`Self::tasks`].
    #[must_use]
    pub fn with_tasks(mut self, tasks: impl Into<ClientTasksCapability>) -> Self {
        self.tasks = Some(tasks.into());
        self
    }
}
impl ReadMembers for ClientCapabilities {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut roots = None;
        let mut tasks = None;
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "roots" => Some(0usize),
                "tasks" => Some(1usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.optional("roots", &mut roots)?,
                Some(1usize) => members.optional("tasks", &mut tasks)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(Self { roots, tasks, extra })
    }
}
impl WriteMembers for ClientCapabilities {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.optional("roots", &self.roots)?;
        members.optional("tasks", &self.tasks)?;
        members.extra(&self.extra)
    }
}
impl Serialize for ClientCapabilities {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for ClientCapabilities {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// Requests that may be tasks.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ClientTaskRequests {
    /// Those for a model.
    pub sampling: Option<SamplingTaskRequests>,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl ClientTaskRequests {
    /// `ClientTaskRequests` with nothing set.
    #[must_use]
    pub fn new() -> Self {
        Self {
            sampling: None,
            extra: Extra::new(),
        }
    }
    /// Sets [`Self::sampling`].
    #[must_use]
    pub fn with_sampling(mut self, sampling: impl Into<SamplingTaskRequests>) -> Self {
        self.sampling = Some(sampling.into());
        self
    }
}
impl ReadMembers for ClientTaskRequests {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut sampling = None;
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "sampling" => Some(0usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.optional("sampling", &mut sampling)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(Self { sampling, extra })
    }
}
impl WriteMembers for ClientTaskRequests {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.optional("sampling", &self.sampling)?;
        members.extra(&self.extra)
    }
}
impl Serialize for ClientTaskRequests {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for ClientTaskRequests {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// Tasks.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ClientTasksCapability {
    /// For which requests.
    pub requests: Option<ClientTaskRequests>,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl ClientTasksCapability {
    /// `ClientTasksCapability` with nothing set.
    #[must_use]
    pub fn new() -> Self {
        Self {
            requests: None,
            extra: Extra::new(),
        }
    }
    /// Sets [`Self::requests`].
    #[must_use]
    pub fn with_requests(mut self, requests: impl Into<ClientTaskRequests>) -> Self {
        self.requests = Some(requests.into());
        self
    }
}
impl ReadMembers for ClientTasksCapability {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut requests = None;
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "requests" => Some(0usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.optional("requests", &mut requests)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(Self { requests, extra })
    }
}
impl WriteMembers for ClientTasksCapability {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.optional("requests", &self.requests)?;
        members.extra(&self.extra)
    }
}
impl Serialize for ClientTasksCapability {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for ClientTasksCapability {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// Two places that are named by rule.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Picture {
    /// Hints.
    pub annotations: Option<Box<Annotations>>,
    /// Who may keep it.
    pub cache_scope: Option<CacheScope>,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl Picture {
    /// `Picture` with nothing set.
    #[must_use]
    pub fn new() -> Self {
        Self {
            annotations: None,
            cache_scope: None,
            extra: Extra::new(),
        }
    }
    /// Sets [`Self::annotations`].
    #[must_use]
    pub fn with_annotations(mut self, annotations: impl Into<Annotations>) -> Self {
        self.annotations = Some(Box::new(annotations.into()));
        self
    }
    /// Sets [`Self::cache_scope`].
    #[must_use]
    pub fn with_cache_scope(mut self, cache_scope: impl Into<CacheScope>) -> Self {
        self.cache_scope = Some(cache_scope.into());
        self
    }
}
impl ReadMembers for Picture {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut annotations = None;
        let mut cache_scope = None;
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "annotations" => Some(0usize),
                "cacheScope" => Some(1usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.optional("annotations", &mut annotations)?,
                Some(1usize) => members.optional("cacheScope", &mut cache_scope)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(Self {
            annotations,
            cache_scope,
            extra,
        })
    }
}
impl WriteMembers for Picture {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.optional("annotations", &self.annotations)?;
        members.optional("cacheScope", &self.cache_scope)?;
        members.extra(&self.extra)
    }
}
impl Serialize for Picture {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for Picture {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// Roots.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct RootsCapability {
    /// Whether changes are told.
    pub list_changed: Option<bool>,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl RootsCapability {
    /// `RootsCapability` with nothing set.
    #[must_use]
    pub fn new() -> Self {
        Self {
            list_changed: None,
            extra: Extra::new(),
        }
    }
    /// Sets [`Self::list_changed`].
    #[must_use]
    pub fn with_list_changed(mut self, list_changed: bool) -> Self {
        self.list_changed = Some(list_changed);
        self
    }
}
impl ReadMembers for RootsCapability {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut list_changed = None;
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "listChanged" => Some(0usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.optional("listChanged", &mut list_changed)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(Self { list_changed, extra })
    }
}
impl WriteMembers for RootsCapability {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.optional("listChanged", &self.list_changed)?;
        members.extra(&self.extra)
    }
}
impl Serialize for RootsCapability {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for RootsCapability {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// Sampling.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct SamplingTaskRequests {
    /// There if it may be a task.
    pub create_message: Option<Object>,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl SamplingTaskRequests {
    /// `SamplingTaskRequests` with nothing set.
    #[must_use]
    pub fn new() -> Self {
        Self {
            create_message: None,
            extra: Extra::new(),
        }
    }
    /// Sets [`Self::create_message`].
    #[must_use]
    pub fn with_create_message(mut self, create_message: Object) -> Self {
        self.create_message = Some(create_message);
        self
    }
}
impl ReadMembers for SamplingTaskRequests {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut create_message = None;
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "createMessage" => Some(0usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => {
                    members
                        .optional_with(AnyObject, "createMessage", &mut create_message)?
                }
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(Self { create_message, extra })
    }
}
impl WriteMembers for SamplingTaskRequests {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.optional("createMessage", &self.create_message)?;
        members.extra(&self.extra)
    }
}
impl Serialize for SamplingTaskRequests {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for SamplingTaskRequests {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// The same hints, hence the same name.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Sound {
    /// Hints.
    pub annotations: Option<Box<Annotations>>,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl Sound {
    /// `Sound` with nothing set.
    #[must_use]
    pub fn new() -> Self {
        Self {
            annotations: None,
            extra: Extra::new(),
        }
    }
    /// Sets [`Self::annotations`].
    #[must_use]
    pub fn with_annotations(mut self, annotations: impl Into<Annotations>) -> Self {
        self.annotations = Some(Box::new(annotations.into()));
        self
    }
}
impl ReadMembers for Sound {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut annotations = None;
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "annotations" => Some(0usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.optional("annotations", &mut annotations)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(Self { annotations, extra })
    }
}
impl WriteMembers for Sound {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.optional("annotations", &self.annotations)?;
        members.extra(&self.extra)
    }
}
impl Serialize for Sound {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for Sound {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// An error message.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct TooLateError {
    /// What went wrong.
    pub error: TooLateErrorObject,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl TooLateError {
    /// `TooLateError` with what it must have; the rest is absent.
    #[must_use]
    pub fn new(error: impl Into<TooLateErrorObject>) -> Self {
        Self {
            error: error.into(),
            extra: Extra::new(),
        }
    }
}
impl ReadMembers for TooLateError {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut error = None;
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "error" => Some(0usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.required("error", &mut error)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(Self {
            error: json::present("error", error)?,
            extra,
        })
    }
}
impl WriteMembers for TooLateError {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.required("error", &self.error)?;
        members.extra(&self.extra)
    }
}
impl Serialize for TooLateError {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for TooLateError {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// More of it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct TooLateErrorData {
    /// Seconds.
    pub by: i64,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl TooLateErrorData {
    /// `TooLateErrorData` with what it must have; the rest is absent.
    #[must_use]
    pub fn new(by: i64) -> Self {
        Self { by, extra: Extra::new() }
    }
}
impl ReadMembers for TooLateErrorData {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut by = None;
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "by" => Some(0usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.required_with(Integer, "by", &mut by)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(Self {
            by: json::present("by", by)?,
            extra,
        })
    }
}
impl WriteMembers for TooLateErrorData {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.required("by", &self.by)?;
        members.extra(&self.extra)
    }
}
impl Serialize for TooLateErrorData {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for TooLateErrorData {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// What went wrong.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct TooLateErrorObject {
    /// More of it.
    pub data: TooLateErrorData,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl TooLateErrorObject {
    /// `TooLateErrorObject` with what it must have; the rest is absent.
    #[must_use]
    pub fn new(data: impl Into<TooLateErrorData>) -> Self {
        Self {
            data: data.into(),
            extra: Extra::new(),
        }
    }
}
impl ReadMembers for TooLateErrorObject {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut data = None;
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "code" => Some(0usize),
                "data" => Some(1usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.constant_integer("code", -32099i64)?,
                Some(1usize) => members.required("data", &mut data)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        members.constant_seen("code")?;
        Ok(Self {
            data: json::present("data", data)?,
            extra,
        })
    }
}
impl WriteMembers for TooLateErrorObject {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.constant_integer("code", -32099i64)?;
        members.required("data", &self.data)?;
        members.extra(&self.extra)
    }
}
impl Serialize for TooLateErrorObject {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for TooLateErrorObject {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// Who may keep it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum CacheScope {
    /// One.
    Private,
    /// All.
    Public,
    /// A value that this revision does not name, kept as it came.
    Unknown(String),
}
impl CacheScope {
    /// The value as it stands on the wire.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Private => "private",
            Self::Public => "public",
            Self::Unknown(value) => value,
        }
    }
}
impl From<&str> for CacheScope {
    fn from(value: &str) -> Self {
        match value {
            "private" => Self::Private,
            "public" => Self::Public,
            _ => Self::Unknown(value.to_owned()),
        }
    }
}
impl std::str::FromStr for CacheScope {
    type Err = std::convert::Infallible;
    fn from_str(value: &str) -> Result<Self, Self::Err> {
        Ok(Self::from(value))
    }
}
impl std::fmt::Display for CacheScope {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.as_str())
    }
}
impl Serialize for CacheScope {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}
impl<'de> Deserialize<'de> for CacheScope {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::open_string(deserializer)
    }
}
