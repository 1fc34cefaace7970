//! Memory that does not grow with a session's length.

use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasher, Hash, RandomState};

use serde_json::{Number, Value};

/// A map that holds a limited number of entries, and forgets the oldest for a new one.
///
/// Keys are fingerprints, since what names a thing in a message may be as long as the message.
#[derive(Debug)]
pub(super) struct Bounded<V> {
    limit: usize,
    entries: HashMap<u64, (u64, V)>,
    order: BTreeMap<u64, u64>,
    next: u64,
    forgot: bool,
}

impl<V> Bounded<V> {
    pub(super) fn new(limit: usize) -> Self {
        Self { limit, entries: HashMap::new(), order: BTreeMap::new(), next: 0, forgot: false }
    }

    /// Whether something was forgotten, so that what is not there may have been.
    pub(super) fn forgot(&self) -> bool {
        self.forgot
    }

    pub(super) fn get(&self, key: u64) -> Option<&V> {
        self.entries.get(&key).map(|(_, value)| value)
    }

    pub(super) fn get_mut(&mut self, key: u64) -> Option<&mut V> {
        self.entries.get_mut(&key).map(|(_, value)| value)
    }

    /// Adds an entry, in the place of one of the same key.
    pub(super) fn insert(&mut self, key: u64, value: V) {
        self.insert_over(key, value, |_| true);
    }

    /// The same; the first to be forgotten are those that are `spent`.
    pub(super) fn insert_over(&mut self, key: u64, value: V, spent: impl Fn(&V) -> bool) {
        /// How far to look for an entry that is spent.
        const NEAR: usize = 64;

        self.remove(key);
        if self.entries.len() >= self.limit {
            let mut oldest = self.order.values().take(NEAR);
            let is_spent = |key: &&u64| self.get(**key).is_some_and(&spent);
            let chosen = oldest.find(is_spent).or_else(|| self.order.values().next()).copied();
            if let Some(chosen) = chosen {
                self.remove(chosen);
                self.forgot = true;
            }
        }
        self.order.insert(self.next, key);
        self.entries.insert(key, (self.next, value));
        self.next += 1;
    }

    pub(super) fn remove(&mut self, key: u64) -> Option<V> {
        let (order, value) = self.entries.remove(&key)?;
        self.order.remove(&order);
        Some(value)
    }

    pub(super) fn clear(&mut self) {
        self.entries.clear();
        self.order.clear();
    }

    /// The entries, the oldest first.
    pub(super) fn values(&self) -> impl Iterator<Item = &V> {
        self.order.values().filter_map(|key| self.get(*key))
    }
}

/// Makes fingerprints: keys of a fixed size. They are seeded anew for each session, so that nobody
/// can prepare two things with the same one.
#[derive(Debug, Default)]
pub(super) struct Fingerprints(RandomState);

impl Fingerprints {
    pub(super) fn of(&self, thing: impl Hash) -> u64 {
        self.0.hash_one(thing)
    }

    /// Of what a message holds. Numbers of one value are the same however they are written; those
    /// that a double does not tell apart are, too, since it may be a double that wrote them.
    pub(super) fn of_json(&self, value: &Value) -> u64 {
        match value {
            // -0 is 0, too.
            Value::Number(number) => self.of((0, number.as_f64().map(|it| (it + 0.0).to_bits()))),
            Value::Array(items) => {
                let items: Vec<_> = items.iter().map(|item| self.of_json(item)).collect();
                self.of((1, items))
            }
            Value::Object(members) => {
                let members = members.iter().map(|(name, value)| (name, self.of_json(value)));
                // Members have no order.
                let sum = members.map(|it| self.of(it)).fold(0, u64::wrapping_add);
                self.of((2, sum))
            }
            Value::Null | Value::Bool(_) | Value::String(_) => self.of((3, value)),
        }
    }

    /// Of an id or a token, for which 1 and 1.0 are the same.
    pub(super) fn of_id(&self, side: impl Hash, id: &Value) -> u64 {
        match id {
            Value::Number(_) => match integer(id) {
                Some(id) => self.of((side, 0, id)),
                None => self.of((side, 2, id.as_u64(), id.as_f64().map(f64::to_bits))),
            },
            other => self.of((side, 1, other)),
        }
    }
}

/// Whether a number is told apart from those next to it: what is beyond the integers is read as a
/// double, which holds no longer every integer.
pub(super) fn is_exact(number: &Value) -> bool {
    !number.is_f64() || number.as_f64().is_some_and(|number| number.abs() < EXACT)
}

/// Whether a number is more than another one; none if they are too large to tell.
pub(super) fn is_more(number: &Number, other: &Number) -> Option<bool> {
    let integer = |number: &Number| {
        let signed = number.as_i64().map(i128::from);
        signed.or_else(|| number.as_u64().map(i128::from))
    };
    if let (Some(number), Some(other)) = (integer(number), integer(other)) {
        return Some(number > other);
    }
    let (number, other) = (number.as_f64()?, other.as_f64()?);
    (number != other || number.abs() < EXACT).then_some(number > other)
}

/// From here on a double holds no longer every integer.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// An id that is an integer, however it is written.
pub(super) fn integer(id: &Value) -> Option<i64> {
    let by_fraction = || {
        let float = id.as_f64().filter(|id| id.fract() == 0.0 && id.abs() < EXACT)?;
        #[allow(clippy::cast_possible_truncation, reason = "it is whole, and small enough")]
        Some(float as i64)
    };
    id.as_i64().or_else(by_fraction)
}

