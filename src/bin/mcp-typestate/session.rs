//! `check`, and `validate` of messages: sessions held against the rules, or those of them that ask
//! only what messages look like.

use std::io::{self, Write};

use mcp_typestate::Revision;
use mcp_typestate::check::{Finding, RULES, Rule, Severity};
use serde_json::json;

use crate::args::{self, Format};
use crate::input::{self, Source};
use crate::report::{self, Count, Report};
use crate::waiting::Waiting;
use crate::{Error, Verdict, remark, rules};

/// `check --rules`.
pub(crate) fn print_rules(output: &args::Output) -> Result<Verdict, Error> {
    let mut stdout = io::stdout().lock();
    match output.format {
        Format::Text => RULES.iter().try_for_each(|rule| {
            writeln!(stdout, "{:<25} {:<8} {}", rule.id, rule.severity, rule.sentence)
        })?,
        Format::Json => RULES.iter().try_for_each(|rule| {
            let Rule { id, severity, place, sentence, .. } = rule;
            let severity = severity.as_str();
            let rule = json!({ "id": id, "severity": severity, "asks": sentence, "place": place });
            writeln!(stdout, "{rule}")
        })?,
        // A log has the rules, whatever was found.
        Format::Sarif => report::on_stdout(output).finish()?,
    }
    Ok(Verdict::Clean)
}

/// `check`.
pub(crate) fn check(arguments: &args::Check) -> Result<Verdict, Error> {
    for allowed in &arguments.allow {
        if RULES.iter().all(|rule| rule.id != allowed) {
            let text = format!("no rule is called `{allowed}`; `check --rules` prints them all");
            return Err(Error::Unknown(text.into()));
        }
    }
    let least = Severity::from(arguments.least);
    let counts = |finding: &Finding| {
        let allowed = arguments.allow.iter().any(|allowed| *allowed == finding.rule.id);
        finding.rule.severity >= least && !allowed
    };
    sessions(&arguments.input, &arguments.output, counts)
}

/// `validate` without a definition.
pub(crate) fn validate(arguments: &args::Validate) -> Result<Verdict, Error> {
    let counts = |finding: &Finding| rules::SHAPE.contains(&finding.rule.id);
    sessions(&arguments.input, &arguments.output, counts)
}

/// Checks each session by itself, and reports what counts.
fn sessions(
    input: &args::Input,
    output: &args::Output,
    counts: impl Fn(&Finding) -> bool,
) -> Result<Verdict, Error> {
    each_file(input, output, |source, count, report| {
        session(source, &input.spoken, &counts, count, report)
    })
}

/// Reads one file after another and reports what is found in it. What cannot be read does not hide
/// what is in the others.
pub(crate) fn each_file(
    input: &args::Input,
    output: &args::Output,
    read: impl Fn(Source, &mut Count, &mut dyn Report) -> Result<(), Error>,
) -> Result<Verdict, Error> {
    let mut report = report::on_stdout(output);
    let mut verdict = Verdict::Clean;
    for source in input::all(&input.files) {
        let mut count = Count::default();
        match source.and_then(|source| read(source, &mut count, &mut *report)) {
            // Whoever reads the output has seen enough. What was found so far was found.
            Err(Error::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
                return Ok(verdict.max(count.verdict()));
            }
            Err(Error::File { name, error }) => {
                report.unread(&name, &error)?;
                remark(&Error::File { name, error });
                verdict = Verdict::Unread;
            }
            other => other?,
        }
        verdict = verdict.max(count.verdict());
    }
    match report.finish() {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(verdict),
    }
}

fn session(
    mut source: Source,
    spoken: &args::Spoken,
    counts: &impl Fn(&Finding) -> bool,
    count: &mut Count,
    report: &mut dyn Report,
) -> Result<(), Error> {
    let mut checker = spoken.checker();
    let mut waiting = Waiting::default();
    let mut other_dialect = false;
    while let Some(item) = source.next()? {
        count.messages += 1;
        let checked = checker.item(&item);
        waiting.add(&mut source, &item, &checked);
        let findings: Vec<&Finding> = checked.findings.iter().filter(|it| counts(it)).collect();
        if findings.is_empty() {
            continue;
        }
        let spots = source.spots(&item, findings.iter().map(|finding| &finding.path));
        for (finding, spot) in findings.into_iter().zip(spots) {
            count.add(finding.rule.severity);
            other_dialect |= finding.rule.id == rules::NOTIFICATION_DIALECT;
            source.aside(|| report.found(&source.name, &spot, &finding.into()))?;
        }
    }
    let revision = checker.revision().cloned();
    let open: Vec<Finding> = checker.finish().into_iter().filter(counts).collect();
    for (finding, spot) in open.iter().zip(waiting.spots(&open)) {
        count.add(finding.rule.severity);
        report.found(&source.name, &spot, &finding.into())?;
    }
    report.file(&source.name, count)?;
    let core = revision.is_none_or(|revision| revision == Revision::V2025_11_25);
    let hint = match spoken.dialect {
        Some(_) if !core => "--dialect is about 2025-11-25, and this is another revision",
        None if core && other_dialect => {
            "if its tasks are of the enveloped dialect, say so: --dialect enveloped"
        }
        _ => return Ok(()),
    };
    remark(&format_args!("{}: {hint}", source.name));
    Ok(())
}
