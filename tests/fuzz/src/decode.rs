//! A message of either side: what is read is written and read again, and comes out the same.
//!
//! The first byte is a revision, by its place among the five. The rest is the text of a message. A
//! reply does not say what it answers; here its id does, by the request's place in the tables below.

use std::fmt::Debug;

#[cfg(feature = "v2025_03_26")]
use mcp_typestate::json::OneOrMany;
use mcp_typestate::jsonrpc::{AnyMessage, Body, Envelope, EnvelopeId, Message};
#[cfg(feature = "v2024_11_05")]
use mcp_typestate::v2024_11_05;
#[cfg(feature = "v2025_03_26")]
use mcp_typestate::v2025_03_26;
#[cfg(feature = "v2025_06_18")]
use mcp_typestate::v2025_06_18;
use mcp_typestate::{
    DecodeError, Reply, Request, RequestId, from_slice, from_str, v2025_11_25, v2026_07_28,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// What reads a reply as that to one request: as text, and as what is known of it already.
type Reads = fn(&str, &Reply);

macro_rules! answers {
    ($revision:ident: $($request:ident)*) => { &[$(answers::<$revision::$request>),*] };
}

/// What a client sends.
pub fn client(data: &[u8]) {
    let Some((revision, text)) = split(data) else { return };
    match revision % 5 {
        #[cfg(feature = "v2024_11_05")]
        0 => {
            use v2024_11_05::{ClientNotification, ClientRequest};
            let answers: &[Reads] = answers!(v2024_11_05: Ping CreateMessage ListRoots);
            message::<ClientRequest, ClientNotification>(text, answers);
        }
        #[cfg(feature = "v2025_03_26")]
        1 => {
            use v2025_03_26::{ClientNotification, ClientRequest};
            let answers: &[Reads] = answers!(v2025_03_26: Ping CreateMessage ListRoots);
            batch::<ClientRequest, ClientNotification>(text, answers);
        }
        #[cfg(feature = "v2025_06_18")]
        2 => {
            use v2025_06_18::{ClientNotification, ClientRequest};
            let answers: &[Reads] = answers!(v2025_06_18: Ping CreateMessage ListRoots Elicit);
            message::<ClientRequest, ClientNotification>(text, answers);
        }
        3 => {
            use v2025_11_25::{ClientNotification, ClientRequest};
            let answers: &[Reads] = answers!(v2025_11_25: Ping CreateMessage ListRoots Elicit
                GetTask GetTaskPayload CancelTask ListTasks);
            message::<ClientRequest, ClientNotification>(text, answers);
        }
        4 => {
            use v2026_07_28::{ClientNotification, ClientRequest};
            // Nothing is asked of a client but in results.
            message::<ClientRequest, ClientNotification>(text, &[]);
        }
        // A revision that is switched off.
        _ => {}
    }
}

/// What a server sends.
pub fn server(data: &[u8]) {
    let Some((revision, text)) = split(data) else { return };
    match revision % 5 {
        #[cfg(feature = "v2024_11_05")]
        0 => {
            use v2024_11_05::{ServerNotification, ServerRequest};
            let answers: &[Reads] = answers!(v2024_11_05: CallTool Complete GetPrompt Initialize
                ListPrompts ListResourceTemplates ListResources ListTools Ping ReadResource SetLevel
                Subscribe Unsubscribe);
            message::<ServerRequest, ServerNotification>(text, answers);
        }
        #[cfg(feature = "v2025_03_26")]
        1 => {
            use v2025_03_26::{ServerNotification, ServerRequest};
            let answers: &[Reads] = answers!(v2025_03_26: CallTool Complete GetPrompt Initialize
                ListPrompts ListResourceTemplates ListResources ListTools Ping ReadResource SetLevel
                Subscribe Unsubscribe);
            batch::<ServerRequest, ServerNotification>(text, answers);
        }
        #[cfg(feature = "v2025_06_18")]
        2 => {
            use v2025_06_18::{ServerNotification, ServerRequest};
            let answers: &[Reads] = answers!(v2025_06_18: CallTool Complete GetPrompt Initialize
                ListPrompts ListResourceTemplates ListResources ListTools Ping ReadResource SetLevel
                Subscribe Unsubscribe);
            message::<ServerRequest, ServerNotification>(text, answers);
        }
        3 => {
            use v2025_11_25::{ServerNotification, ServerRequest};
            let answers: &[Reads] = answers!(v2025_11_25: CallTool Complete GetPrompt Initialize
                ListPrompts ListResourceTemplates ListResources ListTools Ping ReadResource SetLevel
                Subscribe Unsubscribe GetTask GetTaskPayload CancelTask ListTasks);
            message::<ServerRequest, ServerNotification>(text, answers);
        }
        4 => {
            use v2026_07_28::{ServerNotification, ServerRequest};
            let answers: &[Reads] = answers!(v2026_07_28: CallTool Complete GetPrompt Discover
                ListPrompts ListResourceTemplates ListResources ListTools SubscriptionsListen
                ReadResource GetTask UpdateTask CancelTask);
            message::<ServerRequest, ServerNotification>(text, answers);
        }
        // A revision that is switched off.
        _ => {}
    }
}

/// A revision, and the text of a message. What is no text is no message either.
fn split(data: &[u8]) -> Option<(u8, &str)> {
    let (revision, bytes) = data.split_first()?;
    let text = std::str::from_utf8(bytes).ok();
    if text.is_none() {
        assert!(Envelope::from_slice(bytes).is_err());
        assert!(from_slice::<AnyMessage>(bytes).is_err());
    }
    Some((*revision, text?))
}

/// A message where messages may come in batches.
#[cfg(feature = "v2025_03_26")]
fn batch<Rq, Nt>(text: &str, answers: &[Reads])
where
    Rq: Body + Serialize + Debug + PartialEq,
    Nt: Body + Serialize + Debug + PartialEq,
{
    if !text.starts_with('[') {
        return message::<Rq, Nt>(text, answers);
    }
    let batch = match from_str::<OneOrMany<Message<Rq, Nt>>>(text) {
        Ok(batch) => batch,
        Err(error) => return readable(&error),
    };
    again(&batch);
    match serde_json::from_str::<Vec<Envelope<'_>>>(text) {
        Ok(envelopes) => {
            assert_eq!(envelopes.len(), batch.as_slice().len());
            envelopes.iter().zip(&batch).for_each(|(envelope, message)| agree(envelope, message));
        }
        Err(error) => {
            let null = error.to_string().contains("invalid type: null");
            let told = batch.iter().any(|it| matches!(it, Message::Notification(_)));
            assert!(null && told, "{error}: {batch:?}");
        }
    }
}

