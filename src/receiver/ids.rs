//! Where the ids of tasks come from.

/// A source of task ids.
///
/// Each id must be new, and hard to guess wherever no context keeps requestors apart: at least 128
/// random bits (2025-11-25, tasks: security). Any function that gives strings is a source.
pub trait Ids {
    /// The next id. None if there is none to be had, and then no task is begun.
    fn next_id(&mut self) -> Option<String>;
}

impl<F: FnMut() -> String> Ids for F {
    fn next_id(&mut self) -> Option<String> {
        Some(self())
    }
}

/// Ids of 128 random bits from the operating system, as 32 hexadecimal digits.
///
/// ```
/// use mcp_typestate::receiver::{Ids, SystemIds};
///
/// let (one, other) = (SystemIds.next_id().unwrap(), SystemIds.next_id().unwrap());
/// assert_eq!(one.len(), 32);
/// assert_ne!(one, other);
/// ```
#[cfg(feature = "system_ids")]
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemIds;

#[cfg(feature = "system_ids")]
impl Ids for SystemIds {
    fn next_id(&mut self) -> Option<String> {
        let mut bits = [0; 16];
        getrandom::fill(&mut bits).ok()?;
        Some(format!("{:032x}", u128::from_be_bytes(bits)))
    }
}
