//! The Rust SDK's client through named scenarios, each against a server of its own:
//! `rmcp-client RECORD SESSIONS -- SERVER [ARGUMENT]…`
//!
//! Each scenario prints a line of JSON with its outcome.

use std::error::Error;
use std::future::Future;
use std::pin::Pin;
use std::process::{ExitCode, Stdio};
use std::time::Duration;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, CancelTaskParams, ClientCapabilities,
    ClientConfig, ElicitRequestParams, ElicitResult, ErrorCode, GetTaskParams, Implementation,
    ProtocolVersion, TaskPayload, UpdateTaskParams,
};
use rmcp::service::{RequestContext, RoleClient, RunningService};
use rmcp::{ClientHandler, ClientLifecycleMode, ClientServiceExt, ErrorData, ServiceError};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio::process::{Child, Command};

type Done = Result<(), Box<dyn Error>>;
type Scenario = fn(Session) -> Pin<Box<dyn Future<Output = Done>>>;

/// Each scenario, and whether its client declares the tasks extension.
const SCENARIOS: &[(&str, bool, Scenario)] = &[
    ("immediate result", true, |it| Box::pin(immediate(it))),
    ("task result", true, |it| Box::pin(task_result(it))),
    ("result twice", true, |it| Box::pin(result_twice(it))),
    ("input accepted", true, |it| Box::pin(input(it, "accept", "A report on owls."))),
    ("input declined", true, |it| Box::pin(input(it, "decline", "A report on nothing (decline)."))),
    ("failed", true, |it| Box::pin(failed(it))),
    ("isError result", true, |it| Box::pin(is_error(it))),
    ("cancel in flight", true, |it| Box::pin(cancel(it))),
    ("cancel after the end", true, |it| Box::pin(cancel_late(it))),
    ("unknown id", true, |it| Box::pin(unknown(it))),
    ("no extension: at once", false, |it| Box::pin(at_once(it))),
    ("no extension: demand for input", false, |it| Box::pin(demand(it))),
    ("no extension: task required", false, |it| Box::pin(required(it))),
    ("no extension: tasks/get", false, |it| Box::pin(not_declared(it))),
];

const DEADLINE: Duration = Duration::from_secs(30);

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, record, sessions, dashes, server @ ..] = arguments.as_slice() else {
        eprintln!("usage: rmcp-client RECORD SESSIONS -- SERVER [ARGUMENT]…");
        return ExitCode::FAILURE;
    };
    assert_eq!(dashes, "--", "the server's command comes after `--`");
    for (name, tasks, scenario) in SCENARIOS {
        let file =
            format!("{sessions}/{}.jsonl", name.replace(|c: char| !c.is_alphanumeric(), "-"));
        let mut command = Command::new(record);
        command.arg(file).args(server);
        let run = async {
            let session = Session::begin(command, *tasks).await?;
            scenario(session).await
        };
        let outcome = match tokio::time::timeout(DEADLINE, run).await {
            Ok(Ok(())) => "as expected".to_owned(),
            Ok(Err(error)) => error.to_string(),
            Err(_) => "no end in time".to_owned(),
        };
        println!("{}", json!({ "scenario": name, "outcome": outcome }));
    }
    ExitCode::SUCCESS
}

struct Handler {
    tasks: bool,
}

impl ClientHandler for Handler {
    fn get_info(&self) -> ClientConfig {
        let capabilities = ClientCapabilities::builder().enable_elicitation();
        let capabilities = match self.tasks {
            true => capabilities.enable_tasks().build(),
            false => capabilities.build(),
        };
        ClientConfig::new(capabilities, Implementation::new("rmcp-client", "1.0.0"))
    }

    async fn create_elicitation(
        &self,
        _: ElicitRequestParams,
        _: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        let answer = json!({ "action": "accept", "content": { "topic": "owls" } });
        read(answer).map_err(|error| ErrorData::internal_error(error.to_string(), None))
    }
}

struct Session {
    client: RunningService<RoleClient, Handler>,
    _server: Child,
}

impl Session {
    async fn begin(mut command: Command, tasks: bool) -> Result<Self, Box<dyn Error>> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).kill_on_drop(true);
        let mut server = command.spawn()?;
        let (from, to) = (server.stdout.take(), server.stdin.take());
        let transport = (from.ok_or("no output")?, to.ok_or("no input")?);
        let preferred_versions = vec![ProtocolVersion::V_2026_07_28];
        let mode = ClientLifecycleMode::Discover { preferred_versions };
        let client = Handler { tasks }.serve_with_lifecycle(transport, mode).await?;
        Ok(Self { client, _server: server })
    }

    async fn call(&self, tool: &str, arguments: Value) -> Result<CallToolResponse, ServiceError> {
        self.client.call_tool_once(params(tool, &arguments)).await
    }

    async fn begin_task(&self, tool: &str, arguments: Value) -> Result<String, Box<dyn Error>> {
        match self.call(tool, arguments).await? {
            CallToolResponse::Task(created) => Ok(created.task.task_id),
            other => Err(format!("no task: {other:?}").into()),
        }
    }

    async fn get(&self, task: &str) -> Result<TaskPayload, ServiceError> {
        tokio::time::sleep(Duration::from_millis(60)).await;
        Ok(self.client.peer().get_task(GetTaskParams::new(task)).await?.task.payload)
    }

    /// Polls until the task does something else than work.
    async fn rest(&self, task: &str) -> Result<TaskPayload, ServiceError> {
        loop {
            match self.get(task).await? {
                TaskPayload::Working => {}
                other => return Ok(other),
            }
        }
    }
}

