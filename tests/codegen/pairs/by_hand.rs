// Annotated: skipped, the abstract shape of what has annotations
// Error: by hand, jsonrpc::ErrorObject
// JSONObject: by hand, json::Object
// JSONValue: by hand, serde_json::Value
// RequestId: by hand, jsonrpc::RequestId
// Result: skipped, the open shape of every result; `EmptyResult` is the same, and is sent
/// Nothing.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct EmptyResult {
    /// Metadata.
    pub meta: Option<Object>,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl EmptyResult {
    /// `EmptyResult` with nothing set.
    #[must_use]
    pub fn new() -> Self {
        Self {
            meta: None,
            extra: Extra::new(),
        }
    }
    /// Sets [`Self::meta`].
    #[must_use]
    pub fn with_meta(mut self, meta: Object) -> Self {
        self.meta = Some(meta);
        self
    }
}
impl ReadMembers for EmptyResult {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut meta = None;
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "_meta" => Some(0usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.optional_with(AnyObject, "_meta", &mut meta)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(Self { meta, extra })
    }
}
impl WriteMembers for EmptyResult {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.optional("_meta", &self.meta)?;
        members.extra(&self.extra)
    }
}
impl Serialize for EmptyResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for EmptyResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// References to what is written by hand.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Failure {
    /// What went wrong.
    pub error: ErrorObject,
    /// Which request failed.
    pub of: RequestId,
    /// An object.
    pub data: Option<Object>,
    /// Any result; the definition itself becomes no item.
    pub result: Option<EmptyResult>,
    /// Anything.
    pub value: Option<Value>,
    /// Anything, several times.
    pub values: Option<Vec<Value>>,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl Failure {
    /// `Failure` with what it must have; the rest is absent.
    #[must_use]
    pub fn new(error: impl Into<ErrorObject>, of: impl Into<RequestId>) -> Self {
        Self {
            error: error.into(),
            of: of.into(),
            data: None,
            result: None,
            value: None,
            values: None,
            extra: Extra::new(),
        }
    }
    /// Sets [`Self::data`].
    #[must_use]
    pub fn with_data(mut self, data: Object) -> Self {
        self.data = Some(data);
        self
    }
    /// Sets [`Self::result`].
    #[must_use]
    pub fn with_result(mut self, result: impl Into<EmptyResult>) -> Self {
        self.result = Some(result.into());
        self
    }
    /// Sets [`Self::value`].
    #[must_use]
    pub fn with_value(mut self, value: impl Into<Value>) -> Self {
        self.value = Some(value.into());
        self
    }
    /// Sets [`Self::values`].
    #[must_use]
    pub fn with_values(mut self, values: Vec<Value>) -> Self {
        self.values = Some(values);
        self
    }
}
impl ReadMembers for Failure {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut error = None;
        let mut of = None;
        let mut data = None;
        let mut result = None;
        let mut value = None;
        let mut values = None;
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "error" => Some(0usize),
                "of" => Some(1usize),
                "data" => Some(2usize),
                "result" => Some(3usize),
                "value" => Some(4usize),
                "values" => Some(5usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.required("error", &mut error)?,
                Some(1usize) => members.required("of", &mut of)?,
                Some(2usize) => members.optional_with(AnyObject, "data", &mut data)?,
                Some(3usize) => members.optional("result", &mut result)?,
                Some(4usize) => members.optional_with(AnyValue, "value", &mut value)?,
                Some(5usize) => members.optional("values", &mut values)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(Self {
            error: json::present("error", error)?,
            of: json::present("of", of)?,
            data,
            result,
            value,
            values,
            extra,
        })
    }
}
impl WriteMembers for Failure {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.required("error", &self.error)?;
        members.required("of", &self.of)?;
        members.optional("data", &self.data)?;
        members.optional("result", &self.result)?;
        members.optional("value", &self.value)?;
        members.optional("values", &self.values)?;
        members.extra(&self.extra)
    }
}
impl Serialize for Failure {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for Failure {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
