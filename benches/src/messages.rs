//! The messages that everything is measured with, built here member by member.
//!
//! They have the shapes of 2025-11-25, which all contestants know, and members in the order in
//! which most implementations write them: tags and names first, long text last.

use std::fmt::Write;

use crate::ordered::Json;

/// A message, and what a contestant has to know to read it.
pub struct Message {
    /// What the tables call it.
    pub name: &'static str,
    pub kind: Kind,
    pub text: String,
}

/// What a message is. A reply does not say what it answers, so the reader is told.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A request or a notification that a client sends.
    FromClient,
    /// A request or a notification that a server sends.
    FromServer,
    /// A server's reply to `tools/list`.
    ToolsList,
    /// A server's reply to `tools/call`.
    ToolsCall,
    /// A server's reply to `resources/list`.
    ResourcesList,
    /// A server's reply to `resources/read`.
    ResourcesRead,
    /// A server's reply to `tasks/get`.
    TasksGet,
    /// A client's reply to `sampling/createMessage`.
    Sampled,
}

impl Kind {
    /// Whether a client sends it.
    #[must_use]
    pub fn is_from_client(self) -> bool {
        matches!(self, Kind::FromClient | Kind::Sampled)
    }

    /// Whether it answers something.
    #[must_use]
    pub fn is_reply(self) -> bool {
        !matches!(self, Kind::FromClient | Kind::FromServer)
    }
}

/// Every message, in the order of the tables.
#[must_use]
pub fn all() -> Vec<Message> {
    let message = |name, kind, text| Message { name, kind, text };
    vec![
        message("initialize", Kind::FromClient, initialize()),
        message("tools/call, arguments and _meta", Kind::FromClient, call()),
        message("notifications/initialized", Kind::FromClient, initialized()),
        message("notifications/progress", Kind::FromServer, progress()),
        message("notifications/tasks/status", Kind::FromServer, task_status()),
        message("tools/list, 50 tools", Kind::ToolsList, tools(50)),
        message("tools/list, 1 000 tools", Kind::ToolsList, tools(1_000)),
        message("tool result, 20 kB text", Kind::ToolsCall, text_result(20_000)),
        message("tool result, 500 small blocks", Kind::ToolsCall, blocks(500)),
        message("tool result, 1 MB image", Kind::ToolsCall, image(1 << 20)),
        message("tool result, structured", Kind::ToolsCall, structured()),
        message("resources/list, 100 resources", Kind::ResourcesList, resources(100)),
        message("resources/read, 5 contents", Kind::ResourcesRead, contents(5)),
        message("tasks/get, working", Kind::TasksGet, task("working")),
        message("tasks/get, completed", Kind::TasksGet, task("completed")),
        message("sampling/createMessage, tools", Kind::FromServer, sampling()),
        message("sampling result, tool use", Kind::Sampled, sampled()),
        message("error with data", Kind::ToolsCall, error()),
    ]
}

/// The message with the members of every object in the opposite order: tags, methods and ids last.
#[must_use]
pub fn tags_last(text: &str) -> String {
    Json::parse(text).reversed().to_string()
}

/// The message with the members of every object in an order of chance, the same in each run.
#[must_use]
pub fn shuffled(text: &str) -> String {
    Json::parse(text).shuffled(&mut 0x5EED).to_string()
}

