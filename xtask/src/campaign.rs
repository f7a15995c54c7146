//! Long runs with a bounded default: the oracle, the simulated server and the fuzzers.

use crate::command::{exists, root, run};
use anyhow::{Context, Result, ensure};

/// The engine against the oracle.
pub fn oracle(games: u32, seed: u64, threads: u32) -> Result<()> {
    let [games, seed, threads] = [games.to_string(), seed.to_string(), threads.to_string()];
    let words =
        ["run", "--release", "--locked", "-p", "oracle", "--bin", "campaign", "--", &games, &seed, &threads];
    run("cargo", &words)
}

/// A server with unreliable clients on one thread.
pub fn simulate(actions: u64, seed: u64) -> Result<()> {
    let [actions, seed] = [actions, seed].map(|number| number.to_string());
    run("cargo", &["run", "--release", "--locked", "-p", "sim", "--", &actions, &seed])
}

/// Campaigns against a running server: load, kills, restarts, full disks.
pub fn siege(words: &[String]) -> Result<()> {
    run("cargo", &["build", "--release", "--locked", "-p", "bastide", "-p", "siege"])?;
    let words = words.iter().map(String::as_str);
    let run_it = ["run", "--quiet", "--release", "--locked", "-p", "siege", "--"];
    run("cargo", &run_it.into_iter().chain(words).collect::<Vec<_>>())
}

/// Every fuzz target, or one, for so many seconds each.
pub fn fuzz(target: Option<&str>, seconds: u32) -> Result<()> {
    ensure!(
        exists("cargo-fuzz"),
        "cargo-fuzz is missing: cargo install cargo-fuzz, with a nightly toolchain"
    );
    let targets = targets()?;
    let chosen: Vec<&String> =
        targets.iter().filter(|name| target.is_none_or(|wanted| wanted == *name)).collect();
    ensure!(!chosen.is_empty(), "there is no such target; the targets are {}", targets.join(", "));
    for name in chosen {
        println!("{name}: {seconds} s");
        let time = format!("-max_total_time={seconds}");
        let corpora = corpora(name)?;
        let corpora = corpora.iter().map(String::as_str);
        let words = ["+nightly", "fuzz", "run", name].into_iter().chain(corpora);
        run("cargo", &words.chain(["--", &time, "-max_len=4096"]).collect::<Vec<_>>())?;
    }
    Ok(())
}

/// Licences, bans and sources of what is built along.
pub fn deny() -> Result<()> {
    ensure!(
        exists("cargo-deny"),
        "there is no cargo-deny; `cargo install --locked cargo-deny` builds it, in some ten minutes"
    );
    run("cargo", &["deny", "check", "licenses", "bans", "sources"])
}

/// Where a target keeps what it has found, and where it starts from if something is given.
fn corpora(target: &str) -> Result<Vec<String>> {
    let found = format!("fuzz/corpus/{target}");
    std::fs::create_dir_all(root().join(&found)).with_context(|| format!("{found} cannot be made"))?;
    let given = format!("fuzz/seeds/{target}");
    let given = root().join(&given).exists().then_some(given);
    Ok([found].into_iter().chain(given).collect())
}

fn targets() -> Result<Vec<String>> {
    let folder = root().join("fuzz/fuzz_targets");
    let files = std::fs::read_dir(&folder).with_context(|| format!("{} cannot be read", folder.display()))?;
    let names =
        files.flatten().filter_map(|file| file.file_name().to_str()?.strip_suffix(".rs").map(str::to_owned));
    let mut names: Vec<String> = names.collect();
    names.sort();
    Ok(names)
}
