//! Tools from Rust types, over every revision that there is.

#![cfg(feature = "schemars")]
#![allow(dead_code, unused_macros, reason = "what is used is up to the revisions switched on")]

/// Runs a block for each of these revisions that has types: its name, and its module.
macro_rules! each {
    ([$($feature:literal $module:ident $name:literal),*] $revision:ident, $mcp:ident, $body:block) => {
        $(#[cfg(feature = $feature)]
        {
            use mcp_typestate::$module as $mcp;
            let $revision = $name;
            $body
        })*
    };
}

/// The revisions whose results have structured content.
macro_rules! each_structured {
    (|$revision:ident, $mcp:ident| $body:block) => {
        each! {
            ["v2025_06_18" v2025_06_18 "2025-06-18", "v2025_11_25" v2025_11_25 "2025-11-25",
             "v2026_07_28" v2026_07_28 "2026-07-28"]
            $revision, $mcp, $body
        }
    };
}

/// All revisions.
macro_rules! each_revision {
    (|$revision:ident, $mcp:ident| $body:block) => {
        each! {
            ["v2024_11_05" v2024_11_05 "2024-11-05", "v2025_03_26" v2025_03_26 "2025-03-26"]
            $revision, $mcp, $body
        }
        each_structured!(|$revision, $mcp| $body);
    };
}

#[cfg(any(
    feature = "v2024_11_05",
    feature = "v2025_03_26",
    feature = "v2025_06_18",
    feature = "v2025_11_25",
    feature = "v2026_07_28"
))]
#[path = "tool/both_sides.rs"]
mod both_sides;
#[cfg(feature = "validate")]
#[path = "tool/check.rs"]
mod check;
#[path = "tool/schemas.rs"]
mod schemas;

use mcp_typestate::tool::TypedTool;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What the tool of these tests takes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
struct Query {
    /// The city's name.
    city: String,
    #[serde(default)]
    days: u8,
    anything: Option<serde_json::Value>,
}

/// What it answers with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
struct Forecast {
    wind: f64,
    degrees: Vec<f64>,
    #[serde(default)]
    warnings: Vec<String>,
}

const FORECAST: TypedTool<Query, Forecast> = TypedTool::new("forecast");

/// The same without structured content.
const SAY: TypedTool<Query> = TypedTool::new("say");

fn query() -> Query {
    Query { city: "Oslo".to_owned(), days: 2, anything: None }
}

fn forecast() -> Forecast {
    Forecast { wind: 1.5, degrees: vec![17.5, -1.0], warnings: Vec::new() }
}
