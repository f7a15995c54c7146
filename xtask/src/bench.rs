//! `cargo xtask bench`: figures for a noisy machine, instructions first.

use crate::browser;
use crate::command::{exists, read, run as run_program};
use anyhow::{Context, Result};

const BENCH: &str = "target/release/bench";

/// What is measured.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum What {
    /// The rules.
    Engine,
    /// The page in a browser: its size, how soon it can be used, how soon a move is seen, frames of a pan.
    Page,
}

/// Measures the engine or the page.
pub fn run(what: What, games: u32) -> Result<()> {
    match what {
        What::Engine => engine(games),
        What::Page => browser::figures(),
    }
}

/// Builds the measured loops, counts their instructions and times them.
fn engine(games: u32) -> Result<()> {
    run_program("cargo", &["build", "--profile", "bench", "--locked", "-p", "bench"])?;
    count_instructions()?;
    time_loops(games)
}

fn time_loops(games: u32) -> Result<()> {
    println!("Random base games, 2 players, one thread (target: 50,000 games/s):");
    print!("  {}", read(BENCH, &["base", &games.to_string()])?);
    println!("All sets together, 3 players (target: 15,000 games/s):");
    print!("  {}", read(BENCH, &["all", &(games / 4).to_string()])?);
    print!("{}", read(BENCH, &["copy"])?);
    println!("Growth of a 2-player game of 936 tiles:");
    print!("{}", read(BENCH, &["growth"])?);
    println!("Players, one thread (target: the first move of level 1 within 50 ms):");
    print!("{}", read(BENCH, &["players"])?);
    Ok(())
}

fn count_instructions() -> Result<()> {
    if !exists("valgrind") {
        println!("Instructions a game: not counted, for want of valgrind (apt-get install valgrind).");
        return Ok(());
    }
    for (name, target) in [("base", "at most 80,000"), ("all", "not set")] {
        let (few, many) = (count(name, 200)?, count(name, 1200)?);
        println!("Instructions a game, {name}: {} (target: {target})", (many - few) / 1000);
    }
    Ok(())
}

/// Instructions of so many games, starting up included.
fn count(name: &str, games: u32) -> Result<u64> {
    let games = games.to_string();
    let words = ["--tool=callgrind", "--callgrind-out-file=/dev/null", BENCH, name, &games];
    let said = read("valgrind", &words)?;
    let line = said.lines().find_map(|line| line.split("Collected : ").nth(1));
    line.and_then(|number| number.trim().parse().ok()).context("valgrind counts instructions")
}
