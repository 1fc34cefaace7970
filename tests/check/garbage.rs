//! What nobody should send: a finding each, no panic, and the next line is read.

use std::io::{BufRead, BufReader, Read};

use mcp_typestate::check::{Checker, Item, Recording};

use super::{found, found_by, ids};

const PING: &str = r#"{"jsonrpc": "2.0", "id": 1, "method": "ping"}"#;
const PONG: &str = r#"{"jsonrpc": "2.0", "id": 1, "result": {}}"#;

/// What is found in a session of 2025-11-25 with this between a request and its reply.
fn between(bytes: &[u8]) -> Vec<(u64, &'static str)> {
    let session = [PING.as_bytes(), b"\n", bytes, b"\n", PONG.as_bytes()].concat();
    let checker = Checker::new().with_revision("2025-11-25");
    let found = found_by(checker, Recording::new(session.as_slice()));
    found.iter().map(|finding| (finding.line, finding.rule.id)).collect()
}

#[test]
fn a_broken_line_is_a_finding_and_not_the_end() {
    for broken in
        ["{\"jsonrpc\": \"2.0\"", "}", "{]", "\u{0}\u{1}", "nul", "{\"a\": 1} {\"b\": 2}", "'x'"]
    {
        assert_eq!(between(broken.as_bytes()), [(2, "not-json")], "{broken}");
    }
    assert_eq!(between(b"\x89PNG\xff\xfe"), [(2, "not-json")]);
    assert_eq!(between(b" \t\r"), []);
}

#[test]
fn a_broken_line_says_which_rule_it_breaks() {
    let long = format!("[{}]", "1, ".repeat(100));
    for (text, rule) in
        [(b"{]".as_slice(), "not-json"), (b"\xff", "not-json"), (long.as_bytes(), "line-too-long")]
    {
        let mut recording = Recording::new(text).with_limit(100);
        let Some(Item::Broken(broken)) = recording.next().unwrap() else { panic!("{text:?}") };
        assert_eq!(broken.fault.rule().id, rule);
    }
}

#[test]
fn json_that_is_no_message_is_a_finding() {
    for other in ["null", "7", "\"ping\"", "{}", "{\"message\": null}", "{\"message\": [7]}"] {
        let found = between(other.as_bytes());
        assert!(
            !found.is_empty() && found.iter().all(|(line, _)| *line == 2),
            "{other}: {found:?}"
        );
    }
    assert_eq!(between(b"7"), [(2, "not-a-message")]);
    assert_eq!(between(b"[]"), [(2, "batch")]);
}

#[test]
fn nesting_is_bounded() {
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    assert_eq!(between(deep.as_bytes()), [(2, "not-json")]);
    let deep = "{\"a\":".repeat(100_000);
    assert_eq!(between(deep.as_bytes()), [(2, "not-json")]);
}

#[test]
fn what_a_message_holds_may_be_anything() {
    for member in ["jsonrpc", "id", "method", "params", "result", "error"] {
        for value in ["null", "7", "-1e300", "\"x\"", "[]", "{}", "[[{}]]", "true"] {
            let mut broken = serde_json::json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/call",
                "params": { "name": "n", "task": {}, "_meta": { "progressToken": 1 } } });
            broken[member] = serde_json::from_str(value).unwrap();
            between(broken.to_string().as_bytes());
        }
    }
}

#[test]
fn nothing_is_no_finding() {
    assert_eq!(ids(&found("")), [""; 0]);
    assert_eq!(ids(&found("\n\n  \n")), [""; 0]);
}

#[test]
fn a_line_of_100_megabytes_is_passed_over() {
    // A line that is not held anywhere.
    let long = std::io::repeat(b'x').take(100_000_000);
    let session = PING.as_bytes().chain(&b"\n"[..]).chain(long).chain(&b"\n"[..]);
    let session = BufReader::new(session.chain(PONG.as_bytes()));
    let checker = Checker::new().with_revision("2025-11-25");
    let found = found_by(checker, Recording::new(session).with_limit(1 << 20));
    assert_eq!(ids(&found), ["line-too-long"]);
    assert!(found[0].text.contains("100000000 bytes"), "{}", found[0].text);
}

