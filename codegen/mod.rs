//! The generator: a revision's schema facts in, its Rust module out.
//!
//! Data flows one way, through the stages in the order of the list below; each takes the type that
//! the stage before it gives. Only this file knows the order, and nothing here touches the disk.
//!
//! ```text
//! facts ─ errata ─ normalize ─ catalog ─┬─ types ───┐
//! ╰─────────── Catalogued ────────────╯ ├─ unions ──┼─ file, formatted
//!                                       ├─ methods ─┘
//!                                       ├─ page: the catalogue beside the one before
//!                                       ├─ facts: embedded, with the methods
//!                                       ├─ schemas: where in the facts each type's lies
//!                                       └─ definitions: each with its type, for tests
//!                               prose: doc comments, asked for by the first four
//! ```

mod books;
mod boxed;
mod capability;
mod catalog;
mod changes;
mod definitions;
mod errata;
mod facts;
mod methods;
pub mod names;
mod normalize;
mod objects;
mod page;
mod prose;
mod schemas;
mod strings;
mod types;
mod unions;

#[cfg(test)]
mod tests;

pub use normalize::Fate;
pub use prose::Prose;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use quote::quote;
use serde_json::Value;

/// A revision that can be generated: its module, where its facts are, what its text calls it.
#[derive(Debug)]
pub struct Revision {
    /// The Cargo feature, which is also the module's name.
    pub feature: &'static str,
    /// The protocol's own name for it, as facts' files are called and as the prose brackets it.
    pub name: &'static str,
    /// An extension whose definitions join the module.
    pub extension: Option<&'static str>,
    /// The names of the errata that its facts need.
    pub errata: &'static [&'static str],
}

impl Revision {
    /// Its name, and its extension's if it has one: each has a file of facts and prose in brackets.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        [Some(self.name), self.extension].into_iter().flatten()
    }
}

macro_rules! revisions {
    ($(
        $(#[doc = $doc:literal])+
        $variant:ident $name:literal $module:ident $feature:literal { $($known:tt)* }
    )+) => {
        /// Every revision that the crate knows, oldest first.
        pub const REVISIONS: &[Revision] =
            &[$(Revision { feature: $feature, name: $name, $($known)* }),+];
    };
}

include!("../schema/revisions.rs");

/// A revision through all stages that whatever is written of it needs. They run once, when it is
/// made; each method then writes one thing.
#[derive(Debug)]
pub struct Catalogued<'a> {
    revision: &'a Revision,
    /// The names of the definitions before any erratum.
    official: Vec<String>,
    /// The facts with the errata applied.
    facts: normalize::Definitions,
    normal: normalize::Normal,
    catalog: catalog::Catalog,
}

/// A revision's module.
#[derive(Debug)]
pub struct Generated {
    /// Rust source, formatted.
    pub code: String,
    /// What of the prose it uses: see [`Prose::left_over`].
    pub described: BTreeSet<prose::Key>,
}

impl<'a> Catalogued<'a> {
    /// Reads the facts of a revision, and those of its extension if it has one.
    ///
    /// # Errors
    /// When the facts are not what the rules expect: the error names the definition and the rule.
    pub fn of(revision: &'a Revision, facts: &[String]) -> Result<Self, Error> {
        Self::with(revision, revision.errata, facts)
    }

    /// The same with the errata of these names alone: for tests, whose facts have one fault at a
    /// time.
    ///
    /// # Errors
    /// Those of [`of`](Self::of).
    pub fn with(revision: &'a Revision, errata: &[&str], facts: &[String]) -> Result<Self, Error> {
        let facts = joined(facts)?;
        let official = facts.keys().cloned().collect();
        let facts = errata::apply(errata, facts)?;
        let normal = normalize::normalize(facts.clone())?;
        let catalog = catalog::read(&normal)?;
        Ok(Self { revision, official, facts, normal, catalog })
    }

