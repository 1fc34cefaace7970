/// What a tool gives.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct CallToolResult {
    /// Any JSON, kept as its text.
    pub structured_content: Option<Raw>,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl CallToolResult {
    /// `CallToolResult` with nothing set.
    #[must_use]
    pub fn new() -> Self {
        Self {
            structured_content: None,
            extra: Extra::new(),
        }
    }
    /// Sets [`Self::structured_content`].
    #[must_use]
    pub fn with_structured_content(
        mut self,
        structured_content: impl Into<Raw>,
    ) -> Self {
        self.structured_content = Some(structured_content.into());
        self
    }
}
impl ReadMembers for CallToolResult {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut structured_content = None;
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "structuredContent" => Some(0usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => {
                    members
                        .required_with(
                            Carried,
                            "structuredContent",
                            &mut structured_content,
                        )?
                }
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(Self { structured_content, extra })
    }
}
impl WriteMembers for CallToolResult {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.optional("structuredContent", &self.structured_content)?;
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
/// Answers.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ElicitResult {
    /// By the question's name; the type is written by hand.
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
/// What can be called.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Tool {
    /// Its name.
    pub name: String,
    /// A JSON Schema, kept as its text.
    pub input_schema: JsonSchema,
    /// The same, if there is one.
    pub output_schema: Option<JsonSchema>,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl Tool {
    /// `Tool` with what it must have; the rest is absent.
    #[must_use]
    pub fn new(name: impl Into<String>, input_schema: impl Into<JsonSchema>) -> Self {
        Self {
            name: name.into(),
            input_schema: input_schema.into(),
            output_schema: None,
            extra: Extra::new(),
        }
    }
    /// Sets [`Self::output_schema`].
    #[must_use]
    pub fn with_output_schema(mut self, output_schema: impl Into<JsonSchema>) -> Self {
        self.output_schema = Some(output_schema.into());
        self
    }
}
impl ReadMembers for Tool {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut name = None;
        let mut input_schema = None;
        let mut output_schema = None;
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "name" => Some(0usize),
                "inputSchema" => Some(1usize),
                "outputSchema" => Some(2usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.required("name", &mut name)?,
                Some(1usize) => members.required("inputSchema", &mut input_schema)?,
                Some(2usize) => members.optional("outputSchema", &mut output_schema)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(Self {
            name: json::present("name", name)?,
            input_schema: json::present("inputSchema", input_schema)?,
            output_schema,
            extra,
        })
    }
}
impl WriteMembers for Tool {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.required("name", &self.name)?;
        members.required("inputSchema", &self.input_schema)?;
        members.optional("outputSchema", &self.output_schema)?;
        members.extra(&self.extra)
    }
}
impl Serialize for Tool {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for Tool {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// What a tool is given.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ToolUseContent {
    /// An object, kept as its text.
    pub input: RawObject,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl ToolUseContent {
    /// `ToolUseContent` with what it must have; the rest is absent.
    #[must_use]
    pub fn new(input: impl Into<RawObject>) -> Self {
        Self {
            input: input.into(),
            extra: Extra::new(),
        }
    }
}
impl ReadMembers for ToolUseContent {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut input = None;
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "input" => Some(0usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.required("input", &mut input)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(Self {
            input: json::present("input", input)?,
            extra,
        })
    }
}
impl WriteMembers for ToolUseContent {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.required("input", &self.input)?;
        members.extra(&self.extra)
    }
}
impl Serialize for ToolUseContent {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for ToolUseContent {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
