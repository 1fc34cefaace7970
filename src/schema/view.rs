//! A value as a validator sees it that says what is wrong with it: no more of it than there is room
//! for the errors.
//!
//! `jsonschema` makes all errors of a value before it gives out the first one. An error of a union
//! has those of each of its members, and each of these has a copy of what it is about, so that a few
//! bytes of a peer's take thousands. Nothing ends that from outside. But a validator asks for every
//! item and every member that it looks at, and for the value of every error that it makes: so the
//! errors are counted, and once they fill their [`Room`], there are no more items and members. What
//! an error gets for its value is not a copy of it, but whether all had been seen until then.

use std::borrow::Cow;
use std::cell::Cell;
use std::ops::ControlFlow;

use jsonschema::error::ValidationErrorKind as Kind;
use jsonschema::json::{Array, Json, Node, NodeIdentity, Object, cmp, unique};
use jsonschema::{JsonType, ValidationError, Validator};
use serde_json::{Map, Number, Value, map};

use super::violation::MOST;

/// The bytes that errors may take for each byte of the value, which has some at least, and at most.
const EACH: usize = 16;
const LITTLE: usize = 8 << 20;
const MUCH: usize = 64 << 20;

/// What an error takes about, beside the path to its value.
const ERROR: usize = 500;

/// What a member's name takes about in an error that lists them.
const NAME: usize = 48;

/// Gives `take` what is wrong with a value, as far as there is room, and whether the value was not
/// seen to its end. A validator that cannot finish a pattern needs the value itself, and panics
/// without it: where there may be one, the value is `kept`.
pub(super) fn errors<T>(
    validator: &Validator<View>,
    value: &Value,
    kept: bool,
    take: impl FnOnce(&[ValidationError<'_>], bool) -> T,
) -> T {
    let kept = kept.then_some(value);
    let bytes = EACH.saturating_mul(length(value)).clamp(LITTLE, MUCH);
    let room = Room::of(bytes, kept);
    let errors = errors_in(&room, validator, value);
    // A thousand errors of wide unions need more than a short text gets.
    if !room.cut.get() || errors.len() >= MOST || bytes == MUCH {
        return take(&errors, room.cut.get());
    }
    drop(errors);
    let room = Room::of(MUCH, kept);
    take(&errors_in(&room, validator, value), room.cut.get())
}

/// Whether a value follows a schema, as any validator says.
pub(super) fn is_valid(validator: &Validator<View>, value: &Value) -> bool {
    validator.is_valid(Seen { value, room: None, path: 0 })
}

fn errors_in<'v>(
    room: &'v Room<'v>,
    validator: &'v Validator<View>,
    value: &'v Value,
) -> Vec<ValidationError<'v>> {
    let errors = validator.iter_errors(Seen { value, room: Some(room), path: 0 });
    errors.filter(|error| !room.cut.get() || is_certain(error)).collect()
}

/// Whether an error holds of the whole value, of which not all was seen. Without its last items a
/// list may seem to lack one; but what was wrong before they were left out stays so, and with it the
/// union that it is about.
pub(super) fn is_certain(error: &ValidationError<'_>) -> bool {
    **error.instance() == ALL_SEEN || members(error.kind()).iter().flatten().any(is_certain)
}

/// About how long a value's text is.
pub(super) fn length(value: &Value) -> usize {
    match value {
        Value::String(text) => text.len() + 3,
        Value::Array(items) => items.iter().map(length).fold(3, usize::saturating_add),
        Value::Object(members) => {
            let each = members.iter().map(|(name, value)| name.len() + 4 + length(value));
            each.fold(3, usize::saturating_add)
        }
        _ => 3,
    }
}

/// What is wrong by each member of a union; nothing for another error.
pub(super) fn members(kind: &Kind) -> &[Vec<ValidationError<'static>>] {
    match kind {
        Kind::AnyOf { context } | Kind::OneOfNotValid { context } => context,
        _ => &[],
    }
}

/// What an error says that its value is, as long as nothing was left out.
const ALL_SEEN: Value = Value::Bool(true);

/// What is left for errors.
struct Room<'v> {
    left: Cell<usize>,
    /// Whether something was left out.
    cut: Cell<bool>,
    /// Whether errors are about the names of members, one by one.
    names: Cell<bool>,
    /// The value of which errors have a copy.
    kept: Option<&'v Value>,
}

impl<'v> Room<'v> {
    fn of(bytes: usize, kept: Option<&'v Value>) -> Self {
        let (cut, names) = (Cell::new(false), Cell::new(false));
        Self { left: Cell::new(bytes), cut, names, kept }
    }

    fn take(&self, bytes: usize) {
        self.left.set(self.left.get().saturating_sub(bytes));
    }
}

/// Values in a limited room, for a validator.
pub(super) struct View;

/// A value in it.
#[derive(Clone)]
pub(super) struct Seen<'v> {
    value: &'v Value,
    /// None where no errors are made.
    room: Option<&'v Room<'v>>,
    /// The length of the path to it, about.
    path: usize,
}

impl<'v> Seen<'v> {
    /// A value in this one.
    fn below(&self, step: usize, value: &'v Value) -> Self {
        Self { value, room: self.room, path: self.path.saturating_add(step) }
    }
}

