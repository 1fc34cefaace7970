//! What one side declared, of whichever revision.

use crate::json::Object;

/// The capabilities of one side: what they declare about tasks.
///
/// Implemented by the `ClientCapabilities` and `ServerCapabilities` of the revisions that have
/// tasks, and by an [`Object`] that has them as they stand in a message.
pub trait Capabilities {
    /// What is declared about tasks.
    fn declared(&self) -> Declared;

    /// The capabilities as they stand in a message.
    fn to_object(&self) -> Object;
}

/// What one side declared about tasks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Declared {
    /// `tasks` is there, be it empty (core 2025-11-25).
    pub tasks: bool,
    /// `tasks.list`.
    pub list: bool,
    /// `tasks.cancel`.
    pub cancel: bool,
    /// `tasks.requests`; none if it is absent, which leaves the choice to the requestor.
    pub requests: Option<DeclaredRequests>,
    /// `extensions["io.modelcontextprotocol/tasks"]` is there (with 2026-07-28).
    pub extension: bool,
}

/// The requests that one side lets become tasks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct DeclaredRequests {
    /// `tools.call`, of servers.
    pub tools_call: bool,
    /// `sampling.createMessage`, of clients.
    pub create_message: bool,
    /// `elicitation.create`, of clients.
    pub elicit: bool,
}

impl Capabilities for Object {
    fn declared(&self) -> Declared {
        let tasks = self.get("tasks").filter(|tasks| !tasks.is_null());
        let has = |place: &str| {
            tasks.and_then(|tasks| tasks.pointer(place)).is_some_and(|found| !found.is_null())
        };
        let extension = self.get("extensions").and_then(|all| all.get(super::TASKS_EXTENSION));
        Declared {
            tasks: tasks.is_some(),
            list: has("/list"),
            cancel: has("/cancel"),
            requests: has("/requests").then(|| DeclaredRequests {
                tools_call: has("/requests/tools/call"),
                create_message: has("/requests/sampling/createMessage"),
                elicit: has("/requests/elicitation/create"),
            }),
            extension: extension.is_some(),
        }
    }

    fn to_object(&self) -> Object {
        self.clone()
    }
}

/// Capabilities as an object: what is typed here was an object before, or will be one.
#[cfg(any(feature = "v2025_11_25", feature = "v2026_07_28"))]
fn object(capabilities: &impl serde::Serialize) -> Object {
    match serde_json::to_value(capabilities) {
        Ok(serde_json::Value::Object(object)) => object,
        _ => Object::new(),
    }
}

#[cfg(feature = "v2025_11_25")]
mod v2025_11_25 {
    use super::{Capabilities, Declared, DeclaredRequests, Object};
    use crate::types::v2025_11_25::{ClientCapabilities, ServerCapabilities};

    impl Capabilities for ClientCapabilities {
        fn declared(&self) -> Declared {
            let Some(tasks) = &self.tasks else { return Declared::default() };
            let requests = tasks.requests.as_ref().map(|requests| {
                let sampling = requests.sampling.as_ref();
                let elicitation = requests.elicitation.as_ref();
                DeclaredRequests {
                    tools_call: false,
                    create_message: sampling.is_some_and(|kind| kind.create_message.is_some()),
                    elicit: elicitation.is_some_and(|kind| kind.create.is_some()),
                }
            });
            Declared {
                tasks: true,
                list: tasks.list.is_some(),
                cancel: tasks.cancel.is_some(),
                requests,
                extension: false,
            }
        }

        fn to_object(&self) -> Object {
            super::object(self)
        }
    }

    impl Capabilities for ServerCapabilities {
        fn declared(&self) -> Declared {
            let Some(tasks) = &self.tasks else { return Declared::default() };
            let requests = tasks.requests.as_ref().map(|requests| DeclaredRequests {
                tools_call: requests.tools.as_ref().is_some_and(|tools| tools.call.is_some()),
                ..DeclaredRequests::default()
            });
            Declared {
                tasks: true,
                list: tasks.list.is_some(),
                cancel: tasks.cancel.is_some(),
                requests,
                extension: false,
            }
        }

        fn to_object(&self) -> Object {
            super::object(self)
        }
    }
}

#[cfg(feature = "v2026_07_28")]
mod v2026_07_28 {
    use super::super::TASKS_EXTENSION;
    use super::{Capabilities, Declared, Object};
    use crate::types::v2026_07_28::{ClientCapabilities, ServerCapabilities};

    macro_rules! by_extension {
        ($($capabilities:ty)*) => {$(
            impl Capabilities for $capabilities {
                fn declared(&self) -> Declared {
                    let extensions = self.extensions.as_ref();
                    let extension = extensions.is_some_and(|all| all.contains_key(TASKS_EXTENSION));
                    Declared { extension, ..Declared::default() }
                }

                fn to_object(&self) -> Object {
                    super::object(self)
                }
            }
        )*};
    }

    by_extension! { ClientCapabilities ServerCapabilities }
}
