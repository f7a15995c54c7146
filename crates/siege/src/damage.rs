//! Damage to the data: folders with flipped bits, cut ends and lost files, by seed. Whatever is opened is whole or is
//! told with the tables that are hurt.

use crate::data::{Data, Log};
use crate::house::ServerConfig;
use crate::load::Game;
use crate::pair::{self, SHORT};
use anyhow::{Context, Result, ensure};
use chance::Stream;
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::time::Duration;
use wire::admin::{Hurt, Verified};

/// How long a part of the games is played before the server is stopped, and before it is killed.
const PLAY: Duration = Duration::from_millis(1500);

/// The files that are damaged.
const FILES: [&str; 3] = ["bastide.db", "bastide.db-wal", "bastide.db.heads"];

/// Of many hurt tables a start names so many.
const NAMED: usize = 20;

/// What came out.
#[derive(Default, Debug)]
pub struct DamageReport {
    pub folders: u32,
    /// Tables in each, and entries of all together.
    pub tables: (usize, usize),
    /// Folders in which nothing was found to be wrong, and nothing was.
    pub whole: u32,
    /// Folders of which hurt tables were told, and the others were whole.
    pub told: u32,
    /// Folders that the server refused to open with a sentence.
    pub refused: u32,
    /// Hurt tables of all folders.
    pub hurt: usize,
    /// Of these, those that vanished.
    pub gone: usize,
    /// By what was done to a folder: how many, and how many of them were found whole.
    pub kinds: BTreeMap<String, (u32, u32)>,
}

impl fmt::Display for DamageReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DamageReport { folders, tables, whole, told, refused, hurt, gone, kinds } = self;
        writeln!(f, "{folders} folders of {} tables with {} entries", tables.0, tables.1)?;
        for (kind, (folders, whole)) in kinds {
            writeln!(f, "  {kind}: {folders}, of which {whole} whole")?;
        }
        write!(
            f,
            "{whole} whole, {told} with hurt tables that were told ({hurt}, of which {gone} had vanished), {refused} refused with a sentence; none silently shorter"
        )
    }
}

/// Damages so many copies of a folder, from this seed on.
pub async fn run(plan: &mut ServerConfig, games: usize, folders: u32, seed: u64) -> Result<DamageReport> {
    make(plan, games).await?;
    let data = Data::new(&plan.program, &plan.data);
    let truth = data.logs().await?.0;
    let mut outcome = DamageReport { folders, ..DamageReport::default() };
    outcome.tables = (truth.len(), truth.values().map(Vec::len).sum());
    for seed in seed..seed + u64::from(folders) {
        let copy = plan.data.with_file_name(format!("damaged-{seed}"));
        copy_files(&plan.data, &copy)?;
        let kind = spoil(&copy, &mut Stream::new(seed))?;
        let judged = judge(&plan.program, &copy, &truth, &mut outcome).await;
        let whole = judged.with_context(|| format!("seed {seed}, {kind}"))?;
        let (all, sound) = outcome.kinds.entry(kind).or_default();
        *all += 1;
        *sound += u32::from(whole);
        std::fs::remove_dir_all(&copy)?;
    }
    Ok(outcome)
}

/// A folder with games in the database and in its write-ahead log.
async fn make(plan: &mut ServerConfig, games: usize) -> Result<()> {
    for is_killed in [false, true] {
        let house = plan.start().await?;
        house.ready().await?;
        let pairs = pair::many(house.address, games, SHORT, 0).await?;
        let begun = tokio::time::Instant::now();
        let games = pairs.into_iter().zip(0..).map(|(pair, number)| {
            let game = Game::new(pair, number, house.address);
            tokio::spawn(game.play(Some(Duration::from_millis(50)), begun, begun + PLAY))
        });
        for game in games.collect::<Vec<_>>() {
            let played = game.await?;
            ensure!(played.error.is_none(), "{:?}", played.error);
        }
        if is_killed {
            house.kill().await?;
        } else {
            ensure!(house.stop().await?.success(), "the server did not stop in order");
        }
    }
    Ok(())
}

