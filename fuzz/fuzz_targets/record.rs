//! Records and positions read back are the same game.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| laws::reads_back(bytes));
