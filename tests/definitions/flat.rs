//! A schema without references, `allOf` and `anyOf`: what one instance of it has to be.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::node::{Absent, Fixed, Kinds, Tells};
use crate::random::Random;
use crate::schemas::Schemas;
use crate::tables::{
    BY_PRESENCE, FORM_MEMBERS, FORMS, MESSAGE_MEMBERS, MESSAGES, TAGS, UNREAD, UNREAD_INSIDE,
};

/// What a value has to be, after one member of each union was chosen.
pub struct Flat<'s> {
    /// The definition or the member of one, for the tables.
    pub place: String,
    /// The types of the choice.
    pub kinds: Kinds,
    pub fixed: Fixed,
    /// The values of a constant or an enumeration.
    pub values: Vec<&'s Value>,
    pub properties: BTreeMap<&'s str, Vec<&'s Value>>,
    pub required: BTreeSet<&'s str>,
    /// The schemas of members without a name.
    pub entries: Vec<&'s Value>,
    /// Whether there are none.
    pub closed: bool,
    pub items: Vec<&'s Value>,
    pub most_items: usize,
    pub least: Option<f64>,
    pub most: Option<f64>,
    pub format: Option<&'s str>,
    /// Members that tell a union apart.
    pub tells: BTreeMap<&'s str, Tells>,
    pub unread: bool,
    pub unread_inside: bool,
}

