//! The one table of names and exceptions: what no rule could know.

/// Definitions that this crate writes by hand, once for all revisions, and their types.
pub(super) const BY_HAND: &[(&str, &str)] = &[
    ("Error", "jsonrpc::ErrorObject"),
    ("JSONArray", "json::Array"),
    ("JSONObject", "json::Object"),
    ("JSONRPCBatchRequest", "jsonrpc::Batch"),
    ("JSONRPCBatchResponse", "jsonrpc::Batch"),
    ("JSONRPCError", "jsonrpc::ErrorMessage"),
    ("JSONRPCErrorResponse", "jsonrpc::ErrorMessage"),
    ("JSONRPCMessage", "jsonrpc::AnyMessage"),
    ("JSONRPCNotification", "jsonrpc::NotificationMessage<jsonrpc::AnyCall>"),
    ("JSONRPCRequest", "jsonrpc::RequestMessage<jsonrpc::AnyCall>"),
    ("JSONRPCResponse", "jsonrpc::Reply"),
    ("JSONRPCResultResponse", "jsonrpc::ResultMessage"),
    ("JSONValue", "serde_json::Value"),
    ("Notification", "jsonrpc::AnyCall"),
    ("ProgressToken", "jsonrpc::ProgressToken"),
    ("Request", "jsonrpc::AnyCall"),
    ("RequestId", "jsonrpc::RequestId"),
];

/// Those of [`BY_HAND`] that say the same in every revision that has them, and what generated code
/// calls them: their JSON Schema is the type's own.
pub(super) const SAME_EVERYWHERE: &[(&str, &str)] =
    &[("Error", "ErrorObject"), ("ProgressToken", "ProgressToken"), ("RequestId", "RequestId")];

/// Definitions that become no item, and why.
pub(super) const SKIPPED: &[(&str, &str)] = &[
    ("Annotated", "the abstract shape of what has annotations"),
    ("ClientResult", "a reply is read as what the request that it answers returns"),
    ("PaginatedRequest", "the abstract shape of the list requests, none of which is it"),
    ("ResourceContents", "the abstract shape of two definitions; their union has its name"),
    ("Result", "the open shape of every result; `EmptyResult` is the same, and is sent"),
    ("ServerResult", "a reply is read as what the request that it answers returns"),
];

/// Names of nested objects, unions and enums, by the place that they are hoisted from.
///
/// Whatever is not here is named by rule: `XRequest.params` is `XRequestParams`, and so on.
pub(super) const HOISTED: &[(&str, &str)] = &[
    ("CallToolResult.content[]", "ContentBlock"),
    ("ClientCapabilities.elicitation", "ElicitationCapability"),
    ("ClientCapabilities.roots", "RootsCapability"),
    ("ClientCapabilities.sampling", "SamplingCapability"),
    ("ClientCapabilities.tasks", "ClientTasksCapability"),
    ("ClientTaskRequests.elicitation", "ElicitationTaskRequests"),
    ("ClientTaskRequests.sampling", "SamplingTaskRequests"),
    ("ClientTasksCapability.requests", "ClientTaskRequests"),
    ("CompleteRequestParams.argument", "CompletionArgument"),
    ("CompleteRequestParams.context", "CompletionContext"),
    ("CompleteRequestParams.ref", "CompletionReference"),
    ("CompleteResult.completion", "Completion"),
    ("CreateMessageRequestParams.includeContext", "IncludeContext"),
    ("CreateMessageResult.content", "SamplingMessageContentBlock"),
    ("ElicitRequestFormParams.requestedSchema", "ElicitationSchema"),
    ("ElicitRequestParams.requestedSchema", "ElicitationSchema"),
    ("ElicitResult.action", "ElicitAction"),
    ("EmbeddedResource.resource", "ResourceContents"),
    ("Icon.theme", "IconTheme"),
    ("NumberSchema.type", "NumberType"),
    ("PromptMessage.content", "ContentBlock"),
    ("ReadResourceResult.contents[]", "ResourceContents"),
    ("SamplingMessage.content", "SamplingMessageContentBlock"),
    ("ServerCapabilities.prompts", "PromptsCapability"),
    ("ServerCapabilities.resources", "ResourcesCapability"),
    ("ServerCapabilities.tasks", "ServerTasksCapability"),
    ("ServerCapabilities.tools", "ToolsCapability"),
    ("ServerTaskRequests.tools", "ToolTaskRequests"),
    ("ServerTasksCapability.requests", "ServerTaskRequests"),
    ("StringSchema.format", "StringFormat"),
    ("TitledEnumItems.anyOf[]", "EnumOption"),
    ("TitledMultiSelectEnumSchema.items", "TitledEnumItems"),
    ("TitledSingleSelectEnumSchema.oneOf[]", "EnumOption"),
    ("ToolChoice.mode", "ToolChoiceMode"),
    ("ToolExecution.taskSupport", "TaskSupport"),
    ("UntitledMultiSelectEnumSchema.items", "UntitledEnumItems"),
];

