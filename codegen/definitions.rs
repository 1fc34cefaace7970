//! Every definition and its type, for the tests that read and write each of them.

use super::Revision;
use super::catalog::Catalog;
use super::normalize::{Fate, Normal};

/// The call of a macro `definitions!` with each definition's name and its type.
pub(super) fn listing(revision: &Revision, normal: &Normal, catalog: &Catalog) -> String {
    let mut listing = String::from("definitions! {\n");
    for (definition, fate) in &normal.fates {
        let path = match fate {
            Fate::Item(item) => {
                let path = format!("mcp_typestate::{}::{item}", revision.feature);
                match catalog.envelope_of(item) {
                    Some(envelope) => format!("mcp_typestate::jsonrpc::{envelope}<{path}>"),
                    None => path,
                }
            }
            Fate::ByHand(path) if path.starts_with("serde_json") => (*path).to_owned(),
            Fate::ByHand(path) => {
                let path = path.replace("<jsonrpc", "<mcp_typestate::jsonrpc");
                format!("mcp_typestate::{path}")
            }
            Fate::Skipped(_) => continue,
        };
        listing.push_str(&format!("    {definition:?} => {path},\n"));
    }
    listing.push_str("}\n");
    listing
}
