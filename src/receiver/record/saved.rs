//! A record as JSON, for stores.

use std::collections::{BTreeMap, BTreeSet};

use serde::de::{Deserialize, Deserializer, Error as _, MapAccess};
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::kept::{self, Kept};
use super::{Inputs, Millis, Payload, Record, usable};
use crate::json::{
    self, AnyObject, Extra, Integer, Object, Raw, ReadMembers, Reader, Unsigned, WriteMembers,
    Writer,
};
use crate::jsonrpc::ErrorObject;
use crate::negotiation::Dialect;
use crate::receiver::requestor::Owner;
use crate::task::Status;

/// The form that this crate writes, and the only one that it reads.
const FORM: u64 = 1;

const NAMES: &[&str] = &[
    "form",
    "id",
    "version",
    "dialect",
    "context",
    "status",
    "statusMessage",
    "created",
    "updated",
    "ttl",
    "remembered",
    "pollInterval",
    "result",
    "error",
    "inputRequests",
    "inputKeys",
    "gone",
];

impl WriteMembers for Record {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.required("form", &FORM)?;
        members.required("id", self.id())?;
        members.required("version", &self.version)?;
        members.required("dialect", dialect(self.owner.dialect))?;
        members.optional("context", &self.owner.context.as_deref())?;
        members.required("status", &self.status)?;
        members.optional("statusMessage", &self.message)?;
        members.required("created", &self.created.0)?;
        members.required("updated", &self.updated.0)?;
        members.optional("ttl", &self.ttl)?;
        members.required("remembered", &self.remembered)?;
        members.required("pollInterval", &self.poll_interval)?;
        match &self.payload {
            None => {}
            Some(Payload::Result(result)) => members.required("result", result)?,
            Some(Payload::Error(error)) => members.required("error", &**error)?,
        }
        let asked = self.asked.as_deref();
        members.optional("inputRequests", &asked.map(|asked| &asked.requests))?;
        members.optional("inputKeys", &asked.map(|asked| &asked.keys))?;
        members.optional("gone", &self.gone.then_some(true))
    }
}