async fn immediate(session: Session) -> Done {
    match session.call("echo", json!({ "text": "hello" })).await? {
        CallToolResponse::Complete(result) => is_text(&result, "hello"),
        other => Err(format!("no result: {other:?}").into()),
    }
}

async fn task_result(session: Session) -> Done {
    let task = session.begin_task("research", json!({ "topic": "owls" })).await?;
    completed(session.rest(&task).await?, "A report on owls.")
}

async fn result_twice(session: Session) -> Done {
    let task = session.begin_task("research", json!({ "topic": "owls" })).await?;
    let (once, twice) = (session.rest(&task).await?, session.rest(&task).await?);
    same(&once, &twice)?;
    completed(once, "A report on owls.")
}

async fn input(session: Session, action: &str, report: &str) -> Done {
    let task = session.begin_task("research", json!({})).await?;
    match session.rest(&task).await? {
        TaskPayload::InputRequired { input_requests } => {
            same(&input_requests.keys().collect::<Vec<_>>(), &vec!["topic"])?;
        }
        other => return Err(format!("no input is required: {other:?}").into()),
    }
    let answer = match action {
        "accept" => json!({ "action": action, "content": { "topic": "owls" } }),
        _ => json!({ "action": action }),
    };
    let params = UpdateTaskParams::new(&*task, read(json!({ "topic": answer }))?);
    session.client.peer().update_task(params).await?;
    completed(session.rest(&task).await?, report)
}

async fn failed(session: Session) -> Done {
    let task = session.begin_task("break", json!({})).await?;
    match session.rest(&task).await? {
        TaskPayload::Failed { error } => {
            let wanted =
                json!({ "code": -32000, "message": "It broke", "data": { "part": "spring" } });
            same(&Value::Object(error), &wanted)
        }
        other => Err(format!("not failed: {other:?}").into()),
    }
}

async fn is_error(session: Session) -> Done {
    let task = session.begin_task("apologize", json!({})).await?;
    match session.rest(&task).await? {
        TaskPayload::Completed { result } => same(&result.get("isError"), &Some(&json!(true))),
        other => Err(format!("not completed: {other:?}").into()),
    }
}

async fn cancel(session: Session) -> Done {
    let task = session.begin_task("sleep", json!({})).await?;
    same(&session.get(&task).await?, &TaskPayload::Working)?;
    session.client.peer().cancel_task(CancelTaskParams::new(&*task)).await?;
    same(&session.rest(&task).await?, &TaskPayload::Cancelled)
}

async fn cancel_late(session: Session) -> Done {
    let task = session.begin_task("research", json!({ "topic": "owls" })).await?;
    session.rest(&task).await?;
    session.client.peer().cancel_task(CancelTaskParams::new(&*task)).await?;
    completed(session.rest(&task).await?, "A report on owls.")
}

async fn unknown(session: Session) -> Done {
    is_error_code(session.get("nobody").await, ErrorCode::INVALID_PARAMS)
}

async fn at_once(session: Session) -> Done {
    match session.call("research", json!({ "topic": "owls" })).await? {
        CallToolResponse::Complete(result) => is_text(&result, "A report on owls."),
        other => Err(format!("no result: {other:?}").into()),
    }
}

async fn demand(session: Session) -> Done {
    // The SDK asks its handler, and calls again with the answer.
    is_text(&session.client.call_tool(params("research", &json!({}))).await?, "A report on owls.")
}

async fn required(session: Session) -> Done {
    let reply = session.call("sleep", json!({})).await;
    is_error_code(reply, ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY)
}

async fn not_declared(session: Session) -> Done {
    let reply = session.get("nobody").await;
    is_error_code(reply, ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY)
}

fn params(tool: &str, arguments: &Value) -> CallToolRequestParams {
    let params = CallToolRequestParams::new(tool.to_owned());
    params.with_arguments(arguments.as_object().cloned().unwrap_or_default())
}

fn completed(payload: TaskPayload, text: &str) -> Done {
    match payload {
        TaskPayload::Completed { result } => is_text(&read(Value::Object(result))?, text),
        other => Err(format!("not completed: {other:?}").into()),
    }
}

fn is_text(result: &CallToolResult, text: &str) -> Done {
    let said = result.content.first().and_then(|it| it.as_text()).map(|it| it.text.as_str());
    same(&said, &Some(text))
}

fn is_error_code<T: std::fmt::Debug>(reply: Result<T, ServiceError>, code: ErrorCode) -> Done {
    match reply {
        Err(ServiceError::McpError(error)) if error.code == code => Ok(()),
        other => Err(format!("not the error {code:?}: {other:?}").into()),
    }
}

fn same<T: std::fmt::Debug + PartialEq<U>, U: std::fmt::Debug>(found: &T, wanted: &U) -> Done {
    if found == wanted { Ok(()) } else { Err(format!("{found:?} is not {wanted:?}").into()) }
}

fn read<T: DeserializeOwned>(value: Value) -> serde_json::Result<T> {
    serde_json::from_value(value)
}
