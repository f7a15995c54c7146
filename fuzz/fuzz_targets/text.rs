//! No text given as a record or a position is dangerous.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| laws::any_text_is_safe(text));
