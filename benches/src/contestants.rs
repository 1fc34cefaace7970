//! Who reads and writes the messages.

use std::hint::black_box;

use mcp_typestate::jsonrpc::{Envelope, Message as Any, Reply};
use mcp_typestate::method::Request;
use mcp_typestate::v2025_11_25 as ours;
#[cfg(feature = "peers")]
use rust_mcp_schema::schema_utils as schema;
use serde::Serialize;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::Value;

use crate::floor;
use crate::messages::Kind;

/// One way to read and write messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contestant {
    /// This crate: requests and notifications by their method, replies by what they answer.
    Ours,
    /// The same where a reply is first read as any message, and typed once its id is known.
    OursAsItArrives,
    /// What one writes by hand for these messages alone: see [`floor`].
    Floor,
    /// rmcp's own message types, as its transports read them.
    Rmcp,
    /// rust-mcp-schema's own message types, as its SDK's transports read them: one or a batch.
    Schema,
    /// serde_json's `Value`: any JSON, no types.
    Value,
    /// The crate's borrowed envelope: which message it is, and where its body lies.
    Envelope,
    /// serde_json skipping over the same bytes.
    Skip,
}

/// Those that the tables compare, in the order of the columns.
pub const COMPARED: &[Contestant] = &[
    Contestant::Ours,
    Contestant::Floor,
    Contestant::Rmcp,
    Contestant::Schema,
    Contestant::Value,
    Contestant::OursAsItArrives,
];

impl Contestant {
    /// What tables and files call it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Contestant::Ours => "mcp-typestate",
            Contestant::OursAsItArrives => "mcp-typestate, as it arrives",
            Contestant::Floor => "by hand",
            Contestant::Rmcp => "rmcp",
            Contestant::Schema => "rust-mcp-schema",
            Contestant::Value => "serde_json::Value",
            Contestant::Envelope => "envelope",
            Contestant::Skip => "skipping",
        }
    }

    /// Reads a message once and lets it go.
    pub fn decode(self, kind: Kind, text: &str) {
        self.visit(kind, text, &mut Decode);
    }

    /// Reads a message, so that it can be written many times.
    pub fn writer(self, kind: Kind, text: &str) -> Box<dyn Fn() -> String> {
        let mut keep = Keep(None);
        self.visit(kind, text, &mut keep);
        keep.0.expect("every visit gives a value")
    }

    /// Whether it takes part: reading as it arrives differs for replies alone, and the peers are a
    /// feature.
    #[must_use]
    pub fn reads(self, kind: Kind) -> bool {
        match self {
            Contestant::OursAsItArrives => kind.is_reply(),
            Contestant::Rmcp | Contestant::Schema => cfg!(feature = "peers"),
            _ => true,
        }
    }

    fn visit<V: Visit>(self, kind: Kind, text: &str, visit: &mut V) {
        match self {
            Contestant::Ours => match kind {
                Kind::FromClient => visit.text::<ours::ClientMessage>(text),
                Kind::FromServer => visit.text::<ours::ServerMessage>(text),
                Kind::ToolsList => visit.text::<Reply<ours::ListToolsResult>>(text),
                Kind::ToolsCall => visit.text::<Reply<ours::CallToolResult>>(text),
                Kind::ResourcesList => visit.text::<Reply<ours::ListResourcesResult>>(text),
                Kind::ResourcesRead => visit.text::<Reply<ours::ReadResourceResult>>(text),
                Kind::TasksGet => visit.text::<Reply<ours::GetTaskResult>>(text),
                Kind::Sampled => visit.text::<Reply<ours::CreateMessageResult>>(text),
            },
            Contestant::OursAsItArrives => match kind {
                Kind::FromClient => visit.text::<ours::ClientMessage>(text),
                Kind::FromServer => visit.text::<ours::ServerMessage>(text),
                Kind::ToolsList => visit.value(arrived::<ours::ListTools>(text)),
                Kind::ToolsCall => visit.value(arrived::<ours::CallTool>(text)),
                Kind::ResourcesList => visit.value(arrived::<ours::ListResources>(text)),
                Kind::ResourcesRead => visit.value(arrived::<ours::ReadResource>(text)),
                Kind::TasksGet => visit.value(arrived::<ours::GetTask>(text)),
                Kind::Sampled => visit.value(arrived::<ours::CreateMessage>(text)),
            },
            Contestant::Floor => match kind {
                Kind::FromClient => visit.text::<floor::ClientMessage>(text),
                Kind::FromServer => visit.text::<floor::ServerMessage>(text),
                Kind::ToolsList => visit.text::<floor::Reply<floor::Tools>>(text),
                Kind::ToolsCall => visit.text::<floor::Reply<floor::CallResult>>(text),
                Kind::ResourcesList => visit.text::<floor::Reply<floor::Resources>>(text),
                Kind::ResourcesRead => visit.text::<floor::Reply<floor::Read>>(text),
                Kind::TasksGet => visit.text::<floor::Reply<floor::Task>>(text),
                Kind::Sampled => visit.text::<floor::Reply<floor::Sampled>>(text),
            },
            Contestant::Rmcp | Contestant::Schema => self.visit_peer(kind, text, visit),
            Contestant::Value => visit.text::<Value>(text),
            Contestant::Envelope => {
                black_box(Envelope::from_str(text).expect("every message has an envelope"));
            }
            Contestant::Skip => {
                let _: IgnoredAny = black_box(serde_json::from_str(text).expect("JSON"));
            }
        }
    }
}

/// The peers know of any message whether a client sends it or a server, and find out the rest.
#[cfg(feature = "peers")]
impl Contestant {
    fn visit_peer<V: Visit>(self, kind: Kind, text: &str, visit: &mut V) {
        match (self == Contestant::Rmcp, kind.is_from_client()) {
            (true, true) => visit.text::<rmcp::model::ClientJsonRpcMessage>(text),
            (true, false) => visit.text::<rmcp::model::ServerJsonRpcMessage>(text),
            (false, true) => visit.text::<schema::ClientMessages>(text),
            (false, false) => visit.text::<schema::ServerMessages>(text),
        }
    }
}

#[cfg(not(feature = "peers"))]
impl Contestant {
    fn visit_peer<V: Visit>(self, _: Kind, _: &str, _: &mut V) {
        unreachable!("without the feature `peers` they do not take part")
    }
}

/// Reads a reply as a client does that has yet to look up what the id stands for.
fn arrived<R: Request>(text: &str) -> Reply<R::Reply> {
    let message: Any<ours::ServerRequest, ours::ServerNotification> = read(text);
    match message {
        Any::Reply(reply) => reply.typed::<R>().expect("the reply is one to the request"),
        Any::Request(_) | Any::Notification(_) => unreachable!("the message is a reply"),
    }
}

fn read<T: DeserializeOwned>(text: &str) -> T {
    serde_json::from_str(text).expect("every contestant reads every message")
}

/// What becomes of a message's type.
trait Visit {
    fn value<T: Serialize + 'static>(&mut self, value: T);

    fn text<T: DeserializeOwned + Serialize + 'static>(&mut self, text: &str) {
        self.value(read::<T>(text));
    }
}

struct Decode;

impl Visit for Decode {
    fn value<T: Serialize + 'static>(&mut self, value: T) {
        black_box(&value);
    }
}

struct Keep(Option<Box<dyn Fn() -> String>>);

impl Visit for Keep {
    fn value<T: Serialize + 'static>(&mut self, value: T) {
        self.0 = Some(Box::new(move || serde_json::to_string(&value).expect("values are written")));
    }
}
