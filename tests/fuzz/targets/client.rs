//! What a client sends, as text: `decode::client`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| mcp_typestate_fuzz::decode::client(data));
