//! The words for what `jsonschema` finds. Of a union it says "none of these"; here the member that
//! the instance's tag chooses is found, and what is wrong with that one is said.

use jsonschema::error::{TypeKind, ValidationErrorKind};
use jsonschema::paths::{Location, LocationSegment};
use jsonschema::{JsonType, ValidationError};
use serde_json::Value;

use super::path::{JsonPath, Step};
use super::violation::{Found, Violation, excerpt};

/// Adds what an error says. `base` is the path to the instance that was validated.
pub(super) fn explain(error: &ValidationError<'_>, base: &JsonPath, found: &mut Found) {
    if found.is_full() {
        return found.skip();
    }
    let path = base.clone().join(at(error.instance_path()));
    let rule = error.kind().keyword();
    let instance = error.instance();
    let mut say = |path: JsonPath, there: String, meant: String| {
        found.add(|| Violation::new(path, rule, there, meant));
    };
    match error.kind() {
        ValidationErrorKind::AnyOf { context } | ValidationErrorKind::OneOfNotValid { context } => {
            explain_union(error, context, base, found);
        }
        ValidationErrorKind::Required { property } => {
            let name = property.as_str().unwrap_or_default();
            say(path.member(name), "nothing".to_owned(), "this member".to_owned());
        }
        ValidationErrorKind::AdditionalProperties { unexpected }
        | ValidationErrorKind::UnevaluatedProperties { unexpected } => {
            for name in unexpected {
                let there = || instance.get(name).map_or_else(String::new, excerpt);
                let path = || path.clone().member(name);
                found.add(|| Violation::new(path(), rule, there(), "no such member"));
            }
        }
        kind => say(path, excerpt(instance), meant(kind)),
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
fn explain_union(
    error: &ValidationError<'_>,
    context: &[Vec<ValidationError<'static>>],
    base: &JsonPath,
    found: &mut Found,
) {
    let depth = error.instance_path().iter().count();
    let mut members = Vec::new();
    flatten(context, depth, &mut members);
    let path = base.clone().join(at(error.instance_path()));

    let fitting: Vec<&Member<'_>> =
        members.iter().filter(|member| !member.iter().any(|it| misses(it, depth))).collect();
    let fewest = fitting.iter().map(|member| member.len()).min().unwrap_or_default();
    let mut nearest = fitting.iter().filter(|member| member.len() == fewest);
    if let (Some(member), None) = (nearest.next(), nearest.next()) {
        member.iter().for_each(|error| explain(error, base, found));
        return;
    }
    let (path, there, meant) = if fitting.is_empty() {
        unlike_all(error, &members, depth, path)
    } else {
        undecided(error, &fitting, depth, path)
    };
    found.add(|| Violation::new(path, error.kind().keyword(), there, meant));
}

/// The members of a union, those of a union in it among them.
fn flatten<'e>(
    context: &'e [Vec<ValidationError<'static>>],
    depth: usize,
    members: &mut Vec<Member<'e>>,
) {
    for errors in context {
        match errors.as_slice() {
            [inner] if inner.instance_path().iter().count() == depth => match inner.kind() {
                ValidationErrorKind::AnyOf { context }
                | ValidationErrorKind::OneOfNotValid { context } => {
                    flatten(context, depth, members);
                }
                _ => members.push(vec![inner]),
            },
            errors => members.push(errors.iter().collect()),
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
    error: &ValidationError<'_>,
    members: &[Member<'_>],
    depth: usize,
    path: JsonPath,
) -> (JsonPath, String, String) {
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
            (path, excerpt(error.instance()), one_of(&values))
        }
        None => {
            let mut all: Vec<String> = missed().map(|error| meant(error.kind())).collect();
            all.sort();
            all.dedup();
            (path, excerpt(error.instance()), one_of(&all))
        }
    }
}

/// A value that may be meant as several members: what all lack, or one of what each lacks.
fn undecided(
    error: &ValidationError<'_>,
    members: &[&Member<'_>],
    depth: usize,
    path: JsonPath,
) -> (JsonPath, String, String) {
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
    (path, excerpt(error.instance()), meant)
}

/// `a`, `a or b`, `a, b or c`.
fn one_of(all: &[String]) -> String {
    match all {
        [] => "something else".to_owned(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}
