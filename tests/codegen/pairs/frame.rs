/// Any notification that a client sends, by its method.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ClientNotification {
    /// A method that this revision does not name, or not here.
    Custom(AnyCall),
}
impl ClientNotification {
    /// The methods that this revision names here, in the schema's order.
    pub const METHODS: &'static [&'static str] = &[];
}
impl Body for ClientNotification {
    fn knows(method: &str) -> bool {
        Self::METHODS.contains(&method)
    }
    fn method(&self) -> &str {
        match self {
            Self::Custom(call) => &call.method,
        }
    }
    fn read_params<'de, A: MapAccess<'de>>(
        method: &str,
        params: Params<'_, 'de, A>,
    ) -> Result<Self, A::Error> {
        AnyCall::read_params(method, params).map(Self::Custom)
    }
    fn extra_mut(&mut self) -> &mut Extra {
        match self {
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
/// Any request that a client sends, by its method.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ClientRequest {
    /// A method that this revision does not name, or not here.
    Custom(AnyCall),
}
impl ClientRequest {
    /// The methods that this revision names here, in the schema's order.
    pub const METHODS: &'static [&'static str] = &[];
}
impl Body for ClientRequest {
    fn knows(method: &str) -> bool {
        Self::METHODS.contains(&method)
    }
    fn method(&self) -> &str {
        match self {
            Self::Custom(call) => &call.method,
        }
    }
    fn read_params<'de, A: MapAccess<'de>>(
        method: &str,
        params: Params<'_, 'de, A>,
    ) -> Result<Self, A::Error> {
        AnyCall::read_params(method, params).map(Self::Custom)
    }
    fn extra_mut(&mut self) -> &mut Extra {
        match self {
            Self::Custom(call) => &mut call.extra,
        }
    }
}
impl ReadMembers for ClientRequest {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        jsonrpc::read_body(members)
    }
}
impl WriteMembers for ClientRequest {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        match self {
            Self::Custom(call) => call.write(members),
        }
    }
}
impl Serialize for ClientRequest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for ClientRequest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// Any notification that a server sends, by its method.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ServerNotification {
    /// A method that this revision does not name, or not here.
    Custom(AnyCall),
}
impl ServerNotification {
    /// The methods that this revision names here, in the schema's order.
    pub const METHODS: &'static [&'static str] = &[];
}
impl Body for ServerNotification {
    fn knows(method: &str) -> bool {
        Self::METHODS.contains(&method)
    }
    fn method(&self) -> &str {
        match self {
            Self::Custom(call) => &call.method,
        }
    }
    fn read_params<'de, A: MapAccess<'de>>(
        method: &str,
        params: Params<'_, 'de, A>,
    ) -> Result<Self, A::Error> {
        AnyCall::read_params(method, params).map(Self::Custom)
    }
    fn extra_mut(&mut self) -> &mut Extra {
        match self {
            Self::Custom(call) => &mut call.extra,
        }
    }
}
impl ReadMembers for ServerNotification {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        jsonrpc::read_body(members)
    }
}
impl WriteMembers for ServerNotification {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        match self {
            Self::Custom(call) => call.write(members),
        }
    }
}
impl Serialize for ServerNotification {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for ServerNotification {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// Any request that a server sends, by its method.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ServerRequest {
    /// A method that this revision does not name, or not here.
    Custom(AnyCall),
}
impl ServerRequest {
    /// The methods that this revision names here, in the schema's order.
    pub const METHODS: &'static [&'static str] = &[];
}
impl Body for ServerRequest {
    fn knows(method: &str) -> bool {
        Self::METHODS.contains(&method)
    }
    fn method(&self) -> &str {
        match self {
            Self::Custom(call) => &call.method,
        }
    }
    fn read_params<'de, A: MapAccess<'de>>(
        method: &str,
        params: Params<'_, 'de, A>,
    ) -> Result<Self, A::Error> {
        AnyCall::read_params(method, params).map(Self::Custom)
    }
    fn extra_mut(&mut self) -> &mut Extra {
        match self {
            Self::Custom(call) => &mut call.extra,
        }
    }
}
impl ReadMembers for ServerRequest {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        jsonrpc::read_body(members)
    }
}
impl WriteMembers for ServerRequest {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        match self {
            Self::Custom(call) => call.write(members),
        }
    }
}
impl Serialize for ServerRequest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for ServerRequest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// Any message that a client sends: a request, a notification or a reply.
pub type ClientMessage = Message<ClientRequest, ClientNotification>;
/// Any message that a server sends: a request, a notification or a reply.
pub type ServerMessage = Message<ServerRequest, ServerNotification>;
