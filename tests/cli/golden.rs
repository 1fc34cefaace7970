//! What is printed, word for word.

use std::fs;

use super::{root, run};

/// A case: its name, the arguments, standard input.
const CASES: &[(&str, &[&str], &str)] = &[
    ("help", &["--help"], ""),
    ("help-check", &["check", "--help"], ""),
    ("help-check-short", &["check", "-h"], ""),
    ("help-validate", &["validate", "-h"], ""),
    ("help-timeline", &["timeline", "--help"], ""),
    ("help-schema", &["schema", "--help"], ""),
    ("help-completions", &["completions", "--help"], ""),
    ("help-man", &["man", "--help"], ""),
    ("check", &["check", "tests/timeline/owls.jsonl", "tests/sessions/clean.core.jsonl"], ""),
    ("check-json", &["check", "--format", "json", "tests/timeline/owls.jsonl"], ""),
    ("check-sarif", &["check", "--format", "sarif", "tests/sessions/schema.jsonl"], ""),
    ("check-color", &["check", "--color", "always", "tests/sessions/unanswered.jsonl"], ""),
    ("check-least", &["check", "--least", "error", "tests/timeline/owls.jsonl"], ""),
    ("check-allow", &["check", "--allow", "unanswered", "tests/sessions/unanswered.jsonl"], ""),
    (
        "check-allow-unknown",
        &["check", "--allow", "unasked", "tests/sessions/unanswered.jsonl"],
        "",
    ),
    (
        "check-dialect",
        &[
            "check",
            "--dialect",
            "enveloped",
            "tests/sessions/result-before-terminal.enveloped.jsonl",
        ],
        "",
    ),
    ("check-notes", &["check", "tests/sessions/result-blocks.jsonl"], ""),
    ("check-hostile", &["check", "--revision", "2025-11-25", "-"], HOSTILE),
    ("check-not-json", &["check", "-"], NOT_JSON),
    ("check-unanswered", &["check", "--revision", "2025-11-25", "-"], UNANSWERED),
    ("check-rules", &["check", "--rules"], ""),
    ("check-broken", &["check", "tests/sessions/not-json.jsonl"], ""),
    ("check-missing", &["check", "no/such/session.jsonl"], ""),
    ("check-document", &["check", "--revision", "2025-11-25", "-"], DOCUMENT),
    (
        "validate",
        &["validate", "tests/sessions/schema.jsonl", "tests/sessions/unanswered.jsonl"],
        "",
    ),
    (
        "validate-definition",
        &["validate", "--revision", "2025-11-25", "--definition", "Tool"],
        "{\"name\": \"owls\", \"inputSchema\": {\"type\": \"object\"}}\n{\"name\": 7}\n{\"name\"\n",
    ),
    (
        "validate-definition-unknown",
        &["validate", "--revision", "2025-11-25", "--definition", "Owl"],
        "{}",
    ),
    ("validate-definition-alone", &["validate", "--definition", "Tool"], "{}"),
    ("schema", &["schema", "--revision", "2026-07-28", "TaskStatus"], ""),
    ("schema-names", &["schema", "--revision", "2024-11-05"], ""),
    ("revision-unknown", &["schema", "--revision", "2031-01-01"], ""),
];

/// What a terminal would act on.
const HOSTILE: &str = r#"{"jsonrpc": "2.0", "method": "\u001b[2Jx\r\n\u202eevil\u009b"}"#;

/// What a session may be mistaken for.
const NOT_JSON: &str = "data: {\"jsonrpc\": \"2.0\"}\n// a comment\n\0\0\0\n\
    {\"direction\": \"in\", \"payload\": {\"jsonrpc\": \"2.0\", \"method\": \"ping\", \"id\": 1}}\n";

/// Requests over several lines that nobody answers.
const UNANSWERED: &str = r#"[
  {
    "jsonrpc": "2.0", "id": 1, "method": "ping"
  },
  {
    "jsonrpc": "2.0", "id": 2, "method": "ping"
  }
]
"#;

/// A document over several lines, with something wrong on the last but one.
const DOCUMENT: &str = r#"{
  "jsonrpc": "2.0",
  "id": 1,
  "method": "tools/list",
  "params": { "cursor": 7 }
}
"#;

#[test]
fn the_program_prints_what_was_accepted() {
    let accept = std::env::var_os("MCP_TYPESTATE_ACCEPT").is_some_and(|value| value == "1");
    for (name, arguments, input) in CASES {
        let run = run(arguments, input.as_bytes());
        let said = format!(
            "$ mcp-typestate {}\n{}{}exit {}\n",
            arguments.join(" "),
            run.stdout,
            run.stderr,
            run.code
        );
        let path = root().join(format!("tests/cli/golden/{name}.txt"));
        if accept {
            fs::write(&path, &said).expect("the output can be written");
        }
        let accepted = fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(said, accepted, "{name}; if so it should be: MCP_TYPESTATE_ACCEPT=1");
    }
}

#[test]
fn every_golden_file_has_its_case() {
    for file in fs::read_dir(root().join("tests/cli/golden")).unwrap() {
        let path = file.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        assert!(CASES.iter().any(|(case, ..)| *case == name), "{name} is left over");
    }
}

#[test]
fn the_readme_shows_what_is_printed() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let shown = readme.split("```text\n").find(|part| part.starts_with("warning[poll-early]"));
    let shown = shown.and_then(|part| part.split("```").next()).expect("it shows a report");
    assert_eq!(run(&["check", "tests/timeline/owls.jsonl"], b"").stdout, shown);
}

#[test]
fn the_readme_names_what_the_commands_take() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let section =
        readme.split("\n## ").find(|part| part.starts_with("Checking a recorded session"));
    let section = section.expect("the section");
    let help = run(&["check", "--help"], b"").stdout;
    for option in ["--revision", "--dialect", "--format", "--allow", "--least", "--rules"] {
        assert!(section.contains(option) && help.contains(option), "{option}");
    }
    for named in ["standard input", "| 0 |", "| 1 |", "| 2 |", "completions bash", "man check"] {
        assert!(section.contains(named), "{named}");
    }
}

#[test]
fn the_help_of_each_command_fits_a_screen_and_has_an_example() {
    let commands = ["check", "validate", "timeline", "schema", "completions", "man"];
    let program = run(&["-h"], b"").stdout;
    for arguments in [&["-h"][..]].into_iter().chain(commands.iter().map(std::slice::from_ref)) {
        let mut arguments = arguments.to_vec();
        if arguments != ["-h"] {
            assert!(program.contains(&format!("\n  {} ", arguments[0])), "{arguments:?}");
            arguments.push("-h");
        }
        let help = run(&arguments, b"").stdout;
        let widest = help.lines().map(|line| line.chars().count()).max().unwrap();
        assert!(
            help.lines().count() <= 24 && widest <= 80,
            "{arguments:?}: {widest} columns\n{help}"
        );
        assert!(help.contains("\nExample: mcp-typestate "), "{arguments:?}");
        if ["check", "validate", "timeline"].contains(&arguments[0]) {
            assert!(help.contains("\nExit code: 0 "), "{arguments:?}");
        }
    }
}
