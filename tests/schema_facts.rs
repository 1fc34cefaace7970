//! The command that makes the files in `schema/` of official schemas.

#[path = "../examples/schema_facts.rs"]
#[allow(dead_code, unreachable_pub, reason = "`main` is the example's")]
mod schema_facts;

use std::fs;
use std::path::{Path, PathBuf};

use schema_facts::{check, facts};

/// A schema with something of each kind.
const OFFICIAL: &str = r##"{
    "$schema": "http://json-schema.org/draft-07/schema#",
    "definitions": {
        "Zebra": {
            "description": "Somebody's text.",
            "type": "object",
            "properties": {
                "title": { "type": "string", "title": "A title", "default": "é \u00e9 \"q\" \n" },
                "description": { "$ref": "#/definitions/Ape", "$comment": "c" },
                "list": { "items": [{ "title": "t" }, true], "type": "array", "examples": [] }
            },
            "required": [],
            "additionalProperties": { "description": "d" }
        },
        "Ape": {
            "anyOf": [{ "const": 1.50, "title": "t" }, { "enum": ["title", { "title": "kept" }] }],
            "minimum": -9007199254740991
        }
    }
}"##;

const FACTS: &str = r##"{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$defs": {
    "Zebra": {
      "type": "object",
      "properties": {
        "title": {
          "type": "string",
          "default": "é é \"q\" \n"
        },
        "description": {
          "$ref": "#/$defs/Ape"
        },
        "list": {
          "items": [
            {},
            true
          ],
          "type": "array"
        }
      },
      "required": [],
      "additionalProperties": {}
    },
    "Ape": {
      "anyOf": [
        {
          "const": 1.50
        },
        {
          "enum": [
            "title",
            {
              "title": "kept"
            }
          ]
        }
      ],
      "minimum": -9007199254740991
    }
  }
}"##;

#[test]
fn facts_have_no_prose_and_keep_their_order() {
    assert_eq!(facts(OFFICIAL).as_deref(), Ok(FACTS));
    assert_eq!(facts(FACTS).as_deref(), Ok(FACTS), "facts of facts are the same");
}

#[test]
fn check_names_each_definition_that_differs() {
    let checked = |official: &str, ours: &str| check(official, ours).expect("two schemas");
    let agree = |count: usize| (true, format!("{count} definitions agree"));
    assert_eq!(checked(OFFICIAL, FACTS), agree(2));
    let schema = |definitions: &str| format!(r#"{{ "$defs": {{ {definitions} }} }}"#);
    let official = schema(
        r#""A": { "type": "string" }, "B": { "minimum": 1 }, "C": {}, "E": { "title": "" }"#,
    );
    let ours = schema(r#""D": {}, "C": { "title": "t" }, "B": { "minimum": 2 }, "E": {}"#);
    let wrong = "missing: A\nunknown: D\ndiffers: B".to_owned();
    assert_eq!(checked(&official, &ours), (false, wrong));
    let ordered = schema(r#""A": { "minimum": 1, "maximum": 2 }"#);
    let reordered = schema(r#""A": { "maximum": 2, "minimum": 1 }"#);
    assert_eq!(checked(&ordered, &reordered), agree(1));
    let listed = schema(r#""A": { "enum": [1, 2] }"#);
    let relisted = schema(r#""A": { "enum": [2, 1] }"#);
    assert_eq!(checked(&listed, &relisted), (false, "differs: A".to_owned()));
}

#[test]
fn what_is_no_schema_is_refused() {
    assert!(facts("{").is_err_and(|error| error.contains("EOF")));
    let twice = facts(r#"{ "$defs": { "A": { "const": 1 }, "A": { "const": 2 } } }"#);
    assert!(twice.is_err_and(|error| error.contains("`A` is there twice")));
    let none = check("{}", FACTS);
    assert_eq!(none, Err("a schema has an object `$defs` or `definitions`".to_owned()));
}

#[test]
fn facts_in_the_repository_are_those_of_the_official_schemas() {
    let Some(shared) = std::env::var_os("MCP_TYPESTATE_SHARED") else {
        println!("skipped: MCP_TYPESTATE_SHARED names no folder with spec/");
        return;
    };
    let mut compared = 0;
    for (name, ours) in ours() {
        let official = Path::new(&shared).join(format!("spec/{name}/schema.json"));
        let official = fs::read_to_string(&official)
            .unwrap_or_else(|error| panic!("{}: {error}", official.display()));
        let facts = facts(&official).expect("an official schema");
        assert!(format!("{facts}\n") == ours, "schema/{name}.json has other facts, or other bytes");
        assert!(check(&official, &ours).is_ok_and(|(agree, _)| agree), "{name}");
        compared += 1;
    }
    assert_eq!(compared, 6);
}

#[test]
fn facts_in_the_repository_are_facts() {
    for (name, ours) in ours() {
        let facts = facts(&ours).expect("facts");
        assert!(format!("{facts}\n") == ours, "schema/{name}.json has more than facts");
    }
}

/// The files in `schema/`: name and text.
fn ours() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("schema");
    let paths = fs::read_dir(folder).expect("schema/").map(|entry| entry.expect("an entry").path());
    let json = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "json");
    let file = |path: PathBuf| {
        let name = path.file_stem().and_then(|name| name.to_str()).expect("a name");
        (name.to_owned(), fs::read_to_string(&path).expect("a text"))
    };
    paths.filter(json).map(file).collect()
}
