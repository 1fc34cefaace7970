//! Explaining a large value piece by piece.
//!
//! A validator makes all of its errors before it gives out the first, and a union's take some
//! kilobytes each: a megabyte of wrong items would become gigabytes. So of a large value there are
//! pieces to be validated. A piece has some of an object's or a list's members, the way to them from
//! the root, and of each object on the way what is short and may tell what the object is. Of what is
//! found in it that counts which is said of these members, and of members that nobody has.

use std::ops::ControlFlow;

use jsonschema::{ValidationError, Validator};
use serde_json::{Map, Value};

use super::explain::explain;
use super::path::{JsonPath, Step};
use super::violation::{Found, Violation, excerpt};

/// How much is explained at once: so many values, or kilobytes of strings.
const PIECE: usize = 1_000;

/// How large a value may be that is explained as a whole.
const WHOLE: usize = 10 * PIECE;

/// How many short members of an object on the way a piece has, and how long they may be.
const BESIDE: usize = 64;
const SHORT: usize = 100;

/// Adds what is wrong with a value that stands at `base`. It breaks off at the first error that
/// `gives_up` says yes to.
pub(super) fn find(
    validator: &Validator,
    instance: &Value,
    base: &JsonPath,
    found: &mut Found,
    gives_up: fn(&ValidationError<'_>) -> bool,
) -> ControlFlow<()> {
    let search = Search { validator, base, gives_up, piece: PIECE };
    let has_parts = instance.is_array() || instance.is_object();
    if !has_parts || weight(instance) <= WHOLE {
        return search.errors(instance, base, found);
    }
    search.all_pieces(instance, found)
}

struct Search<'s> {
    validator: &'s Validator,
    base: &'s JsonPath,
    gives_up: fn(&ValidationError<'_>) -> bool,
    piece: usize,
}

/// An object or a list on the way to a piece.
struct Above {
    /// Its short members, if it is an object.
    beside: Option<Map<String, Value>>,
    /// The step from it on the way.
    step: Step,
}

/// Members of an object, or items of a list that follow each other.
type Group<'v> = Vec<(Step, &'v Value)>;

impl Search<'_> {
    fn errors(&self, instance: &Value, base: &JsonPath, found: &mut Found) -> ControlFlow<()> {
        for error in self.validator.iter_errors(instance) {
            if (self.gives_up)(&error) {
                return ControlFlow::Break(());
            }
            explain(&error, base, found);
        }
        ControlFlow::Continue(())
    }

    fn all_pieces(&self, instance: &Value, found: &mut Found) -> ControlFlow<()> {
        let before = found.size();
        self.pieces(instance, &mut Vec::new(), found)?;
        if found.size() == before {
            let meant = "a value that follows the schema: it is too large to say where it does not";
            found.add(|| Violation::new(self.base.clone(), "$ref", excerpt(instance), meant));
        }
        ControlFlow::Continue(())
    }

    /// Looks at the pieces of an object or a list.
    fn pieces(&self, whole: &Value, way: &mut Vec<Above>, found: &mut Found) -> ControlFlow<()> {
        let mut seen = Seen { first: true, left_out: false, itself: None };
        let (mut some, mut size) = (Vec::new(), 0);
        for (step, value) in inside(whole) {
            let weight = weight(value);
            if weight > self.piece && !matches!(value, Value::String(_)) {
                seen.left_out = true;
                way.push(Above { beside: beside(whole), step });
                self.pieces(value, way, found)?;
                way.pop();
                continue;
            }
            some.push((step, value));
            size += weight;
            if size >= self.piece {
                self.piece(whole, std::mem::take(&mut some), way, &mut seen, found)?;
                size = 0;
            }
        }
        // What nobody has is said of one piece, were it empty.
        if seen.first || !some.is_empty() {
            self.piece(whole, some, way, &mut seen, found)?;
        }
        if let (Some(violation), false) = (seen.itself, seen.left_out) {
            found.add(|| Violation { found: excerpt(whole).into(), ..violation });
        }
        ControlFlow::Continue(())
    }

    /// Looks at some members of an object or a list.
    fn piece(
        &self,
        whole: &Value,
        some: Group<'_>,
        way: &[Above],
        seen: &mut Seen,
        found: &mut Found,
    ) -> ControlFlow<()> {
        let first = std::mem::replace(&mut seen.first, false);
        let piece = reached(part(whole, &some), way);
        if self.validator.is_valid(&piece) {
            seen.itself = None;
            return ControlFlow::Continue(());
        }
        // That others are left out may be all that is wrong with it.
        if found.is_full() && self.validator.is_valid(&reached(part(whole, &[]), way)) {
            found.skip();
            return ControlFlow::Continue(());
        }
        let mut itself = None;
        let mut here = Found::default();
        self.errors(&piece, &JsonPath::root(), &mut here)?;
        for violation in here {
            let Some((on_the_way, rest)) = violation.path.steps().split_at_checked(way.len())
            else {
                continue;
            };
            let leads_here = on_the_way.iter().zip(way).all(|(step, above)| match step {
                Step::Member(_) => *step == above.step,
                Step::Item(_) => matches!(above.step, Step::Item(_)),
            });
            if !leads_here {
                continue;
            }
            let way = way.iter().map(|above| above.step.clone());
            let Some((step, further)) = rest.split_first() else {
                let path = self.base.clone().join(way.collect());
                itself = Some(Violation { path, ..violation });
                continue;
            };
            // Of a list there are those items, in their order.
            let step = match step {
                Step::Item(position) => some.get(*position).map_or(step, |(item, _)| item).clone(),
                Step::Member(_) => step.clone(),
            };
            let is_of_these = some.iter().any(|(of, _)| *of == step);
            let is_of_none = first && at(whole, &step).is_none();
            if is_of_these || is_of_none {
                let steps = way.chain([step]).chain(further.iter().cloned());
                let path = self.base.clone().join(steps.collect());
                found.add(|| Violation { path, ..violation });
            }
        }
        seen.itself = itself.filter(|_| first || seen.itself.is_some());
        ControlFlow::Continue(())
    }
}

