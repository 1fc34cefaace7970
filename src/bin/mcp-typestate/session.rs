//! `check`, and `validate` of messages: sessions held against the rules, or those of them that ask
//! only what messages look like.

use std::io::{self, Write};

use mcp_typestate::check::{Checker, Finding, RULES, Severity};

use crate::args;
use crate::excerpt::Spot;
use crate::input::{self, Source};
use crate::report::{self, Count, Found, Report};
use crate::{Error, Verdict};

/// The rules of `validate`: what a message looks like by itself.
const SHAPE: &[&str] = &[
    "not-json",
    "line-too-long",
    "not-a-message",
    "batch",
    "schema",
    "method-unknown",
    "wrong-direction",
    "revision-unknown",
];

/// `check --rules`.
pub(crate) fn rules() -> Result<(), Error> {
    let mut output = io::stdout().lock();
    for rule in RULES {
        writeln!(output, "{:<25} {:<8} {}", rule.id, rule.severity, rule.sentence)?;
    }
    Ok(())
}

/// `check`.
pub(crate) fn check(arguments: &args::Check) -> Result<Verdict, Error> {
    for allowed in &arguments.allow {
        if RULES.iter().all(|rule| rule.id != allowed) {
            let text = format!("no rule is called `{allowed}`; `check --rules` prints them all");
            return Err(Error::Unknown(text));
        }
    }
    let least = Severity::from(arguments.least);
    let checker = || {
        let checker = begin(&arguments.input);
        match arguments.dialect {
            Some(dialect) => checker.with_dialect(dialect.into()),
            None => checker,
        }
    };
    let counts = |finding: &Finding| {
        let allowed = arguments.allow.iter().any(|allowed| *allowed == finding.rule.id);
        finding.rule.severity >= least && !allowed
    };
    sessions(&arguments.input, &arguments.output, checker, counts)
}

/// `validate` without a definition.
pub(crate) fn validate(arguments: &args::Validate) -> Result<Verdict, Error> {
    let checker = || begin(&arguments.input);
    let counts = |finding: &Finding| SHAPE.contains(&finding.rule.id);
    sessions(&arguments.input, &arguments.output, checker, counts)
}

fn begin(input: &args::Input) -> Checker {
    match &input.revision {
        Some(revision) => Checker::new().with_revision(revision.clone()),
        None => Checker::new(),
    }
}

/// Checks each session by itself, and reports what counts.
fn sessions(
    input: &args::Input,
    output: &args::Output,
    checker: impl Fn() -> Checker,
    counts: impl Fn(&Finding) -> bool,
) -> Result<Verdict, Error> {
    let mut report = report::on_stdout(output);
    let mut verdict = Verdict::Clean;
    for source in input::all(&input.files) {
        let count = session(source?, checker(), &counts, &mut *report)?;
        if !count.is_clean() {
            verdict = Verdict::Found;
        }
    }
    report.finish()?;
    Ok(verdict)
}

fn session(
    mut source: Source,
    mut checker: Checker,
    counts: &impl Fn(&Finding) -> bool,
    report: &mut dyn Report,
) -> Result<Count, Error> {
    let mut count = Count::default();
    while let Some(item) = source.next()? {
        count.messages += 1;
        let checked = checker.item(&item);
        let findings: Vec<&Finding> = checked.findings.iter().filter(|it| counts(it)).collect();
        if findings.is_empty() {
            continue;
        }
        let spots = source.spots(&item, findings.iter().map(|finding| &finding.path));
        for (finding, spot) in findings.into_iter().zip(spots) {
            count.add(finding.rule.severity);
            source.aside(|| report.found(&source.name, &spot, &finding.into()))?;
        }
    }
    for finding in checker.finish().iter().filter(|finding| counts(finding)) {
        count.add(finding.rule.severity);
        report.found(&source.name, &Spot::of_line(finding.line), &Found::from(finding))?;
    }
    report.file(&source.name, &count)?;
    Ok(count)
}
