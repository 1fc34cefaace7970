//! The pairs of `tests/codegen/`, compiled: each reads and writes what its rule is about.
//!
//! `tests/codegen.rs` compares the pairs with what the generator writes, and can be run while one
//! of them does not compile.

// What the generated modules call `crate::…`.
use mcp_typestate::{json, jsonrpc, method};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

macro_rules! pairs {
    ($($name:ident)*) => {
        $(
            #[allow(dead_code, unused_imports, unreachable_pub, reason = "as in src/types.rs")]
            #[allow(clippy::too_many_arguments, reason = "as in src/types.rs")]
            mod $name {
                include!("codegen/pairs/imports.rs");
                include!(concat!("codegen/pairs/", stringify!($name), ".rs"));
            }
        )*
    };
}

pairs! {
    aliases
    all_of
    block_or_list
    boxed
    by_hand
    capabilities
    elicited_numbers_may_have_fractions
    flattened_union
    frame
    hoisting
    methods
    methods_enveloped
    names
    one_notification_is_a_union_too
    opaque
    open_enum
    params_have_meta
    presence
    prose
    result_types_are_constants
    set_of_methods
    spellings
    task_requests_have_meta
    the_extension_joins_its_revision
    union_by_member
    union_by_result_type
    union_by_tag
    union_by_tag_with_default
    union_of_form_schemas
    unions_by_member_of_the_same
}

/// Reads a value and checks that it is written back as it was.
#[track_caller]
fn same<T: Serialize + DeserializeOwned>(value: Value) -> T {
    let read: T = json::from_str(&value.to_string()).expect("it can be read");
    assert_eq!(written(&read), value);
    read
}

#[track_caller]
fn written(value: &impl Serialize) -> Value {
    let text = serde_json::to_string(value).expect("it can be written");
    serde_json::from_str(&text).expect("what is written is JSON")
}

