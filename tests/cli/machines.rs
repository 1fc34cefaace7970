//! What is printed for machines: JSON Lines, SARIF, completions, manuals.

use std::collections::BTreeSet;
use std::fs;

use serde_json::Value;

use super::{root, run};

#[test]
fn json_is_an_object_a_line() {
    let run = run(&["check", "--format", "json", "tests/timeline/owls.jsonl"], b"");
    assert_eq!(run.code, 1);
    let lines: Vec<Value> =
        run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 3);
    for line in lines {
        for member in ["file", "line", "column", "endColumn", "rule", "severity", "message", "path"]
        {
            assert!(line.get(member).is_some(), "{member}: {line}");
        }
    }
}

/// A finding's members are what scripts rely on: all are described, and no others are there.
#[test]
fn the_members_of_a_finding_are_described() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let manual = run(&["man", "check"], b"").stdout;
    let help = run(&["check", "--help"], b"").stdout;
    let report = run(&["check", "--format", "json", "tests/timeline/owls.jsonl"], b"");
    let mut members = BTreeSet::new();
    for line in report.stdout.lines() {
        let found: serde_json::Map<String, Value> = serde_json::from_str(line).unwrap();
        members.extend(found.into_iter().map(|(name, _)| name));
    }
    assert_eq!(members.len(), 11, "{members:?}");
    for member in members {
        assert!(readme.contains(&format!("| `{member}` |")), "{member}");
        assert!(help.contains(&format!("\n  {member} ")), "{member}: {help}");
        assert!(manual.contains(&member), "{member}");
    }
}

/// RFC 3339 has no time beyond the year 9999, and what is read may be one with its offset.
#[test]
fn times_at_the_ends_of_the_calendar_are_said() {
    for (at, said) in [
        ("9999-12-31T23:59:59-23:59", "9999-12-31T23:59:59.999999999Z"),
        ("9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z"),
        ("0000-01-01T00:00:00+23:59", "0000-01-01T00:00:00Z"),
    ] {
        let session = format!(r#"{{"from": "client", "at": "{at}", "message": {{"id": 7}}}}"#);
        for format in ["json", "sarif", "text"] {
            let arguments = ["check", "--revision", "2025-11-25", "--format", format, "-"];
            let report = run(&arguments, session.as_bytes());
            assert_eq!((report.code, report.stderr.as_str()), (1, ""), "{at}");
            assert!(format == "text" || report.stdout.contains(said), "{at}: {}", report.stdout);
        }
        let ping = r#"{"from": "client", "at": "2026-08-01T12:00:00Z", "message": {"jsonrpc": "2.0", "id": 1, "method": "ping"}}"#;
        for session in [format!("{session}\n{ping}\n"), format!("{ping}\n{session}\n")] {
            assert_eq!(run(&["timeline", "-"], session.as_bytes()).code, 0, "{at}");
        }
    }
}

/// What SARIF 2.1.0 requires of a log, a run, a tool, a result and its location.
#[test]
fn sarif_has_what_it_must() {
    let sessions = ["tests/timeline/owls.jsonl", "tests/sessions/not-json.jsonl"];
    let run = run(&["check", "--format", "sarif", sessions[0], sessions[1]], b"");
    let log: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(log["version"], "2.1.0");
    assert!(log["$schema"].as_str().unwrap().contains("sarif-2.1.0"));
    let [run] = log["runs"].as_array().unwrap().as_slice() else { panic!("one run") };
    let driver = &run["tool"]["driver"];
    assert_eq!(driver["name"], "mcp-typestate");
    let rules = driver["rules"].as_array().unwrap();
    let ids: BTreeSet<&str> = rules.iter().map(|rule| rule["id"].as_str().unwrap()).collect();
    assert_eq!(ids.len(), rules.len());
    let results = run["results"].as_array().unwrap();
    assert_eq!(results.len(), 4);
    for result in results {
        assert!(result["message"]["text"].as_str().is_some_and(|text| !text.is_empty()));
        assert!(["note", "warning", "error"].contains(&result["level"].as_str().unwrap()));
        let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        assert_eq!(rules[index]["id"], result["ruleId"]);
        let [location] = result["locations"].as_array().unwrap().as_slice() else { panic!("one") };
        let place = &location["physicalLocation"];
        assert!(sessions.contains(&place["artifactLocation"]["uri"].as_str().unwrap()));
        let number = |name: &str| place["region"][name].as_u64().unwrap();
        assert!(number("startLine") >= 1 && number("startColumn") >= 1);
        assert!(number("endColumn") > number("startColumn"));
    }
}

#[test]
fn sarif_of_nothing_is_a_log_too() {
    let run = run(&["check", "--format", "sarif", "tests/sessions/clean.core.jsonl"], b"");
    assert_eq!(run.code, 0);
    let log: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(log["runs"][0]["results"], serde_json::json!([]));
}

#[test]
fn a_file_that_cannot_be_read_does_not_hide_the_others() {
    let files =
        ["no/such/1", "tests/timeline/owls.jsonl", "no/such/2", "tests/sessions/not-json.jsonl"];
    let run = |format: &str| {
        let arguments = [&["check", "--format", format][..], &files].concat();
        let run = run(&arguments, b"");
        assert_eq!(run.code, 2);
        assert!(run.stderr.contains(files[0]) && run.stderr.contains(files[2]), "{}", run.stderr);
        run.stdout
    };
    let log: Value = serde_json::from_str(&run("sarif")).unwrap();
    assert_eq!(log["runs"][0]["results"].as_array().map(Vec::len), Some(4));
    let [invocation] = log["runs"][0]["invocations"].as_array().unwrap().as_slice() else {
        panic!("one invocation")
    };
    assert_eq!(invocation["executionSuccessful"], false);
    let unread = invocation["toolExecutionNotifications"].as_array().unwrap();
    assert_eq!(unread.len(), 2);
    let place = &unread[1]["locations"][0]["physicalLocation"]["artifactLocation"];
    assert_eq!(place["uri"], files[2]);
    assert_eq!(run("json").lines().count(), 4);
    assert!(run("text").contains("not-json.jsonl: 4 messages, 1 error"));
}

#[test]
fn rules_are_printed_in_each_format() {
    let text = run(&["check", "--rules"], b"").stdout;
    let json = run(&["check", "--rules", "--format", "json"], b"").stdout;
    let sarif = run(&["check", "--rules", "--format", "sarif"], b"").stdout;
    let sarif: Value = serde_json::from_str(&sarif).unwrap();
    let rules = sarif["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap();
    assert_eq!((text.lines().count(), json.lines().count()), (rules.len(), rules.len()));
    for ((text, json), rule) in text.lines().zip(json.lines()).zip(rules) {
        let json: Value = serde_json::from_str(json).unwrap();
        assert!(text.starts_with(json["id"].as_str().unwrap()) && json["id"] == rule["id"]);
        assert!(text.ends_with(json["asks"].as_str().unwrap()));
    }
}

#[test]
fn shells_are_told_of_every_command() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = run(&["completions", shell], b"").stdout;
        for command in ["check", "validate", "timeline", "schema", "--format", "sarif"] {
            assert!(script.contains(command.trim_start_matches('-')), "{shell}: {command}");
        }
    }
}

#[test]
fn each_command_has_a_manual() {
    for arguments in [&["man"][..], &["man", "check"], &["man", "timeline"]] {
        let page = run(arguments, b"").stdout;
        for part in [".TH", ".SH NAME", ".SH SYNOPSIS"] {
            assert!(page.contains(part), "{arguments:?}: {part}");
        }
    }
    assert_eq!(run(&["man", "owls"], b"").code, 2);
}
