/// Round.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Circle {
    /// Half of its width.
    pub radius: Number,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl Circle {
    /// `Circle` with what it must have; the rest is absent.
    #[must_use]
    pub fn new(radius: impl Into<Number>) -> Self {
        Self {
            radius: radius.into(),
            extra: Extra::new(),
        }
    }
}
impl ReadMembers for Circle {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut radius = None;
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "kind" => Some(0usize),
                "radius" => Some(1usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.constant("kind", "circle")?,
                Some(1usize) => members.required("radius", &mut radius)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        members.constant_seen("kind")?;
        Ok(Self {
            radius: json::present("radius", radius)?,
            extra,
        })
    }
}
impl WriteMembers for Circle {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.constant("kind", "circle")?;
        members.required("radius", &self.radius)?;
        members.extra(&self.extra)
    }
}
impl Serialize for Circle {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for Circle {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// Not round.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Square {
    /// Whether it stands on a corner.
    pub turned: Option<bool>,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl Square {
    /// `Square` with nothing set.
    #[must_use]
    pub fn new() -> Self {
        Self {
            turned: None,
            extra: Extra::new(),
        }
    }
    /// Sets [`Self::turned`].
    #[must_use]
    pub fn with_turned(mut self, turned: bool) -> Self {
        self.turned = Some(turned);
        self
    }
}
impl ReadMembers for Square {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut turned = None;
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "kind" => Some(0usize),
                "turned" => Some(1usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.constant("kind", "unit_square")?,
                Some(1usize) => members.optional("turned", &mut turned)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        members.constant_seen("kind")?;
        Ok(Self { turned, extra })
    }
}
impl WriteMembers for Square {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.constant("kind", "unit_square")?;
        members.optional("turned", &self.turned)?;
        members.extra(&self.extra)
    }
}
impl Serialize for Square {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for Square {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// Either.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Shape {
    /// [`Circle`]
    Circle(Circle),
    /// [`Square`]
    UnitSquare(Square),
    /// One of a kind that this revision does not name, kept whole.
    Unknown(Object),
}
impl Shape {
    /// The [`Circle`], if it is one.
    #[must_use]
    pub fn as_circle(&self) -> Option<&Circle> {
        if let Self::Circle(value) = self { Some(value) } else { None }
    }
    /// The [`Square`], if it is one.
    #[must_use]
    pub fn as_unit_square(&self) -> Option<&Square> {
        if let Self::UnitSquare(value) = self { Some(value) } else { None }
    }
}
impl From<Circle> for Shape {
    fn from(value: Circle) -> Self {
        Self::Circle(value)
    }
}
impl From<Square> for Shape {
    fn from(value: Square) -> Self {
        Self::UnitSquare(value)
    }
}
impl ReadMembers for Shape {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        match members.tag("kind", &["circle", "unit_square"])? {
            Tag::Known(0usize) => Circle::read(members).map(Self::Circle),
            Tag::Known(1usize) => Square::read(members).map(Self::UnitSquare),
            Tag::Absent => Err(serde::de::Error::missing_field("kind")),
            Tag::Known(_) => members.rest(None, None).map(Self::Unknown),
            Tag::Unknown(tag) => members.rest(Some("kind"), Some(tag)).map(Self::Unknown),
        }
    }
}
impl WriteMembers for Shape {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        match self {
            Self::Circle(value) => value.write(members),
            Self::UnitSquare(value) => value.write(members),
            Self::Unknown(all) => members.rest(all),
        }
    }
}
impl Serialize for Shape {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for Shape {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
