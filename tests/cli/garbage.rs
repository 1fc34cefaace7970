//! What nobody should read: a clear finding, the right exit code, no panic.

use std::io::Write;
use std::process::{Command, Stdio};

use mcp_typestate::schema::Printable;

use super::run;

fn check(input: &[u8]) -> (i32, String) {
    let run = run(&["check", "--revision", "2025-11-25", "-"], input);
    assert!(!run.stderr.contains("panicked"), "{}", run.stderr);
    (run.code, run.stdout)
}

#[test]
fn garbage_is_found_and_said() {
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let binary: Vec<u8> = (0..=255).cycle().take(10_000).collect();
    for (input, rule, line) in [
        (b"{\"jsonrpc\": \"2.0\", \"id\"".as_slice(), "not-json", 1),
        (b"\n\n{]\n", "not-json", 3),
        (&binary, "not-json", 1),
        (deep.as_bytes(), "not-json", 1),
        (b"[{\"jsonrpc\": \"2.0\", \"method\": \"ping\", \"id\": 1}]\nnull", "batch", 1),
        (b"null", "not-a-message", 1),
    ] {
        let (code, said) = check(input);
        assert_eq!(code, 1, "{rule}: {said}");
        assert!(said.contains(&format!("[{rule}]")), "{rule}: {said}");
        assert!(said.contains(&format!("<stdin>:{line}:")), "{rule}: {said}");
    }
}

#[test]
fn an_empty_file_is_clean() {
    assert_eq!(check(b""), (0, "<stdin>: 0 messages, nothing found\n".to_owned()));
}

#[test]
fn what_cannot_be_read_is_neither_clean_nor_found() {
    for arguments in [
        &["check", "no/such/file"][..],
        &["check", "tests"],
        &["timeline", "no/such/file"],
        &["validate", "no/such/file"],
        &["schema", "NoSuchDefinition"],
        &["timeline", "tests/timeline/owls.jsonl", "--output", "no/such/folder/picture.svg"],
        &["check", "--no-such-option"],
    ] {
        let run = run(arguments, b"");
        assert_eq!(run.code, 2, "{arguments:?}");
        assert!(!run.stderr.is_empty() && run.stdout.is_empty(), "{arguments:?}");
    }
}

