//! Puts callgrind's counts, a line each, to the cells that they belong to.
//!
//!     counted CELLS COUNTS

use mcp_typestate_benches::cells::Cell;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut file = || {
        let name = arguments.next().expect("CELLS and COUNTS are given");
        std::fs::read_to_string(&name).expect("the file is there")
    };
    let mut cells: Vec<Cell> = serde_json::from_str(&file()).expect("CELLS are JSON");
    let counts = file();
    let counts: Vec<&str> = counts.lines().collect();
    // The last dump is the program's end, in which nothing was counted.
    assert!(counts.len() >= cells.len(), "{} counts of {} cells", counts.len(), cells.len());
    for (cell, count) in cells.iter_mut().zip(counts) {
        cell.value = count.parse().expect("a count is a number");
        assert!(cell.value > 0.0, "nothing was counted of {cell:?}");
    }
    println!("{}", serde_json::to_string_pretty(&cells).expect("cells are JSON"));
}