    /// The module.
    ///
    /// # Errors
    /// When there is no prose or no name for something.
    pub fn generate(&self, prose: &Prose) -> Result<Generated, Error> {
        let docs = prose.of(self.revision);
        let items = [
            types::generate(&self.catalog, &docs)?,
            unions::generate(&self.catalog, &docs)?,
            methods::generate(&self.catalog, &docs)?,
        ];
        docs.ask_errata();
        let described = docs.finish()?;
        books::account(&self.official, &self.normal, &items)?;

        let items: Vec<syn::Item> = items.into_iter().flatten().collect();
        let uses = imports();
        let file = syn::parse2(quote! { #uses #(#items)* })
            .map_err(|error| Error::new("(the whole file)", "output parses", error.to_string()))?;
        Ok(Generated { code: prettyplease::unparse(&file), described })
    }

    /// What of the prose the module uses, without generating it: for revisions that are switched
    /// off.
    ///
    /// # Errors
    /// When there is no prose for something.
    pub fn described(&self, prose: &Prose) -> Result<BTreeSet<prose::Key>, Error> {
        let docs = prose.of(self.revision);
        docs.ask(&self.catalog);
        docs.ask_errata();
        docs.finish()
    }

    /// The page that opens the module: what it has, and what it changed of the one before it.
    #[must_use]
    pub fn page(&self, before: Option<&Catalogued>, prose: &Prose) -> String {
        let before = before.map(|before| (before.revision.name, &before.catalog));
        page::write(&self.catalog, before, &prose.of(self.revision))
    }

    /// The facts and the methods, as the crate embeds them to validate at run time.
    #[must_use]
    pub fn embedded(&self) -> Value {
        facts::document(&self.facts, &self.normal, &self.catalog)
    }

    /// Every type and the place of its schema in the facts, as the call of a macro: for the
    /// feature `schemars`.
    ///
    /// # Errors
    /// When a type's place is not plain.
    pub fn schemas(&self) -> Result<String, Error> {
        schemas::table(self.revision, &self.facts, &self.normal, &self.catalog)
    }

    /// What became of each definition: an item, a type written by hand, or a named skip.
    #[must_use]
    pub fn fates(&self) -> &BTreeMap<String, Fate> {
        &self.normal.fates
    }

    /// Every definition and its type, as the call of a macro `definitions!`: for the tests, which
    /// read and write every definition.
    #[must_use]
    pub fn definitions(&self) -> String {
        definitions::listing(self.revision, &self.normal, &self.catalog)
    }
}

/// The table of all errata, as Markdown.
#[must_use]
pub fn errata_table(prose: &Prose) -> String {
    page::errata(errata::all().filter_map(|erratum| {
        let needed = || REVISIONS.iter().filter(|it| it.errata.contains(&erratum));
        let names = needed().map(|it| it.name).collect();
        Some((erratum, names, prose.of(needed().next()?)))
    }))
}

/// The facts of one revision and its extension with the errata of these names, and no stage more.
///
/// # Errors
/// When an erratum is not known or changes nothing.
pub fn corrected(errata: &[&str], facts: &[String]) -> Result<Value, Error> {
    let definitions = errata::apply(errata, joined(facts)?)?;
    Ok(serde_json::json!({ "$defs": definitions }))
}

/// The definitions of all facts together. An extension repeats definitions of its revision, and
/// must repeat them faithfully.
fn joined(facts: &[String]) -> Result<normalize::Definitions, Error> {
    let mut all = normalize::Definitions::new();
    for facts in facts {
        let mut facts: Value = serde_json::from_str(facts)
            .map_err(|error| Error::new("(the facts)", "facts are JSON", error.to_string()))?;
        let Some(Value::Object(definitions)) = facts.get_mut("$defs").map(Value::take) else {
            let message = "there is no object `$defs`";
            return Err(Error::new("(the facts)", "facts have definitions", message));
        };
        for (name, schema) in definitions {
            if all.get(&name).is_some_and(|known| *known != schema) {
                let message = "the extension repeats it otherwise than the revision has it";
                return Err(Error::new(name, "one name, one schema", message));
            }
            all.insert(name, schema);
        }
    }
    Ok(all)
}

/// What generated code calls by its short name.
fn imports() -> proc_macro2::TokenStream {
    quote! {
        use std::collections::{BTreeMap, BTreeSet};

        use serde::de::{Deserialize, Deserializer, MapAccess};
        use serde::ser::{Serialize, SerializeMap, Serializer};
        use serde_json::Value;

        use crate::json::{
            self, Answer, AnyObject, AnyValue, Carried, Each, Extra, Integer, JsonSchema, Nullable, Number, Object,
            OneOrMany, Ordered, Raw, RawObject, ReadMembers, Reader, Tag, Unsigned, WriteMembers, Writer,
        };
        use crate::jsonrpc::{
            self, AnyCall, Body, Call, ErrorObject, Message, NotificationMessage, Params,
            ProgressToken, RequestId, RequestMessage, ResultMessage,
        };
        use crate::method::{Capability, Method, Notification, Parameters, Request, Side};
    }
}

/// Why a revision cannot be generated.
pub struct Error {
    definition: String,
    rule: &'static str,
    message: String,
}

impl Error {
    pub(crate) fn new(
        definition: impl Into<String>,
        rule: &'static str,
        message: impl Into<String>,
    ) -> Self {
        Self { definition: definition.into(), rule, message: message.into() }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} (rule: {})", self.definition, self.message, self.rule)
    }
}

/// The same as `Display`: it is what a failed build script shows.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Error {}