impl<'s> Flat<'s> {
    pub fn new(place: &str) -> Flat<'s> {
        let mut flat = Flat {
            place: String::new(),
            kinds: Kinds::ALL,
            fixed: Fixed::No,
            values: Vec::new(),
            properties: BTreeMap::new(),
            required: BTreeSet::new(),
            entries: Vec::new(),
            closed: false,
            items: Vec::new(),
            most_items: usize::MAX,
            least: None,
            most: None,
            format: None,
            tells: BTreeMap::new(),
            unread: false,
            unread_inside: false,
        };
        flat.enter(place);
        flat
    }

    fn enter(&mut self, place: &str) {
        place.clone_into(&mut self.place);
        self.unread |= UNREAD.iter().any(|(unread, _)| *unread == place);
        self.unread_inside |= UNREAD_INSIDE.iter().any(|(unread, _)| *unread == place);
    }

    /// Adds what a schema asks for. A part of an `allOf` stays in the place of the whole.
    pub fn add(
        &mut self,
        schemas: &'s Schemas,
        schema: &'s Value,
        part: bool,
        choice: &mut Choice,
    ) {
        if let Some((name, target)) = schemas.referent(schema) {
            if !part {
                self.enter(name);
            }
            self.add(schemas, target, part, choice);
        }
        self.kinds = self.kinds & schemas.kinds(schema);
        let object = |key: &str| schema.get(key).and_then(Value::as_object).into_iter().flatten();
        let list = |key: &str| schema.get(key).and_then(Value::as_array).into_iter().flatten();
        for (name, property) in object("properties") {
            self.properties.entry(name).or_default().push(property);
        }
        self.required.extend(list("required").filter_map(Value::as_str));
        match schema.get("additionalProperties") {
            Some(entries) if entries.get("not").is_some() => self.closed = true,
            Some(entries @ Value::Object(_)) => self.entries.push(entries),
            Some(Value::Bool(true)) | None => {}
            Some(other) => panic!("{}: what is {other}?", self.place),
        }
        self.items.extend(schema.get("items"));
        if let Some(most) = schema.get("maxItems").and_then(Value::as_u64) {
            self.most_items = usize::try_from(most).expect("few items");
        }
        self.least = schema.get("minimum").and_then(Value::as_f64).or(self.least);
        self.most = schema.get("maximum").and_then(Value::as_f64).or(self.most);
        self.format = schema.get("format").and_then(Value::as_str).or(self.format);
        if let Some(constant) = schema.get("const") {
            self.fixed = Fixed::Constant;
            self.values = vec![constant];
        }
        if schema.get("enum").is_some() {
            self.fixed = Fixed::Enumerated;
            self.values = list("enum").collect();
        }
        for part in list("allOf") {
            self.add(schemas, part, true, choice);
        }
        let members: Vec<&Value> = list("anyOf").collect();
        if !members.is_empty() {
            self.choose(schemas, &members, part, choice);
        }
    }

    /// Adds one member of a union.
    fn choose(
        &mut self,
        schemas: &'s Schemas,
        members: &[&'s Value],
        part: bool,
        choice: &mut Choice,
    ) {
        if members.iter().all(|member| member.get("const").is_some()) {
            self.fixed = Fixed::Enumerated;
            self.values = members.iter().filter_map(|member| member.get("const")).collect();
            return;
        }
        let shallow: Vec<&Value> = members
            .iter()
            .copied()
            .filter(|member| !choice.shallow || schemas.kinds(member).has(Kinds::SCALAR))
            .collect();
        let chosen = *choice.random.pick(if shallow.is_empty() { members } else { &shallow });
        let union = self.place.clone();
        self.add(schemas, chosen, part, choice);
        if schemas.kinds(chosen) == Kinds::OBJECT {
            self.tell(schemas, &union, members, chosen);
        }
    }

    /// Remembers by which members a union is told apart.
    fn tell(&mut self, schemas: &Schemas, union: &str, members: &[&'s Value], chosen: &'s Value) {
        let objects: Vec<&Value> = members
            .iter()
            .copied()
            .filter(|member| schemas.kinds(member) == Kinds::OBJECT)
            .collect();
        if MESSAGES.contains(&union.trim_end_matches("[]")) {
            self.tells.extend(MESSAGE_MEMBERS.iter().map(|name| (*name, Tells::Message)));
        } else if FORMS.contains(&union) {
            self.tells.extend(FORM_MEMBERS.iter().map(|name| (*name, Tells::Form)));
        } else if let Some(tag) = TAGS.iter().find(|tag| is_tag(schemas, &objects, tag)) {
            let optional = |member: &&Value| {
                let schema = schemas.referent(member).map_or(*member, |(_, schema)| schema);
                let required = schema.get("required").and_then(Value::as_array);
                !required.is_some_and(|all| all.iter().any(|name| name == tag))
                    && schema.get("allOf").is_none()
            };
            let complete = |member: &&Value| {
                *tag == "resultType"
                    && schemas.constant(member, tag).is_some_and(|value| value == "complete")
            };
            let absent_means = match objects.iter().find(|it| optional(it) || complete(it)) {
                None => None,
                Some(default) if *default == chosen => Some(Absent::This),
                Some(_) => Some(Absent::Another),
            };
            self.tells.insert(tag, Tells::Tag { absent_means });
        } else if objects.iter().all(|member| by_presence(schemas, member).is_some()) {
            self.tells.extend(by_presence(schemas, chosen).map(|name| (name, Tells::Presence)));
        } else if objects.len() > 1 && !self.unread {
            panic!("{union}: nothing tells its members apart");
        }
    }
}

fn is_tag(schemas: &Schemas, members: &[&Value], tag: &str) -> bool {
    let values: BTreeSet<&str> = members
        .iter()
        .filter_map(|member| schemas.constant(member, tag).and_then(Value::as_str))
        .collect();
    values.len() == members.len()
}

fn by_presence(schemas: &Schemas, member: &Value) -> Option<&'static str> {
    let (definition, _) = schemas.referent(member)?;
    BY_PRESENCE.iter().find(|(name, _)| *name == definition).map(|(_, member)| *member)
}

/// How a union's member is chosen.
pub struct Choice<'r> {
    pub random: &'r mut Random,
    /// Whether a scalar is to be preferred, since the instance is deep enough.
    pub shallow: bool,
}
