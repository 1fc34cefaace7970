/// What is common.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Base {
    /// Its name.
    pub name: String,
    /// Its size: the later part's word counts.
    pub size: Option<String>,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl Base {
    /// `Base` with what it must have; the rest is absent.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            size: None,
            extra: Extra::new(),
        }
    }
    /// Sets [`Self::size`].
    #[must_use]
    pub fn with_size(mut self, size: impl Into<String>) -> Self {
        self.size = Some(size.into());
        self
    }
}
impl ReadMembers for Base {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut name = None;
        let mut size = None;
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "name" => Some(0usize),
                "size" => Some(1usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.required("name", &mut name)?,
                Some(1usize) => members.optional("size", &mut size)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(Self {
            name: json::present("name", name)?,
            size,
            extra,
        })
    }
}
impl WriteMembers for Base {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.required("name", &self.name)?;
        members.optional("size", &self.size)?;
        members.extra(&self.extra)
    }
}
impl Serialize for Base {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for Base {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// All parts in one.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Derived {
    /// Its name.
    pub name: String,
    /// Its weight.
    pub weight: i64,
    /// Its size: the later part's word counts.
    pub size: Option<i64>,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl Derived {
    /// `Derived` with what it must have; the rest is absent.
    #[must_use]
    pub fn new(name: impl Into<String>, weight: i64) -> Self {
        Self {
            name: name.into(),
            weight,
            size: None,
            extra: Extra::new(),
        }
    }
    /// Sets [`Self::size`].
    #[must_use]
    pub fn with_size(mut self, size: i64) -> Self {
        self.size = Some(size);
        self
    }
}
impl ReadMembers for Derived {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut name = None;
        let mut weight = None;
        let mut size = None;
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "name" => Some(0usize),
                "weight" => Some(1usize),
                "size" => Some(2usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.required("name", &mut name)?,
                Some(1usize) => members.required_with(Integer, "weight", &mut weight)?,
                Some(2usize) => members.optional_with(Integer, "size", &mut size)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(Self {
            name: json::present("name", name)?,
            weight: json::present("weight", weight)?,
            size,
            extra,
        })
    }
}
impl WriteMembers for Derived {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.required("name", &self.name)?;
        members.required("weight", &self.weight)?;
        members.optional("size", &self.size)?;
        members.extra(&self.extra)
    }
}
impl Serialize for Derived {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for Derived {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// A bare reference is a copy.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Same {
    /// Its name.
    pub name: String,
    /// Its weight.
    pub weight: i64,
    /// Its size: the later part's word counts.
    pub size: Option<i64>,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl Same {
    /// `Same` with what it must have; the rest is absent.
    #[must_use]
    pub fn new(name: impl Into<String>, weight: i64) -> Self {
        Self {
            name: name.into(),
            weight,
            size: None,
            extra: Extra::new(),
        }
    }
    /// Sets [`Self::size`].
    #[must_use]
    pub fn with_size(mut self, size: i64) -> Self {
        self.size = Some(size);
        self
    }
}
impl ReadMembers for Same {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut name = None;
        let mut weight = None;
        let mut size = None;
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "name" => Some(0usize),
                "weight" => Some(1usize),
                "size" => Some(2usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.required("name", &mut name)?,
                Some(1usize) => members.required_with(Integer, "weight", &mut weight)?,
                Some(2usize) => members.optional_with(Integer, "size", &mut size)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(Self {
            name: json::present("name", name)?,
            weight: json::present("weight", weight)?,
            size,
            extra,
        })
    }
}
impl WriteMembers for Same {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.required("name", &self.name)?;
        members.required("weight", &self.weight)?;
        members.optional("size", &self.size)?;
        members.extra(&self.extra)
    }
}
impl Serialize for Same {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for Same {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
