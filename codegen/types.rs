//! Structs, enums and aliases, by way of typify.
//!
//! typify decides Rust's names and types; what it cannot know is added here: presence (absent and
//! null are two things), constants that are not stored, unknown members that are kept, and reading
//! in one pass.

use std::collections::BTreeMap;

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use serde_json::{Map, Value, json};
use syn::{Ident, Type};
use typify::{TypeSpace, TypeSpaceSettings};

use super::Error;
use super::catalog::{Alias, Catalog, Field, Object, OpenEnum, Presence};
use super::names::{FIELDS, LEADING, META_PREFIX, ORDERED, lookup};
use super::normalize::ONE_OR_MANY;
use super::objects::{Member, object_items};
use super::prose::Docs;
use super::strings;

/// The items of all objects, enums and aliases.
pub(super) fn generate(catalog: &Catalog, docs: &Docs) -> Result<Vec<syn::Item>, Error> {
    let typified = Typified::of(catalog)?;
    let mut tokens = TokenStream::new();
    for object in &catalog.objects {
        tokens.extend(typified.object(object, &strings::shared_by(catalog, object), docs)?);
    }
    for open_enum in &catalog.enums {
        tokens.extend(typified.open_enum(open_enum, docs)?);
    }
    for alias in &catalog.aliases {
        tokens.extend(typified.alias(alias, docs)?);
    }
    items("types", tokens)
}

/// Parses what a stage has assembled.
pub(super) fn items(stage: &'static str, tokens: TokenStream) -> Result<Vec<syn::Item>, Error> {
    let file: syn::File = syn::parse2(tokens)
        .map_err(|error| Error::new(stage, "output parses", error.to_string()))?;
    Ok(file.items)
}

/// typify's output, by the names of the schema.
struct Typified {
    /// Type name → wire name → Rust name and type.
    fields: BTreeMap<String, BTreeMap<String, (Ident, Type)>>,
    /// Type name → value → variant.
    variants: BTreeMap<String, BTreeMap<String, Ident>>,
}

/// Stands for an alias in what typify is given: one field of the alias' own schema.
const ALIAS_FIELD: &str = "alias";

impl Typified {
    fn of(catalog: &Catalog) -> Result<Self, Error> {
        let mut schemas = BTreeMap::new();
        for object in &catalog.objects {
            schemas.insert(object.name.clone(), plain_object(&object.fields));
        }
        for open_enum in &catalog.enums {
            let schema = json!({ "type": "string", "enum": open_enum.values });
            schemas.insert(open_enum.name.clone(), schema);
        }
        for alias in &catalog.aliases {
            let schema = json!({
                "type": "object",
                "properties": { ALIAS_FIELD: alias.schema },
                "required": [ALIAS_FIELD],
            });
            schemas.insert(format!("{}Alias", alias.name), schema);
        }

        let mut settings = TypeSpaceSettings::default();
        settings.with_map_type("::std::collections::BTreeMap");
        for name in references(&schemas) {
            if catalog.is_item(&name) && schemas.contains_key(&name) {
                continue;
            }
            let path = match name.strip_prefix(ONE_OR_MANY) {
                Some(block) => format!("OneOrMany<{block}>"),
                None => name.clone(),
            };
            settings.with_replacement(&name, path, std::iter::empty());
            schemas.insert(name, json!({ "type": "object" }));
        }

        let schemas: BTreeMap<String, schemars08::schema::Schema> =
            serde_json::from_value(json!(schemas))
                .map_err(|error| Error::new("(all)", "schemars reads it", error.to_string()))?;
        let mut space = TypeSpace::new(&settings);
        space
            .add_ref_types(schemas)
            .map_err(|error| Error::new("(all)", "typify reads it", error.to_string()))?;
        let file: syn::File = syn::parse2(space.to_stream())
            .map_err(|error| Error::new("(all)", "typify's output parses", error.to_string()))?;
        Ok(Self::read(file))
    }

