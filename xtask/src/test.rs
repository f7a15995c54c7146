//! `cargo xtask test`: everything that must pass, part by part, with the time of each.

use crate::command::run as run_program;
use anyhow::{Context, Result};
use std::time::Instant;

/// A part of the run: its name and its cargo commands, those first that fail soonest.
type Part = (&'static str, &'static [&'static [&'static str]]);

const PARTS: &[Part] = &[
    (
        "build and clippy",
        &[
            &["fmt", "--all", "--check"],
            &["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"],
            &["build", "--release", "--locked"],
        ],
    ),
    ("rules", &[&["test", "--locked", "-p", "rules", "-p", "chance", "-p", "laws", "-p", "oracle"]]),
    (
        "the rest",
        &[&["test", "--locked", "-p", "wire", "-p", "ai", "-p", "server", "-p", "bastide", "-p", "xtask"]],
    ),
];

/// Runs every part; stops at the first that fails.
pub fn run() -> Result<()> {
    let mut times = Vec::new();
    for (name, commands) in PARTS {
        let clock = Instant::now();
        for words in *commands {
            run_program("cargo", words).with_context(|| format!("the part `{name}`"))?;
        }
        times.push((name, clock.elapsed().as_secs()));
    }
    println!("\nAll passed.");
    for (name, seconds) in times {
        println!("{seconds:>5} s  {name}");
    }
    Ok(())
}
