//! Running other programs.

use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The top of the workspace.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace")
}

fn command(program: &str, words: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(words).current_dir(root());
    command
}

/// Runs a program and lets it talk; an error if it fails.
pub fn run(program: &str, words: &[&str]) -> Result<()> {
    let status = command(program, words).status().with_context(|| format!("{program} cannot be started"))?;
    ensure!(status.success(), "`{program} {}` failed", words.join(" "));
    Ok(())
}

/// Runs a program that is told where things are by its environment; an error if it fails.
pub fn run_with(places: &[(&str, &Path)], program: &str, words: &[&str]) -> Result<()> {
    let status = command(program, words).envs(places.iter().copied()).status();
    let status = status.with_context(|| format!("{program} cannot be started"))?;
    ensure!(status.success(), "`{program} {}` failed", words.join(" "));
    Ok(())
}

/// Runs a program in a folder, with places in its environment, and lets it talk; an error if it fails.
pub fn run_in(folder: &Path, places: &[(&str, PathBuf)], program: &Path) -> Result<()> {
    println!("\n{}", program.display());
    let places = places.iter().map(|(name, place)| (name, place));
    let status = Command::new(program).current_dir(folder).envs(places).status();
    let status = status.with_context(|| format!("{} cannot be started", program.display()))?;
    ensure!(status.success(), "{} failed", program.display());
    Ok(())
}

/// Runs a program, lets it talk on standard error, and returns its standard output.
pub fn read_stdout(program: &str, words: &[&str]) -> Result<String> {
    let output = command(program, words).stderr(Stdio::inherit()).output();
    let output = output.with_context(|| format!("{program} cannot be started"))?;
    ensure!(output.status.success(), "`{program} {}` failed", words.join(" "));
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Runs a program and returns what it said, on standard output and standard error.
pub fn read(program: &str, words: &[&str]) -> Result<String> {
    let output = command(program, words).output().with_context(|| format!("{program} cannot be started"))?;
    let said =
        [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    ensure!(output.status.success(), "`{program} {}` failed:\n{said}", words.join(" "));
    Ok(said)
}

/// Whether a program can be started at all.
pub fn exists(program: &str) -> bool {
    command(program, &["--version"]).output().is_ok_and(|output| output.status.success())
}

/// Where a program is, on the path.
pub fn find(program: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(program)).find(|path| path.is_file())
}
