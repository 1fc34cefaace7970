//! What nobody should read: a clear finding, the right exit code, no panic.

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
        (b"[{\"jsonrpc\": \"2.0\", \"method\": \"notifications/initialized\"}]", "batch", 1),
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
    let (code, said) =
        check(b"{\"jsonrpc\": \"\x1b[31m\", \"id\": 1, \"method\": \"\\u001b[2J\"}\n{\x1b\n");
    assert_eq!(code, 1);
    assert!(!said.contains('\u{1b}'), "{said}");
}
