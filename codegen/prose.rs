//! Doc comments from the project's own prose in `schema/prose/`.
//!
//! The format is Markdown that a person reads: `# Name` opens a type or a method, paragraphs
//! describe it, `- wireName: text` describes a field or a value. A revision in square brackets
//! after a name marks text for that revision alone; the section `# *` has what fields of that name
//! mean wherever a type says nothing of its own.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use proc_macro2::TokenStream;
use quote::quote;

use super::catalog::{Catalog, Presence};
use super::{Error, Revision};

/// All prose, by what it describes.
#[derive(Debug, Default)]
pub struct Prose {
    entries: BTreeMap<Key, String>,
}

/// A type or method, or one of its fields or values; for one revision, or for all.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key {
    owner: String,
    member: Option<String>,
    revision: Option<String>,
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.owner)?;
        self.member.iter().try_for_each(|member| write!(f, ".{member}"))?;
        self.revision.iter().try_for_each(|revision| write!(f, " [{revision}]"))
    }
}

impl Prose {
    /// Reads the prose files' texts.
    ///
    /// # Errors
    /// A line that belongs to no type, and anything described twice.
    pub fn parse<T: AsRef<str>>(texts: &[T]) -> Result<Self, Error> {
        let mut prose = Self::default();
        for text in texts {
            let mut owner: Option<Key> = None;
            let mut open: Option<(Key, String)> = None;
            for line in text.as_ref().lines() {
                if let Some(heading) = line.strip_prefix("# ") {
                    prose.close(open.take())?;
                    let (name, revision) = bracketed(heading);
                    let key = Key { owner: name, member: None, revision };
                    owner = Some(key.clone());
                    open = Some((key, String::new()));
                } else if let Some((name, text)) =
                    line.strip_prefix("- ").and_then(|line| line.split_once(": "))
                {
                    prose.close(open.take())?;
                    let Some(owner) = &owner else {
                        return Err(Error::new(name, "prose has a type", "no heading above it"));
                    };
                    let (member, revision) = bracketed(name);
                    let key = Key {
                        member: Some(member),
                        revision: revision.or_else(|| owner.revision.clone()),
                        ..owner.clone()
                    };
                    open = Some((key, text.to_owned()));
                } else if let Some((_, text)) = &mut open {
                    text.push('\n');
                    text.push_str(line.trim_start());
                } else if !line.trim().is_empty() {
                    return Err(Error::new(line, "prose has a type", "no heading above it"));
                }
            }
            prose.close(open.take())?;
        }
        Ok(prose)
    }

    /// The prose as one revision reads it.
    pub(super) fn of<'a>(&'a self, revision: &'a Revision) -> Docs<'a> {
        Docs { prose: self, revision, missing: RefCell::default(), used: RefCell::default() }
    }

    /// Checks that all of it was used by some revision.
    ///
    /// # Errors
    /// The names of what none used: prose about something that does not exist.
    pub fn finish<'a>(
        &self,
        used: impl IntoIterator<Item = &'a BTreeSet<Key>>,
    ) -> Result<(), Error> {
        let left = self.left_over(used);
        if left.is_empty() {
            return Ok(());
        }
        Err(Error::new(left.join(", "), "prose describes something", "no revision has it"))
    }

    /// What none of the revisions used.
    #[must_use]
    pub fn left_over<'a>(&self, used: impl IntoIterator<Item = &'a BTreeSet<Key>>) -> Vec<String> {
        let used: BTreeSet<&Key> = used.into_iter().flatten().collect();
        self.entries.keys().filter(|key| !used.contains(key)).map(Key::to_string).collect()
    }

    fn close(&mut self, open: Option<(Key, String)>) -> Result<(), Error> {
        let Some((key, text)) = open else { return Ok(()) };
        let text = text.trim().to_owned();
        if text.is_empty() {
            return Ok(());
        }
        match self.entries.insert(key.clone(), text) {
            None => Ok(()),
            Some(_) => Err(Error::new(key.to_string(), "prose is written once", "described twice")),
        }
    }
}

