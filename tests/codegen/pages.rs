//! The page of a revision: what it says of small facts, and of the facts before them.

use crate::codegen::{self, Catalogued, Prose, REVISIONS, Revision};

const BEFORE: Revision =
    Revision { feature: "before", name: "before", extension: None, errata: &[] };
const NOW: Revision =
    Revision { feature: "now", name: "now", extension: None, errata: &["params_have_meta"] };

/// Facts of both, in which everything that a page tells happens once.
fn facts(rest: &str) -> [String; 1] {
    [format!(
        r##"{{ "$defs": {{
            "Request": {{ "type": "object", "properties": {{
                "method": {{ "type": "string" }},
                "params": {{ "type": "object", "properties": {{
                    "_meta": {{ "type": "object" }} }} }} }} }},
            "EmptyResult": {{ "type": "object" }},
            {rest}
        }} }}"##
    )]
}

fn catalogued(revision: &'static Revision, facts: &[String]) -> Catalogued<'static> {
    Catalogued::of(revision, facts).expect("good facts")
}

const OLD: &str = r##"
    "PingRequest": { "type": "object", "required": ["method"], "properties": {
        "method": { "type": "string", "const": "ping" } } },
    "ClientRequest": { "anyOf": [{ "$ref": "#/$defs/PingRequest" }] },
    "Gone": { "type": "object", "properties": { "x": { "type": "string" } } },
    "Level": { "type": "string", "enum": ["low", "odd"] },
    "Same": { "type": "object", "properties": { "x": { "type": "string" } } },
    "Shape": { "type": "string" },
    "Thing": { "type": "object", "required": ["a"], "properties": {
        "a": { "type": "string" }, "b": { "type": "string" }, "c": { "type": "string" } } }
"##;

const NEW: &str = r##"
    "SubscribeRequest": { "type": "object", "required": ["method", "params"], "properties": {
        "method": { "type": "string", "const": "resources/subscribe" },
        "params": { "type": "object", "properties": { "uri": { "type": "string" } } } } },
    "ServerRequest": { "anyOf": [{ "$ref": "#/$defs/SubscribeRequest" }] },
    "Level": { "type": "string", "enum": ["low", "high"] },
    "New": { "type": "object", "properties": { "x": { "type": "string" } } },
    "Same": { "type": "object", "properties": { "x": { "type": "string" } } },
    "Shape": { "type": "object", "properties": { "x": { "type": "string" } } },
    "Thing": { "type": "object", "required": ["d"], "properties": {
        "a": { "type": "string" }, "b": { "type": "integer" },
        "d": { "type": "string" }, "e": { "type": "string" } } }
"##;

const PAGE: &str = "\
# Methods

| method | from | answered with | needs |
|---|---|---|---|
| [`resources/subscribe`](Subscribe) | server | [`EmptyResult`] |  |

# Since before

**New methods:** [`resources/subscribe`](Subscribe).

**Methods that are gone:** `ping`.

**New types:** [`New`], [`SubscribeRequestParams`].

**Types that are gone:** `Gone`.

| changed type | how |
|---|---|
| [`Level`] | gains `high`; loses `odd` |
| [`Shape`] | was an alias, is an object |
| [`Thing`] | another schema for `b`; gains `e`; loses `c`; must have `d`; no longer requires `a` |

# Errata

What is read and validated otherwise than the official schema says it:

| name | the fault, and what is done |
|---|---|
| `params_have_meta` | A fault, and what becomes of it. |

What peers are forgiven, in any revision, is [a list of its own](crate#leniencies).
";

#[test]
fn page_tells_methods_and_changes_and_errata() {
    let prose = Prose::parse(&["# params_have_meta\nA fault,\nand what becomes of it."]);
    let (old, new) = (catalogued(&BEFORE, &facts(OLD)), catalogued(&NOW, &facts(NEW)));
    assert_eq!(new.page(Some(&old), &prose.expect("prose")), PAGE);
}

#[test]
fn change_of_many_types_is_told_once() {
    let many = |members: &str| {
        let of = |n: usize| format!(r#""T{n}": {{ "type": "object", "properties": {members} }}"#);
        facts(&(0..9).map(of).collect::<Vec<_>>().join(", "))
    };
    let (old, new) = (r#"{ "x": {} }"#, r#"{ "x": {}, "icons": {} }"#);
    let (old, new) = (catalogued(&BEFORE, &many(old)), catalogued(&BEFORE, &many(new)));
    let page = new.page(Some(&old), &Prose::default());
    assert!(page.contains("**Changed throughout:** gains `icons` in 9 types.\n"), "{page}");
    assert!(!page.contains("| changed type |"), "{page}");
}

#[test]
fn members_that_moved_into_a_union_are_not_lost() {
    let old = facts(
        r#""TaskReply": { "type": "object", "required": ["taskId", "ttl"], "properties": {
            "taskId": { "type": "string" }, "ttl": { "type": "integer" } } }"#,
    );
    let new = [include_str!("pairs/flattened_union.json").to_owned()];
    let (old, new) = (catalogued(&BEFORE, &old), catalogued(&BEFORE, &new));
    let page = new.page(Some(&old), &Prose::default());
    let row = "| [`TaskReply`] | gains `_meta`, `resultType`; has the members of `DetailedTask`; \
               loses `ttl` |\n";
    assert!(page.contains(row), "{page}");
}

#[test]
fn page_of_the_first_revision_compares_with_nothing() {
    let page = catalogued(&BEFORE, &facts(OLD)).page(None, &Prose::default());
    assert!(page.contains("| [`ping`](Ping) | client |"), "{page}");
    assert!(!page.contains("# Since") && !page.contains("# Errata"), "{page}");
}

#[test]
fn table_of_errata_names_the_revisions_that_need_each() {
    let prose = Prose::parse(&["# params_have_meta\nA fault."]).expect("prose");
    let table = codegen::errata_table(&prose);
    let needed: Vec<&str> = REVISIONS
        .iter()
        .filter(|revision| revision.errata.contains(&"params_have_meta"))
        .map(|revision| revision.name)
        .collect();
    assert!(needed.len() > 1);
    let row = format!("| `params_have_meta` | {} | A fault. |\n", needed.join("<br>"));
    assert!(table.contains(&row), "{table}");
}
