//! The server's tools, and the one that is meant.

use std::collections::BTreeSet;

use mcp_typestate::v2025_11_25::{ListTools, PaginatedRequestParams, Tool};

use crate::server::printable;
use crate::session::{Session, SessionError};

/// Finds a tool by its name, page by page.
pub(crate) fn find(session: &mut Session, name: &str) -> Result<Tool, ToolError> {
    let (mut names, mut cursors) = (Vec::new(), BTreeSet::new());
    let mut params = None;
    loop {
        let page = session.request::<ListTools>(params)?;
        for tool in page.tools {
            if tool.name == name {
                return Ok(tool);
            }
            names.push(tool.name);
        }
        let Some(cursor) = page.next_cursor else {
            return Err(ToolError::unknown(name, names));
        };
        if !cursors.insert(cursor.clone()) {
            return Err(ToolError::Circle(cursor));
        }
        params = Some(PaginatedRequestParams::new().with_cursor(cursor));
    }
}

/// Why there is no tool to call.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ToolError {
    #[error(transparent)]
    Session(#[from] SessionError),
    #[error("the server has no tool `{name}`; it has {}", list(.names))]
    Unknown {
        name: String,
        /// The tools that there are, the most similar first.
        names: Vec<String>,
    },
    #[error("the server's list of tools has no end: it comes back to the cursor `{0}`")]
    Circle(String),
}

impl ToolError {
    fn unknown(name: &str, mut names: Vec<String>) -> ToolError {
        names.sort_by_cached_key(|it| (distance(name, it), it.clone()));
        ToolError::Unknown { name: name.to_owned(), names }
    }
}

fn list(names: &[String]) -> String {
    match names {
        [] => "none".to_owned(),
        names => names.iter().map(|name| printable(name)).collect::<Vec<_>>().join(", "),
    }
}

/// How many characters have to be inserted, removed or replaced to get from one name to the other.
fn distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.to_lowercase().chars().collect();
    // The distances from what was read of `from` to each beginning of `to`.
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (removed, a) in from.to_lowercase().chars().enumerate() {
        let mut left = removed + 1;
        let mut next = vec![left];
        for (b, above) in to.iter().zip(row.windows(2)) {
            let &[diagonal, above] = above else { continue };
            left = (left + 1).min(above + 1).min(diagonal + usize::from(a != *b));
            next.push(left);
        }
        row = next;
    }
    row.last().copied().unwrap_or_default()
}
