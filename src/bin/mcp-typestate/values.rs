//! `validate --definition`: values held against one definition.

use mcp_typestate::check::{Item, Severity};
use mcp_typestate::schema::{Definition, JsonPath, Violation};

use crate::args;
use crate::report::{self, Count, Found};
use crate::schema::definition;
use crate::{Error, Verdict, input};

/// Validates each line, or the document, as a value.
pub(crate) fn validate(arguments: &args::Validate, name: &str) -> Result<Verdict, Error> {
    let revision = arguments.input.revision.as_ref().ok_or_else(|| {
        Error::Unknown("a definition is one of a revision: give it with --revision".to_owned())
    })?;
    let definition = definition(revision, name)?;
    let mut report = report::on_stdout(&arguments.output);
    let mut verdict = Verdict::Clean;
    for source in input::all(&arguments.input.files) {
        let mut source = source?;
        let mut count = Count::default();
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
        report.file(&source.name, &count)?;
        if !count.is_clean() {
            verdict = Verdict::Found;
        }
    }
    report.finish()?;
    Ok(verdict)
}

/// What is wrong with a value.
struct Fault {
    rule: &'static str,
    path: JsonPath,
    text: String,
}

impl<'f> From<&'f Fault> for Found<'f> {
    fn from(fault: &'f Fault) -> Self {
        Self {
            rule: fault.rule,
            severity: Severity::Error,
            text: &fault.text,
            asks: None,
            path: fault.path.to_string(),
            from: None,
            at: None,
            task: None,
        }
    }
}

/// Validates one value.
fn faults(definition: &'static Definition, item: &Item) -> Vec<Fault> {
    match item {
        Item::Broken(broken) => {
            let text = broken.fault.to_string();
            vec![Fault { rule: "not-json", path: JsonPath::root(), text }]
        }
        Item::Entry(entry) => {
            let violations = definition.validate(&entry.message).err();
            let fault = |violation: Violation| {
                let text = violation.words();
                Fault { rule: "schema", path: violation.path, text }
            };
            violations.into_iter().flatten().map(fault).collect()
        }
    }
}
