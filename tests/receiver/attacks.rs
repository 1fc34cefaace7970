//! What was found by attacking the receiver, each by what must hold.

use std::panic::{AssertUnwindSafe, catch_unwind};

use mcp_typestate::jsonrpc::{AnyCall, AnyMessage, ErrorCode, ErrorObject, Reply};
use mcp_typestate::receiver::{
    EarlyResult, Event, Handled, MemoryReceiver, Outgoing, Payload, Policy, Record, Refusal,
    Requestor, Worker,
};
use mcp_typestate::{Dialect, from_str};
use serde_json::json;

use super::desk::{Desk, declaring, first, requestor};
use crate::sessions::{DIALECTS, at, session, with};

fn over(dialect: Dialect, connection: u64) -> Requestor {
    requestor(dialect, &session(dialect)).over(connection)
}

fn needs(keys: &[&str]) -> Event {
    let ask = json!({ "method": "roots/list" });
    let requests = keys.iter().map(|key| ((*key).to_owned(), ask.clone())).collect();
    Event::NeedInput { message: "which owls?".to_owned(), requests }
}

/// The questions among what goes out: over which connection, and their ids.
fn questions(outgoing: &[Outgoing]) -> Vec<(u64, String)> {
    let question = |it: &Outgoing| match it {
        Outgoing::Send { connection, message: AnyMessage::Request(request) } => {
            Some((*connection, request.id.to_string()))
        }
        _ => None,
    };
    outgoing.iter().filter_map(question).collect()
}

/// Opens the channel of the first task over a connection.
fn open(desk: &mut Desk, connection: u64, id: i64) -> Vec<Outgoing> {
    let requestor = desk.requestor.clone().over(connection);
    let mut request = desk.request("tasks/result", first());
    request.id = id.into();
    match desk.receiver.handle(&requestor, request, desk.now) {
        Handled::Deferred { outgoing } => outgoing,
        other => panic!("it should wait: {other:?}"),
    }
}

fn happens(desk: &mut Desk, event: Event) -> Vec<Outgoing> {
    desk.receiver.apply("task-1", event, desk.now).unwrap()
}

#[test]
fn the_number_of_a_connection_that_is_no_more_may_mean_somebody_else() {
    for dialect in [Dialect::Enveloped, Dialect::Core] {
        let alice = over(dialect, 7).in_context("alice");
        let mut desk = Desk::of(Policy::new(), alice.clone());
        desk.create();
        assert!(desk.receiver.disconnected(7).is_empty());
        assert!(happens(&mut desk, Event::Progress("alice's scan".to_owned())).is_empty());
        let progress = AnyCall::new("notifications/progress", Some(json!({})));
        assert_eq!(desk.receiver.tell("task-1", progress, desk.now), None);
        // Mallory has the number now, and asks; alice's task is still nobody's.
        desk.requestor = over(dialect, 7).in_context("mallory");
        assert_eq!(desk.refusal("tasks/get", first()).1, "Task not found");
        assert!(happens(&mut desk, Event::Progress("alice's scan".to_owned())).is_empty());
        // Alice comes back over another one, and hears of it from then on.
        desk.requestor = alice.clone().over(9);
        desk.get();
        let heard = Event::Progress("alice's scan".to_owned());
        assert_eq!(happens(&mut desk, heard.clone()).len(), 1);
        // So she does under a number that has ended before, and ends again.
        for ended in [9, 7] {
            assert!(desk.receiver.disconnected(ended).is_empty());
            assert!(happens(&mut desk, heard.clone()).is_empty());
            desk.requestor = alice.clone().over(7);
            desk.get();
            assert_eq!(happens(&mut desk, heard.clone()).len(), 1, "{ended}");
        }
    }
}

#[test]
fn many_connections_that_end_are_not_remembered_for_ever() {
    let mut desk = Desk::of(Policy::sole_requestor(), over(Dialect::Core, 1));
    desk.create();
    for connection in 1..10_000 {
        assert!(desk.receiver.disconnected(connection).is_empty());
    }
    let remembered = format!("{:?}", desk.receiver.store());
    assert!(remembered.len() < 64_000, "{}", remembered.len());
    assert!(happens(&mut desk, Event::Fail(None)).is_empty(), "it was connection 1's");
}

