//! Records as stores keep them, and receivers that begin again with them.

use std::time::Duration;

use mcp_typestate::jsonrpc::{ErrorCode, ErrorObject};
use mcp_typestate::receiver::{Event, MemoryReceiver, Payload, Policy, Record, Refusal, Wish};
use mcp_typestate::{Dialect, from_str};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::desk::{Desk, requestor};
use crate::sessions::{DIALECTS, at, session, with};

/// Any event, with the keys of input requests that repeat now and then.
fn event() -> impl Strategy<Value = Event> {
    let payload = prop_oneof![
        Just(Payload::from(json!({ "content": [], "n": 1.5, "big": u64::MAX }))),
        Just(Payload::from(json!({ "content": [], "isError": true }))),
        Just(Payload::from(
            ErrorObject::new(ErrorCode(-32000), "it broke").with_data(json!([null]))
        )),
    ];
    let requests = prop::collection::btree_map("[ab/]{0,2}", Just(json!({ "method": "m" })), 0..3);
    let answers = prop::collection::btree_map("[ab/]{0,2}", payload.clone(), 0..3);
    prop_oneof![
        8 => ".{0,8}".prop_map(Event::Progress),
        4 => (".{0,8}", requests)
            .prop_map(|(message, requests)| Event::NeedInput { message, requests }),
        4 => answers.prop_map(Event::Answer),
        2 => Just(Event::InputGiven),
        1 => (0..100_u64).prop_map(|s| Event::Ttl(Some(Duration::from_secs(200 + s)))),
        1 => Just(Event::Ttl(None)),
        1 => (0..100_u64).prop_map(|s| Event::PollInterval(Duration::from_secs(s))),
        1 => payload.clone().prop_map(Event::Complete),
        1 => prop::option::of(payload).prop_map(Event::Fail),
        1 => Just(Event::Cancel),
    ]
}

proptest! {
    #[test]
    fn a_record_that_is_read_again_is_the_same(
        dialect in prop::sample::select(DIALECTS.to_vec()),
        context in prop::option::of(".{0,4}"),
        id in ".{0,6}",
        wish in prop::option::of(0..500_u64),
        events in prop::collection::vec((event(), 0..30_u64), 0..8),
    ) {
        let mut asks = requestor(dialect, &session(dialect));
        asks = context.into_iter().fold(asks, |asks, context| asks.in_context(context));
        let wish = wish.map_or(Wish::Absent, |ttl| Wish::Ttl(Duration::from_secs(ttl)));
        let mut now = at(0);
        let mut record = Record::new(id, &asks, wish, &Policy::new(), now);
        for (event, seconds) in events {
            let text = serde_json::to_string(&record).unwrap();
            let mut read: Record = from_str(&text).unwrap();
            prop_assert_eq!(&read, &record);
            prop_assert_eq!(serde_json::to_string(&read).unwrap(), text);
            now += Duration::from_secs(seconds);
            // What was read takes the event as what was kept does.
            let next = record.apply(event.clone(), now);
            prop_assert_eq!(&next, &read.apply(event, now));
            if let Ok(step) = next {
                prop_assert!(step.record.version() >= record.version());
                (record, read) = (step.record.clone(), step.record);
            }
            prop_assert!(read.visible_to(&asks));
        }
    }
}

fn record(dialect: Dialect) -> Record {
    Record::new("t", &requestor(dialect, &session(dialect)), Wish::Absent, &Policy::new(), at(0))
}

#[test]
fn a_record_that_contradicts_itself_is_refused() {
    let good = json!(record(Dialect::Extension));
    for (change, path, says) in [
        (json!({ "form": 2 }), "", "form 2 of a task's record is not known: this is 1"),
        (json!({ "form": "1" }), "form", "integer"),
        (json!({ "status": "paused" }), "", "a record has no status `paused`"),
        (
            json!({ "status": "completed" }),
            "",
            "a task that is completed does not end with nothing",
        ),
        (json!({ "status": "cancelled", "result": {} }), "", "does not end with this result"),
        (json!({ "status": "failed", "result": {} }), "", "does not end with this result"),
        (json!({ "status": "failed", "result": 7 }), "", "a result is a JSON object"),
        (
            json!({ "status": "completed", "error": { "code": 1, "message": "" } }),
            "",
            "a task that is completed does not end with an error",
        ),
        (
            json!({ "inputKeys": ["a"], "inputRequests": { "a": { "method": "m" } } }),
            "",
            "a task that is working has no outstanding requests",
        ),
        (
            json!({ "status": "input_required", "inputKeys": ["a"], "inputRequests": { "a": 5 } }),
            "",
            "a request has a `method`",
        ),
        (json!({ "version": 0 }), "", "version is 1 at least"),
        (json!({ "updated": 0 }), "", "no update is older"),
        (json!({ "dialect": "latin" }), "", "there is no dialect `latin`"),
        (json!({ "result": {} }), "", "a task that is working does not end with this result"),
        (
            json!({ "status": "failed", "result": {}, "error": { "code": 1, "message": "" } }),
            "",
            "both a result and an error",
        ),
        (json!({ "inputRequests": { "a": {} } }), "", "`inputKeys` lacks the outstanding `a`"),
        (json!({ "ttl": -1 }), "ttl", "-1"),
        (json!({ "id": 7 }), "id", "string"),
    ] {
        let text = with(good.clone(), change).to_string();
        let error = from_str::<Record>(&text).unwrap_err();
        assert_eq!(error.path(), path, "{error}: {text}");
        assert!(error.to_string().contains(says), "{error}");
    }
    for member in ["form", "id", "version", "dialect", "status", "created", "updated", "remembered"]
    {
        let mut lacking = good.clone();
        lacking.as_object_mut().unwrap().remove(member);
        let error = from_str::<Record>(&lacking.to_string()).unwrap_err();
        assert_eq!(error.to_string(), format!("{member}: missing field"));
    }
}

