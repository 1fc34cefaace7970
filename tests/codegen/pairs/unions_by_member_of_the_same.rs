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
impl ReadMembers for BlobResourceContents {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut uri = None;
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
/// Roots.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ListRootsResult {
    /// Where they are.
    pub roots: Vec<String>,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl ListRootsResult {
    /// `ListRootsResult` with what it must have; the rest is absent.
    #[must_use]
    pub fn new(roots: Vec<String>) -> Self {
        Self { roots, extra: Extra::new() }
    }
}
impl ReadMembers for ListRootsResult {
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
                Some(0usize) => members.required("roots", &mut roots)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(Self {
            roots: json::present("roots", roots)?,
            extra,
        })
    }
}
impl WriteMembers for ListRootsResult {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.required("roots", &self.roots)?;
        members.extra(&self.extra)
    }
}
impl Serialize for ListRootsResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for ListRootsResult {
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
impl ReadMembers for TextResourceContents {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut uri = None;
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
        match members.first_of(&["text", "blob"])? {
            Some(0usize) => TextResourceContents::read(members).map(Self::Text),
            Some(1usize) => BlobResourceContents::read(members).map(Self::Blob),
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
/// Another union with a variant of the first: none of them reads strings before it knows the variant.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Mixed {
    /// [`TextResourceContents`]
    Text(TextResourceContents),
    /// [`ListRootsResult`]
    ListRoots(ListRootsResult),
    /// One of a kind that this revision does not name, kept whole.
    Unknown(Object),
}
impl Mixed {
    /// The [`TextResourceContents`], if it is one.
    #[must_use]
    pub fn as_text(&self) -> Option<&TextResourceContents> {
        if let Self::Text(value) = self { Some(value) } else { None }
    }
    /// The [`ListRootsResult`], if it is one.
    #[must_use]
    pub fn as_list_roots(&self) -> Option<&ListRootsResult> {
        if let Self::ListRoots(value) = self { Some(value) } else { None }
    }
}
impl From<TextResourceContents> for Mixed {
    fn from(value: TextResourceContents) -> Self {
        Self::Text(value)
    }
}
impl From<ListRootsResult> for Mixed {
    fn from(value: ListRootsResult) -> Self {
        Self::ListRoots(value)
    }
}
impl ReadMembers for Mixed {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        members.hold_strings(&["text", "uri"]);
        match members.first_of(&["text", "roots"])? {
            Some(0usize) => TextResourceContents::read(members).map(Self::Text),
            Some(1usize) => ListRootsResult::read(members).map(Self::ListRoots),
            _ => members.rest(None, None).map(Self::Unknown),
        }
    }
}
impl WriteMembers for Mixed {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        match self {
            Self::Text(value) => value.write(members),
            Self::ListRoots(value) => value.write(members),
            Self::Unknown(all) => members.rest(all),
        }
    }
}
impl Serialize for Mixed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for Mixed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
