//! From a place in the facts to a type's JSON Schema.
//!
//! The generator says where in the facts each type lies. Its schema is what stands there, in which
//! every place of another type, nested or referred to, becomes a reference of the schema generator
//! that asks: sharing, names and the path of definitions are then its own, as for derived types.

use schemars::{Schema, SchemaGenerator};
use serde_json::Value;

use super::Facts;

/// Which type stands where in the facts of a revision.
#[derive(Debug)]
pub(crate) struct Places {
    pub(crate) facts: &'static Facts,
    /// In the order of their pointers.
    pub(crate) types: &'static [Place],
}

/// A place where a type stands.
#[derive(Debug)]
pub(crate) struct Place {
    /// A JSON Pointer into the facts.
    pub(crate) pointer: &'static str,
    /// Refers to the type.
    pub(crate) refer: fn(&mut SchemaGenerator) -> Schema,
}

impl Places {
    /// The schema of the type at a place.
    pub(crate) fn schema(&self, place: &str, generator: &mut SchemaGenerator) -> Schema {
        let facts = self.at(place);
        let schema = match referent(facts) {
            // A definition that is another one's name has the schema of that.
            Some(place) => return self.schema(place, generator),
            None => self.inside(place, facts, generator),
        };
        // What is not a schema would be the generator's fault, and the tests find it.
        let mut schema = Schema::try_from(schema).unwrap_or_default();
        // The extension's definitions name their dialect, which a part of a document does not.
        schema.remove("$schema");
        schema
    }

    /// What stands at a place, with the types inside it referred to.
    fn inside(&self, place: &str, facts: &Value, generator: &mut SchemaGenerator) -> Value {
        match facts {
            Value::Object(members) => {
                let inside = members.iter().map(|(name, value)| {
                    let place = format!("{place}/{}", name.replace('~', "~0").replace('/', "~1"));
                    (name.clone(), self.outside(&place, value, generator))
                });
                Value::Object(inside.collect())
            }
            Value::Array(items) => {
                let inside = items.iter().enumerate().map(|(position, item)| {
                    self.outside(&format!("{place}/{position}"), item, generator)
                });
                Value::Array(inside.collect())
            }
            scalar => scalar.clone(),
        }
    }

    /// A reference to the type at a place, if one stands there, or what else does.
    fn outside(&self, place: &str, facts: &Value, generator: &mut SchemaGenerator) -> Value {
        let place = referent(facts).unwrap_or(place);
        let found = self.types.binary_search_by(|known| known.pointer.cmp(place));
        match found.ok().and_then(|found| self.types.get(found)) {
            Some(known) => (known.refer)(generator).to_value(),
            None => self.inside(place, facts, generator),
        }
    }

    fn at(&self, place: &str) -> &'static Value {
        self.facts.document().pointer(place).unwrap_or(&Value::Null)
    }
}

/// The place that a reference is to.
fn referent(schema: &Value) -> Option<&str> {
    schema.get("$ref")?.as_str()?.strip_prefix('#')
}

/// Includes a revision's table: an impl for each of its types, and what stands where.
macro_rules! schemas {
    (
        $facts:ident $module:literal;
        untyped { $($untyped:ident)* }
        types { $($ty:ty = $name:literal at $place:literal;)* }
        places { $($known:literal => $other:ty;)* }
    ) => {
        /// Definitions that other types' schemas refer to, and that have no type of their own.
        mod untyped {
            $(pub(super) enum $untyped {})*
        }

        static PLACES: crate::facts::Places = crate::facts::Places {
            facts: &crate::facts::$facts,
            types: &[$(crate::facts::Place {
                pointer: $known,
                refer: ::schemars::SchemaGenerator::subschema_for::<$other>,
            }),*],
        };

        $(impl ::schemars::JsonSchema for $ty {
            fn schema_name() -> ::std::borrow::Cow<'static, str> {
                $name.into()
            }

            fn schema_id() -> ::std::borrow::Cow<'static, str> {
                concat!("mcp_typestate::", $module, "::", $name).into()
            }

            fn json_schema(generator: &mut ::schemars::SchemaGenerator) -> ::schemars::Schema {
                PLACES.schema($place, generator)
            }
        })*
    };
}

pub(crate) use schemas;
