//! The outcome of a call, for people and pipes.

use std::io::{self, Write};

use mcp_typestate::json::Object;
use mcp_typestate::jsonrpc::ErrorObject;
use mcp_typestate::v2026_07_28::{CallToolResult, ContentBlock, ResourceContents};
use mcp_typestate::{Failure, Outcome};
use serde_json::Value;

use crate::server::printable;

/// Prints what came out of a call: true for a result that reports no failure.
pub(crate) fn outcome(
    out: &mut impl Write,
    outcome: Outcome<CallToolResult>,
) -> Result<bool, ShowError> {
    match outcome {
        Outcome::Completed(result) => {
            print(out, &result)?;
            Ok(result.is_error != Some(true))
        }
        Outcome::Failed(Failure::Result(result)) => {
            print(out, &result)?;
            Ok(false)
        }
        Outcome::Failed(Failure::Error(error)) => Err(ShowError::Failed(error)),
        Outcome::Failed(Failure::Detail(detail)) => Err(ShowError::Detail(detail)),
        Outcome::Failed(_) => Err(ShowError::Silent),
        Outcome::Cancelled => Err(ShowError::Cancelled),
    }
}

/// Why there is no result to print.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ShowError {
    #[error("the result cannot be printed: {0}")]
    Output(#[from] io::Error),
    #[error("the task failed: {0}")]
    Failed(ErrorObject),
    #[error("the task failed: {0}")]
    Detail(Value),
    #[error("the task failed, and the server does not say why")]
    Silent,
    #[error("the task was cancelled")]
    Cancelled,
}

fn print(out: &mut impl Write, result: &CallToolResult) -> io::Result<()> {
    for block in &result.content {
        match block {
            ContentBlock::Text(text) => writeln!(out, "{}", text.text.trim_end_matches('\n'))?,
            other => writeln!(out, "[{}]", printable(&name(other)))?,
        }
    }
    if let Some(structured) = &result.structured_content {
        writeln!(out, "{}", serde_json::to_string_pretty(&serde_json::to_value(structured)?)?)?;
    }
    out.flush()
}

/// A block's type and size, in words.
fn name(block: &ContentBlock) -> String {
    match block {
        ContentBlock::Text(text) => format!("text, {} bytes", text.text.len()),
        ContentBlock::Image(it) => format!("image {}, {}", it.mime_type, decoded(&it.data)),
        ContentBlock::Audio(it) => format!("audio {}, {}", it.mime_type, decoded(&it.data)),
        ContentBlock::ResourceLink(link) => {
            let mime = mime(link.mime_type.as_ref());
            let size = link.size.map(|size| format!(", {size} bytes")).unwrap_or_default();
            format!("resource_link {}{mime}{size}", link.uri)
        }
        ContentBlock::Resource(embedded) => match &embedded.resource {
            ResourceContents::Text(it) => {
                let mime = mime(it.mime_type.as_ref());
                format!("resource {}{mime}, {} bytes", it.uri, it.text.len())
            }
            ResourceContents::Blob(it) => {
                format!("resource {}{}, {}", it.uri, mime(it.mime_type.as_ref()), decoded(&it.blob))
            }
            ResourceContents::Unknown(it) => format!("resource, {}", as_json(it)),
            _ => "resource".to_owned(),
        },
        ContentBlock::Unknown(it) => {
            let kind = it.get("type").and_then(Value::as_str).unwrap_or("block");
            format!("{kind}, {}", as_json(it))
        }
        _ => "block".to_owned(),
    }
}

fn mime(mime: Option<&String>) -> String {
    mime.map(|mime| format!(" {mime}")).unwrap_or_default()
}

/// The size of what base64 stands for.
fn decoded(base64: &str) -> String {
    format!("{} bytes", base64.trim_end_matches('=').len() * 3 / 4)
}

fn as_json(object: &Object) -> String {
    format!("{} bytes of JSON", serde_json::to_string(object).map_or(0, |json| json.len()))
}
