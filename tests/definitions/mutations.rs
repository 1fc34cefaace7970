//! Instances with one thing wrong, and what the types say to each.

use std::hash::Hash;
use std::mem::discriminant;

use crate::node::{Absent, Fixed, Json, Kinds, Member, Node, Presence, Tells};

/// One thing wrong.
#[derive(Debug)]
pub struct Mutation {
    /// Where it is, by positions.
    steps: Vec<usize>,
    /// Where it is, as an error says it.
    pub path: String,
    /// The same without positions and the names of what the schema does not name.
    place: String,
    pub change: Change,
    pub expected: Expected,
    /// Whether it is inside a member of a union that several members tell apart. What is wrong in
    /// it may then be right in another, which takes the member of that name for an unknown one.
    pub among_others: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Change {
    /// The member is gone.
    Removed,
    /// It is this value, of a type that the schema does not allow.
    Replaced(&'static str),
    /// It is another value of the right type.
    Renamed,
}

/// What the types say to it, when the schema refuses it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected {
    /// An error whose path is this.
    RefusedAt(String),
    /// An error whose path is this or goes on from here: absence makes it another member of a
    /// union, which misses something else.
    RefusedWithin(String),
    /// The same leniency or an error at the spot: several members decide together.
    EqualOrRefusedAt(String, Leniency),
    /// Read, and written back equal.
    Equal(Leniency),
    /// Read, and written back as if the member were not there.
    EqualWithout(Leniency),
    /// Read, and written back as the instance was before.
    Restored(Leniency),
}

/// What is read although the schema refuses it. This is the whole list; `leniencies.rs` has an
/// example of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Leniency {
    /// null for an optional member counts as absent: peers write it so. It is not written back.
    NullForAbsent,
    /// A required member that may be null may also be absent, and stays so: `ttl`, `ttlMs`.
    AbsentForNull,
    /// An absent `resultType` means `complete`, as earlier revisions do not have it. It is written.
    AbsentResultType,
    /// An unknown value of an enumeration is kept: enumerations grow.
    UnknownValue,
    /// An object of a union with an unknown tag is kept whole: unions grow.
    UnknownTag,
    /// So is one of a union without a tag that has none of the members that tell.
    NothingTells,
    /// An error reply needs no id: a request that cannot be read has none. Until 2025-06-18 the
    /// schema asks for one.
    ErrorWithoutId,
    /// What is opaque to the protocol is not looked at: `UNREAD` and `UNREAD_INSIDE`.
    Unread,
}

impl Leniency {
    pub const ALL: [Leniency; 8] = [
        Leniency::NullForAbsent,
        Leniency::AbsentForNull,
        Leniency::AbsentResultType,
        Leniency::UnknownValue,
        Leniency::UnknownTag,
        Leniency::NothingTells,
        Leniency::ErrorWithoutId,
        Leniency::Unread,
    ];
}

/// A value of each type.
const SAMPLES: &[(Kinds, &str)] = &[
    (Kinds::NULL, "null"),
    (Kinds::BOOLEAN, "true"),
    (Kinds::INTEGER, "7"),
    (Kinds::FRACTION, "1.5"),
    (Kinds::STRING, "\"wrong\""),
    (Kinds::LIST, "[]"),
    (Kinds::LIST, "[{}]"),
    (Kinds::OBJECT, "{}"),
    (Kinds::OBJECT, "{\"wrong\": [1]}"),
];

/// Everything that can be wrong with an instance, one thing at a time.
pub fn mutations(instance: &Node) -> Vec<Mutation> {
    let mut all = Mutations::default();
    all.visit(instance, "", None);
    all.found
}

#[derive(Default)]
struct Mutations {
    steps: Vec<usize>,
    place: Vec<String>,
    found: Vec<Mutation>,
    among_others: bool,
}

/// A member, and the object that has it.
#[derive(Clone, Copy)]
struct Owned<'n> {
    member: &'n Member,
    owner: &'n Node,
    /// The path of the object.
    outer: &'n str,
}

impl Mutations {
    fn visit(&mut self, node: &Node, path: &str, owned: Option<Owned>) {
        let outside = self.among_others;
        self.among_others |= node
            .members()
            .iter()
            .any(|member| matches!(member.value.says.tells, Some(Tells::Form | Tells::Message)));
        self.visit_inside(node, path, owned);
        self.among_others = outside;
    }

    fn visit_inside(&mut self, node: &Node, path: &str, owned: Option<Owned>) {
        for (kind, sample) in SAMPLES {
            if !node.says.kinds.has(*kind) {
                let expected = replaced(node, path, owned, *kind);
                self.push(path, Change::Replaced(sample), expected);
            }
        }
        if node.says.fixed != Fixed::No {
            self.push(path, Change::Renamed, renamed(node, path));
        }
        if let Some(owned) = owned
            && owned.member.presence != Presence::Unnamed
        {
            self.push(path, Change::Removed, removed(path, owned));
        }
        match &node.json {
            Json::Scalar(_) => {}
            Json::List(items) => {
                for (position, item) in items.iter().enumerate() {
                    self.step(position, "[]", |inside| {
                        inside.visit(item, &format!("{path}[{position}]"), None);
                    });
                }
            }
            Json::Object(members) => {
                for (position, member) in members.iter().enumerate() {
                    let owned = Owned { member, owner: node, outer: path };
                    let named = member.presence != Presence::Unnamed;
                    self.step(position, if named { &member.name } else { "{}" }, |inside| {
                        inside.visit(&member.value, &join(path, &member.name), Some(owned));
                    });
                }
            }
        }
    }

