//! Nanoseconds per byte of messages that grow: JSON on stdout.

use std::hint::black_box;
use std::time::Instant;

use mcp_typestate_benches::contestants::Contestant;
use mcp_typestate_benches::messages::{self, Kind};
use mcp_typestate_benches::results::Growth;

/// A name, a message of about so many bytes, and what it is.
type Shape = (&'static str, fn(usize) -> String, Kind);

const SHAPES: &[Shape] = &[
    ("one text", messages::text_result, Kind::ToolsCall),
    ("one image", messages::image, Kind::ToolsCall),
    ("small blocks", |bytes| messages::blocks(bytes.div_ceil(50)), Kind::ToolsCall),
    ("tools", |bytes| messages::tools(bytes.div_ceil(430)), Kind::ToolsList),
    ("unknown members", messages::unknown, Kind::ToolsCall),
];

fn main() {
    let mut growth = Vec::new();
    for (shape, message, kind) in SHAPES {
        for bytes in [100, 10_000, 1_000_000, 10_000_000] {
            for tags_last in [false, true] {
                let text = message(bytes);
                let text = if tags_last { messages::tags_last(&text) } else { text };
                let rounds = (100_000_000 / text.len()).clamp(12, 10_000);
                let best = (0..rounds).map(|_| nanos(*kind, &text)).fold(f64::INFINITY, f64::min);
                growth.push(Growth {
                    shape: format!("{shape}{}", if tags_last { ", tags last" } else { "" }),
                    bytes,
                    nanos_per_byte: best / text.len() as f64,
                });
            }
        }
    }
    println!("{}", serde_json::to_string(&growth).expect("numbers are JSON"));
}

fn nanos(kind: Kind, text: &str) -> f64 {
    let start = Instant::now();
    Contestant::Ours.decode(kind, black_box(text));
    start.elapsed().as_nanos() as f64
}
