//! The drawing: an axis, a lane for what is about no task, a lane per task, a legend, the findings.

use std::collections::BTreeMap;
use std::fmt::Write;

use mcp_typestate::{Side, Status};

use super::model::{Flag, Kind, Lane, Mark, Picture};
use super::parts::{STYLE, escaped, fitting, flag, on, shape, status, width};
use super::scale::Scale;

const WIDTH: f64 = 960.0;
const LEFT: f64 = 190.0;
const RIGHT: f64 = 28.0;
/// Where the lanes begin, below the title and the axis.
const TOP: f64 = 78.0;
const OTHERS: f64 = 44.0;
const LANE: f64 = 84.0;
const BAR: f64 = 20.0;

/// The picture as a document of its own.
pub(super) fn draw(picture: &Picture) -> String {
    let scale = Scale::new(LEFT, WIDTH - LEFT - RIGHT, picture.end, picture.timed);
    let bottom = TOP + OTHERS + LANE * picture.lanes.len() as f64;
    let mut body = String::new();
    axis(&mut body, picture, &scale, bottom);
    others(&mut body, picture, &scale);
    for (index, lane) in picture.lanes.iter().enumerate() {
        draw_lane(&mut body, lane, TOP + OTHERS + LANE * index as f64, picture.end, &scale);
    }
    flags(&mut body, picture, &scale);
    let mut y = legend(&mut body, bottom + 26.0);
    y = list(&mut body, picture, y + 10.0);

    let title = fitting(&picture.name, 80);
    let mut head = String::new();
    let _ = writeln!(
        head,
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {WIDTH} {y:.0}' width='{WIDTH}' \
         height='{y:.0}' role='img'>\n<title>{}</title>\n<style>\n{STYLE}</style>\n\
         <rect class='paper' width='{WIDTH}' height='{y:.0}' rx='6'/>\n\
         <text class='h' x='20' y='28'>{}</text>\n<text class='m' x='20' y='46'>{}</text>",
        escaped(&title),
        escaped(&title),
        escaped(&summary(picture).into()),
    );
    head + &body + "</svg>\n"
}

fn summary(picture: &Picture) -> String {
    let some =
        |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    let mut parts = vec![
        picture.revision.as_ref().map_or("no revision named".to_owned(), |it| format!("MCP {it}")),
        some(usize::try_from(picture.messages).unwrap_or(usize::MAX), "message"),
        if picture.more_tasks {
            format!("more than {} tasks", picture.lanes.len())
        } else {
            some(picture.lanes.len(), "task")
        },
        some(picture.findings, "finding"),
    ];
    if picture.more_tasks {
        parts.push(format!("the first {} tasks are drawn", picture.lanes.len()));
    }
    if picture.undrawn > 0 {
        let messages = some(usize::try_from(picture.undrawn).unwrap_or(usize::MAX), "message");
        parts.push(format!("{messages} not drawn"));
    }
    parts.join(" · ")
}

fn axis(body: &mut String, picture: &Picture, scale: &Scale, bottom: f64) {
    for (at, label) in scale.ticks() {
        let x = scale.x(at);
        let _ = writeln!(
            body,
            "<line class='grid' x1='{x:.1}' y1='{TOP}' x2='{x:.1}' y2='{bottom:.1}'/>\
             <text class='m s' x='{x:.1}' y='{:.1}' text-anchor='middle'>{label}</text>",
            TOP - 7.0
        );
    }
    let unit = if picture.timed { "time since the first message" } else { "number of the message" };
    let _ = writeln!(
        body,
        "<line class='axis' x1='{LEFT}' y1='{TOP}' x2='{:.1}' y2='{TOP}'/>\
         <text class='m s' x='20' y='{:.1}'>{unit}</text>",
        WIDTH - RIGHT,
        TOP - 7.0
    );
}

