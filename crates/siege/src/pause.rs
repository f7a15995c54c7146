//! Time in which the server does not run, and machines' clocks that are set back and forth: nobody is charged for it.

use crate::door::Door;
use crate::house::{ServerConfig, ServerProcess};
use crate::pair::Pair;
use crate::system;
use anyhow::{Context, Result, bail, ensure};
use std::time::{Duration, Instant};
use wire::table::Entry;

/// Seconds that each seat has at least for the whole game where the pause is longer.
const SHORT: u32 = 20;
/// A game begins and goes on in less than this part of that. A machine on which it does not gets more time.
const PART: u32 = 4;
/// The same where the clock jumps by more.
const LONG: u32 = 1800;
/// Seconds by which the machine's clock is wrong at one start after the other, and whether the server was killed before.
const JUMPS: [(i64, bool); 5] = [(-3600, false), (3600, true), (0, false), (3600, false), (-3600, true)];

/// Pauses a server in the middle of so many games for longer than anybody may think, as a laptop that sleeps is; nobody's
/// time is up afterwards, and every game goes on.
pub async fn run(plan: &mut ServerConfig, games: usize) -> Result<()> {
    let house = plan.start().await?;
    house.ready().await?;
    let (mut seconds, mut begun) = (SHORT, Instant::now());
    let mut pairs = loop {
        let pairs = begin(&house, games, seconds).await;
        if begun.elapsed() * PART < Duration::from_secs(seconds.into()) {
            break pairs?;
        }
        (seconds, begun) = (2 * seconds, Instant::now());
    };
    system::pause(house.pid()?, true)?;
    while !system::is_paused(house.pid()?)? {
        tokio::task::yield_now().await;
    }
    let paused = Instant::now();
    tokio::time::sleep(Duration::from_secs(u64::from(seconds) + 2)).await;
    let paused = paused.elapsed();
    system::pause(house.pid()?, false)?;
    go_on(&house, &mut pairs).await?;
    charged(&pairs, seconds, begun.elapsed() - paused)?;
    ensure!(house.stop().await?.success(), "the server did not stop in order");
    Ok(())
}

/// Stops and starts a server on a machine whose clock is set back and forth by hours; the same must be true.
pub async fn jumps(plan: &mut ServerConfig, games: usize) -> Result<()> {
    let mut house = plan.start().await?;
    house.ready().await?;
    let (begun, mut pairs) = (Instant::now(), begin(&house, games, LONG).await?);
    for (seconds, is_killed) in JUMPS {
        if is_killed {
            house.kill().await?;
        } else {
            ensure!(house.stop().await?.success(), "the server did not stop in order");
        }
        house = plan.clone().with(format!("--clock-off={seconds}")).start().await?;
        house.ready().await?;
        for pair in &mut pairs {
            pair.connect().await?;
        }
        go_on(&house, &mut pairs).await.with_context(|| format!("the clock is {seconds} s off"))?;
        charged(&pairs, LONG, begun.elapsed()).with_context(|| format!("the clock is {seconds} s off"))?;
    }
    ensure!(house.stop().await?.success(), "the server did not stop in order");
    Ok(())
}

/// So many games with clocks, begun at the same time.
async fn begin(house: &ServerProcess, games: usize, seconds: u32) -> Result<Vec<Pair>> {
    let address = house.address;
    let table = format!(
        r#"{{"seats":[{{"type":"device","name":"Ann"}}],"clock":{{"type":"game","seconds":{seconds},"increment":0}}}}"#
    );
    let begin = |seed: usize| {
        let table = table.clone();
        tokio::spawn(async move {
            let mut pair = Pair::begun(address, &table, seed as u64).await?;
            pair.settle().await?;
            Ok::<_, anyhow::Error>(pair)
        })
    };
    let mut pairs = Vec::new();
    for game in (0..games).map(begin).collect::<Vec<_>>() {
        pairs.push(game.await??);
    }
    Ok(pairs)
}

/// Plays an action in each game, and sees that nobody's time was up.
async fn go_on(house: &ServerProcess, pairs: &mut [Pair]) -> Result<()> {
    let mut door = Door::open(house.address).await?;
    for pair in pairs {
        pair.settle().await?;
        pair.play(1).await?;
        let log = pair.log(&mut door).await?;
        if let Some(line) = log.entries.iter().find(|line| matches!(line.entry, Entry::Left { .. })) {
            bail!("somebody's time was up: {line:?}");
        }
    }
    Ok(())
}

/// Nobody can have thought for longer than the server ran.
fn charged(pairs: &[Pair], seconds: u32, ran: Duration) -> Result<()> {
    for pair in pairs {
        let now = pair.players[0].now.as_ref().context("the table is known")?;
        let left: i64 = now.clocks.iter().sum();
        let charged = i64::from(seconds) * 1000 * now.clocks.len() as i64 - left;
        ensure!(
            (0..=ran.as_millis() as i64).contains(&charged),
            "{charged} ms were charged, but the server ran for {} ms",
            ran.as_millis()
        );
    }
    Ok(())
}
