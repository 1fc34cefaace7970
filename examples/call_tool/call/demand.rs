//! What a server wants to know before it begins: requests by key, all answered by the same call,
//! sent anew (2026-07-28).

use std::collections::BTreeMap;

use mcp_typestate::jsonrpc::AnyCall;
use mcp_typestate::v2025_11_25::CallToolRequestParams;
use mcp_typestate::v2026_07_28::InputRequiredResult;
use mcp_typestate::{DecodeError, InputDemand, from_value};
use serde_json::{Value, json};

use crate::session::{Answer, Heard, Session, SessionError};

/// A server's demand for input.
#[derive(Debug)]
pub(super) struct Demand {
    requests: BTreeMap<String, AnyCall>,
    /// What the retry has to bring back unchanged.
    state: Option<String>,
}

impl Demand {
    /// Waits for all of the answers, and puts them into the call's parameters.
    pub(super) fn meet(
        self,
        session: &mut Session,
        params: &mut CallToolRequestParams,
    ) -> Result<(), DemandError> {
        let mut answers = BTreeMap::new();
        for (key, request) in &self.requests {
            match session.input(key, request)? {
                Answer::Now(answer) => drop(answers.insert(key.clone(), answer)),
                Answer::Later => {}
                // An answer is a result, so there is no way to tell the server.
                Answer::Never(_, why) => return Err(DemandError::Refused(why)),
            }
        }
        while answers.len() < self.requests.len() {
            if let Some(Heard::Answer(key, answer)) = session.hear(None, &"an answer")? {
                answers.insert(key, answer);
            }
        }
        let answers = (!answers.is_empty()).then(|| json!(answers));
        let retry = [("inputResponses", answers), ("requestState", self.state.map(Value::from))];
        for (name, value) in retry {
            match value {
                Some(value) => params.extra.insert(name.to_owned(), value),
                None => params.extra.remove(name),
            };
        }
        Ok(())
    }
}

impl From<InputDemand> for Demand {
    fn from(demand: InputDemand) -> Demand {
        Demand { requests: demand.requests, state: demand.state }
    }
}

impl TryFrom<InputRequiredResult> for Demand {
    type Error = DemandError;

    fn try_from(demand: InputRequiredResult) -> Result<Demand, DemandError> {
        let requests =
            demand.input_requests.unwrap_or_default().into_iter().map(|(key, request)| {
                let request = serde_json::to_value(request).map_err(DecodeError::from)?;
                Ok((key, from_value(request)?))
            });
        let requests = requests.collect::<Result<_, DecodeError>>().map_err(DemandError::Unread)?;
        Ok(Demand { requests, state: demand.request_state })
    }
}

/// Why a server does not get to know what it wants.
#[derive(Debug, thiserror::Error)]
pub(crate) enum DemandError {
    #[error("the server wants something before it begins, and does not get it: {0}")]
    Refused(String),
    #[error("what the server wants before it begins cannot be read: {0}")]
    Unread(DecodeError),
    #[error(transparent)]
    Session(#[from] SessionError),
}
