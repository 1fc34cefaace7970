//! The objects of the messages.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::value::RawValue;
use serde_json::{Number, Value};

use super::members::{Extra, Members, objects};
use super::unions::{Block, Contents, Id, OneOrMany, SamplingBlock};

objects! {
    InitializeParams {
        protocol_version: String = "protocolVersion" required,
        capabilities: ClientCapabilities = "capabilities" required,
        client_info: Implementation = "clientInfo" required,
        meta: Meta = "_meta" optional,
    }
    ClientCapabilities {
        elicitation: Elicitation = "elicitation" optional,
        experimental: BTreeMap<String, Extra> = "experimental" optional,
        roots: Roots = "roots" optional,
        sampling: Sampling = "sampling" optional,
        tasks: Tasks = "tasks" optional,
    }
    Elicitation { form: Extra = "form" optional, url: Extra = "url" optional, }
    Roots { list_changed: bool = "listChanged" optional, }
    Sampling { context: Extra = "context" optional, tools: Extra = "tools" optional, }
    Tasks {
        list: Extra = "list" optional,
        cancel: Extra = "cancel" optional,
        requests: TaskRequests = "requests" optional,
    }
    TaskRequests {
        sampling: TaskSampling = "sampling" optional,
        elicitation: TaskElicitation = "elicitation" optional,
    }
    TaskSampling { create_message: Extra = "createMessage" optional, }
    TaskElicitation { create: Extra = "create" optional, }
    Implementation {
        name: String = "name" required,
        version: String = "version" required,
        title: String = "title" optional,
        description: String = "description" optional,
        icons: Vec<Icon> = "icons" optional,
        website_url: String = "websiteUrl" optional,
    }
    Icon {
        src: String = "src" required,
        mime_type: String = "mimeType" optional,
        sizes: Vec<String> = "sizes" optional,
        theme: String = "theme" optional,
    }
    Meta { progress_token: Id = "progressToken" optional, }
    CallParams {
        name: String = "name" required,
        arguments: Opaque = "arguments" optional,
        task: TaskMetadata = "task" optional,
        meta: Meta = "_meta" optional,
    }
    TaskMetadata { ttl: u64 = "ttl" optional, }
    Progress {
        progress_token: Id = "progressToken" required,
        progress: Number = "progress" required,
        total: Number = "total" optional,
        message: String = "message" optional,
        meta: Extra = "_meta" optional,
    }
    Task {
        task_id: String = "taskId" required,
        status: String = "status" required,
        created_at: String = "createdAt" required,
        last_updated_at: String = "lastUpdatedAt" required,
        ttl: Option<i64> = "ttl" required,
        poll_interval: i64 = "pollInterval" optional,
        status_message: String = "statusMessage" optional,
        meta: Extra = "_meta" optional,
    }
    Tools {
        tools: Vec<Tool> = "tools" required,
        next_cursor: String = "nextCursor" optional,
        meta: Extra = "_meta" optional,
    }
    Tool {
        name: String = "name" required,
        title: String = "title" optional,
        description: String = "description" optional,
        input_schema: Box<RawValue> = "inputSchema" required,
        output_schema: Box<RawValue> = "outputSchema" optional,
        annotations: ToolAnnotations = "annotations" optional,
        execution: Execution = "execution" optional,
        icons: Vec<Icon> = "icons" optional,
        meta: Extra = "_meta" optional,
    }
    Execution { task_support: String = "taskSupport" optional, }
    ToolAnnotations {
        title: String = "title" optional,
        read_only_hint: bool = "readOnlyHint" optional,
        destructive_hint: bool = "destructiveHint" optional,
        idempotent_hint: bool = "idempotentHint" optional,
        open_world_hint: bool = "openWorldHint" optional,
    }
    CallResult {
        content: Vec<Block> = "content" required,
        structured_content: Opaque = "structuredContent" optional,
        is_error: bool = "isError" optional,
        meta: Extra = "_meta" optional,
    }
    Text {
        text: String = "text" required,
        annotations: Annotations = "annotations" optional,
        meta: Extra = "_meta" optional,
    }
    Media {
        data: String = "data" required,
        mime_type: String = "mimeType" required,
        annotations: Annotations = "annotations" optional,
        meta: Extra = "_meta" optional,
    }
    Embedded {
        resource: Contents = "resource" required,
        annotations: Annotations = "annotations" optional,
        meta: Extra = "_meta" optional,
    }
    ToolUse {
        id: String = "id" required,
        name: String = "name" required,
        input: Opaque = "input" required,
        meta: Extra = "_meta" optional,
    }
    ToolResult {
        tool_use_id: String = "toolUseId" required,
        content: Vec<Block> = "content" required,
        structured_content: Opaque = "structuredContent" optional,
        is_error: bool = "isError" optional,
        meta: Extra = "_meta" optional,
    }
    Annotations {
        audience: Vec<Role> = "audience" optional,
        priority: Number = "priority" optional,
        last_modified: String = "lastModified" optional,
    }
    Resources {
        resources: Vec<Resource> = "resources" required,
        next_cursor: String = "nextCursor" optional,
        meta: Extra = "_meta" optional,
    }
    Resource {
        uri: String = "uri" required,
        name: String = "name" required,
        title: String = "title" optional,
        description: String = "description" optional,
        mime_type: String = "mimeType" optional,
        size: i64 = "size" optional,
        annotations: Annotations = "annotations" optional,
        icons: Vec<Icon> = "icons" optional,
        meta: Extra = "_meta" optional,
    }
    Read { contents: Vec<Contents> = "contents" required, meta: Extra = "_meta" optional, }
    SamplingParams {
        messages: Vec<SamplingMessage> = "messages" required,
        max_tokens: i64 = "maxTokens" required,
        model_preferences: ModelPreferences = "modelPreferences" optional,
        system_prompt: String = "systemPrompt" optional,
        include_context: String = "includeContext" optional,
        temperature: Number = "temperature" optional,
        stop_sequences: Vec<String> = "stopSequences" optional,
        metadata: Extra = "metadata" optional,
        tools: Vec<Tool> = "tools" optional,
        tool_choice: ToolChoice = "toolChoice" optional,
        task: TaskMetadata = "task" optional,
        meta: Meta = "_meta" optional,
    }
    ToolChoice { mode: String = "mode" optional, }
    ModelPreferences {
        hints: Vec<ModelHint> = "hints" optional,
        cost_priority: Number = "costPriority" optional,
        speed_priority: Number = "speedPriority" optional,
        intelligence_priority: Number = "intelligencePriority" optional,
    }
    ModelHint { name: String = "name" optional, }
    SamplingMessage {
        role: Role = "role" required,
        content: OneOrMany<SamplingBlock> = "content" required,
        meta: Extra = "_meta" optional,
    }
    Sampled {
        model: String = "model" required,
        role: Role = "role" required,
        content: OneOrMany<SamplingBlock> = "content" required,
        stop_reason: String = "stopReason" optional,
        meta: Extra = "_meta" optional,
    }
    ErrorObject {
        code: i64 = "code" required,
        message: String = "message" required,
        data: Value = "data" optional,
    }
}

