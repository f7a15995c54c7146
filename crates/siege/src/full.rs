//! Nothing more can be written: the action is refused, the state stays as before, the process lives, and goes on when
//! there is room again.

use crate::disk::{Disk, Image};
use crate::door::Door;
use crate::house::{PATIENCE, ServerConfig, ServerProcess};
use crate::pair::{self, BASE, Pair};
use crate::player::News;
use crate::system;
use anyhow::{Context, Result, bail, ensure};
use std::path::Path;
use std::time::Duration;
use wire::table::Rejection;

/// Actions before there is no more room.
const BEFORE: u32 = 5;
/// Bytes that may still be written then.
const ROOM: u64 = 40_000;

/// All of it, each on data of its own in the folder; what the server said.
pub async fn run(program: &Path, folder: &Path) -> Result<Vec<String>> {
    let plan = |name: &str| ServerConfig::new(program, &folder.join(name));
    Ok(vec![
        pages(&mut plan("pages")).await?,
        file_size(&mut plan("file-size")).await?,
        disk(&mut plan("disk")).await?,
        read_only(&mut plan("read-only")).await?,
        turned_read_only(&mut plan("turned")).await?,
    ])
}

/// The database may have no more pages (`PRAGMA max_page_count`); the next start lifts that.
pub async fn pages(plan: &mut ServerConfig) -> Result<String> {
    let (house, mut pair) = begin(plan).await?;
    ensure!(house.stop().await?.success(), "the server did not stop in order");
    let pages = std::fs::metadata(plan.data.join("bastide.db"))?.len() / 4096 + ROOM / 4096;
    let mut limited = plan.clone().with(format!("--max-pages={pages}"));
    let mut house = limited.start().await?;
    reconnect(&mut pair, &house).await?;
    let why = refused(&mut house, &mut pair).await?;
    ensure!(house.stop().await?.success(), "the server did not stop in order");
    plan.address = limited.address;
    let house = plan.start().await?;
    reconnect(&mut pair, &house).await?;
    finish(house, pair).await?;
    Ok(format!("{pages} pages: {}: {}", why.code, why.message))
}

/// The process may write no larger files (`RLIMIT_FSIZE`); that is lifted while it runs.
pub async fn file_size(plan: &mut ServerConfig) -> Result<String> {
    let (mut house, mut pair) = begin(plan).await?;
    let log = std::fs::metadata(plan.data.join("bastide.db-wal"))?.len();
    system::limit_files(house.pid()?, Some(log + ROOM))?;
    let why = refused(&mut house, &mut pair).await?;
    system::limit_files(house.pid()?, None)?;
    finish(house, pair).await?;
    Ok(format!("files of {} bytes: {}: {}", log + ROOM, why.code, why.message))
}

/// The disk is full; that ends while the server runs. Needs the right to mount a disk in memory.
pub async fn disk(plan: &mut ServerConfig) -> Result<String> {
    let Some(disk) = Disk::mount(&plan.data) else {
        return Ok("full disk: skipped, this needs the right to mount (run it as root)".into());
    };
    let (mut house, mut pair) = begin(plan).await?;
    let ballast = plan.data.join("ballast");
    let size = disk.fill(&ballast)?;
    let why = refused(&mut house, &mut pair).await?;
    std::fs::remove_file(&ballast)?;
    finish(house, pair).await?;
    Ok(format!("disk full by {size} bytes: {}: {}", why.code, why.message))
}

/// The folder cannot be written: the server says so and does not start; it does when the folder can be written again.
pub async fn read_only(plan: &mut ServerConfig) -> Result<String> {
    let Some(disk) = Disk::mount(&plan.data) else {
        return Ok("read-only mount: skipped, this needs the right to mount (run it as root)".into());
    };
    let (house, mut pair) = begin(plan).await?;
    ensure!(house.stop().await?.success(), "the server did not stop in order");
    disk.remount("ro")?;
    let Err(why) = plan.start().await else { bail!("the server starts though it cannot write") };
    disk.remount("rw")?;
    let house = plan.start().await?;
    reconnect(&mut pair, &house).await?;
    finish(house, pair).await?;
    Ok(format!("read-only mount: {}", why.to_string().trim()))
}

/// The disk turns read-only under the running server, as Linux does with one that fails. Reading goes on; after a look
/// at the disk and a new start so does the game. Needs the right to mount.
pub async fn turned_read_only(plan: &mut ServerConfig) -> Result<String> {
    let Some(disk) = Image::mount(&plan.data) else {
        return Ok("disk turned read-only: skipped, this needs the right to mount (run it as root)".into());
    };
    let (mut house, mut pair) = begin(plan).await?;
    disk.fail()?;
    let why = refused(&mut house, &mut pair).await?;
    ensure!(house.stop().await?.success(), "the server did not stop in order");
    disk.mend()?;
    let house = plan.start().await?;
    reconnect(&mut pair, &house).await?;
    finish(house, pair).await?;
    Ok(format!("disk turned read-only: {}: {}", why.code, why.message))
}

async fn begin(plan: &mut ServerConfig) -> Result<(ServerProcess, Pair)> {
    let house = plan.start().await?;
    let mut pairs = pair::many(house.address, 1, BASE, BEFORE).await?;
    Ok((house, pairs.pop().context("one game")?))
}

async fn reconnect(pair: &mut Pair, house: &ServerProcess) -> Result<()> {
    house.ready().await?;
    pair.connect().await?;
    pair.settle().await
}

/// Plays until it is refused, and sees that nothing else has changed.
async fn refused(house: &mut ServerProcess, pair: &mut Pair) -> Result<Rejection> {
    let why = play_until_refused(pair).await?;
    let again = play_until_refused(pair).await?;
    ensure!(why.code == "store" && again.code == "store", "refused with {why:?} and {again:?}");
    ensure!(house.lives(), "the server has ended");
    let version = pair.players[0].version;
    ensure!(pair.players[1].version == version, "the other client has seen something else");
    let mut door = Door::open(house.address).await?;
    ensure!(door.get("/healthz", "").await?.status == 200, "the server is not well");
    not_ready(&mut door).await?;
    let last = pair.log(&mut door).await?.entries.len() as u64;
    ensure!(last == version, "the log has {last} entries, the clients have seen {version}");
    Ok(why)
}

/// The server tries whether there is room once a second, and then says that it is not ready.
async fn not_ready(door: &mut Door) -> Result<()> {
    let tried = async {
        while door.get("/readyz", "").await?.status != 503 {
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
        Ok(())
    };
    tokio::time::timeout(PATIENCE, tried).await.context("the server says that it is ready")?
}

async fn play_until_refused(pair: &mut Pair) -> Result<Rejection> {
    ensure!(!pair.is_over(), "the game ended before there was no more room");
    pair.act().await?.context("somebody is to act")?;
    loop {
        match pair.hear().await? {
            (_, News::Refused(_, why)) => return Ok(why),
            _ if pair.is_over() => bail!("the game ended before there was no more room"),
            _ => drop(pair.act().await?),
        }
    }
}

/// There is room again: the game goes on to its end.
async fn finish(mut house: ServerProcess, mut pair: Pair) -> Result<()> {
    house.ready().await.context("when there is room again")?;
    pair.play(u32::MAX).await.context("when there is room again")?;
    ensure!(pair.is_over() && house.lives(), "the game did not come to its end");
    ensure!(house.stop().await?.success(), "the server did not stop in order");
    Ok(())
}
