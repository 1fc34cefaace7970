//! What a record can keep and show of what a task asks: what else the work gives is refused, before
//! it does harm.

use std::collections::BTreeSet;

use serde_json::Value;

/// How deep a value may nest: a record that could not be read again would be lost.
pub(super) use crate::json::DEEPEST;
use crate::receiver::refusal::Refusal;

/// How many requests a task may ask in its life, all of whose keys are remembered.
const MOST_KEYS: usize = 1_024;

/// Checks that a value is a request to the requestor's side.
pub(super) fn request(request: &Value) -> Result<(), Refusal> {
    let has_method = request.get("method").is_some_and(Value::is_string);
    let params = request.get("params");
    if !has_method || params.is_some_and(|params| !params.is_object()) {
        return Err(Refusal::Unusable("a request has a `method`, and `params` that are an object"));
    }
    // Its other members are kept too.
    if request.as_object().is_some_and(|members| members.values().any(is_deep)) {
        return Err(Refusal::Unusable("the members of a request nest at most 100 levels"));
    }
    Ok(())
}

/// Checks that the keys of all requests so far can be remembered.
pub(super) fn keys(keys: &BTreeSet<String>) -> Result<(), Refusal> {
    match keys.len() <= MOST_KEYS {
        true => Ok(()),
        false => Err(Refusal::Unusable("a task asks at most 1024 requests in its life")),
    }
}

pub(super) fn is_deep(value: &Value) -> bool {
    fn below(value: &Value, levels: usize) -> bool {
        match value {
            Value::Array(items) => levels == 0 || items.iter().any(|it| below(it, levels - 1)),
            Value::Object(members) => {
                levels == 0 || members.values().any(|it| below(it, levels - 1))
            }
            _ => false,
        }
    }
    below(value, DEEPEST)
}
