/// Bytes.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct BlobResourceContents {
    /// What it is the content of.
    pub uri: String,
    /// In base64.
    pub blob: String,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl BlobResourceContents {
    /// `BlobResourceContents` with what it must have; the rest is absent.
    #[must_use]
    pub fn new(uri: impl Into<String>, blob: impl Into<String>) -> Self {
        Self {
            uri: uri.into(),
            blob: blob.into(),
            extra: Extra::new(),
        }
    }
}
impl BlobResourceContents {
    /// Reads the members, after strings among them that came first.
    fn read_after<'de, A: MapAccess<'de>>(
        [mut uri,
        ]: [Option<String>; 1usize],
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut blob = None;
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "uri" => Some(0usize),
                "blob" => Some(1usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.required("uri", &mut uri)?,
                Some(1usize) => members.required("blob", &mut blob)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(Self {
            uri: json::present("uri", uri)?,
            blob: json::present("blob", blob)?,
            extra,
        })
    }
}
impl ReadMembers for BlobResourceContents {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        Self::read_after(Default::default(), members)
    }
}
impl WriteMembers for BlobResourceContents {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.required("uri", &self.uri)?;
        members.required("blob", &self.blob)?;
        members.extra(&self.extra)
    }
}
impl Serialize for BlobResourceContents {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for BlobResourceContents {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// Text.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct TextResourceContents {
    /// What it is the content of.
    pub uri: String,
    /// The text.
    pub text: String,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl TextResourceContents {
    /// `TextResourceContents` with what it must have; the rest is absent.
    #[must_use]
    pub fn new(uri: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            uri: uri.into(),
            text: text.into(),
            extra: Extra::new(),
        }
    }
}
impl TextResourceContents {
    /// Reads the members, after strings among them that came first.
    fn read_after<'de, A: MapAccess<'de>>(
        [mut uri,
        ]: [Option<String>; 1usize],
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut text = None;
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "uri" => Some(0usize),
                "text" => Some(1usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.required("uri", &mut uri)?,
                Some(1usize) => members.required("text", &mut text)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(Self {
            uri: json::present("uri", uri)?,
            text: json::present("text", text)?,
            extra,
        })
    }
}
impl ReadMembers for TextResourceContents {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        Self::read_after(Default::default(), members)
    }
}
impl WriteMembers for TextResourceContents {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.required("uri", &self.uri)?;
        members.required("text", &self.text)?;
        members.extra(&self.extra)
    }
}
impl Serialize for TextResourceContents {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for TextResourceContents {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// Either, known by the member that is there.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Contents {
    /// [`TextResourceContents`]
    Text(TextResourceContents),
    /// [`BlobResourceContents`]
    Blob(BlobResourceContents),
    /// One of a kind that this revision does not name, kept whole.
    Unknown(Object),
}
impl Contents {
    /// The [`TextResourceContents`], if it is one.
    #[must_use]
    pub fn as_text(&self) -> Option<&TextResourceContents> {
        if let Self::Text(value) = self { Some(value) } else { None }
    }
    /// The [`BlobResourceContents`], if it is one.
    #[must_use]
    pub fn as_blob(&self) -> Option<&BlobResourceContents> {
        if let Self::Blob(value) = self { Some(value) } else { None }
    }
}
impl From<TextResourceContents> for Contents {
    fn from(value: TextResourceContents) -> Self {
        Self::Text(value)
    }
}
impl From<BlobResourceContents> for Contents {
    fn from(value: BlobResourceContents) -> Self {
        Self::Blob(value)
    }
}
impl ReadMembers for Contents {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        members.hold_strings(&["blob", "text", "uri"]);
        let mut strings = Default::default();
        match members.first_of_after(["uri"], &mut strings, &["text", "blob"])? {
            Some(0usize) => {
                TextResourceContents::read_after(strings, members).map(Self::Text)
            }
            Some(1usize) => {
                BlobResourceContents::read_after(strings, members).map(Self::Blob)
            }
            _ => members.rest(None, None).map(Self::Unknown),
        }
    }
}
impl WriteMembers for Contents {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        match self {
            Self::Text(value) => value.write(members),
            Self::Blob(value) => value.write(members),
            Self::Unknown(all) => members.rest(all),
        }
    }
}
impl Serialize for Contents {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for Contents {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
