/// Complete, also where it does not say so.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Done {
    /// The answer.
    pub answer: i64,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl Done {
    /// `Done` with what it must have; the rest is absent.
    #[must_use]
    pub fn new(answer: i64) -> Self {
        Self {
            answer,
            extra: Extra::new(),
        }
    }
}
impl ReadMembers for Done {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut answer = None;
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "resultType" => Some(0usize),
                "answer" => Some(1usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.optional_constant("resultType", "complete")?,
                Some(1usize) => members.required_with(Integer, "answer", &mut answer)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(Self {
            answer: json::present("answer", answer)?,
            extra,
        })
    }
}
impl WriteMembers for Done {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.constant("resultType", "complete")?;
        members.required("answer", &self.answer)?;
        members.extra(&self.extra)
    }
}
impl Serialize for Done {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for Done {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// A promise.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Later {
    /// Under which it is kept.
    pub task_id: String,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl Later {
    /// `Later` with what it must have; the rest is absent.
    #[must_use]
    pub fn new(task_id: impl Into<String>) -> Self {
        Self {
            task_id: task_id.into(),
            extra: Extra::new(),
        }
    }
}
impl ReadMembers for Later {
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
impl WriteMembers for Later {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.constant("resultType", "task")?;
        members.required("taskId", &self.task_id)?;
        members.extra(&self.extra)
    }
}
impl Serialize for Later {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for Later {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// Either.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Outcome {
    /// [`Later`]
    Task(Later),
    /// [`Done`]
    Complete(Done),
    /// One of a kind that this revision does not name, kept whole.
    Unknown(Object),
}
impl Outcome {
    /// The [`Later`], if it is one.
    #[must_use]
    pub fn as_task(&self) -> Option<&Later> {
        if let Self::Task(value) = self { Some(value) } else { None }
    }
    /// The [`Done`], if it is one.
    #[must_use]
    pub fn as_complete(&self) -> Option<&Done> {
        if let Self::Complete(value) = self { Some(value) } else { None }
    }
}
impl From<Later> for Outcome {
    fn from(value: Later) -> Self {
        Self::Task(value)
    }
}
impl From<Done> for Outcome {
    fn from(value: Done) -> Self {
        Self::Complete(value)
    }
}
impl ReadMembers for Outcome {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        members.hold_strings(&["taskId"]);
        match members.tag("resultType", &["task", "complete"])? {
            Tag::Known(0usize) => Later::read(members).map(Self::Task),
            Tag::Known(1usize) | Tag::Absent => Done::read(members).map(Self::Complete),
            Tag::Known(_) => members.rest(None, None).map(Self::Unknown),
            Tag::Unknown(tag) => {
                members.rest(Some("resultType"), Some(tag)).map(Self::Unknown)
            }
        }
    }
}
impl WriteMembers for Outcome {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        match self {
            Self::Task(value) => value.write(members),
            Self::Complete(value) => value.write(members),
            Self::Unknown(all) => members.rest(all),
        }
    }
}
impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for Outcome {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
