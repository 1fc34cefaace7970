//! The JSON-RPC 2.0 envelope, as the protocol uses it.
//!
//! A message is a request, a notification or a reply. What it says is a [`Body`]: [`Call`] for one
//! known method, [`AnyCall`] for any, or the enum of everything that one side may send. A message
//! is read in one pass, whatever the order of its members; `params` streams into the type that
//! `method` names when `method` comes first.
//!
//! Reading is lenient where peers are known to err: a null `id` of an error, a null `params` or
//! `error` counts as absent, a null `result` beside an `error` too, and an id of `1.0` is 1. A
//! request with a null `id` is refused, since nobody could answer it.
//!
//! Who only routes, or could not read a message and has to say whose, reads its [`Envelope`].
//!
//! ```
//! use mcp_typestate::json;
//! use mcp_typestate::jsonrpc::{AnyMessage, RequestId};
//!
//! let message: AnyMessage = json::from_str(r#"{"jsonrpc": "2.0", "id": 7, "method": "ping"}"#)?;
//! let AnyMessage::Request(request) = message else { panic!("a request") };
//! assert_eq!(request.id, RequestId::Integer(7));
//! assert_eq!(request.body.method, "ping");
//! # Ok::<(), json::DecodeError>(())
//! ```

mod body;
mod call;
mod envelope;
mod error;
mod id;
mod message;
mod reply;
#[cfg(feature = "schemars")]
mod schemas;

pub use body::{Body, Params, read_body};
pub use call::{AnyCall, Call};
pub use envelope::{Envelope, EnvelopeId};
pub use error::{ErrorCode, ErrorObject};
pub use id::{ProgressToken, RequestId};
pub use message::{AnyMessage, Batch, Message, NotificationMessage, RequestMessage};
pub use reply::{ErrorMessage, Reply, ResultMessage};

/// The version that every message names in `jsonrpc`.
pub const VERSION: &str = "2.0";
