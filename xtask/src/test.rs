//! `cargo xtask test`: everything that must pass, part by part, with the time of each.
//!
//! All tests are built by one cargo command, because cargo would build half the workspace again for each
//! selection of packages; the parts then run what was built.

use crate::browser::Tools;
use crate::command::{read_stdout, run, run_in};
use anyhow::{Context, Result, ensure};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A part of the run, and the folders whose tests belong to it; the last part takes all others.
const PARTS: &[(&str, &[&str])] = &[
    ("rules", &["rules", "chance", "laws", "oracle"]),
    ("server", &["server", "sim", "table"]),
    ("the rest", &[]),
];

/// A test program that cargo built.
struct Program {
    path: PathBuf,
    /// The folder of its package.
    folder: PathBuf,
}

/// What to test.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum What {
    /// Everything that needs no browser.
    Rust,
    /// The page: the types of its scripts, its texts, and itself in a browser.
    Browser,
}

/// The time that each part took.
#[derive(Default)]
struct Times(Vec<(&'static str, Duration)>);

impl Times {
    fn of<T>(&mut self, part: &'static str, work: impl FnOnce() -> Result<T>) -> Result<T> {
        let clock = Instant::now();
        let result = work().with_context(|| format!("the part `{part}`"))?;
        self.0.push((part, clock.elapsed()));
        Ok(result)
    }

    fn print(self) {
        println!("\nAll passed.");
        for (part, time) in self.0 {
            println!("{:>5} s  {part}", time.as_secs());
        }
    }
}

/// Runs every part, or some of them; stops at the first that fails.
pub fn run_all(what: Option<What>) -> Result<()> {
    let mut times = Times::default();
    let tools = match what {
        Some(What::Rust) => None,
        _ => Some(times.of("tools for the browser", Tools::ready)?),
    };
    let bastide = match what {
        Some(What::Browser) => times.of("build", build_bastide)?,
        _ => test_rust(&mut times, tools.as_ref())?,
    };
    if let Some(tools) = tools {
        times.of("browser", || tools.test(&bastide))?;
    }
    times.print();
    Ok(())
}

/// Runs the parts without a browser; tells where the program `bastide` is that was built for them.
fn test_rust(times: &mut Times, tools: Option<&Tools>) -> Result<PathBuf> {
    let built = times.of("build and clippy", build)?;
    let places: Vec<(&str, PathBuf)> = tools.iter().map(|tools| ("TSC", tools.tsc())).collect();
    for (part, _) in PARTS {
        let mut programs = built.programs.iter().filter(|program| part_of(program) == *part);
        times
            .of(part, || programs.try_for_each(|program| run_in(&program.folder, &places, &program.path)))?;
    }
    times.of("examples in the documentation", || {
        run("cargo", &["test", "--workspace", "--locked", "--doc"])
    })?;
    Ok(built.bastide)
}

fn build_bastide() -> Result<PathBuf> {
    let words = ["build", "--locked", "-p", "bastide", "--message-format=json-render-diagnostics"];
    let messages = read_stdout("cargo", &words)?;
    messages.lines().find_map(bastide).context("cargo built no `bastide`")
}

/// Everything that cargo built for the tests.
struct Built {
    programs: Vec<Program>,
    bastide: PathBuf,
}

fn build() -> Result<Built> {
    run("cargo", &["fmt", "--all", "--check"])?;
    run("cargo", &["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"])?;
    let words = ["test", "--workspace", "--locked", "--no-run", "--message-format=json-render-diagnostics"];
    let messages = read_stdout("cargo", &words)?;
    let programs: Vec<Program> = messages.lines().filter_map(program).collect();
    ensure!(!programs.is_empty(), "cargo built no tests");
    let bastide = messages.lines().find_map(bastide).context("cargo built no `bastide`")?;
    Ok(Built { programs, bastide })
}

/// Where the program `bastide` is, if a message of cargo's tells of it.
fn bastide(message: &str) -> Option<PathBuf> {
    let message: Value = serde_json::from_str(message).ok()?;
    let own = message["target"]["name"] == "bastide" && message["profile"]["test"] == false;
    own.then(|| message["executable"].as_str().map(PathBuf::from)).flatten()
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

    #[test]
    fn the_program_for_the_browser_tests_is_told_from_its_own_tests() {
        let own = r#"{"target":{"name":"bastide"},"profile":{"test":false},"executable":"/t/bastide"}"#;
        assert_eq!(bastide(own), Some("/t/bastide".into()));
        assert_eq!(bastide(&own.replace("false", "true")), None);
        assert_eq!(bastide(&own.replace("\"bastide\"", "\"siege\"")), None);
    }
}
