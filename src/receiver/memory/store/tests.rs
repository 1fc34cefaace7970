//! What is kept of connections that are no more.
#![allow(clippy::unwrap_used)]

use std::time::{Duration, SystemTime};

use serde_json::json;

use super::{MemoryStore, Origin};
use crate::json::Object;
use crate::method::Side;
use crate::negotiation::Negotiated;
use crate::receiver::policy::{Policy, Wish};
use crate::receiver::record::Record;
use crate::receiver::requestor::Requestor;

#[test]
fn what_is_only_remembered_keeps_no_connection() {
    let tasks = Object::from_iter([("tasks".to_owned(), json!({}))]);
    let session = Negotiated::new("2025-11-25", &tasks, &tasks);
    let requestor = Requestor::new(&session, Side::Server);
    let begun = SystemTime::UNIX_EPOCH;
    let later = begun + Duration::from_secs(300);
    let mut store = MemoryStore::default();
    let on = |store: &mut MemoryStore, connection: u64, now| {
        let id = format!("t-{connection}");
        let record = Record::new(id, &requestor, Wish::Absent, &Policy::new(), now);
        store.insert(record, connection).unwrap();
        store.disconnect(connection);
    };
    for connection in 0..3_000 {
        on(&mut store, connection, begun);
    }
    on(&mut store, 9_000, later);
    store.expire(later);
    assert_eq!((store.len(), store.remembered()), (1, 3_000));
    store.disconnect(9_001);
    // Else each that follows would look through all that is remembered again.
    assert_eq!(store.closed.len(), 1);
    assert!(matches!(store.find("t-9000"), Some((_, Origin::Nobody))));
}
