//! `validate --definition`: values held against one definition.

use mcp_typestate::check::{Item, Severity};
use mcp_typestate::schema::Definition;

use crate::args;
use crate::excerpt::Spot;
use crate::report::{self, Count, Found, Report};
use crate::schema::definition;
use crate::session::fault;
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
            source.aside(|| {
                let recording = &source.recording;
                let text = recording.text();
                let place = (source.name.as_str(), &*text, recording.first_line());
                value(definition, &item, place, &mut count, &mut *report)
            })?;
        }
        report.file(&source.name, &count)?;
        if !count.is_clean() {
            verdict = Verdict::Found;
        }
    }
    report.finish()?;
    Ok(verdict)
}

/// Validates one value, which stands in a text that begins on a line of a file.
fn value(
    definition: &'static Definition,
    item: &Item,
    (file, text, line): (&str, &str, u64),
    count: &mut Count,
    report: &mut dyn Report,
) -> std::io::Result<()> {
    let mut say = |rule: &str, path: String, text: &str, spot: Spot| {
        count.add(Severity::Error);
        let found = Found {
            rule,
            severity: Severity::Error,
            text,
            asks: None,
            path,
            from: None,
            at: None,
            task: None,
        };
        report.found(file, &spot, &found)
    };
    match item {
        Item::Broken(broken) => {
            let spot = Spot::of_range(text, line, fault(&broken.fault));
            say("not-json", String::new(), &broken.fault.to_string(), spot)
        }
        Item::Entry(entry) => {
            let Err(violations) = definition.validate(&entry.message) else { return Ok(()) };
            violations.into_iter().try_for_each(|violation| {
                let spot = match entry.place.clone().join(violation.path.clone()).find(text) {
                    Some(range) => Spot::of_range(text, line, range),
                    None => Spot::of_line(entry.line),
                };
                say("schema", violation.path.to_string(), &violation.words(), spot)
            })
        }
    }
}