#[test]
fn rule_04_extension_a_ttl_may_change_over_a_tasks_life() {
    let mut desk = Desk::new(Dialect::Extension);
    desk.create();
    desk.happens(Event::Ttl(Some(Duration::from_secs(400))));
    assert_eq!(desk.get()["ttlMs"], 400_000);
    desk.passes(399);
    assert_eq!(desk.get()["status"], "working");
    desk.happens(Event::Ttl(None));
    assert_eq!(desk.get()["ttlMs"], json!(null));
    desk.passes(1 << 30);
    desk.sweep();
    assert_eq!(desk.get()["status"], "working", "it is unlimited now");
    // One that is cut short is over at once, for all that ask.
    desk.happens(Event::Ttl(Some(Duration::from_secs(1))));
    let (_, message) = desk.refusal("tasks/get", super::desk::first());
    assert!(message == "Task has expired" || message == "Task not found", "{message}");
    for dialect in [Dialect::Enveloped, Dialect::Core] {
        let refusal = record(dialect).apply(Event::Ttl(None), at(0)).unwrap_err();
        assert_eq!(refusal, Refusal::OtherDialect("a TTL that changes"));
    }
}

#[test]
fn rule_06_a_poll_interval_may_change() {
    for dialect in DIALECTS {
        let (_, name) = crate::sessions::names(dialect);
        let mut desk = Desk::new(dialect);
        desk.create();
        let told = desk.happens(Event::PollInterval(Duration::from_millis(2_500)));
        assert_eq!(told[0]["params"][name], 2_500);
        assert_eq!(desk.get()[name], 2_500, "{dialect:?}");
    }
}

#[test]
fn an_event_that_changes_nothing_is_no_new_version() {
    let record = record(Dialect::Extension);
    let step = record.apply(Event::Answer(Default::default()), at(1)).unwrap();
    assert_eq!((&step.record, step.effects.len()), (&record, 0));
    let step = record.apply(Event::InputGiven, at(1)).unwrap();
    assert_eq!((&step.record, step.effects.len()), (&record, 0), "it is at work already");
    let step = record.apply(Event::Progress("on".to_owned()), at(1)).unwrap();
    assert_eq!(step.record.version(), record.version() + 1);
    assert_eq!(step.record.clone().into_remembered(at(1)).version(), record.version() + 2);
    assert_eq!(step.record.created_at(), Some(at(0)));
}

#[test]
fn a_receiver_goes_on_with_the_records_of_another() {
    for dialect in DIALECTS {
        let mut desk = Desk::new(dialect);
        for _ in 0..3 {
            desk.create();
        }
        desk.happens(Event::Complete(Payload::from(json!({ "content": [] }))));
        let ids = ["task-1", "task-2", "task-3"];
        let shown =
            |desk: &mut Desk| ids.map(|id| desk.result("tasks/get", json!({ "taskId": id })));
        let before = shown(&mut desk);
        let saved: Vec<String> = ids
            .map(|id| serde_json::to_string(desk.receiver.store().get(id).unwrap()).unwrap())
            .into();
        let mut receiver = MemoryReceiver::with_ids(
            Policy::sole_requestor(),
            Box::new(|| "task-4".to_owned()) as Box<dyn FnMut() -> String>,
        );
        for text in &saved {
            receiver.adopt(from_str(text).unwrap()).unwrap();
            let again = receiver.adopt(from_str(text).unwrap());
            assert_eq!(again, Err(Refusal::RepeatedId));
        }
        desk.receiver = receiver;
        // Nobody is connected who began it, so nobody hears of it, until somebody asks.
        let same = Event::PollInterval(Duration::from_secs(1));
        assert_eq!(desk.happens_to("task-2", same), Ok(Vec::<Value>::new()));
        assert_eq!(shown(&mut desk), before, "{dialect:?}");
        assert_eq!(desk.receiver.store().next_end(), Some(at(300)));
        let heard = desk.happens_to("task-2", Event::Cancel).unwrap().len();
        assert_eq!(heard, usize::from(dialect != Dialect::Extension));
        desk.passes(300);
        desk.sweep();
        assert!(desk.receiver.store().is_empty());
        assert_eq!(desk.receiver.store().remembered(), 3);
    }
}

