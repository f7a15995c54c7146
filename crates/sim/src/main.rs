//! `simulate [actions] [seed]`: stories of many seeds, one after the other.

use anyhow::{Context, Result};
use sim::Figures;
use std::time::Instant;

/// Actions of one seed.
const STORY: u64 = 5000;

fn main() -> Result<()> {
    let mut words = std::env::args().skip(1).map(|word| word.parse::<u64>().context("numbers are expected"));
    let actions = words.next().transpose()?.unwrap_or(100_000);
    let first = words.next().transpose()?.unwrap_or(1);
    let (clock, mut all) = (Instant::now(), Figures::default());
    for seed in first.. {
        let left = actions.saturating_sub(all.get("actions acknowledged"));
        if left == 0 {
            break;
        }
        let run = sim::run(seed, left.min(STORY)).with_context(|| {
            format!("repeat it with: cargo xtask simulate --actions {STORY} --seed {seed}")
        })?;
        all.join(&run.figures);
        all.count("seeds");
        println!("seed {seed}: {} actions, trace {}", run.figures.get("actions acknowledged"), run.trace);
    }
    println!("\n{all}\n{} s; every client ended with the state of the log", clock.elapsed().as_secs());
    Ok(())
}
