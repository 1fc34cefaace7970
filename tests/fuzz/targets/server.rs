//! What a server sends, as text: `decode::server`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| mcp_typestate_fuzz::decode::server(data));
