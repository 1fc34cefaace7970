//! What the validators say, and where.

use serde_json::{Value, json};

use super::*;
use crate::json::Object;
use crate::method::Side;
use crate::negotiation::{Negotiated, TASKS_EXTENSION};

fn said(revision: Revision, definition: &str, instance: &Value) -> Vec<String> {
    let schema = Schema::of(&revision).unwrap();
    match schema.definition(definition).unwrap().validate(instance) {
        Ok(()) => Vec::new(),
        Err(violations) => violations.iter().map(ToString::to_string).collect(),
    }
}

#[test]
fn a_union_is_explained_by_the_member_that_its_tag_chooses() {
    let image = json!({ "content": [{ "type": "image", "data": "AA==" }] });
    assert_eq!(
        said(Revision::V2025_11_25, "CallToolResult", &image),
        ["content[0].mimeType: found nothing, expected this member (required)"]
    );
}

#[test]
fn a_union_inside_of_a_union_is_explained_by_its_tag_too() {
    let schema = json!({ "type": "object", "properties": {
        "a": { "type": "boolean", "default": "yes" },
        "b": { "type": "sandwich" },
    }});
    let params = json!({ "message": "m", "requestedSchema": schema });
    assert_eq!(
        said(Revision::V2025_11_25, "ElicitRequestFormParams", &params),
        [
            "requestedSchema.properties.a.default: found \"yes\", expected a boolean (type)",
            "requestedSchema.properties.b.type: found \"sandwich\", expected \"array\", \
             \"boolean\", \"integer\" or \"number\" or \"string\" (anyOf)",
        ]
    );
}

#[test]
fn a_union_without_a_tag_says_what_would_tell() {
    let nothing = json!({ "contents": [{ "uri": "file:///a" }] });
    assert_eq!(
        said(Revision::V2025_11_25, "ReadResourceResult", &nothing),
        [
            "contents[0]: found {\"uri\":\"file:///a\"}, expected an object with `blob` or `text` (anyOf)"
        ]
    );
    let untagged = json!({ "content": [{}] });
    assert_eq!(
        said(Revision::V2025_11_25, "CallToolResult", &untagged),
        ["content[0].type: found nothing, expected this member, which tells what the object is \
          (anyOf)"]
    );
    let typed = json!({ "progressToken": true, "progress": 1 });
    assert_eq!(
        said(Revision::V2025_06_18, "ProgressToken", &typed["progressToken"]),
        ["found true, expected an integer or a string (type)"]
    );
}

#[test]
fn everything_wrong_is_said_sorted_by_path() {
    let tool =
        json!({ "name": 1, "inputSchema": { "type": "list" }, "icons": [{ "src": "no uri" }] });
    assert_eq!(
        said(Revision::V2025_11_25, "Tool", &tool),
        [
            "icons[0].src: found \"no uri\", expected text of the format `uri` (format)",
            "inputSchema.type: found \"list\", expected \"object\" (const)",
            "name: found 1, expected a string (type)",
        ]
    );
}

#[test]
fn of_very_many_violations_a_thousand_are_kept_and_the_others_counted() {
    let result = |wrong: usize| json!({ "tools": vec![json!({ "name": "n" }); wrong] });
    let schema = Schema::of(&Revision::V2025_11_25).unwrap();
    let definition = schema.definition("ListToolsResult").unwrap();
    let all = definition.validate(&result(1000)).unwrap_err();
    assert_eq!((all.iter().count(), all.more()), (1000, 0));
    let some = definition.validate(&result(3000)).unwrap_err();
    assert_eq!((some.iter().count(), some.more()), (1000, 2000));
    assert!(some.to_string().ends_with("(required); and at least 2000 more"));
    // Those of a tool's data too, and the members that one violation names.
    let tool =
        ToolSchema::compile(&json!({ "properties": { "a": {} }, "additionalProperties": false }))
            .unwrap();
    let wrong: Object = (0..3000).map(|it| (it.to_string(), json!(it))).collect();
    let some = tool.validate(&json!(wrong)).unwrap_err();
    assert_eq!((some.iter().count(), some.more()), (1000, 2000));
}

