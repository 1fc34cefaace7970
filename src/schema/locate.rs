//! Where values are in a document's text: of many paths in one pass over it.

use std::collections::HashMap;
use std::ops::Range;

use serde::de::IgnoredAny;

use super::path::{JsonPath, Step};

impl JsonPath {
    /// The bytes that the value has in the document's text. Where the value is missing, those of the
    /// innermost object or list on its way; none if the text is not JSON.
    #[must_use]
    pub fn find(&self, text: &str) -> Option<Range<usize>> {
        Self::find_all([self], text)?.pop()
    }

    /// What [`find`](Self::find) gives for each of these paths, in their order. The text is read
    /// once, however many they are.
    ///
    /// ```
    /// use mcp_typestate::schema::JsonPath;
    ///
    /// let paths = [JsonPath::root().member("b"), JsonPath::root().member("a").item(1)];
    /// let found = JsonPath::find_all(&paths, r#"{"a": [5, 6], "b": 7}"#).unwrap();
    /// assert_eq!(found, [19..20, 10..11]);
    /// ```
    #[must_use]
    pub fn find_all<'p>(
        paths: impl IntoIterator<Item = &'p JsonPath>,
        text: &str,
    ) -> Option<Vec<Range<usize>>> {
        // The pass relies on it.
        serde_json::from_str::<IgnoredAny>(text).ok()?;
        let paths: Vec<&JsonPath> = paths.into_iter().collect();
        let mut tree = Tree::of(&paths);
        tree.pass(text);
        Some(paths.into_iter().map(|path| tree.range(path)).collect())
    }
}

/// The paths that are looked for. A node is a value that one of them is about, or leads through.
struct Tree<'p> {
    nodes: Vec<Node<'p>>,
}

#[derive(Default)]
struct Node<'p> {
    members: HashMap<&'p str, usize>,
    items: HashMap<usize, usize>,
    /// The value's bytes, and where the object or list around it begins.
    place: Option<(usize, Range<usize>)>,
}

/// An object or a list that the pass is in.
struct Open {
    node: Option<usize>,
    start: usize,
    /// The position of the item in a list; none in an object.
    position: Option<usize>,
}

const ROOT: usize = 0;

