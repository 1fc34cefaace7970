/// An answer.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ElicitResult {
    /// The answer.
    pub answer: Option<String>,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl ElicitResult {
    /// `ElicitResult` with nothing set.
    #[must_use]
    pub fn new() -> Self {
        Self {
            answer: None,
            extra: Extra::new(),
        }
    }
    /// Sets [`Self::answer`].
    #[must_use]
    pub fn with_answer(mut self, answer: impl Into<String>) -> Self {
        self.answer = Some(answer.into());
        self
    }
}
impl ReadMembers for ElicitResult {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut answer = None;
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "answer" => Some(0usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.optional("answer", &mut answer)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(Self { answer, extra })
    }
}
impl WriteMembers for ElicitResult {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.optional("answer", &self.answer)?;
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
/// Several, by name.
pub type InputRequests = BTreeMap<String, InputRequest>;
/// Asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Elicit;
impl Method for Elicit {
    const METHOD: &'static str = "elicitation/create";
    const REVISION: Option<&'static str> = Some("2025-11-25");
    type Params = Option<Object>;
}
impl Request for Elicit {
    type Result = ElicitResult;
    type Reply = ElicitResult;
}
/// The method and params of a `elicitation/create` request; see [`Elicit`].
pub type ElicitRequest = Call<Elicit>;
/// A union of methods that is no sender is known by the method, too.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum InputRequest {
    /// `elicitation/create`
    Elicit(Call<Elicit>),
    /// A method that this revision does not name, or not here.
    Custom(AnyCall),
}
impl InputRequest {
    /// The methods that this revision names here, in the schema's order.
    pub const METHODS: &'static [&'static str] = &["elicitation/create"];
}
impl From<Call<Elicit>> for InputRequest {
    fn from(call: Call<Elicit>) -> Self {
        Self::Elicit(call)
    }
}
impl Body for InputRequest {
    fn knows(method: &str) -> bool {
        matches!(method, "elicitation/create")
    }
    fn method(&self) -> &str {
        match self {
            Self::Elicit(_) => "elicitation/create",
            Self::Custom(call) => &call.method,
        }
    }
    fn read_params<'de, A: MapAccess<'de>>(
        method: &str,
        params: Params<'_, 'de, A>,
    ) -> Result<Self, A::Error> {
        match method {
            "elicitation/create" => Call::read_params(method, params).map(Self::Elicit),
            _ => AnyCall::read_params(method, params).map(Self::Custom),
        }
    }
    fn extra_mut(&mut self) -> &mut Extra {
        match self {
            Self::Elicit(call) => &mut call.extra,
            Self::Custom(call) => &mut call.extra,
        }
    }
}
impl ReadMembers for InputRequest {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        jsonrpc::read_body(members)
    }
}
impl WriteMembers for InputRequest {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        match self {
            Self::Elicit(call) => call.write(members),
            Self::Custom(call) => call.write(members),
        }
    }
}
impl Serialize for InputRequest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for InputRequest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
