//! A game looks the same from everywhere.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| laws::looks_the_same_from_everywhere(bytes));
