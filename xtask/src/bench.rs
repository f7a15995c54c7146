//! `cargo xtask bench`: figures for a noisy machine, instructions first.

use crate::browser;
use crate::command::{exists, read, run as run_program};
use anyhow::{Context, Result};

const BENCH: &str = "target/release/bench";
const BASTIDE: &str = "target/release/bastide";
const MOVES: &str = "target/release/examples/moves";
/// Instructions a move at the server: half of what they were when a move was played three times (133,468).
const MOVE: u64 = 66_734;

/// What is measured.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum What {
    /// The rules: what is counted, then what is timed.
    Engine,
    /// Only what is counted, for a busy machine: instructions, bytes, allocations.
    Counts,
    /// The page in a browser: its size, how soon it can be used, how soon a move is seen, frames of a pan.
    Page,
}

/// Measures the engine or the page.
pub fn run(what: What, games: u32, accept: bool) -> Result<()> {
    match what {
        What::Engine => {
            counts()?;
            time_loops(games)
        }
        What::Counts => counts(),
        What::Page => browser::figures(accept),
    }
}

/// Builds the measured loops and the binary that people get, and prints what they need of everything but time.
fn counts() -> Result<()> {
    run_program("cargo", &["build", "--release", "--locked"])?;
    run_program("cargo", &["build", "--profile", "bench", "--locked", "-p", "bench"])?;
    run_program("cargo", &["build", "--release", "--locked", "-p", "server", "--example", "moves"])?;
    print!("{}", read(BENCH, &["size"])?);
    count_instructions()
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
    let rows: [(&str, &str, &[&str], u64); 3] = [
        ("base", BENCH, &["base"], 80_000),
        ("all", BENCH, &["all"], 357_000),
        ("bastide simulate", BASTIDE, &["simulate", "--threads", "1"], 100_000),
    ];
    for (name, program, words, target) in rows {
        let (few, many) = (count(program, words, 200)?, count(program, words, 1200)?);
        let each = (many.instructions - few.instructions) / 1000;
        println!("Instructions a game, {name}: {each} (target: at most {target})");
    }
    let (few, many) = (count(MOVES, &[], 5)?, count(MOVES, &[], 25)?);
    let each = (many.instructions - few.instructions) / (many.moves - few.moves).max(1);
    println!(
        "Instructions a move at the server, without sockets and the disk: {each} (target: at most {MOVE})"
    );
    Ok(())
}

/// What a program did, starting up included.
struct Counted {
    instructions: u64,
    /// Moves, if the program tells them.
    moves: u64,
}

/// Lets a program play so many games.
fn count(program: &str, words: &[&str], games: u32) -> Result<Counted> {
    let games = games.to_string();
    let counter = ["--tool=callgrind", "--callgrind-out-file=/dev/null", program];
    let said = read("valgrind", &[&counter, words, &[&games]].concat())?;
    let line = said.lines().find_map(|line| line.split("Collected : ").nth(1));
    let instructions =
        line.and_then(|number| number.trim().parse().ok()).context("valgrind counts instructions")?;
    let moves = said.split(" moves").next().and_then(|before| before.rsplit(' ').next()?.parse().ok());
    Ok(Counted { instructions, moves: moves.unwrap_or(0) })
}
