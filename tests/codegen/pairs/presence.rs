/// A field of each kind.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Everything {
    /// Required, and null is a value.
    pub anything_required: Value,
    /// Not negative.
    pub count: u64,
    /// A number.
    pub fraction_required: Number,
    /// Null is a value of its own.
    pub nullable: Nullable<i64>,
    /// Null is a value of its own.
    pub nullable_text: Nullable<String>,
    /// Always there.
    pub text_required: String,
    /// Optional, and null is a value.
    pub anything: Option<Value>,
    /// Yes or no.
    pub flag: Option<bool>,
    /// A number.
    pub fraction: Option<Number>,
    /// Whole.
    pub integer: Option<i64>,
    /// Several.
    pub list: Option<Vec<String>>,
    /// By name.
    pub map: Option<BTreeMap<String, String>>,
    /// Of no known shape.
    pub object: Option<Object>,
    /// Absent means that there is none.
    pub text: Option<String>,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl Everything {
    /// `Everything` with what it must have; the rest is absent.
    #[must_use]
    pub fn new(
        anything_required: impl Into<Value>,
        count: u64,
        fraction_required: impl Into<Number>,
        nullable: impl Into<Nullable<i64>>,
        nullable_text: impl Into<Nullable<String>>,
        text_required: impl Into<String>,
    ) -> Self {
        Self {
            anything_required: anything_required.into(),
            count,
            fraction_required: fraction_required.into(),
            nullable: nullable.into(),
            nullable_text: nullable_text.into(),
            text_required: text_required.into(),
            anything: None,
            flag: None,
            fraction: None,
            integer: None,
            list: None,
            map: None,
            object: None,
            text: None,
            extra: Extra::new(),
        }
    }
    /// Sets [`Self::anything`].
    #[must_use]
    pub fn with_anything(mut self, anything: impl Into<Value>) -> Self {
        self.anything = Some(anything.into());
        self
    }
    /// Sets [`Self::flag`].
    #[must_use]
    pub fn with_flag(mut self, flag: bool) -> Self {
        self.flag = Some(flag);
        self
    }
    /// Sets [`Self::fraction`].
    #[must_use]
    pub fn with_fraction(mut self, fraction: impl Into<Number>) -> Self {
        self.fraction = Some(fraction.into());
        self
    }
    /// Sets [`Self::integer`].
    #[must_use]
    pub fn with_integer(mut self, integer: i64) -> Self {
        self.integer = Some(integer);
        self
    }
    /// Sets [`Self::list`].
    #[must_use]
    pub fn with_list(mut self, list: Vec<String>) -> Self {
        self.list = Some(list);
        self
    }
    /// Sets [`Self::map`].
    #[must_use]
    pub fn with_map(mut self, map: BTreeMap<String, String>) -> Self {
        self.map = Some(map);
        self
    }
    /// Sets [`Self::object`].
    #[must_use]
    pub fn with_object(mut self, object: Object) -> Self {
        self.object = Some(object);
        self
    }
    /// Sets [`Self::text`].
    #[must_use]
    pub fn with_text(mut self, text: impl Into<String>) -> Self {
        self.text = Some(text.into());
        self
    }
}
impl ReadMembers for Everything {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut anything_required = None;
        let mut count = None;
        let mut fraction_required = None;
        let mut nullable = Nullable::Absent;
        let mut nullable_text = Nullable::Absent;
        let mut text_required = None;
        let mut anything = None;
        let mut flag = None;
        let mut fraction = None;
        let mut integer = None;
        let mut list = None;
        let mut map = None;
        let mut object = None;
        let mut text = None;
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "fixed" => Some(0usize),
                "fixedNumber" => Some(1usize),
                "resultType" => Some(2usize),
                "anythingRequired" => Some(3usize),
                "count" => Some(4usize),
                "fractionRequired" => Some(5usize),
                "nullable" => Some(6usize),
                "nullableText" => Some(7usize),
                "textRequired" => Some(8usize),
                "anything" => Some(9usize),
                "flag" => Some(10usize),
                "fraction" => Some(11usize),
                "integer" => Some(12usize),
                "list" => Some(13usize),
                "map" => Some(14usize),
                "object" => Some(15usize),
                "text" => Some(16usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.constant("fixed", "always")?,
                Some(1usize) => members.constant_integer("fixedNumber", -32042i64)?,
                Some(2usize) => members.optional_constant("resultType", "complete")?,
                Some(3usize) => {
                    members
                        .required_with(
                            AnyValue,
                            "anythingRequired",
                            &mut anything_required,
                        )?
                }
                Some(4usize) => members.required_with(Unsigned, "count", &mut count)?,
                Some(5usize) => {
                    members.required("fractionRequired", &mut fraction_required)?
                }
                Some(6usize) => {
                    members.nullable_with(Integer, "nullable", &mut nullable)?
                }
                Some(7usize) => members.nullable("nullableText", &mut nullable_text)?,
                Some(8usize) => members.required("textRequired", &mut text_required)?,
                Some(9usize) => {
                    members.required_with(AnyValue, "anything", &mut anything)?
                }
                Some(10usize) => members.optional("flag", &mut flag)?,
                Some(11usize) => members.optional("fraction", &mut fraction)?,
                Some(12usize) => members.optional_with(Integer, "integer", &mut integer)?,
                Some(13usize) => members.optional("list", &mut list)?,
                Some(14usize) => members.optional("map", &mut map)?,
                Some(15usize) => members.optional_with(AnyObject, "object", &mut object)?,
                Some(16usize) => members.optional("text", &mut text)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        members.constant_seen("fixed")?;
        members.constant_seen("fixedNumber")?;
        Ok(Self {
            anything_required: json::present("anythingRequired", anything_required)?,
            count: json::present("count", count)?,
            fraction_required: json::present("fractionRequired", fraction_required)?,
            nullable,
            nullable_text,
            text_required: json::present("textRequired", text_required)?,
            anything,
            flag,
            fraction,
            integer,
            list,
            map,
            object,
            text,
            extra,
        })
    }
}
impl WriteMembers for Everything {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.constant("fixed", "always")?;
        members.constant_integer("fixedNumber", -32042i64)?;
        members.constant("resultType", "complete")?;
        members.required("anythingRequired", &self.anything_required)?;
        members.required("count", &self.count)?;
        members.required("fractionRequired", &self.fraction_required)?;
        members.nullable("nullable", &self.nullable)?;
        members.nullable("nullableText", &self.nullable_text)?;
        members.required("textRequired", &self.text_required)?;
        members.optional("anything", &self.anything)?;
        members.optional("flag", &self.flag)?;
        members.optional("fraction", &self.fraction)?;
        members.optional("integer", &self.integer)?;
        members.optional("list", &self.list)?;
        members.optional("map", &self.map)?;
        members.optional("object", &self.object)?;
        members.optional("text", &self.text)?;
        members.extra(&self.extra)
    }
}
impl Serialize for Everything {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for Everything {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// Has a `Default`.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct NothingRequired {
    /// Absent means that there is none.
    pub text: Option<String>,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl NothingRequired {
    /// `NothingRequired` with nothing set.
    #[must_use]
    pub fn new() -> Self {
        Self {
            text: None,
            extra: Extra::new(),
        }
    }
    /// Sets [`Self::text`].
    #[must_use]
    pub fn with_text(mut self, text: impl Into<String>) -> Self {
        self.text = Some(text.into());
        self
    }
}
impl ReadMembers for NothingRequired {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut text = None;
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "text" => Some(0usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.optional("text", &mut text)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(Self { text, extra })
    }
}
impl WriteMembers for NothingRequired {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.optional("text", &self.text)?;
        members.extra(&self.extra)
    }
}
impl Serialize for NothingRequired {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for NothingRequired {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
