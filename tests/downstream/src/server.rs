//! A server with one tool.

use mcp_typestate::Reply;
use mcp_typestate::json::Raw;
use mcp_typestate::jsonrpc::{Body, Envelope, ErrorCode, ErrorMessage, ErrorObject, Message};
use mcp_typestate::tool::TypedTool;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::protocol::{
    CallToolRequestParams, CallToolResult, ClientMessage, ClientRequest, Icon, Implementation,
    InitializeResult, ListToolsResult, ServerCapabilities, ToolsCapability,
};

/// What the tool is asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Query {
    /// The city's name.
    pub city: String,
    /// For how many days, today among them.
    #[schemars(range(min = 1, max = 14))]
    pub days: u8,
}

/// What the tool answers: among its own members, a type of the protocol's.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Forecast {
    /// In °C, a day each.
    pub degrees: Vec<f64>,
    /// What to show beside it.
    pub icon: Option<Icon>,
}

/// The tool: what a client calls, and what the server lists and answers.
pub const FORECAST: TypedTool<Query, Forecast> = TypedTool::new("forecast");

/// A server, with what it knows of the weather.
#[derive(Clone, Debug)]
pub struct Server<F> {
    weather: F,
}

impl<F: Fn(&Query) -> Forecast> Server<F> {
    /// A server that asks this of the weather.
    pub fn new(weather: F) -> Self {
        Self { weather }
    }

    /// What a client is told that there is.
    #[must_use]
    pub fn capabilities() -> ServerCapabilities {
        ServerCapabilities::new().with_tools(ToolsCapability::new())
    }

    /// Answers a message; none is due to a notification.
    #[must_use]
    pub fn answer(&self, text: &str) -> Option<Reply> {
        let request = match mcp_typestate::from_str::<ClientMessage>(text) {
            Ok(Message::Request(request)) => request,
            Ok(Message::Notification(_) | Message::Reply(_)) => return None,
            Err(error) => return unreadable(text, &error),
        };
        let result = match request.body {
            ClientRequest::Initialize(_) => written(&InitializeResult::new(
                Self::capabilities(),
                "2025-11-25",
                Implementation::new("downstream", "1.0.0"),
            )),
            ClientRequest::Ping(_) => Raw::from_text("{}").map_err(|error| internal(&error)),
            ClientRequest::ListTools(_) => FORECAST
                .tool()
                .map_err(|error| internal(&error))
                .and_then(|tool| written(&ListToolsResult::new(vec![tool]))),
            ClientRequest::CallTool(call) if call.params.name == FORECAST.name() => {
                self.forecast(&call.params).and_then(|result| written(&result))
            }
            ClientRequest::CallTool(call) => {
                let message = format!("there is no tool {}", call.params.name);
                Err(ErrorObject::new(ErrorCode::INVALID_PARAMS, message))
            }
            other => Err(ErrorObject::new(ErrorCode::METHOD_NOT_FOUND, other.method())),
        };
        Some(match result {
            Ok(result) => Reply::ok(request.id, result),
            Err(error) => Reply::error(request.id, error),
        })
    }

    fn forecast(&self, params: &CallToolRequestParams) -> Result<CallToolResult, ErrorObject> {
        match FORECAST.arguments(params) {
            Ok(query) => FORECAST.result(&(self.weather)(&query)).map_err(|error| error.answer()),
            Err(error) => error.answer(),
        }
    }
}

/// A result as it is sent, whichever it is.
fn written(result: &impl Serialize) -> Result<Raw, ErrorObject> {
    Raw::from_value(result).map_err(|error| internal(&error))
}

fn internal(error: &impl std::error::Error) -> ErrorObject {
    ErrorObject::new(ErrorCode::INTERNAL_ERROR, error.to_string())
}

/// The answer to a message that cannot be read: to its id, if it is a request that has one.
fn unreadable(text: &str, error: &mcp_typestate::DecodeError) -> Option<Reply> {
    let words = error.to_string();
    match Envelope::from_str(text) {
        Ok(Envelope::Request { id, .. }) => {
            Some(Reply::error(id, ErrorObject::new(ErrorCode::INVALID_PARAMS, words)))
        }
        Ok(_) => None,
        Err(_) => {
            let error = ErrorObject::new(ErrorCode::INVALID_REQUEST, words);
            let mut message = ErrorMessage::new(0, error);
            message.id = None; // nobody knows whom it answers
            Some(Reply::Error(message))
        }
    }
}
