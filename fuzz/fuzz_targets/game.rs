//! Every game obeys the laws.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| laws::obey(bytes));