/// What was seen of an object or a list in its pieces so far.
struct Seen {
    /// Nothing yet.
    first: bool,
    /// Something in it is so large that it has pieces of its own, and is in none of these.
    left_out: bool,
    /// What each of them says of it as a whole, as of a value that is none of a union's members. What
    /// one of them does not say may be said because of what others have.
    itself: Option<Violation>,
}

/// A piece with the way to it.
fn reached(part: Value, way: &[Above]) -> Value {
    way.iter().rev().fold(part, |inner, above| match (&above.beside, &above.step) {
        (Some(beside), Step::Member(name)) => {
            let mut members = beside.clone();
            members.insert(name.clone(), inner);
            Value::Object(members)
        }
        _ => Value::Array(vec![inner]),
    })
}

/// What a value counts for.
fn weight(value: &Value) -> usize {
    match value {
        Value::String(text) => 1 + text.len() / 1024,
        Value::Array(items) => 1 + items.iter().map(weight).sum::<usize>(),
        Value::Object(members) => {
            1 + members.iter().map(|(name, it)| name.len() / 1024 + weight(it)).sum::<usize>()
        }
        _ => 1,
    }
}

/// The members of an object, or the items of a list.
fn inside(value: &Value) -> Box<dyn Iterator<Item = (Step, &Value)> + '_> {
    match value {
        Value::Array(items) => {
            Box::new(items.iter().enumerate().map(|(position, it)| (Step::Item(position), it)))
        }
        Value::Object(members) => {
            Box::new(members.iter().map(|(name, it)| (Step::Member(name.clone()), it)))
        }
        _ => Box::new(std::iter::empty()),
    }
}

fn at<'v>(value: &'v Value, step: &Step) -> Option<&'v Value> {
    match step {
        Step::Item(position) => value.get(position),
        Step::Member(name) => value.get(name),
    }
}

/// The short members of an object.
fn beside(value: &Value) -> Option<Map<String, Value>> {
    let is_short = |value: &Value| match value {
        Value::String(text) => text.len() <= SHORT,
        Value::Array(_) | Value::Object(_) => false,
        Value::Null | Value::Bool(_) | Value::Number(_) => true,
    };
    let members = value.as_object()?.iter().filter(|(_, value)| is_short(value));
    Some(members.take(BESIDE).map(|(name, value)| (name.clone(), value.clone())).collect())
}

