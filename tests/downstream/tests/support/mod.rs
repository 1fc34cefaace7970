//! Two sides without a wire.

#![allow(dead_code, reason = "each test uses its part")]

use std::sync::{Arc, Mutex};

use mcp_typestate::{Negotiated, Revision, Side, from_str};
use mcp_typestate_downstream::BoxError;
use mcp_typestate_downstream::client::Transport;
use mcp_typestate_downstream::journal::Journal;
use mcp_typestate_downstream::protocol::{ClientCapabilities, Icon, ServerCapabilities};
use mcp_typestate_downstream::server::{Forecast, Query, Server};
use serde_json::Value;

/// The weather is 17.5 °C.
pub fn mild(query: &Query) -> Forecast {
    Forecast {
        degrees: vec![17.5; query.days.into()],
        icon: Some(Icon::new("https://example.com/sun.svg")),
    }
}

/// The server as a transport, with a journal of what went over it.
pub struct Direct {
    server: Server<fn(&Query) -> Forecast>,
    pub journal: Arc<Mutex<Journal>>,
}

impl Direct {
    pub fn new() -> Self {
        Self { server: Server::new(mild), journal: Arc::default() }
    }

    /// Sends what is not answered.
    pub fn notify(&self, message: &Value) {
        self.journal.lock().unwrap().note(Side::Client, message);
        assert_eq!(self.server.answer(&message.to_string()), None);
    }
}

impl Transport for Direct {
    fn ask(&mut self, request: &str) -> Result<String, BoxError> {
        let reply = self.server.answer(request).ok_or("no reply is due")?;
        let mut journal = self.journal.lock().unwrap();
        journal.note(Side::Client, &serde_json::from_str::<Value>(request)?);
        journal.note(Side::Server, &reply);
        Ok(serde_json::to_string(&reply)?)
    }
}

/// A transport that says the same whatever it is asked.
pub struct Says(pub &'static str);

impl Transport for Says {
    fn ask(&mut self, _: &str) -> Result<String, BoxError> {
        if self.0.is_empty() { Err("nobody is there".into()) } else { Ok(self.0.to_owned()) }
    }
}

/// A session of 2025-11-25 in which both sides have tasks.
pub fn session() -> Negotiated {
    let all =
        r#"{ "tasks": { "list": {}, "cancel": {}, "requests": { "tools": { "call": {} } } } }"#;
    let client: ClientCapabilities = from_str(r#"{ "tasks": {} }"#).unwrap();
    let server: ServerCapabilities = from_str(all).unwrap();
    Negotiated::new(Revision::V2025_11_25, &client, &server)
}
