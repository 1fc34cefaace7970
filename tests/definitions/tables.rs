//! What the schema does not say and the types promise: how unions are told apart, and what is not
//! looked at.

use crate::node::Kinds;

/// Members whose value tells the members of a union apart. Nothing else is one in any revision.
pub const TAGS: &[&str] = &["type", "method", "resultType", "mode", "status"];

/// Unions told apart by which of these members is there, by the definition that has it.
pub const BY_PRESENCE: &[(&str, &str)] = &[
    ("BlobResourceContents", "blob"),
    ("CreateMessageResult", "model"),
    ("ElicitResult", "action"),
    ("ListRootsResult", "roots"),
    ("TextResourceContents", "text"),
];

/// Unions of form fields, which are told apart by several members together.
pub const FORMS: &[&str] =
    &["EnumSchema", "MultiSelectEnumSchema", "PrimitiveSchemaDefinition", "SingleSelectEnumSchema"];

/// The members by which form fields are told apart.
pub const FORM_MEMBERS: &[&str] = &["type", "items", "anyOf", "enum", "enumNames", "oneOf"];

/// Unions of whole messages.
pub const MESSAGES: &[&str] =
    &["JSONRPCBatchRequest", "JSONRPCBatchResponse", "JSONRPCMessage", "JSONRPCResponse"];

/// The members by which messages are told apart.
pub const MESSAGE_MEMBERS: &[&str] = &["id", "method", "result", "error"];

/// Places whose value may be anything, although the schema wants something particular.
pub const UNREAD: &[(&str, &str)] = &[
    ("JSONValue", "any JSON: the schema's own type leaves out null and fractions"),
    ("JSONRPCNotification.params", "a call of any method: its parameters are not looked at"),
    ("JSONRPCRequest.params", "a call of any method: its parameters are not looked at"),
    ("JSONRPCResponse.result", "read when the request that it answers is known"),
    ("JSONRPCResultResponse.result", "read when the request that it answers is known"),
    ("Notification.params", "a call of any method: its parameters are not looked at"),
    ("Request.params", "a call of any method: its parameters are not looked at"),
];

/// Places whose value is an object of which nothing else is looked at.
pub const UNREAD_INSIDE: &[(&str, &str)] = &[
    ("Tool.inputSchema", "a JSON Schema, kept as its text"),
    ("Tool.outputSchema", "a JSON Schema, kept as its text"),
];

/// Places whose value may have a type that the schema of some revision does not allow.
pub const WIDER: &[(&str, Kinds, &str)] = &[(
    "ElicitResult.content{}",
    Kinds::LIST,
    "an answer may be a list of strings before 2025-11-25, the first revision to ask for one",
)];

/// The members that a test moves to the front, the middle or the end of their object: whatever
/// decides how the others are read.
pub const DECIDING: &[&str] = &[
    "type",
    "method",
    "resultType",
    "mode",
    "status",
    "jsonrpc",
    "id",
    "text",
    "blob",
    "model",
    "action",
    "roots",
    "result",
    "error",
    "items",
    "enum",
    "oneOf",
    "enumNames",
];
