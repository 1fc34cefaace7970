//! What a peer may make as large as it likes, at one size and at four times that size: the work must
//! not grow much faster. Quadratic work is sixteen times as much; sorting makes five of the four.
//!
//! ```text
//! benches/hostile        counts the instructions of each by callgrind, and fails beyond the limit
//! ```
//!
//! By itself this program does everything once and prints a name for each measurement, in the order
//! of callgrind's dumps; with a file of counts, a line each, it judges them.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::hint::black_box;
use std::process::ExitCode;
use std::time::SystemTime;

use mcp_typestate::check::{Checker, Recording};
use mcp_typestate::json::OneOrMany;
use mcp_typestate::jsonrpc::{AnyCall, Envelope, Reply, RequestMessage};
use mcp_typestate::receiver::{Event, Handled, MemoryReceiver, Payload, Policy, Requestor};
use mcp_typestate::v2025_11_25::{
    CallToolResult, ClientMessage, ElicitRequestFormParams, ReadResourceResult,
};
use mcp_typestate::v2026_07_28::{CallTool, GetTaskResult};
use mcp_typestate::{
    Created, Input, Negotiated, Observed, Revision, Side, TASKS_EXTENSION, Task, Working, from_str,
    from_value,
};
use serde_json::{Value, json};

/// A size that is small, and how much larger the other one is.
const SMALL: usize = 400;
const TIMES: usize = 4;

/// The most that the work may grow by.
const LIMIT: f64 = 6.5;

/// Prepares something of a size, and gives the work that counts.
type Prepare = fn(usize) -> Box<dyn FnOnce()>;

const CASES: &[(&str, Prepare)] = &[
    ("unknown members", unknown_members),
    ("unknown members before the tag", members_before_the_tag),
    ("nulls before the member that tells the variant", nulls_before_the_text),
    ("a member that comes again after others", repeated_member),
    ("nulls of one member after others", repeated_nulls),
    ("fields of a form, compared", form),
    ("content blocks, the last one wrong", late_error),
    ("a batch of envelopes", batch),
    ("updates that always say something new", new_members),
    ("input requests, answered one by one", input_requests),
    ("tasks with ids alike", tasks),
    ("tasks listened to", listened),
    ("answers to a task's requests", answers),
    ("requests that wait for a result", waiting),
    ("requests of one id in a session", same_ids),
    ("requests of ids that are strings", string_ids),
    ("tasks of a session", session_tasks),
    ("violations in one message", violations),
    ("blocks that are none of their union", unlike_all),
    ("a large block that is none of its union", large_unlike_all),
    ("tools that are listed", tools),
];

fn main() -> ExitCode {
    let Some(counts) = std::env::args().skip(1).find(|it| !it.starts_with("--")) else {
        for (name, prepare) in CASES {
            for size in [SMALL, SMALL * TIMES] {
                // What is set up on first use is nobody's cost.
                prepare(10)();
                measured(prepare(size));
                println!("{name}, {size}");
            }
        }
        return ExitCode::SUCCESS;
    };
    let counts = std::fs::read_to_string(counts).expect("the file is there");
    let counts: Vec<f64> = counts.lines().map(|it| it.parse().expect("a count")).collect();
    let (pairs, _) = counts.as_chunks::<2>();
    assert!(pairs.len() >= CASES.len(), "{} counts", counts.len());
    let mut failed = false;
    for ((name, _), [small, large]) in CASES.iter().zip(pairs) {
        let grows = large / small;
        failed |= grows > LIMIT || *small < 1_000.0;
        println!(
            "{name}: {small} instructions for {SMALL}, {grows:.2} times as many for {TIMES} times"
        );
    }
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// What callgrind counts.
#[inline(never)]
fn measured(work: Box<dyn FnOnce()>) {
    work();
}

/// `count` pieces, made from their numbers, with commas between.
fn pieces(count: usize, piece: impl Fn(usize) -> String) -> String {
    (0..count).map(piece).collect::<Vec<_>>().join(",")
}

fn reads<T: serde::de::DeserializeOwned + 'static>(text: String, reads: bool) -> Box<dyn FnOnce()> {
    Box::new(move || assert_eq!(black_box(from_str::<T>(&text)).is_ok(), reads))
}