/// Messages about no task: the client's above the line, the server's below.
fn others(body: &mut String, picture: &Picture, scale: &Scale) {
    let y = TOP + OTHERS / 2.0;
    let _ = writeln!(
        body,
        "<text class='b' x='20' y='{:.1}'>other messages</text>\
         <text class='m s' x='20' y='{:.1}'>▼ client's, ▲ server's</text>\
         <line class='grid' x1='{LEFT}' y1='{y:.1}' x2='{:.1}' y2='{y:.1}'/>",
        y - 1.0,
        y + 12.0,
        WIDTH - RIGHT
    );
    for mark in &picture.others {
        draw_mark(body, mark, scale.x(mark.at), y, mark.from == Side::Client);
    }
}

fn draw_mark(body: &mut String, mark: &Mark, x: f64, y: f64, down: bool) {
    let kind = match mark.kind {
        Kind::Request => "request",
        Kind::Reply => "reply",
        Kind::Notification => "notification",
    };
    let side = if mark.from == Side::Client { "client" } else { "server" };
    let _ = writeln!(
        body,
        "<g>{}<title>line {}: {} of the {side}: {}</title></g>",
        shape(mark.kind, x, y, down),
        mark.line,
        kind,
        escaped(&fitting(&mark.label, 60))
    );
}

fn draw_lane(body: &mut String, lane: &Lane, top: f64, end: f64, scale: &Scale) {
    let middle = top + LANE / 2.0;
    let (bar_top, bar_bottom) = (middle - BAR / 2.0, middle + BAR / 2.0);
    let runs =
        if lane.receiver == Side::Client { "run by the client" } else { "run by the server" };
    let asks = lane.call.as_ref().map_or("", |(asks, _)| asks.as_str());
    let _ = writeln!(
        body,
        "<rect class='band' x='8' y='{:.1}' width='{:.1}' height='{:.1}' rx='4'/>\
         <text class='b' x='20' y='{:.1}'>{}</text><text class='m' x='20' y='{:.1}'>{}</text>\
         <text class='m s' x='20' y='{:.1}'>{runs}</text>",
        top + 3.0,
        WIDTH - 16.0,
        LANE - 6.0,
        middle - 9.0,
        escaped(&fitting(&lane.task, 22)),
        middle + 5.0,
        escaped(&fitting(asks, 27)),
        middle + 19.0,
    );
    if let (Some((_, asked)), Some((begun, _))) = (&lane.call, lane.bars.first()) {
        let (from, to) = (scale.x(*asked), scale.x(*begun));
        let _ = writeln!(
            body,
            "<line class='axis' x1='{from:.1}' y1='{middle:.1}' x2='{to:.1}' y2='{middle:.1}' \
             stroke-dasharray='2 2'/>{}",
            shape(Kind::Request, from, bar_top, true)
        );
    }
    for (index, (from, seen)) in lane.bars.iter().enumerate() {
        let until = lane.bars.get(index + 1).map_or(end, |(next, _)| *next);
        let (x, wide) = (scale.x(*from), (scale.x(until) - scale.x(*from)).max(3.0));
        let (class, name) = status(seen);
        let _ = write!(
            body,
            "<rect class='{class}' x='{x:.1}' y='{bar_top:.1}' width='{wide:.1}' height='{BAR}' rx='3'>\
             <title>{}</title></rect>",
            escaped(&name.into())
        );
        if width(name) + 8.0 <= wide {
            let _ = write!(
                body,
                "<text class='{}' x='{:.1}' y='{:.1}'>{}</text>",
                on(class),
                x + 5.0,
                middle + 4.0,
                escaped(&fitting(name, 24))
            );
        }
        body.push('\n');
    }
    let mut free: BTreeMap<bool, f64> = BTreeMap::new();
    let asked = lane.call.iter().map(|(_, at)| (*at, "call", true));
    for (at, label, above) in asked.chain(
        lane.marks.iter().map(|mark| (mark.at, mark.label.as_str(), mark.from != lane.receiver)),
    ) {
        let x = scale.x(at);
        let said = label != "reply";
        let begins = x - width(label) / 2.0;
        if said && free.get(&above).is_none_or(|free| begins > *free) {
            let y = if above { bar_top - 11.0 } else { bar_bottom + 19.0 };
            let _ = writeln!(
                body,
                "<text class='m s' x='{x:.1}' y='{y:.1}' text-anchor='middle'>{}</text>",
                escaped(&fitting(label, 20))
            );
            free.insert(above, x + width(label) / 2.0);
        }
    }
    for mark in &lane.marks {
        let above = mark.from != lane.receiver;
        let y = if above { bar_top } else { bar_bottom };
        draw_mark(body, mark, scale.x(mark.at), y, above);
    }
}