#[test]
fn a_terminal_is_not_written_to_by_a_session() {
    let raw = "\u{1b}[31m\u{9b}\u{202e}\u{2066}\u{200b}\u{2028}";
    let escaped = r"\u001b[2J\r\n\u009b\u202e\u2028";
    let task = format!(r#"{{"taskId": "{escaped}{}"}}"#, raw.replace('\u{1b}', ""));
    let session = format!(
        "{{\"jsonrpc\": \"{raw}\", \"id\": 1, \"method\": \"{escaped}\"}}\n{{{raw}\n\
         {{\"jsonrpc\": \"2.0\", \"id\": \"{escaped}\", \"method\": \"tasks/get\", \"params\": {task}}}\n\
         {{\"jsonrpc\": \"2.0\", \"id\": 3, \"method\": \"ping\", \"params\": {{\"{escaped}\": 1, \"_meta\": 7}}}}\n"
    )
    .replace("\"\u{1b}", "\"");
    let file = format!("no/such/{raw}");
    for arguments in [
        &["check", "--revision", "2025-11-25", "-", &file][..],
        &["check", "--revision", "2025-11-25", "--format", "json", "-", &file],
        &["check", "--revision", "2025-11-25", "--format", "sarif", "-", &file],
        &["validate", "--revision", "2025-11-25", "--definition", "Tool", "-", &file],
        &["timeline", "--revision", "2025-11-25", "-"],
        &["timeline", &file],
        &["man", raw],
        &["schema", raw],
    ] {
        let run = run(arguments, session.as_bytes());
        let acts = |char: char| char != '\n' && !Printable::shows(char);
        let said = run.stdout + &run.stderr;
        assert_eq!(said.chars().find(|char| acts(*char)), None, "{arguments:?}: {said:?}");
        assert!(!said.is_empty() && !said.contains("panicked"), "{arguments:?}");
    }
}

#[test]
fn whoever_stops_reading_is_told_nothing() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_mcp-typestate"))
        .args(["check", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    // It may stop before it has read all of it.
    drop(stdin.write_all(&b"null\n".repeat(1000)));
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    // What was found until then was found: a script that cuts the report short is to see it.
    assert_eq!((output.status.code(), output.stderr), (Some(1), Vec::new()));
}

#[test]
fn a_value_of_a_definition_is_taken_as_it_is() {
    let validate = |definition: &str, value: &str| {
        let run = run(
            &["validate", "--revision", "2025-11-25", "--definition", definition],
            value.as_bytes(),
        );
        (run.code, run.stdout)
    };
    let clean = |values: u8| {
        let many = if values == 1 { "" } else { "s" };
        (0, format!("<stdin>: {values} message{many}, nothing found\n"))
    };
    assert_eq!(validate("Error", r#"{"code": -1, "message": "x"}"#), clean(1));
    assert_eq!(validate("Error", "{\n\"code\": -1, \"message\": \"x\"\n}"), clean(1));
    let two = "{\"code\": -1, \"message\": \"x\"}\n{\"code\": 2, \"message\": \"y\"}\n";
    assert_eq!(validate("Error", two), clean(2));
    let (code, said) = validate("Error", r#"[{"code": -1, "message": "x"}]"#);
    assert_eq!(code, 1);
    assert!(said.contains("<stdin>:1:1") && said.contains("expected an object"), "{said}");
}

#[test]
fn messages_are_validated_in_their_dialect() {
    let session = "tests/sessions/clean.enveloped.jsonl";
    assert_eq!(run(&["validate", "--dialect", "enveloped", session], b"").code, 0);
    assert_eq!(run(&["validate", session], b"").code, 1);
}

#[test]
fn whoever_may_have_forgotten_the_dialect_is_told_of_it() {
    let session = "tests/sessions/clean.enveloped.jsonl";
    let hint = "--dialect enveloped\n";
    assert!(run(&["check", session], b"").stderr.ends_with(hint));
    assert_eq!(run(&["check", "--dialect", "enveloped", session], b"").stderr, "");
    let other =
        run(&["check", "--dialect", "enveloped", "tests/sessions/clean.extension.jsonl"], b"");
    assert!(other.stderr.contains("--dialect is about 2025-11-25"), "{}", other.stderr);
}

/// A search of the whole text for each finding would go over gigabytes.
#[test]
fn many_findings_of_one_text_take_one_pass_over_it() {
    const MANY: usize = 20_000;
    let many = |item: &str, between: &str| vec![item; MANY].join(between);
    let message = r#"{"jsonrpc": "2.0", "method": "no/such"}"#;
    let document = format!("[\n{}\n]", many(message, ",\n"));
    let batch = format!("[{}]\nnull", many(message, ","));
    let tool = format!(
        r#"{{"name": "n", "inputSchema": {{"type": "object", "required": [{}]}}}}"#,
        many("7", ", ")
    );
    // Of what stands on one line, a rule says a hundred findings and counts the rest; of a value, a
    // validator says a thousand.
    let (line, listed, kept) = (MANY, 100, 1000);
    for (arguments, text, rule, last, count) in [
        (&["check"][..], document, "method-unknown", "\"no/such", line),
        (&["check"], batch, "method-unknown", "[", listed + 1),
        (&["validate", "--definition", "Tool"], tool, "schema", "{\"name", kept + 1),
    ] {
        let more = ["--revision", "2025-11-25", "--format", "json", "-"];
        let said = run(&[arguments, &more].concat(), text.as_bytes()).stdout;
        let found = said.lines().map(|line| serde_json::from_str(line).unwrap());
        let found: Vec<serde_json::Value> =
            found.filter(|it: &serde_json::Value| it["rule"] == rule).collect();
        assert_eq!(found.len(), count, "{arguments:?}");
        let before = &text[..text.rfind(last).unwrap()];
        let line = before.matches('\n').count() + 1;
        let column = before.len() - before.rfind('\n').map_or(0, |at| at + 1) + 1;
        let found = found.last().map(|it| (it["line"].clone(), it["column"].clone()));
        assert_eq!(found, Some((line.into(), column.into())), "{arguments:?}");
    }
}

#[test]
fn a_list_that_is_all_there_is_is_a_session_in_whatever_layout() {
    let ping = r#"{"jsonrpc": "2.0", "method": "ping", "id": 1}"#;
    let pong = r#"{"jsonrpc": "2.0", "result": {}, "id": 1}"#;
    for text in [
        format!("[{ping}, {pong}]"),
        format!("\n[{ping}, {pong}]\n\n \n"),
        format!("[\n{ping},\n{pong}\n]"),
        format!("{{\n{}\n{{\n{}", &ping[1..], &pong[1..]),
        format!("\u{feff}{ping}\n{pong}\n"),
    ] {
        let (code, said) = check(text.as_bytes());
        assert_eq!((code, said.as_str()), (0, "<stdin>: 2 messages, nothing found\n"), "{text}");
    }
}

#[test]
fn a_finding_in_a_document_has_its_line_there() {
    let ping = |id: u8| {
        format!(
            "  {{\n    \"jsonrpc\": \"2.0\",\n    \"method\": \"ping\",\n    \"id\": {id}\n  }}"
        )
    };
    let lists = format!("[\n{},\n{}\n]\n", ping(1), ping(2));
    let loose = format!("{}\n\n{}\n", ping(1).trim(), ping(2));
    for text in [lists, loose] {
        let input = ["check", "--revision", "2025-11-25", "--format", "json", "-"];
        let said = run(&input, text.as_bytes()).stdout;
        let lines: Vec<usize> = text
            .lines()
            .enumerate()
            .filter(|(_, line)| line.trim() == "{")
            .map(|(index, _)| index + 1)
            .collect();
        let found: Vec<serde_json::Value> =
            said.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let found: Vec<_> = found.iter().filter(|it| it["rule"] == "unanswered").collect();
        assert_eq!(found.iter().map(|it| it["line"].clone()).collect::<Vec<_>>(), lines);
    }
}

/// The findings of a session, as JSON.
fn found(input: &[u8]) -> Vec<serde_json::Value> {
    let run = run(&["check", "--revision", "2025-11-25", "--format", "json", "-"], input);
    assert!(!run.stderr.contains("panicked"), "{}", run.stderr);
    run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A document of messages over several lines each, with something else in the place of a line.
fn laid_out(line: usize, instead: &str) -> String {
    let messages: Vec<_> = (1..20)
        .map(|id| serde_json::json!({ "jsonrpc": "2.0", "id": id, "method": "ping" }))
        .collect();
    let text = serde_json::to_string_pretty(&messages).unwrap();
    let lines = text.lines().enumerate();
    let lines = lines.map(|(index, it)| if index + 1 == line { instead } else { it });
    lines.collect::<Vec<_>>().join("\n") + "\n"
}

#[test]
fn a_document_with_a_fault_is_said_to_have_it_and_where() {
    for (instead, column) in [
        ("    \"jsonrpc\": 2.0.0,", 19),
        ("    \"jsonrpc\": \"2.0,", 20),
        ("    \"jsonrpc\": \"2.0\\", 21),
        ("    jsonrpc: \"2.0\",", 5),
    ] {
        let found = found(laid_out(48, instead).as_bytes());
        let [found] = found.as_slice() else { panic!("{found:?}") };
        let place = (&found["rule"], &found["line"], &found["column"]);
        assert_eq!(place, (&"not-json".into(), &48.into(), &column.into()), "{instead}");
    }
    // Messages one after another.
    let loose = "{\n  \"id\": 1\n}\n{\n  \"id\": ]\n}\n";
    let found = found(loose.as_bytes());
    assert_eq!((found.len(), &found[0]["line"], &found[0]["column"]), (1, &5.into(), &9.into()));
}

#[test]
fn a_document_that_is_cut_off_or_is_no_text_is_one_fault() {
    let whole = laid_out(0, "");
    let cut = &whole[..whole.len() - 5];
    let at_end = found(cut.as_bytes());
    let last = cut.trim_end().lines().count();
    assert_eq!((at_end.len(), &at_end[0]["line"]), (1, &last.into()), "{at_end:?}");
    let mut bytes = laid_out(33, "    \"jsonrpc\": \"?\",").into_bytes();
    let at = bytes.iter().position(|byte| *byte == b'?').unwrap();
    bytes[at] = 0xff;
    let found = found(&bytes);
    let place = (found.len(), &found[0]["line"], &found[0]["column"]);
    assert_eq!(place, (1, &33.into(), &17.into()), "{found:?}");
}

#[test]
fn a_document_that_is_too_long_is_one_fault() {
    let text = format!("[\n{}", "{\n\"jsonrpc\": \"2.0\"\n},\n".repeat(800_000));
    let found = found(text.as_bytes());
    let [found] = found.as_slice() else { panic!("{} findings", found.len()) };
    assert_eq!((&found["rule"], &found["line"]), (&"line-too-long".into(), &1.into()));
    let said = found["message"].as_str().unwrap();
    assert!(said.contains(&format!("{} bytes", text.len())), "{said}");
}

#[test]
fn an_item_that_cannot_be_read_has_its_place_and_does_not_hide_the_others() {
    let ping = r#"{"jsonrpc": "2.0", "method": "ping", "id": 1}"#;
    let pong = r#"{"jsonrpc": "2.0", "result": {}, "id": 1}"#;
    let text = format!("[\n {ping}, {{\n  \"id\":\n    1e999 }}, {pong}, 1e999\n]");
    let found = found(text.as_bytes());
    let places: Vec<_> =
        found.iter().map(|it| (it["line"].as_u64(), it["column"].as_u64())).collect();
    let line = text.lines().nth(3).unwrap();
    let second = line.rfind("1e999").unwrap() as u64;
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found.iter().all(|it| it["rule"] == "not-json"), "{found:?}");
    assert_eq!([places[0].0, places[1].0], [Some(4), Some(4)], "{found:?}");
    assert!((5..=10).contains(&places[0].1.unwrap()), "{places:?}");
    assert!((second + 1..=second + 6).contains(&places[1].1.unwrap()), "{places:?}");
}

#[test]
fn blanks_after_a_list_do_not_make_it_a_batch() {
    let list = r#"[{"jsonrpc": "2.0", "method": "ping", "id": 1}, {"jsonrpc": "2.0", "result": {}, "id": 1}]"#;
    for blanks in [" ", "\n  ", "\n\t\n \r"] {
        let (code, said) = check(format!("{list}{blanks}").as_bytes());
        assert_eq!((code, said.as_str()), (0, "<stdin>: 2 messages, nothing found\n"));
    }
}

#[test]
fn a_message_with_a_message_in_it_stays_one_of_its_batch() {
    let batch = r#"[{"jsonrpc": "2.0", "method": "ping", "id": 1, "message": "hello"}]"#;
    let found = found(format!("{batch}\nnull\n").as_bytes());
    assert!(found.iter().any(|it| it["rule"] == "batch"), "{found:?}");
}

/// Each in the columns where it stands, though all stand on one line.
#[test]
fn what_is_unanswered_is_shown_where_it_stands() {
    let ping =
        |id: u64| serde_json::json!({ "jsonrpc": "2.0", "method": "ping", "id": id }).to_string();
    let list = format!("[{}]", (0..200).map(ping).collect::<Vec<_>>().join(", "));
    let found = found(list.as_bytes());
    assert_eq!(found.len(), 200);
    for (id, found) in (0..).zip(found) {
        let said = found["message"].as_str().unwrap();
        assert!(said.ends_with(&format!("`ping` {id}")), "{said}");
        let column = list.find(&ping(id)).unwrap() + 1;
        assert_eq!((&found["line"], &found["column"]), (&1.into(), &column.into()), "{id}");
    }
}

#[test]
fn what_is_unanswered_of_a_batch_is_shown_with_its_line() {
    let batch = r#"[{"jsonrpc": "2.0", "method": "ping", "id": 1}, {"jsonrpc": "2.0", "method": "ping", "id": 2}]"#;
    let session = format!("{batch}\n{}\n", r#"{"jsonrpc": "2.0", "result": {}, "id": 1}"#);
    let run =
        run(&["check", "--revision", "2025-03-26", "--format", "json", "-"], session.as_bytes());
    let found: serde_json::Value = serde_json::from_str(run.stdout.trim()).unwrap();
    assert_eq!((&found["rule"], &found["line"]), (&"unanswered".into(), &1.into()));
    assert_eq!((&found["column"], &found["path"]), (&1.into(), &"[1]".into()));
}
