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
/// A promise.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct WeighLater {
    /// Under which it is kept.
    pub task_id: String,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl WeighLater {
    /// `WeighLater` with what it must have; the rest is absent.
    #[must_use]
    pub fn new(task_id: impl Into<String>) -> Self {
        Self {
            task_id: task_id.into(),
            extra: Extra::new(),
        }
    }
}
impl ReadMembers for WeighLater {
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
impl WriteMembers for WeighLater {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.constant("resultType", "task")?;
        members.required("taskId", &self.task_id)?;
        members.extra(&self.extra)
    }
}
impl Serialize for WeighLater {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for WeighLater {
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
    pub extra: Extra,
}
impl WeighResult {
    /// `WeighResult` with what it must have; the rest is absent.
    #[must_use]
    pub fn new(grams: i64) -> Self {
        Self { grams, extra: Extra::new() }
    }
}
impl ReadMembers for WeighResult {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut grams = None;
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "resultType" => Some(0usize),
                "grams" => Some(1usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.optional_constant("resultType", "complete")?,
                Some(1usize) => members.required_with(Integer, "grams", &mut grams)?,
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
        members.constant("resultType", "complete")?;
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
/// Any of them.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Reply {
    /// [`InputRequiredResult`]
    InputRequired(InputRequiredResult),
    /// [`WeighLater`]
    Task(WeighLater),
    /// [`WeighResult`]
    Complete(WeighResult),
    /// One of a kind that this revision does not name, kept whole.
    Unknown(Object),
}
impl Reply {
    /// The [`InputRequiredResult`], if it is one.
    #[must_use]
    pub fn as_input_required(&self) -> Option<&InputRequiredResult> {
        if let Self::InputRequired(value) = self { Some(value) } else { None }
    }
    /// The [`WeighLater`], if it is one.
    #[must_use]
    pub fn as_task(&self) -> Option<&WeighLater> {
        if let Self::Task(value) = self { Some(value) } else { None }
    }
    /// The [`WeighResult`], if it is one.
    #[must_use]
    pub fn as_complete(&self) -> Option<&WeighResult> {
        if let Self::Complete(value) = self { Some(value) } else { None }
    }
}
impl From<InputRequiredResult> for Reply {
    fn from(value: InputRequiredResult) -> Self {
        Self::InputRequired(value)
    }
}
impl From<WeighLater> for Reply {
    fn from(value: WeighLater) -> Self {
        Self::Task(value)
    }
}
impl From<WeighResult> for Reply {
    fn from(value: WeighResult) -> Self {
        Self::Complete(value)
    }
}
impl ReadMembers for Reply {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        members.hold_strings(&["requestState", "taskId"]);
        match members.tag("resultType", &["input_required", "task", "complete"])? {
            Tag::Known(0usize) => {
                InputRequiredResult::read(members).map(Self::InputRequired)
            }
            Tag::Known(1usize) => WeighLater::read(members).map(Self::Task),
            Tag::Known(2usize) | Tag::Absent => {
                WeighResult::read(members).map(Self::Complete)
            }
            Tag::Known(_) => members.rest(None, None).map(Self::Unknown),
            Tag::Unknown(tag) => {
                members.rest(Some("resultType"), Some(tag)).map(Self::Unknown)
            }
        }
    }
}
impl WriteMembers for Reply {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        match self {
            Self::InputRequired(value) => value.write(members),
            Self::Task(value) => value.write(members),
            Self::Complete(value) => value.write(members),
            Self::Unknown(all) => members.rest(all),
        }
    }
}
impl Serialize for Reply {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for Reply {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
