//! Whole recorded sessions with a real server: each message as its own type, written back equal.

#![cfg(all(feature = "v2025_06_18", feature = "v2025_11_25"))]

#[macro_use]
mod support;

use std::collections::BTreeMap;
use std::fs;

use mcp_typestate::jsonrpc::{Message, Reply};
use mcp_typestate::{Method, Request, RequestId, from_str};
use serde_json::Value;
use support::{round_trip, shared};

/// Reads one message of a session and writes it back: what a side says, and which request a reply
/// answers.
struct Reader {
    client: fn(&str, &Asked) -> Value,
    server: fn(&str, &Asked) -> Value,
}

/// The methods of the requests so far, by who sent them and their id.
type Asked = BTreeMap<(String, String), String>;

/// A reader for one revision: its messages, and the requests whose replies it knows.
macro_rules! reader {
    ($revision:ident: $($marker:ident)*) => {{
        use mcp_typestate::$revision as mcp;

        fn reply(text: &str, asker: &str, asked: &Asked) -> Value {
            let reply: Reply = from_str(text).expect("a reply");
            let Reply::Result(message) = &reply else {
                return round_trip::<Reply>(text).expect("an error");
            };
            let id = key(&message.id);
            let method = asked.get(&(asker.to_owned(), id)).expect("a request that it answers");
            // The one place where a reply is not its request's own result: a task was asked for.
            let created = method == "tools/call" && message.result.get().contains("\"taskId\"");
            match method.as_str() {
                _ if created => reply_of::<CreateTask>(text),
                "tasks/result" => reply_of::<mcp_typestate::v2025_11_25::CallTool>(text),
                $(mcp::$marker::METHOD => reply_of::<mcp::$marker>(text),)*
                other => panic!("no type for a reply to {other}"),
            }
        }

        fn client(text: &str, asked: &Asked) -> Value {
            match from_str::<mcp::ClientMessage>(text).expect(text) {
                Message::Request(message) => {
                    let custom = matches!(message.body, mcp::ClientRequest::Custom(_));
                    assert_eq!(custom, text.contains(UNKNOWN_METHOD), "{text}");
                    round_trip::<mcp::ClientMessage>(text).expect(text)
                }
                Message::Notification(message) => {
                    let custom = matches!(message.body, mcp::ClientNotification::Custom(_));
                    assert_eq!(custom, text.contains(UNKNOWN_METHOD), "{text}");
                    round_trip::<mcp::ClientMessage>(text).expect(text)
                }
                Message::Reply(_) => reply(text, "server", asked),
            }
        }

        fn server(text: &str, asked: &Asked) -> Value {
            match from_str::<mcp::ServerMessage>(text).expect(text) {
                Message::Request(message) => {
                    let custom = matches!(message.body, mcp::ServerRequest::Custom(_));
                    assert_eq!(custom, text.contains(UNKNOWN_METHOD), "{text}");
                    round_trip::<mcp::ServerMessage>(text).expect(text)
                }
                Message::Notification(message) => {
                    let custom = matches!(message.body, mcp::ServerNotification::Custom(_));
                    assert_eq!(custom, text.contains(UNKNOWN_METHOD), "{text}");
                    round_trip::<mcp::ServerMessage>(text).expect(text)
                }
                Message::Reply(_) => reply(text, "client", asked),
            }
        }

        Reader { client, server }
    }};
}

/// The method that the recording client made up, to see the server refuse it.
const UNKNOWN_METHOD: &str = "no/such/method";

/// A `tools/call` that asked for a task.
struct CreateTask;

impl Method for CreateTask {
    const METHOD: &'static str = "tools/call";
    type Params = mcp_typestate::v2025_11_25::CallToolRequestParams;
}

impl Request for CreateTask {
    type Result = mcp_typestate::v2025_11_25::CreateTaskResult;
    type Reply = Self::Result;
}

fn reply_of<R: Request>(text: &str) -> Value {
    round_trip::<Reply<R::Reply>>(text).unwrap_or_else(|error| panic!("{}: {error}", R::METHOD))
}

fn key(id: &RequestId) -> String {
    serde_json::to_string(id).expect("an id")
}

fn replay(name: &str, messages: usize, reader: &Reader) {
    let Some(path) = shared(&format!("transcripts/{name}.jsonl")) else { return };
    let text = fs::read_to_string(path).expect("a transcript");
    let mut asked = Asked::new();
    for line in text.lines() {
        let line: Value = serde_json::from_str(line).expect("a line of JSON");
        let from = line["from"].as_str().expect("who sent it");
        let message = &line["message"];
        let read = if from == "client" { reader.client } else { reader.server };
        assert_eq!(read(&message.to_string(), &asked), *message);
        if let (Some(method), Some(id)) = (message["method"].as_str(), message.get("id")) {
            asked.insert((from.to_owned(), id.to_string()), method.to_owned());
        }
    }
    assert_eq!(text.lines().count(), messages);
}

#[test]
fn a_session_with_a_task_reads_as_its_own_types() {
    let reader = reader!(v2025_11_25: Initialize ListTools GetTask ListTasks ListRoots);
    replay("everything-task-2025-11-25", 37, &reader);
}

#[test]
fn a_tour_of_2025_11_25_reads_as_its_own_types() {
    let reader = reader!(v2025_11_25: Initialize Ping ListTools ListPrompts GetPrompt ListResources
        ListResourceTemplates ReadResource Subscribe Unsubscribe CallTool Complete SetLevel
        ListRoots CreateMessage Elicit);
    replay("everything-tour-2025-11-25", 65, &reader);
}

#[test]
fn a_tour_of_2025_06_18_reads_as_its_own_types() {
    let reader = reader!(v2025_06_18: Initialize Ping ListTools ListPrompts GetPrompt ListResources
        ListResourceTemplates ReadResource Subscribe Unsubscribe CallTool Complete SetLevel
        ListRoots CreateMessage Elicit);
    replay("everything-tour-2025-06-18", 62, &reader);
}
