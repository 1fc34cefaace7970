//! Calls of one method: a known one, or any.

use std::fmt;

use serde::de::MapAccess;
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use super::{Body, Params, read_body};
use crate::json::{self, Extra, ReadMembers, Reader, WriteMembers, Writer};
use crate::method::{Method, Parameters};

/// A call of the method `M`: `{"method": …, "params": …}`, without the envelope.
pub struct Call<M: Method> {
    /// The parameters.
    pub params: M::Params,
    /// Members beside `method` and `params`.
    pub extra: Extra,
}

impl<M: Method> Call<M> {
    /// A call with these parameters.
    pub fn new(params: M::Params) -> Call<M> {
        Call { params, extra: Extra::new() }
    }
}

// By hand, since a derive would ask the marker `M` for what only its parameters need.

impl<M: Method> Clone for Call<M> {
    fn clone(&self) -> Call<M> {
        Call { params: self.params.clone(), extra: self.extra.clone() }
    }
}

impl<M: Method> fmt::Debug for Call<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Call")
            .field("method", &M::METHOD)
            .field("params", &self.params)
            .field("extra", &self.extra)
            .finish()
    }
}

impl<M: Method> PartialEq for Call<M> {
    fn eq(&self, other: &Call<M>) -> bool {
        self.params == other.params && self.extra == other.extra
    }
}

impl<M: Method> Body for Call<M> {
    fn knows(method: &str) -> bool {
        method == M::METHOD
    }

    fn method(&self) -> &str {
        M::METHOD
    }

    fn read_params<'de, A: MapAccess<'de>>(
        method: &str,
        params: Params<'_, 'de, A>,
    ) -> Result<Self, A::Error> {
        if !Self::knows(method) {
            let message = format_args!("invalid value: {method:?}, expected {:?}", M::METHOD);
            return Err(json::inside("method", message));
        }
        params.read().map(Call::new)
    }

    fn extra_mut(&mut self) -> &mut Extra {
        &mut self.extra
    }
}

/// A call of any method.
#[derive(Clone, Debug, PartialEq)]
pub struct AnyCall {
    /// The method.
    pub method: String,
    /// The parameters, whatever they are. null is kept apart from absent.
    pub params: Option<Value>,
    /// Members beside `method` and `params`.
    pub extra: Extra,
}

impl AnyCall {
    /// A call of a method with these parameters.
    pub fn new(method: impl Into<String>, params: Option<Value>) -> AnyCall {
        AnyCall { method: method.into(), params, extra: Extra::new() }
    }
}

impl Body for AnyCall {
    fn knows(_: &str) -> bool {
        true
    }

    fn method(&self) -> &str {
        &self.method
    }

    fn read_params<'de, A: MapAccess<'de>>(
        method: &str,
        params: Params<'_, 'de, A>,
    ) -> Result<Self, A::Error> {
        params.any().map(|params| AnyCall::new(method, params))
    }

    fn extra_mut(&mut self) -> &mut Extra {
        &mut self.extra
    }
}

impl<M: Method> ReadMembers for Call<M> {
    fn read<'de, A: MapAccess<'de>>(members: &mut Reader<'de, A>) -> Result<Self, A::Error> {
        read_body(members)
    }
}

impl<M: Method> WriteMembers for Call<M> {
    fn write<W: SerializeMap>(&self, members: &mut Writer<W>) -> Result<(), W::Error> {
        members.constant("method", M::METHOD)?;
        if !self.params.is_absent() {
            members.required("params", &self.params)?;
        }
        members.extra(&self.extra)
    }
}

impl<M: Method> Serialize for Call<M> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}

impl<'de, M: Method> Deserialize<'de> for Call<M> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}

impl From<AnyCall> for Value {
    /// `{"method": …, "params": …}`, and what else the call has.
    fn from(call: AnyCall) -> Value {
        let method = ("method".to_owned(), Value::from(call.method));
        let params = call.params.map(|params| ("params".to_owned(), params));
        Value::Object(call.extra.into_iter().chain([method]).chain(params).collect())
    }
}

impl ReadMembers for AnyCall {
    fn read<'de, A: MapAccess<'de>>(members: &mut Reader<'de, A>) -> Result<Self, A::Error> {
        read_body(members)
    }
}

impl WriteMembers for AnyCall {
    fn write<W: SerializeMap>(&self, members: &mut Writer<W>) -> Result<(), W::Error> {
        members.required("method", &self.method)?;
        members.optional("params", &self.params)?;
        members.extra(&self.extra)
    }
}

impl Serialize for AnyCall {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for AnyCall {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::deserialize(deserializer)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::json::Object;

    struct Ping;

    impl Method for Ping {
        const METHOD: &'static str = "ping";
        type Params = Option<Object>;
    }

    struct Say;

    impl Method for Say {
        const METHOD: &'static str = "say";
        type Params = Object;
    }

    #[test]
    fn a_call_is_written_back() {
        for text in [
            r#"{"method":"ping"}"#,
            r#"{"method":"ping","params":{}}"#,
            r#"{"method":"ping","params":{"a":1},"more":2}"#,
        ] {
            let call: Call<Ping> = serde_json::from_str(text).unwrap();
            assert_eq!(serde_json::to_string(&call).unwrap(), text);
            let any: AnyCall = serde_json::from_str(text).unwrap();
            assert_eq!(serde_json::to_string(&any).unwrap(), text);
        }
    }

    #[test]
    fn params_may_come_first() {
        let call: Call<Say> = serde_json::from_str(r#"{"params":{"a":1},"method":"say"}"#).unwrap();
        assert_eq!(call.params.len(), 1);
        let error = json::from_str::<Call<Say>>(r#"{"params":[1],"method":"say"}"#).unwrap_err();
        assert_eq!(error.path(), "params");
    }

    #[test]
    fn a_null_for_params_is_read_as_none() {
        let call: Call<Ping> = serde_json::from_str(r#"{"method":"ping","params":null}"#).unwrap();
        assert_eq!(call, Call::new(None));
        let held: Call<Ping> = serde_json::from_str(r#"{"params":null,"method":"ping"}"#).unwrap();
        assert_eq!(held, call);
        let any: AnyCall = serde_json::from_str(r#"{"method":"ping","params":null}"#).unwrap();
        assert_eq!(any.params, Some(Value::Null));
    }

    #[test]
    fn a_call_as_a_value_is_what_it_is_as_text() {
        let text = r#"{"method":"ping","params":{"a":1},"x-trace":7}"#;
        let call: AnyCall = serde_json::from_str(text).unwrap();
        assert_eq!(Value::from(call), serde_json::from_str::<Value>(text).unwrap());
    }

    #[test]
    fn params_that_are_needed_are_asked_for() {
        for text in [r#"{"method":"say"}"#, r#"{"method":"say","params":null}"#] {
            let error = json::from_str::<Call<Say>>(text).unwrap_err();
            assert_eq!(error.to_string(), "params: missing field");
        }
    }

    #[test]
    fn the_method_is_the_one_of_the_type() {
        let error = json::from_str::<Call<Say>>(r#"{"method":"ping"}"#).unwrap_err();
        let message = r#"method: invalid value: "ping", expected "say""#;
        assert_eq!(error.to_string(), message);
        let error = json::from_str::<AnyCall>(r#"{"params":{}}"#).unwrap_err();
        assert_eq!(error.to_string(), "method: missing field");
        let twice = r#"{"method":"ping","params":{},"params":{}}"#;
        let error = json::from_str::<AnyCall>(twice).unwrap_err();
        assert_eq!(error.to_string(), "params: duplicate field");
    }
}
