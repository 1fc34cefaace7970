//! The facts that the later stages need: what each definition is, and its parts.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::Error;
use super::capability::capability;
use super::names::{
    ANSWERED_EMPTY, ANYTHING, Declares, FORM_SCHEMAS, FormRule, MARKERS, TELLING_MEMBERS,
    VARIANT_SUFFIXES, lookup,
};
use super::normalize::{FLATTEN, Normal, referent};

/// Everything of one revision, sorted by kind and name.
#[derive(Debug, Default)]
pub(super) struct Catalog {
    pub(super) objects: Vec<Object>,
    pub(super) enums: Vec<OpenEnum>,
    pub(super) aliases: Vec<Alias>,
    pub(super) unions: Vec<Union>,
    pub(super) methods: Vec<Method>,
    pub(super) responses: Vec<Response>,
    pub(super) senders: Vec<Sender>,
}

impl Catalog {
    /// Whether typify is given a definition; the others are names to it.
    pub(super) fn is_item(&self, name: &str) -> bool {
        self.objects.iter().any(|object| object.name == name)
            || self.enums.iter().any(|open_enum| open_enum.name == name)
    }

    /// The envelope in which a sender's definition has its methods, if it has: until 2025-06-18
    /// the schema leaves it out.
    pub(super) fn envelope_of(&self, name: &str) -> Option<&'static str> {
        let sender = self.senders.iter().find(|sender| sender.name == name)?;
        let method = self.methods.iter().find(|method| sender.markers.contains(&method.marker))?;
        let envelope =
            if method.result.is_some() { "RequestMessage" } else { "NotificationMessage" };
        method.enveloped.then_some(envelope)
    }
}

/// An object with known fields.
#[derive(Debug)]
pub(super) struct Object {
    pub(super) name: String,
    pub(super) fields: Vec<Field>,
    /// A union whose members stand among this object's own.
    pub(super) flatten: Option<String>,
    /// Whether it is the `params` of some method.
    pub(super) is_params: bool,
}

/// One field of an object.
#[derive(Debug)]
pub(super) struct Field {
    /// The name on the wire.
    pub(super) wire: String,
    pub(super) presence: Presence,
    pub(super) schema: Value,
}

/// What absent and null mean for a field.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Presence {
    /// Always this value: not stored. Leniently, absent means the same.
    Constant {
        value: Value,
        lenient: bool,
    },
    /// This value or absent, which means the same: stored is whether it is there.
    OptionalConstant {
        value: Value,
    },
    Required,
    Optional,
    /// Optional, and null is a value of its own (the schema allows anything).
    OptionalAny,
    /// Required, and null is a value of its own.
    Nullable,
}

/// Strings, of which some are known.
#[derive(Debug)]
pub(super) struct OpenEnum {
    pub(super) name: String,
    pub(super) values: Vec<String>,
}

/// Another name for a string, a map or a list.
#[derive(Debug)]
pub(super) struct Alias {
    pub(super) name: String,
    pub(super) schema: Value,
}

/// One of several objects, and how they are told apart.
#[derive(Debug)]
pub(super) struct Union {
    pub(super) name: String,
    pub(super) rule: Rule,
    pub(super) members: Vec<Member>,
}

/// How the members of a union are told apart.
#[derive(Debug)]
pub(super) enum Rule {
    /// By the value of a member that each has; `default` is meant when it is absent.
    Tag { name: String, default: Option<usize> },
    /// By which of these members is there.
    FirstOf,
    /// By [`FORM_SCHEMAS`], after all members were read.
    Form,
}

/// One member of a union.
#[derive(Debug)]
pub(super) struct Member {
    pub(super) variant: String,
    pub(super) type_name: String,
    /// The tag's value, or the telling member's name; empty where a rule decides.
    pub(super) tell: String,
}

