//! A result as the text that it is: kept, answered, saved and read.

use mcp_typestate::json::Raw;
use mcp_typestate::jsonrpc::{AnyCall, AnyMessage, RequestMessage};
use mcp_typestate::receiver::{Effect, Event, Outgoing, Payload, Policy, Record, Refusal, Wish};
use mcp_typestate::{Dialect, Reply, from_str};
use serde_json::{Value, json};

use super::desk::{Desk, first, requestor};
use crate::sessions::{DIALECTS, at, session};

/// What a parsed value loses: the order of members, and the text of numbers.
const ODD: &str = r#"{"z":1.50,"content":[{"type":"text","text":"\u0041"}],"n":1234567890123456789012345678901234567890}"#;

/// A number that no parsed value holds.
const HUGE: &str = r#"{"content":[],"n":[1e999,-1E+400]}"#;

const MARK: &str = r#""io.modelcontextprotocol/related-task":{"taskId":"task-1"}"#;

fn text(text: &str) -> Payload {
    Payload::Result(Raw::from_text(text).unwrap())
}

fn completed(result: &str) -> Event {
    Event::Complete(text(result))
}

/// A record whose work has just begun.
fn record(dialect: Dialect) -> Record {
    let requestor = requestor(dialect, &session(dialect));
    Record::new("task-1", &requestor, Wish::Absent, &Policy::new(), at(0))
}

fn refusal(dialect: Dialect, result: &str) -> Option<String> {
    let complete = record(dialect).apply(completed(result), at(0));
    let fail = record(dialect).apply(Event::Fail(Some(text(result))), at(0));
    let words = |refusal: Refusal| refusal.to_string();
    let (complete, fail) = (complete.err().map(words), fail.err().map(words));
    assert_eq!(complete, fail);
    complete
}