/// `name [revision]` taken apart.
fn bracketed(name: &str) -> (String, Option<String>) {
    match name.strip_suffix(']').and_then(|name| name.split_once(" [")) {
        Some((name, revision)) => (name.to_owned(), Some(revision.to_owned())),
        None => (name.to_owned(), None),
    }
}

/// Doc comments for one revision. What is missing is remembered, and fails the build by name.
#[derive(Debug)]
pub(super) struct Docs<'a> {
    prose: &'a Prose,
    revision: &'a Revision,
    missing: RefCell<BTreeSet<String>>,
    used: RefCell<BTreeSet<Key>>,
}

impl Docs<'_> {
    /// The name of the revision.
    pub(super) fn revision(&self) -> &str {
        self.revision.name
    }

    /// The doc comment of a type or a method.
    pub(super) fn owner(&self, name: &str) -> TokenStream {
        match self.find(name, None) {
            Some(text) => comment(text),
            None => self.miss(name.to_owned()),
        }
    }

    /// The doc comment of a field or a value.
    pub(super) fn member(&self, owner: &str, member: &str) -> TokenStream {
        match self.find(owner, Some(member)).or_else(|| self.find("*", Some(member))) {
            Some(text) => comment(text),
            None => self.miss(format!("{owner}.{member}")),
        }
    }

    /// Asks for everything that the stages ask for, without their output.
    pub(super) fn ask(&self, catalog: &Catalog) {
        for object in &catalog.objects {
            self.owner(&object.name);
            let constant = |presence: &Presence| {
                matches!(presence, Presence::Constant { .. } | Presence::OptionalConstant { .. })
            };
            for field in object.fields.iter().filter(|field| !constant(&field.presence)) {
                self.member(&object.name, &field.wire);
            }
        }
        for open_enum in &catalog.enums {
            self.owner(&open_enum.name);
            for value in &open_enum.values {
                self.member(&open_enum.name, value);
            }
        }
        let aliases = catalog.aliases.iter().map(|alias| &alias.name);
        let unions = catalog.unions.iter().map(|union| &union.name);
        let methods = catalog.methods.iter().map(|method| &method.method);
        let senders = catalog.senders.iter().filter(|sender| sender.doc.is_none());
        let senders = senders.map(|sender| &sender.name);
        for owner in aliases.chain(unions).chain(methods).chain(senders) {
            self.owner(owner);
        }
    }

    /// Asks for what describes the errata of the revision.
    pub(super) fn ask_errata(&self) {
        for erratum in self.revision.errata {
            self.owner(erratum);
        }
    }

    /// The names of the revision's errata.
    pub(super) fn errata(&self) -> &'static [&'static str] {
        self.revision.errata
    }

    /// The prose of a type, a method or an erratum.
    pub(super) fn text(&self, name: &str) -> Option<&str> {
        self.find(name, None)
    }

    /// What of the prose was used. Fails with the names of everything that was asked for and is
    /// not described.
    pub(super) fn finish(self) -> Result<BTreeSet<Key>, Error> {
        let missing = self.missing.borrow();
        if missing.is_empty() {
            return Ok(self.used.into_inner());
        }
        let names: Vec<&str> = missing.iter().map(String::as_str).collect();
        Err(Error::new(names.join(", "), "everything is described", "no prose in schema/prose"))
    }

    fn find(&self, owner: &str, member: Option<&str>) -> Option<&str> {
        let key = |revision: Option<&str>| Key {
            owner: owner.to_owned(),
            member: member.map(str::to_owned),
            revision: revision.map(str::to_owned),
        };
        let key = self
            .revision
            .names()
            .map(|name| key(Some(name)))
            .chain([key(None)])
            .find(|key| self.prose.entries.contains_key(key))?;
        let text = self.prose.entries.get(&key).map(String::as_str);
        self.used.borrow_mut().insert(key);
        text
    }

    fn miss(&self, name: String) -> TokenStream {
        self.missing.borrow_mut().insert(name);
        TokenStream::new()
    }
}

/// A text as doc attributes, a line each.
pub(super) fn comment(text: &str) -> TokenStream {
    let lines =
        text.lines().map(|line| if line.is_empty() { String::new() } else { format!(" {line}") });
    quote! { #(#[doc = #lines])* }
}
