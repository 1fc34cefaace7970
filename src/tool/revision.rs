//! What the tools of the revisions share.

use crate::json::{JsonSchema, Raw, RawObject};

mod sealed {
    /// Keeps the traits to the types of the revisions.
    pub trait Sealed {}
}

use sealed::Sealed;

/// A revision's `Tool`.
pub trait ListedTool: Sealed + Sized {
    /// A tool with its schemas. Revisions without output schemas leave theirs out.
    #[doc(hidden)]
    fn listed(name: &str, input: JsonSchema, output: Option<JsonSchema>) -> Self;
}

/// A revision's `CallToolRequestParams`.
pub trait ToolCall: Sealed {
    /// The arguments as they came.
    #[doc(hidden)]
    fn arguments(&self) -> Option<&RawObject>;
}

/// A revision's `CallToolResult`.
pub trait ToolResult: Sealed + Sized {
    /// Whether arguments that do not fit are the result's to report, not an error's.
    const REPORTS_ARGUMENTS: bool;

    /// A result with structured content, if the revision has it, and the text that says the same.
    #[doc(hidden)]
    fn structured(content: RawObject, text: String) -> Self;

    /// A result that says why the tool failed.
    #[doc(hidden)]
    fn failed(text: String) -> Self;
}

/// A `CallToolResult` that can have structured content: since 2025-06-18.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no structured content",
    note = "results have it since revision 2025-06-18"
)]
pub trait StructuredResult: ToolResult {
    /// Whether it says that the tool failed.
    #[doc(hidden)]
    fn is_failed(&self) -> bool;

    /// The structured content as it came.
    #[doc(hidden)]
    fn structured_content(&self) -> Option<&Raw>;

    /// Its text blocks, a line each.
    #[doc(hidden)]
    fn text(&self) -> String;
}

/// What every revision's types have alike.
#[allow(unused_macros, reason = "it is for the revisions that are switched on")]
macro_rules! plain {
    (reports: $reports:literal) => {
        impl Sealed for Tool {}
        impl Sealed for CallToolRequestParams {}
        impl Sealed for CallToolResult {}

        impl ToolCall for CallToolRequestParams {
            fn arguments(&self) -> Option<&RawObject> {
                self.arguments.as_ref()
            }
        }

        impl ListedTool for Tool {
            fn listed(name: &str, input: JsonSchema, output: Option<JsonSchema>) -> Self {
                with_output_schema(Tool::new(name, input), output)
            }
        }

        impl ToolResult for CallToolResult {
            const REPORTS_ARGUMENTS: bool = $reports;

            fn structured(content: RawObject, text: String) -> Self {
                let result = CallToolResult::new(vec![TextContent::new(text).into()]);
                with_structured_content(result, content)
            }

            fn failed(text: String) -> Self {
                CallToolResult::new(vec![TextContent::new(text).into()]).with_is_error(true)
            }
        }
    };
}

/// Until 2025-03-26 there is no place for what is structured.
#[allow(unused_macros, reason = "it is for the revisions that are switched on")]
macro_rules! unstructured {
    ($module:ident) => {
        use super::{JsonSchema, ListedTool, RawObject, Sealed, ToolCall, ToolResult};
        use crate::types::$module::{CallToolRequestParams, CallToolResult, TextContent, Tool};

        fn with_output_schema(tool: Tool, _: Option<JsonSchema>) -> Tool {
            tool
        }

        fn with_structured_content(result: CallToolResult, _: RawObject) -> CallToolResult {
            result
        }

        plain! { reports: false }
    };
}

/// Since 2025-06-18 there is.
#[allow(unused_macros, reason = "it is for the revisions that are switched on")]
macro_rules! structured {
    ($module:ident, reports: $reports:literal) => {
        use super::{JsonSchema, ListedTool, RawObject, Sealed, ToolCall, ToolResult};
        use super::{Raw, StructuredResult};
        use crate::types::$module::{
            CallToolRequestParams, CallToolResult, ContentBlock, TextContent, Tool,
        };

        fn with_output_schema(mut tool: Tool, output: Option<JsonSchema>) -> Tool {
            tool.output_schema = output;
            tool
        }

        fn with_structured_content(result: CallToolResult, content: RawObject) -> CallToolResult {
            result.with_structured_content(content)
        }

        plain! { reports: $reports }

        impl StructuredResult for CallToolResult {
            fn is_failed(&self) -> bool {
                self.is_error == Some(true)
            }

            fn structured_content(&self) -> Option<&Raw> {
                self.structured_content.as_ref().map(AsRef::as_ref)
            }

            fn text(&self) -> String {
                let texts = self.content.iter().filter_map(|block| match block {
                    ContentBlock::Text(text) => Some(text.text.as_str()),
                    _ => None,
                });
                texts.collect::<Vec<_>>().join("\n")
            }
        }
    };
}

#[cfg(feature = "v2024_11_05")]
mod v2024_11_05 {
    unstructured! { v2024_11_05 }
}

#[cfg(feature = "v2025_03_26")]
mod v2025_03_26 {
    unstructured! { v2025_03_26 }
}

#[cfg(feature = "v2025_06_18")]
mod v2025_06_18 {
    structured! { v2025_06_18, reports: false }
}

#[cfg(feature = "v2025_11_25")]
mod v2025_11_25 {
    structured! { v2025_11_25, reports: true }
}

#[cfg(feature = "v2026_07_28")]
mod v2026_07_28 {
    structured! { v2026_07_28, reports: true }
}
