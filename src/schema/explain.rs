//! The words for what `jsonschema` finds. Of a union it says "none of these"; here the member that
//! the instance's tag chooses is found, and what is wrong with that one is said.

use jsonschema::error::{TypeKind, ValidationErrorKind};
use jsonschema::paths::{Location, LocationSegment};
use jsonschema::{JsonType, ValidationError};
use serde_json::Value;

use super::path::{JsonPath, Step};
use super::view::{is_certain, members};
use super::violation::{Found, Violation, excerpt};

/// What errors are about.
#[derive(Clone, Copy)]
pub(super) struct Subject<'s> {
    /// The path to the value that was validated.
    pub(super) base: &'s JsonPath,
    /// That value, if the errors do not have what is wrong in it themselves.
    pub(super) whole: Option<&'s Value>,
    /// Whether not all of it was seen.
    pub(super) cut: bool,
}

impl Subject<'_> {
    fn path(&self, error: &ValidationError<'_>) -> JsonPath {
        self.base.clone().join(at(error.instance_path()))
    }

    /// The text of the value that an error is about.
    fn excerpt(&self, error: &ValidationError<'_>) -> String {
        self.value(error).map_or_else(String::new, excerpt)
    }

    /// Whether an error is one whatever of the value was not looked at.
    fn is_certain(&self, error: &ValidationError<'_>) -> bool {
        !self.cut || is_certain(error)
    }

    fn value<'e>(&'e self, error: &'e ValidationError<'_>) -> Option<&'e Value> {
        match self.whole {
            Some(whole) => whole.pointer(error.instance_path().as_str()),
            None => Some(error.instance()),
        }
    }
}

/// Adds what the errors of a value say.
pub(super) fn all(errors: &[ValidationError<'_>], subject: Subject<'_>, found: &mut Found) {
    errors.iter().for_each(|error| explain(error, subject, found));
    if subject.cut {
        let there = || subject.whole.map_or_else(String::new, excerpt);
        let meant = "a value of which less is wrong";
        found.end(|| Violation::new(subject.base.clone(), "$ref", there(), meant));
    }
}

/// Adds what an error says.
pub(super) fn explain(error: &ValidationError<'_>, subject: Subject<'_>, found: &mut Found) {
    if found.is_full() {
        return found.skip();
    }
    let path = subject.path(error);
    let rule = error.kind().keyword();
    let mut say = |path: JsonPath, there: String, meant: String| {
        found.add(|| Violation::new(path, rule, there, meant));
    };
    match error.kind() {
        ValidationErrorKind::AnyOf { .. } | ValidationErrorKind::OneOfNotValid { .. } => {
            explain_union(error, subject, found);
        }
        ValidationErrorKind::Required { property } => {
            let name = property.as_str().unwrap_or_default();
            say(path.member(name), "nothing".to_owned(), "this member".to_owned());
        }
        ValidationErrorKind::AdditionalProperties { unexpected }
        | ValidationErrorKind::UnevaluatedProperties { unexpected } => {
            for name in unexpected {
                let value = subject.value(error).and_then(|value| value.get(name));
                let there = || value.map_or_else(String::new, excerpt);
                let path = || path.clone().member(name);
                found.add(|| Violation::new(path(), rule, there(), "no such member"));
            }
        }
        kind => say(path, subject.excerpt(error), meant(kind)),
    }
}

/// The path of a place in an instance.
pub(super) fn at(location: &Location) -> JsonPath {
    location.iter().fold(JsonPath::root(), |path, segment| match segment {
        LocationSegment::Property(name) => path.member(name),
        LocationSegment::Index(position) => path.item(position),
    })
}

/// What a keyword asks for.
fn meant(kind: &ValidationErrorKind) -> String {
    use ValidationErrorKind as Kind;
    match kind {
        Kind::Type { kind } => one_of(&types(kind)),
        Kind::Constant { expected_value } => excerpt(expected_value),
        Kind::Enum { options } => {
            let options = options.as_array().into_iter().flatten().map(excerpt);
            one_of(&options.collect::<Vec<_>>())
        }
        Kind::Format { format } => format!("text of the format `{format}`"),
        Kind::Pattern { pattern } => format!("text that matches `{pattern}`"),
        Kind::Minimum { limit } => format!("at least {limit}"),
        Kind::Maximum { limit } => format!("at most {limit}"),
        Kind::ExclusiveMinimum { limit } => format!("more than {limit}"),
        Kind::ExclusiveMaximum { limit } => format!("less than {limit}"),
        Kind::MinItems { limit } => format!("at least {limit} items"),
        Kind::MaxItems { limit } => format!("at most {limit} items"),
        Kind::AdditionalItems { limit } => format!("at most {limit} items"),
        Kind::MinLength { limit } => format!("at least {limit} characters"),
        Kind::MaxLength { limit } => format!("at most {limit} characters"),
        Kind::MinProperties { limit } => format!("at least {limit} members"),
        Kind::MaxProperties { limit } => format!("at most {limit} members"),
        Kind::MultipleOf { multiple_of } => format!("a multiple of {multiple_of}"),
        Kind::UniqueItems => "items that differ".to_owned(),
        Kind::FalseSchema => "nothing".to_owned(),
        Kind::Not { schema } => format!("anything but {}", excerpt(schema)),
        Kind::OneOfMultipleValid { .. } => "exactly one of the forms, not several".to_owned(),
        Kind::Contains => "an item of the form that `contains` asks for".to_owned(),
        Kind::PropertyNames { error } => format!("names that are {}", meant(error.kind())),
        other => format!("what `{}` asks for", other.keyword()),
    }
}

/// The names of types, with their articles.
fn types(kind: &TypeKind) -> Vec<String> {
    let named = |kind: JsonType| {
        match kind {
            JsonType::Array => "a list",
            JsonType::Boolean => "a boolean",
            JsonType::Integer => "an integer",
            JsonType::Null => "null",
            JsonType::Number => "a number",
            JsonType::Object => "an object",
            JsonType::String => "a string",
        }
        .to_owned()
    };
    match kind {
        TypeKind::Single(kind) => vec![named(*kind)],
        TypeKind::Multiple(kinds) => kinds.iter().map(named).collect(),
    }
}

/// The errors of one member of a union.
type Member<'e> = Vec<&'e ValidationError<'static>>;

/// Says what is wrong with a value that is none of a union's members.
fn explain_union(error: &ValidationError<'_>, subject: Subject<'_>, found: &mut Found) {
    let depth = error.instance_path().iter().count();
    let mut members = Vec::new();
    flatten(error, depth, subject, &mut members);

    let fitting: Vec<&Member<'_>> =
        members.iter().filter(|member| !member.iter().any(|it| misses(it, depth))).collect();
    let fewest = fitting.iter().map(|member| member.len()).min().unwrap_or_default();
    let mut nearest = fitting.iter().filter(|member| member.len() == fewest);
    if let (Some(member), None) = (nearest.next(), nearest.next()) {
        member.iter().for_each(|error| explain(error, subject, found));
        return;
    }
    let (path, there, meant) = if fitting.is_empty() {
        unlike_all(error, &members, depth, subject)
    } else {
        undecided(error, &fitting, depth, subject)
    };
    found.add(|| Violation::new(path, error.kind().keyword(), there, meant));
}

/// The members of a union, those of a union in it among them. One that was not looked at has no
/// errors, and is none here.
fn flatten<'e>(
    union: &'e ValidationError<'_>,
    depth: usize,
    subject: Subject<'_>,
    all: &mut Vec<Member<'e>>,
) {
    for errors in members(union.kind()) {
        let certain: Member<'e> = errors.iter().filter(|error| subject.is_certain(error)).collect();
        match certain.as_slice() {
            [] => {}
            [inner]
                if !members(inner.kind()).is_empty()
                    && inner.instance_path().iter().count() == depth =>
            {
                flatten(inner, depth, subject, all);
            }
            _ => all.push(certain),
        }
    }
}

