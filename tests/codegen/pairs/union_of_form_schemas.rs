/// Yes or no.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct BooleanSchema {
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl BooleanSchema {
    /// `BooleanSchema` with nothing set.
    #[must_use]
    pub fn new() -> Self {
        Self { extra: Extra::new() }
    }
}
impl ReadMembers for BooleanSchema {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "type" => Some(0usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.constant("type", "boolean")?,
                _ => members.unknown(&mut extra)?,
            }
        }
        members.constant_seen("type")?;
        Ok(Self { extra })
    }
}
impl WriteMembers for BooleanSchema {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.constant("type", "boolean")?;
        members.extra(&self.extra)
    }
}
impl Serialize for BooleanSchema {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for BooleanSchema {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// A choice.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct EnumOption {
    /// Its value.
    pub value: String,
    /// Its label.
    pub title: String,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl EnumOption {
    /// `EnumOption` with what it must have; the rest is absent.
    #[must_use]
    pub fn new(value: impl Into<String>, title: impl Into<String>) -> Self {
        Self {
            value: value.into(),
            title: title.into(),
            extra: Extra::new(),
        }
    }
}
impl ReadMembers for EnumOption {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut value = None;
        let mut title = None;
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "const" => Some(0usize),
                "title" => Some(1usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.required("const", &mut value)?,
                Some(1usize) => members.required("title", &mut title)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(Self {
            value: json::present("const", value)?,
            title: json::present("title", title)?,
            extra,
        })
    }
}
impl WriteMembers for EnumOption {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.required("const", &self.value)?;
        members.required("title", &self.title)?;
        members.extra(&self.extra)
    }
}
impl Serialize for EnumOption {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for EnumOption {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// One of several, labels apart.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct LegacyTitledEnumSchema {
    /// The values.
    pub values: Vec<String>,
    /// Their labels.
    pub enum_names: Option<Vec<String>>,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl LegacyTitledEnumSchema {
    /// `LegacyTitledEnumSchema` with what it must have; the rest is absent.
    #[must_use]
    pub fn new(values: Vec<String>) -> Self {
        Self {
            values,
            enum_names: None,
            extra: Extra::new(),
        }
    }
    /// Sets [`Self::enum_names`].
    #[must_use]
    pub fn with_enum_names(mut self, enum_names: Vec<String>) -> Self {
        self.enum_names = Some(enum_names);
        self
    }
}
impl ReadMembers for LegacyTitledEnumSchema {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut values = None;
        let mut enum_names = None;
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "type" => Some(0usize),
                "enum" => Some(1usize),
                "enumNames" => Some(2usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.constant("type", "string")?,
                Some(1usize) => members.required("enum", &mut values)?,
                Some(2usize) => members.optional("enumNames", &mut enum_names)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        members.constant_seen("type")?;
        Ok(Self {
            values: json::present("enum", values)?,
            enum_names,
            extra,
        })
    }
}
impl WriteMembers for LegacyTitledEnumSchema {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.constant("type", "string")?;
        members.required("enum", &self.values)?;
        members.optional("enumNames", &self.enum_names)?;
        members.extra(&self.extra)
    }
}
impl Serialize for LegacyTitledEnumSchema {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for LegacyTitledEnumSchema {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// A number.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct NumberSchema {
    /// Whether fractions are meant.
    pub kind: NumberType,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl NumberSchema {
    /// `NumberSchema` with what it must have; the rest is absent.
    #[must_use]
    pub fn new(kind: impl Into<NumberType>) -> Self {
        Self {
            kind: kind.into(),
            extra: Extra::new(),
        }
    }
}
impl ReadMembers for NumberSchema {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut kind = None;
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "type" => Some(0usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.required("type", &mut kind)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(Self {
            kind: json::present("type", kind)?,
            extra,
        })
    }
}
impl WriteMembers for NumberSchema {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.required("type", &self.kind)?;
        members.extra(&self.extra)
    }
}
impl Serialize for NumberSchema {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for NumberSchema {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// Text.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct StringSchema {
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl StringSchema {
    /// `StringSchema` with nothing set.
    #[must_use]
    pub fn new() -> Self {
        Self { extra: Extra::new() }
    }
}
impl ReadMembers for StringSchema {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "type" => Some(0usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.constant("type", "string")?,
                _ => members.unknown(&mut extra)?,
            }
        }
        members.constant_seen("type")?;
        Ok(Self { extra })
    }
}
impl WriteMembers for StringSchema {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.constant("type", "string")?;
        members.extra(&self.extra)
    }
}
impl Serialize for StringSchema {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for StringSchema {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// What may be chosen.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct TitledEnumItems {
    /// The choices.
    pub any_of: Vec<EnumOption>,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl TitledEnumItems {
    /// `TitledEnumItems` with what it must have; the rest is absent.
    #[must_use]
    pub fn new(any_of: Vec<EnumOption>) -> Self {
        Self {
            any_of,
            extra: Extra::new(),
        }
    }
}
impl ReadMembers for TitledEnumItems {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut any_of = None;
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "anyOf" => Some(0usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.required("anyOf", &mut any_of)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(Self {
            any_of: json::present("anyOf", any_of)?,
            extra,
        })
    }
}
impl WriteMembers for TitledEnumItems {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.required("anyOf", &self.any_of)?;
        members.extra(&self.extra)
    }
}
impl Serialize for TitledEnumItems {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for TitledEnumItems {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// Several of several.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct TitledMultiSelectEnumSchema {
    /// What may be chosen.
    pub items: TitledEnumItems,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl TitledMultiSelectEnumSchema {
    /// `TitledMultiSelectEnumSchema` with what it must have; the rest is absent.
    #[must_use]
    pub fn new(items: impl Into<TitledEnumItems>) -> Self {
        Self {
            items: items.into(),
            extra: Extra::new(),
        }
    }
}
impl ReadMembers for TitledMultiSelectEnumSchema {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut items = None;
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "type" => Some(0usize),
                "items" => Some(1usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.constant("type", "array")?,
                Some(1usize) => members.required("items", &mut items)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        members.constant_seen("type")?;
        Ok(Self {
            items: json::present("items", items)?,
            extra,
        })
    }
}
impl WriteMembers for TitledMultiSelectEnumSchema {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.constant("type", "array")?;
        members.required("items", &self.items)?;
        members.extra(&self.extra)
    }
}
impl Serialize for TitledMultiSelectEnumSchema {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for TitledMultiSelectEnumSchema {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// One of several.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct UntitledSingleSelectEnumSchema {
    /// The values.
    pub values: Vec<String>,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl UntitledSingleSelectEnumSchema {
    /// `UntitledSingleSelectEnumSchema` with what it must have; the rest is absent.
    #[must_use]
    pub fn new(values: Vec<String>) -> Self {
        Self {
            values,
            extra: Extra::new(),
        }
    }
}
impl ReadMembers for UntitledSingleSelectEnumSchema {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut values = None;
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "type" => Some(0usize),
                "enum" => Some(1usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.constant("type", "string")?,
                Some(1usize) => members.required("enum", &mut values)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        members.constant_seen("type")?;
        Ok(Self {
            values: json::present("enum", values)?,
            extra,
        })
    }
}
impl WriteMembers for UntitledSingleSelectEnumSchema {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.constant("type", "string")?;
        members.required("enum", &self.values)?;
        members.extra(&self.extra)
    }
}
impl Serialize for UntitledSingleSelectEnumSchema {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for UntitledSingleSelectEnumSchema {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// Kinds of number.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum NumberType {
    /// Whole ones.
    Integer,
    /// All.
    Number,
    /// A value that this revision does not name, kept as it came.
    Unknown(String),
}
impl NumberType {
    /// The value as it stands on the wire.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Integer => "integer",
            Self::Number => "number",
            Self::Unknown(value) => value,
        }
    }
}
impl From<&str> for NumberType {
    fn from(value: &str) -> Self {
        match value {
            "integer" => Self::Integer,
            "number" => Self::Number,
            _ => Self::Unknown(value.to_owned()),
        }
    }
}
impl std::str::FromStr for NumberType {
    type Err = std::convert::Infallible;
    fn from_str(value: &str) -> Result<Self, Self::Err> {
        Ok(Self::from(value))
    }
}
impl std::fmt::Display for NumberType {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.as_str())
    }
}
impl Serialize for NumberType {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}
impl<'de> Deserialize<'de> for NumberType {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::open_string(deserializer)
    }
}
/// One of several, or several.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum EnumSchema {
    /// [`TitledMultiSelectEnumSchema`]
    TitledMultiSelect(TitledMultiSelectEnumSchema),
    /// [`LegacyTitledEnumSchema`]
    LegacyTitled(LegacyTitledEnumSchema),
    /// [`UntitledSingleSelectEnumSchema`]
    UntitledSingleSelect(UntitledSingleSelectEnumSchema),
    /// One of a kind that this revision does not name, kept whole.
    Unknown(Object),
}
impl EnumSchema {
    /// The [`TitledMultiSelectEnumSchema`], if it is one.
    #[must_use]
    pub fn as_titled_multi_select(&self) -> Option<&TitledMultiSelectEnumSchema> {
        if let Self::TitledMultiSelect(value) = self { Some(value) } else { None }
    }
    /// The [`LegacyTitledEnumSchema`], if it is one.
    #[must_use]
    pub fn as_legacy_titled(&self) -> Option<&LegacyTitledEnumSchema> {
        if let Self::LegacyTitled(value) = self { Some(value) } else { None }
    }
    /// The [`UntitledSingleSelectEnumSchema`], if it is one.
    #[must_use]
    pub fn as_untitled_single_select(&self) -> Option<&UntitledSingleSelectEnumSchema> {
        if let Self::UntitledSingleSelect(value) = self { Some(value) } else { None }
    }
}
impl From<TitledMultiSelectEnumSchema> for EnumSchema {
    fn from(value: TitledMultiSelectEnumSchema) -> Self {
        Self::TitledMultiSelect(value)
    }
}
impl From<LegacyTitledEnumSchema> for EnumSchema {
    fn from(value: LegacyTitledEnumSchema) -> Self {
        Self::LegacyTitled(value)
    }
}
impl From<UntitledSingleSelectEnumSchema> for EnumSchema {
    fn from(value: UntitledSingleSelectEnumSchema) -> Self {
        Self::UntitledSingleSelect(value)
    }
}
impl ReadMembers for EnumSchema {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let held = members.hold_all()?;
        let form = if held.has_in("items", "anyOf") {
            0usize
        } else if held.has("enumNames") {
            1usize
        } else if held.has("enum") {
            2usize
        } else {
            3usize
        };
        match form {
            0usize => {
                TitledMultiSelectEnumSchema::read(members).map(Self::TitledMultiSelect)
            }
            1usize => LegacyTitledEnumSchema::read(members).map(Self::LegacyTitled),
            2usize => {
                UntitledSingleSelectEnumSchema::read(members)
                    .map(Self::UntitledSingleSelect)
            }
            _ => members.rest(None, None).map(Self::Unknown),
        }
    }
}
impl WriteMembers for EnumSchema {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        match self {
            Self::TitledMultiSelect(value) => value.write(members),
            Self::LegacyTitled(value) => value.write(members),
            Self::UntitledSingleSelect(value) => value.write(members),
            Self::Unknown(all) => members.rest(all),
        }
    }
}
impl Serialize for EnumSchema {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for EnumSchema {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// Any field.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum PrimitiveSchemaDefinition {
    /// [`BooleanSchema`]
    Boolean(BooleanSchema),
    /// [`NumberSchema`]
    Number(NumberSchema),
    /// [`TitledMultiSelectEnumSchema`]
    TitledMultiSelect(TitledMultiSelectEnumSchema),
    /// [`LegacyTitledEnumSchema`]
    LegacyTitled(LegacyTitledEnumSchema),
    /// [`UntitledSingleSelectEnumSchema`]
    UntitledSingleSelect(UntitledSingleSelectEnumSchema),
    /// [`StringSchema`]
    String(StringSchema),
    /// One of a kind that this revision does not name, kept whole.
    Unknown(Object),
}
impl PrimitiveSchemaDefinition {
    /// The [`BooleanSchema`], if it is one.
    #[must_use]
    pub fn as_boolean(&self) -> Option<&BooleanSchema> {
        if let Self::Boolean(value) = self { Some(value) } else { None }
    }
    /// The [`NumberSchema`], if it is one.
    #[must_use]
    pub fn as_number(&self) -> Option<&NumberSchema> {
        if let Self::Number(value) = self { Some(value) } else { None }
    }
    /// The [`TitledMultiSelectEnumSchema`], if it is one.
    #[must_use]
    pub fn as_titled_multi_select(&self) -> Option<&TitledMultiSelectEnumSchema> {
        if let Self::TitledMultiSelect(value) = self { Some(value) } else { None }
    }
    /// The [`LegacyTitledEnumSchema`], if it is one.
    #[must_use]
    pub fn as_legacy_titled(&self) -> Option<&LegacyTitledEnumSchema> {
        if let Self::LegacyTitled(value) = self { Some(value) } else { None }
    }
    /// The [`UntitledSingleSelectEnumSchema`], if it is one.
    #[must_use]
    pub fn as_untitled_single_select(&self) -> Option<&UntitledSingleSelectEnumSchema> {
        if let Self::UntitledSingleSelect(value) = self { Some(value) } else { None }
    }
    /// The [`StringSchema`], if it is one.
    #[must_use]
    pub fn as_string(&self) -> Option<&StringSchema> {
        if let Self::String(value) = self { Some(value) } else { None }
    }
}
impl From<BooleanSchema> for PrimitiveSchemaDefinition {
    fn from(value: BooleanSchema) -> Self {
        Self::Boolean(value)
    }
}
impl From<NumberSchema> for PrimitiveSchemaDefinition {
    fn from(value: NumberSchema) -> Self {
        Self::Number(value)
    }
}
impl From<TitledMultiSelectEnumSchema> for PrimitiveSchemaDefinition {
    fn from(value: TitledMultiSelectEnumSchema) -> Self {
        Self::TitledMultiSelect(value)
    }
}
impl From<LegacyTitledEnumSchema> for PrimitiveSchemaDefinition {
    fn from(value: LegacyTitledEnumSchema) -> Self {
        Self::LegacyTitled(value)
    }
}
impl From<UntitledSingleSelectEnumSchema> for PrimitiveSchemaDefinition {
    fn from(value: UntitledSingleSelectEnumSchema) -> Self {
        Self::UntitledSingleSelect(value)
    }
}
impl From<StringSchema> for PrimitiveSchemaDefinition {
    fn from(value: StringSchema) -> Self {
        Self::String(value)
    }
}
impl ReadMembers for PrimitiveSchemaDefinition {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let held = members.hold_all()?;
        let form = if ["boolean"].iter().any(|kind| held.is("type", kind)) {
            0usize
        } else if ["integer", "number"].iter().any(|kind| held.is("type", kind)) {
            1usize
        } else if held.has_in("items", "anyOf") {
            2usize
        } else if held.has("enumNames") {
            3usize
        } else if held.has("enum") {
            4usize
        } else if ["string"].iter().any(|kind| held.is("type", kind)) {
            5usize
        } else {
            6usize
        };
        match form {
            0usize => BooleanSchema::read(members).map(Self::Boolean),
            1usize => NumberSchema::read(members).map(Self::Number),
            2usize => {
                TitledMultiSelectEnumSchema::read(members).map(Self::TitledMultiSelect)
            }
            3usize => LegacyTitledEnumSchema::read(members).map(Self::LegacyTitled),
            4usize => {
                UntitledSingleSelectEnumSchema::read(members)
                    .map(Self::UntitledSingleSelect)
            }
            5usize => StringSchema::read(members).map(Self::String),
            _ => members.rest(None, None).map(Self::Unknown),
        }
    }
}
impl WriteMembers for PrimitiveSchemaDefinition {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        match self {
            Self::Boolean(value) => value.write(members),
            Self::Number(value) => value.write(members),
            Self::TitledMultiSelect(value) => value.write(members),
            Self::LegacyTitled(value) => value.write(members),
            Self::UntitledSingleSelect(value) => value.write(members),
            Self::String(value) => value.write(members),
            Self::Unknown(all) => members.rest(all),
        }
    }
}
impl Serialize for PrimitiveSchemaDefinition {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for PrimitiveSchemaDefinition {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
