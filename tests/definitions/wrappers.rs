//! Every way of reading a definition: from each kind of input, and inside a user's own types.

#![allow(dead_code, unused_macros, reason = "without a revision there is nothing to read")]

use std::fmt::Debug;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::same;

/// One of several, by trial: serde buffers the value first.
#[derive(Debug, Deserialize, Serialize)]
#[serde(untagged)]
enum Untagged<T> {
    Other(Other),
    This(T),
}

/// What no value is.
#[derive(Debug, Deserialize, Serialize)]
enum Other {}

/// An object around it, whose members stand among its own.
#[derive(Debug, Deserialize, Serialize)]
struct Flattened<T> {
    #[serde(rename = "x-outer")]
    outer: String,
    #[serde(flatten)]
    inner: T,
}

/// A tag of the user's own beside its members.
#[derive(Debug, Deserialize, Serialize)]
#[serde(tag = "x-tag", rename_all = "snake_case")]
enum Tagged<T> {
    This(T),
}

/// All of these, each in the other.
#[derive(Debug, Deserialize, Serialize)]
#[serde(untagged)]
enum Nested<T> {
    Other(Other),
    This(Flattened<Tagged<T>>),
}

/// Reads an instance in every way, writes it back, and names the way in which it differs.
pub type AllWays = fn(&str) -> Result<(), String>;

fn all_ways<T: Serialize + DeserializeOwned>(text: &str) -> Result<(), String> {
    let value: Value = serde_json::from_str(text).expect("an instance is JSON");
    let reader = serde_json::from_reader::<_, T>(text.as_bytes());
    equal("from_reader", reader, &value)?;
    equal("from_slice", mcp_typestate::from_slice::<T>(text.as_bytes()), &value)?;
    equal("from_value", mcp_typestate::from_value::<T>(value.clone()), &value)?;
    equal("serde_json's from_value", serde_json::from_value::<T>(value.clone()), &value)?;
    equal("untagged", serde_json::from_str::<Untagged<T>>(text), &value)?;
    equal("untagged from_value", serde_json::from_value::<Untagged<T>>(value.clone()), &value)?;
    if value.is_object() {
        let outer = r#""x-outer": "é""#;
        let tag = r#""x-tag": "this""#;
        wrapped::<Flattened<T>>("flattened", text, outer)?;
        wrapped::<Tagged<T>>("tagged", text, tag)?;
        wrapped::<Nested<T>>("nested", text, &format!("{outer}, {tag}"))?;
    }
    Ok(())
}

/// Reads an object with more members, before its own and after them.
fn wrapped<W: Serialize + DeserializeOwned>(
    way: &str,
    text: &str,
    members: &str,
) -> Result<(), String> {
    let inside = &text[1..text.len() - 1];
    let comma = if inside.is_empty() { "" } else { ", " };
    for text in [format!("{{{members}{comma}{inside}}}"), format!("{{{inside}{comma}{members}}}")] {
        let value = serde_json::from_str(&text).expect("still JSON");
        equal(way, serde_json::from_str::<W>(&text), &value)?;
    }
    Ok(())
}

fn equal<T: Serialize, E: Debug>(
    way: &str,
    read: Result<T, E>,
    value: &Value,
) -> Result<(), String> {
    let read = read.map_err(|error| format!("{way}: {error:?}"))?;
    let text = serde_json::to_string(&read).map_err(|error| format!("{way}: {error}"))?;
    let back: Value = serde_json::from_str(&text).map_err(|error| format!("{way}: {error}"))?;
    if same(&back, value) { Ok(()) } else { Err(format!("{way}: became {text}")) }
}

macro_rules! definitions {
    ($($name:literal => $ty:ty,)*) => { &[$(($name, all_ways::<$ty> as AllWays)),*] };
}

type Definitions = &'static [(&'static str, AllWays)];

macro_rules! revisions {
    ($(
        $(#[doc = $doc:literal])+
        $variant:ident $name:literal $module:ident $feature:literal $known:tt
    )+) => {
        &[$(
            #[cfg(feature = $feature)]
            ($name, include!(concat!(env!("OUT_DIR"), "/", $feature, "_definitions.rs"))),
        )+]
    };
}

/// Every revision that is switched on.
pub const REVISIONS: &[(&str, Definitions)] = include!("../../schema/revisions.rs");