/// Whether an error says that the value is meant to be another member of the union: it is of another
/// type, or a constant in it is another one's.
fn misses(error: &ValidationError<'_>, depth: usize) -> bool {
    let below = error.instance_path().iter().count().saturating_sub(depth);
    match error.kind() {
        ValidationErrorKind::Type { .. } => below == 0,
        ValidationErrorKind::Constant { .. } | ValidationErrorKind::Enum { .. } => below <= 1,
        _ => false,
    }
}

/// A value that is like none of the members: by its tag if they have one, or else by its type.
fn unlike_all(
    union: &ValidationError<'_>,
    members: &[Member<'_>],
    depth: usize,
    subject: Subject<'_>,
) -> (JsonPath, String, String) {
    let path = subject.path(union);
    let missed = || members.iter().flatten().filter(|error| misses(error, depth));
    let tag = missed().find_map(|error| Some((error, error.instance_path().iter().nth(depth)?)));
    match tag {
        Some((error, _)) => {
            let place = error.instance_path();
            let same = missed().filter(|other| other.instance_path() == place);
            let mut values: Vec<String> = same.map(|error| meant(error.kind())).collect();
            values.sort();
            values.dedup();
            let steps = at(place);
            let path = match steps.steps().last() {
                Some(Step::Member(name)) => path.member(name),
                Some(Step::Item(position)) => path.item(*position),
                None => path,
            };
            (path, subject.excerpt(error), one_of(&values))
        }
        None => {
            let mut all: Vec<String> = missed().map(|error| meant(error.kind())).collect();
            all.sort();
            all.dedup();
            (path, subject.excerpt(union), one_of(&all))
        }
    }
}

/// A value that may be meant as several members: what all lack, or one of what each lacks.
fn undecided(
    union: &ValidationError<'_>,
    members: &[&Member<'_>],
    depth: usize,
    subject: Subject<'_>,
) -> (JsonPath, String, String) {
    let path = subject.path(union);
    let lacks = |member: &Member<'_>| -> Vec<String> {
        let missing = member.iter().filter_map(|error| match error.kind() {
            ValidationErrorKind::Required { property: Value::String(name) }
                if error.instance_path().iter().count() == depth =>
            {
                Some(name.clone())
            }
            _ => None,
        });
        missing.collect()
    };
    let lacking: Vec<Vec<String>> = members.iter().map(|member| lacks(member)).collect();
    let common = lacking.first().into_iter().flatten();
    let common = common.filter(|name| lacking.iter().all(|names| names.contains(name)));
    if let Some(name) = common.min() {
        let meant = "this member, which tells what the object is".to_owned();
        return (path.member(name), "nothing".to_owned(), meant);
    }
    let mut each: Vec<String> =
        lacking.iter().filter_map(|names| names.first()).map(|name| format!("`{name}`")).collect();
    each.sort();
    each.dedup();
    let meant = if each.len() > 1 {
        format!("an object with {}", one_of(&each))
    } else {
        format!("one of {} forms, of which it is none", members.len())
    };
    (path, subject.excerpt(union), meant)
}

/// `a`, `a or b`, `a, b or c`.
fn one_of(all: &[String]) -> String {
    match all {
        [] => "something else".to_owned(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}