    /// Keeps names and types; everything else of typify's output is written anew below.
    fn read(file: syn::File) -> Self {
        let mut typified = Self { fields: BTreeMap::new(), variants: BTreeMap::new() };
        for item in file.items {
            match item {
                syn::Item::Struct(item) => {
                    let fields = item.fields.into_iter().filter_map(|field| {
                        let ident = field.ident?;
                        let wire = serde_rename(&field.attrs).unwrap_or_else(|| ident.to_string());
                        Some((wire, (ident, short(field.ty))))
                    });
                    typified.fields.insert(item.ident.to_string(), fields.collect());
                }
                syn::Item::Enum(item) => {
                    let variants = item.variants.into_iter().map(|variant| {
                        let value = serde_rename(&variant.attrs);
                        (value.unwrap_or_else(|| variant.ident.to_string()), variant.ident)
                    });
                    typified.variants.insert(item.ident.to_string(), variants.collect());
                }
                _ => {}
            }
        }
        typified
    }

    fn field(&self, owner: &str, wire: &str) -> Result<(Ident, Type), Error> {
        let field = self.fields.get(owner).and_then(|fields| fields.get(wire));
        let (ident, ty) = field.cloned().ok_or_else(|| {
            Error::new(format!("{owner}.{wire}"), "typify keeps fields", "it is lost")
        })?;
        let ty =
            if ORDERED.contains(&format!("{owner}.{wire}").as_str()) { ordered(ty) } else { ty };
        let name = match wire.strip_prefix(META_PREFIX) {
            Some(key) => Some(snake(key)),
            None => lookup(FIELDS, wire).map(str::to_owned),
        };
        Ok((name.map_or(ident, |name| format_ident!("{name}")), ty))
    }

    /// The seed that a field is read through. A bare `i64` cannot be read from a buffer of somebody
    /// else's untagged type when serde_json keeps arbitrary precision, and serde_json's own values
    /// take some objects for something else.
    fn seed(&self, ty: &Type) -> Option<TokenStream> {
        let spelled = quote! { #ty }.to_string();
        let alias = self.fields.get(&format!("{spelled}Alias"));
        if let Some((_, ty)) = alias.and_then(|fields| fields.get(ALIAS_FIELD)) {
            return self.seed(ty);
        }
        match spelled.as_str() {
            "i64" => Some(quote! { Integer }),
            "u64" => Some(quote! { Unsigned }),
            "Value" => Some(quote! { AnyValue }),
            "Object" => Some(quote! { AnyObject }),
            "Raw" => Some(quote! { Carried }),
            map => {
                let value = map.strip_prefix("BTreeMap < String , ")?.strip_suffix('>')?.trim();
                let value = self.seed(&syn::parse_str(value).ok()?)?;
                Some(quote! { Each(#value) })
            }
        }
    }

    fn alias(&self, alias: &Alias, docs: &Docs) -> Result<TokenStream, Error> {
        let (_, ty) = self.field(&format!("{}Alias", alias.name), ALIAS_FIELD)?;
        let name = format_ident!("{}", alias.name);
        let doc = docs.owner(&alias.name);
        Ok(quote! { #doc pub type #name = #ty; })
    }

    fn open_enum(&self, open_enum: &OpenEnum, docs: &Docs) -> Result<TokenStream, Error> {
        let name = format_ident!("{}", open_enum.name);
        let doc = docs.owner(&open_enum.name);
        let values = &open_enum.values;
        let mut variants = Vec::new();
        for value in values {
            let variant = self.variants.get(&open_enum.name).and_then(|all| all.get(value));
            let variant = variant.cloned().ok_or_else(|| {
                Error::new(
                    format!("{}.{value}", open_enum.name),
                    "typify keeps values",
                    "it is lost",
                )
            })?;
            variants.push(variant);
        }
        let value_docs = values.iter().map(|value| docs.member(&open_enum.name, value));
        Ok(quote! {
            #doc
            #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
            #[non_exhaustive]
            pub enum #name {
                #(#value_docs #variants,)*
                /// A value that this revision does not name, kept as it came.
                Unknown(String),
            }

            impl #name {
                /// The value as it stands on the wire.
                #[must_use]
                pub fn as_str(&self) -> &str {
                    match self {
                        #(Self::#variants => #values,)*
                        Self::Unknown(value) => value,
                    }
                }
            }

            impl From<&str> for #name {
                fn from(value: &str) -> Self {
                    match value {
                        #(#values => Self::#variants,)*
                        _ => Self::Unknown(value.to_owned()),
                    }
                }
            }

            impl std::str::FromStr for #name {
                type Err = std::convert::Infallible;

                fn from_str(value: &str) -> Result<Self, Self::Err> {
                    Ok(Self::from(value))
                }
            }

            impl std::fmt::Display for #name {
                fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                    f.pad(self.as_str())
                }
            }

            impl Serialize for #name {
                fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    serializer.serialize_str(self.as_str())
                }
            }

            impl<'de> Deserialize<'de> for #name {
                fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    json::open_string(deserializer)
                }
            }
        })
    }

    fn object(
        &self,
        object: &Object,
        shared: &[String],
        docs: &Docs,
    ) -> Result<TokenStream, Error> {
        let mut members = Vec::new();
        for field in &object.fields {
            members.push(match &field.presence {
                Presence::Constant { value, lenient } => {
                    Member::constant(object, &field.wire, value, *lenient)?
                }
                Presence::OptionalConstant { value } => {
                    Member::optional_constant(object, &field.wire, value)?
                }
                presence => {
                    let (ident, ty) = self.field(&object.name, &field.wire)?;
                    let seed = self.seed(&ty);
                    Member::stored(object, field, presence.clone(), ident, ty, seed, docs)
                }
            });
        }
        members.sort_by_key(|member| {
            let leading = LEADING.iter().position(|name| *name == member.wire);
            (member.rank, leading.unwrap_or(LEADING.len()))
        });
        Ok(object_items(object, &members, shared, &docs.owner(&object.name)))
    }
}