/// The error of reading a value.
#[track_caller]
fn refused<T: DeserializeOwned>(value: Value) -> String {
    match json::from_str::<T>(&value.to_string()) {
        Ok(_) => panic!("{value} was read"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn aliases() {
    use aliases::{Cursor, Holder, Names, Open, Thing, Things};
    let things: Things = [("a".to_owned(), Thing::new(3))].into();
    let holder = Holder::new(things, Cursor::from("c"), Names::new(), Open::new());
    let value = json!({ "by": { "a": { "size": 3 } }, "cursor": "c", "names": [], "open": {} });
    assert_eq!(written(&holder), value);
    assert_eq!(same::<Holder>(value), holder);
}

#[test]
fn all_of() {
    use all_of::{Base, Derived, Same};
    let derived: Derived = same(json!({ "name": "n", "size": 3, "weight": 4, "more": null }));
    assert_eq!((derived.size, derived.weight), (Some(3), 4));
    same::<Same>(json!({ "name": "n", "weight": 4 }));
    same::<Base>(json!({ "name": "n", "size": "three" }));
    assert!(refused::<Derived>(json!({ "name": "n" })).contains("weight"));
}

#[test]
fn block_or_list() {
    use block_or_list::{Block, Note, TextBlock};
    let text = json!({ "type": "text", "text": "t" });
    let one: Note = same(json!({ "content": text }));
    assert_eq!(one.content, json::OneOrMany::One(Block::from(TextBlock::new("t"))));
    let many: Note = same(json!({ "content": [text, { "type": "new", "x": 1 }] }));
    assert!(matches!(many.content, json::OneOrMany::Many(blocks) if blocks.len() == 2));
    let error = refused::<Note>(json!({ "content": [text, { "type": "text" }] }));
    assert!(error.starts_with("content[1].text: "), "{error}");
}

#[test]
fn by_hand() {
    let failure: by_hand::Failure = same(json!({
        "error": { "code": -32603, "message": "m", "data": { "z": 1, "a": 2 } },
        "of": 7, "data": { "k": [] }, "result": { "_meta": {}, "any": 1 }, "value": 1.5,
        "values": [null, {}],
    }));
    assert_eq!(failure.of, jsonrpc::RequestId::from(7));
    assert_eq!(failure.error.code, jsonrpc::ErrorCode(-32603));
}

#[test]
fn capabilities() {
    use capabilities::{CallTool, Initialized, ListTasks, RootsListChanged};
    use method::{Capability, Method, Side};
    let needs = |capability: Option<Capability>| capability.map(|it| (it.side, it.path));
    assert_eq!(needs(CallTool::CAPABILITY), Some((Some(Side::Server), "tools")));
    assert_eq!(needs(ListTasks::CAPABILITY), Some((None, "tasks.list")));
    assert_eq!(needs(Initialized::CAPABILITY), None);
    assert_eq!(needs(RootsListChanged::CAPABILITY), None, "this schema does not declare it");
}

#[test]
fn elicited_numbers_may_have_fractions() {
    use elicited_numbers_may_have_fractions::ElicitResult;
    same::<ElicitResult>(json!({ "content": { "weight": 1.5, "n": 3, "of": ["a"], "ok": true } }));
}

#[test]
fn flattened_union() {
    use flattened_union::{CompletedTask, DetailedTask, TaskReply, WorkingTask};
    let reply: TaskReply = same(json!({
        "resultType": "complete", "taskId": "t", "status": "completed", "result": { "r": 1 },
        "_meta": { "m": 1 }, "later": true,
    }));
    assert!(matches!(&reply.task, DetailedTask::Completed(CompletedTask { result, .. })
        if result.contains_key("r")));
    assert_eq!(
        written(&TaskReply::new(WorkingTask::new("t"))),
        json!({ "resultType": "complete", "taskId": "t", "status": "working" })
    );
    assert!(
        refused::<TaskReply>(json!({ "status": "completed", "taskId": "t" })).contains("result")
    );
}

#[test]
fn frame() {
    use frame::{ClientMessage, ClientRequest};
    let message: ClientMessage = same(json!({ "jsonrpc": "2.0", "id": 1, "method": "any/thing" }));
    assert!(matches!(message, jsonrpc::Message::Request(request)
        if matches!(request.body, ClientRequest::Custom(_))));
}

#[test]
fn hoisting() {
    use hoisting::{Annotations, CacheScope, ClientCapabilities, Picture, Sound, TooLateError};
    let can: ClientCapabilities = same(json!({
        "roots": { "listChanged": true },
        "tasks": { "requests": { "sampling": { "createMessage": {} } } },
    }));
    assert_eq!(can.roots.and_then(|roots| roots.list_changed), Some(true));
    let picture: Picture =
        same(json!({ "annotations": { "priority": 0.5 }, "cacheScope": "public" }));
    assert_eq!(picture.cache_scope, Some(CacheScope::Public));
    let hints: Option<Box<Annotations>> = picture.annotations;
    assert_eq!(same::<Sound>(json!({ "annotations": { "priority": 0.5 } })).annotations, hints);
    let error: TooLateError = same(json!({ "error": { "code": -32099, "data": { "by": 3 } } }));
    assert_eq!(error.error.data.by, 3);
    refused::<TooLateError>(json!({ "error": { "code": 1, "data": { "by": 3 } } }));
}

#[test]
fn methods() {
    use method::{Method, Notification, Request};
    use methods::{
        CallTool, CallToolRequest, CallToolRequestParams, CallToolResult, ClientNotification,
        ClientRequest, EmptyResult, Initialized, InitializedNotificationParams, Ping, PingRequest,
    };
    fn answered<R: Request<Result = T>, T>() -> &'static str {
        R::METHOD
    }
    fn unanswered<N: Notification<Params = Option<InitializedNotificationParams>>>() -> &'static str
    {
        N::METHOD
    }
    assert_eq!(answered::<Ping, EmptyResult>(), "ping");
    assert_eq!(answered::<CallTool, CallToolResult>(), "tools/call");
    assert_eq!(unanswered::<Initialized>(), "notifications/initialized");
    assert_eq!(<CallTool as Method>::METHOD, "tools/call");

    same::<PingRequest>(json!({ "method": "ping" }));
    same::<ClientNotification>(json!({ "method": "notifications/initialized" }));
    let call = json!({ "method": "tools/call", "params": { "name": "scales" } });
    let request: ClientRequest = same(call.clone());
    assert!(matches!(&request, ClientRequest::CallTool(call) if call.params.name == "scales"));
    assert_eq!(written(&CallToolRequest::new(CallToolRequestParams::new("scales"))), call);
    assert!(matches!(same(json!({ "method": "other" })), ClientRequest::Custom(_)));
    refused::<ClientRequest>(json!({ "method": "tools/call" }));
}

#[test]
fn methods_enveloped() {
    use method::Request;
    use methods_enveloped::{
        CallTool, CallToolLater, CallToolReply, CallToolRequest, CallToolResult,
        CallToolResultResponse, ServerNotification, ServerRequest, TaskStatusNotification,
    };
    let request: CallToolRequest = same(json!({
        "jsonrpc": "2.0", "id": "a", "method": "tools/call", "params": { "name": "scales" },
    }));
    assert_eq!(request.body.params.name, "scales");
    same::<TaskStatusNotification>(json!({
        "jsonrpc": "2.0", "method": "notifications/tasks/status",
    }));
    let response: CallToolResultResponse = same(json!({
        "jsonrpc": "2.0", "id": 1, "result": { "resultType": "task", "taskId": "t" },
    }));
    assert_eq!(response.result, CallToolReply::from(CallToolLater::new("t")));
    // An absent `resultType` means that the result is complete.
    let read: <CallTool as Request>::Reply = json::from_str(r#"{ "count": 3 }"#).expect("a reply");
    assert_eq!(read, CallToolReply::from(CallToolResult::new(3)));
    assert!(matches!(
        same(json!({ "method": "tools/call", "params": { "name": "scales" } })),
        ServerRequest::CallTool(_)
    ));
    assert!(matches!(
        same(json!({ "method": "notifications/tasks/status" })),
        ServerNotification::TaskStatusChanged(_)
    ));
}

#[test]
fn names() {
    let thing: names::JsonThing = same(json!({
        "$schema": "s", "_meta": { "io.modelcontextprotocol/protocolVersion": "v" },
        "at": "file:///", "camelCase": "c", "const": "k", "enum": "e", "name": "n", "ref": "r",
        "type": "t",
    }));
    assert_eq!(thing.schema.as_deref(), Some("s"));
    assert_eq!(thing.meta.map(|meta| meta.protocol_version).as_deref(), Some("v"));
    assert_eq!((thing.name.as_str(), thing.camel_case.as_str()), ("n", "c"));
    assert_eq!((thing.value.as_deref(), thing.values.as_deref()), (Some("k"), Some("e")));
    assert_eq!((thing.reference.as_deref(), thing.kind.as_deref()), (Some("r"), Some("t")));
    // The leading field first, then by name.
    let new = names::JsonThing::new("name", "at", "camelCase");
    assert_eq!((new.name.as_str(), new.at.as_str()), ("name", "at"));
}

#[test]
fn one_notification_is_a_union_too() {
    use one_notification_is_a_union_too::ClientNotification;
    assert!(matches!(
        same(json!({ "method": "notifications/cancelled" })),
        ClientNotification::Cancelled(_)
    ));
    assert!(matches!(
        same(json!({ "method": "notifications/other" })),
        ClientNotification::Custom(_)
    ));
}

#[test]
fn open_enum() {
    use open_enum::{Entry, Level};
    assert_eq!(same::<Entry>(json!({ "level": "not-quite" })).level, Level::NotQuite);
    assert_eq!(same::<Entry>(json!({ "level": "new" })).level, Level::Unknown("new".to_owned()));
    assert_eq!(Level::from("error").to_string(), "error");
    refused::<Entry>(json!({ "level": 3 }));
}

#[test]
fn opaque() {
    let text = r#"{"inputSchema":{"type":"object","z":1,"a":1.50},"name":"n"}"#;
    let tool: opaque::Tool = json::from_str(text).expect("a tool");
    assert_eq!(tool.input_schema.get(), r#"{"type":"object","z":1,"a":1.50}"#);
    let result: opaque::ElicitResult = same(json!({ "content": { "weight": 1.5 } }));
    assert!(result.content.is_some_and(|content| content.contains_key("weight")));

    let text = r#"{"input":{"z":1,"a":1.50}}"#;
    let used: opaque::ToolUseContent = json::from_str(text).expect("an input");
    assert_eq!(used.input.get(), r#"{"z":1,"a":1.50}"#);
    let error = json::from_str::<opaque::ToolUseContent>(r#"{"input":[1]}"#).expect_err("a list");
    assert_eq!(error.to_string(), "input: expected an object");
    for (text, kept) in [(r#"{"structuredContent":null}"#, Some("null")), ("{}", None)] {
        let result: opaque::CallToolResult = json::from_str(text).expect("a result");
        assert_eq!(result.structured_content.as_ref().map(json::Raw::get), kept);
        assert_eq!(json!(result).to_string(), text);
    }
}

#[test]
fn params_have_meta() {
    use params_have_meta::{CallToolRequest, InitializedNotification};
    let call: CallToolRequest = same(json!({
        "method": "tools/call",
        "params": { "name": "scales", "_meta": { "progressToken": 1, "mine": 2 } },
    }));
    assert!(call.params.meta.is_some_and(|meta| meta.progress_token.is_some()));
    let initialized: InitializedNotification = same(json!({
        "method": "notifications/initialized", "params": { "_meta": { "mine": 2 } },
    }));
    assert!(initialized.params.and_then(|params| params.meta).is_some());
}

#[test]
fn presence() {
    use presence::{Everything, NothingRequired};
    let least = json!({
        "anythingRequired": null, "count": 0, "fixed": "always", "fixedNumber": -32042,
        "fractionRequired": 1.5, "nullable": null, "nullableText": "t", "resultType": "complete",
        "textRequired": "",
    });
    let read: Everything = same(least.clone());
    assert_eq!(read.nullable, json::Nullable::Null);
    assert_eq!(
        written(&Everything::new(Value::Null, 0, 1.5, json::Nullable::Null, "t".to_owned(), "")),
        least
    );

    let with = |name: &str, value: Value| {
        let mut changed = least.clone();
        changed[name] = value;
        changed
    };
    assert_eq!(same::<Everything>(with("anything", Value::Null)).anything, Some(Value::Null));
    same::<Everything>(with("unknown", json!({ "kept": [1, null] })));
    same::<Everything>(with("fraction", json!(3)));
    same::<Everything>(with("map", json!({ "a": "b" })));
    same::<Everything>(with("list", json!(["a"])));
    same::<Everything>(with("object", json!({ "a": 1 })));
    refused::<Everything>(with("fixed", json!("never")));
    refused::<Everything>(with("fixedNumber", json!(1)));
    refused::<Everything>(with("count", json!(-1)));
    refused::<Everything>(with("integer", json!(1.5)));

    let without = |name: &str| {
        let mut changed = least.clone();
        changed.as_object_mut().expect("an object").remove(name);
        changed
    };
    for name in ["anythingRequired", "count", "fixed", "fixedNumber", "fractionRequired"] {
        assert!(refused::<Everything>(without(name)).contains(name), "{name}");
    }
    // Leniently: an absent `resultType` is `complete`, and is written.
    let lenient: Everything =
        json::from_str(&without("resultType").to_string()).expect("it is lenient");
    assert_eq!(written(&lenient), least);

    assert_eq!(same::<NothingRequired>(json!({})), NothingRequired::default());
}

#[test]
fn prose() {
    same::<prose::Described>(json!({ "common": "c", "here": "h", "own": "o" }));
}

#[test]
fn result_types_are_constants() {
    use result_types_are_constants::{InputRequiredResult, Reply, WeighResult};
    assert_eq!(
        same::<Reply>(json!({ "resultType": "complete", "grams": 3 })),
        Reply::from(WeighResult::new(3))
    );
    assert_eq!(
        same::<Reply>(json!({ "resultType": "input_required" })),
        Reply::from(InputRequiredResult::new())
    );
}

#[test]
fn set_of_methods() {
    use set_of_methods::{InputRequest, InputRequests};
    let requests: InputRequests =
        same(json!({ "a": { "method": "elicitation/create" }, "b": { "method": "other" } }));
    let mut requests = requests.values();
    assert!(matches!(requests.next(), Some(InputRequest::Elicit(_))));
    assert!(matches!(requests.next(), Some(InputRequest::Custom(_))));
}

#[test]
fn spellings() {
    use spellings::{Status, Task};
    let task: Task = same(json!({ "status": "working", "ttlMs": null, "nothing": {} }));
    assert_eq!((task.status, task.ttl_ms), (Status::Working, json::Nullable::Null));
    same::<Task>(json!({ "status": "new", "ttlMs": -1, "details": { "a": 1 } }));
}

#[test]
fn task_requests_have_meta() {
    let get: task_requests_have_meta::GetTaskRequest = same(json!({
        "jsonrpc": "2.0", "id": 1, "method": "tasks/get",
        "params": { "taskId": "t", "_meta": { "trace": "x" } },
    }));
    assert!(get.body.params.meta.is_some_and(|meta| meta.trace.is_some()));
}

#[test]
fn the_extension_joins_its_revision() {
    use the_extension_joins_its_revision::{
        CallToolReply, CallToolResultResponse, ClientRequest, CreateTaskResult, ServerNotification,
    };
    for method in ["tasks/get", "tasks/update", "tasks/cancel"] {
        let request = same(json!({ "method": method, "params": { "taskId": "t" } }));
        assert!(!matches!(request, ClientRequest::Custom(_)), "{method}");
    }
    assert!(matches!(
        same(json!({ "method": "notifications/tasks" })),
        ServerNotification::TaskStatusChanged(_)
    ));
    let response: CallToolResultResponse = same(json!({
        "jsonrpc": "2.0", "id": 1, "result": { "resultType": "task", "taskId": "t" },
    }));
    assert_eq!(response.result, CallToolReply::from(CreateTaskResult::new("t")));
}

#[test]
fn union_by_member() {
    use union_by_member::{Contents, TextResourceContents};
    let text: Contents = same(json!({ "uri": "u", "text": "t" }));
    assert_eq!(text, Contents::from(TextResourceContents::new("u", "t")));
    assert!(matches!(same(json!({ "uri": "u", "blob": "" })), Contents::Blob(_)));
    assert!(matches!(same(json!({ "uri": "u", "stream": 1 })), Contents::Unknown(_)));
    assert_eq!(refused::<Contents>(json!({ "text": "t" })), "uri: missing field");
    // What all variants share, before it is known which one it is:
    let early = |members: &str| json::from_str::<Contents>(&format!("{{{members}}}"));
    assert_eq!(early(r#""uri":"u","text":"t""#).expect("the same"), text);
    let refused = |members: &str| early(members).expect_err("not valid").to_string();
    assert_eq!(refused(r#""uri":5,"text":"t""#), refused(r#""text":"t","uri":5"#));
    assert_eq!(refused(r#""uri":"u","uri":"u","text":"t""#), "uri: duplicate field");
    assert_eq!(refused(r#""uri":"u","blob":null"#), refused(r#""blob":null,"uri":"u""#));
    let none = early(r#""uri":"u","stream":1"#).expect("kept whole");
    assert_eq!(written(&none), json!({ "uri": "u", "stream": 1 }));
}

#[test]
fn unions_by_member_of_the_same() {
    use unions_by_member_of_the_same::{Contents, ListRootsResult, Mixed, TextResourceContents};
    let text = || TextResourceContents::new("u", "t");
    let read = |members: &str| json::from_str::<Mixed>(members).expect("it is one of them");
    assert_eq!(read(r#"{"uri":"u","text":"t"}"#), Mixed::from(text()));
    assert_eq!(read(r#"{"roots":["r"]}"#), ListRootsResult::new(vec!["r".to_owned()]).into());
    let contents: Contents = json::from_str(r#"{"uri":"u","text":"t"}"#).expect("the same");
    assert_eq!(contents, Contents::from(text()));
}

#[test]
fn union_by_result_type() {
    use union_by_result_type::{Done, Later, Outcome};
    assert_eq!(
        same::<Outcome>(json!({ "resultType": "task", "taskId": "t" })),
        Outcome::from(Later::new("t"))
    );
    let silent: Outcome = json::from_str(r#"{ "answer": 42 }"#).expect("it is lenient");
    assert_eq!(silent, Outcome::from(Done::new(42)));
    assert_eq!(written(&silent), json!({ "resultType": "complete", "answer": 42 }));
}

#[test]
fn boxed() {
    use boxed::{Annotations, Block, ResourceLink, Words};
    let hints = || Annotations::new().with_priority(0.5);
    let link = ResourceLink::new(hints());
    let in_a_box: Box<Annotations> = link.clone().annotations;
    assert_eq!(*in_a_box, hints());
    let read: Block = same(json!({ "kind": "link", "annotations": { "priority": 0.5 } }));
    assert_eq!(read, Block::from(link.clone()));
    assert_eq!(read, Block::Link(Box::new(link)));
    let words: Block = same(json!({ "kind": "words", "annotations": { "priority": 0.5 } }));
    assert_eq!(words, Block::from(Words::new().with_annotations(hints())));
    assert_eq!(words.as_words().and_then(|it| it.annotations.as_deref()), Some(&hints()));
}

#[test]
fn union_by_tag() {
    use union_by_tag::{Circle, Shape, Square};
    let circle: Shape = same(json!({ "radius": 1.5, "kind": "circle", "colour": "red" }));
    assert!(matches!(&circle, Shape::Circle(Circle { extra, .. }) if extra.len() == 1));
    assert_eq!(same::<Shape>(json!({ "kind": "unit_square" })), Shape::UnitSquare(Square::new()));
    let unknown: Shape = same(json!({ "sides": 6, "kind": "hexagon" }));
    assert!(matches!(unknown, Shape::Unknown(all) if all.len() == 2));
    assert_eq!(refused::<Shape>(json!({ "kind": "circle" })), "radius: missing field");
    assert_eq!(refused::<Shape>(json!({ "radius": 1 })), "kind: missing field");
    // A member of the union on its own insists on its tag.
    assert!(refused::<Circle>(json!({ "kind": "unit_square", "radius": 1 })).starts_with("kind: "));
}

#[test]
fn union_by_tag_with_default() {
    use union_by_tag_with_default::{Ask, AskByForm};
    // Left out or said, it means the same, and stays as it was.
    let silent: Ask = same(json!({ "question": "?" }));
    assert_eq!(silent, Ask::from(AskByForm::new("?")));
    let said: Ask = same(json!({ "question": "?", "mode": "form" }));
    assert_eq!(said, Ask::from(AskByForm::new("?").with_mode()));
    same::<AskByForm>(json!({ "question": "?" }));
    assert!(refused::<AskByForm>(json!({ "question": "?", "mode": "url" })).starts_with("mode"));
    assert!(matches!(same(json!({ "mode": "url", "url": "u" })), Ask::Url(_)));
    assert!(matches!(same(json!({ "mode": "voice" })), Ask::Unknown(_)));
}

#[test]
fn union_of_form_schemas() {
    use union_of_form_schemas::{EnumSchema, NumberType, PrimitiveSchemaDefinition as Field};
    assert!(matches!(same(json!({ "type": "boolean" })), Field::Boolean(_)));
    let number: Field = same(json!({ "type": "integer" }));
    assert!(matches!(number, Field::Number(schema) if schema.kind == NumberType::Integer));
    let titled = json!({ "type": "array", "items": { "anyOf": [{ "const": "a", "title": "A" }] } });
    assert!(matches!(same(titled.clone()), Field::TitledMultiSelect(_)));
    assert!(matches!(same(titled), EnumSchema::TitledMultiSelect(_)));
    let legacy = json!({ "type": "string", "enum": ["a"], "enumNames": ["A"] });
    assert!(matches!(same(legacy), Field::LegacyTitled(_)));
    let untitled = json!({ "type": "string", "enum": ["a"] });
    assert!(matches!(same(untitled), Field::UntitledSingleSelect(_)));
    assert!(matches!(same(json!({ "type": "string" })), Field::String(_)));
    assert!(matches!(same(json!({ "type": "date" })), Field::Unknown(_)));
}
