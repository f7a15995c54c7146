//! The engine against the oracle over many random games: `campaign GAMES [SEED [THREADS]]`.

use oracle::{Progress, campaign};
use std::process::ExitCode;

const USAGE: &str =
    "usage: campaign GAMES [SEED [THREADS]], all of them whole numbers, as in `campaign 20000 1 4`";

fn main() -> ExitCode {
    let Some((games, seed, threads)) = wanted() else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    match campaign(games, seed, threads, show) {
        Ok(stats) => {
            println!("{} games, {} inputs: the engine and the oracle agree", stats.games, stats.inputs);
            stats.happened.iter().for_each(|(what, count)| println!("{count:>10}  {what}"));
            ExitCode::SUCCESS
        }
        Err(mismatch) => {
            println!("{mismatch}");
            ExitCode::FAILURE
        }
    }
}

fn wanted() -> Option<(u64, u64, usize)> {
    let numbers: Option<Vec<u64>> = std::env::args().skip(1).map(|word| word.parse().ok()).collect();
    match numbers?[..] {
        [games] => Some((games, 0, 1)),
        [games, seed] => Some((games, seed, 1)),
        [games, seed, threads] => Some((games, seed, usize::try_from(threads).ok()?)),
        _ => None,
    }
}

/// A line now and then, about twenty in all.
fn show(progress: Progress) {
    if progress.done.is_multiple_of((progress.games / 20).max(1)) {
        eprintln!("{} of {} games", progress.done, progress.games);
    }
}