fn message<Rq, Nt>(text: &str, answers: &[Reads])
where
    Rq: Body + Serialize + Debug + PartialEq,
    Nt: Body + Serialize + Debug + PartialEq,
{
    let envelope = Envelope::from_str(text);
    match from_str::<AnyMessage>(text) {
        Ok(message) => agree(envelope.as_ref().expect("a message has an envelope"), &message),
        Err(error) => readable(&error),
    }
    match from_str::<Message<Rq, Nt>>(text) {
        Ok(message) => {
            again(&message);
            match &envelope {
                Ok(envelope) => agree(envelope, &message),
                // Only who knows the method knows that a null id is that of a notification.
                Err(error) => assert!(
                    error.path() == "id" && matches!(message, Message::Notification(_)),
                    "{error}: {message:?}"
                ),
            }
            if let Message::Reply(reply) = message {
                answer(text, &reply, answers);
            }
        }
        Err(error) => readable(&error),
    }
    if let Err(error) = envelope {
        readable(&error);
    }
}

/// What is written is read, as the same, and written as the same.
fn again<T: Serialize + DeserializeOwned + Debug + PartialEq>(value: &T) {
    let written = serde_json::to_string(value).expect("what was read can be written");
    match from_str::<T>(&written) {
        Ok(read) => {
            assert_eq!(&read, value, "{written}");
            assert_eq!(serde_json::to_string(&read).ok().as_ref(), Some(&written));
        }
        Err(error) => panic!("{error}: {written}"),
    }
}

/// An error says something, and where.
fn readable(error: &DecodeError) {
    let (text, path) = (error.to_string(), error.path());
    assert!(text.len() > path.len() && text.starts_with(path), "{text:?}");
}

/// The envelope says the same of a message as reading it.
fn agree<Rq: Body, Nt: Body>(envelope: &Envelope<'_>, message: &Message<Rq, Nt>) {
    let same = match (envelope, message) {
        (Envelope::Request { .. }, Message::Request(it)) => {
            envelope.method() == Some(it.body.method()) && is(envelope.id(), Some(&it.id))
        }
        (Envelope::Notification { .. }, Message::Notification(it)) => {
            envelope.method() == Some(it.body.method())
        }
        (Envelope::Result { .. }, Message::Reply(reply @ Reply::Result(_)))
        | (Envelope::Error { .. }, Message::Reply(reply @ Reply::Error(_))) => {
            is(envelope.id(), reply.id())
        }
        _ => false,
    };
    assert!(same, "{envelope:?} is no envelope of the message");
}

fn is(seen: Option<&EnvelopeId<'_>>, read: Option<&RequestId>) -> bool {
    seen.cloned().map(RequestId::from).as_ref() == read
}

/// Reads a reply as that to the request which its id stands for.
fn answer(text: &str, reply: &Reply, answers: &[Reads]) {
    let place = match reply.id() {
        Some(RequestId::Integer(place)) => usize::try_from(*place).unwrap_or_default(),
        Some(RequestId::String(_)) | None => 0,
    };
    if let Some(reads) = answers.get(place % answers.len().max(1)) {
        reads(text, reply);
    }
}

/// The reply to a known request is the same, whether it is read at once or in two steps.
fn answers<R: Request>(text: &str, reply: &Reply) {
    let later = reply.clone().typed::<R>();
    match (from_str::<Reply<R::Reply>>(text), later) {
        (Ok(mut once), Ok(later)) => {
            let extra = match &mut once {
                Reply::Result(message) => &mut message.extra,
                Reply::Error(message) => &mut message.extra,
            };
            // A message takes these for absent if they are null; to a reply they are unknown.
            for name in ["method", "params"] {
                if extra.get(name).is_some_and(Value::is_null) {
                    extra.remove(name);
                }
            }
            assert_eq!(once, later);
            again(&once);
        }
        (Err(once), Err(later)) => {
            readable(&once);
            readable(&later);
            assert_eq!(once.path(), later.path(), "{once}, {later}");
        }
        (once, later) => panic!("at once {once:?}, in two steps {later:?}"),
    }
}