#[test]
fn what_is_remembered_is_gone_however_often_it_is_read_or_remembered() {
    for dialect in DIALECTS {
        let result = Payload::from(json!({ "content": [] }));
        for end in [None, Some(Event::Complete(result)), Some(Event::Fail(None))] {
            let begun = record(dialect);
            let kept = end.map(|end| begun.apply(end, at(1)).unwrap().record).unwrap_or(begun);
            let gone = kept.into_remembered(at(300));
            let read: Record = from_str(&serde_json::to_string(&gone).unwrap()).unwrap();
            assert_eq!(read, gone, "{dialect:?}");
            assert_eq!(read.show(at(0)), Err(Refusal::Expired), "the clock may be set back");
            assert_eq!(read.into_remembered(at(400)), gone, "it is no new version");
        }
    }
}

#[test]
fn what_is_only_remembered_has_nothing_of_what_it_had() {
    for dialect in DIALECTS {
        let gone = || json!(record(dialect).into_remembered(at(300)));
        assert!(from_str::<Record>(&gone().to_string()).is_ok());
        for had in [
            json!({ "result": 7 }),
            json!({ "result": {} }),
            json!({ "error": { "code": 1, "message": "m" } }),
            json!({ "statusMessage": "half done" }),
            json!({ "inputKeys": ["a"] }),
        ] {
            let error = from_str::<Record>(&with(gone(), had.clone()).to_string()).unwrap_err();
            assert!(error.to_string().contains("only remembered"), "{had}: {error}");
        }
    }
}

#[test]
fn a_record_with_more_keys_than_a_task_may_use_is_none() {
    let keys = |count: usize| (0..count).map(|key| key.to_string()).collect::<Vec<_>>();
    let read = |count| {
        let asked = json!({ "inputKeys": keys(count) });
        from_str::<Record>(&with(json!(record(Dialect::Extension)), asked).to_string())
    };
    assert!(read(1_024).is_ok());
    assert!(read(1_025).unwrap_err().to_string().contains("at most 1024 requests"));
}

#[test]
fn a_result_that_reports_an_error_is_read_with_the_status_of_its_dialect() {
    let failure = json!({ "content": [], "isError": true });
    for dialect in DIALECTS {
        for status in ["completed", "failed"] {
            let ended = json!({ "status": status, "result": failure });
            let read = from_str::<Record>(&with(json!(record(dialect)), ended).to_string());
            let completes = dialect == Dialect::Extension;
            assert_eq!(read.is_ok(), completes == (status == "completed"), "{dialect:?} {status}");
        }
    }
}

#[test]
fn a_receiver_gives_out_what_another_goes_on_with() {
    for dialect in DIALECTS {
        let mut policy = Policy::sole_requestor();
        policy.max_tasks = 4;
        let mut desk = Desk::with(policy.clone(), dialect);
        // One that has expired, and as many others as there is room for.
        desk.create();
        desk.passes(300);
        desk.sweep();
        let ids: Vec<String> = (2..=5).map(|place| format!("task-{place}")).collect();
        for id in &ids {
            assert_eq!(desk.create()["taskId"], **id);
        }
        let needs = Event::NeedInput { message: "?".to_owned(), requests: Default::default() };
        desk.happens_to("task-3", needs).unwrap();
        let end = Event::Complete(Payload::from(json!({ "content": [] })));
        desk.happens_to("task-4", end).unwrap();
        desk.happens_to("task-5", Event::Cancel).unwrap();
        let shown = |desk: &mut Desk| -> Vec<Value> {
            let mut all: Vec<Value> =
                ids.iter().map(|id| desk.ask("tasks/get", json!({ "taskId": id }))).collect();
            all.push(json!(desk.refusal("tasks/get", json!({ "taskId": "task-1" }))));
            if dialect == Dialect::Core {
                all.push(desk.result("tasks/list", json!({})));
            }
            all.iter_mut().for_each(|it| drop(it.as_object_mut().map(|it| it.remove("id"))));
            all
        };
        let (before, count) = (shown(&mut desk), desk.receiver.store().iter().count());
        assert_eq!((desk.receiver.store().len(), count), (4, 5));
        let next: Box<dyn FnMut() -> String> = Box::new(|| "task-6".to_owned());
        let next = MemoryReceiver::with_ids(policy, next);
        let records = std::mem::replace(&mut desk.receiver, next).into_records();
        let text = serde_json::to_string(&records).unwrap();
        for record in from_str::<Vec<Record>>(&text).unwrap() {
            desk.receiver.adopt(record).unwrap();
        }
        let store = desk.receiver.store();
        // What is remembered takes no room, and needs no sweep to be told from what is there.
        assert_eq!((store.len(), store.remembered()), (4, 1), "{dialect:?}");
        assert_eq!(store.next_end(), Some(at(600)));
        assert_eq!(shown(&mut desk), before, "{dialect:?}");
    }
}