#[test]
fn a_document_is_read_as_one() {
    let pretty = "{\n  \"jsonrpc\": \"2.0\",\n  \"method\": \"notifications/initialized\"\n}\n";
    assert_eq!(ids(&found(pretty)), ["revision-unknown"]);
    let list = format!("[\n  {PING},\n  {PONG}\n]");
    let checker = Checker::new().with_revision("2025-11-25");
    assert_eq!(ids(&found_by(checker, Recording::new(list.as_bytes()))), [""; 0]);
    let recorded = format!("[{{\"from\": \"client\", \"message\": {PING}}}]");
    assert_eq!(ids(&found(&recorded)), ["unanswered"]);
}

#[test]
fn a_first_line_that_is_cut_off_does_not_hide_the_others() {
    let session = format!("{{\"jsonrpc\": \"2.0\",\n{PING}\n{PONG}\n");
    let checker = Checker::new().with_revision("2025-11-25");
    let found = found_by(checker, Recording::new(session.as_bytes()));
    assert_eq!(ids(&found), ["not-json"]);
    assert_eq!(found[0].line, 1);
    // Nor does it if what follows is more than a document may have.
    let long = format!("{{\n{}", format!("{PING}\n{PONG}\n").repeat(100));
    let checker = Checker::new().with_revision("2025-11-25");
    let found = found_by(checker, Recording::new(long.as_bytes()).with_limit(1000));
    assert_eq!(found.first().map(|it| (it.line, it.rule.id)), Some((1, "not-json")));
    // The second ping may be the server's own.
    assert_eq!(ids(&found).iter().filter(|id| **id == "id-reused").count(), 98);
}

#[test]
fn the_text_of_a_line_is_there_to_be_quoted() {
    let text = format!("{PING}\n\n{PONG}");
    let mut recording = Recording::new(text.as_bytes());
    let mut quoted = Vec::new();
    while let Some(item) = recording.next().unwrap() {
        quoted.push((item.line(), recording.text().to_owned()));
    }
    assert_eq!(quoted, [(1, PING.to_owned()), (3, PONG.to_owned())]);
    assert_eq!(recording.bytes(), text.len() as u64);
    let _: &dyn BufRead = &text.as_bytes();
}

#[test]
fn a_mark_before_the_first_line_is_no_part_of_it() {
    let session = format!("\u{feff}{PING}\n{PONG}\n");
    let checker = Checker::new().with_revision("2025-11-25");
    let mut recording = Recording::new(session.as_bytes());
    assert_eq!(ids(&found_by(checker, Recording::new(session.as_bytes()))), [""; 0]);
    recording.next().unwrap();
    assert_eq!((recording.text(), recording.first_line()), (PING, 1));
    // It is one there only.
    assert_eq!(between("\u{feff}{}".as_bytes()), [(2, "not-json")]);
}

#[test]
fn what_cannot_be_read_may_have_been_the_answer_to_initialize() {
    // Refused, or agreed to in another revision, in which a tool has no such member.
    let session = r#"{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion":
"2025-11-25", "capabilities": {}, "clientInfo": {"name": "keeper", "version": "1"}}}
{"jsonrpc": "2.0", "id": 1, "result": {"protoc
{"jsonrpc": "2.0", "id": 2, "method": "tools/list"}
{"jsonrpc": "2.0", "id": 2, "result": {"tools": [{"name": "n", "inputSchema": {"type": "object"},
"execution": 7}]}}"#;
    let session = session.replace("\n\"", "\"");
    assert_eq!(ids(&found(&session)), ["not-json", "revision-unknown"]);
    let again = session.replace("tools/list", "initialize");
    assert!(!ids(&found(&again)).contains(&"initialize-twice"));
}
