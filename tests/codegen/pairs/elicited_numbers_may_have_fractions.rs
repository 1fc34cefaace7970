/// Answers.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ElicitResult {
    /// By the question's name.
    pub content: Option<BTreeMap<String, Answer>>,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl ElicitResult {
    /// `ElicitResult` with nothing set.
    #[must_use]
    pub fn new() -> Self {
        Self {
            content: None,
            extra: Extra::new(),
        }
    }
    /// Sets [`Self::content`].
    #[must_use]
    pub fn with_content(mut self, content: BTreeMap<String, Answer>) -> Self {
        self.content = Some(content);
        self
    }
}
impl ReadMembers for ElicitResult {
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
                Some(0usize) => members.optional("content", &mut content)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(Self { content, extra })
    }
}
impl WriteMembers for ElicitResult {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.optional("content", &self.content)?;
        members.extra(&self.extra)
    }
}
impl Serialize for ElicitResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for ElicitResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
