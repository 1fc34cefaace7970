//! A record as JSON, for stores.

use std::collections::{BTreeMap, BTreeSet};

use serde::de::{Deserialize, Deserializer, Error as _, MapAccess};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value;

use super::{Inputs, Millis, Payload, Record};
use crate::json::{
    self, AnyObject, AnyValue, Integer, Object, ReadMembers, Reader, Unsigned, WriteMembers, Writer,
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
];

impl WriteMembers for Record {
    fn write<M: SerializeMap>(&self, members: &mut Writer<M>) -> Result<(), M::Error> {
        members.required("form", &FORM)?;
        members.required("id", &*self.id)?;
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
            Some(Payload::Error(error)) => members.required("error", error)?,
        }
        let asked = self.asked.as_deref();
        members.optional("inputRequests", &asked.map(|asked| &asked.requests))?;
        members.optional("inputKeys", &asked.map(|asked| &asked.keys))
    }
}

impl ReadMembers for Record {
    fn read<'de, A: MapAccess<'de>>(members: &mut Reader<'de, A>) -> Result<Self, A::Error> {
        let (mut form, mut id, mut version) = (None, None::<String>, None);
        let (mut dialect, mut context) = (None::<String>, None::<String>);
        let (mut status, mut message) = (None::<Status>, None);
        let (mut created, mut updated, mut ttl) = (None, None, None);
        let (mut remembered, mut poll_interval) = (None, None);
        let (mut result, mut error) = (None::<Value>, None::<ErrorObject>);
        let (mut requests, mut keys) = (None::<Object>, None::<BTreeSet<String>>);
        let mut unknown = Object::new();
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
                12 => members.required_with(AnyValue, "result", &mut result)?,
                13 => members.optional("error", &mut error)?,
                14 => members.optional_with(AnyObject, "inputRequests", &mut requests)?,
                15 => members.optional("inputKeys", &mut keys)?,
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
            (None, Some(error)) => Some(Payload::Error(error)),
            (Some(_), Some(_)) => return Err(A::Error::custom("both a result and an error")),
        };
        if payload.is_some() && status.terminal().is_none() {
            return Err(A::Error::custom(format!("a task that is {status} has no result yet")));
        }
        let requests: BTreeMap<_, _> = requests.unwrap_or_default().into_iter().collect();
        let keys = keys.unwrap_or_default();
        if let Some(key) = requests.keys().find(|key| !keys.contains(*key)) {
            return Err(A::Error::custom(format!("`inputKeys` lacks the outstanding `{key}`")));
        }
        let dialect = read_dialect(&json::present("dialect", dialect)?)?;
        Ok(Self {
            id: json::present("id", id)?.into(),
            version: json::present("version", version)?,
            owner: Owner { dialect, context: context.map(Into::into) },
            status,
            message,
            created: Millis(json::present("created", created)?),
            updated: Millis(json::present("updated", updated)?),
            ttl,
            remembered: json::present("remembered", remembered)?,
            poll_interval: json::present("pollInterval", poll_interval)?,
            payload,
            asked: (!keys.is_empty()).then(|| Box::new(Inputs { requests, keys })),
        })
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