/// Who speaks. Unknown values survive.
#[derive(Debug)]
pub enum Role {
    User,
    Assistant,
    Other(String),
}

impl<'de> Deserialize<'de> for Role {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Role, D::Error> {
        struct RoleVisitor;
        impl Visitor<'_> for RoleVisitor {
            type Value = Role;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a role")
            }
            fn visit_str<E>(self, role: &str) -> Result<Role, E> {
                Ok(match role {
                    "user" => Role::User,
                    "assistant" => Role::Assistant,
                    other => Role::Other(other.to_owned()),
                })
            }
        }
        deserializer.deserialize_str(RoleVisitor)
    }
}

impl Serialize for Role {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match self {
            Role::User => "user",
            Role::Assistant => "assistant",
            Role::Other(other) => other,
        })
    }
}

/// What belongs to a tool: an object as its own text, which nests at most 100 levels.
#[derive(Debug)]
pub struct Opaque(Box<RawValue>);

impl<'de> Deserialize<'de> for Opaque {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Opaque, D::Error> {
        let text = Box::<RawValue>::deserialize(deserializer)?;
        if !text.get().starts_with('{') || is_deep(text.get()) {
            return Err(Error::custom("expected an object of at most 100 levels"));
        }
        Ok(Opaque(text))
    }
}

impl Serialize for Opaque {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

fn is_deep(text: &str) -> bool {
    const MOST: usize = 100;

    if text.bytes().filter(|byte| matches!(byte, b'[' | b'{')).count() <= MOST {
        return false;
    }
    let mut depth = 0;
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' => {
                while let Some(byte) = bytes.next() {
                    match byte {
                        b'"' => break,
                        b'\\' => drop(bytes.next()),
                        _ => {}
                    }
                }
            }
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth -= 1,
            _ => {}
        }
        if depth > MOST {
            return true;
        }
    }
    false
}
