//! What a receiver says of a task: `observe::observe`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| mcp_typestate_fuzz::observe::observe(data));
