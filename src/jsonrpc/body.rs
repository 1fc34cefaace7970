//! What requests and notifications say, and how it is read.

use std::borrow::Cow;
use std::marker::PhantomData;

use serde::de::{self, MapAccess};
use serde_json::Value;

use crate::json::{AnyValue, Extra, HeldValue, Reader, WriteMembers, present};
use crate::method::Parameters;

/// What a request or a notification says: its method and its parameters, without the envelope.
///
/// Implemented by [`Call`](super::Call), by [`AnyCall`](super::AnyCall) and by the enums of what
/// one side may send.
pub trait Body: WriteMembers + Sized {
    /// Whether the body has a type for this method's parameters.
    ///
    /// [`AnyCall`](super::AnyCall) has one for all. Where it matters, a message's kind is told by
    /// this: a known notification cannot have an id, and a known request needs one.
    fn knows(method: &str) -> bool;

    /// The method, as it stands in the message.
    fn method(&self) -> &str;

    /// Reads what `method` says, whose parameters come from `params`.
    ///
    /// # Errors
    ///
    /// When the parameters are not those of the method, or the body cannot say it.
    fn read_params<'de, A: MapAccess<'de>>(
        method: &str,
        params: Params<'_, 'de, A>,
    ) -> Result<Self, A::Error>;

    /// The members beside `method` and `params` that are not known.
    fn extra_mut(&mut self) -> &mut Extra;
}

/// The parameters of a message that is being read, wherever they are.
#[derive(Debug)]
pub struct Params<'r, 'de, A>(Source<'r, 'de, A>);

#[derive(Debug)]
enum Source<'r, 'de, A> {
    /// The member that the reader has come to.
    AtHand(&'r mut Reader<'de, A>),
    /// A member that came before the method.
    Held(HeldValue<'de>),
    Absent,
}

impl<'r, 'de, A: MapAccess<'de>> Params<'r, 'de, A> {
    /// The value of the member that the reader has come to.
    pub(super) fn at_hand(members: &'r mut Reader<'de, A>) -> Self {
        Params(Source::AtHand(members))
    }

    /// A value that was read before, or none.
    pub(super) fn held(value: Option<HeldValue<'de>>) -> Self {
        Params(value.map_or(Source::Absent, Source::Held))
    }

    /// Reads the parameters. null counts as absent.
    ///
    /// # Errors
    ///
    /// When they are not a `P`, or are absent and must not be.
    pub fn read<P: Parameters>(self) -> Result<P, A::Error> {
        let params = match self.0 {
            Source::AtHand(members) => members.unless_null("params")?,
            Source::Held(value) if value.is_null() => None,
            Source::Held(value) => Some(value.read("params", PhantomData)?),
            Source::Absent => None,
        };
        match params {
            Some(params) => Ok(params),
            None => P::absent().ok_or_else(|| de::Error::missing_field("params")),
        }
    }

    /// Takes the parameters as they are, null among them.
    ///
    /// # Errors
    ///
    /// The deserializer's own.
    pub fn any(self) -> Result<Option<Value>, A::Error> {
        let mut params = None;
        match self.0 {
            Source::AtHand(members) => members.any("params", &mut params)?,
            Source::Held(value) => params = Some(value.read("params", AnyValue)?),
            Source::Absent => {}
        }
        Ok(params)
    }
}

/// Reads a whole object of `method`, `params` and members that are not known.
///
/// # Errors
///
/// When `method` is missing, or the parameters are not those of the method.
pub fn read_body<'de, B: Body, A>(members: &mut Reader<'de, A>) -> Result<B, A::Error>
where
    A: MapAccess<'de>,
{
    let mut body = Pending::new();
    body.method = members.tag_value("method").map(|method| Cow::Owned(method.to_owned()));
    while let Some(member) = members.next_by(|name| match name {
        "method" => Some(0),
        "params" => Some(1),
        _ => None,
    })? {
        match member {
            Some(0) => body.read_method(members)?,
            Some(1) => body.read_params(members)?,
            _ => body.read_unknown(members)?,
        }
    }
    body.end::<A>()
}

/// A body whose members come in any order.
pub(super) struct Pending<'de, B> {
    method: Option<Cow<'de, str>>,
    /// The body, as soon as the parameters came after the method.
    body: Option<B>,
    /// The parameters, if they came before it.
    held: Option<HeldValue<'de>>,
    extra: Extra,
}

impl<'de, B: Body> Pending<'de, B> {
    pub(super) fn new() -> Pending<'de, B> {
        Pending { method: None, body: None, held: None, extra: Extra::new() }
    }

    pub(super) fn read_method<A: MapAccess<'de>>(
        &mut self,
        members: &mut Reader<'de, A>,
    ) -> Result<(), A::Error> {
        members.lent("method", &mut self.method)
    }

    pub(super) fn read_params<A: MapAccess<'de>>(
        &mut self,
        members: &mut Reader<'de, A>,
    ) -> Result<(), A::Error> {
        if self.body.is_some() || self.held.is_some() {
            return Err(de::Error::duplicate_field("params"));
        }
        match &self.method {
            Some(method) => self.body = Some(B::read_params(method, Params::at_hand(members))?),
            None => self.held = Some(members.hold()?),
        }
        Ok(())
    }

    pub(super) fn read_unknown<A: MapAccess<'de>>(
        &mut self,
        members: &mut Reader<'de, A>,
    ) -> Result<(), A::Error> {
        members.unknown(&mut self.extra)
    }

    pub(super) fn end<A: MapAccess<'de>>(self) -> Result<B, A::Error> {
        let method = present("method", self.method)?;
        let mut body = match self.body {
            Some(body) => body,
            None => B::read_params(&method, Params::<A>::held(self.held))?,
        };
        *body.extra_mut() = self.extra;
        Ok(body)
    }
}