/// A request or a notification.
#[derive(Debug)]
pub(super) struct Method {
    /// The definition: `CallToolRequest`.
    pub(super) definition: String,
    /// The marker type: `CallTool`.
    pub(super) marker: String,
    /// `tools/call`.
    pub(super) method: String,
    /// Whether the definition is the whole JSON-RPC message, or only its method and params.
    pub(super) enveloped: bool,
    /// The type of `params`, and whether they must be there; `None` where the schema names none.
    pub(super) params: Option<(String, bool)>,
    /// The capability that it needs: who declares it, and its path.
    pub(super) capability: Option<(Declares, &'static str)>,
    /// Whether the revision runs it as a task.
    pub(super) task: bool,
    /// For requests, the type of the result, and of what a reply may hold.
    pub(super) result: Option<(String, String)>,
}

/// The reply to a request, as a whole message.
#[derive(Debug)]
pub(super) struct Response {
    pub(super) definition: String,
    pub(super) result: String,
}

/// A set of methods: what one side sends, or what one union of methods allows.
#[derive(Debug)]
pub(super) struct Sender {
    pub(super) name: String,
    /// The text of its documentation; none where the prose has it.
    pub(super) doc: Option<String>,
    /// Markers, in the schema's order.
    pub(super) markers: Vec<String>,
}

/// The four unions of messages by sender.
const SENDERS: &[(&str, &str, &str)] = &[
    ("ClientNotification", "client", "notification"),
    ("ClientRequest", "client", "request"),
    ("ServerNotification", "server", "notification"),
    ("ServerRequest", "server", "request"),
];

/// Sorts the definitions by what they are.
pub(super) fn read(normal: &Normal) -> Result<Catalog, Error> {
    let mut catalog = Catalog::default();
    for (name, schema) in &normal.definitions {
        if let Some(method) = schema.pointer("/properties/method/const").and_then(Value::as_str) {
            catalog.methods.push(read_method(normal, name, method, schema)?);
        } else if name.ends_with("ResultResponse") {
            catalog.responses.push(read_response(name, schema)?);
        } else if let Some(values) = schema.get("enum").and_then(Value::as_array) {
            catalog.enums.push(read_enum(name, values)?);
        } else if let Some(members) = schema.get("anyOf").and_then(Value::as_array) {
            if members.is_empty() {
                return Err(Error::new(name, "unions have members", "it has none"));
            }
            if !is_set_of_methods(normal, members) {
                catalog.unions.push(read_union(normal, name, members)?);
            }
        } else if schema.get("properties").is_some_and(|fields| *fields != json!({})) {
            catalog.objects.push(read_object(name, schema));
        } else {
            catalog.aliases.push(Alias { name: name.clone(), schema: schema.clone() });
        }
    }
    catalog.senders = read_senders(normal, &catalog.methods)?;
    let params: Vec<&String> =
        catalog.methods.iter().filter_map(|method| Some(&method.params.as_ref()?.0)).collect();
    for object in &mut catalog.objects {
        object.is_params = params.contains(&&object.name);
    }
    Ok(catalog)
}

fn read_object(name: &str, schema: &Value) -> Object {
    let required = strings(schema.get("required").and_then(Value::as_array).into_iter().flatten());
    let fields = schema.get("properties").and_then(Value::as_object);
    Object {
        name: name.to_owned(),
        fields: fields
            .into_iter()
            .flatten()
            .map(|(wire, schema)| read_field(wire, schema, required.contains(wire)))
            .collect(),
        flatten: schema.get(FLATTEN).and_then(referent).map(str::to_owned),
        is_params: false,
    }
}

fn read_enum(name: &str, values: &[Value]) -> Result<OpenEnum, Error> {
    if values.is_empty() {
        return Err(Error::new(name, "enums have variants", "it has none"));
    }
    if let Some(value) = values.iter().find(|value| !value.is_string()) {
        return Err(Error::new(name, "enums are of strings", format!("{value} is none")));
    }
    let values = strings(values);
    let mut words = BTreeSet::new();
    for value in &values {
        // typify would panic over these.
        let word: String = value.chars().filter(|letter| letter.is_alphanumeric()).collect();
        if word.is_empty() || !words.insert(word.to_lowercase()) {
            let message = "no variant can be called after it alone";
            return Err(Error::new(format!("{name}.{value}"), "names are chosen", message));
        }
    }
    Ok(OpenEnum { name: name.to_owned(), values })
}

fn read_response(name: &str, schema: &Value) -> Result<Response, Error> {
    let result = schema.pointer("/properties/result").and_then(referent);
    match result {
        Some(result) => Ok(Response { definition: name.to_owned(), result: result.to_owned() }),
        None => Err(Error::new(name, "responses name their result", "it is no reference")),
    }
}

fn strings<'a>(values: impl IntoIterator<Item = &'a Value>) -> Vec<String> {
    values.into_iter().filter_map(Value::as_str).map(str::to_owned).collect()
}

fn read_field(wire: &str, schema: &Value, required: bool) -> Field {
    let nullable = schema
        .get("type")
        .and_then(Value::as_array)
        .is_some_and(|types| types.iter().any(|kind| kind == "null"));
    let presence = match schema.get("const") {
        Some(value) if !required => Presence::OptionalConstant { value: value.clone() },
        // Servers of earlier revisions leave `resultType` out, and mean that they are done.
        Some(value) => Presence::Constant {
            value: value.clone(),
            lenient: wire == "resultType" && value == "complete",
        },
        None if required && nullable => Presence::Nullable,
        None if required => Presence::Required,
        None if schema.as_object().is_some_and(serde_json::Map::is_empty)
            || referent(schema) == Some(ANYTHING) =>
        {
            Presence::OptionalAny
        }
        None => Presence::Optional,
    };
    Field { wire: wire.to_owned(), presence, schema: schema.clone() }
}