/// Places whose value is opaque and kept as its text, with the type of it: what the protocol carries
/// for tools and does not look into.
pub(super) const OPAQUE: &[(&str, &str)] = &[
    ("CallToolRequestParams.arguments", "RawObject"),
    ("CallToolResult.structuredContent", "RawObject"),
    ("Tool.inputSchema", "JsonSchema"),
    ("Tool.outputSchema", "JsonSchema"),
    ("ToolResultContent.structuredContent", "RawObject"),
    ("ToolUseContent.input", "RawObject"),
];

/// The type of what is opaque and need not be an object.
pub(super) const ANYTHING: &str = "Raw";

/// Maps whose order matters to people: the fields of a form.
pub(super) const ORDERED: &[&str] = &["ElicitationSchema.properties"];

/// Types that whatever has them as a member, as a variant or as the parameters of a variant's call
/// keeps in a box (see `boxed.rs`), by their names in Rust. clippy's `large_enum_variant` asks for
/// those that are larger than all other variants by far; the others are here by what was measured.
pub const BOXED: &[&str] = &[
    "Annotations",
    "CreateMessageRequestParams",
    "EmbeddedResource",
    "InitializeRequestParams",
    "RequestMeta",
    "ResourceLink",
];

/// Places whose value is an elicitation's answer, a type written by hand.
pub(super) const ANSWERS: &[&str] = &["ElicitResult.content{}"];

/// Definitions whose name says `Object` or nothing at all, under the name that users look for.
pub(super) const RENAMED: &[(&str, &str)] = &[
    ("MetaObject", "Meta"),
    ("NotificationMetaObject", "NotificationMeta"),
    ("RequestMetaObject", "RequestMeta"),
    ("ResultMetaObject", "ResultMeta"),
    ("SubscriptionsListenResultMetaObject", "SubscriptionsListenResultMeta"),
];

/// The protocol's own prefix of metadata keys, which Rust names leave out.
pub(super) const META_PREFIX: &str = "io.modelcontextprotocol/";

/// Required fields that a constructor takes first, in this order; the others follow by name.
pub(super) const LEADING: &[&str] =
    &["role", "level", "name", "uri", "uriTemplate", "taskId", "requestId", "progressToken", "id"];

/// Fields whose Rust name is not their wire name in snake case.
pub(super) const FIELDS: &[(&str, &str)] = &[
    ("$schema", "schema"),
    ("_meta", "meta"),
    ("const", "value"),
    ("enum", "values"),
    ("ref", "reference"),
    ("type", "kind"),
];

