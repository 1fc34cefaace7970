//! Does everything once, for callgrind to count, and names what it did: JSON of cells without
//! values, on stdout.
//!
//!     once [short]
//!
//! Each task is done once before it counts: what is set up on first use is not a message's cost.

use mcp_typestate_benches::cells::{Cell, Form, TRANSITION, measured, rows};
use mcp_typestate_benches::transition::Transitions;

fn main() {
    let short = std::env::args().any(|it| it == "short");
    let mut cells = Vec::new();
    for row in rows(short) {
        for contestant in &row.contestants {
            let task = row.task(*contestant);
            task();
            measured(&task);
            cells.push(Cell::new(&row, *contestant, 0.0));
        }
    }
    let transitions = Transitions::default();
    for (contestant, task) in [
        ("Task::observe", &(|| transitions.typed()) as &dyn Fn()),
        ("plain data", &|| transitions.plain()),
    ] {
        task();
        measured(task);
        cells.push(Cell {
            message: TRANSITION.to_owned(),
            bytes: 0,
            form: Form::Usual.to_string(),
            work: "observe".to_owned(),
            contestant: contestant.to_owned(),
            value: 0.0,
        });
    }
    println!("{}", serde_json::to_string_pretty(&cells).expect("cells are JSON"));
}