fn read_method(normal: &Normal, name: &str, method: &str, schema: &Value) -> Result<Method, Error> {
    let required = schema.get("required").and_then(Value::as_array);
    let needs_params =
        required.is_some_and(|required| required.iter().any(|name| name == "params"));
    let params = schema
        .pointer("/properties/params")
        .and_then(referent)
        .map(|params| (params.to_owned(), needs_params));
    let (marker, result) = if let Some(marker) = name.strip_suffix("Request") {
        (marker, Some(read_result(normal, name, marker)?))
    } else if let Some(marker) = name.strip_suffix("Notification") {
        (marker, None)
    } else {
        let message = "its name ends neither in Request nor in Notification";
        return Err(Error::new(name, "methods are requests or notifications", message));
    };
    let has_task = |place: &str| {
        let of = normal.definitions.get(place);
        of.is_some_and(|of| of.pointer("/properties/task").is_some() || has_created_task(of))
    };
    let task = params.iter().map(|(params, _)| params).chain(result.iter().map(|(_, reply)| reply));
    let task = task.flat_map(|place| members_of(normal, place)).any(|place| has_task(&place));
    Ok(Method {
        capability: capability(normal, method)?,
        task: task && result.is_some() && !method.starts_with("tasks/"),
        definition: name.to_owned(),
        marker: lookup(MARKERS, name).unwrap_or(marker).to_owned(),
        method: method.to_owned(),
        enveloped: schema.pointer("/properties/jsonrpc").is_some(),
        params,
        result,
    })
}

/// A definition, and the members of a union.
fn members_of(normal: &Normal, name: &str) -> Vec<String> {
    let members = normal.definitions.get(name).and_then(|schema| schema.get("anyOf"));
    let members = members.and_then(Value::as_array).into_iter().flatten();
    members.filter_map(referent).chain([name]).map(str::to_owned).collect()
}

/// Whether a reply may be a task: the extension's has its `resultType`.
fn has_created_task(schema: &Value) -> bool {
    schema.pointer("/properties/resultType/const").is_some_and(|kind| kind == "task")
}

/// The type of what a request returns when it is done, and of what its reply may hold before that.
fn read_result(normal: &Normal, name: &str, marker: &str) -> Result<(String, String), Error> {
    let response = normal.definitions.get(&format!("{marker}ResultResponse"));
    if let Some(result) =
        response.and_then(|response| response.pointer("/properties/result")).and_then(referent)
    {
        let done = format!("{marker}Result");
        let done = if normal.definitions.contains_key(&done) { done } else { result.to_owned() };
        return Ok((done, result.to_owned()));
    }
    let result = format!("{marker}Result");
    if normal.definitions.contains_key(&result) {
        Ok((result.clone(), result))
    } else if ANSWERED_EMPTY.contains(&name) {
        Ok(("EmptyResult".to_owned(), "EmptyResult".to_owned()))
    } else {
        Err(Error::new(name, "requests have results", "add it to ANSWERED_EMPTY, or define one"))
    }
}

/// The four senders, which every revision has even where its schema leaves one out, and the unions
/// that consist of methods.
fn read_senders(normal: &Normal, methods: &[Method]) -> Result<Vec<Sender>, Error> {
    let senders = SENDERS.iter().map(|&(name, side, kind)| Sender {
        name: name.to_owned(),
        doc: Some(format!(" Any {kind} that a {side} sends, by its method.")),
        markers: Vec::new(),
    });
    let unions = normal.definitions.iter().filter_map(|(name, schema)| {
        let set = is_set_of_methods(normal, schema.get("anyOf")?.as_array()?);
        let sender = Sender { name: name.clone(), doc: None, markers: Vec::new() };
        (set && SENDERS.iter().all(|(sender, ..)| sender != name)).then_some(sender)
    });
    let mut senders: Vec<Sender> = senders.chain(unions).collect();
    for sender in &mut senders {
        let members = normal.definitions.get(&sender.name).and_then(|schema| schema.get("anyOf"));
        for member in members.and_then(Value::as_array).into_iter().flatten() {
            let method = methods
                .iter()
                .find(|method| Some(method.definition.as_str()) == referent(member))
                .ok_or_else(|| Error::new(&sender.name, "senders list methods", "one is none"))?;
            sender.markers.push(method.marker.clone());
        }
    }
    Ok(senders)
}

