//! What each public type can be used for, whatever it holds: sent to another thread, shared between
//! threads, moved while it is borrowed by nobody, and carried through a caught panic.
//!
//! All of it is decided when this file is compiled; the tests count that nothing was left out.

use std::error::Error;
use std::fmt::Debug;
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::rc::Rc;

use mcp_typestate::json::{
    Answer, DecodeError, Extra, JsonSchema, Nullable, Number, Object, OneOrMany, Ordered, Raw,
};
use mcp_typestate::jsonrpc::{
    AnyCall, AnyMessage, Batch, Call, Envelope, EnvelopeId, ErrorCode, ErrorMessage, ErrorObject,
    NotificationMessage, ProgressToken, RequestMessage, ResultMessage,
};
use mcp_typestate::method::{Capability, Method, Request, Side};
use mcp_typestate::receiver::{
    About, Asked, Create, Effect, Event, Given, Handled, IfDropped, ListTasks, MemoryReceiver,
    MemoryStore, NeedsInput, NotReported, Outgoing, Payload, PayloadError, Policy, Record, Refusal,
    Requestor, Running, Started, Step, Unreported, Worker,
};
use mcp_typestate::{
    AnswerError, AnyOperation, CallMode, CancelCall, Cancelling, CreateError, Created, Declared,
    Dialect, Failure, Fault, FaultKind, Input, InputChannel, InputDemand, InputRequests,
    InputRequired, ListenCall, Listing, Negotiated, NotNegotiated, ObserveError, Observed,
    OtherSession, Outcome, PeerMisbehaved, PollCall, Polling, Preference, PreferenceError, Refused,
    Reply, RequestId, ResultCall, ResultError, ResumeError, Revision, Runs, Saved, Snapshot,
    Status, Subscribing, Task, TaskCall, Tasks, Terminal, TerminalStatus, TimeError, Update,
    UpdateCall, Working,
};

/// What is asked of a type.
const fn goes_anywhere<T: Send + Sync + Unpin + UnwindSafe + RefUnwindSafe>() {}

/// What is asked of a type that lends what it changes, or holds a validator, whose crate promises no
/// more.
const fn goes_to_threads<T: Send + Sync + Unpin>() {}

/// What is asked of an error besides: it fits into `Box<dyn Error + Send + Sync>`.
const fn is_an_error<T: Error + Send + Sync + UnwindSafe + RefUnwindSafe + Debug + 'static>() {}

/// Checks all of the types, and counts them.
macro_rules! each {
    ($check:ident: $($type:ty),* $(,)?) => {{
        $($check::<$type>();)*
        [$(stringify!($type)),*].len()
    }};
}

