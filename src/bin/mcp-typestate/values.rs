//! `validate --definition`: values held against one definition.

use mcp_typestate::check::{Checker, Finding, Item, Severity};
use mcp_typestate::schema::{Definition, JsonPath, Printable, Violation};

use crate::report::Found;
use crate::schema::definition;
use crate::session::each_file;
use crate::{Error, Verdict, args, rules};

/// Validates each line, or the document, as a value.
pub(crate) fn validate(arguments: &args::Validate, name: &str) -> Result<Verdict, Error> {
    let revision = arguments.input.spoken.revision.as_ref().ok_or_else(|| {
        Error::Unknown("a definition is one of a revision: give it with --revision".into())
    })?;
    let definition = definition(revision, name)?;
    each_file(&arguments.input, &arguments.output, |source, count, report| {
        let mut source = source.of_values();
        while let Some(item) = source.next()? {
            count.messages += 1;
            let faults = faults(definition, &item);
            if faults.is_empty() {
                continue;
            }
            let spots = source.spots(&item, faults.iter().map(|fault| &fault.path));
            for (fault, spot) in faults.iter().zip(spots) {
                count.add(Severity::Error);
                source.aside(|| report.found(&source.name, &spot, &fault.into()))?;
            }
        }
        report.file(&source.name, count)?;
        Ok(())
    })
}

/// What is wrong with a value.
struct Fault {
    rule: &'static str,
    path: JsonPath,
    text: Printable,
}

impl<'f> From<&'f Fault> for Found<'f> {
    fn from(fault: &'f Fault) -> Self {
        Self {
            rule: fault.rule,
            severity: Severity::Error,
            text: &fault.text,
            asks: None,
            path: fault.path.to_string().into(),
            from: None,
            at: None,
            task: None,
        }
    }
}

/// Validates one value.
fn faults(definition: &'static Definition, item: &Item) -> Vec<Fault> {
    let Item::Entry(entry) = item else {
        // What cannot be read is the same in a session.
        let found = Checker::new().item(item).findings.into_iter();
        let fault = |it: Finding| Fault { rule: it.rule.id, path: it.path, text: it.text };
        return found.map(fault).collect();
    };
    let Err(violations) = definition.validate(&entry.message) else { return Vec::new() };
    let more = violations.more();
    let uncounted = (more > 0).then(|| {
        let text = format!("at least {more} more of these are not listed").into();
        Fault { rule: rules::SCHEMA, path: JsonPath::root(), text }
    });
    let fault = |violation: Violation| {
        let text = violation.words();
        Fault { rule: rules::SCHEMA, path: violation.path, text }
    };
    violations.into_iter().map(fault).chain(uncounted).collect()
}
