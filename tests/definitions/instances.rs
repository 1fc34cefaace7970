//! Instances of a definition, made from its schema.

use serde_json::Value;

use crate::flat::{Choice, Flat};
use crate::node::{Fixed, Json, Kinds, Member, Node, Presence, Says, Tells};
use crate::random::Random;
use crate::schemas::Schemas;
use crate::tables::{DECIDING, FORM_MEMBERS, WIDER};
use crate::values;

/// Where an object has the members that decide how it is read.
#[derive(Clone, Copy, Debug)]
enum Order {
    First,
    Middle,
    Last,
    Anywhere,
}

/// The depth from which on only what has to be there is made.
const DEEP: usize = 5;

/// Makes the instances of one definition, one after another.
pub struct Instances<'s> {
    schemas: &'s Schemas,
    definition: &'s str,
    random: Random,
    made: usize,
    order: Order,
}

impl<'s> Instances<'s> {
    pub fn of(schemas: &'s Schemas, definition: &'s str, seed: u64) -> Self {
        let random = Random::of(seed, schemas.revision, definition);
        Instances { schemas, definition, random, made: 0, order: Order::First }
    }

    fn make(&mut self) -> Node {
        self.order = match self.made % 4 {
            0 => Order::First,
            1 => Order::Middle,
            2 => Order::Last,
            _ => Order::Anywhere,
        };
        self.made += 1;
        let schema = self.schemas.definition(self.definition);
        self.value(&[schema], self.definition, 0, false)
    }

    /// A value that follows all of the schemas.
    fn value(&mut self, schemas: &[&'s Value], place: &str, depth: usize, unread: bool) -> Node {
        let mut flat = Flat::new(place);
        flat.unread |= unread;
        for schema in schemas {
            let mut choice = Choice { random: &mut self.random, shallow: depth >= DEEP };
            flat.add(self.schemas, schema, false, &mut choice);
        }
        let allowed = schemas.iter().fold(Kinds::ALL, |all, one| all & self.schemas.kinds(one));
        let wider = WIDER.iter().filter(|(wider, ..)| *wider == place).map(|(_, kinds, _)| *kinds);
        let kinds = wider.fold(allowed, |all, more| all | more);
        let says = Says { kinds, fixed: flat.fixed, unread: flat.unread, tells: None };
        if flat.fixed != Fixed::No {
            let value = self.random.pick(&flat.values);
            return Node { json: Json::Scalar(value.to_string()), says };
        }
        let kinds = if flat.kinds == Kinds::ALL { self.any_kinds(depth) } else { flat.kinds };
        let kind = *self.random.pick(&kinds.each());
        let json = if kind == Kinds::OBJECT {
            Json::Object(self.members(&flat, depth))
        } else if kind == Kinds::LIST {
            Json::List(self.items(&flat, depth))
        } else {
            Json::Scalar(self.scalar(kind, &flat))
        };
        Node { json, says }
    }

    fn any_kinds(&self, depth: usize) -> Kinds {
        if depth >= DEEP { Kinds::SCALAR } else { Kinds::ALL }
    }

    fn scalar(&mut self, kind: Kinds, flat: &Flat) -> String {
        match kind {
            Kinds::NULL => "null".to_owned(),
            Kinds::BOOLEAN => if self.random.chance(50) { "true" } else { "false" }.to_owned(),
            Kinds::INTEGER => {
                let any = flat.kinds == Kinds::ALL;
                values::integer(&mut self.random, flat.least, flat.most, any)
            }
            Kinds::FRACTION => values::fraction(&mut self.random, flat.least, flat.most),
            _ => values::string(&mut self.random, flat.format),
        }
    }

    fn items(&mut self, flat: &Flat<'s>, depth: usize) -> Vec<Node> {
        let most = if depth >= DEEP { 0 } else { flat.most_items.min(3) };
        let place = format!("{}[]", flat.place);
        (0..self.random.below(most + 1))
            .map(|_| self.value(&flat.items, &place, depth + 1, flat.unread || flat.unread_inside))
            .collect()
    }

    fn members(&mut self, flat: &Flat<'s>, depth: usize) -> Vec<Member> {
        let unread = flat.unread || flat.unread_inside;
        let mut members = Vec::new();
        for (name, schemas) in &flat.properties {
            let required = flat.required.contains(name);
            let wanted = match depth {
                0 => 60,
                DEEP.. => 0,
                _ => 35,
            };
            if !required && !self.random.chance(wanted) {
                continue;
            }
            let place = format!("{}.{name}", flat.place);
            let mut value = self.value(schemas, &place, depth + 1, unread);
            value.says.tells = flat.tells.get(name).copied();
            if value.says.tells == Some(Tells::Form) {
                // What is inside `items` decides as well.
                if let Json::Object(inner) = &mut value.json {
                    let inner = inner.iter_mut().filter(|it| FORM_MEMBERS.contains(&&*it.name));
                    inner.for_each(|member| member.value.says.tells = Some(Tells::Form));
                }
            }
            let presence = match required {
                _ if unread => Presence::Unnamed,
                true => Presence::Required,
                false => Presence::Optional,
            };
            members.push(Member { name: (*name).to_owned(), value, presence });
        }
        if !flat.closed {
            members.extend(self.unnamed(flat, depth));
        }
        self.arrange(&mut members);
        members
    }

    /// The entries of a map, or members that the schema does not know.
    fn unnamed(&mut self, flat: &Flat<'s>, depth: usize) -> Vec<Member> {
        let typed = flat.entries.iter().any(|entries| self.schemas.kinds(entries) != Kinds::ALL);
        let most = match depth {
            _ if typed && depth < DEEP => 3,
            0 => 2,
            DEEP.. => 0,
            _ => usize::from(self.random.chance(30)),
        };
        let mut names: Vec<&str> = values::NAMES.to_vec();
        self.random.shuffle(&mut names);
        names.truncate(self.random.below(most + 1));
        let place = format!("{}{{}}", flat.place);
        let unread = flat.unread || flat.unread_inside;
        names
            .into_iter()
            .map(|name| {
                let value = self.value(&flat.entries, &place, depth + 1, unread);
                Member { name: name.to_owned(), value, presence: Presence::Unnamed }
            })
            .collect()
    }

    fn arrange(&mut self, members: &mut Vec<Member>) {
        self.random.shuffle(members);
        let (deciding, mut others): (Vec<Member>, Vec<Member>) =
            members.drain(..).partition(|member| DECIDING.contains(&&*member.name));
        let at = match self.order {
            Order::First => 0,
            Order::Middle => others.len() / 2,
            Order::Last => others.len(),
            Order::Anywhere => {
                others.extend(deciding);
                self.random.shuffle(&mut others);
                *members = others;
                return;
            }
        };
        others.splice(at..at, deciding);
        *members = others;
    }
}

/// Never ends.
impl Iterator for Instances<'_> {
    type Item = Node;

    fn next(&mut self) -> Option<Node> {
        Some(self.make())
    }
}