/// A method whose marker goes nowhere: what is typed by it does.
struct Pinned(#[allow(dead_code, reason = "it only has to be no `Send`")] Rc<u8>);

impl Method for Pinned {
    const METHOD: &'static str = "example.com/pinned";
    type Params = Object;
}

impl Request for Pinned {
    type Result = Object;
    type Reply = Object;
}

/// A way back to a record that any thread may take.
type Report = fn(&str, Event) -> Result<(), Refusal>;

#[test]
fn what_is_exchanged_goes_anywhere() {
    let count = each!(goes_anywhere:
        Answer, Extra, JsonSchema, Nullable<Raw>, Number, OneOrMany<Raw>, Ordered<Raw>, Raw,
        AnyCall, AnyMessage, Batch, Call<Pinned>, Envelope<'static>, EnvelopeId<'static>, ErrorCode,
        ErrorMessage, ErrorObject, NotificationMessage<AnyCall>, ProgressToken,
        RequestMessage<Call<Pinned>>, ResultMessage, Reply, RequestId, Capability, Side, Revision,
    );
    assert_eq!(count, 26);
}

#[test]
fn what_a_requestor_holds_goes_anywhere() {
    let count = each!(goes_anywhere:
        Negotiated, Declared, Dialect, Tasks, Runs<Pinned>, Cancelling, Listing, Subscribing,
        TaskCall<Pinned>, CallMode<Pinned>, Created<Pinned>, InputDemand, Observed<Pinned>,
        Task<Working, Pinned>, Task<InputRequired, Pinned>, Task<Terminal, Pinned>, Task<Working>,
        AnyOperation, PollCall, CancelCall, ResultCall<'static, Pinned>, UpdateCall, ListenCall,
        InputChannel, Outcome<Raw>, Failure<Raw>, Fault, FaultKind, Polling, Preference, Saved,
        Snapshot, Status, TerminalStatus, Update,
    );
    assert_eq!(count, 35);
    assert_eq!(each!(goes_to_threads: Input<'static>, InputRequests<'static>), 2);
}

#[test]
fn what_a_receiver_holds_goes_anywhere() {
    let count = each!(goes_anywhere:
        About, mcp_typestate::receiver::Answer, Asked, Create, Effect, Event, Given, Handled,
        IfDropped, ListTasks, MemoryReceiver<fn() -> String>, MemoryStore, Outgoing, Payload, Policy,
        Record, Requestor, Started, Step, Worker<Running, Report, Pinned>,
        Worker<NeedsInput, Report>,
    );
    assert_eq!(count, 21);
}

#[test]
fn every_error_fits_into_a_box() {
    let count = each!(is_an_error:
        DecodeError, NotNegotiated, AnswerError, CreateError, Fault, ObserveError, OtherSession,
        PeerMisbehaved, PreferenceError, Refused<Working, Pinned>, Refused<InputRequired, Pinned>,
        ResultError, ResumeError, TimeError, Refusal, PayloadError, NotReported<Refusal>,
        Unreported<Worker<Running, Report, Pinned>, Refusal>,
    );
    assert_eq!(count, 18);
}

/// What moves through layers, and what lists hold, is small: whatever is large in them lies in a box.
#[cfg(all(feature = "v2025_11_25", target_pointer_width = "64"))]
#[test]
fn what_is_moved_is_small() {
    use mcp_typestate::v2025_11_25::{ClientMessage, ContentBlock, ServerMessage};
    assert_eq!(size_of::<Extra>(), 8);
    let sizes = (size_of::<ContentBlock>(), size_of::<ClientMessage>(), size_of::<ServerMessage>());
    assert!(sizes.0 <= 104 && sizes.1 <= 208 && sizes.2 <= 200, "{sizes:?}");
}

/// The same where each request carries what its client can do.
#[cfg(all(feature = "v2026_07_28", target_pointer_width = "64"))]
#[test]
fn what_is_moved_is_small_without_a_handshake_too() {
    use mcp_typestate::v2026_07_28::{ClientMessage, ContentBlock, ServerMessage};
    let sizes = (size_of::<ContentBlock>(), size_of::<ClientMessage>(), size_of::<ServerMessage>());
    assert!(sizes.0 <= 104 && sizes.1 <= 208 && sizes.2 <= 280, "{sizes:?}");
}

/// A receiver keeps a record for each of its tasks, with what the task ended with.
#[cfg(target_pointer_width = "64")]
#[test]
fn what_a_receiver_keeps_is_small() {
    let sizes = (size_of::<Payload>(), size_of::<Option<Payload>>(), size_of::<Record>());
    assert!(sizes.0 <= 16 && sizes.1 <= 24 && sizes.2 <= 208, "{sizes:?}");
}

#[cfg(feature = "validate")]
#[test]
fn what_validates_goes_anywhere() {
    use mcp_typestate::check::{
        Broken, Checked, Checker, Entry, Finding, Item, LineFault, Recording, Rule, Severity, Sight,
    };
    use mcp_typestate::schema::{
        Answers, Definition, JsonPath, Messages, MethodFacts, Schema, ToolSchema, ToolSchemaError,
        Violation, Violations,
    };

    let count = each!(goes_anywhere:
        Broken, Checked, Entry, Finding, Item, Recording<&'static [u8]>, Rule, Severity, Sight,
        Answers, JsonPath, MethodFacts, Violation,
    );
    assert_eq!(count, 13);
    let count = each!(goes_to_threads: Checker, Definition, Messages, Schema, ToolSchema);
    assert_eq!(count, 5);
    assert_eq!(each!(is_an_error: LineFault, ToolSchemaError, Violations), 3);
}

/// The `definitions!` of the generated listings: what is asked of each type, by its name.
#[allow(unused_macros, reason = "without a revision there is no listing")]
macro_rules! definitions {
    ($($name:literal => $type:ty,)*) => {
        &[$(($name, goes_anywhere::<$type> as fn())),*]
    };
}

/// How code panics, but for macros. Indexing is clippy's to find: the generated code is under the same
/// lints as what is written by hand.
const PANICS: &[&str] = &[".unwrap()", ".expect(", "unsafe "];

/// Macros that panic.
const PANICKING_MACROS: &[&str] =
    &["panic", "unreachable", "todo", "unimplemented", "assert", "assert_eq", "assert_ne"];

/// A type's name, and a function that is there only if the type goes anywhere.
type Named = (&'static str, fn());

macro_rules! revisions {
    ($(
        $(#[doc = $doc:literal])+
        $variant:ident $name:literal $module:ident $feature:literal $known:tt
    )+) => {
        &[$(
            #[cfg(feature = $feature)]
            (
                include_str!(concat!(env!("OUT_DIR"), "/", $feature, ".rs")),
                include!(concat!(env!("OUT_DIR"), "/", $feature, "_definitions.rs")),
            ),
        )+]
    };
}

/// The code and the types of each revision that is switched on.
const REVISIONS: &[(&str, &[Named])] = include!("../schema/revisions.rs");

#[test]
fn generated_code_has_nothing_that_panics() {
    let macros = PANICKING_MACROS.iter().map(|name| format!("{name}!"));
    let panics: Vec<String> = PANICS.iter().map(|&text| text.to_owned()).chain(macros).collect();
    for (code, _) in REVISIONS {
        let code = code.lines().filter(|line| !line.trim_start().starts_with("//"));
        for line in code {
            let found = panics.iter().find(|panics| line.contains(panics.as_str()));
            assert_eq!(found, None, "{line}");
        }
    }
}

#[test]
fn every_generated_type_goes_anywhere() {
    for (_, definitions) in REVISIONS {
        assert!(definitions.len() > 60, "{}", definitions.len());
    }
}
