/// One of each.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Holder {
    /// A map.
    pub by: Things,
    /// A string.
    pub cursor: Cursor,
    /// A list.
    pub names: Names,
    /// An object.
    pub open: Open,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl Holder {
    /// `Holder` with what it must have; the rest is absent.
    #[must_use]
    pub fn new(
        by: impl Into<Things>,
        cursor: impl Into<Cursor>,
        names: impl Into<Names>,
        open: impl Into<Open>,
    ) -> Self {
        Self {
            by: by.into(),
            cursor: cursor.into(),
            names: names.into(),
            open: open.into(),
            extra: Extra::new(),
        }
    }
}
impl ReadMembers for Holder {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut by = None;
        let mut cursor = None;
        let mut names = None;
        let mut open = None;
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "by" => Some(0usize),
                "cursor" => Some(1usize),
                "names" => Some(2usize),
                "open" => Some(3usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.required("by", &mut by)?,
                Some(1usize) => members.required("cursor", &mut cursor)?,
                Some(2usize) => members.required("names", &mut names)?,
                Some(3usize) => members.required_with(AnyObject, "open", &mut open)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(Self {
            by: json::present("by", by)?,
            cursor: json::present("cursor", cursor)?,
            names: json::present("names", names)?,
            open: json::present("open", open)?,
            extra,
        })
    }
}
impl WriteMembers for Holder {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.required("by", &self.by)?;
        members.required("cursor", &self.cursor)?;
        members.required("names", &self.names)?;
        members.required("open", &self.open)?;
        members.extra(&self.extra)
    }
}
impl Serialize for Holder {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for Holder {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// An item.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Thing {
    /// Its size.
    pub size: i64,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl Thing {
    /// `Thing` with what it must have; the rest is absent.
    #[must_use]
    pub fn new(size: i64) -> Self {
        Self { size, extra: Extra::new() }
    }
}
impl ReadMembers for Thing {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut size = None;
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "size" => Some(0usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.required_with(Integer, "size", &mut size)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(Self {
            size: json::present("size", size)?,
            extra,
        })
    }
}
impl WriteMembers for Thing {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.required("size", &self.size)?;
        members.extra(&self.extra)
    }
}
impl Serialize for Thing {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for Thing {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// A string under a name.
pub type Cursor = String;
/// A list under a name.
pub type Names = Vec<String>;
/// An object under a name.
pub type Open = Object;
/// A map under a name.
pub type Things = BTreeMap<String, Thing>;
