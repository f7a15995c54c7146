//! Whether this processor can do what the program was built for, asked before anything else happens: on one that cannot,
//! the program would end without a word at the first such instruction.
//!
//! `is_x86_feature_detected!` is of no use here: under our target it is the constant `true`.

use std::io::Write;
use std::process::ExitCode;

/// What is said to people with an older processor. It has no parts to be filled in, since that could need instructions
/// that the processor lacks.
const SENTENCE: &str = "\
error: this program was built for processors with AVX2 (x86-64-v3, made since about 2014), and this one has none; build it with
RUSTFLAGS=\"-C target-cpu=x86-64\" cargo build --release
";

/// Whether the processor can do everything the program was built for.
pub fn is_able() -> bool {
    !cfg!(target_feature = "avx2") || has_v3()
}

/// Says why the program ends.
#[cold]
#[inline(never)]
pub fn refuse() -> ExitCode {
    // If nobody listens, nobody does.
    let _ = std::io::stderr().write_all(SENTENCE.as_bytes());
    ExitCode::from(2)
}

/// Whether all instructions of x86-64-v3 are there: AVX2 came last, but some processors have others switched off.
#[cfg(target_arch = "x86_64")]
#[allow(unused_unsafe, reason = "`__cpuid` is safe since Rust 1.94")]
fn has_v3() -> bool {
    use std::arch::x86_64::{__cpuid, __cpuid_count};
    const FMA: u32 = 1 << 12;
    const MOVBE: u32 = 1 << 22;
    const OSXSAVE: u32 = 1 << 27;
    const AVX: u32 = 1 << 28;
    const F16C: u32 = 1 << 29;
    const BMI1: u32 = 1 << 3;
    const AVX2: u32 = 1 << 5;
    const BMI2: u32 = 1 << 8;
    const LZCNT: u32 = 1 << 5;
    const EXTENDED: u32 = 0x8000_0000;
    // SAFETY: every x86-64 processor knows the instruction; the highest leaf is asked for first.
    let leaf = |number| unsafe { __cpuid(number) };
    if leaf(0).eax < 7 || leaf(EXTENDED).eax <= EXTENDED {
        return false;
    }
    // SAFETY: as above.
    let features = unsafe { __cpuid_count(7, 0) }.ebx;
    let all = |has: u32, wanted: u32| has & wanted == wanted;
    all(leaf(1).ecx, FMA | MOVBE | OSXSAVE | AVX | F16C)
        && all(features, BMI1 | AVX2 | BMI2)
        && all(leaf(EXTENDED + 1).ecx, LZCNT)
}

/// Other processors are built for as they all are.
#[cfg(not(target_arch = "x86_64"))]
fn has_v3() -> bool {
    true
}
