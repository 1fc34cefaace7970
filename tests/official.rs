//! The official examples, the cases on which comparable libraries failed, and whole recorded
//! sessions: read, written back, equal.

#[macro_use]
mod support;

use std::fs;
use std::path::Path;

use serde_json::Value;
use support::{definition, shared};

fn json(path: &Path) -> Value {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path:?}: {error}"))
}

#[test]
fn official_examples_read_as_the_type_of_their_folder_and_write_back_equal() {
    let Some(folder) = shared("spec/2026-07-28/examples") else { return };
    let mut examples = 0;
    for folder in fs::read_dir(folder).expect("the examples") {
        let folder = folder.expect("a folder").path();
        let name =
            folder.file_name().and_then(|name| name.to_str()).expect("a type's name").to_owned();
        for example in fs::read_dir(&folder).expect("a folder") {
            let path = example.expect("an example").path();
            let Some(round_trip) = definition("2026-07-28", &name) else { return };
            let value = json(&path);
            match round_trip(&value.to_string()) {
                Ok(back) => assert_eq!(back, value, "{path:?}"),
                Err(error) => panic!("{path:?}: {error}"),
            }
            examples += 1;
        }
    }
    assert_eq!(examples, 102);
}

#[test]
fn cases_on_which_others_failed_are_read_or_refused_as_they_say() {
    let Some(path) = shared("cases/wire.json") else { return };
    let cases = json(&path);
    let cases = cases.as_array().expect("cases");
    for case in cases {
        let text = |member: &str| case[member].as_str().expect(member);
        let Some(round_trip) = definition(text("revision"), text("as")) else { continue };
        let read = round_trip(&case["input"].to_string());
        match (text("decode"), read) {
            ("ok", Ok(_)) | ("error", Err(_)) => {}
            (_, read) => panic!("{}: {read:?}, wanted: {}", text("name"), text("want")),
        }
    }
    assert_eq!(cases.len(), 51);
}
