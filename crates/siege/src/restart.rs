//! A server with many live games is stopped or killed, and started again.

use crate::figures::{load_average, megabytes};
use crate::house::{ServerConfig, ServerProcess};
use crate::pair::{self, CLOCKED, Pair};
use crate::player::{News, Player};
use anyhow::{Context, Result, ensure};
use std::fmt;
use std::time::{Duration, Instant};

/// Clients come back within this time of noticing, not all at once.
const SPREAD: Duration = Duration::from_millis(500);
/// Clocks of two processes are compared no closer than this.
const SLACK: Duration = Duration::from_millis(100);

/// What came out of one restart.
#[derive(Clone, Copy, Debug)]
pub struct RestartReport {
    /// Whether the server was killed.
    pub killed: bool,
    /// Games that went on.
    pub games: usize,
    /// From the start to the server's word that it is ready.
    pub ready: Duration,
    /// From the start to the last client that was back.
    pub resumed: Duration,
    /// How long the server was away, at least.
    pub away: Duration,
    /// The least and the most that a clock was spared.
    pub spared: (Duration, Duration),
    /// The most memory that the server had since.
    pub memory: u64,
}

impl fmt::Display for RestartReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let how = if self.killed { "killed" } else { "stopped" };
        let [ready, resumed, away, least, most] =
            [self.ready, self.resumed, self.away, self.spared.0, self.spared.1]
                .map(|time| time.as_secs_f64());
        writeln!(
            f,
            "{how} with {} games: ready after {ready:.2} s, all back after {resumed:.2} s",
            self.games
        )?;
        writeln!(f, "away for {away:.2} s; clocks were spared {least:.2} to {most:.2} s")?;
        write!(f, "the server's memory at most: {}; {}", megabytes(self.memory), load_average())
    }
}

/// So many games with clocks, so many actions each; then a stop and a kill, each with a pause before the next start.
pub async fn run(
    plan: &mut ServerConfig,
    games: usize,
    moves: u32,
    pause: Duration,
) -> Result<Vec<RestartReport>> {
    let mut house = plan.start().await?;
    house.ready().await?;
    let mut pairs = pair::many(house.address, games, CLOCKED, moves).await?;
    println!("{games} games run");
    let mut outcomes = Vec::new();
    for killed in [false, true] {
        let outcome;
        (house, pairs, outcome) = restart(plan, house, pairs, pause, killed).await?;
        outcomes.push(outcome);
    }
    ensure!(house.stop().await?.success(), "the server did not stop in order");
    Ok(outcomes)
}

async fn restart(
    plan: &mut ServerConfig,
    house: ServerProcess,
    mut pairs: Vec<Pair>,
    pause: Duration,
    killed: bool,
) -> Result<(ServerProcess, Vec<Pair>, RestartReport)> {
    if killed {
        house.kill().await?;
    } else {
        ensure!(house.stop().await?.success(), "the server did not stop in order");
    }
    let gone = Instant::now();
    pairs.iter_mut().flat_map(|pair| &mut pair.players).for_each(Player::leave);
    tokio::time::sleep(pause).await;
    let begun = Instant::now();
    let house = plan.start().await?;
    let ready = house.ready().await?;
    let least = begun - gone - SLACK;
    let (pairs, spared) = resume(pairs).await?;
    let resumed = begun.elapsed();
    ensure!(spared.0 >= least, "clocks were spared {spared:?}, but the server was away for {least:?}");
    let away = begun - gone;
    let outcome =
        RestartReport { killed, games: pairs.len(), ready, resumed, away, spared, memory: house.memory()? };
    Ok((house, go_on(pairs).await?, outcome))
}

/// Brings everybody back; tells the least and the most that a clock was spared.
async fn resume(pairs: Vec<Pair>) -> Result<(Vec<Pair>, (Duration, Duration))> {
    let count = pairs.len() as f64;
    let tasks: Vec<_> = (0..)
        .zip(pairs)
        .map(|(number, pair)| tokio::spawn(come_back(pair, SPREAD.mul_f64(f64::from(number) / count))))
        .collect();
    let (mut pairs, mut spared) = (Vec::new(), Vec::new());
    for task in tasks {
        let (pair, time) = task.await??;
        pairs.push(pair);
        spared.push(time);
    }
    let least = spared.iter().min().copied().unwrap_or_default();
    let most = spared.iter().max().copied().unwrap_or_default();
    Ok((pairs, (least, most)))
}

async fn come_back(mut pair: Pair, after: Duration) -> Result<(Pair, Duration)> {
    tokio::time::sleep(after).await;
    let before = clock(&pair)?;
    pair.connect().await?;
    let mut back = [false; 2];
    while back != [true; 2] {
        let (who, news) = pair.hear_well().await?;
        back[who] |= matches!(news, News::Snapshot | News::Update(..));
    }
    let after = clock(&pair)?;
    ensure!(before.0 == after.0, "the clocks were {:?} and are {:?}", before.0, after.0);
    let spared = u64::try_from(after.1 - before.1).context("a clock lost time")?;
    Ok((pair, Duration::from_millis(spared)))
}

/// What each seat has left, and when the one to act has nothing left.
fn clock(pair: &Pair) -> Result<(Vec<i64>, i64)> {
    let now = pair.players[0].now.as_ref().context("the table is known")?;
    Ok((now.clocks.clone(), now.due.context("the clock runs")?))
}

/// Every game goes on.
async fn go_on(pairs: Vec<Pair>) -> Result<Vec<Pair>> {
    let tasks: Vec<_> = pairs
        .into_iter()
        .map(|mut pair| {
            tokio::spawn(async move {
                pair.settle().await?;
                pair.play(1).await?;
                Ok::<_, anyhow::Error>(pair)
            })
        })
        .collect();
    let mut pairs = Vec::new();
    for task in tasks {
        pairs.push(task.await??);
    }
    Ok(pairs)
}