impl Json for View {
    type Node<'v> = Seen<'v>;
    type PreparedKey = String;
    type StringBuffer = Value;

    const ACYCLIC: bool = true;

    fn prepare_key(key: &str) -> String {
        key.to_owned()
    }

    fn with_string_node<T>(buffer: &mut Value, string: &str, f: impl FnOnce(Seen<'_>) -> T) -> T {
        *buffer = Value::from(string);
        f(Seen { value: buffer, room: None, path: 0 })
    }
}

impl<'v> Node<'v, View> for Seen<'v> {
    type Object = Inside<'v, &'v Map<String, Value>>;
    type Array = Inside<'v, &'v [Value]>;
    type Number = &'v Number;

    fn as_object(&self) -> Option<Self::Object> {
        Some(Inside { of: self.clone(), all: self.value.as_object()? })
    }

    fn as_array(&self) -> Option<Self::Array> {
        Some(Inside { of: self.clone(), all: self.value.as_array()? })
    }

    fn as_string(&self) -> Option<Cow<'v, str>> {
        self.value.as_str().map(Cow::Borrowed)
    }

    fn as_number(&self) -> Option<&'v Number> {
        self.value.as_number()
    }

    fn as_boolean(&self) -> Option<bool> {
        self.value.as_bool()
    }

    fn is_null(&self) -> bool {
        self.value.is_null()
    }

    fn json_type(&self) -> JsonType {
        match self.value {
            Value::Null => JsonType::Null,
            Value::Bool(_) => JsonType::Boolean,
            Value::Number(_) => JsonType::Number,
            Value::String(_) => JsonType::String,
            Value::Array(_) => JsonType::Array,
            Value::Object(_) => JsonType::Object,
        }
    }

    fn equals_value(&self, expected: &Value) -> bool {
        cmp::equal(self.value, expected)
    }

    /// Asked for by errors alone.
    fn to_value(&self) -> Cow<'v, Value> {
        let Some(room) = self.room else { return Cow::Borrowed(self.value) };
        let listed = self.value.as_object().filter(|_| !room.names.get()).map_or(0, Map::len);
        let whole = !room.cut.get();
        room.take(ERROR.saturating_add(self.path).saturating_add(NAME.saturating_mul(listed)));
        match room.kept {
            Some(kept) if std::ptr::eq(kept, self.value) => Cow::Borrowed(kept),
            _ => Cow::Owned(Value::Bool(whole)),
        }
    }

    fn identity(&self) -> Option<NodeIdentity> {
        Some(NodeIdentity::new(std::ptr::from_ref(self.value).addr()))
    }
}

/// What is in a value.
pub(super) struct Inside<'v, T> {
    of: Seen<'v>,
    all: T,
}

impl<'v> Array<'v, View> for Inside<'v, &'v [Value]> {
    type Node = Seen<'v>;
    type ElementsIter = Inside<'v, std::slice::Iter<'v, Value>>;

    fn len(&self) -> usize {
        self.all.len()
    }

    fn elements(&self) -> Self::ElementsIter {
        Inside { of: self.of.clone(), all: self.all.iter() }
    }

    fn is_unique(&self) -> bool {
        unique::is_unique(self.all)
    }
}

impl<'v> Object<'v, View> for Inside<'v, &'v Map<String, Value>> {
    type Node = Seen<'v>;
    type MemberName = &'v str;
    type MembersIter = Inside<'v, map::Iter<'v>>;

    fn len(&self) -> usize {
        self.all.len()
    }

    fn get(&self, key: &String) -> Option<Seen<'v>> {
        Some(self.of.below(key.len(), self.all.get(key)?))
    }

    fn members(&self) -> Self::MembersIter {
        Inside { of: self.of.clone(), all: self.all.iter() }
    }

    fn try_for_each_name_node<B>(
        &self,
        buffer: &mut Value,
        mut f: impl FnMut(Seen<'_>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let names = |on| self.of.room.inspect(|room| room.names.set(on));
        names(true);
        let flow = self.members().try_for_each(|(name, _)| {
            *buffer = Value::from(name);
            f(self.of.below(0, buffer))
        });
        names(false);
        flow
    }
}

impl<'v> Iterator for Inside<'v, std::slice::Iter<'v, Value>> {
    type Item = Seen<'v>;

    fn next(&mut self) -> Option<Self::Item> {
        let item = within(self.of.room, &mut self.all)?;
        // As many digits as a position has.
        Some(self.of.below(8, item))
    }
}

impl<'v> Iterator for Inside<'v, map::Iter<'v>> {
    type Item = (&'v str, Seen<'v>);

    fn next(&mut self) -> Option<Self::Item> {
        let (name, value) = within(self.of.room, &mut self.all)?;
        Some((name, self.of.below(name.len(), value)))
    }
}

/// The next one, if there is room for what may be wrong with it.
fn within<T>(room: Option<&Room<'_>>, all: &mut impl Iterator<Item = T>) -> Option<T> {
    let next = all.next()?;
    match room {
        Some(room) if room.left.get() == 0 => {
            room.cut.set(true);
            None
        }
        _ => Some(next),
    }
}