/// The object as typify shall see it: only what is stored, and nothing that it would default.
fn plain_object(fields: &[Field]) -> Value {
    let constant = |presence: &Presence| {
        matches!(presence, Presence::Constant { .. } | Presence::OptionalConstant { .. })
    };
    let stored = fields.iter().filter(|field| !constant(&field.presence));
    let mut properties = Map::new();
    for field in stored {
        let mut schema = field.schema.clone();
        if let (Presence::Nullable, Some(types)) =
            (&field.presence, schema.get_mut("type").and_then(Value::as_array_mut))
        {
            types.retain(|kind| kind != "null");
        }
        if let Some(schema) = schema.as_object_mut() {
            // A string with a format would become a type of another crate; MCP's are just strings.
            schema.remove("format");
        }
        properties.insert(field.wire.clone(), schema);
    }
    let required: Vec<&String> = properties.keys().collect();
    json!({ "type": "object", "properties": properties, "required": required })
}

/// `clientInfo` as `client_info`.
pub(super) fn snake(name: &str) -> String {
    name.chars().fold(String::new(), |mut snake, letter| {
        if letter.is_uppercase() {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
        snake
    })
}

/// All names that schemas refer to.
fn references(schemas: &BTreeMap<String, Value>) -> Vec<String> {
    fn walk(schema: &Value, names: &mut Vec<String>) {
        if let Some(name) = super::normalize::referent(schema) {
            names.push(name.to_owned());
        }
        match schema {
            Value::Object(members) => members.values().for_each(|member| walk(member, names)),
            Value::Array(items) => items.iter().for_each(|item| walk(item, names)),
            _ => {}
        }
    }
    let mut names = Vec::new();
    schemas.values().for_each(|schema| walk(schema, &mut names));
    names.sort();
    names.dedup();
    names
}

/// The value of `#[serde(rename = "…")]`.
fn serde_rename(attributes: &[syn::Attribute]) -> Option<String> {
    let mut renamed = None;
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("serde")) {
        // Other arguments of the attribute end the parse early; `rename` always comes first.
        let _ = attribute.parse_nested_meta(|meta| {
            if meta.path.is_ident("rename") {
                renamed = Some(meta.value()?.parse::<syn::LitStr>()?.value());
            }
            Ok(())
        });
    }
    renamed
}

/// The map of the same values that keeps their order.
fn ordered(ty: Type) -> Type {
    let spelled = quote! { #ty }.to_string().replace("BTreeMap < String , ", "Ordered < ");
    syn::parse_str(&spelled).unwrap_or(ty)
}

/// A type by the short names that the generated module imports.
fn short(ty: Type) -> Type {
    let spelled = quote! { #ty }.to_string().replace(' ', "");
    let short = spelled
        .replace("::std::string::String", "String")
        .replace("::std::vec::Vec", "Vec")
        .replace("::std::option::Option", "Option")
        .replace("::std::collections::BTreeMap", "BTreeMap")
        .replace("::serde_json::Map<String,::serde_json::Value>", "Object")
        .replace("::serde_json::Value", "Value");
    syn::parse_str(&short).unwrap_or(ty)
}
