//! What a receiver meets: `receiver::receiver`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| mcp_typestate_fuzz::receiver::receiver(data));
