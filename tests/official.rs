//! The official examples: read, written back, equal.

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