/// An object or a list that has only some members or items.
fn part(whole: &Value, some: &[(Step, &Value)]) -> Value {
    match beside(whole) {
        Some(mut members) => {
            members.extend(some.iter().filter_map(|(step, value)| match step {
                Step::Member(name) => Some((name.clone(), (*value).clone())),
                Step::Item(_) => None,
            }));
            Value::Object(members)
        }
        None => some.iter().map(|(_, value)| (*value).clone()).collect(),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::revision::Revision;
    use crate::schema::Schema;

    fn validator(revision: Revision, definition: &str) -> &'static Validator {
        Schema::of(&revision).unwrap().definition(definition).unwrap().validator().unwrap()
    }

    /// What is said of a value that is explained in pieces of this size.
    fn in_pieces(validator: &Validator, instance: &Value, piece: usize) -> Vec<String> {
        let base = JsonPath::root().member("at");
        let search = Search { validator, base: &base, gives_up: |_| false, piece };
        let mut found = Found::default();
        assert!(search.all_pieces(instance, &mut found).is_continue());
        let violations = found.verdict().unwrap_err();
        violations.iter().map(ToString::to_string).collect()
    }

    fn whole(validator: &Validator, instance: &Value) -> Vec<String> {
        let base = JsonPath::root().member("at");
        let mut found = Found::default();
        assert!(find(validator, instance, &base, &mut found, |_| false).is_continue());
        found.verdict().unwrap_err().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn pieces_say_what_the_whole_says() {
        let text = json!({ "type": "text", "text": "t" });
        let wrong = json!({ "type": "text", "text": 1, "annotations": { "priority": "high" } });
        let smell = json!({ "type": "smell", "a": [1, 2, 3, [4, 5, 6]] });
        let link = json!({ "type": "resource_link", "uri": 5, "icons": [{}, { "src": 1 }] });
        let inner = json!({ "uri": 1, "blob": 2, "mimeType": 3 });
        let embedded = json!({ "type": "resource", "resource": inner, "_meta": 5 });
        let tool = json!({ "name": "n", "inputSchema": { "type": "object" } });
        let bad_tool = json!({ "inputSchema": { "type": "list", "properties": { "p": 1 } } });
        let core = Revision::V2025_11_25;
        for (definition, instance) in [
            (
                "CallToolResult",
                json!({ "content": [text, wrong, smell, {}, text, link, embedded] }),
            ),
            ("CallToolResult", json!({ "structuredContent": { "a": [1, 2, 3, 4, 5, 6] } })),
            ("CallToolResult", json!({ "content": [text, text], "isError": "no", "_meta": [] })),
            ("ListToolsResult", json!({ "tools": [tool, bad_tool, tool, 5], "nextCursor": 7 })),
            (
                "CreateMessageRequestParams",
                json!({ "maxTokens": 1, "messages": [
                    { "role": "user", "content": [text, smell, text] },
                    { "role": "robot", "content": wrong },
                    { "content": [] },
                ] }),
            ),
            ("ReadResourceResult", json!({ "contents": [inner, {}, { "uri": "u", "text": 5 }] })),
        ] {
            let validator = validator(core.clone(), definition);
            for piece in 1..40 {
                let pieces = in_pieces(validator, &instance, piece);
                assert_eq!(pieces, whole(validator, &instance), "{definition} {piece}");
            }
        }
        let asks = json!({ "method": "elicitation/create", "params": {} });
        let asked = json!({
            "resultType": "complete", "taskId": "t", "status": "input_required", "ttlMs": null,
            "createdAt": "2026-01-01T00:00:00Z", "lastUpdatedAt": "2026-01-01T00:00:00Z",
            "inputRequests": { "a": asks, "b": {}, "c": asks, "d": 5 },
        });
        let validator = validator(Revision::V2026_07_28, "GetTaskResult");
        for piece in 1..40 {
            assert_eq!(in_pieces(validator, &asked, piece), whole(validator, &asked), "{piece}");
        }
    }

    #[test]
    fn what_stands_far_on_in_a_large_value_is_found_there() {
        let validator = validator(Revision::V2025_11_25, "CallToolResult");
        let text = json!({ "type": "text", "text": "t" });
        let mut content = vec![text.clone(); 2 * WHOLE];
        content[WHOLE] = json!({ "type": "text", "text": 1 });
        content.push(json!({ "type": "text" }));
        let mut instance = json!({ "content": content, "isError": 1, "_meta": { "k": content } });
        assert_eq!(
            whole(validator, &instance),
            [
                "at.content[10000].text: found 1, expected a string (type)",
                "at.content[20000].text: found nothing, expected this member (required)",
                "at.isError: found 1, expected a boolean (type)",
            ]
        );
        instance.as_object_mut().unwrap().remove("content");
        assert_eq!(
            whole(validator, &instance),
            [
                "at.content: found nothing, expected this member (required)",
                "at.isError: found 1, expected a boolean (type)",
            ]
        );
    }

    #[test]
    fn what_a_piece_lacks_is_not_said_of_the_whole() {
        let either = json!({ "anyOf": [{ "required": ["a"] }, { "required": ["A500"] }] });
        let number = json!({ "type": "number" });
        let schema =
            json!({ "properties": { "it": either, "n": number, "of": { "items": number } } });
        let validator = jsonschema::validator_for(&schema).unwrap();
        let many = vec![0; 2 * WHOLE];
        let instance = json!({ "it": { "a": many, "c": many }, "n": "no" });
        assert_eq!(whole(&validator, &instance), ["at.n: found \"no\", expected a number (type)"]);
        // Where one of many members tells:
        let members = (0..2 * WHOLE).map(|it| (format!("A{it}"), json!(it)));
        let mut it: Map<String, Value> = members.collect();
        let mut of = json!(many);
        of[7] = json!("no");
        let said = whole(&validator, &json!({ "it": it, "n": "no", "of": many }));
        assert_eq!(said, ["at.n: found \"no\", expected a number (type)"]);
        let said = whole(&validator, &json!({ "it": it, "n": 1, "of": of }));
        assert_eq!(said, ["at.of[7]: found \"no\", expected a number (type)"]);
        it.remove("A500");
        let said = whole(&validator, &json!({ "it": it, "n": 1 }));
        assert_eq!(said.len(), 1);
        assert!(said[0].starts_with("at.it: found {\"A0\":0,"), "{said:?}");
    }

    #[test]
    fn what_nobody_has_counts_once() {
        let validator = validator(Revision::V2025_11_25, "CallToolResult");
        let members = (0..2 * WHOLE).map(|it| (it.to_string(), json!(it)));
        let mut found = Found::default();
        let instance = Value::Object(members.collect());
        assert!(find(validator, &instance, &JsonPath::root(), &mut found, |_| false).is_continue());
        assert_eq!(found.size(), (1, 0));
    }

    #[test]
    fn of_a_large_value_a_thousand_violations_are_kept() {
        let validator = validator(Revision::V2025_11_25, "CallToolResult");
        let mut found = Found::default();
        let instance = json!({ "content": vec![json!({}); 3 * WHOLE] });
        assert!(find(validator, &instance, &JsonPath::root(), &mut found, |_| false).is_continue());
        let found = found.verdict().unwrap_err();
        let last = found.iter().last().unwrap().to_string();
        assert_eq!(found.iter().count(), 1_000);
        assert!(last.starts_with("content[999].type: found nothing"), "{last}");
        // A piece of which all is wrong counts once.
        assert_eq!(found.more(), 29);
    }

    #[test]
    fn a_large_value_whose_parts_are_well_is_not_passed() {
        for (schema, ends) in [
            (json!({ "uniqueItems": true }), "expected items that differ (uniqueItems)"),
            (json!({ "maxItems": WHOLE }), "it is too large to say where it does not ($ref)"),
        ] {
            let validator = jsonschema::validator_for(&schema).unwrap();
            let pairs: Vec<_> = (0..2 * WHOLE).map(|it| it / 2).collect();
            let said = whole(&validator, &json!(pairs));
            assert_eq!(said.len(), 1);
            assert!(said[0].starts_with("at: found [0,0,1,1,2,"), "{said:?}");
            assert!(said[0].ends_with(ends), "{said:?}");
        }
        let long = json!("x".repeat(20_000_000));
        let short = jsonschema::validator_for(&json!({ "maxLength": 5 })).unwrap();
        assert!(whole(&short, &long)[0].ends_with("expected at most 5 characters (maxLength)"));
    }
}
