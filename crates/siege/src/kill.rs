//! The process is killed at random moments under load and started again on the same data. Nothing that was
//! acknowledged may be lost, and every game must come to its end.

use crate::door::Door;
use crate::house::ServerConfig;
use crate::ledger::Ledger;
use crate::pair::{BASE, Pair, SHORT};
use crate::player::News;
use anyhow::{Context, Result, ensure};
use chance::Stream;
use std::fmt;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How long a client waits before it tries to come back.
const BREATH: Duration = Duration::from_millis(20);
/// How long the games may take to end after the last kill; whoever takes longer is stuck.
const PATIENCE: Duration = Duration::from_secs(180);
/// One game of so many is a whole one.
const WHOLE: u64 = 5;

/// What came out; anything lost would have been an error.
#[derive(Clone, Default, Debug)]
pub struct KillReport {
    pub rounds: u32,
    /// Games that came to their end.
    pub games: usize,
    /// Commands that were acknowledged, each found in the log.
    pub done: usize,
    /// Commands said again after a kill, of which so many had been done before.
    pub repeated: usize,
    /// Connections that broke.
    pub broken: usize,
}

impl fmt::Display for KillReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let KillReport { rounds, games, done, repeated, broken } = self;
        write!(
            f,
            "{rounds} kills, {broken} connections broken; {games} games, all finished; {done} acknowledged \
             commands, all in the log, in order; {repeated} said again after a kill"
        )
    }
}

/// Kills a server so many times while so many games are played at once.
pub async fn run(plan: &mut ServerConfig, games: usize, rounds: u32, seed: u64) -> Result<KillReport> {
    let mut house = plan.start().await?;
    let enough = Arc::new(AtomicBool::new(false));
    let table =
        |number| Duel { address: house.address, seed: seed << 32 | number << 16, enough: enough.clone() };
    let tables: Vec<_> = (0..games as u64).map(|number| tokio::spawn(table(number).play())).collect();
    let mut random = Stream::new(seed);
    for round in 1..=rounds {
        tokio::time::sleep(Duration::from_millis(50 + u64::from(random.below(950)))).await;
        house.kill().await?;
        house = plan.start().await.with_context(|| format!("after kill {round}"))?;
    }
    enough.store(true, Ordering::Relaxed);
    let mut outcome = KillReport { rounds, ..KillReport::default() };
    let mut finished = Vec::new();
    for table in tables {
        let played = tokio::time::timeout(PATIENCE, table).await.context("a client is stuck")???;
        outcome.repeated += played.repeated;
        outcome.broken += played.broken;
        finished.extend(played.finished);
    }
    let mut door = Door::open(house.address).await?;
    for ledger in &finished {
        ledger.compare_again(&mut door).await?;
        outcome.done += ledger.done();
    }
    outcome.games = finished.len();
    ensure!(house.stop().await?.success(), "the server did not stop in order");
    Ok(outcome)
}

/// Two clients that play one game after the other.
struct Duel {
    address: SocketAddr,
    seed: u64,
    enough: Arc<AtomicBool>,
}

#[derive(Default)]
struct Played {
    finished: Vec<Ledger>,
    repeated: usize,
    broken: usize,
}

impl Duel {
    async fn play(self) -> Result<Played> {
        let mut played = Played::default();
        for seed in self.seed.. {
            let (mut pair, mut ledger) = self.open(seed).await;
            self.play_one(&mut pair, &mut ledger, &mut played).await.with_context(|| pair.game.clone())?;
            self.check(&pair, &mut ledger).await.with_context(|| pair.game.clone())?;
            played.finished.push(ledger);
            if self.enough.load(Ordering::Relaxed) {
                break;
            }
        }
        Ok(played)
    }

    /// A table that the server has acknowledged; one that was killed before is nobody's.
    async fn open(&self, seed: u64) -> (Pair, Ledger) {
        let table = if seed.is_multiple_of(WHOLE) { BASE } else { SHORT };
        loop {
            let pair = async {
                let mut door = Door::open(self.address).await?;
                Pair::open(self.address, &mut door, table, seed).await
            };
            match pair.await {
                Ok(pair) => {
                    let ledger = Ledger::new(&pair.game, &pair.players[0].cookie);
                    return (pair, ledger);
                }
                Err(_) => tokio::time::sleep(BREATH).await,
            }
        }
    }

    async fn play_one(&self, pair: &mut Pair, ledger: &mut Ledger, played: &mut Played) -> Result<()> {
        while !pair.is_over() {
            for player in &mut pair.players {
                while !player.is_connected() {
                    let again = player.waiting.is_some();
                    match player.connect().await {
                        Ok(()) => played.repeated += usize::from(again),
                        Err(_) => tokio::time::sleep(BREATH).await,
                    }
                }
            }
            // Whoever cannot be heard notices that when listening.
            let _ = pair.attend().await;
            let _ = pair.act().await;
            let (who, message) = pair.listen().await;
            let Ok(message) = message else {
                played.broken += 1;
                continue;
            };
            match pair.players[who].take(message)? {
                News::Done(command, version) => ledger.note_done(who, command, version)?,
                News::Update(version, entry) => ledger.note_seen(version, entry)?,
                News::Refused(command, why) => anyhow::bail!("{command:?} was refused: {why:?}"),
                News::Snapshot | News::Other => {}
            }
        }
        Ok(())
    }

    /// Compares with the log, as soon as the server is there.
    async fn check(&self, pair: &Pair, ledger: &mut Ledger) -> Result<()> {
        loop {
            let log = async { pair.log(&mut Door::open(self.address).await?).await };
            match log.await {
                Ok(log) => return ledger.compare(&log),
                Err(_) => tokio::time::sleep(BREATH).await,
            }
        }
    }
}