impl ReadMembers for Record {
    fn read<'de, A: MapAccess<'de>>(members: &mut Reader<'de, A>) -> Result<Self, A::Error> {
        let (mut form, mut id, mut version) = (None, None::<String>, None);
        let (mut dialect, mut context) = (None::<String>, None::<String>);
        let (mut status, mut message) = (None::<Status>, None);
        let (mut created, mut updated, mut ttl) = (None, None, None);
        let (mut remembered, mut poll_interval) = (None, None);
        let (mut result, mut error) = (None::<Raw>, None::<ErrorObject>);
        let (mut requests, mut keys) = (None::<Object>, None::<BTreeSet<String>>);
        let mut gone = None;
        let mut unknown = Extra::new();
        while let Some(member) = members.next(NAMES)? {
            match member {
                0 => members.required_with(Unsigned, "form", &mut form)?,
                1 => members.required("id", &mut id)?,
                2 => members.required_with(Unsigned, "version", &mut version)?,
                3 => members.required("dialect", &mut dialect)?,
                4 => members.optional("context", &mut context)?,
                5 => members.required("status", &mut status)?,
                6 => members.optional("statusMessage", &mut message)?,
                7 => members.required_with(Integer, "created", &mut created)?,
                8 => members.required_with(Integer, "updated", &mut updated)?,
                9 => members.optional_with(Unsigned, "ttl", &mut ttl)?,
                10 => members.required_with(Unsigned, "remembered", &mut remembered)?,
                11 => members.required_with(Unsigned, "pollInterval", &mut poll_interval)?,
                12 => members.required("result", &mut result)?,
                13 => members.optional("error", &mut error)?,
                14 => members.optional_with(AnyObject, "inputRequests", &mut requests)?,
                15 => members.optional("inputKeys", &mut keys)?,
                16 => members.optional("gone", &mut gone)?,
                // Another form may have more; which one it is decides.
                _ => members.unknown(&mut unknown)?,
            }
        }
        let form: u64 = json::present("form", form)?;
        if form != FORM {
            let error = format!("form {form} of a task's record is not known: this is {FORM}");
            return Err(A::Error::custom(error));
        }
        let status = json::present("status", status)?;
        if let Status::Unknown(status) = &status {
            return Err(A::Error::custom(format!("a record has no status `{status}`")));
        }
        let payload = match (result, error) {
            (None, None) => None,
            (Some(result), None) => Some(Payload::Result(result)),
            (None, Some(error)) => Some(Payload::from(error)),
            (Some(_), Some(_)) => return Err(A::Error::custom("both a result and an error")),
        };
        let requests: BTreeMap<_, _> = requests.unwrap_or_default().into_iter().collect();
        let keys = keys.unwrap_or_default();
        if let Some(key) = requests.keys().find(|key| !keys.contains(*key)) {
            return Err(A::Error::custom(format!("`inputKeys` lacks the outstanding `{key}`")));
        }
        let dialect = read_dialect(&json::present("dialect", dialect)?)?;
        let gone = gone.unwrap_or(false);
        let id: String = json::present("id", id)?;
        let payload = if gone {
            if payload.is_some() || message.is_some() || !keys.is_empty() {
                let error = "a task that is only remembered has nothing of what it had";
                return Err(A::Error::custom(error));
            }
            None
        } else {
            ended(dialect, &id, &status, payload).map_err(A::Error::custom)?
        };
        if status != Status::InputRequired && !requests.is_empty() {
            let error = format!("a task that is {status} has no outstanding requests");
            return Err(A::Error::custom(error));
        }
        requests.values().try_for_each(usable::request).map_err(A::Error::custom)?;
        usable::keys(&keys).map_err(A::Error::custom)?;
        let version = json::present("version", version)?;
        let (created, updated) =
            (json::present("created", created)?, json::present("updated", updated)?);
        if version == 0 || updated < created {
            return Err(A::Error::custom("a task's version is 1 at least, and no update is older"));
        }
        Ok(Self {
            id: id.as_str().into(),
            version,
            owner: Owner { dialect, context: context.map(Into::into) },
            status,
            message,
            created: Millis(created),
            updated: Millis(updated),
            ttl,
            remembered: json::present("remembered", remembered)?,
            poll_interval: json::present("pollInterval", poll_interval)?,
            payload,
            gone,
            asked: (!keys.is_empty()).then(|| Box::new(Inputs { requests, keys })),
        })
    }
}

/// What is there of an end as a record keeps it: one that an earlier release wrote has no mark in the
/// core. Checks that the status goes with it.
fn ended(
    dialect: Dialect,
    task: &str,
    status: &Status,
    payload: Option<Payload>,
) -> Result<Option<Payload>, String> {
    let kept = payload.map(|payload| kept::keep(payload, dialect, task)).transpose();
    let kept = kept.map_err(|refusal| refusal.to_string())?;
    let reports_error = kept.as_ref().is_some_and(|kept| kept.reports_error);
    let payload = kept.map(|Kept { payload, .. }| payload);
    let extension = dialect == Dialect::Extension;
    let fits = match (status, &payload) {
        (Status::Completed, Some(Payload::Result(_))) => extension || !reports_error,
        (Status::Failed, Some(Payload::Result(_))) => !extension,
        (Status::Failed, Some(Payload::Error(_)) | None) => true,
        (Status::Completed, _) => false,
        (_, payload) => payload.is_none(),
    };
    let says = match &payload {
        None => "nothing",
        Some(Payload::Result(_)) => "this result",
        Some(Payload::Error(_)) => "an error",
    };
    if fits {
        Ok(payload)
    } else {
        Err(format!("a task that is {status} does not end with {says}"))
    }
}

fn dialect(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Enveloped => "enveloped",
        Dialect::Core => "core",
        Dialect::Extension => "extension",
    }
}

fn read_dialect<E: serde::de::Error>(text: &str) -> Result<Dialect, E> {
    [Dialect::Enveloped, Dialect::Core, Dialect::Extension]
        .into_iter()
        .find(|it| dialect(*it) == text)
        .ok_or_else(|| E::custom(format!("there is no dialect `{text}`")))
}

impl Serialize for Record {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for Record {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}
