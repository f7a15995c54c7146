//! Tells versions of the pictures apart: a number made of everything they are drawn by.

use std::path::{Path, PathBuf};

fn main() {
    let mut files = Vec::new();
    for folder in ["../art/src", "../rules/data"] {
        println!("cargo:rerun-if-changed={folder}");
        collect(Path::new(folder), &mut files);
    }
    files.sort();
    let hash = files.iter().filter_map(|file| std::fs::read(file).ok()).fold(OFFSET, fold);
    println!("cargo:rustc-env=BASTIDE_ART={hash:016x}");
}

/// FNV-1a: enough to tell versions apart, and the same on every machine.
const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;

fn fold(hash: u64, bytes: Vec<u8>) -> u64 {
    bytes.into_iter().fold(hash, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() { collect(&path, files) } else { files.push(path) }
    }
}
