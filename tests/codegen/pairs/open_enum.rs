/// A line of a log.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Entry {
    /// How bad it is.
    pub level: Level,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl Entry {
    /// `Entry` with what it must have; the rest is absent.
    #[must_use]
    pub fn new(level: impl Into<Level>) -> Self {
        Self {
            level: level.into(),
            extra: Extra::new(),
        }
    }
}
impl ReadMembers for Entry {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut level = None;
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "level" => Some(0usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.required("level", &mut level)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(Self {
            level: json::present("level", level)?,
            extra,
        })
    }
}
impl WriteMembers for Entry {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.required("level", &self.level)?;
        members.extra(&self.extra)
    }
}
impl Serialize for Entry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for Entry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// Severity.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Level {
    /// Nothing.
    Debug,
    /// In between, with a hyphen.
    NotQuite,
    /// Bad.
    Error,
    /// A value that this revision does not name, kept as it came.
    Unknown(String),
}
impl Level {
    /// The value as it stands on the wire.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Debug => "debug",
            Self::NotQuite => "not-quite",
            Self::Error => "error",
            Self::Unknown(value) => value,
        }
    }
}
impl From<&str> for Level {
    fn from(value: &str) -> Self {
        match value {
            "debug" => Self::Debug,
            "not-quite" => Self::NotQuite,
            "error" => Self::Error,
            _ => Self::Unknown(value.to_owned()),
        }
    }
}
impl std::str::FromStr for Level {
    type Err = std::convert::Infallible;
    fn from_str(value: &str) -> Result<Self, Self::Err> {
        Ok(Self::from(value))
    }
}
impl std::fmt::Display for Level {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.as_str())
    }
}
impl Serialize for Level {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}
impl<'de> Deserialize<'de> for Level {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::open_string(deserializer)
    }
}
