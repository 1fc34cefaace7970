//! What the server is told when it is started.

use std::collections::BTreeMap;
use std::time::Duration;

use mcp_typestate::receiver::{Asks, Policy};

use crate::tools::TOOLS;

/// How it serves.
pub(crate) struct Options {
    /// Whether it speaks the enveloped dialect with clients of 2025-11-25.
    pub(crate) enveloped: bool,
    /// What its receiver decides.
    pub(crate) policy: Policy,
}

impl Options {
    /// Reads `--enveloped`, `--ask-at-once`, and with a number each `--ttl`, `--poll`, `--page`.
    pub(crate) fn read(mut arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut policy = Policy::sole_requestor();
        policy.poll_interval = Duration::from_millis(50);
        policy.page = 3;
        let tools = TOOLS.iter().map(|tool| (tool.name.to_owned(), tool.support));
        policy.tools = Some(tools.collect::<BTreeMap<_, _>>());
        let mut options = Self { enveloped: false, policy };
        while let Some(argument) = arguments.next() {
            let mut number = || {
                let value = arguments.next().ok_or_else(|| format!("{argument} takes a number"))?;
                value.parse::<u32>().map_err(|error| format!("{argument} {value}: {error}"))
            };
            let policy = &mut options.policy;
            match argument.as_str() {
                "--enveloped" => options.enveloped = true,
                "--ask-at-once" => policy.asks = Asks::AtOnce,
                "--ttl" => policy.max_ttl = Some(Duration::from_millis(number()?.into())),
                "--poll" => policy.poll_interval = Duration::from_millis(number()?.into()),
                "--page" => policy.page = usize::try_from(number()?).unwrap_or(usize::MAX),
                other => return Err(format!("unknown argument {other}")),
            }
        }
        Ok(options)
    }
}
