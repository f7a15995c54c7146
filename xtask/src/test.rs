//! `cargo xtask test`: everything that must pass, part by part, with the time of each.
//!
//! All tests are built by one cargo command, because cargo would build half the workspace again for each
//! selection of packages; the parts then run what was built.

use crate::command::{read_stdout, run, run_in};
use anyhow::{Context, Result, ensure};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// A part of the run, and the folders whose tests belong to it; the last part takes all others.
const PARTS: &[(&str, &[&str])] =
    &[("rules", &["rules", "chance", "laws", "oracle"]), ("server", &["server", "sim"]), ("the rest", &[])];

/// A test program that cargo built.
struct Program {
    path: PathBuf,
    /// The folder of its package.
    folder: PathBuf,
}

/// Runs every part; stops at the first that fails.
pub fn run_all() -> Result<()> {
    let clock = Instant::now();
    run("cargo", &["fmt", "--all", "--check"])?;
    run("cargo", &["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"])?;
    run("cargo", &["build", "--release", "--locked"])?;
    let programs = build()?;
    let mut times = vec![("build and clippy", clock.elapsed())];
    for (part, _) in PARTS {
        let clock = Instant::now();
        for program in programs.iter().filter(|program| part_of(program) == *part) {
            run_in(&program.folder, &program.path).with_context(|| format!("the part `{part}`"))?;
        }
        times.push((part, clock.elapsed()));
    }
    let clock = Instant::now();
    run("cargo", &["test", "--workspace", "--locked", "--doc"])?;
    times.push(("examples in the documentation", clock.elapsed()));
    println!("\nAll passed.");
    for (part, time) in times {
        println!("{:>5} s  {part}", time.as_secs());
    }
    Ok(())
}

fn build() -> Result<Vec<Program>> {
    let words = ["test", "--workspace", "--locked", "--no-run", "--message-format=json-render-diagnostics"];
    let messages = read_stdout("cargo", &words)?;
    let programs: Vec<Program> = messages.lines().filter_map(program).collect();
    ensure!(!programs.is_empty(), "cargo built no tests");
    Ok(programs)
}

/// The test program that a message of cargo's tells of.
fn program(message: &str) -> Option<Program> {
    let message: Value = serde_json::from_str(message).ok()?;
    message["profile"]["test"].as_bool().filter(|test| *test)?;
    let folder = Path::new(message["manifest_path"].as_str()?).parent()?.to_owned();
    Some(Program { path: message["executable"].as_str()?.into(), folder })
}

fn part_of(program: &Program) -> &'static str {
    let folder = program.folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let own = PARTS.iter().find(|(_, folders)| folders.contains(&folder));
    own.map_or("the rest", |(part, _)| part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn test_programs_are_told_from_other_artifacts() {
        let test =
            r#"{"profile":{"test":true},"manifest_path":"/w/crates/rules/Cargo.toml","executable":"/t/a"}"#;
        assert_eq!(program(test).map(|program| part_of(&program)), Some("rules"));
        let library =
            r#"{"profile":{"test":false},"manifest_path":"/w/crates/rules/Cargo.toml","executable":null}"#;
        assert!(program(library).is_none());
        assert!(program(r#"{"reason":"build-finished","success":true}"#).is_none());
    }
}