impl<'p> Tree<'p> {
    fn of(paths: &[&'p JsonPath]) -> Self {
        let mut nodes = vec![Node::default()];
        for path in paths {
            let mut at = ROOT;
            for step in path.steps() {
                let new = nodes.len();
                let Some(node) = nodes.get_mut(at) else { break };
                at = match step {
                    Step::Member(name) => *node.members.entry(name).or_insert(new),
                    Step::Item(position) => *node.items.entry(*position).or_insert(new),
                };
                if at == new {
                    nodes.push(Node::default());
                }
            }
        }
        Self { nodes }
    }

    /// Goes over a text that is JSON, and notes the places of what is looked for. Each byte is looked
    /// at once, and a name that may be meant once more.
    fn pass(&mut self, text: &str) {
        let bytes = text.as_bytes();
        let mut open: Vec<Open> = Vec::new();
        // The node of the value that comes next, and whether a name comes before it.
        let mut next = Some(ROOT);
        let mut named = false;
        let mut at = 0;
        while let Some(byte) = bytes.get(at) {
            let start = at;
            at += 1;
            match byte {
                b'{' | b'[' => {
                    named = *byte == b'{';
                    let position = (!named).then_some(0);
                    open.push(Open { node: next, start, position });
                    next = position.and_then(|position| self.item(next, position));
                }
                b'}' | b']' => {
                    let Some(closed) = open.pop() else { return };
                    self.note(closed.node, open.last(), closed.start..at);
                }
                b',' => {
                    let Some(around) = open.last_mut() else { return };
                    named = around.position.is_none();
                    if let Some(position) = &mut around.position {
                        *position += 1;
                        next = self.item(around.node, *position);
                    }
                }
                b':' => named = false,
                b'"' => {
                    at += string(bytes.get(at..).unwrap_or_default());
                    let said = text.get(start..at).unwrap_or_default();
                    if named {
                        next = open.last().and_then(|around| self.member(around.node, said));
                    } else {
                        self.note(next, open.last(), start..at);
                    }
                }
                byte if byte.is_ascii_whitespace() => {}
                _ => {
                    let rest = bytes.get(at..).unwrap_or_default();
                    let ends = |byte: &u8| b",]}".contains(byte) || byte.is_ascii_whitespace();
                    at += rest.iter().position(ends).unwrap_or(rest.len());
                    self.note(next, open.last(), start..at);
                }
            }
        }
    }

    fn item(&self, node: Option<usize>, position: usize) -> Option<usize> {
        self.nodes.get(node?)?.items.get(&position).copied()
    }

    /// The node of a member whose name stands in the text like this.
    fn member(&self, node: Option<usize>, said: &str) -> Option<usize> {
        let members = &self.nodes.get(node?)?.members;
        if members.is_empty() {
            return None;
        }
        if said.contains('\\') {
            return members.get(serde_json::from_str::<String>(said).ok()?.as_str()).copied();
        }
        members.get(said.trim_matches('"')).copied()
    }

    /// As for every reader of a `Value`, the last of several members of a name counts.
    fn note(&mut self, node: Option<usize>, around: Option<&Open>, range: Range<usize>) {
        if let Some(node) = node.and_then(|node| self.nodes.get_mut(node)) {
            node.place = Some((around.map_or(0, |around| around.start), range));
        }
    }

    /// Where a path leads, or as far as it does.
    fn range(&self, path: &JsonPath) -> Range<usize> {
        let place = |at: usize| self.nodes.get(at).and_then(|node| node.place.clone());
        let (mut at, mut range) = (ROOT, place(ROOT).map_or(0..0, |(_, range)| range));
        for step in path.steps() {
            let next = self.nodes.get(at).and_then(|node| match step {
                Step::Member(name) => node.members.get(name.as_str()),
                Step::Item(position) => node.items.get(position),
            });
            // What was noted in an earlier member of the same name is not in this one.
            match next.and_then(|next| Some((*next, place(*next)?))) {
                Some((next, (around, inner))) if around == range.start => {
                    (at, range) = (next, inner);
                }
                _ => break,
            }
        }
        range
    }
}

/// How many bytes there are to the end of a string that has begun, its quotation mark included.
fn string(rest: &[u8]) -> usize {
    let mut at = 0;
    loop {
        match rest.get(at) {
            Some(b'"') => return at + 1,
            Some(b'\\') => at += 2,
            Some(_) => at += 1,
            None => return rest.len(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_found_in_its_text() {
        let text =
            r#" {"a": [1, {"b\n": "x\"}"}], "a b": null, "": -1.5e3 , "c":[ ],"d":{"e":true}} "#;
        let found = |path: JsonPath| &text[path.find(text).unwrap()];
        let root = JsonPath::root;
        assert_eq!(found(root()), text.trim());
        assert_eq!(found(root().member("a").item(1).member("b\n")), r#""x\"}""#);
        assert_eq!(found(root().member("a").item(0)), "1");
        assert_eq!(found(root().member("a b")), "null");
        assert_eq!(found(root().member("")), "-1.5e3");
        assert_eq!(found(root().member("c")), "[ ]");
        assert_eq!(found(root().member("d").member("e")), "true");
        assert_eq!(root().find(" 7 "), Some(1..2));
    }

    #[test]
    fn what_is_missing_is_found_where_it_would_be() {
        let text = r#"{"a": [1, {}]}"#;
        let found = |path: JsonPath| &text[path.find(text).unwrap()];
        assert_eq!(found(JsonPath::root().member("a").item(1).member("b").member("c")), "{}");
        assert_eq!(found(JsonPath::root().member("a").item(7)), "[1, {}]");
        assert_eq!(found(JsonPath::root().member("a").member("b")), "[1, {}]");
        assert_eq!(JsonPath::root().find("{"), None);
    }

    #[test]
    fn the_last_of_several_members_of_a_name_counts() {
        let text = r#"{"a": {"b": 1, "b": 2}, "\u0061": {"c": 3}}"#;
        let found = |path: JsonPath| &text[path.find(text).unwrap()];
        assert_eq!(found(JsonPath::root().member("a").member("c")), "3");
        assert_eq!(found(JsonPath::root().member("a").member("b")), r#"{"c": 3}"#);
    }

    /// One pass for each path would be four billion steps.
    #[test]
    fn many_paths_are_found_in_one_pass() {
        let text = format!("[{}]", vec![r#"{"a": 7}"#; 20_000].join(","));
        let path = |position: usize| JsonPath::root().item(position).member("a");
        let paths: Vec<JsonPath> = (0..20_000).map(path).collect();
        let found = JsonPath::find_all(&paths, &text).unwrap();
        assert!(found.iter().all(|range| text[range.clone()] == *"7"));
        assert!(found.is_sorted_by(|one, other| one.start < other.start));
    }
}
