/// Hints, which lie in a box wherever they are.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Annotations {
    /// How much it matters.
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
/// A link.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ResourceLink {
    /// Its hints.
    pub annotations: Box<Annotations>,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl ResourceLink {
    /// `ResourceLink` with what it must have; the rest is absent.
    #[must_use]
    pub fn new(annotations: impl Into<Annotations>) -> Self {
        Self {
            annotations: Box::new(annotations.into()),
            extra: Extra::new(),
        }
    }
}
impl ReadMembers for ResourceLink {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut annotations = None;
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "kind" => Some(0usize),
                "annotations" => Some(1usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.constant("kind", "link")?,
                Some(1usize) => members.required("annotations", &mut annotations)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        members.constant_seen("kind")?;
        Ok(Self {
            annotations: json::present("annotations", annotations)?,
            extra,
        })
    }
}
impl WriteMembers for ResourceLink {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.constant("kind", "link")?;
        members.required("annotations", &self.annotations)?;
        members.extra(&self.extra)
    }
}
impl Serialize for ResourceLink {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for ResourceLink {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// Words.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Words {
    /// Their hints.
    pub annotations: Option<Box<Annotations>>,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl Words {
    /// `Words` with nothing set.
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
impl ReadMembers for Words {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut annotations = None;
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "kind" => Some(0usize),
                "annotations" => Some(1usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.constant("kind", "words")?,
                Some(1usize) => members.optional("annotations", &mut annotations)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        members.constant_seen("kind")?;
        Ok(Self { annotations, extra })
    }
}
impl WriteMembers for Words {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.constant("kind", "words")?;
        members.optional("annotations", &self.annotations)?;
        members.extra(&self.extra)
    }
}
impl Serialize for Words {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for Words {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// A link, in a box, or words.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Block {
    /// [`ResourceLink`]
    Link(Box<ResourceLink>),
    /// [`Words`]
    Words(Words),
    /// One of a kind that this revision does not name, kept whole.
    Unknown(Object),
}
impl Block {
    /// The [`ResourceLink`], if it is one.
    #[must_use]
    pub fn as_link(&self) -> Option<&ResourceLink> {
        if let Self::Link(value) = self { Some(value) } else { None }
    }
    /// The [`Words`], if it is one.
    #[must_use]
    pub fn as_words(&self) -> Option<&Words> {
        if let Self::Words(value) = self { Some(value) } else { None }
    }
}
impl From<ResourceLink> for Block {
    fn from(value: ResourceLink) -> Self {
        Self::Link(Box::new(value))
    }
}
impl From<Words> for Block {
    fn from(value: Words) -> Self {
        Self::Words(value)
    }
}
impl ReadMembers for Block {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        match members.tag("kind", &["link", "words"])? {
            Tag::Known(0usize) => {
                ResourceLink::read(members).map(Box::new).map(Self::Link)
            }
            Tag::Known(1usize) => Words::read(members).map(Self::Words),
            Tag::Absent => Err(serde::de::Error::missing_field("kind")),
            Tag::Known(_) => members.rest(None, None).map(Self::Unknown),
            Tag::Unknown(tag) => members.rest(Some("kind"), Some(tag)).map(Self::Unknown),
        }
    }
}
impl WriteMembers for Block {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        match self {
            Self::Link(value) => value.write(members),
            Self::Words(value) => value.write(members),
            Self::Unknown(all) => members.rest(all),
        }
    }
}
impl Serialize for Block {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for Block {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
