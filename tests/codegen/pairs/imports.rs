use std::collections::{BTreeMap, BTreeSet};
use serde::de::{Deserialize, Deserializer, MapAccess};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value;
use crate::json::{
    self, Answer, AnyObject, AnyValue, Carried, Each, Extra, Integer, JsonSchema,
    Nullable, Number, Object, OneOrMany, Ordered, Raw, RawObject, ReadMembers, Reader,
    Tag, Unsigned, WriteMembers, Writer,
};
use crate::jsonrpc::{
    self, AnyCall, Body, Call, ErrorObject, Message, NotificationMessage, Params,
    ProgressToken, RequestId, RequestMessage, ResultMessage,
};
use crate::method::{Capability, Method, Notification, Parameters, Request, Side};
