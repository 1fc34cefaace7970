//! The memory of tags and constants.

use std::borrow::Cow;

/// The tags and constants of one object that were read.
///
/// Two have their place and need no allocation: hardly a type has more.
#[derive(Debug, Default)]
pub(super) struct Told {
    first: Option<ToldMember>,
    second: Option<ToldMember>,
    others: Vec<ToldMember>,
}

/// A member's name, and its value if it is a tag: a constant is written by the type that has it.
type ToldMember = (&'static str, Option<Cow<'static, str>>);

impl Told {
    #[inline]
    pub(super) fn push(&mut self, name: &'static str, text: Option<Cow<'static, str>>) {
        let member = (name, text);
        if self.first.is_none() {
            self.first = Some(member);
        } else if self.second.is_none() {
            self.second = Some(member);
        } else {
            self.others.push(member);
        }
    }

    #[inline]
    fn members(&self) -> impl Iterator<Item = &ToldMember> {
        self.first.iter().chain(&self.second).chain(&self.others)
    }

    #[inline]
    pub(super) fn has(&self, name: &str) -> bool {
        self.members().any(|(told, _)| *told == name)
    }

    #[inline]
    pub(super) fn text(&self, name: &str) -> Option<&Cow<'static, str>> {
        self.members().find(|(told, _)| *told == name)?.1.as_ref()
    }

    pub(super) fn texts(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.members().filter_map(|(name, text)| Some((*name, text.as_deref()?)))
    }
}