fn copy_files(from: &Path, to: &Path) -> Result<()> {
    std::fs::create_dir_all(to)?;
    for name in FILES {
        std::fs::copy(from.join(name), to.join(name)).with_context(|| format!("{name} is not there"))?;
    }
    Ok(())
}

/// Does something to one of the files, and says what.
fn spoil(folder: &Path, random: &mut Stream) -> Result<String> {
    let name = FILES[[0, 0, 1, 1, 1, 2][random.below(6) as usize]];
    let path = folder.join(name);
    let mut bytes = std::fs::read(&path)?;
    let any = |random: &mut Stream, length: usize| random.below(length as u32) as usize;
    let what = match random.below(8) {
        0..=3 => {
            for _ in 0..=random.below(4) {
                let at = any(random, bytes.len());
                bytes[at] ^= 1 << random.below(8);
            }
            "flipped bits"
        }
        4 | 5 => {
            bytes.truncate(any(random, bytes.len()));
            "cut end"
        }
        6 => {
            let sector = any(random, bytes.len() / 512) * 512;
            bytes[sector..sector + 512].fill(0);
            "lost sector"
        }
        _ => {
            std::fs::remove_file(&path)?;
            return Ok(format!("{name}: lost"));
        }
    };
    std::fs::write(&path, bytes)?;
    Ok(format!("{name}: {what}"))
}

/// A start names in its log the tables that lost their end or vanished; of many the first, and how many there are.
fn is_logged(log: &str, found: &Verified) -> Result<()> {
    let missing: Vec<&Hurt> =
        found.hurt.iter().filter(|hurt| ["gone", "short"].contains(&hurt.flaw.as_str())).collect();
    let lines = log.matches("a log is damaged").count();
    for hurt in &missing {
        ensure!(lines >= NAMED || log.contains(&hurt.game), "the server's log does not name {hurt:?}: {log}");
    }
    ensure!(missing.is_empty() || log.contains("tables are hurt"), "the server's log says nothing: {log}");
    Ok(())
}

/// Opens a damaged folder; tells whether it is said to be whole, and it must be then.
async fn judge(
    program: &Path,
    folder: &Path,
    truth: &BTreeMap<String, Log>,
    outcome: &mut DamageReport,
) -> Result<bool> {
    let data = Data::new(program, folder);
    let before = data.verify().await?;
    let mut plan = ServerConfig::new(program, folder);
    match plan.start().await {
        Ok(house) => {
            house.ready().await?;
            house.kill().await?;
            let log = std::fs::read_to_string(plan.log())?;
            std::fs::remove_file(plan.log())?;
            before.iter().try_for_each(|found| is_logged(&log, found))?;
        }
        Err(error) => {
            let said = format!("{error:#}");
            ensure!(said.contains("damaged"), "the server does not start and says only: {said}");
            ensure!(
                before.as_ref().is_none_or(|found| !found.whole),
                "a file that can't be opened is called whole"
            );
            outcome.refused += 1;
            return Ok(false);
        }
    }
    let after = data.verify().await?.context("a folder that was opened can't be verified")?;
    // What a start writes anew, it reports only once.
    let hurt: BTreeMap<&str, &Hurt> = before
        .iter()
        .chain([&after])
        .flat_map(|found| &found.hurt)
        .map(|hurt| (hurt.game.as_str(), hurt))
        .collect();
    let kept = data.logs().await?.0;
    for (game, log) in truth {
        let there = kept.get(game).map_or(&[][..], Vec::as_slice);
        ensure!(log.starts_with(there), "table {game} has entries that were never written");
        ensure!(
            there.len() == log.len() || hurt.contains_key(game.as_str()),
            "table {game} is silently shorter"
        );
    }
    outcome.hurt += hurt.len();
    outcome.gone += hurt.values().filter(|hurt| hurt.flaw == "gone").count();
    let whole = hurt.is_empty();
    outcome.whole += u32::from(whole);
    outcome.told += u32::from(!whole);
    Ok(whole)
}
