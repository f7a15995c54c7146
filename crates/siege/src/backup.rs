//! Backups made under load: what is restored from one is a prefix of what the server has, and holds every move that was
//! acknowledged before the backup began.

use crate::data::{Data, Log, LoggedEntry};
use crate::house::ServerConfig;
use crate::pair::{BASE, Pair};
use crate::player::News;
use anyhow::{Context, Result, ensure};
use std::collections::BTreeMap;
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::time::sleep;

/// From an action of a game to its next, so that the copies do not become too large to compare.
const PACE: Duration = Duration::from_millis(20);

/// What came out.
#[derive(Default, Debug)]
pub struct BackupReport {
    pub rounds: u32,
    /// Games at once.
    pub games: usize,
    /// Acknowledged entries that were looked for in all backups together.
    pub looked_for: u64,
    /// Entries that came into a backup while it was made.
    pub more: u64,
    /// The fewest entries that were acknowledged while one backup was made.
    pub load: u64,
    /// Backups that do not count, because nothing was acknowledged while they were made.
    pub idle: u32,
}

/// So many of them are too many.
const MOST_IDLE: u32 = 100;

impl fmt::Display for BackupReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BackupReport { rounds, games, looked_for, more, load, idle } = self;
        write!(
            f,
            "{rounds} backups under the load of {games} games, each while {load} or more entries were acknowledged: all {looked_for} that were before are in them, and {more} that came meanwhile ({idle} without load do not count)"
        )
    }
}

/// The last version of each game that was acknowledged.
type Versions = BTreeMap<String, u64>;
type Acknowledged = Arc<Mutex<Versions>>;

/// How many entries of each game are in a copy, and a hash of them.
type Copied = BTreeMap<String, (usize, u64)>;

/// Makes so many backups while games are played, and restores each.
pub async fn run(plan: &mut ServerConfig, games: usize, rounds: u32) -> Result<BackupReport> {
    let house = plan.start().await?;
    house.ready().await?;
    let data = Data::new(&plan.program, &plan.data);
    let (acknowledged, enough) = (Acknowledged::default(), Arc::new(AtomicBool::new(false)));
    let play = |seed: usize| play(house.address, seed as u64, acknowledged.clone(), enough.clone());
    let playing: Vec<_> = (0..games).map(|seed| tokio::spawn(play(seed))).collect();
    while copy_of(&acknowledged).len() < games {
        ensure!(!playing.iter().any(|game| game.is_finished()), "a game ended before the first backup");
        sleep(PACE).await;
    }
    let mut outcome = BackupReport { rounds, games, load: u64::MAX, ..BackupReport::default() };
    let mut restored = Vec::new();
    for round in 0..rounds {
        let copied = back_up(plan, &data, &acknowledged, &mut outcome).await;
        restored.push(copied.with_context(|| format!("round {round}"))?);
    }
    enough.store(true, Ordering::Relaxed);
    for game in playing {
        game.await??;
    }
    ensure!(house.stop().await?.success(), "the server did not stop in order");
    let all = data.logs().await?.0;
    for (copied, round) in restored.iter().zip(0..) {
        check_prefixes(copied, &all).with_context(|| format!("round {round}"))?;
    }
    Ok(outcome)
}

/// One backup, which is restored and must hold everything that was acknowledged before it began.
async fn back_up(
    plan: &ServerConfig,
    data: &Data,
    acknowledged: &Acknowledged,
    outcome: &mut BackupReport,
) -> Result<Copied> {
    let file = plan.data.with_file_name("copy.backup");
    let total = |versions: &Versions| versions.values().sum::<u64>();
    let (before, meanwhile) = loop {
        let before = copy_of(acknowledged);
        data.backup(&file).await?;
        let meanwhile = total(&copy_of(acknowledged)) - total(&before);
        if meanwhile > 0 {
            break (before, meanwhile);
        }
        // On a busy machine it may be nobody's turn while a small copy is made.
        std::fs::remove_file(&file)?;
        outcome.idle += 1;
        ensure!(outcome.idle < MOST_IDLE, "nobody makes a move while backups are made");
    };
    outcome.load = outcome.load.min(meanwhile);
    let other = plan.data.with_file_name("restored");
    let copy = Data::new(&plan.program, &other);
    copy.restore(&file).await?;
    let logs = copy.logs().await?.0;
    for (game, version) in before {
        let there = logs.get(&game).map_or(0, Vec::len) as u64;
        ensure!(there >= version, "{version} of {game} was acknowledged, {there} restored");
        outcome.looked_for += version;
        outcome.more += there - version;
    }
    std::fs::remove_dir_all(&other)?;
    std::fs::remove_file(&file)?;
    Ok(logs.into_iter().map(|(game, log)| (game, (log.len(), hash(&log)))).collect())
}

fn note(acknowledged: &Acknowledged, game: &str, version: u64) {
    let mut known = acknowledged.lock().unwrap_or_else(PoisonError::into_inner);
    let last = known.entry(game.to_owned()).or_default();
    *last = version.max(*last);
}

fn copy_of(acknowledged: &Acknowledged) -> Versions {
    acknowledged.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

fn hash(log: &[LoggedEntry]) -> u64 {
    let mut hasher = DefaultHasher::new();
    log.hash(&mut hasher);
    hasher.finish()
}

fn check_prefixes(copied: &Copied, all: &BTreeMap<String, Log>) -> Result<()> {
    for (game, (entries, hashed)) in copied {
        let whole = all.get(game).context("a game that the server does not have")?;
        let prefix = whole.get(..*entries).map(hash);
        ensure!(prefix == Some(*hashed), "the restored log of {game} is no prefix");
    }
    Ok(())
}

/// Plays one game after the other and notes what is acknowledged.
async fn play(
    address: SocketAddr,
    mut seed: u64,
    acknowledged: Acknowledged,
    enough: Arc<AtomicBool>,
) -> Result<()> {
    let mut pair = Pair::begun(address, BASE, seed).await?;
    while !enough.load(Ordering::Relaxed) {
        if pair.is_over() {
            seed += 1_000_000;
            pair = Pair::begun(address, BASE, seed).await?;
        }
        pair.act().await?;
        if let (_, News::Done(_, version)) = pair.hear_well().await? {
            note(&acknowledged, &pair.game, version);
            sleep(PACE).await;
        }
    }
    pair.settle().await
}
