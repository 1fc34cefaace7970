//! A JSON text to be, in which the order of members is ours to choose, and which remembers what the
//! schema says of each of its values.

use std::ops::{BitAnd, BitOr};

/// A value.
#[derive(Clone, Debug)]
pub struct Node {
    pub json: Json,
    pub says: Says,
}

#[derive(Clone, Debug)]
pub enum Json {
    /// Its text.
    Scalar(String),
    List(Vec<Node>),
    Object(Vec<Member>),
}

/// A member of an object.
#[derive(Clone, Debug)]
pub struct Member {
    pub name: String,
    pub value: Node,
    pub presence: Presence,
}

/// What the schema says of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    Required,
    Optional,
    /// It does not name it, or nobody looks: an unknown member, an entry of a map, a part of what is
    /// unread.
    Unnamed,
}

/// What the schema says of a value, and what this crate's types make of that.
#[derive(Clone, Copy, Debug)]
pub struct Says {
    pub kinds: Kinds,
    pub fixed: Fixed,
    /// Whether the types do not look at it: see `UNREAD`.
    pub unread: bool,
    /// Whether it tells the members of a union apart.
    pub tells: Option<Tells>,
}

/// Whether only some values of the type are allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fixed {
    No,
    Constant,
    /// One of several strings.
    Enumerated,
}

/// How a member tells the members of a union apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tells {
    /// By its value. Some unions take its absence for one of the values.
    Tag { absent_means: Option<Absent> },
    /// By being there.
    Presence,
    /// Together with others, by a form's rule.
    Form,
    /// By being there, in a message: a message that is none of them is an error.
    Message,
}

/// What the absence of a tag means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Absent {
    /// The very value that is there.
    This,
    /// The value of another member of the union.
    Another,
}

/// A set of JSON types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kinds(u8);

impl Kinds {
    pub const NONE: Kinds = Kinds(0);
    pub const NULL: Kinds = Kinds(1);
    pub const BOOLEAN: Kinds = Kinds(2);
    pub const INTEGER: Kinds = Kinds(4);
    pub const FRACTION: Kinds = Kinds(8);
    pub const NUMBER: Kinds = Kinds(12);
    pub const STRING: Kinds = Kinds(16);
    pub const LIST: Kinds = Kinds(32);
    pub const OBJECT: Kinds = Kinds(64);
    pub const SCALAR: Kinds = Kinds(31);
    pub const ALL: Kinds = Kinds(127);

    /// The types that a schema's `type` names.
    pub fn named(name: &str) -> Kinds {
        match name {
            "null" => Kinds::NULL,
            "boolean" => Kinds::BOOLEAN,
            "integer" => Kinds::INTEGER,
            "number" => Kinds::NUMBER,
            "string" => Kinds::STRING,
            "array" => Kinds::LIST,
            "object" => Kinds::OBJECT,
            _ => panic!("no type is called {name}"),
        }
    }

    pub fn has(self, kinds: Kinds) -> bool {
        self & kinds != Kinds::NONE
    }

    /// Each of them on its own.
    pub fn each(self) -> Vec<Kinds> {
        (0..7).map(|bit| Kinds(1 << bit)).filter(|kind| self.has(*kind)).collect()
    }
}

impl BitAnd for Kinds {
    type Output = Kinds;

    fn bitand(self, other: Kinds) -> Kinds {
        Kinds(self.0 & other.0)
    }
}

impl BitOr for Kinds {
    type Output = Kinds;

    fn bitor(self, other: Kinds) -> Kinds {
        Kinds(self.0 | other.0)
    }
}

impl Node {
    pub fn text(&self) -> String {
        let mut text = String::new();
        self.write(&mut text);
        text
    }

    fn write(&self, text: &mut String) {
        match &self.json {
            Json::Scalar(scalar) => text.push_str(scalar),
            Json::List(items) => {
                text.push('[');
                for (position, item) in items.iter().enumerate() {
                    text.push_str(if position > 0 { ", " } else { "" });
                    item.write(text);
                }
                text.push(']');
            }
            Json::Object(members) => {
                text.push('{');
                for (position, member) in members.iter().enumerate() {
                    text.push_str(if position > 0 { "," } else { "" });
                    text.push_str(&serde_json::to_string(&member.name).expect("a string"));
                    text.push_str(": ");
                    member.value.write(text);
                }
                text.push('}');
            }
        }
    }

    pub fn members(&self) -> &[Member] {
        match &self.json {
            Json::Object(members) => members,
            Json::Scalar(_) | Json::List(_) => &[],
        }
    }

    /// The value that the steps lead to.
    pub fn at(&mut self, steps: &[usize]) -> &mut Node {
        let Some((step, rest)) = steps.split_first() else { return self };
        match &mut self.json {
            Json::List(items) => items[*step].at(rest),
            Json::Object(members) => members[*step].value.at(rest),
            Json::Scalar(_) => panic!("a scalar holds nothing"),
        }
    }

    /// Takes a member out.
    pub fn remove(&mut self, steps: &[usize]) {
        let (member, parent) = steps.split_last().expect("a member");
        match &mut self.at(parent).json {
            Json::Object(members) => drop(members.remove(*member)),
            Json::List(_) | Json::Scalar(_) => panic!("only objects have members"),
        }
    }
}