/// A reply whose image has this many bytes of base64.
#[must_use]
pub fn image(bytes: usize) -> String {
    let data = filler(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", bytes);
    reply(&format!(
        r#"{{"content":[{{"type":"image","data":"{data}","mimeType":"image/png"}}],"isError":false}}"#
    ))
}

/// A reply with one block of about this many bytes of prose, in which each line ends.
#[must_use]
pub fn text_result(bytes: usize) -> String {
    let text = prose(bytes);
    reply(&format!(r#"{{"content":[{{"type":"text","text":"{text}"}}],"isError":false}}"#))
}

/// A reply with this many blocks of a few words.
#[must_use]
pub fn blocks(count: usize) -> String {
    let blocks: Vec<String> = (0..count)
        .map(|n| format!(r#"{{"type":"text","text":"row {n}: {} units in stock"}}"#, n * 37 % 101))
        .collect();
    reply(&format!(r#"{{"content":[{}],"isError":false}}"#, blocks.join(",")))
}

/// A reply with about this many bytes of members that nobody knows, each of another name.
#[must_use]
pub fn unknown(bytes: usize) -> String {
    let members: Vec<String> =
        (0..bytes.div_ceil(24)).map(|n| format!(r#""x-{n:08}":{n:07}"#)).collect();
    let members = members.join(",").replace(":0", ":1");
    reply(&format!(r#"{{"content":[],{members}}}"#))
}

fn reply(result: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":42,"result":{result}}}"#)
}

fn initialize() -> String {
    r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25",
"capabilities":{"roots":{"listChanged":true},"sampling":{"tools":{}},"elicitation":{"form":{},"url":{}},
"tasks":{"list":{},"cancel":{},"requests":{"sampling":{"createMessage":{}}}}},
"clientInfo":{"name":"workbench","version":"4.7.1","title":"The workbench"}}}"#
        .replace('\n', "")
}

fn call() -> String {
    r#"{"jsonrpc":"2.0","id":17,"method":"tools/call","params":{"name":"search_orders",
"arguments":{"customer":"c-20931","states":["open","shipped"],"since":"2025-03-01",
"limit":25,"price":{"min":12.5,"max":900},"withItems":true},
"_meta":{"progressToken":"p-17","traceparent":"00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"}}}"#
        .replace('\n', "")
}

fn initialized() -> String {
    r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#.to_owned()
}

fn progress() -> String {
    r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"p-17",
"progress":40,"total":120,"message":"40 of 120 orders read"}}"#
        .replace('\n', "")
}

fn task_members(status: &str) -> String {
    format!(
        r#""taskId":"0f2c1a56-8a3e-4a0e-9d5b-6c21f7f5a001","status":"{status}",
"statusMessage":"the report is being put together","createdAt":"2025-11-30T10:00:00Z",
"lastUpdatedAt":"2025-11-30T10:02:31Z","ttl":3600000,"pollInterval":2000"#
    )
    .replace('\n', "")
}

fn task(status: &str) -> String {
    reply(&format!("{{{}}}", task_members(status)))
}

fn task_status() -> String {
    format!(
        r#"{{"jsonrpc":"2.0","method":"notifications/tasks/status","params":{{{}}}}}"#,
        task_members("working")
    )
}

fn tool(n: usize) -> String {
    format!(
        r#"{{"name":"tool_{n}","title":"Tool number {n}","description":"Looks up the records of register {n} and gives those that match all of the conditions.","inputSchema":{{"type":"object","properties":{{"query":{{"type":"string","description":"What to look for."}},"limit":{{"type":"integer","minimum":1,"maximum":{n}}},"exact":{{"type":"boolean","default":false}}}},"required":["query"]}},"annotations":{{"readOnlyHint":true,"openWorldHint":false}}}}"#
    )
}

fn list<F: Fn(usize) -> String>(count: usize, item: F) -> String {
    (0..count).map(item).collect::<Vec<_>>().join(",")
}

/// A reply to `tools/list` with this many tools.
#[must_use]
pub fn tools(count: usize) -> String {
    reply(&format!(r#"{{"tools":[{}],"nextCursor":"page-2"}}"#, list(count, tool)))
}

fn resources(count: usize) -> String {
    let resource = |n| {
        format!(
            r#"{{"uri":"file:///projects/report/chapter-{n}.md","name":"chapter-{n}.md","title":"Chapter {n}","mimeType":"text/markdown","size":{},"annotations":{{"audience":["user","assistant"],"priority":0.5}}}}"#,
            n * 911 + 17
        )
    };
    reply(&format!(r#"{{"resources":[{}]}}"#, list(count, resource)))
}

fn contents(count: usize) -> String {
    let content = |n| {
        let (member, value) = if n + 1 == count {
            ("blob", filler(b"ABCDEFGHIJKLMNOP", 2_000))
        } else {
            ("text", prose(1_000))
        };
        format!(
            r#"{{"uri":"file:///projects/report/chapter-{n}.md","mimeType":"text/markdown","{member}":"{value}"}}"#
        )
    };
    reply(&format!(r#"{{"contents":[{}]}}"#, list(count, content)))
}

fn structured() -> String {
    let row = |n| {
        format!(
            r#"{{"order":"o-{n}","customer":{{"id":{n},"name":"Customer {n}","vip":{}}},"total":{}.25,"items":["item-{n}","item-{}"],"note":null}}"#,
            n % 3 == 0,
            n * 13,
            n + 1
        )
    };
    reply(&format!(
        r#"{{"content":[{{"type":"text","text":"30 orders"}}],"structuredContent":{{"orders":[{}],"count":30}},"isError":false}}"#,
        list(30, row)
    ))
}

fn sampling() -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":"s-3","method":"sampling/createMessage","params":{{"messages":[{{"role":"user","content":{{"type":"text","text":"{}"}}}},{{"role":"assistant","content":[{{"type":"text","text":"I shall look that up."}},{{"type":"tool_use","id":"u-1","name":"tool_1","input":{{"query":"harbour","limit":3}}}}]}},{{"role":"user","content":[{{"type":"tool_result","toolUseId":"u-1","content":[{{"type":"text","text":"three records"}}]}}]}}],"modelPreferences":{{"hints":[{{"name":"large"}}],"costPriority":0.2,"intelligencePriority":0.9}},"systemPrompt":"Answer in one paragraph.","temperature":0.4,"maxTokens":800,"tools":[{}],"toolChoice":{{"mode":"auto"}}}}}}"#,
        prose(600),
        list(3, tool)
    )
}

fn sampled() -> String {
    r#"{"jsonrpc":"2.0","id":"s-3","result":{"model":"large-2","role":"assistant",
"content":[{"type":"text","text":"Two more look-ups are needed."},
{"type":"tool_use","id":"u-2","name":"tool_0","input":{"query":"quay","exact":true}},
{"type":"tool_use","id":"u-3","name":"tool_2","input":{"query":"pier","limit":2}}],
"stopReason":"toolUse"}}"#
        .replace('\n', "")
}

fn error() -> String {
    r#"{"jsonrpc":"2.0","id":42,"error":{"code":-32602,"message":"there is no order of this number",
"data":{"order":"o-99","known":["o-1","o-2"],"retry":false}}}"#
        .replace('\n', "")
}

fn filler(letters: &[u8], bytes: usize) -> String {
    // A step that has no divisor in common with the alphabet's length goes through all of it.
    (0..bytes).map(|n| char::from(letters[n * 29 % letters.len()])).collect()
}

/// Sentences with a line's end every now and then, escaped as JSON has it.
fn prose(bytes: usize) -> String {
    let mut text = String::with_capacity(bytes + 80);
    let mut n = 0;
    while text.len() < bytes {
        let _ = write!(text, "Line {n} says what was counted on the {n}th day of the survey.\\n");
        n += 1;
    }
    text
}
