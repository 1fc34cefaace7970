//! The results as a picture: how many times our time the others take to decode each message.

use std::fmt::Write;

use crate::cells::{Form, Work};
use crate::results::{Results, Unit};

/// Who is drawn: a name, and the class that colours it.
const DRAWN: &[(&str, &str)] =
    &[("by hand", "floor"), ("rmcp", "rmcp"), ("rust-mcp-schema", "schema")];

const LEFT: f64 = 250.0;
const WIDTH: f64 = 470.0;
const TOP: f64 = 66.0;
const ROW: f64 = 22.0;
/// The axis goes from half our time to this many times it, in powers of two.
const MOST: f64 = 64.0;

const STYLE: &str = "\
text{font:12px system-ui,sans-serif;fill:#24292f}.small{font-size:11px;fill:#57606a}\
.grid{stroke:#d0d7de}.one{stroke:#0969da;stroke-width:2}.ours{fill:#0969da}\
.floor{fill:#6e7781}.rmcp{fill:#bc4c00}.schema{fill:#8250df}.span{stroke:#d0d7de;stroke-width:2}\
@media(prefers-color-scheme:dark){text{fill:#e6edf3}.small{fill:#9198a1}.grid,.span{stroke:#3d444d}\
.one{stroke:#4493f8}.ours{fill:#4493f8}.floor{fill:#9198a1}.rmcp{fill:#f0883e}.schema{fill:#ab7df8}}";

/// The picture, as SVG that follows the reader's light or dark.
#[must_use]
pub fn draw(results: &Results) -> String {
    let rows: Vec<_> = results.of(Form::Usual, Work::Decode).collect();
    let bottom = TOP + ROW * rows.len() as f64;
    let (width, height) = (LEFT + WIDTH + 30.0, bottom + 30.0);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\" aria-label=\"Time to decode, of mcp-typestate's\">\n<style>{STYLE}</style>\n"
    );
    text(
        &mut svg,
        8.0,
        20.0,
        "",
        "Time to decode, as a multiple of mcp-typestate's (less is better)",
    );
    legend(&mut svg);
    let mut multiple = 0.5;
    while multiple <= MOST {
        let x = place(multiple);
        let class = if multiple == 1.0 { "one" } else { "grid" };
        let _ = writeln!(
            svg,
            "<line class=\"{class}\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{TOP}\" y2=\"{bottom}\"/>"
        );
        text(&mut svg, x - 8.0, bottom + 18.0, "small", &format!("{multiple}×"));
        multiple *= 2.0;
    }
    for (at, row) in rows.iter().enumerate() {
        let y = TOP + ROW * (at as f64 + 0.5);
        text(&mut svg, 8.0, y + 4.0, "", &row.message);
        let ratios = DRAWN.iter().filter_map(|(name, class)| {
            Some((*class, row.ratio(Unit::Nanos, name, "mcp-typestate")?))
        });
        let ratios: Vec<_> = ratios.collect();
        let furthest = ratios.iter().map(|(_, ratio)| *ratio).fold(1.0, f64::max);
        let (from, to) = (place(1.0), place(furthest));
        let _ = writeln!(
            svg,
            "<line class=\"span\" x1=\"{from:.1}\" x2=\"{to:.1}\" y1=\"{y}\" y2=\"{y}\"/>"
        );
        for (class, ratio) in ratios {
            dot(&mut svg, class, place(ratio), y);
        }
        dot(&mut svg, "ours", from, y);
    }
    svg.push_str("</svg>\n");
    svg
}

fn legend(svg: &mut String) {
    let mut x = LEFT;
    for (name, class) in [("mcp-typestate", "ours")].iter().chain(DRAWN) {
        dot(svg, class, x, 44.0);
        text(svg, x + 9.0, 48.0, "small", name);
        x += 40.0 + 6.4 * name.len() as f64;
    }
}

/// Where on the axis a multiple lies.
fn place(multiple: f64) -> f64 {
    let of_axis = (multiple.clamp(0.5, MOST).log2() + 1.0) / (MOST.log2() + 1.0);
    LEFT + WIDTH * of_axis
}

fn dot(svg: &mut String, class: &str, x: f64, y: f64) {
    let _ = writeln!(svg, "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y}\" r=\"4.5\"/>");
}

fn text(svg: &mut String, x: f64, y: f64, class: &str, words: &str) {
    let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
    let _ = writeln!(svg, "<text{class} x=\"{x:.1}\" y=\"{y}\">{words}</text>");
}
