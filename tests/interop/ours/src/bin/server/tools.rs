//! The tools: what they are called, what they take, how they run, and what they do at once.

use mcp_typestate::json::Object;
use mcp_typestate::jsonrpc::{AnyCall, ErrorCode, ErrorObject};
use mcp_typestate::receiver::TaskSupport;
use serde_json::{Value, json};

/// A tool, as it is listed and as the receiver's policy wants it.
pub(crate) struct Tool {
    pub(crate) name: &'static str,
    pub(crate) support: TaskSupport,
    /// Its arguments, strings that may be left out.
    arguments: &'static [&'static str],
    /// Whether it is work that a server rather runs as a task, where the server decides.
    pub(crate) long: bool,
}

pub(crate) const TOOLS: &[Tool] = &[
    // Says back what it was given.
    Tool { name: "echo", support: TaskSupport::Optional, arguments: &["text"], long: false },
    // The same, and never as a task.
    Tool { name: "plain", support: TaskSupport::Forbidden, arguments: &["text"], long: false },
    // Reports on a topic after a pause in milliseconds, and asks for a topic if it has none.
    Tool {
        name: "research",
        support: TaskSupport::Optional,
        arguments: &["topic", "pause"],
        long: true,
    },
    // Goes on until somebody cancels it.
    Tool { name: "sleep", support: TaskSupport::Required, arguments: &[], long: true },
    // Ends with a JSON-RPC error.
    Tool { name: "break", support: TaskSupport::Optional, arguments: &[], long: true },
    // Ends with a result that says that it failed.
    Tool { name: "apologize", support: TaskSupport::Optional, arguments: &[], long: true },
];

impl Tool {
    pub(crate) fn find(call: &AnyCall) -> Option<&'static Tool> {
        let name = call.params.as_ref()?.get("name")?.as_str()?;
        TOOLS.iter().find(|tool| tool.name == name)
    }

    /// The tool in `tools/list`; whether it runs as a task is said there up to 2025-11-25.
    pub(crate) fn listed(&self, core: bool) -> Value {
        let string = |name: &&str| ((*name).to_owned(), json!({ "type": "string" }));
        let properties: Object = self.arguments.iter().map(string).collect();
        let schema = json!({ "type": "object", "properties": properties });
        let mut tool = json!({ "name": self.name, "inputSchema": schema });
        if core {
            let support = match self.support {
                TaskSupport::Forbidden => "forbidden",
                TaskSupport::Optional => "optional",
                TaskSupport::Required => "required",
            };
            tool["execution"] = json!({ "taskSupport": support });
        }
        tool
    }
}

/// What comes of a call that is no task.
pub(crate) fn directly(tool: &Tool, call: &AnyCall, core: bool) -> Result<Value, ErrorObject> {
    match tool.name {
        "echo" | "plain" => Ok(text(argument(call, "text").unwrap_or_default())),
        "research" => Ok(match argument(call, "topic").or_else(|| demanded(call)) {
            Some(topic) => report(&topic),
            // The core has no other way to ask than as a request of the server's own.
            None if core => failure("Without a topic it runs only as a task."),
            None => json!({
                "resultType": "input_required",
                "inputRequests": { "topic": question() },
                "requestState": "without a topic",
            }),
        }),
        "break" => Err(broken()),
        "apologize" => Ok(failure("Sorry.")),
        name => Err(ErrorObject::new(ErrorCode::INVALID_PARAMS, format!("{name} runs as a task"))),
    }
}

/// The question for a topic, as a request to the client.
pub(crate) fn question() -> Value {
    let schema = json!({ "type": "object", "properties": { "topic": { "type": "string" } } });
    let form = json!({
        "mode": "form",
        "message": "What is it to be about?",
        "requestedSchema": schema,
    });
    json!({ "method": "elicitation/create", "params": form })
}

/// The topic in the answer to the question, if the client's user gave one.
pub(crate) fn topic(answer: &Value) -> String {
    match (answer["action"].as_str(), answer["content"]["topic"].as_str()) {
        (Some("accept"), Some(topic)) => topic.to_owned(),
        (action, _) => format!("nothing ({})", action.unwrap_or("no action")),
    }
}

/// The topic in a call that is made again with the answer.
fn demanded(call: &AnyCall) -> Option<String> {
    call.params.as_ref()?.get("inputResponses")?.get("topic").map(topic)
}

pub(crate) fn argument(call: &AnyCall, name: &str) -> Option<String> {
    let argument = call.params.as_ref()?.get("arguments")?.get(name)?;
    argument.as_str().map(str::to_owned)
}

pub(crate) fn report(topic: &str) -> Value {
    text(format!("A report on {topic}."))
}

pub(crate) fn text(text: String) -> Value {
    json!({ "content": [{ "type": "text", "text": text }] })
}

/// Says what kind of result it is, as 2026-07-28 wants it.
pub(crate) fn complete(result: &mut Value) {
    if result.get("resultType").is_none() {
        result["resultType"] = json!("complete");
    }
}

pub(crate) fn failure(why: &str) -> Value {
    let mut result = text(why.to_owned());
    result["isError"] = json!(true);
    result
}

/// The error that the tool `break` ends with.
pub(crate) fn broken() -> ErrorObject {
    ErrorObject::new(ErrorCode(-32000), "It broke").with_data(json!({ "part": "spring" }))
}
