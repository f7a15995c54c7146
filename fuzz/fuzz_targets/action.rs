//! No action is dangerous.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| laws::any_action_is_safe(bytes));
