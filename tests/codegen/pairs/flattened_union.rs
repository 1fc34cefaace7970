// Result: skipped, the open shape of every result; `EmptyResult` is the same, and is sent
/// Over.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct CompletedTask {
    /// Its id.
    pub task_id: String,
    /// What came of it.
    pub result: Object,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl CompletedTask {
    /// `CompletedTask` with what it must have; the rest is absent.
    #[must_use]
    pub fn new(task_id: impl Into<String>, result: Object) -> Self {
        Self {
            task_id: task_id.into(),
            result,
            extra: Extra::new(),
        }
    }
}
impl ReadMembers for CompletedTask {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut task_id = None;
        let mut result = None;
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "status" => Some(0usize),
                "taskId" => Some(1usize),
                "result" => Some(2usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.constant("status", "completed")?,
                Some(1usize) => members.required("taskId", &mut task_id)?,
                Some(2usize) => members.required_with(AnyObject, "result", &mut result)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        members.constant_seen("status")?;
        Ok(Self {
            task_id: json::present("taskId", task_id)?,
            result: json::present("result", result)?,
            extra,
        })
    }
}
impl WriteMembers for CompletedTask {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.constant("status", "completed")?;
        members.required("taskId", &self.task_id)?;
        members.required("result", &self.result)?;
        members.extra(&self.extra)
    }
}
impl Serialize for CompletedTask {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for CompletedTask {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// A task among a result's own members.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct TaskReply {
    /// The [`DetailedTask`], whose members stand among this object's own.
    pub task: DetailedTask,
    /// Metadata.
    pub meta: Option<Object>,
}
impl TaskReply {
    /// `TaskReply` around a [`DetailedTask`].
    #[must_use]
    pub fn new(task: impl Into<DetailedTask>) -> Self {
        Self {
            task: task.into(),
            meta: None,
        }
    }
    /// Sets [`Self::meta`].
    #[must_use]
    pub fn with_meta(mut self, meta: Object) -> Self {
        self.meta = Some(meta);
        self
    }
}
impl ReadMembers for TaskReply {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut meta = None;
        while let Some(member) = members.next_holding_others(&["resultType", "_meta"])? {
            match member {
                0usize => members.optional_constant("resultType", "complete")?,
                1usize => members.optional_with(AnyObject, "_meta", &mut meta)?,
                _ => {}
            }
        }
        let task = DetailedTask::read(members)?;
        Ok(Self { task, meta })
    }
}
impl WriteMembers for TaskReply {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.constant("resultType", "complete")?;
        members.optional("_meta", &self.meta)?;
        self.task.write(members)
    }
}
impl Serialize for TaskReply {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for TaskReply {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// Not over.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct WorkingTask {
    /// Its id.
    pub task_id: String,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl WorkingTask {
    /// `WorkingTask` with what it must have; the rest is absent.
    #[must_use]
    pub fn new(task_id: impl Into<String>) -> Self {
        Self {
            task_id: task_id.into(),
            extra: Extra::new(),
        }
    }
}
impl ReadMembers for WorkingTask {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut task_id = None;
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "status" => Some(0usize),
                "taskId" => Some(1usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.constant("status", "working")?,
                Some(1usize) => members.required("taskId", &mut task_id)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        members.constant_seen("status")?;
        Ok(Self {
            task_id: json::present("taskId", task_id)?,
            extra,
        })
    }
}
impl WriteMembers for WorkingTask {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.constant("status", "working")?;
        members.required("taskId", &self.task_id)?;
        members.extra(&self.extra)
    }
}
impl Serialize for WorkingTask {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for WorkingTask {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// A task; its members repeat definitions word for word, hence are these.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum DetailedTask {
    /// [`WorkingTask`]
    Working(WorkingTask),
    /// [`CompletedTask`]
    Completed(CompletedTask),
    /// One of a kind that this revision does not name, kept whole.
    Unknown(Object),
}
impl DetailedTask {
    /// The [`WorkingTask`], if it is one.
    #[must_use]
    pub fn as_working(&self) -> Option<&WorkingTask> {
        if let Self::Working(value) = self { Some(value) } else { None }
    }
    /// The [`CompletedTask`], if it is one.
    #[must_use]
    pub fn as_completed(&self) -> Option<&CompletedTask> {
        if let Self::Completed(value) = self { Some(value) } else { None }
    }
}
impl From<WorkingTask> for DetailedTask {
    fn from(value: WorkingTask) -> Self {
        Self::Working(value)
    }
}
impl From<CompletedTask> for DetailedTask {
    fn from(value: CompletedTask) -> Self {
        Self::Completed(value)
    }
}
impl ReadMembers for DetailedTask {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        members.hold_strings(&["taskId"]);
        match members.tag("status", &["working", "completed"])? {
            Tag::Known(0usize) => WorkingTask::read(members).map(Self::Working),
            Tag::Known(1usize) => CompletedTask::read(members).map(Self::Completed),
            Tag::Absent => Err(serde::de::Error::missing_field("status")),
            Tag::Known(_) => members.rest(None, None).map(Self::Unknown),
            Tag::Unknown(tag) => {
                members.rest(Some("status"), Some(tag)).map(Self::Unknown)
            }
        }
    }
}
impl WriteMembers for DetailedTask {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        match self {
            Self::Working(value) => value.write(members),
            Self::Completed(value) => value.write(members),
            Self::Unknown(all) => members.rest(all),
        }
    }
}
impl Serialize for DetailedTask {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for DetailedTask {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
