//! JSON Schemas of the envelope, which is one for all revisions.
//!
//! Where revisions differ, it is the later ones' that holds: an error needs no id, and `params` are
//! any object.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use super::{
    AnyCall, AnyMessage, ErrorCode, ErrorMessage, ErrorObject, NotificationMessage, ProgressToken,
    Reply, RequestId, RequestMessage, ResultMessage, VERSION,
};
use crate::json::Object;
use crate::revision::Revision;

/// A row for each type: what its schema is called, and the schema. Types in brackets are asked for
/// as the generator refers to them.
macro_rules! schemas {
    ($($ty:ty = $name:literal ($($part:ident: $of:ty),*) $schema:tt;)*) => {
        $(impl JsonSchema for $ty {
            fn schema_name() -> Cow<'static, str> {
                $name.into()
            }

            fn schema_id() -> Cow<'static, str> {
                concat!("mcp_typestate::", $name).into()
            }

            #[allow(unused_variables, reason = "some schemas refer to nothing")]
            fn json_schema(generator: &mut SchemaGenerator) -> Schema {
                $(let $part = generator.subschema_for::<$of>();)*
                json_schema!($schema)
            }
        })*
    };
}

schemas! {
    RequestId = "RequestId" () { "type": ["string", "integer"] };
    ProgressToken = "ProgressToken" () { "type": ["string", "integer"] };
    ErrorCode = "ErrorCode" () { "type": "integer" };
    Revision = "Revision" () { "type": "string" };
    ErrorObject = "ErrorObject" () {
        "type": "object",
        "properties": {
            "code": { "type": "integer" },
            "message": { "type": "string" },
            "data": {},
        },
        "required": ["code", "message"],
    };
    AnyCall = "AnyCall" (params: Object) {
        "type": "object",
        "properties": { "method": { "type": "string" }, "params": params },
        "required": ["method"],
    };
    RequestMessage<AnyCall> = "RequestMessage" (id: RequestId, params: Object) {
        "type": "object",
        "properties": {
            "jsonrpc": { "type": "string", "const": VERSION },
            "id": id,
            "method": { "type": "string" },
            "params": params,
        },
        "required": ["id", "jsonrpc", "method"],
    };
    NotificationMessage<AnyCall> = "NotificationMessage" (params: Object) {
        "type": "object",
        "properties": {
            "jsonrpc": { "type": "string", "const": VERSION },
            "method": { "type": "string" },
            "params": params,
        },
        "required": ["jsonrpc", "method"],
    };
    ResultMessage = "ResultMessage" (id: RequestId, result: Object) {
        "type": "object",
        "properties": {
            "jsonrpc": { "type": "string", "const": VERSION },
            "id": id,
            "result": result,
        },
        "required": ["id", "jsonrpc", "result"],
    };
    ErrorMessage = "ErrorMessage" (id: RequestId, error: ErrorObject) {
        "type": "object",
        "properties": {
            "jsonrpc": { "type": "string", "const": VERSION },
            "id": id,
            "error": error,
        },
        "required": ["error", "jsonrpc"],
    };
    Reply = "Reply" (result: ResultMessage, error: ErrorMessage) { "anyOf": [result, error] };
    AnyMessage = "AnyMessage" (
        request: RequestMessage<AnyCall>,
        notification: NotificationMessage<AnyCall>,
        result: ResultMessage,
        error: ErrorMessage
    ) { "anyOf": [request, notification, result, error] };
}
