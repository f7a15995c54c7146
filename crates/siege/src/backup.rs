//! Backups made under load: what is restored from one is a prefix of what the server has, and holds every move that was
//! acknowledged before the backup began.

use crate::data::{Data, Log};
use crate::house::ServerConfig;
use crate::pair::{self, BASE, Pair};
use crate::player::News;
use anyhow::{Context, Result, ensure};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// What came out.
#[derive(Default, Debug)]
pub struct BackupReport {
    /// Backups.
    pub rounds: u32,
    /// Games at once.
    pub games: usize,
    /// Acknowledged entries that were looked for in all backups together.
    pub looked_for: u64,
    /// Entries that came into a backup while it was made.
    pub more: u64,
}

impl fmt::Display for BackupReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BackupReport { rounds, games, looked_for, more } = self;
        write!(
            f,
            "{rounds} backups under the load of {games} games: all {looked_for} entries that were acknowledged before are in them, and {more} that came meanwhile"
        )
    }
}

/// The last version of each game that was acknowledged.
type Acknowledged = Arc<Mutex<BTreeMap<String, u64>>>;

/// Makes so many backups while games are played, and restores each.
pub async fn run(plan: &mut ServerConfig, games: usize, rounds: u32) -> Result<BackupReport> {
    let house = plan.start().await?;
    house.ready().await?;
    let data = Data::new(&plan.program, &plan.data);
    let (acknowledged, enough) = (Acknowledged::default(), Arc::new(AtomicBool::new(false)));
    let pairs = pair::many(house.address, games, BASE, 0).await?;
    let playing =
        pairs.into_iter().map(|pair| tokio::spawn(play(pair, acknowledged.clone(), enough.clone())));
    let playing: Vec<_> = playing.collect();
    let mut outcome = BackupReport { rounds, games, ..BackupReport::default() };
    let mut restored = Vec::new();
    for round in 0..rounds {
        let before = acknowledged.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let file = plan.data.with_file_name(format!("{round}.backup"));
        data.backup(&file).await?;
        let other = plan.data.with_file_name(format!("restored-{round}"));
        let copy = Data::new(&plan.program, &other);
        copy.restore(&file).await?;
        let logs = copy.logs().await?.0;
        for (game, version) in before {
            let there = logs.get(&game).map_or(0, Vec::len) as u64;
            ensure!(
                there >= version,
                "round {round}: {version} of {game} was acknowledged, {there} restored"
            );
            outcome.looked_for += version;
            outcome.more += there - version;
        }
        restored.push(logs);
        std::fs::remove_dir_all(&other)?;
        std::fs::remove_file(&file)?;
    }
    enough.store(true, Ordering::Relaxed);
    for pair in playing {
        pair.await??;
    }
    ensure!(house.stop().await?.success(), "the server did not stop in order");
    let all = data.logs().await?.0;
    for (logs, round) in restored.iter().zip(0..) {
        check_prefixes(logs, &all).with_context(|| format!("round {round}"))?;
    }
    Ok(outcome)
}

fn check_prefixes(logs: &BTreeMap<String, Log>, all: &BTreeMap<String, Log>) -> Result<()> {
    for (game, log) in logs {
        let whole = all.get(game).context("a game that the server does not have")?;
        ensure!(whole.starts_with(log), "the restored log of {game} is no prefix");
    }
    Ok(())
}

/// Plays one game after the other and notes what is acknowledged.
async fn play(mut pair: Pair, acknowledged: Acknowledged, enough: Arc<AtomicBool>) -> Result<()> {
    while !enough.load(Ordering::Relaxed) && !pair.is_over() {
        pair.act().await?;
        if let (_, News::Done(_, version)) = pair.hear_well().await? {
            let mut known = acknowledged.lock().unwrap_or_else(PoisonError::into_inner);
            let last = known.entry(pair.game.clone()).or_default();
            *last = version.max(*last);
        }
    }
    pair.settle().await
}