#[test]
fn a_question_whose_channel_breaks_off_is_asked_over_another() {
    for hangs_up in [true, false] {
        let mut desk = Desk::of(Policy::sole_requestor(), over(Dialect::Core, 1));
        desk.create();
        assert!(open(&mut desk, 1, 10).is_empty());
        assert!(open(&mut desk, 2, 20).is_empty());
        let asked = happens(&mut desk, needs(&["a"]));
        assert_eq!(questions(&asked), [(1, "task-1/a".to_owned())]);
        let again = match hangs_up {
            true => desk.receiver.disconnected(1),
            false => desk.receiver.withdraw(1, &10.into()).unwrap(),
        };
        assert_eq!(questions(&again), [(2, "task-1/a".to_owned())]);
    }
}

#[test]
fn a_question_is_asked_again_over_a_new_connection_with_an_old_number() {
    let mut desk = Desk::of(Policy::sole_requestor(), over(Dialect::Core, 1));
    desk.create();
    happens(&mut desk, needs(&["a"]));
    assert_eq!(questions(&open(&mut desk, 1, 10)), [(1, "task-1/a".to_owned())]);
    assert!(desk.receiver.disconnected(1).is_empty());
    assert_eq!(questions(&open(&mut desk, 1, 10)), [(1, "task-1/a".to_owned())]);
}

#[test]
fn a_task_with_the_id_of_one_that_is_forgotten_asks_anew() {
    let mut policy = Policy::sole_requestor();
    policy.remembers_expired = std::time::Duration::ZERO;
    for expires in [false, true] {
        let ids: Box<dyn FnMut() -> String> = Box::new(|| "task-1".to_owned());
        let mut desk = Desk::of(policy.clone(), over(Dialect::Enveloped, 3));
        desk.receiver = MemoryReceiver::with_ids(policy.clone(), ids);
        for _ in 0..2 {
            desk.create();
            assert_eq!(questions(&happens(&mut desk, needs(&["a"]))), [(3, "task-1/a".to_owned())]);
            if !expires {
                happens(&mut desk, Event::Fail(None));
            }
            desk.passes(300);
            desk.sweep();
        }
    }
}

#[test]
fn a_task_that_has_expired_asks_nobody() {
    let mut desk = Desk::of(Policy::sole_requestor(), over(Dialect::Enveloped, 3));
    desk.create();
    happens(&mut desk, needs(&["a"]));
    assert!(desk.receiver.disconnected(3).is_empty());
    desk.requestor = over(Dialect::Enveloped, 4);
    desk.passes(300);
    assert_eq!(desk.refusal("tasks/get", first()).1, "Task has expired");
    assert!(desk.sent.is_empty(), "{:?}", desk.sent);
}

#[test]
fn a_question_is_sent_once_over_a_connection() {
    let mut desk = Desk::of(Policy::sole_requestor(), over(Dialect::Core, 1));
    desk.create();
    open(&mut desk, 1, 10);
    assert_eq!(questions(&happens(&mut desk, needs(&["a"]))), [(1, "task-1/a".to_owned())]);
    // Listed on, it is not asked again; what comes new is.
    assert_eq!(questions(&happens(&mut desk, needs(&["a", "b"]))), [(1, "task-1/b".to_owned())]);
    // Nor when the channel is closed and opened again in the same session.
    assert_eq!(desk.receiver.withdraw(1, &10.into()), Some(Vec::new()));
    assert!(open(&mut desk, 1, 11).is_empty());
    // The core itself says only what is new.
    let record = desk.receiver.store().get("task-1").unwrap();
    let step = record.apply(needs(&["a", "b", "c"]), desk.now).unwrap();
    let asks = step.effects.iter().find_map(|effect| match effect {
        mcp_typestate::receiver::Effect::Ask(questions) => Some(questions.len()),
        _ => None,
    });
    assert_eq!(asks, Some(1));
}

#[test]
fn an_adopted_task_asks_whoever_asks_for_it() {
    for dialect in [Dialect::Enveloped, Dialect::Core] {
        let mut policy = Policy::sole_requestor();
        policy.early_result = EarlyResult::Refuse;
        let mut desk = Desk::of(policy, over(dialect, 3));
        desk.create();
        assert_eq!(questions(&happens(&mut desk, needs(&["a"]))), [(3, "task-1/a".to_owned())]);
        let record = desk.receiver.store().get("task-1").unwrap().clone();
        let mut restarted = MemoryReceiver::with_ids(Policy::sole_requestor(), || "x".to_owned());
        restarted.adopt(record).unwrap();
        let request = desk.request("tasks/get", first());
        let handled = restarted.handle(&over(dialect, 4), request, desk.now);
        let Handled::Reply { outgoing, .. } = handled else { panic!("{handled:?}") };
        let asked = questions(&outgoing);
        if dialect == Dialect::Enveloped {
            assert_eq!(asked, [(4, "task-1/a".to_owned())]);
        } else {
            assert!(asked.is_empty(), "in the core it waits for the channel");
        }
    }
}

