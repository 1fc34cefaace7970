/// A question elsewhere.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct AskAtUrl {
    /// Where.
    pub url: String,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl AskAtUrl {
    /// `AskAtUrl` with what it must have; the rest is absent.
    #[must_use]
    pub fn new(url: impl Into<String>) -> Self {
        Self {
            url: url.into(),
            extra: Extra::new(),
        }
    }
}
impl ReadMembers for AskAtUrl {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut url = None;
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "mode" => Some(0usize),
                "url" => Some(1usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.constant("mode", "url")?,
                Some(1usize) => members.required("url", &mut url)?,
                _ => members.unknown(&mut extra)?,
            }
        }
        members.constant_seen("mode")?;
        Ok(Self {
            url: json::present("url", url)?,
            extra,
        })
    }
}
impl WriteMembers for AskAtUrl {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.constant("mode", "url")?;
        members.required("url", &self.url)?;
        members.extra(&self.extra)
    }
}
impl Serialize for AskAtUrl {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for AskAtUrl {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// A question here.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct AskByForm {
    /// Its text.
    pub question: String,
    /// Whether `mode` says that it is `form`, which it also is when this is left out.
    pub says_mode: bool,
    /// Members that this revision does not name, kept as they came.
    pub extra: Extra,
}
impl AskByForm {
    /// `AskByForm` with what it must have; the rest is absent.
    #[must_use]
    pub fn new(question: impl Into<String>) -> Self {
        Self {
            question: question.into(),
            says_mode: false,
            extra: Extra::new(),
        }
    }
    /// Says that `mode` is `form`: sets [`Self::says_mode`].
    #[must_use]
    pub fn with_mode(mut self) -> Self {
        self.says_mode = true;
        self
    }
}
impl ReadMembers for AskByForm {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut question = None;
        let mut extra = Extra::new();
        while let Some(member) = members
            .next_by(|name| match name {
                "question" => Some(0usize),
                "mode" => Some(1usize),
                _ => None,
            })?
        {
            match member {
                Some(0usize) => members.required("question", &mut question)?,
                Some(1usize) => members.optional_constant("mode", "form")?,
                _ => members.unknown(&mut extra)?,
            }
        }
        Ok(Self {
            question: json::present("question", question)?,
            says_mode: members.saw("mode"),
            extra,
        })
    }
}
impl WriteMembers for AskByForm {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.required("question", &self.question)?;
        if self.says_mode {
            members.constant("mode", "form")?;
        }
        members.extra(&self.extra)
    }
}
impl Serialize for AskByForm {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for AskByForm {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
/// A question; without a `mode` it is a form.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Ask {
    /// [`AskAtUrl`]
    Url(AskAtUrl),
    /// [`AskByForm`]
    Form(AskByForm),
    /// One of a kind that this revision does not name, kept whole.
    Unknown(Object),
}
impl Ask {
    /// The [`AskAtUrl`], if it is one.
    #[must_use]
    pub fn as_url(&self) -> Option<&AskAtUrl> {
        if let Self::Url(value) = self { Some(value) } else { None }
    }
    /// The [`AskByForm`], if it is one.
    #[must_use]
    pub fn as_form(&self) -> Option<&AskByForm> {
        if let Self::Form(value) = self { Some(value) } else { None }
    }
}
impl From<AskAtUrl> for Ask {
    fn from(value: AskAtUrl) -> Self {
        Self::Url(value)
    }
}
impl From<AskByForm> for Ask {
    fn from(value: AskByForm) -> Self {
        Self::Form(value)
    }
}
impl ReadMembers for Ask {
    fn read<'de, A: MapAccess<'de>>(
        members: &mut Reader<'de, A>,
    ) -> Result<Self, A::Error> {
        members.hold_strings(&["question", "url"]);
        match members.tag("mode", &["url", "form"])? {
            Tag::Known(0usize) => AskAtUrl::read(members).map(Self::Url),
            Tag::Known(1usize) | Tag::Absent => AskByForm::read(members).map(Self::Form),
            Tag::Known(_) => members.rest(None, None).map(Self::Unknown),
            Tag::Unknown(tag) => members.rest(Some("mode"), Some(tag)).map(Self::Unknown),
        }
    }
}
impl WriteMembers for Ask {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        match self {
            Self::Url(value) => value.write(members),
            Self::Form(value) => value.write(members),
            Self::Unknown(all) => members.rest(all),
        }
    }
}
impl Serialize for Ask {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}
impl<'de> Deserialize<'de> for Ask {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
