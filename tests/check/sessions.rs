//! The sessions of our own.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use mcp_typestate::check::{Finding, RULES, Recording};

use super::{LIMIT, checker, found_by, ids};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

/// What is found in each session, by the file's name: the rule, the way, the findings.
fn sessions() -> BTreeMap<String, (String, Vec<Finding>)> {
    let files = fs::read_dir(root().join("sessions")).expect("the sessions");
    let files = files.map(|file| file.expect("a file").path());
    let read = |path: PathBuf| {
        let name = path.file_stem().and_then(|name| name.to_str()).expect("a name").to_owned();
        let (rule, way) = name.split_once('.').unwrap_or((&name, ""));
        let text = fs::read(&path).expect("a session");
        let limit = if rule == "line-too-long" { LIMIT } else { Recording::<&[u8]>::LIMIT };
        let recording = Recording::new(text.as_slice()).with_limit(limit);
        (name.clone(), (rule.to_owned(), found_by(checker(way), recording)))
    };
    files.filter(|path| path.extension().is_some_and(|it| it == "jsonl")).map(read).collect()
}

#[test]
fn each_rule_has_a_session_that_breaks_it_and_only_it() {
    let sessions = sessions();
    let mut broken = BTreeSet::new();
    for (name, (rule, found)) in &sessions {
        let ids = ids(found);
        if rule == "clean" {
            assert!(found.is_empty(), "{name}: {ids:?}");
        } else {
            assert_eq!(ids, [rule.as_str()], "{name}");
            broken.insert(rule.as_str());
        }
    }
    let rules: BTreeSet<&str> = RULES.iter().map(|rule| rule.id).collect();
    assert_eq!(broken, rules);
    assert!(rules.len() >= 24);
}

#[test]
fn what_is_found_is_said_as_it_was_accepted() {
    let mut said = String::new();
    for (name, (_, found)) in sessions() {
        for finding in found {
            said.push_str(&format!("{name}: {}: {finding}\n", finding.rule.severity));
        }
    }
    let path = root().join("check/findings.txt");
    if std::env::var_os("MCP_TYPESTATE_ACCEPT").is_some_and(|value| value == "1") {
        fs::write(&path, &said).expect("the findings can be written");
    }
    let accepted = fs::read_to_string(&path).unwrap_or_default();
    let added = said.lines().find(|line| !accepted.lines().any(|known| known == *line));
    let gone = accepted.lines().find(|line| !said.lines().any(|known| known == *line));
    assert_eq!((added, gone), (None, None), "if so it should be: MCP_TYPESTATE_ACCEPT=1");
}

#[test]
fn the_documentation_lists_every_rule() {
    let mut table = String::from("| rule | severity | what it asks | of |\n|---|---|---|---|\n");
    for rule in RULES {
        let sentence = rule.sentence.trim_end_matches('.');
        table.push_str(&format!(
            "| `{}` | {} | {sentence} | {} |\n",
            rule.id, rule.severity, rule.place
        ));
    }
    let path = root().join("../src/check/rules.md");
    if std::env::var_os("MCP_TYPESTATE_ACCEPT").is_some_and(|value| value == "1") {
        fs::write(&path, &table).expect("the table can be written");
    }
    assert_eq!(
        fs::read_to_string(path).unwrap_or_default(),
        table,
        "MCP_TYPESTATE_ACCEPT=1 mends it"
    );
}

#[test]
fn rules_have_identifiers_sentences_and_places() {
    let mut seen = BTreeSet::new();
    for rule in RULES {
        assert!(seen.insert(rule.id), "two rules are called {}", rule.id);
        assert!(
            rule.id.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'),
            "{}",
            rule.id
        );
        assert!(rule.sentence.ends_with('.') && rule.sentence.len() > 20, "{}", rule.id);
        assert!(!rule.place.is_empty(), "{}", rule.id);
    }
}
