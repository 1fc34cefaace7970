//! Tools whose arguments and structured content are Rust types.
//!
//! A [`TypedTool`] is one line that both sides can share. The server lists the tool with the
//! schemas of the types, reads arguments and writes results; the client writes arguments and reads
//! results.
//!
//! ```
//! use mcp_typestate::jsonrpc::ErrorObject;
//! use mcp_typestate::tool::TypedTool;
//! # #[cfg(feature = "v2025_11_25")] {
//! use mcp_typestate::v2025_11_25 as mcp;
//! use schemars::JsonSchema;
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Serialize, Deserialize, JsonSchema)]
//! struct Query {
//!     /// The city's name.
//!     city: String,
//!     days: u8,
//! }
//!
//! #[derive(Serialize, Deserialize, JsonSchema)]
//! struct Forecast {
//!     degrees: Vec<f64>,
//! }
//!
//! const FORECAST: TypedTool<Query, Forecast> = TypedTool::new("forecast");
//!
//! // The server lists it, and answers a call of it.
//! let tool: mcp::Tool = FORECAST.tool()?;
//! assert!(tool.output_schema.is_some());
//!
//! fn answer(params: &mcp::CallToolRequestParams) -> Result<mcp::CallToolResult, ErrorObject> {
//!     let query = match FORECAST.arguments(params) {
//!         Ok(query) => query,
//!         Err(error) => return error.answer(),
//!     };
//!     let forecast = Forecast { degrees: vec![17.5; query.days.into()] };
//!     FORECAST.result(&forecast).map_err(|error| error.answer())
//! }
//!
//! // The client calls it, and reads what comes back.
//! let query = Query { city: "Oslo".to_owned(), days: 2 };
//! let params = mcp::CallToolRequestParams::new(FORECAST.name())
//!     .with_arguments(FORECAST.encode(&query)?);
//! let forecast = FORECAST.output(&answer(&params)?)?;
//! assert_eq!(forecast.degrees, [17.5, 17.5]);
//!
//! // What does not fit is named by its path.
//! let params = serde_json::json!({ "name": "forecast", "arguments": { "city": "Oslo", "days": "two" } });
//! let params: mcp::CallToolRequestParams = mcp_typestate::from_value(params)?;
//! let error = FORECAST.arguments(&params).err().unwrap();
//! assert_eq!(
//!     error.to_string(),
//!     "params.arguments.days: invalid type: string \"two\", expected u8",
//! );
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The derive is that of the crate `schemars`, version 1, which you depend on yourself. It writes
//! members in the order of their names; with its feature `preserve_order` they keep the order of
//! the struct.
//!
//! | revision | listed with | a result has | arguments that do not fit are |
//! |---|---|---|---|
//! | until 2025-03-26 | `inputSchema` | text | an error, -32602 |
//! | 2025-06-18 | and `outputSchema` | and `structuredContent` | an error, -32602 |
//! | since 2025-11-25 | and `outputSchema` | and `structuredContent` | a result with `isError` |

mod arguments;
#[cfg(feature = "validate")]
mod check;
mod encode;
mod output;
mod revision;
mod schema;

use std::fmt;
use std::marker::PhantomData;

use schemars::JsonSchema;

pub use arguments::ArgumentsError;
#[cfg(feature = "validate")]
pub use check::Disagreement;
pub use encode::EncodeError;
pub use output::OutputError;
pub use revision::{ListedTool, StructuredResult, ToolCall, ToolResult};
pub use schema::NotAnObject;

use crate::json;

/// A tool by its name, with the type of its arguments and that of its structured content.
///
/// `A` and `O` are structs of your own, or whatever else serde writes as an object. A tool without
/// parameters has a struct without fields for `A`. One that answers with content blocks alone
/// leaves `O` out, and has no method `result`.
pub struct TypedTool<A, O = Unstructured> {
    name: &'static str,
    types: PhantomData<fn(A) -> O>,
}

/// In the place of the structured content's type: there is no such content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unstructured {}

impl<A, O> TypedTool<A, O> {
    /// The tool of this name.
    #[must_use]
    pub const fn new(name: &'static str) -> Self {
        Self { name, types: PhantomData }
    }

    /// The name, by which `tools/call` finds it.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }
}

impl<A: JsonSchema, O> TypedTool<A, O> {
    /// The schema of the arguments: what [`arguments`](Self::arguments) reads.
    ///
    /// # Errors
    /// When `A` is not written as an object.
    pub fn input_schema(&self) -> Result<json::JsonSchema, NotAnObject> {
        schema::of_what_is_read::<A>()
    }
}

impl<A, O: JsonSchema> TypedTool<A, O> {
    /// The schema of the structured content: what [`result`](Self::result) writes.
    ///
    /// # Errors
    /// When `O` is not written as an object.
    pub fn output_schema(&self) -> Result<json::JsonSchema, NotAnObject> {
        schema::of_what_is_written::<O>()
    }
}

impl<A: JsonSchema> TypedTool<A> {
    /// The tool as a revision lists it, with its name and its input schema. The rest is for you to
    /// set.
    ///
    /// # Errors
    /// When `A` is not written as an object.
    pub fn tool<T: ListedTool>(&self) -> Result<T, NotAnObject> {
        Ok(T::listed(self.name, self.input_schema()?, None))
    }
}

impl<A: JsonSchema, O: JsonSchema> TypedTool<A, O> {
    /// The tool as a revision lists it, with its name, its input schema and, where the revision has
    /// one, its output schema. The rest is for you to set.
    ///
    /// # Errors
    /// When `A` or `O` is not written as an object.
    pub fn tool<T: ListedTool>(&self) -> Result<T, NotAnObject> {
        Ok(T::listed(self.name, self.input_schema()?, Some(self.output_schema()?)))
    }
}

impl<A, O> Clone for TypedTool<A, O> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<A, O> Copy for TypedTool<A, O> {}

impl<A, O> fmt::Debug for TypedTool<A, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("TypedTool").field(&self.name).finish()
    }
}
