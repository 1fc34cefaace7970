//! A recorded session: `check::check`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| mcp_typestate_fuzz::check::check(data));
