// FileURL: FileUrl
// JSONThing: JsonThing
// ProgressToken: by hand, jsonrpc::ProgressToken
// RequestMetaObject: RequestMeta
/// Fields whose names are no Rust names, and the leading one first.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct JsonThing {
    /// The leading one.
    pub name: String,
    /// After the name, though before it in the alphabet.
    pub at: FileUrl,
    /// A hump.
    pub camel_case: String,
    /// A dollar.
    pub schema: Option<String>,
    /// A keyword.
    pub value: Option<String>,
    /// A keyword.
    pub values: Option<String>,
    /// A keyword.
    pub reference: Option<String>,
    /// A keyword.
    pub kind: Option<String>,
    /// An underscore.
    pub meta: Option<Box<RequestMeta>>,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl JsonThing {
    /// `JsonThing` with what it must have; the rest is absent.
    #[must_use]
    pub fn new(
        name: impl Into<String>,
        at: impl Into<FileUrl>,
        camel_case: impl Into<String>,
    ) -> Self {
        Self {
            name: name.into(),
            at: at.into(),
            camel_case: camel_case.into(),
            schema: None,
            value: None,
            values: None,
            reference: None,
            kind: None,
            meta: None,
            extra: Extra::new(),
        }
    }
    /// Sets [`Self::schema`].
    #[must_use]
    pub fn with_schema(mut self, schema: impl Into<String>) -> Self {
        self.schema = Some(schema.into());
        self
    }
    /// Sets [`Self::value`].
    #[must_use]
    pub fn with_value(mut self, value: impl Into<String>) -> Self {
        self.value = Some(value.into());
        self
    }
    /// Sets [`Self::values`].
    #[must_use]
    pub fn with_values(mut self, values: impl Into<String>) -> Self {
        self.values = Some(values.into());
        self
    }
    /// Sets [`Self::reference`].
    #[must_use]
    pub fn with_reference(mut self, reference: impl Into<String>) -> Self {
        self.reference = Some(reference.into());
        self
    }
    /// Sets [`Self::kind`].
    #[must_use]
    pub fn with_kind(mut self, kind: impl Into<String>) -> Self {
        self.kind = Some(kind.into());
        self
    }
    /// Sets [`Self::meta`].
    #[must_use]
    pub fn with_meta(mut self, meta: impl Into<RequestMeta>) -> Self {
        self.meta = Some(Box::new(meta.into()));
        self
    }
}
impl ReadMembers for JsonThing {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut name = None;
        let mut at = None;
        let mut camel_case = None;
        let mut schema = None;
        let mut value = None;
        let mut values = None;
        let mut reference = None;
        let mut kind = None;
        let mut meta = None;
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "name" => Some(0usize),
                "at" => Some(1usize),
                "camelCase" => Some(2usize),
                "$schema" => Some(3usize),
                "const" => Some(4usize),
                "enum" => Some(5usize),
                "ref" => Some(6usize),
                "type" => Some(7usize),
                "_meta" => Some(8usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.required("name", &mut name)?,
                Some(1usize) => members.required("at", &mut at)?,
                Some(2usize) => members.required("camelCase", &mut camel_case)?,
                Some(3usize) => members.optional("$schema", &mut schema)?,
                Some(4usize) => members.optional("const", &mut value)?,
                Some(5usize) => members.optional("enum", &mut values)?,
                Some(6usize) => members.optional("ref", &mut reference)?,
                Some(7usize) => members.optional("type", &mut kind)?,
                Some(8usize) => members.optional("_meta", &mut meta)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(Self {
            name: json::present("name", name)?,
            at: json::present("at", at)?,
            camel_case: json::present("camelCase", camel_case)?,
            schema,
            value,
            values,
            reference,
            kind,
            meta,
            extra,
        })
    }
}
impl WriteMembers for JsonThing {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.required("name", &self.name)?;
        members.required("at", &self.at)?;
        members.required("camelCase", &self.camel_case)?;
        members.optional("$schema", &self.schema)?;
        members.optional("const", &self.value)?;
        members.optional("enum", &self.values)?;
        members.optional("ref", &self.reference)?;
        members.optional("type", &self.kind)?;
        members.optional("_meta", &self.meta)?;
        members.extra(&self.extra)
    }
}
impl Serialize for JsonThing {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for JsonThing {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// Metadata of requests.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct RequestMeta {
    /// A key with the protocol's prefix.
    pub protocol_version: String,
    /// A type written by hand.
    pub progress_token: Option<ProgressToken>,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl RequestMeta {
    /// `RequestMeta` with what it must have; the rest is absent.
    #[must_use]
    pub fn new(protocol_version: impl Into<String>) -> Self {
        Self {
            protocol_version: protocol_version.into(),
            progress_token: None,
            extra: Extra::new(),
        }
    }
    /// Sets [`Self::progress_token`].
    #[must_use]
    pub fn with_progress_token(
        mut self,
        progress_token: impl Into<ProgressToken>,
    ) -> Self {
        self.progress_token = Some(progress_token.into());
        self
    }
}
impl ReadMembers for RequestMeta {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut protocol_version = None;
        let mut progress_token = None;
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "io.modelcontextprotocol/protocolVersion" => Some(0usize),
                "progressToken" => Some(1usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => {
                    members
                        .required(
                            "io.modelcontextprotocol/protocolVersion",
                            &mut protocol_version,
                        )?
                }
                Some(1usize) => members.optional("progressToken", &mut progress_token)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(Self {
            protocol_version: json::present(
                "io.modelcontextprotocol/protocolVersion",
                protocol_version,
            )?,
            progress_token,
            extra,
        })
    }
}
impl WriteMembers for RequestMeta {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members
            .required(
                "io.modelcontextprotocol/protocolVersion",
                &self.protocol_version,
            )?;
        members.optional("progressToken", &self.progress_token)?;
        members.extra(&self.extra)
    }
}
impl Serialize for RequestMeta {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for RequestMeta {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// A name that no longer shouts.
pub type FileUrl = String;
