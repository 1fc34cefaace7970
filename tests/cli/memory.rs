//! What a line takes that is wrong in very many ways.

use std::fs;
use std::process::{Command, Stdio};

/// Each item has twenty errors, one by one for each member of the union; all of them are two
/// gigabytes.
#[test]
fn a_line_of_wrong_items_takes_little_memory() {
    let hello = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"}}"#;
    let result = |member: &str, items: &str| {
        format!(r#"{{"jsonrpc":"2.0","id":1,"result":{{"{member}":[{items}]}}}}"#)
    };
    let items = vec!["{}"; 300_000].join(",");
    // And one that has very much in it, of which each error might have a copy.
    let large = format!(r#"{{"x":[{}]}}"#, vec!["[]"; 300_000].join(","));
    let path = std::env::temp_dir().join(format!("mcp-typestate-wide-{}", std::process::id()));
    for items in [items, large] {
        fs::write(&path, format!("{hello}\n{}\n", result("content", &items))).unwrap();
        let run = Command::new("sh")
            .args(["-c", r#"ulimit -v 200000 && exec "$0" check --revision 2025-11-25 "$1""#])
            .arg(env!("CARGO_BIN_EXE_mcp-typestate"))
            .arg(&path)
            .stderr(Stdio::piped())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&run.stdout);
        assert_eq!(run.status.code(), Some(1), "{}", String::from_utf8_lossy(&run.stderr));
        assert!(said.contains("content[0].type"), "{said}");
    }
    fs::remove_file(&path).unwrap();
}
