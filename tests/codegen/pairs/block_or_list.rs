/// Something said.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Note {
    /// One block, or a list of them.
    pub content: OneOrMany<Block>,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl Note {
    /// `Note` with what it must have; the rest is absent.
    #[must_use]
    pub fn new(content: impl Into<OneOrMany<Block>>) -> Self {
        Self {
            content: content.into(),
            extra: Extra::new(),
        }
    }
}
impl ReadMembers for Note {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut content = None;
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "content" => Some(0usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.required("content", &mut content)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(Self {
            content: json::present("content", content)?,
            extra,
        })
    }
}
impl WriteMembers for Note {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.required("content", &self.content)?;
        members.extra(&self.extra)
    }
}
impl Serialize for Note {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for Note {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// Heard.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SoundBlock {
    /// Bytes in base64.
    pub data: String,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl SoundBlock {
    /// `SoundBlock` with what it must have; the rest is absent.
    #[must_use]
    pub fn new(data: impl Into<String>) -> Self {
        Self {
            data: data.into(),
            extra: Extra::new(),
        }
    }
}
impl ReadMembers for SoundBlock {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut data = None;
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "type" => Some(0usize),
                "data" => Some(1usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.constant("type", "sound")?,
                Some(1usize) => members.required("data", &mut data)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        members.constant_seen("type")?;
        Ok(Self {
            data: json::present("data", data)?,
            extra,
        })
    }
}
impl WriteMembers for SoundBlock {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.constant("type", "sound")?;
        members.required("data", &self.data)?;
        members.extra(&self.extra)
    }
}
impl Serialize for SoundBlock {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for SoundBlock {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// Read.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct TextBlock {
    /// The text.
    pub text: String,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl TextBlock {
    /// `TextBlock` with what it must have; the rest is absent.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            extra: Extra::new(),
        }
    }
}
impl ReadMembers for TextBlock {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut text = None;
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "type" => Some(0usize),
                "text" => Some(1usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.constant("type", "text")?,
                Some(1usize) => members.required("text", &mut text)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        members.constant_seen("type")?;
        Ok(Self {
            text: json::present("text", text)?,
            extra,
        })
    }
}
impl WriteMembers for TextBlock {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.constant("type", "text")?;
        members.required("text", &self.text)?;
        members.extra(&self.extra)
    }
}
impl Serialize for TextBlock {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for TextBlock {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// A part of a note.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Block {
    /// [`TextBlock`]
    Text(TextBlock),
    /// [`SoundBlock`]
    Sound(SoundBlock),
    /// One of a kind that this revision does not name, kept whole.
    Unknown(Object),
}
impl Block {
    /// The [`TextBlock`], if it is one.
    #[must_use]
    pub fn as_text(&self) -> Option<&TextBlock> {
        if let Self::Text(value) = self { Some(value) } else { None }
    }
    /// The [`SoundBlock`], if it is one.
    #[must_use]
    pub fn as_sound(&self) -> Option<&SoundBlock> {
        if let Self::Sound(value) = self { Some(value) } else { None }
    }
}
impl From<TextBlock> for Block {
    fn from(value: TextBlock) -> Self {
        Self::Text(value)
    }
}
impl From<SoundBlock> for Block {
    fn from(value: SoundBlock) -> Self {
        Self::Sound(value)
    }
}
impl ReadMembers for Block {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        members.hold_strings(&["data", "text"]);
        match members.tag("type", &["text", "sound"])? {
            Tag::Known(0usize) => TextBlock::read(members).map(Self::Text),
            Tag::Known(1usize) => SoundBlock::read(members).map(Self::Sound),
            Tag::Absent => Err(serde::de::Error::missing_field("type")),
            Tag::Known(_) => members.rest(None, None).map(Self::Unknown),
            Tag::Unknown(tag) => members.rest(Some("type"), Some(tag)).map(Self::Unknown),
        }
    }
}
impl WriteMembers for Block {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        match self {
            Self::Text(value) => value.write(members),
            Self::Sound(value) => value.write(members),
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
