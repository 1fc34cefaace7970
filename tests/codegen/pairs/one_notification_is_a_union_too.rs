/// Tells that an answer is not wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cancelled;
impl Method for Cancelled {
    const METHOD: &'static str = "notifications/cancelled";
    const REVISION: Option<&'static str> = Some("2025-11-25");
    type Params = Option<Object>;
}
impl Notification for Cancelled {}
/// The whole message of a `notifications/cancelled` notification; see [`Cancelled`].
pub type CancelledNotification = NotificationMessage<Call<Cancelled>>;
/// Any notification that a client sends, by its method.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ClientNotification {
    /// `notifications/cancelled`
    Cancelled(Call<Cancelled>),
    /// A method that this revision does not name, or not here.
    Custom(AnyCall),
}
impl ClientNotification {
    /// The methods that this revision names here, in the schema's order.
    pub const METHODS: &'static [&'static str] = &["notifications/cancelled"];
}
impl From<Call<Cancelled>> for ClientNotification {
    fn from(call: Call<Cancelled>) -> Self {
        Self::Cancelled(call)
    }
}
impl Body for ClientNotification {
    fn knows(method: &str) -> bool {
        matches!(method, "notifications/cancelled")
    }
    fn method(&self) -> &str {
        match self {
            Self::Cancelled(_) => "notifications/cancelled",
            Self::Custom(call) => &call.method,
        }
    }
    fn read_params<'de, A: MapAccess<'de>>(
        method: &str,
        params: Params<'_, 'de, A>,
    ) -> Result<Self, A::Error> {
        match method {
            "notifications/cancelled" => {
                Call::read_params(method, params).map(Self::Cancelled)
            }
            _ => AnyCall::read_params(method, params).map(Self::Custom),
        }
    }
    fn extra_mut(&mut self) -> &mut Extra {
        match self {
            Self::Cancelled(call) => &mut call.extra,
            Self::Custom(call) => &mut call.extra,
        }
    }
}
impl ReadMembers for ClientNotification {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        jsonrpc::read_body(members)
    }
}
impl WriteMembers for ClientNotification {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        match self {
            Self::Cancelled(call) => call.write(members),
            Self::Custom(call) => call.write(members),
        }
    }
}
impl Serialize for ClientNotification {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for ClientNotification {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
