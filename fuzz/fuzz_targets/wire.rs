//! No text given as JSON is dangerous.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| laws::any_json_is_safe(text));
