//! An older processor is refused with a sentence, before the first instruction that it does not know.

#![cfg(all(target_os = "linux", target_arch = "x86_64", target_feature = "avx2"))]

use std::process::{Command, Output};

const BASTIDE: &str = env!("CARGO_BIN_EXE_bastide");

/// A run on an emulated processor, if there is an emulator.
fn on(processor: &str, args: &[&str]) -> Option<Output> {
    let emulated = Command::new("qemu-x86_64").args(["-cpu", processor, BASTIDE]).args(args).output();
    if emulated.is_err() {
        eprintln!("skipped: there is no qemu-x86_64 (Debian has it in qemu-user)");
    }
    emulated.ok()
}

#[test]
fn a_processor_without_avx2_is_told_so() {
    for processor in ["Nehalem", "SandyBridge", "qemu64"] {
        let Some(output) = on(processor, &["tiles", "D"]) else { return };
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{processor}: {output:?}");
        assert!(said.contains("built for processors with AVX2"), "{processor}: {said}");
        assert!(said.contains("RUSTFLAGS=\"-C target-cpu=x86-64\""), "{processor}: {said}");
        assert!(output.stdout.is_empty(), "{processor}");
    }
}

#[test]
fn a_processor_with_all_that_is_needed_is_not_refused() {
    let Some(output) = on("Haswell", &["--version"]) else { return };
    let said = String::from_utf8_lossy(&output.stderr);
    if said.contains("doesn't support") && !output.status.success() {
        return eprintln!("skipped: this qemu-x86_64 cannot emulate AVX2");
    }
    assert!(output.status.success(), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("bastide "), "{output:?}");
}
