//! The rules that the program itself knows by name. What a name means, the library says.

/// Of what is read.
pub(crate) const SCHEMA: &str = "schema";
pub(crate) const NOTIFICATION_DIALECT: &str = "notification-dialect";

/// The rules of `validate`: what a message looks like by itself.
pub(crate) const SHAPE: &[&str] = &[
    "not-json",
    "line-too-long",
    "not-a-message",
    "recording-unread",
    "batch",
    SCHEMA,
    "method-unknown",
    "wrong-direction",
    "revision-unknown",
];

#[cfg(test)]
mod tests {
    use mcp_typestate::check::RULES;

    use super::*;

    #[test]
    fn each_is_a_rule_of_the_library() {
        for name in SHAPE.iter().chain([&NOTIFICATION_DIALECT]) {
            assert!(RULES.iter().any(|rule| rule.id == *name), "{name}");
        }
    }
}
