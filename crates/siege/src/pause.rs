//! The process is paused for longer than anybody may think, as a sleeping laptop or a paused virtual machine is.

use crate::door::Door;
use crate::house::ServerConfig;
use crate::limits;
use crate::pair::Pair;
use anyhow::{Result, bail, ensure};
use std::time::Duration;
use wire::table::Entry;

/// Seconds a turn; the pause is longer.
const TURN: u32 = 10;

/// Pauses a server in the middle of so many games with clocks; nobody's time is up afterwards, and every game goes on.
pub async fn run(plan: &mut ServerConfig, games: usize) -> Result<()> {
    let house = plan.start().await?;
    house.ready().await?;
    let mut door = Door::open(house.address).await?;
    let table = format!(
        r#"{{"seats":[{{"type":"device","name":"Ann"}}],"clock":{{"type":"turn","seconds":{TURN}}}}}"#
    );
    let mut pairs = Vec::new();
    for seed in 0..games as u64 {
        let mut pair = Pair::open(house.address, &mut door, &table, seed).await?;
        pair.connect().await?;
        pair.begin().await?;
        pair.settle().await?;
        pairs.push(pair);
    }
    limits::pause(house.pid()?, true)?;
    tokio::time::sleep(Duration::from_secs(u64::from(TURN) + 2)).await;
    limits::pause(house.pid()?, false)?;
    // The old one waited too long for its next request.
    let mut door = Door::open(house.address).await?;
    for pair in &mut pairs {
        pair.play(1).await?;
        let log = pair.log(&mut door).await?;
        if let Some(line) = log.entries.iter().find(|line| matches!(line.entry, Entry::Left { .. })) {
            bail!("a clock was charged for the pause: {line:?}");
        }
    }
    ensure!(house.stop().await?.success(), "the server did not stop in order");
    Ok(())
}
