/// Written by another tool than the rest.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Task {
    /// The enum that it repeats.
    pub status: Status,
    /// The range of a double is no bound.
    pub ttl_ms: Nullable<i64>,
    /// A map.
    pub details: Option<Object>,
    /// Nothing is allowed in it.
    pub nothing: Option<Object>,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl Task {
    /// `Task` with what it must have; the rest is absent.
    #[must_use]
    pub fn new(status: impl Into<Status>, ttl_ms: impl Into<Nullable<i64>>) -> Self {
        Self {
            status: status.into(),
            ttl_ms: ttl_ms.into(),
            details: None,
            nothing: None,
            extra: Extra::new(),
        }
    }
    /// Sets [`Self::details`].
    #[must_use]
    pub fn with_details(mut self, details: Object) -> Self {
        self.details = Some(details);
        self
    }
    /// Sets [`Self::nothing`].
    #[must_use]
    pub fn with_nothing(mut self, nothing: Object) -> Self {
        self.nothing = Some(nothing);
        self
    }
}
impl ReadMembers for Task {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut status = None;
        let mut ttl_ms = Nullable::Absent;
        let mut details = None;
        let mut nothing = None;
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "status" => Some(0usize),
                "ttlMs" => Some(1usize),
                "details" => Some(2usize),
                "nothing" => Some(3usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.required("status", &mut status)?,
                Some(1usize) => members.nullable_with(Integer, "ttlMs", &mut ttl_ms)?,
                Some(2usize) => {
                    members.optional_with(AnyObject, "details", &mut details)?
                }
                Some(3usize) => {
                    members.optional_with(AnyObject, "nothing", &mut nothing)?
                }
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(Self {
            status: json::present("status", status)?,
            ttl_ms,
            details,
            nothing,
            extra,
        })
    }
}
impl WriteMembers for Task {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.required("status", &self.status)?;
        members.nullable("ttlMs", &self.ttl_ms)?;
        members.optional("details", &self.details)?;
        members.optional("nothing", &self.nothing)?;
        members.extra(&self.extra)
    }
}
impl Serialize for Task {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for Task {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// Constants in an `anyOf` are an enum, in whatever order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Status {
    /// Over.
    Completed,
    /// Not over.
    Working,
    /// A value that this revision does not name, kept as it came.
    Unknown(String),
}
impl Status {
    /// The value as it stands on the wire.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Completed => "completed",
            Self::Working => "working",
            Self::Unknown(value) => value,
        }
    }
}
impl From<&str> for Status {
    fn from(value: &str) -> Self {
        match value {
            "completed" => Self::Completed,
            "working" => Self::Working,
            _ => Self::Unknown(value.to_owned()),
        }
    }
}
impl std::str::FromStr for Status {
    type Err = std::convert::Infallible;
    fn from_str(value: &str) -> Result<Self, Self::Err> {
        Ok(Self::from(value))
    }
}
impl std::fmt::Display for Status {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.as_str())
    }
}
impl Serialize for Status {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}
impl<'de> Deserialize<'de> for Status {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::open_string(deserializer)
    }
}
