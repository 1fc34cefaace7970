//! The corrected facts as the crate itself reads them at run time, to validate by them.

use serde_json::{Value, json};

use super::catalog::{Catalog, Method};
use super::names::Declares;
use super::normalize::{Definitions, Fate, Normal, referent};

/// The definitions of a revision, and its methods: which definition each has, who sends it, what
/// its reply may hold, which capability it needs.
pub(super) fn document(definitions: &Definitions, normal: &Normal, catalog: &Catalog) -> Value {
    let methods: Vec<Value> =
        catalog.methods.iter().map(|method| row(normal, catalog, method)).collect();
    json!({ "$defs": definitions, "methods": methods })
}

fn row(normal: &Normal, catalog: &Catalog, method: &Method) -> Value {
    let sends = |kinds: [&str; 2]| {
        let mut senders = catalog.senders.iter().filter(|it| kinds.contains(&it.name.as_str()));
        senders.any(|sender| sender.markers.contains(&method.marker))
    };
    let capability = method.capability.map(|(who, path)| {
        let side = match who {
            Declares::Client => Some("client"),
            Declares::Server => Some("server"),
            Declares::Receiver | Declares::Nobody => None,
        };
        json!({ "side": side, "path": path })
    });
    let replies = method.result.as_ref().map(|(_, reply)| replies(normal, reply));
    json!({
        "method": method.method,
        "definition": official(normal, &method.definition),
        "client": sends(["ClientRequest", "ClientNotification"]),
        "server": sends(["ServerRequest", "ServerNotification"]),
        "replies": replies,
        "capability": capability,
        "task": method.task,
    })
}

/// The definitions that a reply may be: itself, or the members of a union of them.
fn replies(normal: &Normal, reply: &str) -> Vec<String> {
    let union = normal.definitions.get(reply).and_then(|schema| schema.get("anyOf"));
    // `GetTaskResult` is a union too, and one with a name of its own.
    if normal.fates.values().any(|fate| *fate == Fate::Item(reply.to_owned())) {
        return vec![official(normal, reply)];
    }
    let members = union.and_then(Value::as_array).into_iter().flatten();
    members.filter_map(referent).map(|name| official(normal, name)).collect()
}

/// The schema's own name of what Rust may call otherwise.
fn official(normal: &Normal, item: &str) -> String {
    let named = normal.fates.iter().find(|(_, fate)| **fate == Fate::Item(item.to_owned()));
    named.map_or_else(|| item.to_owned(), |(name, _)| name.clone())
}