/// Each of these has a list of errors for each member of its union.
#[test]
fn the_first_thousand_are_the_same_however_many_there_are() {
    let schema = Schema::of(&Revision::V2025_11_25).unwrap();
    let definition = schema.definition("CallToolResult").unwrap();
    let resource = json!({ "uri": 1, "blob": 2, "text": 3 });
    for block in [json!({}), json!({ "type": "resource", "resource": resource }), json!([7])] {
        let wrong = |count: usize| {
            let violations = definition.validate(&json!({ "content": vec![&block; count] }));
            violations.unwrap_err()
        };
        let (few, many) = (wrong(1000), wrong(30_000));
        assert!(few.iter().eq(many.iter()), "{block}");
        assert!((1..30_000 * 3).contains(&many.more()), "{}", many.more());
    }
    // Wherever they are.
    let valid = vec![json!({ "type": "text", "text": "x" }); 30_000];
    let content: Vec<Value> = valid.into_iter().chain(vec![json!({}); 30_000]).collect();
    let late = definition.validate(&json!({ "content": content })).unwrap_err();
    let places = (30_000..31_000).map(|it| format!("content[{it}].type"));
    assert!(late.iter().map(|it| it.path.to_string()).eq(places));
}

#[test]
fn what_was_not_looked_at_is_not_said_to_be_missing() {
    // So wide that there is room for fewer than a thousand.
    let forms: Vec<Value> = (0..300).map(|it| json!({ "required": [it.to_string()] })).collect();
    let list = json!({ "type": "array", "items": { "anyOf": forms } });
    let schema = json!({ "allOf": [
        { "anyOf": [list, { "type": "string" }] },
        { "contains": { "const": "last" } },
        { "not": { "items": { "type": "object" } } },
    ] });
    let schema = ToolSchema::compile(&schema).unwrap();
    let list = |wrong: usize| {
        let items = vec![json!({}); wrong].into_iter().chain([json!("last")]);
        schema.validate(&items.collect()).unwrap_err()
    };
    for violations in [list(10), list(2_000)] {
        assert!(violations.iter().all(|it| it.rule == "anyOf"), "{violations}");
        assert_eq!(violations.iter().next().unwrap().path.to_string(), "[0]");
        assert!(violations.iter().count() < 1000);
    }
    assert_eq!((list(10).more(), list(2_000).more()), (0, 1));
}

/// A validator with patterns takes a copy of the whole value for each error about it.
#[test]
fn a_large_value_is_not_copied_for_each_form_that_it_is_not() {
    let either = json!({ "anyOf": [{ "required": ["a"] }, { "required": ["b"] }],
        "properties": { "c": { "pattern": "^(?!x)" } } });
    let schema = ToolSchema::compile(&either).unwrap();
    let rules = |length: usize| -> Vec<String> {
        let violations = schema.validate(&json!({ "c": "y".repeat(length) })).unwrap_err();
        violations.into_iter().map(|it| it.rule).collect()
    };
    assert_eq!(rules(100_000), ["anyOf"]);
    assert_eq!(rules(1_000_000), ["$ref"]);
    // With too many strings for its patterns, it may follow all else.
    let mut large = json!({ "a": 1, "c": "y", "d": "y".repeat(1_000_000) });
    let schema = ToolSchema::compile(&json!({ "allOf": [either],
        "properties": { "e": { "items": { "pattern": "^(?!x)" } } } }))
    .unwrap();
    large["e"] = json!(vec!["y"; 3_000]);
    assert_eq!(schema.validate(&large), Ok(()));
    // The value may also be what says elsewhere that it was not all seen.
    let schema = ToolSchema::compile(&json!({ "type": "string", "pattern": "^x" })).unwrap();
    assert!(schema.validate(&json!(false)).is_err());
}

#[test]
fn a_long_value_is_quoted_in_part() {
    let tool = json!({ "name": vec!["x"; 100_000], "inputSchema": { "type": "object" } });
    let [said] = said(Revision::V2025_11_25, "Tool", &tool).try_into().unwrap();
    assert!(said.len() < 200, "{said}");
}

