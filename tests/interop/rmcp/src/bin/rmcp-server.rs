//! A server of the Rust SDK over standard input and output, with the tasks extension.

use std::time::Duration;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, CancelTaskParams, ContentBlock,
    CreateTaskResult, ErrorCode, GetTaskParams, GetTaskResult, InputRequest, ListToolsResult,
    PaginatedRequestParams, ServerCapabilities, ServerConfig, UpdateTaskParams,
};
use rmcp::service::{RequestContext, RoleServer};
use rmcp::task_manager::{TaskContext, TaskExit, TaskManager, TaskOptions};
use rmcp::{ErrorData, ServerHandler, ServiceExt};
use serde_json::{Value, json};

const STEP: Duration = Duration::from_millis(60);

#[derive(Clone)]
struct Server {
    tasks: TaskManager,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let server = Server { tasks: TaskManager::new() };
    let service = server.serve((tokio::io::stdin(), tokio::io::stdout())).await?;
    service.waiting().await?;
    Ok(())
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().enable_tasks().build())
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let tool = |name: &str| json!({ "name": name, "inputSchema": { "type": "object" } });
        let tools: Vec<Value> =
            ["echo", "research", "break", "apologize", "sleep", "brief"].map(tool).into();
        read(json!({ "tools": tools }))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let argument = |name: &str| {
            let arguments = request.arguments.as_ref()?;
            arguments.get(name)?.as_str().map(str::to_owned)
        };
        if request.name == "echo" {
            return Ok(CallToolResponse::Complete(said(argument("text").unwrap_or_default())));
        }
        if !context.client_capabilities().is_some_and(|it| it.supports_tasks()) {
            return Err(ErrorData::invalid_params("it runs as a task", None));
        }
        let (name, topic) = (request.name.to_string(), argument("topic"));
        let options = TaskOptions::new().with_poll_interval_ms(50);
        let options = if name == "brief" { options.with_ttl_ms(200) } else { options };
        let task = self.tasks.spawn(options, |task| Box::pin(work(name, topic, task)));
        Ok(CallToolResponse::Task(CreateTaskResult::new(task)))
    }

    async fn get_task(
        &self,
        request: GetTaskParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetTaskResult, ErrorData> {
        Ok(GetTaskResult::new(self.tasks.get_task(&request.task_id)?))
    }

    async fn update_task(
        &self,
        request: UpdateTaskParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.tasks.update_task(&request.task_id, request.input_responses)
    }

    async fn cancel_task(
        &self,
        request: CancelTaskParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.tasks.cancel_task(&request.task_id)
    }
}

async fn work(
    name: String,
    topic: Option<String>,
    task: TaskContext,
) -> Result<CallToolResult, TaskExit> {
    match name.as_str() {
        "research" => {
            task.set_status_message("reading");
            tokio::time::sleep(STEP).await;
            let topic = match topic {
                Some(topic) => topic,
                None => {
                    let answer = task.request_input("topic", question()?).await?;
                    match answer["content"]["topic"].as_str() {
                        Some(topic) => topic.to_owned(),
                        None => format!("nothing ({})", answer["action"].as_str().unwrap_or("?")),
                    }
                }
            };
            tokio::time::sleep(STEP).await;
            Ok(said(format!("A report on {topic}.")))
        }
        "break" => {
            let data = Some(json!({ "part": "spring" }));
            Err(ErrorData::new(ErrorCode(-32000), "It broke", data).into())
        }
        "apologize" => Ok(CallToolResult::error(vec![ContentBlock::text("Sorry.")])),
        _ => {
            task.cancelled().await;
            Err(TaskExit::Cancelled)
        }
    }
}

fn question() -> Result<InputRequest, ErrorData> {
    let schema = json!({ "type": "object", "properties": { "topic": { "type": "string" } } });
    let form = json!({ "mode": "form", "message": "About what?", "requestedSchema": schema });
    read(json!({ "method": "elicitation/create", "params": form }))
}

fn said(text: String) -> CallToolResult {
    CallToolResult::success(vec![ContentBlock::text(text)])
}

fn read<T: serde::de::DeserializeOwned>(value: Value) -> Result<T, ErrorData> {
    serde_json::from_value(value)
        .map_err(|error| ErrorData::internal_error(error.to_string(), None))
}