    fn step(&mut self, position: usize, place: &str, visit: impl FnOnce(&mut Self)) {
        self.steps.push(position);
        self.place.push(place.to_owned());
        visit(self);
        self.place.pop();
        self.steps.pop();
    }

    fn push(&mut self, path: &str, change: Change, expected: Expected) {
        let steps = self.steps.clone();
        let among_others = self.among_others;
        let (path, place) = (path.to_owned(), self.place.join(" "));
        self.found.push(Mutation { steps, path, place, change, expected, among_others });
    }
}

fn removed(path: &str, owned: Owned) -> Expected {
    let says = owned.member.value.says;
    let nullable = says.kinds.has(Kinds::NULL) && says.kinds != Kinds::ALL;
    match says.tells {
        _ if owned.is_id_of_error() => Expected::Equal(Leniency::ErrorWithoutId),
        Some(Tells::Message) => Expected::RefusedWithin(owned.outer.to_owned()),
        Some(Tells::Presence) => Expected::Equal(Leniency::NothingTells),
        Some(Tells::Form) => Expected::EqualOrRefusedAt(path.to_owned(), Leniency::NothingTells),
        Some(Tells::Tag { absent_means: Some(Absent::Another) }) => {
            Expected::RefusedWithin(owned.outer.to_owned())
        }
        _ if owned.is_complete() => Expected::Restored(Leniency::AbsentResultType),
        _ if nullable => Expected::Equal(Leniency::AbsentForNull),
        _ => Expected::RefusedAt(path.to_owned()),
    }
}

fn replaced(node: &Node, path: &str, owned: Option<Owned>, kind: Kinds) -> Expected {
    let refused = Expected::RefusedAt(path.to_owned());
    if node.says.unread {
        return Expected::Equal(Leniency::Unread);
    }
    let Some(owned) = owned else { return refused };
    let is_optional = owned.member.presence == Presence::Optional;
    match node.says.tells {
        Some(Tells::Form) if !(is_optional && kind == Kinds::NULL) => {
            Expected::EqualOrRefusedAt(path.to_owned(), Leniency::NothingTells)
        }
        _ if kind != Kinds::NULL => refused,
        Some(Tells::Tag { absent_means: Some(Absent::Another) }) => {
            Expected::RefusedWithin(owned.outer.to_owned())
        }
        _ if owned.is_complete() => Expected::Restored(Leniency::AbsentResultType),
        _ if owned.is_id_of_error() => Expected::EqualWithout(Leniency::ErrorWithoutId),
        Some(Tells::Message) if owned.is_id_of_call() => refused,
        Some(Tells::Message) => Expected::RefusedWithin(owned.outer.to_owned()),
        _ if is_optional => Expected::EqualWithout(Leniency::NullForAbsent),
        _ => refused,
    }
}

fn renamed(node: &Node, path: &str) -> Expected {
    match (node.says.fixed, node.says.tells) {
        _ if node.says.unread => Expected::Equal(Leniency::Unread),
        (_, Some(Tells::Form)) => {
            Expected::EqualOrRefusedAt(path.to_owned(), Leniency::NothingTells)
        }
        (Fixed::Constant, Some(Tells::Tag { .. })) => Expected::Equal(Leniency::UnknownTag),
        (Fixed::Constant, _) => Expected::RefusedAt(path.to_owned()),
        _ => Expected::Equal(Leniency::UnknownValue),
    }
}

impl Owned<'_> {
    /// Whether this is the id of a reply that carries an error.
    fn is_id_of_error(self) -> bool {
        self.member.name == "id" && self.is_beside("jsonrpc") && self.is_beside("error")
    }

    /// Whether this is the id of a request.
    fn is_id_of_call(self) -> bool {
        self.member.name == "id" && self.is_beside("method")
    }

    fn is_beside(self, name: &str) -> bool {
        self.owner.members().iter().any(|member| member.name == name)
    }

    /// Whether this says that a result is complete.
    fn is_complete(self) -> bool {
        let value = &self.member.value;
        self.member.name == "resultType"
            && value.says.fixed == Fixed::Constant
            && matches!(&value.json, Json::Scalar(text) if text == "\"complete\"")
    }
}

fn join(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

impl Mutation {
    /// The instance with this wrong.
    pub fn of(&self, instance: &Node) -> Node {
        let mut mutated = instance.clone();
        match self.change {
            Change::Removed => mutated.remove(&self.steps),
            Change::Replaced(sample) => {
                mutated.at(&self.steps).json = Json::Scalar(sample.to_owned());
            }
            Change::Renamed => {
                let node = mutated.at(&self.steps);
                let another = match &node.json {
                    Json::Scalar(text) if text.starts_with('"') => "\"x-another ☃\"",
                    _ => "424242",
                };
                node.json = Json::Scalar(another.to_owned());
            }
        }
        mutated
    }

    /// The instance without the member where this is wrong.
    pub fn without(&self, instance: &Node) -> Node {
        let mut without = instance.clone();
        without.remove(&self.steps);
        without
    }

    /// What is the same in other instances: where it is, what it is, and what is expected.
    pub fn kind(&self) -> impl Eq + Hash + use<> {
        (self.place.clone(), self.change, discriminant(&self.expected))
    }
}
