//! The memory of tags and constants.

use std::borrow::Cow;

/// The tags and constants of one object that were read.
///
/// Two have their place and need no allocation: hardly a type has more.
#[derive(Debug, Default)]
pub(super) struct Told {
    first: Option<Fixed>,
    second: Option<Fixed>,
    others: Vec<(&'static str, Option<Cow<'static, str>>)>,
}

/// A member's name, and its value if it is a tag: a constant is written by the type that has it.
type Fixed = (&'static str, Option<&'static str>);

impl Told {
    #[inline]
    pub(super) fn push(&mut self, name: &'static str, text: Option<&'static str>) {
        if self.first.is_none() {
            self.first = Some((name, text));
        } else if self.second.is_none() {
            self.second = Some((name, text));
        } else {
            self.others.push((name, text.map(Cow::Borrowed)));
        }
    }

    /// Remembers a tag whose value nobody knows.
    pub(super) fn push_unknown(&mut self, name: &'static str, text: String) {
        self.others.push((name, Some(text.into())));
    }

    #[inline]
    pub(super) fn has(&self, name: &str) -> bool {
        let is = |fixed: &Option<Fixed>| matches!(fixed, Some((told, _)) if *told == name);
        is(&self.first) || is(&self.second) || self.others.iter().any(|(told, _)| *told == name)
    }

    #[inline]
    pub(super) fn text(&self, name: &str) -> Option<&str> {
        if self.first.is_none() && self.others.is_empty() {
            return None;
        }
        self.members().find(|(told, _)| *told == name)?.1
    }

    pub(super) fn texts(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.members().filter_map(|(name, text)| Some((name, text?)))
    }

    fn members(&self) -> impl Iterator<Item = (&'static str, Option<&str>)> {
        let fixed = self.first.iter().chain(&self.second).map(|(name, text)| (*name, *text));
        fixed.chain(self.others.iter().map(|(name, text)| (*name, text.as_deref())))
    }
}
