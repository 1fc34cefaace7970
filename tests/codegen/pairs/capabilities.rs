/// What came of it.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct CallToolResult {
    /// Text.
    pub text: Option<String>,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl CallToolResult {
    /// `CallToolResult` with nothing set.
    #[must_use]
    pub fn new() -> Self {
        Self {
            text: None,
            extra: Extra::new(),
        }
    }
    /// Sets [`Self::text`].
    #[must_use]
    pub fn with_text(mut self, text: impl Into<String>) -> Self {
        self.text = Some(text.into());
        self
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
                "text" => Some(0usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.optional("text", &mut text)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(Self { text, extra })
    }
}
impl WriteMembers for CallToolResult {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.optional("text", &self.text)?;
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
/// What a client can do.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ClientCapabilities {
    /// There if it has roots; this schema says nothing of changes.
    pub roots: Option<Object>,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl ClientCapabilities {
    /// `ClientCapabilities` with nothing set.
    #[must_use]
    pub fn new() -> Self {
        Self {
            roots: None,
            extra: Extra::new(),
        }
    }
    /// Sets [`Self::roots`].
    #[must_use]
    pub fn with_roots(mut self, roots: Object) -> Self {
        self.roots = Some(roots);
        self
    }
}
impl ReadMembers for ClientCapabilities {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut roots = None;
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "roots" => Some(0usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.optional_with(AnyObject, "roots", &mut roots)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(Self { roots, extra })
    }
}
impl WriteMembers for ClientCapabilities {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.optional("roots", &self.roots)?;
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
/// Tasks.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ListTasksResult {
    /// Text.
    pub text: Option<String>,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl ListTasksResult {
    /// `ListTasksResult` with nothing set.
    #[must_use]
    pub fn new() -> Self {
        Self {
            text: None,
            extra: Extra::new(),
        }
    }
    /// Sets [`Self::text`].
    #[must_use]
    pub fn with_text(mut self, text: impl Into<String>) -> Self {
        self.text = Some(text.into());
        self
    }
}
impl ReadMembers for ListTasksResult {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut text = None;
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "text" => Some(0usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.optional("text", &mut text)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(Self { text, extra })
    }
}
impl WriteMembers for ListTasksResult {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.optional("text", &self.text)?;
        members.extra(&self.extra)
    }
}
impl Serialize for ListTasksResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for ListTasksResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// What a server can do.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ServerCapabilities {
    /// There if it has tasks.
    pub tasks: Option<ServerTasksCapability>,
    /// There if it has tools.
    pub tools: Option<Object>,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl ServerCapabilities {
    /// `ServerCapabilities` with nothing set.
    #[must_use]
    pub fn new() -> Self {
        Self {
            tasks: None,
            tools: None,
            extra: Extra::new(),
        }
    }
    /// Sets [`Self::tasks`].
    #[must_use]
    pub fn with_tasks(mut self, tasks: impl Into<ServerTasksCapability>) -> Self {
        self.tasks = Some(tasks.into());
        self
    }
    /// Sets [`Self::tools`].
    #[must_use]
    pub fn with_tools(mut self, tools: Object) -> Self {
        self.tools = Some(tools);
        self
    }
}
impl ReadMembers for ServerCapabilities {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut tasks = None;
        let mut tools = None;
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "tasks" => Some(0usize),
                "tools" => Some(1usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.optional("tasks", &mut tasks)?,
                Some(1usize) => members.optional_with(AnyObject, "tools", &mut tools)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(Self { tasks, tools, extra })
    }
}
impl WriteMembers for ServerCapabilities {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.optional("tasks", &self.tasks)?;
        members.optional("tools", &self.tools)?;
        members.extra(&self.extra)
    }
}
impl Serialize for ServerCapabilities {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for ServerCapabilities {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// Tasks.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ServerTasksCapability {
    /// There if they can be listed.
    pub list: Option<Object>,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl ServerTasksCapability {
    /// `ServerTasksCapability` with nothing set.
    #[must_use]
    pub fn new() -> Self {
        Self {
            list: None,
            extra: Extra::new(),
        }
    }
    /// Sets [`Self::list`].
    #[must_use]
    pub fn with_list(mut self, list: Object) -> Self {
        self.list = Some(list);
        self
    }
}
impl ReadMembers for ServerTasksCapability {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut list = None;
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "list" => Some(0usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.optional_with(AnyObject, "list", &mut list)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(Self { list, extra })
    }
}
impl WriteMembers for ServerTasksCapability {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.optional("list", &self.list)?;
        members.extra(&self.extra)
    }
}
impl Serialize for ServerTasksCapability {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for ServerTasksCapability {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// Needs something of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CallTool;
impl Method for CallTool {
    const METHOD: &'static str = "tools/call";
    const REVISION: Option<&'static str> = Some("2025-11-25");
    const CAPABILITY: Option<Capability> = Some(
        Capability::new(Some(Side::Server), "tools"),
    );
    type Params = Option<Object>;
}
impl Request for CallTool {
    type Result = CallToolResult;
    type Reply = CallToolResult;
}
/// The method and params of a `tools/call` request; see [`CallTool`].
pub type CallToolRequest = Call<CallTool>;
/// Needs nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Initialized;
impl Method for Initialized {
    const METHOD: &'static str = "notifications/initialized";
    const REVISION: Option<&'static str> = Some("2025-11-25");
    type Params = Option<Object>;
}
impl Notification for Initialized {}
/// The method and params of a `notifications/initialized` notification; see [`Initialized`].
pub type InitializedNotification = Call<Initialized>;
/// Needs something of whichever side runs the tasks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ListTasks;
impl Method for ListTasks {
    const METHOD: &'static str = "tasks/list";
    const REVISION: Option<&'static str> = Some("2025-11-25");
    const CAPABILITY: Option<Capability> = Some(Capability::new(None, "tasks.list"));
    type Params = Option<Object>;
}
impl Request for ListTasks {
    type Result = ListTasksResult;
    type Reply = ListTasksResult;
}
/// The method and params of a `tasks/list` request; see [`ListTasks`].
pub type ListTasksRequest = Call<ListTasks>;
/// Needs what this schema does not declare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RootsListChanged;
impl Method for RootsListChanged {
    const METHOD: &'static str = "notifications/roots/list_changed";
    const REVISION: Option<&'static str> = Some("2025-11-25");
    type Params = Option<Object>;
}
impl Notification for RootsListChanged {}
/// The method and params of a `notifications/roots/list_changed` notification; see [`RootsListChanged`].
pub type RootsListChangedNotification = Call<RootsListChanged>;