fn unknown_members(size: usize) -> Box<dyn FnOnce()> {
    let members = pieces(size, |it| format!(r#""m{it}":{it}"#));
    reads::<CallToolResult>(format!(r#"{{"content":[],{members}}}"#), true)
}

fn members_before_the_tag(size: usize) -> Box<dyn FnOnce()> {
    let members = pieces(size, |it| format!(r#""m{it}":{it}"#));
    let block = format!(r#"{{{members},"text":"","type":"text"}}"#);
    reads::<CallToolResult>(format!(r#"{{"content":[{block}]}}"#), true)
}

fn nulls_before_the_text(size: usize) -> Box<dyn FnOnce()> {
    let (members, nulls) = (
        pieces(size, |it| format!(r#""m{it}":{it}"#)),
        pieces(size, |_| r#""mimeType":null"#.into()),
    );
    let contents = format!(r#"{{{members},{nulls},"uri":"","text":""}}"#);
    reads::<ReadResourceResult>(format!(r#"{{"contents":[{contents}]}}"#), true)
}

fn repeated_member(size: usize) -> Box<dyn FnOnce()> {
    let members = pieces(size, |it| format!(r#""m{it}":{it}"#));
    reads::<CallToolResult>(format!(r#"{{"content":[],{members},"m0":0}}"#), false)
}

fn repeated_nulls(size: usize) -> Box<dyn FnOnce()> {
    let (members, nulls) =
        (pieces(size, |it| format!(r#""m{it}":{it}"#)), pieces(size, |_| r#""_meta":null"#.into()));
    let task = r#""taskId":"t","status":"working","createdAt":"","lastUpdatedAt":"","ttlMs":null"#;
    reads::<GetTaskResult>(format!(r#"{{"resultType":"complete",{members},{nulls},{task}}}"#), true)
}

fn form(size: usize) -> Box<dyn FnOnce()> {
    let fields = |order: &dyn Fn(usize) -> usize| {
        let fields = pieces(size, |it| format!(r#""f{}":{{"type":"string"}}"#, order(it)));
        format!(
            r#"{{"message":"","requestedSchema":{{"type":"object","properties":{{{fields}}}}}}}"#
        )
    };
    let (one, other) = (fields(&|it| it), fields(&|it| size - 1 - it));
    Box::new(move || {
        let one: ElicitRequestFormParams = from_str(&one).expect("a form");
        let other: ElicitRequestFormParams = from_str(&other).expect("a form");
        assert!(one == other);
    })
}

fn late_error(size: usize) -> Box<dyn FnOnce()> {
    let blocks = pieces(size, |it| format!(r#"{{"type":"text","text":"{it}"}}"#));
    reads::<CallToolResult>(format!(r#"{{"content":[{blocks},{{"type":"text"}}]}}"#), false)
}

fn batch(size: usize) -> Box<dyn FnOnce()> {
    let one = |it| format!(r#"{{"jsonrpc":"2.0","id":{it},"method":"ping"}}"#);
    let text = format!("[{}]", pieces(size, one));
    Box::new(move || {
        let envelopes: Vec<Envelope<'_>> = serde_json::from_str(&text).expect("a batch");
        let messages: OneOrMany<ClientMessage> = from_str(&text).expect("a batch");
        assert_eq!(envelopes.len(), messages.iter().count());
    })
}

/// A session of 2026-07-28 in which all is declared.
fn session() -> Negotiated {
    let both = json!({ "extensions": { TASKS_EXTENSION: {} } });
    let client: mcp_typestate::v2026_07_28::ClientCapabilities =
        from_value(both.clone()).expect("capabilities");
    let server: mcp_typestate::v2026_07_28::ServerCapabilities =
        from_value(both).expect("capabilities");
    Negotiated::new(Revision::V2026_07_28, &client, &server)
}

/// A task of that session, with these members.
fn told(status: &str, members: &str) -> Reply {
    let text = format!(
        r#"{{"jsonrpc":"2.0","id":1,"result":{{"resultType":"task","taskId":"t","status":"{status}",
        "createdAt":"2026-08-01T12:00:00Z","lastUpdatedAt":"2026-08-01T12:00:00Z","ttlMs":null{members}}}}}"#
    );
    from_str(&text).expect("a reply")
}

fn begun() -> Task<Working, CallTool> {
    let tools = session().server_tasks().and_then(|it| it.runs::<CallTool>()).expect("negotiated");
    let meta = json!({ "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {} });
    let call = json!({ "name": "t", "_meta": meta });
    let call = tools.call(from_value(call).expect("parameters"));
    match call.accept(told("working", "")) {
        Ok(Created::Task(Observed::Working(task))) => task,
        other => panic!("a task: {other:?}"),
    }
}

fn new_members(size: usize) -> Box<dyn FnOnce()> {
    let updates: Vec<Reply> =
        (0..size).map(|it| told("working", &format!(r#","m{it}":{it}"#))).collect();
    let mut task = begun();
    Box::new(move || {
        for update in updates {
            let Ok(Observed::Working(next)) = task.observe(update) else { panic!("an update") };
            task = next;
        }
        black_box(task.id());
    })
}

fn input_requests(size: usize) -> Box<dyn FnOnce()> {
    let requests = pieces(size, |it| format!(r#""k{it}":{{"method":"roots/list"}}"#));
    let reply = told("input_required", &format!(r#","inputRequests":{{{requests}}}"#));
    let task = begun();
    Box::new(move || {
        let Ok(Observed::InputRequired(mut task)) = task.observe(reply) else { panic!("input") };
        let Input::Requests(mut requests) = task.input() else { panic!("requests") };
        for key in 0..size {
            let call = requests.answer([(format!("k{key}"), json!({}))]).expect("it is open");
            drop(black_box(call));
        }
        assert_eq!(requests.open().count(), 0);
    })
}

type Ids = Box<dyn FnMut() -> String>;

/// A receiver that keeps as many as are asked for, under ids that differ late.
fn receiver(size: usize) -> (MemoryReceiver<Ids>, Requestor) {
    let mut policy = Policy::sole_requestor();
    (policy.max_tasks, policy.max_tasks_per_context) = (size, size);
    policy.max_waiting = size;
    let mut begun = 0;
    let ids: Ids = Box::new(move || {
        begun += 1;
        format!("{}{begun}", "a".repeat(100))
    });
    (MemoryReceiver::with_ids(policy, ids), Requestor::new(&session(), Side::Server).over(1))
}

fn request(method: &str, mut params: Value) -> RequestMessage<AnyCall> {
    let ours = json!({ "extensions": { TASKS_EXTENSION: {} } });
    params["_meta"] = json!({ "io.modelcontextprotocol/clientCapabilities": ours });
    RequestMessage { id: 1.into(), body: AnyCall::new(method, Some(params)) }
}

const NOW: SystemTime = SystemTime::UNIX_EPOCH;

/// Begins a task, and gives its id.
fn begin(receiver: &mut MemoryReceiver<Ids>, requestor: &Requestor) -> String {
    match receiver.start(requestor, request("tools/call", json!({ "name": "t" })), NOW) {
        Handled::Started { started, .. } => started.task.to_string(),
        other => panic!("a task: {other:?}"),
    }
}

fn tasks(size: usize) -> Box<dyn FnOnce()> {
    let (mut receiver, requestor) = receiver(size);
    Box::new(move || {
        for _ in 0..size {
            let task = begin(&mut receiver, &requestor);
            let get = request("tasks/get", json!({ "taskId": task }));
            drop(black_box(receiver.handle(&requestor, get, NOW)));
        }
    })
}

fn listened(size: usize) -> Box<dyn FnOnce()> {
    let (mut receiver, requestor) = receiver(size);
    let ids: Vec<String> = (0..size).map(|_| begin(&mut receiver, &requestor)).collect();
    let listen = json!({ "notifications": { "taskIds": ids } });
    let listen = request("subscriptions/listen", listen);
    Box::new(move || {
        let heard = receiver.listen(&requestor, &listen, NOW).expect("an acknowledgement");
        assert_eq!(heard.len(), size);
        let cancelled = receiver.apply(&heard[0], Event::Cancel, NOW).expect("a cancel");
        black_box((cancelled, receiver.disconnected(1)));
    })
}

fn answers(size: usize) -> Box<dyn FnOnce()> {
    let (mut receiver, requestor) = receiver(size);
    let task = begin(&mut receiver, &requestor);
    // A task asks a thousand requests in its life, and no more.
    let keys = || (0..size / 4).map(|it| format!("k{it}"));
    let ask = json!({ "method": "roots/list" });
    let requests: BTreeMap<_, _> = keys().map(|key| (key, ask.clone())).collect();
    let asks = Event::NeedInput { message: String::new(), requests };
    let responses: BTreeMap<_, _> = keys().map(|key| (key, json!({}))).collect();
    let update = json!({ "taskId": task, "inputResponses": responses });
    let update = request("tasks/update", update);
    Box::new(move || {
        black_box(receiver.apply(&task, asks, NOW).expect("requests"));
        drop(black_box(receiver.handle(&requestor, update, NOW)));
        let end = Event::Complete(Payload::from(json!({ "content": [] })));
        assert!(receiver.apply(&task, end, NOW).is_ok());
    })
}

fn waiting(size: usize) -> Box<dyn FnOnce()> {
    let tasks = json!({ "tasks": { "requests": { "tools": { "call": {} } } } });
    let client: mcp_typestate::v2025_11_25::ClientCapabilities =
        from_value(json!({ "tasks": {} })).expect("capabilities");
    let server: mcp_typestate::v2025_11_25::ServerCapabilities =
        from_value(tasks).expect("capabilities");
    let session = Negotiated::new(Revision::V2025_11_25, &client, &server);
    let (mut receiver, _) = receiver(size);
    let requestor = Requestor::new(&session, Side::Server).over(1);
    let call = request("tools/call", json!({ "name": "t", "task": {} }));
    let Handled::Started { started, .. } = receiver.handle(&requestor, call, NOW) else {
        panic!("a task")
    };
    Box::new(move || {
        for id in 0..size {
            let mut early = request("tasks/result", json!({ "taskId": &*started.task }));
            early.id = i64::try_from(id).expect("an id").into();
            let handled = receiver.handle(&requestor, early, NOW);
            assert!(matches!(handled, Handled::Deferred { .. }));
        }
        let sent = receiver.apply(&started.task, Event::Fail(None), NOW).expect("an end");
        assert!(sent.len() >= size);
    })
}

/// Checks a session of 2025-11-25.
fn checks(session: String) -> Box<dyn FnOnce()> {
    Box::new(move || {
        let mut recording = Recording::new(session.as_bytes());
        let mut checker = Checker::new().with_revision("2025-11-25");
        let mut found = 0;
        while let Some(item) = recording.next().expect("text can be read") {
            found += checker.item(&item).findings.len();
        }
        black_box(found + checker.finish().len());
    })
}

/// So many lines, made from their numbers.
fn lines(size: usize, line: impl Fn(usize, &mut String)) -> Box<dyn FnOnce()> {
    let mut session = String::new();
    for number in 0..size {
        line(number, &mut session);
        session.push('\n');
    }
    checks(session)
}

fn same_ids(size: usize) -> Box<dyn FnOnce()> {
    lines(size, |_, text| text.push_str(r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#))
}

fn string_ids(size: usize) -> Box<dyn FnOnce()> {
    lines(size, |it, text| {
        let _ = write!(text, r#"{{"jsonrpc":"2.0","id":"{it}","method":"ping"}}"#);
    })
}

fn session_tasks(size: usize) -> Box<dyn FnOnce()> {
    lines(size, |it, text| {
        let call = r#""method":"tools/call","params":{"name":"n","task":{}}"#;
        let times = r#""createdAt":"2026-08-01T12:00:00Z","lastUpdatedAt":"2026-08-01T12:00:00Z""#;
        let task = format!(r#"{{"taskId":"t{it}","status":"working","ttl":null,{times}}}"#);
        let _ = writeln!(text, r#"{{"jsonrpc":"2.0","id":{it},{call}}}"#);
        let _ = write!(text, r#"{{"jsonrpc":"2.0","id":{it},"result":{{"task":{task}}}}}"#);
    })
}

fn violations(size: usize) -> Box<dyn FnOnce()> {
    checks(called(&pieces(size, |_| r#"{"type":"text"}"#.to_owned())))
}

fn unlike_all(size: usize) -> Box<dyn FnOnce()> {
    let resource = r#"{"type":"resource","resource":{"uri":1,"blob":2,"text":3}}"#;
    checks(called(&pieces(size, |it| if it % 2 == 0 { "{}" } else { resource }.to_owned())))
}

fn large_unlike_all(size: usize) -> Box<dyn FnOnce()> {
    checks(called(&format!(r#"{{"x":[{}]}}"#, pieces(size, |_| "[]".to_owned()))))
}

/// A call of a tool, and its result with these blocks.
fn called(blocks: &str) -> String {
    let call = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"n"}}"#;
    format!(
        r#"{call}
{{"jsonrpc":"2.0","id":1,"result":{{"content":[{blocks}]}}}}"#
    )
}

fn tools(size: usize) -> Box<dyn FnOnce()> {
    let tools =
        pieces(size, |it| format!(r#"{{"name":"t{it}","inputSchema":{{"type":"object"}}}}"#));
    checks(format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/list"}}
{{"jsonrpc":"2.0","id":1,"result":{{"tools":[{tools}]}}}}"#
    ))
}