/// Findings beside the messages that they are about; several at one place stand side by side.
fn flags(body: &mut String, picture: &Picture, scale: &Scale) {
    let mut free: BTreeMap<(Option<usize>, bool), (f64, f64)> = BTreeMap::new();
    for (index, found) in picture.flags.iter().enumerate() {
        let lane = found.lane.and_then(|index| Some((index, picture.lanes.get(index)?)));
        let (y, above) = match lane {
            Some((index, lane)) => {
                let middle = TOP + OTHERS + LANE * index as f64 + LANE / 2.0;
                let above = found.from.is_some_and(|from| from != lane.receiver);
                (middle + (BAR / 2.0 + 2.0) * if above { -1.0 } else { 1.0 }, above)
            }
            None => {
                let above = found.from == Some(Side::Client);
                (TOP + OTHERS / 2.0 + if above { -5.0 } else { 5.0 }, above)
            }
        };
        // To the right of the message, or to the left where the picture ends.
        let (at, last) = (scale.x(found.at), WIDTH - 14.0);
        let (right, left) = free.entry((found.lane, above)).or_insert((0.0, WIDTH));
        let x = if (at + 13.0).max(*right) <= last {
            *right = (at + 13.0).max(*right) + 17.0;
            *right - 17.0
        } else {
            *left = (at - 13.0).min(*left - 17.0);
            *left
        };
        let _ = writeln!(
            body,
            "<g>{}<title>{}: {}</title></g>",
            flag(found.severity, index + 1, x, y),
            found.rule,
            escaped(&fitting(&found.text, 200))
        );
    }
}

/// What the shapes and colours mean; gives where it ends.
fn legend(body: &mut String, top: f64) -> f64 {
    let mut x = 20.0;
    for seen in [
        Status::Working,
        Status::InputRequired,
        Status::Completed,
        Status::Failed,
        Status::Cancelled,
    ] {
        let (class, name) = status(&seen);
        let _ = write!(
            body,
            "<rect class='{class}' x='{x:.1}' y='{:.1}' width='14' height='10' rx='2'/>\
             <text class='m s' x='{:.1}' y='{top:.1}'>{name}</text>",
            top - 9.0,
            x + 18.0
        );
        x += 34.0 + width(name);
    }
    x += 10.0;
    for (kind, what) in
        [(Kind::Request, "request"), (Kind::Reply, "reply"), (Kind::Notification, "notification")]
    {
        let _ = write!(
            body,
            "{}<text class='m s' x='{:.1}' y='{top:.1}'>{what}</text>",
            shape(kind, x + 4.0, top, true),
            x + 14.0
        );
        x += 28.0 + width(what);
    }
    let _ = writeln!(
        body,
        "<text class='m s' x='{x:.1}' y='{top:.1}'>above a bar: the requestor's; below: the receiver's</text>"
    );
    top + 8.0
}

/// The findings in words; gives where they end.
fn list(body: &mut String, picture: &Picture, top: f64) -> f64 {
    let mut y = top;
    for (index, found) in picture.flags.iter().enumerate() {
        let Flag { severity, rule, text, line, .. } = found;
        y += 20.0;
        let _ = writeln!(
            body,
            "{}<text x='36' y='{:.1}'><tspan class='b'>{rule}</tspan> ({severity}, line {line}): {}</text>",
            flag(*severity, index + 1, 22.0, y - 4.0),
            y,
            escaped(&fitting(text, 110))
        );
    }
    if picture.findings > picture.flags.len() {
        y += 20.0;
        let more = picture.findings - picture.flags.len();
        let _ = writeln!(body, "<text class='m' x='36' y='{y:.1}'>and {more} more</text>");
    }
    y + 18.0
}