/// The capability without which a method is not to be sent: who declares it, and its path. Methods
/// that need none are here too, so that a new one is not forgotten. A revision whose capabilities
/// have no such path needs none.
pub(super) const CAPABILITIES: &[(&str, (Declares, &str))] = &[
    ("completion/complete", (Declares::Server, "completions")),
    ("elicitation/create", (Declares::Client, "elicitation")),
    ("initialize", (Declares::Nobody, "")),
    ("logging/setLevel", (Declares::Server, "logging")),
    ("notifications/cancelled", (Declares::Nobody, "")),
    ("notifications/elicitation/complete", (Declares::Client, "elicitation.url")),
    ("notifications/initialized", (Declares::Nobody, "")),
    ("notifications/message", (Declares::Server, "logging")),
    ("notifications/progress", (Declares::Nobody, "")),
    ("notifications/prompts/list_changed", (Declares::Server, "prompts.listChanged")),
    ("notifications/resources/list_changed", (Declares::Server, "resources.listChanged")),
    ("notifications/resources/updated", (Declares::Server, "resources.subscribe")),
    ("notifications/roots/list_changed", (Declares::Client, "roots.listChanged")),
    ("notifications/subscriptions/acknowledged", (Declares::Nobody, "")),
    ("notifications/tasks", (Declares::Server, TASKS_EXTENSION)),
    ("notifications/tasks/status", (Declares::Receiver, "tasks")),
    ("notifications/tools/list_changed", (Declares::Server, "tools.listChanged")),
    ("ping", (Declares::Nobody, "")),
    ("prompts/get", (Declares::Server, "prompts")),
    ("prompts/list", (Declares::Server, "prompts")),
    ("resources/list", (Declares::Server, "resources")),
    ("resources/read", (Declares::Server, "resources")),
    ("resources/subscribe", (Declares::Server, "resources.subscribe")),
    ("resources/templates/list", (Declares::Server, "resources")),
    ("resources/unsubscribe", (Declares::Server, "resources.subscribe")),
    ("roots/list", (Declares::Client, "roots")),
    ("sampling/createMessage", (Declares::Client, "sampling")),
    ("server/discover", (Declares::Nobody, "")),
    ("subscriptions/listen", (Declares::Nobody, "")),
    ("tasks/cancel", (Declares::Receiver, "tasks.cancel")),
    ("tasks/get", (Declares::Receiver, "tasks")),
    ("tasks/list", (Declares::Receiver, "tasks.list")),
    ("tasks/result", (Declares::Receiver, "tasks")),
    ("tasks/update", (Declares::Server, TASKS_EXTENSION)),
    ("tools/call", (Declares::Server, "tools")),
    ("tools/list", (Declares::Server, "tools")),
];

/// Where the tasks extension is declared; the core's paths about tasks stand for it where a
/// revision has no tasks in its core.
pub(super) const TASKS_EXTENSION: &str = "extensions[\"io.modelcontextprotocol/tasks\"]";

/// Who declares a capability.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Declares {
    Client,
    Server,
    /// Whichever side runs the task.
    Receiver,
    Nobody,
}

/// Markers of methods whose name without `Request` or `Notification` is another type's.
pub(super) const MARKERS: &[(&str, &str)] = &[("TaskStatusNotification", "TaskStatusChanged")];

/// Requests without a definition for their result: they are answered with an empty one.
pub(super) const ANSWERED_EMPTY: &[&str] =
    &["PingRequest", "SetLevelRequest", "SubscribeRequest", "UnsubscribeRequest"];

/// Unions told apart by which member is there: the member that only this definition has.
pub(super) const TELLING_MEMBERS: &[(&str, &str)] = &[
    ("BlobResourceContents", "blob"),
    ("CreateMessageResult", "model"),
    ("ElicitResult", "action"),
    ("ListRootsResult", "roots"),
    ("TextResourceContents", "text"),
];

/// The schemas of elicitation forms share their tag: what tells each, asked in this order.
pub(super) const FORM_SCHEMAS: &[(&str, FormRule)] = &[
    ("BooleanSchema", FormRule::Type(&["boolean"])),
    ("NumberSchema", FormRule::Type(&["integer", "number"])),
    ("TitledMultiSelectEnumSchema", FormRule::ItemsHave("anyOf")),
    ("UntitledMultiSelectEnumSchema", FormRule::ItemsHave("enum")),
    ("LegacyTitledEnumSchema", FormRule::Has("enumNames")),
    ("TitledSingleSelectEnumSchema", FormRule::Has("oneOf")),
    ("UntitledSingleSelectEnumSchema", FormRule::Has("enum")),
    ("EnumSchema", FormRule::Has("enum")),
    ("StringSchema", FormRule::Type(&["string"])),
];

/// How one of [`FORM_SCHEMAS`] is told from the others.
#[derive(Clone, Copy, Debug)]
pub(super) enum FormRule {
    /// `type` is one of these.
    Type(&'static [&'static str]),
    /// The member is there.
    Has(&'static str),
    /// `items` is an object that has the member.
    ItemsHave(&'static str),
}

/// Ends of definitions' names that say nothing as the name of a union's variant.
pub(super) const VARIANT_SUFFIXES: &[&str] =
    &["ResourceContents", "EnumSchema", "Schema", "Result"];

/// Acronyms that the schema shouts and Rust does not.
pub(super) const ACRONYMS: &[(&str, &str)] = &[("URL", "Url"), ("JSON", "Json"), ("RPC", "Rpc")];

/// The entry of a table.
pub(super) fn lookup<T: Copy>(table: &[(&str, T)], key: &str) -> Option<T> {
    table.iter().find(|(name, _)| *name == key).map(|(_, value)| *value)
}
