//! The person at the terminal, who answers a server's questions.

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{self, Sender, SyncSender};
use std::thread;

use mcp_typestate::json::Answer;
use mcp_typestate::v2025_11_25::{ElicitAction, ElicitRequestFormParams, ElicitResult};

use crate::form::{Answers, Field, fields};
use crate::server::printable;
use crate::session::{Event, QuestionId};

/// A question of the server's, with what waits for its answer.
pub(crate) type Question = (QuestionId, ElicitRequestFormParams);

/// Puts questions to the person, one after the other. Each answer becomes an event, so that nobody
/// else has to wait for it.
pub(crate) fn listen(events: SyncSender<Event>) -> Sender<Question> {
    let (sender, questions) = mpsc::channel::<Question>();
    thread::spawn(move || {
        for (id, form) in questions {
            let answer = ask(&form, &mut io::stdin().lock(), &mut io::stderr());
            // Without a terminal that works there is nobody to ask.
            let answer = answer.unwrap_or_else(|_| ElicitResult::new(ElicitAction::Cancel));
            if events.send(Event::Answered(id, answer)).is_err() {
                return;
            }
        }
    });
    sender
}

/// What a person types, if not an answer.
const DECLINE: &str = "/decline";
const CANCEL: &str = "/cancel";

/// Asks for each field of a form.
fn ask(
    form: &ElicitRequestFormParams,
    input: &mut impl BufRead,
    output: &mut impl Write,
) -> io::Result<ElicitResult> {
    writeln!(output, "\nThe server asks: {}", printable(&form.message))?;
    writeln!(output, "(type {DECLINE} to refuse, {CANCEL} to leave it)")?;
    if form.requested_schema.properties.is_empty() {
        return consent(input, output);
    }
    let mut content = Answers::new();
    for field in fields(&form.requested_schema) {
        describe(&field, output)?;
        loop {
            let typed = prompt(input, output, "> ")?;
            match typed.as_deref() {
                None | Some(CANCEL) => return Ok(ElicitResult::new(ElicitAction::Cancel)),
                Some(DECLINE) => return Ok(ElicitResult::new(ElicitAction::Decline)),
                Some("") if let Some(default) = &field.default => {
                    content.insert(field.name.to_owned(), default.clone());
                    break;
                }
                Some("") if !field.required => break,
                Some("") => {}
                Some(typed) => match field.read(typed) {
                    Ok(answer) => {
                        content.insert(field.name.to_owned(), answer);
                        break;
                    }
                    Err(misfit) => writeln!(output, "{}", printable(&misfit.to_string()))?,
                },
            }
        }
    }
    Ok(ElicitResult::new(ElicitAction::Accept).with_content(content))
}

/// Asks for a yes or a no, where a form has no fields.
fn consent(input: &mut impl BufRead, output: &mut impl Write) -> io::Result<ElicitResult> {
    loop {
        let action = match prompt(input, output, "yes or no> ")?.as_deref() {
            Some("y" | "yes") => ElicitAction::Accept,
            Some("n" | "no" | DECLINE) => ElicitAction::Decline,
            Some(CANCEL) | None => ElicitAction::Cancel,
            Some(_) => continue,
        };
        return Ok(ElicitResult::new(action));
    }
}

fn describe(field: &Field<'_>, output: &mut impl Write) -> io::Result<()> {
    let name = field.title.unwrap_or(field.name);
    write!(output, "{}", printable(name))?;
    if let Some(description) = field.description {
        write!(output, ": {}", printable(description))?;
    }
    writeln!(output)?;
    for (number, choice) in field.kind.choices().iter().enumerate() {
        let title = choice.title.map(|title| format!(" ({title})")).unwrap_or_default();
        writeln!(output, "  {} {}", number + 1, printable(&format!("{}{title}", choice.value)))?;
    }
    let otherwise = match (&field.default, field.required) {
        (Some(default), _) => format!("; nothing for {}", words(default)),
        (None, true) => String::new(),
        (None, false) => "; nothing to leave it out".to_owned(),
    };
    writeln!(output, "  {}{}", printable(&field.kind.to_string()), printable(&otherwise))
}

fn words(answer: &Answer) -> String {
    match answer {
        Answer::Text(text) => text.clone(),
        Answer::Number(number) => number.to_string(),
        Answer::Flag(flag) => if *flag { "yes" } else { "no" }.to_owned(),
        Answer::Choices(choices) => choices.join(", "),
    }
}

/// Reads a line; none at the end of the input.
fn prompt(
    input: &mut impl BufRead,
    output: &mut impl Write,
    prompt: &str,
) -> io::Result<Option<String>> {
    write!(output, "{prompt}")?;
    output.flush()?;
    let mut line = String::new();
    let read = input.read_line(&mut line)?;
    Ok((read > 0).then(|| line.trim().to_owned()))
}
