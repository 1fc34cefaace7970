//! `schema`: definitions, printed.

use std::io::{self, Write};

use mcp_typestate::Revision;
use mcp_typestate::schema::{Definition, Schema};

use crate::{Error, Verdict, args};

/// Prints a definition, or the names of all.
pub(crate) fn print(arguments: &args::Schema) -> Result<Verdict, Error> {
    let mut output = io::stdout().lock();
    match &arguments.definition {
        Some(name) => {
            let facts = definition(&arguments.revision, name)?.facts();
            writeln!(output, "{facts:#}")?;
        }
        None => {
            for definition in schema(&arguments.revision)?.definitions() {
                writeln!(output, "{}", definition.name())?;
            }
        }
    }
    Ok(Verdict::Clean)
}

/// A definition by its name.
pub(crate) fn definition(revision: &Revision, name: &str) -> Result<&'static Definition, Error> {
    schema(revision)?.definition(name).ok_or_else(|| {
        let text = format!(
            "{revision} has no definition `{name}`; `schema --revision {revision}` prints all names"
        );
        Error::Unknown(text.into())
    })
}

fn schema(revision: &Revision) -> Result<&'static Schema, Error> {
    Schema::of(revision)
        .ok_or_else(|| Error::Unknown(format!("{revision} is not a known revision").into()))
}
