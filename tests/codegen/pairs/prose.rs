/// For this revision.
///
/// In two paragraphs.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Described {
    /// What the name means everywhere.
    pub common: Option<String>,
    /// For this revision.
    pub here: Option<String>,
    /// What it
    /// means here, in two lines.
    pub own: Option<String>,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl Described {
    /// `Described` with nothing set.
    #[must_use]
    pub fn new() -> Self {
        Self {
            common: None,
            here: None,
            own: None,
            extra: Extra::new(),
        }
    }
    /// Sets [`Self::common`].
    #[must_use]
    pub fn with_common(mut self, common: impl Into<String>) -> Self {
        self.common = Some(common.into());
        self
    }
    /// Sets [`Self::here`].
    #[must_use]
    pub fn with_here(mut self, here: impl Into<String>) -> Self {
        self.here = Some(here.into());
        self
    }
    /// Sets [`Self::own`].
    #[must_use]
    pub fn with_own(mut self, own: impl Into<String>) -> Self {
        self.own = Some(own.into());
        self
    }
}
impl ReadMembers for Described {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut common = None;
        let mut here = None;
        let mut own = None;
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "common" => Some(0usize),
                "here" => Some(1usize),
                "own" => Some(2usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.optional("common", &mut common)?,
                Some(1usize) => members.optional("here", &mut here)?,
                Some(2usize) => members.optional("own", &mut own)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(Self { common, here, own, extra })
    }
}
impl WriteMembers for Described {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.optional("common", &self.common)?;
        members.optional("here", &self.here)?;
        members.optional("own", &self.own)?;
        members.extra(&self.extra)
    }
}
impl Serialize for Described {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for Described {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