/// The ids that a side has used: integers as ranges, since most count upwards, and the fingerprints
/// of the last others.
#[derive(Debug)]
pub(super) struct UsedIds {
    /// The last integer of a range by its first.
    ranges: BTreeMap<i64, i64>,
    others: Bounded<()>,
    forgot: bool,
}

impl UsedIds {
    /// How many ranges are kept. Those of the smallest ids are forgotten first.
    const RANGES: usize = 4096;
    const OTHERS: usize = 65_536;

    pub(super) fn new() -> Self {
        Self { ranges: BTreeMap::new(), others: Bounded::new(Self::OTHERS), forgot: false }
    }

    /// Whether an id was forgotten, so that one that is not there may have been used.
    pub(super) fn forgot(&self) -> bool {
        self.forgot || self.others.forgot()
    }

    pub(super) fn contains(&self, id: &Value, fingerprint: u64) -> bool {
        match integer(id) {
            Some(id) => self.ranges.range(..=id).next_back().is_some_and(|(_, last)| *last >= id),
            None => self.others.get(fingerprint).is_some(),
        }
    }

    /// Adds an id that is not there yet.
    pub(super) fn insert(&mut self, id: &Value, fingerprint: u64) {
        let Some(id) = integer(id) else { return self.others.insert(fingerprint, ()) };
        let before = self.ranges.range(..id).next_back().map(|(first, last)| (*first, *last));
        let first = match before {
            Some((first, last)) if last.checked_add(1) == Some(id) => first,
            _ => id,
        };
        let last = id.checked_add(1).and_then(|next| self.ranges.remove(&next)).unwrap_or(id);
        self.ranges.insert(first, last);
        if self.ranges.len() > Self::RANGES {
            self.ranges.pop_first();
            self.forgot = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_oldest_is_forgotten_for_the_newest() {
        let mut map = Bounded::new(2);
        map.insert(1, "a");
        map.insert(2, "b");
        map.insert(1, "c");
        assert!(!map.forgot());
        map.insert(3, "d");
        assert!(map.forgot());
        assert_eq!(map.values().collect::<Vec<_>>(), [&"c", &"d"]);
    }

    #[test]
    fn what_is_spent_is_forgotten_before_what_is_not() {
        let mut map = Bounded::new(3);
        for (key, spent) in [(1, false), (2, true), (3, false), (4, false)] {
            map.insert_over(key, spent, |spent| *spent);
        }
        assert_eq!(map.get(2), None);
        assert!(map.get(1).is_some());
    }

    #[test]
    fn ids_that_count_upwards_are_one_range() {
        let mut used = UsedIds::new();
        let prints = Fingerprints::default();
        for id in [5, 7, 6, 1, 2, i64::MAX, i64::MIN] {
            used.insert(&json!(id), 0);
        }
        assert_eq!(
            used.ranges.into_iter().collect::<Vec<_>>(),
            [(i64::MIN, i64::MIN), (1, 2), (5, 7), (i64::MAX, i64::MAX)]
        );
        let mut used = UsedIds::new();
        for id in [json!(1.0), json!("x"), json!(0.5)] {
            let print = prints.of_id(0, &id);
            assert!(!used.contains(&id, print));
            used.insert(&id, print);
            assert!(used.contains(&id, print));
        }
        assert!(used.contains(&json!(1), prints.of_id(0, &json!(1))));
        assert!(!used.contains(&json!("1"), prints.of_id(0, &json!("1"))));
        assert_eq!(prints.of_id(0, &json!(1)), prints.of_id(0, &json!(1.0)));
        // One more than what is signed, and the next.
        let (large, next) = (json!(1_u64 << 63), json!((1_u64 << 63) + 1));
        used.insert(&large, prints.of_id(0, &large));
        assert!(!used.contains(&next, prints.of_id(0, &next)));
    }

    #[test]
    fn what_is_one_value_has_one_fingerprint() {
        let prints = Fingerprints::default();
        let print = |text: &str| prints.of_json(&serde_json::from_str(text).unwrap());
        for (one, same) in [
            ("1", "1.0"),
            ("0", "-0.0"),
            ("100", "1e2"),
            ("10000000000000000000", "1e19"),
            ("-9223372036854775808", "-9223372036854775808.0"),
            (r#"{"a": [1, {"b": 2}], "c": null}"#, r#"{"c": null, "a": [1.0, {"b": 2.0}]}"#),
        ] {
            assert_eq!(print(one), print(same), "{one}");
        }
        for (one, other) in [
            ("1", "2"),
            ("1", "\"1\""),
            ("1", "[1]"),
            ("0.5", "0.25"),
            ("[1, 2]", "[2, 1]"),
            ("[[1], 2]", "[1, [2]]"),
            ("{}", "[]"),
            ("null", "false"),
            (r#"{"a": 1, "b": 2}"#, r#"{"a": 2, "b": 1}"#),
            (r#"{"a": {"b": 1}}"#, r#"{"b": {"a": 1}}"#),
        ] {
            assert_ne!(print(one), print(other), "{one}");
        }
    }

    #[test]
    fn numbers_are_compared_as_exactly_as_they_are_known() {
        let more = |number: &str, other: &str| {
            let read = |text: &str| serde_json::from_str::<Number>(text).unwrap();
            is_more(&read(number), &read(other))
        };
        assert_eq!(more("9007199254740993", "9007199254740992"), Some(true));
        assert_eq!(more("9007199254740992", "9007199254740993"), Some(false));
        assert_eq!(more("18446744073709551615", "-1"), Some(true));
        assert_eq!(more("0.5", "0.25"), Some(true));
        assert_eq!(more("2", "2.0"), Some(false));
        assert_eq!(more("1e300", "1e299"), Some(true));
        assert_eq!(more("36893488147419103232", "36893488147419103233"), None);
    }
}