#[test]
fn what_was_swept_has_expired_even_for_a_clock_that_was_set_back() {
    for dialect in DIALECTS {
        for end in [None, Some(Event::Complete(Payload::from(json!({ "content": [] }))))] {
            let mut desk = Desk::new(dialect);
            desk.create();
            end.map(|end| desk.happens(end));
            desk.passes(300);
            desk.sweep();
            desk.now = at(299);
            let methods: &[&str] = match dialect {
                Dialect::Extension => &["tasks/get", "tasks/cancel"],
                _ => &["tasks/get", "tasks/result"],
            };
            for method in methods {
                let (_, message) = desk.refusal(method, first());
                assert_eq!(message, "Task has expired", "{dialect:?} {method}");
            }
        }
    }
}

#[test]
fn a_report_that_panics_while_the_work_unwinds_ends_nothing_but_the_work() {
    let report =
        |_: &str, _: Event| -> Result<(), Refusal> { std::panic::resume_unwind(Box::new(1)) };
    let mut worker = Worker::take_up("t", report);
    let panicked = catch_unwind(AssertUnwindSafe(move || {
        let _ = worker.progress("reading");
    }));
    assert!(panicked.is_err());
}

#[test]
fn an_answer_that_cannot_be_read_is_an_error_for_the_work() {
    let deep = format!("{}{}", "[".repeat(200), "]".repeat(200));
    for result in [r#"{"x":"\ud800"}"#, r#"{"x":1e999}"#, &format!(r#"{{"x":{deep}}}"#)] {
        let mut desk = Desk::new(Dialect::Core);
        desk.create();
        happens(&mut desk, needs(&["a"]));
        let text = format!(r#"{{"jsonrpc":"2.0","id":"task-1/a","result":{result}}}"#);
        let AnyMessage::Reply(reply) = from_str(&text).unwrap() else { panic!("a reply") };
        let outgoing = desk.receiver.replied(&desk.requestor, &reply, desk.now).unwrap();
        let Outgoing::Input { answers, last: true, .. } = &outgoing[0] else { panic!("{result}") };
        let Payload::Error(error) = &answers["a"] else { panic!("{result:.40}") };
        assert_eq!(error.code, ErrorCode::INVALID_PARAMS, "{result:.40}");
    }
}

#[test]
fn a_task_can_be_taken_out_by_hand() {
    for dialect in DIALECTS {
        let mut policy = Policy::sole_requestor();
        (policy.default_ttl, policy.max_ttl, policy.max_tasks) = (None, None, 1);
        let mut desk = Desk::with(policy, dialect);
        desk.create();
        desk.happens(Event::Fail(None));
        desk.passes(1 << 30);
        desk.sweep();
        let full = json!({ "name": "n", "task": {} });
        assert_eq!(desk.refusal("tools/call", full).0, -32603);
        assert_eq!(desk.receiver.remove("task-1", desk.now), Ok(Vec::new()));
        assert_eq!(desk.refusal("tasks/get", first()).1, "Task has expired");
        assert_eq!(desk.receiver.remove("task-1", desk.now), Err(Refusal::Expired));
        assert_eq!(desk.receiver.remove("task-9", desk.now), Err(Refusal::Unknown));
        desk.create();
        // Remembered for as long as any other.
        desk.passes(3_600);
        assert_eq!(desk.refusal("tasks/get", first()).1, "Task not found");
    }
    // Whoever waits for it is told, and nothing is left to expire.
    let mut desk = Desk::new(Dialect::Core);
    desk.create();
    open(&mut desk, 1, 10);
    let outgoing = desk.receiver.remove("task-1", desk.now).unwrap();
    assert_eq!(desk.receiver.store().next_end(), None);
    desk.passes(300);
    desk.sweep();
    assert!(desk.receiver.store().is_empty() && desk.sent.is_empty());
    let [Outgoing::Send { connection: 1, message: AnyMessage::Reply(Reply::Error(it)) }] =
        &*outgoing
    else {
        panic!("{outgoing:?}")
    };
    assert_eq!(it.error.message, "Task has expired");
}

#[test]
fn nothing_is_started_that_did_not_ask_for_a_task_or_must_not_be_one() {
    let mut policy = Policy::sole_requestor();
    policy.tools =
        Some([("never".to_owned(), mcp_typestate::receiver::TaskSupport::Forbidden)].into());
    for dialect in DIALECTS {
        let mut desk = Desk::with(policy.clone(), dialect);
        for (params, code) in [
            (json!({ "name": "never", "task": {} }), -32601),
            (json!({ "name": 5, "task": {} }), -32601),
            (json!({ "task": {} }), -32601),
        ] {
            let request = desk.request("tools/call", params.clone());
            let handled = desk.receiver.start(&desk.requestor, request, desk.now);
            let Handled::Reply { reply, .. } = handled else { panic!("{dialect:?} {params}") };
            assert_eq!(json!(reply)["error"]["code"], code);
        }
        if dialect != Dialect::Extension {
            let mut desk = Desk::new(dialect);
            let request = desk.request("tools/call", json!({ "name": "n" }));
            let handled = desk.receiver.start(&desk.requestor, request, desk.now);
            let Handled::Reply { reply, .. } = handled else { panic!("{dialect:?}") };
            assert_eq!(json!(reply)["error"]["code"], -32600);
        }
    }
}

#[test]
fn what_a_record_could_not_keep_or_show_is_refused() {
    let deep = |levels| (0..levels).fold(json!(1), |inner, _| json!([inner]));
    for dialect in DIALECTS {
        let record = Record::new("t", &over(dialect, 0), Default::default(), &Policy::new(), at(0));
        for (event, says) in [
            (Event::Complete(Payload::from(json!(5))), "a result is a JSON object"),
            (Event::Fail(Some(Payload::from(json!([])))), "a result is a JSON object"),
            (Event::Complete(Payload::from(json!({ "x": deep(101) }))), "100 levels"),
        ] {
            let refusal = record.apply(event, at(0)).unwrap_err();
            assert!(refusal.to_string().contains(says), "{refusal}");
        }
        for request in [
            json!(5),
            json!({}),
            json!({ "method": 7 }),
            json!({ "method": "m", "params": [1] }),
            json!({ "method": "m", "params": null }),
        ] {
            let requests = [("a".to_owned(), request)].into();
            let refusal =
                record.apply(Event::NeedInput { message: String::new(), requests }, at(0));
            assert!(matches!(refusal, Err(Refusal::Unusable(_))), "{refusal:?}");
        }
        let allowed = Payload::from(json!({ "x": deep(99) }));
        let step = record.apply(Event::Complete(allowed), at(0)).unwrap();
        let text = serde_json::to_string(&step.record).unwrap();
        assert_eq!(from_str::<Record>(&text).as_ref(), Ok(&step.record), "it can be read again");
        // A task that asks without end comes to one.
        let mut record = record;
        let refusal =
            (0..2_000).find_map(|round| match record.apply(needs(&[&round.to_string()]), at(0)) {
                Ok(step) => {
                    record = step.record;
                    None
                }
                Err(refusal) => Some((round, refusal)),
            });
        assert!(matches!(refusal, Some((1_024, Refusal::Unusable(_)))), "{refusal:?}");
    }
}

#[test]
fn what_a_record_keeps_nests_a_hundred_levels_and_no_more() {
    let deep = |levels| (0..levels).fold(json!(1), |inner, _| json!([inner]));
    let events = |levels: usize| {
        let object = json!({ "x": deep(levels - 1) });
        let error = ErrorObject::new(ErrorCode(1), "m").with_data(deep(levels));
        let mut odd_error = ErrorObject::new(ErrorCode(1), "m");
        odd_error.extra.insert("odd".to_owned(), deep(levels));
        let asks = |request| Event::NeedInput {
            message: "?".to_owned(),
            requests: [("a".to_owned(), request)].into(),
        };
        [
            asks(json!({ "method": "m", "params": object })),
            asks(json!({ "method": "m", "params": {}, "odd": deep(levels) })),
            Event::Complete(Payload::from(object)),
            Event::Fail(Some(Payload::from(error))),
            Event::Fail(Some(Payload::from(odd_error))),
        ]
    };
    for dialect in DIALECTS {
        let record = Record::new("t", &over(dialect, 0), Default::default(), &Policy::new(), at(0));
        for event in events(100) {
            let kept = record.apply(event, at(0)).unwrap().record;
            let text = serde_json::to_string(&kept).unwrap();
            assert_eq!(from_str::<Record>(&text).as_ref(), Ok(&kept), "it can be read again");
        }
        for event in events(101) {
            let refusal = record.apply(event, at(0)).unwrap_err();
            assert!(refusal.to_string().contains("100 levels"), "{refusal}");
        }
    }
}

#[test]
fn related_task_is_there_whatever_the_work_put_in_its_place() {
    let related = "io.modelcontextprotocol/related-task";
    for meta in [json!(null), json!([]), json!("x"), json!({ "k": 1 })] {
        let mut desk = Desk::new(Dialect::Core);
        desk.create();
        desk.happens(Event::Complete(Payload::from(json!({ "content": [], "_meta": meta }))));
        let result = desk.result("tasks/result", first());
        assert_eq!(result["_meta"][related], first(), "{meta}");
        let record =
            Record::new("t", &over(Dialect::Core, 0), Default::default(), &Policy::new(), at(0));
        let call = record.belonging(AnyCall::new("m", Some(json!({ "_meta": meta }))));
        assert_eq!(call.params.unwrap()["_meta"][related], json!({ "taskId": "t" }));
    }
}

#[test]
fn a_request_that_waits_already_is_not_refused_at_the_limit() {
    let mut policy = Policy::sole_requestor();
    policy.max_waiting = 1;
    let mut desk = Desk::of(policy, over(Dialect::Core, 1));
    desk.create();
    assert!(open(&mut desk, 1, 9).is_empty());
    assert!(open(&mut desk, 1, 9).is_empty());
    let outgoing = happens(&mut desk, Event::Fail(None));
    let replies =
        |it: &&Outgoing| matches!(it, Outgoing::Send { message: AnyMessage::Reply(_), .. });
    assert_eq!(outgoing.iter().filter(replies).count(), 1);
}

#[test]
fn what_waits_for_a_task_that_is_not_remembered_is_told_that_it_expired() {
    let mut policy = Policy::sole_requestor();
    policy.remembers_expired = std::time::Duration::ZERO;
    let mut desk = Desk::of(policy, over(Dialect::Core, 1));
    desk.create();
    open(&mut desk, 1, 9);
    desk.passes(10_000);
    desk.sweep();
    assert_eq!(desk.sent[0]["error"]["message"], "Task has expired");
}

#[test]
fn an_extension_that_is_declared_as_nothing_is_not_declared() {
    let mut desk = Desk::new(Dialect::Extension);
    desk.create();
    for value in [json!(null), json!(false), json!(0), json!([])] {
        let capabilities = json!({ "extensions": { "io.modelcontextprotocol/tasks": value } });
        let meta = with(
            declaring(),
            json!({ "io.modelcontextprotocol/clientCapabilities": capabilities }),
        );
        let params = with(first(), json!({ "_meta": meta }));
        assert_eq!(desk.refusal("tasks/get", params).0, -32021, "{value}");
    }
}

#[test]
fn many_that_wait_are_added_and_dropped_one_by_one() {
    let mut policy = Policy::sole_requestor();
    policy.max_waiting = 100_000;
    let mut desk = Desk::of(policy, over(Dialect::Core, 1));
    desk.create();
    for connection in 0..10_000 {
        open(&mut desk, connection, 1);
    }
    for connection in 0..9_999 {
        assert!(desk.receiver.disconnected(connection).is_empty());
    }
    let outgoing = happens(&mut desk, Event::Fail(None));
    let Some(Outgoing::Send { connection: 9_999, message: AnyMessage::Reply(_) }) = outgoing.last()
    else {
        panic!("{outgoing:?}")
    };
}

#[test]
fn a_reply_by_hand_does_not_answer_a_task_of_the_extension() {
    let mut desk = Desk::new(Dialect::Extension);
    desk.create();
    happens(&mut desk, needs(&["a"]));
    let reply = Reply::ok("task-1/a", mcp_typestate::json::Raw::null());
    let ignored = desk.receiver.replied(&desk.requestor, &reply, desk.now);
    assert_eq!(ignored, Some(Vec::new()));
    assert_eq!(desk.get()["status"], "input_required");
}
