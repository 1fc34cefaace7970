//! The capabilities that methods need, held against what a revision lets be declared.

use super::Error;
use super::names::{CAPABILITIES, Declares, TASKS_EXTENSION, lookup};
use super::normalize::{Normal, referent};

/// The capability that a method needs in this revision.
pub(super) fn capability(
    normal: &Normal,
    method: &str,
) -> Result<Option<(Declares, &'static str)>, Error> {
    let Some((who, path)) = lookup(CAPABILITIES, method) else {
        return Err(Error::new(
            method,
            "methods have a capability or none",
            "add it to CAPABILITIES",
        ));
    };
    let sides: &[&str] = match who {
        Declares::Client => &["ClientCapabilities"],
        Declares::Server => &["ServerCapabilities"],
        Declares::Receiver => &["ServerCapabilities", "ClientCapabilities"],
        Declares::Nobody => return Ok(None),
    };
    if sides.iter().any(|side| declares(normal, side, path)) {
        return Ok(Some((who, path)));
    }
    let extension =
        path.starts_with("tasks") && declares(normal, "ServerCapabilities", "extensions");
    Ok(extension.then_some((Declares::Server, TASKS_EXTENSION)))
}

/// Whether the capabilities of one side have a place of this path.
fn declares(normal: &Normal, side: &str, path: &str) -> bool {
    // What is declared in an extension stands under a key that no schema names.
    let path = path.split('[').next().unwrap_or(path);
    let mut object = normal.definitions.get(side);
    for step in path.split('.') {
        let place = object.and_then(|object| object.pointer(&format!("/properties/{step}")));
        let Some(place) = place else { return false };
        object = referent(place).and_then(|name| normal.definitions.get(name));
    }
    true
}