#[test]
#[cfg(feature = "v2025_11_25")]
fn a_typed_value_is_validated_as_it_would_be_sent() {
    use crate::v2025_11_25::{CallToolResult, ContentBlock, Tool};

    let schema = Schema::of(&Revision::V2025_11_25).unwrap();
    let valid = CallToolResult::new(Vec::<ContentBlock>::new());
    assert_eq!(schema.definition("CallToolResult").unwrap().validate_typed(&valid), Ok(()));
    // A type takes any object for a tool's schema; a validator does not.
    let tool: Tool = crate::from_str(r#"{"name": "n", "inputSchema": {"type": "list"}}"#).unwrap();
    let violations = schema.definition("Tool").unwrap().validate_typed(&tool).unwrap_err();
    assert_eq!(violations.iter().next().unwrap().rule, "const");
}

fn object(value: Value) -> Object {
    value.as_object().cloned().unwrap()
}

/// A session in which both sides declared the tasks extension, or not.
fn of_2026(extension: bool) -> Messages {
    let extensions = if extension { json!({ TASKS_EXTENSION: {} }) } else { json!({}) };
    let both = object(json!({ "extensions": extensions }));
    Messages::of(&Negotiated::new(Revision::V2026_07_28, &both, &both)).unwrap()
}

#[test]
fn a_task_answers_a_call_where_the_extension_was_negotiated_and_not_elsewhere() {
    let reply = json!({ "jsonrpc": "2.0", "id": 1, "result": {
        "resultType": "task", "taskId": "t", "status": "working", "ttlMs": null,
        "createdAt": "2026-01-01T00:00:00Z", "lastUpdatedAt": "2026-01-01T00:00:00Z",
    }});
    let answers = Answers::to("tools/call").as_task();
    assert_eq!(of_2026(true).validate(Side::Server, &reply, Some(&answers)), Ok(()));
    assert!(of_2026(false).validate(Side::Server, &reply, Some(&answers)).is_err());
    let other = Answers::to("prompts/get").as_task();
    assert!(of_2026(true).validate(Side::Server, &reply, Some(&other)).is_err());
    let unasked = Answers::to("tools/call");
    assert!(of_2026(true).validate(Side::Server, &reply, Some(&unasked)).is_err());
}

#[test]
fn a_method_is_for_its_side_and_for_what_was_negotiated() {
    let meta = json!({ "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {} });
    let get = json!({ "jsonrpc": "2.0", "id": 1, "method": "tasks/get",
        "params": { "taskId": "t", "_meta": meta } });
    let rules = |messages: Messages, from| match messages.validate(from, &get, None) {
        Ok(()) => Vec::new(),
        Err(violations) => violations.into_iter().map(|it| it.rule).collect(),
    };
    assert!(rules(of_2026(true), Side::Client).is_empty());
    assert_eq!(rules(of_2026(false), Side::Client), ["negotiated"]);
    assert_eq!(rules(of_2026(true), Side::Server), ["direction"]);
}

#[test]
fn a_message_has_its_envelope_in_every_revision() {
    let both = Object::new();
    for revision in Revision::KNOWN {
        let messages = Messages::of(&Negotiated::new(revision.clone(), &both, &both)).unwrap();
        let paths = |message: Value| match messages.validate(Side::Client, &message, None) {
            Ok(()) => Vec::new(),
            Err(violations) => violations.iter().map(|it| it.path.to_string()).collect(),
        };
        assert_eq!(paths(json!({ "id": 1, "method": "no/such" })), ["jsonrpc"], "{revision}");
        assert_eq!(paths(json!({ "jsonrpc": "2.0", "method": "no/such" })), [""; 0], "{revision}");
        assert_eq!(
            paths(json!({ "jsonrpc": "2.0", "id": 1, "error": {} })),
            ["error.code", "error.message"]
        );
        assert_eq!(
            paths(json!({ "jsonrpc": "2.0", "id": true, "result": { "resultType": "complete" } })),
            ["id"]
        );
        assert_eq!(paths(json!([1])), [""], "{revision}");
        let cancelled = json!({ "jsonrpc": "2.0", "id": 1, "method": "notifications/cancelled",
            "params": { "requestId": 1 } });
        assert_eq!(paths(cancelled), ["id"], "{revision}");
    }
    assert!(Messages::of(&Negotiated::new("2099-01-01", &both, &both)).is_none());
}

#[test]
fn tasks_of_the_core_are_negotiated_by_their_receiver() {
    let tasks = json!({ "requests": { "tools": { "call": {} } } });
    let (client, server) = (Object::new(), object(json!({ "tasks": tasks, "tools": {} })));
    let session = Negotiated::new(Revision::V2025_11_25, &client, &server);
    let messages = Messages::of(&session).unwrap();
    let get =
        json!({ "jsonrpc": "2.0", "id": 1, "method": "tasks/get", "params": { "taskId": "t" } });
    assert_eq!(messages.validate(Side::Client, &get, None), Ok(()));
    assert!(messages.validate(Side::Server, &get, None).is_err());
    let task = json!({ "taskId": "t", "status": "working", "ttl": null,
        "createdAt": "2026-01-01T00:00:00Z", "lastUpdatedAt": "2026-01-01T00:00:00Z" });
    let reply = json!({ "jsonrpc": "2.0", "id": 1, "result": { "task": task } });
    let answers = Answers::to("tools/call").as_task();
    assert_eq!(messages.validate(Side::Server, &reply, Some(&answers)), Ok(()));
}

#[test]
fn a_method_is_about_tasks_if_it_needs_that_they_were_negotiated() {
    for revision in Revision::KNOWN {
        for method in Schema::of(revision).unwrap().methods() {
            let needed = method.capability.map(|capability| capability.path).unwrap_or_default();
            let needs = needed.starts_with("tasks") || needed.contains(TASKS_EXTENSION);
            let about = is_about_tasks(method.method);
            assert!(about || !needs, "{revision} {}: {needed}", method.method);
        }
    }
}

#[test]
fn a_result_that_is_wrong_is_explained_by_what_creates_a_task_in_its_dialect() {
    let reply = json!({ "jsonrpc": "2.0", "id": 1,
        "result": { "resultType": "complete", "content": 7, "task": { "taskId": "t" } } });
    let answers = Answers::to("tools/call").as_task();
    let violations = of_2026(true).validate(Side::Server, &reply, Some(&answers)).unwrap_err();
    let paths: Vec<_> = violations.iter().map(|it| it.path.to_string()).collect();
    assert_eq!(paths, ["result.content"]);
    let mut untagged = reply;
    untagged["result"].as_object_mut().unwrap().remove("resultType");
    let violations = of_2026(true).validate(Side::Server, &untagged, Some(&answers)).unwrap_err();
    assert!(violations.iter().any(|it| it.path.to_string() == "result.content"), "{violations}");
}

/// Each value under each schema would be 18 million entries of what is counted.
#[test]
fn what_is_counted_of_a_tools_schema_has_a_limit() {
    let schema = json!({ "items": { "anyOf": vec![json!({}); 900] } });
    let schema = ToolSchema::compile(&schema).unwrap();
    let violations = schema.validate(&json!(vec![7; 20_000])).unwrap_err();
    assert!(violations.to_string().ends_with("fewer steps ($ref)"), "{violations}");
    assert_eq!(schema.validate(&json!(vec![7; 100])), Ok(()));
    // As many for names and members, and for what only goes through them.
    let members: Object = (0..20_000).map(|it| (format!("m-{it}"), json!(7))).collect();
    for each in [
        json!({ "additionalProperties": {} }),
        json!({ "propertyNames": {} }),
        json!({ "patternProperties": { "^m": true } }),
        json!({ "properties": { "a": {} } }),
        json!({ "enum": vec![json!(1); 16] }),
    ] {
        let schema = json!({ "allOf": vec![each.clone(); 900], "additionalProperties":
            { "allOf": vec![each.clone(); 300] } });
        let schema = ToolSchema::compile(&schema).unwrap();
        assert!(schema.validate(&json!(members)).is_err(), "{each}");
    }
}

#[test]
fn a_cycle_is_counted_from_wherever_it_is_entered() {
    let chain =
        |it: usize| json!({ "allOf": vec![json!({ "$ref": format!("#/$defs/{}", it + 1) }); 2] });
    let mut definitions: Object = (0..40).map(|it| (it.to_string(), chain(it))).collect();
    definitions.insert("40".to_owned(), json!({}));
    let around = json!({ "anyOf": [{ "$ref": "#/$defs/b" }, { "$ref": "#/$defs/0" }] });
    definitions.insert("a".to_owned(), around);
    definitions.insert("b".to_owned(), json!({ "$ref": "#/$defs/a" }));
    for first in ["a", "b"] {
        let schema = json!({ "properties": { "z": { "$ref": "#/$defs/a" } },
            "$defs": definitions, "$ref": format!("#/$defs/{first}") });
        let violations = ToolSchema::compile(&schema).unwrap().validate(&json!({})).unwrap_err();
        assert!(violations.to_string().ends_with("fewer steps ($ref)"), "{violations}");
    }
}

#[test]
fn a_pattern_that_takes_too_long_is_left_out_and_the_rest_counts() {
    let slow = r"^(a|a)*\1b";
    let long = "a".repeat(60);
    let owls = json!({ "type": "string", "pattern": slow, "maxLength": 50 });
    let schema = ToolSchema::compile(&json!({ "items": owls })).unwrap();
    assert_eq!(schema.unread_patterns(), [""; 0]);
    assert_eq!(schema.validate(&json!(["aab", "a".repeat(40)])), Ok(()));
    assert!(schema.validate(&json!(["b"])).is_err());
    // More than a validator would try both ways.
    let many: Vec<String> = (30..45).map(|it| "a".repeat(it)).chain([long]).collect();
    let violations = schema.validate(&json!(many)).unwrap_err();
    let rules: Vec<_> = violations.iter().map(|it| it.rule.as_str()).collect();
    assert_eq!(rules, ["maxLength"]);
    // Where it may not be left out, nothing is said.
    let not = ToolSchema::compile(&json!({ "not": { "pattern": slow } })).unwrap();
    assert_eq!(not.validate(&json!("a".repeat(40))), Ok(()));
    // And where there are too many strings to try it on.
    let ahead = json!({ "items": { "type": "string", "pattern": "^(?!b)" } });
    let ahead = ToolSchema::compile(&ahead).unwrap();
    assert!(ahead.validate(&json!(["b"])).is_err());
    let mut many = vec![json!("b"); 3_000];
    assert_eq!(ahead.validate(&json!(many)), Ok(()));
    many.push(json!(7));
    let violations = ahead.validate(&json!(many)).unwrap_err();
    assert_eq!(violations.to_string(), "[3000]: found 7, expected a string (type)");
}

#[test]
fn a_tools_schema_is_refused_with_place_and_reason() {
    let refused = |schema: Value| ToolSchema::compile(&schema).unwrap_err().to_string();
    let odd = refused(json!({ "properties": { "owls": { "type": "o\u{1b}wl" } } }));
    let start =
        "the tool's schema cannot be used: properties.owls.type: found \"o\\u001bwl\", expected";
    assert!(odd.starts_with(start), "{odd}");
    let long = format!("https://owls.example/{}", "x".repeat(500));
    let outside = refused(json!({ "$ref": long }));
    assert!(outside.ends_with("expected a place in the schema itself ($ref)"), "{outside}");
    assert!(outside.len() < 200, "{outside}");
}

#[test]
fn an_excerpt_is_cut_at_a_character() {
    for text in ["x".repeat(500), "☃".repeat(500), "👩".repeat(59), "\n".repeat(500)] {
        for value in [json!(text), json!([text]), json!({ "a": { text.as_str(): text } })] {
            let whole = value.to_string();
            let excerpt = excerpt(&value);
            let head = excerpt.trim_end_matches('…');
            assert!(whole.starts_with(head), "{excerpt}");
            assert_eq!(head.chars().count(), whole.chars().count().min(60));
        }
    }
}
