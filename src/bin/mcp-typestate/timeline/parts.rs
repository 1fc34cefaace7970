//! What the picture is made of: escaped text, colours for light and dark, shapes.

use mcp_typestate::Status;
use mcp_typestate::check::Severity;
use mcp_typestate::schema::Printable;

use super::model::Kind;

/// The colours, first for light surroundings. Statuses keep theirs in both: they are told apart by
/// people who do not see all colours, and each has its name on it.
pub(super) const STYLE: &str = "\
text{font:11px system-ui,-apple-system,'Segoe UI',Helvetica,Arial,sans-serif;fill:#1f2328}
.h{font-size:15px;font-weight:600}.b{font-weight:600}.m{fill:#59636e}.s{font-size:10px}
.paper{fill:#ffffff}.grid{stroke:#d1d9e0}.band{fill:#f6f8fa}.axis{stroke:#59636e}
.mark{fill:#1f2328;stroke:#1f2328}.hollow{fill:#ffffff;stroke:#1f2328}
.working{fill:#0072b2}.input_required{fill:#e69f00}.completed{fill:#007a5a}
.failed{fill:#b34700}.cancelled{fill:#6e7781}.unknown{fill:#8250df}
text.on{fill:#ffffff;font-weight:600}text.dark{fill:#1f2328}
.error{fill:#cf222e}.warning{fill:#9a6700}.note{fill:#0969da}.ring{stroke:#ffffff;stroke-width:1.5}
@media (prefers-color-scheme:dark){
text{fill:#e6edf3}.m{fill:#9198a1}.paper{fill:#0d1117}.grid{stroke:#30363d}.band{fill:#151b23}
.axis{stroke:#9198a1}.mark{fill:#e6edf3;stroke:#e6edf3}.hollow{fill:#0d1117;stroke:#e6edf3}
.ring{stroke:#0d1117}}
";

/// Text as it stands in a document. What XML has no place for, no printable text has.
pub(super) fn escaped(text: &Printable) -> String {
    let mut escaped = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            char => escaped.push(char),
        }
    }
    escaped
}

/// The beginning of a text that has to fit.
pub(super) fn fitting(text: &str, most: usize) -> Printable {
    let printable = Printable::from(text);
    if printable.chars().count() <= most {
        return printable;
    }
    let head: String = printable.chars().take(most.saturating_sub(1)).chain(['…']).collect();
    head.into()
}

/// About how wide a text of the small size is.
pub(super) fn width(text: &str) -> f64 {
    text.chars().count() as f64 * 6.0
}

/// A status's class and its name.
pub(super) fn status(status: &Status) -> (&'static str, &str) {
    let class = match status {
        Status::Working => "working",
        Status::InputRequired => "input_required",
        Status::Completed => "completed",
        Status::Failed => "failed",
        Status::Cancelled => "cancelled",
        _ => "unknown",
    };
    (class, status.as_str())
}

/// The class of the text on a status: dark on the one light colour.
pub(super) fn on(class: &str) -> &'static str {
    if class == "input_required" { "on dark" } else { "on" }
}

/// A message's shape, its tip at a place and pointing down or up to it.
pub(super) fn shape(kind: Kind, x: f64, y: f64, down: bool) -> String {
    let away = if down { -7.0 } else { 7.0 };
    let class = if kind == Kind::Reply { "hollow" } else { "mark" };
    match kind {
        Kind::Notification => {
            let (middle, end) = (y + away / 2.0, y + away);
            format!(
                "<path class='{class}' d='M{x:.1} {y:.1}L{:.1} {middle:.1}L{x:.1} {end:.1}L{:.1} {middle:.1}Z'/>",
                x + 3.5,
                x - 3.5
            )
        }
        Kind::Request | Kind::Reply => {
            let base = y + away;
            format!(
                "<path class='{class}' d='M{x:.1} {y:.1}L{:.1} {base:.1}H{:.1}Z'/>",
                x - 4.0,
                x + 4.0
            )
        }
    }
}

/// A numbered finding.
pub(super) fn flag(severity: Severity, number: usize, x: f64, y: f64) -> String {
    format!(
        "<circle class='{severity} ring' cx='{x:.1}' cy='{y:.1}' r='7.5'/>\
         <text class='on s' x='{x:.1}' y='{:.1}' text-anchor='middle'>{number}</text>",
        y + 3.5
    )
}