/// A record that ended with a result, as somebody may have saved it.
fn saved(dialect: Dialect, result: &str) -> String {
    let ended = record(dialect).apply(Event::Complete(Payload::from(json!({}))), at(0)).unwrap();
    let Some(Payload::Result(kept)) = ended.record.payload() else { panic!("{ended:?}") };
    let text = serde_json::to_string(&ended.record).unwrap();
    let (before, after) = (format!(r#""result":{}"#, kept.get()), format!(r#""result":{result}"#));
    assert_eq!(text.matches(&before).count(), 1, "{text}");
    text.replace(&before, &after)
}

fn read(dialect: Dialect, result: &str) -> Result<Record, String> {
    from_str(&saved(dialect, result)).map_err(|error| error.to_string())
}

fn kept(record: &Record) -> &str {
    record.payload().and_then(Payload::result).unwrap().get()
}

/// The text of a result.
fn answer(desk: &mut Desk, method: &str) -> String {
    let request: RequestMessage<AnyCall> = desk.request(method, first());
    let Some(Reply::Result(reply)) = desk.receive(&request) else { panic!("{method}") };
    reply.result.get().to_owned()
}

/// The text of the answer that has a task's result in it.
fn outcome(desk: &mut Desk) -> String {
    let method = if desk.dialect == Dialect::Extension { "tasks/get" } else { "tasks/result" };
    answer(desk, method)
}

/// Whether an answer has a result in it as this text, and in the core the mark of its task.
fn has(dialect: Dialect, answer: &str, result: &str) -> bool {
    match dialect {
        Dialect::Enveloped => {
            answer == format!(r#"{{"taskId":"task-1","status":"completed","result":{result}}}"#)
        }
        Dialect::Core => {
            let members = result.strip_suffix('}').unwrap();
            answer == format!(r#"{members},"_meta":{{{MARK}}}}}"#)
        }
        Dialect::Extension => answer.ends_with(&format!(r#","result":{result}}}"#)),
    }
}

#[test]
fn a_result_is_answered_with_its_own_text_every_time_and_by_every_process() {
    for dialect in DIALECTS {
        for result in [ODD, HUGE] {
            let mut desk = Desk::new(dialect);
            desk.create();
            desk.happens(completed(result));
            let once = outcome(&mut desk);
            assert!(has(dialect, &once, result), "{dialect:?}: {once}");
            let text = serde_json::to_string(desk.receiver.store().get("task-1").unwrap()).unwrap();
            let mut other = Desk::new(dialect);
            other.receiver.adopt(from_str(&text).unwrap()).unwrap();
            for desk in [&mut desk, &mut other] {
                desk.passes(100);
                assert_eq!(outcome(desk), once, "{dialect:?}");
                let shows = answer(desk, "tasks/get").contains(result);
                assert_eq!(shows, dialect == Dialect::Extension);
                let again = desk.receiver.store().get("task-1").unwrap();
                assert_eq!(serde_json::to_string(again).unwrap(), text, "{dialect:?}");
            }
        }
    }
}

#[test]
fn an_odd_text_is_answered_as_what_it_says() {
    let many: String = (0..20_000).map(|it| format!(r#""m{it}":[],"#)).collect();
    let odd = [
        r#"{"\u005fmeta":{"a":1},"\u0069sError":true}"#.to_owned(),
        r#"{"\u005fmeta":{"io.modelcontextprotocol\/related-task":{"taskId":"x","b":[]}}}"#
            .to_owned(),
        r#"{"":{"":[]},"\"}":"{\"","\\":"\\"}"#.to_owned(),
        r#"{"$serde_json::private::RawValue":"[1","a":{"$serde_json::private::Number":"x"}}"#
            .to_owned(),
        r#"{"$serde_json::private::RawValue":"7"}"#.to_owned(),
        "{\"a\":\"\u{2028}\u{feff}\u{7f}\",\"\u{2029}\":[\t1 ,\t2\t]}".to_owned(),
        r#"{"result":{},"error":{},"taskId":"x","status":"failed","resultType":"task"}"#.to_owned(),
        format!(r#"{{{many}"isError" : true , "content":"none"}}"#),
    ];
    for dialect in DIALECTS {
        for result in &odd {
            let mut desk = Desk::new(dialect);
            desk.create();
            desk.happens(completed(result));
            let text = outcome(&mut desk);
            assert!(!text.contains(['\n', '\r']), "{dialect:?}: {text:.200}");
            let said = Raw::from_text(result).unwrap().to_value();
            let answer = Raw::from_text(&text).unwrap().to_value();
            // A store of values has the same data.
            let record = desk.receiver.store().get("task-1").unwrap();
            let stored: Record = serde_json::from_value(json!(record)).unwrap();
            let data = |record: &Record| Raw::from_text(kept(record)).unwrap().to_value();
            assert_eq!(data(&stored), data(record), "{dialect:?}: {result:.200}");
            if dialect != Dialect::Core {
                assert_eq!(answer["result"], said, "{dialect:?}: {result:.200}");
                continue;
            }
            let named = "io.modelcontextprotocol/related-task";
            assert_eq!(answer["_meta"][named], json!({ "taskId": "task-1" }), "{result:.200}");
            for (name, value) in said.as_object().unwrap() {
                let same =
                    answer[name] == *value || name == "_meta" && value["a"] == answer[name]["a"];
                assert!(same, "{name}: {result:.200}");
            }
        }
    }
}

#[test]
fn core_what_waits_for_a_result_gets_the_same_text() {
    let mut desk = Desk::new(Dialect::Core);
    desk.create();
    let early = desk.request("tasks/result", first());
    assert!(desk.receive(&early).is_none());
    let outgoing = desk.receiver.apply("task-1", completed(HUGE), desk.now).unwrap();
    let reply = outgoing.iter().find_map(|it| match it {
        Outgoing::Send { message: AnyMessage::Reply(Reply::Result(reply)), .. } => Some(reply),
        _ => None,
    });
    assert_eq!(reply.unwrap().result.get(), outcome(&mut desk));
}

#[test]
fn core_the_mark_is_there_once_whatever_the_work_put_in_its_place() {
    for (result, expected) in [
        (r#"{"b":1,"a":2}"#, format!(r#"{{"b":1,"a":2,"_meta":{{{MARK}}}}}"#)),
        (r#"{"_meta":null,"a":1.0}"#, format!(r#"{{"_meta":{{{MARK}}},"a":1.0}}"#)),
        (r#"{"_meta":"x"}"#, format!(r#"{{"_meta":{{{MARK}}}}}"#)),
        (
            r#"{"_meta":{"z":1.50,"a":1e999}}"#,
            format!(r#"{{"_meta":{{"z":1.50,"a":1e999,{MARK}}}}}"#),
        ),
        (
            r#"{"_meta":{"io.modelcontextprotocol/related-task":{"taskId":"x"},"a":0.10},"b":1}"#,
            format!(r#"{{"_meta":{{{MARK},"a":0.10}},"b":1}}"#),
        ),
        // With all that it needs it stays as it is.
        (
            &format!(r#"{{ "a": 1.0, "_meta": {{{MARK}, "b": 2}} }}"#),
            format!(r#"{{ "a": 1.0, "_meta": {{{MARK}, "b": 2}} }}"#),
        ),
    ] {
        let ended = record(Dialect::Core).apply(completed(result), at(0)).unwrap().record;
        assert_eq!(kept(&ended), expected);
        assert_eq!(ended.result(at(0)).unwrap().get(), expected);
        let again: Record = from_str(&serde_json::to_string(&ended).unwrap()).unwrap();
        assert_eq!(kept(&again), expected);
    }
}

#[test]
fn core_a_record_of_before_gets_its_mark_when_it_is_read() {
    let read = read(Dialect::Core, ODD).unwrap();
    assert!(has(Dialect::Core, read.result(at(0)).unwrap().get(), ODD), "{read:?}");
    let text = serde_json::to_string(&read).unwrap();
    assert_eq!(text.matches(MARK).count(), 1, "{text}");
    assert_eq!(from_str::<Record>(&text), Ok(read));
    for dialect in [Dialect::Enveloped, Dialect::Extension] {
        assert_eq!(kept(&self::read(dialect, ODD).unwrap()), ODD, "{dialect:?} has no mark");
    }
}

#[test]
fn a_text_nests_a_hundred_levels_and_no_more() {
    let deep = |levels: usize| {
        let levels = levels - 1;
        format!(r#"{{"x":{}{}}}"#, "[".repeat(levels), "]".repeat(levels))
    };
    let quoted = format!(r#"{{"x":"{0}\"{0}\\","y":"{0}"}}"#, "[{".repeat(100));
    let wide = format!(r#"{{"x":[{}[]]}}"#, "[{}],".repeat(500));
    for dialect in DIALECTS {
        for result in [&deep(100), &quoted, &wide] {
            assert_eq!(refusal(dialect, result), None, "{dialect:?}");
            assert!(read(dialect, result).is_ok(), "{dialect:?}");
        }
        for levels in [101, 128, 100_000] {
            let result = deep(levels);
            let refusal = refusal(dialect, &result).unwrap();
            assert!(refusal.contains("a result nests at most 100 levels"), "{refusal}");
            assert!(read(dialect, &result).unwrap_err().contains("100 levels"));
        }
    }
}

#[test]
fn a_text_that_is_no_object_is_no_result() {
    for dialect in DIALECTS {
        for result in ["null", "[]", "[{}]", "7", r#""{}""#, "1e999"] {
            let refusal = refusal(dialect, result).unwrap();
            assert!(refusal.contains("a result is a JSON object"), "{refusal}");
            assert!(read(dialect, result).unwrap_err().contains("a result is a JSON object"));
        }
    }
}

#[test]
fn a_member_that_is_there_twice_is_refused_where_the_record_would_have_to_choose() {
    let core = |dialect| dialect == Dialect::Core;
    for dialect in DIALECTS {
        for (result, refused) in [
            (r#"{"a":1,"a":1}"#, true),
            (r#"{"isError":true,"b":1,"isError":false}"#, true),
            (r#"{"a":1,"\u0061":2}"#, true),
            (r#"{"\ud800":1}"#, true),
            (r#"{"_meta":{"a":1,"a":2}}"#, core(dialect)),
            (r#"{"_meta":{"\udfff":1}}"#, core(dialect)),
            (r#"{"x":{"a":1,"a":2},"y":"\ud800"}"#, false),
        ] {
            let words = refusal(dialect, result);
            assert_eq!(words.is_some(), refused, "{dialect:?} {result}");
            assert!(words.is_none_or(|it| it.contains("have each member once")));
            assert_eq!(read(dialect, result).is_err(), refused, "{dialect:?} {result}");
        }
    }
}

#[test]
fn a_text_over_several_lines_is_kept_in_one() {
    let result = "{\r\n  \"b\": 1.50,\n  \"a\": \"x\\ny\"\n}";
    for dialect in DIALECTS {
        let ended = record(dialect).apply(completed(result), at(0)).unwrap().record;
        let read = read(dialect, result).unwrap();
        for record in [ended, read] {
            let text = kept(&record);
            assert!(!text.contains(['\n', '\r']), "{text:?}");
            let value: Value = serde_json::from_str(text).unwrap();
            assert_eq!((&value["b"], &value["a"]), (&json!(1.5), &json!("x\ny")));
            assert!(text.contains("1.50"), "{text}");
        }
    }
}

#[test]
fn extension_a_notification_that_would_lose_the_result_is_not_sent() {
    let told = |dialect, result| {
        let effects = record(dialect).apply(completed(result), at(0)).unwrap().effects;
        let told = effects.into_iter().find_map(|effect| match effect {
            Effect::Notify(notification) => notification.body.params,
            _ => None,
        });
        told.map(|task| task.get("result").cloned())
    };
    for result in [HUGE, r#"{"x":"\ud800"}"#] {
        assert_eq!(told(Dialect::Extension, result), None);
        for dialect in [Dialect::Enveloped, Dialect::Core] {
            assert_eq!(told(dialect, result), Some(None), "it tells of no result");
        }
    }
    let value = serde_json::from_str(ODD).unwrap();
    assert_eq!(told(Dialect::Extension, ODD), Some(Some(value)));
}

#[test]
fn only_true_reports_an_error() {
    for dialect in [Dialect::Enveloped, Dialect::Core] {
        for (is_error, status) in [
            ("true", "failed"),
            ("false", "completed"),
            ("null", "completed"),
            (r#""true""#, "completed"),
            ("[true]", "completed"),
            ("1", "completed"),
        ] {
            let result = format!(r#"{{"content":[],"isError": {is_error} }}"#);
            let ended = record(dialect).apply(completed(&result), at(0)).unwrap().record;
            assert_eq!(ended.status().as_str(), status, "{result}");
        }
    }
}

#[test]
fn a_failure_says_the_first_text_of_its_result_and_nothing_else() {
    for (content, says) in [
        (r#"[{"type":"text","text":"so\u0072ry \"\n"},{"text":"b"}]"#, Some("sorry \"\n")),
        (r#"[{"text":"a","text":"b"}]"#, Some("b")),
        (r#"[{"type":"image"},{"text":"b"}]"#, None),
        (r#"[{"text":7}]"#, None),
        (r#"[{"text":"\ud800"}]"#, None),
        (r#"["text"]"#, None),
        (r#"{"0":{"text":"a"}}"#, None),
        ("[]", None),
        ("null", None),
    ] {
        let result = format!(r#"{{"isError":true,"content":{content},"n":1e999}}"#);
        let ended = record(Dialect::Enveloped).apply(completed(&result), at(0)).unwrap().record;
        let shown = ended.show(at(0)).unwrap().to_value();
        assert_eq!(shown.get("statusMessage"), says.map(Value::from).as_ref(), "{content}");
    }
}

#[test]
fn an_answer_reaches_the_work_as_its_own_text() {
    for dialect in [Dialect::Enveloped, Dialect::Core] {
        let mut desk = Desk::new(dialect);
        desk.create();
        let requests = [("a".to_owned(), json!({ "method": "roots/list" }))].into();
        desk.happens(Event::NeedInput { message: "?".to_owned(), requests });
        let reply = format!(r#"{{"jsonrpc":"2.0","id":"task-1/a","result":{ODD}}}"#);
        let AnyMessage::Reply(reply) = from_str(&reply).unwrap() else { panic!("a reply") };
        let outgoing = desk.receiver.replied(&desk.requestor, &reply, desk.now).unwrap();
        let Outgoing::Input { answers, .. } = &outgoing[0] else { panic!("{outgoing:?}") };
        assert_eq!(answers["a"], text(ODD), "{dialect:?}");
    }
}

#[test]
fn a_payload_is_written_in_the_order_of_its_type() {
    #[derive(serde::Serialize)]
    struct Weather {
        wind: f64,
        clouds: u128,
    }
    let payload = Payload::of(&Weather { wind: 1.5, clouds: u128::MAX }).unwrap();
    let clouds = u128::MAX;
    assert_eq!(payload.result().unwrap().get(), format!(r#"{{"wind":1.5,"clouds":{clouds}}}"#));
    let error = payload.result().unwrap().decode::<Weathers>().unwrap_err();
    assert_eq!(error.path(), "clouds");
}

#[derive(Debug, serde::Deserialize)]
#[allow(dead_code, reason = "it cannot be read")]
struct Weathers {
    wind: f64,
    clouds: bool,
}
