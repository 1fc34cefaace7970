//! Allocations per message, and the peak of large ones: JSON on stdout.
//!
//! A buffer that grows counts as one more allocation, and for a moment as both: the peaks are
//! what an allocator needs that cannot grow in place.

use mcp_typestate_benches::cells::{Cell, rows};
use mcp_typestate_benches::contestants::Contestant;
use mcp_typestate_benches::messages::{self, Kind};
use mcp_typestate_benches::results::{Memory, Peak};

const LARGE: usize = 16 << 20;

fn main() {
    let mut allocations = Vec::new();
    for row in rows(false) {
        for contestant in &row.contestants {
            let task = row.task(*contestant);
            task();
            let count = allocation_counter::measure(&task).count_total;
            allocations.push(Cell::new(&row, *contestant, count as f64));
        }
    }
    let image = messages::image(LARGE);
    let text = messages::text_result(LARGE);
    let mut peaks = Vec::new();
    for (payload, message) in [
        ("16 MB image", &image),
        ("16 MB image, tags last", &messages::tags_last(&image)),
        ("16 MB text with escapes", &text),
    ] {
        for contestant in [
            Contestant::Ours,
            Contestant::Floor,
            Contestant::Rmcp,
            Contestant::Schema,
            Contestant::Value,
        ] {
            if !contestant.reads(Kind::ToolsCall) {
                continue;
            }
            let info = allocation_counter::measure(|| contestant.decode(Kind::ToolsCall, message));
            peaks.push(Peak {
                payload: payload.to_owned(),
                contestant: contestant.name().to_owned(),
                of_input: info.bytes_max as f64 / message.len() as f64,
            });
        }
    }
    let memory = Memory { allocations, peaks };
    println!("{}", serde_json::to_string(&memory).expect("numbers are JSON"));
}