/// Whether the members of a union are requests or notifications.
fn is_set_of_methods(normal: &Normal, members: &[Value]) -> bool {
    members.iter().all(|member| {
        let definition = referent(member).and_then(|name| normal.definitions.get(name));
        definition.is_some_and(|schema| schema.pointer("/properties/method/const").is_some())
    })
}

fn read_union(normal: &Normal, name: &str, members: &[Value]) -> Result<Union, Error> {
    let names: Vec<&str> = members.iter().filter_map(referent).collect();
    if names.len() != members.len() {
        return Err(Error::new(name, "unions list definitions", "a member has no name"));
    }
    if let Some(union) = by_tag(normal, name, &names) {
        return Ok(union);
    }
    let tells: Option<Vec<&str>> = names.iter().map(|name| lookup(TELLING_MEMBERS, name)).collect();
    if let Some(tells) = tells {
        let members = names.iter().zip(tells).map(|(name, tell)| member(name, tell)).collect();
        return Ok(Union { name: name.to_owned(), rule: Rule::FirstOf, members });
    }
    if names.iter().all(|name| form_members(normal, name).is_some()) {
        let all: Vec<String> =
            names.iter().flat_map(|name| form_members(normal, name).unwrap_or_default()).collect();
        let members = FORM_SCHEMAS
            .iter()
            .filter(|(schema, _)| all.iter().any(|name| name == schema))
            .map(|(name, _)| member(name, ""))
            .collect();
        return Ok(Union { name: name.to_owned(), rule: Rule::Form, members });
    }
    Err(Error::new(
        name,
        "unions have a tag or a rule",
        "neither a constant in each member, nor a table",
    ))
}

/// A union whose members share a constant: the tag.
fn by_tag(normal: &Normal, name: &str, names: &[&str]) -> Option<Union> {
    let constant = |definition: &str, property: &str| -> Option<String> {
        let pointer = format!("/properties/{property}/const");
        normal.definitions.get(definition)?.pointer(&pointer)?.as_str().map(str::to_owned)
    };
    let first = normal.definitions.get(*names.first()?)?.get("properties")?.as_object()?;
    for tag in first.keys() {
        let values: Option<Vec<String>> = names.iter().map(|name| constant(name, tag)).collect();
        let Some(values) = values else { continue };
        if values.iter().collect::<BTreeSet<_>>().len() < values.len() {
            continue;
        }
        // `resultType` is read leniently: absent, it means that the result is complete.
        let complete = (tag == "resultType").then_some("complete");
        let lenient =
            complete.and_then(|complete| values.iter().position(|value| value == complete));
        let optional = |name: &&str| -> bool {
            let required = normal.definitions.get(*name).and_then(|schema| schema.get("required"));
            !required
                .and_then(Value::as_array)
                .is_some_and(|all| all.iter().any(|it| it == tag.as_str()))
        };
        let members = names.iter().zip(&values).map(|(name, value)| Member {
            variant: pascal(value.rsplit('/').next().unwrap_or(value)),
            ..member(name, value)
        });
        return Some(Union {
            name: name.to_owned(),
            rule: Rule::Tag {
                name: tag.clone(),
                default: lenient.or_else(|| names.iter().position(optional)),
            },
            members: members.collect(),
        });
    }
    None
}

/// The form schemas that a definition stands for: itself, or those of a union of them.
fn form_members(normal: &Normal, name: &str) -> Option<Vec<String>> {
    let Some(members) = normal.definitions.get(name)?.get("anyOf").and_then(Value::as_array) else {
        return lookup::<FormRule>(FORM_SCHEMAS, name).map(|_| vec![name.to_owned()]);
    };
    let nested: Option<Vec<Vec<String>>> =
        members.iter().map(|member| form_members(normal, referent(member)?)).collect();
    nested.map(|nested| nested.concat())
}

fn member(name: &str, tell: &str) -> Member {
    let suffix = VARIANT_SUFFIXES.iter().find_map(|suffix| name.strip_suffix(suffix));
    Member {
        variant: suffix.filter(|rest| !rest.is_empty()).unwrap_or(name).to_owned(),
        type_name: name.to_owned(),
        tell: tell.to_owned(),
    }
}

/// `resource_link` as `ResourceLink`.
fn pascal(value: &str) -> String {
    value
        .split(|c: char| !c.is_alphanumeric())
        .map(|word| {
            let mut letters = word.chars();
            letters.next().map(|first| first.to_uppercase().chain(letters).collect::<String>())
        })
        .map(Option::unwrap_or_default)
        .collect()
}
