//! A server that keeps very many finished games, and nobody is there.

use crate::door::Door;
use crate::figures::{load_average, megabytes};
use crate::house::ServerConfig;
use crate::pair::{self, Pair};
use anyhow::{Context, Result, ensure};
use std::fmt;
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::Path;
use std::time::Duration;
use tokio::process::Command;
use wire::export::ExportLine;
use wire::table::LogShown;

/// Real games are short here, because each is stored ten thousand times.
const TINY: &str = r#"{"setup":{"bag":{"U":3}},"seats":[{"type":"device","name":"Ann"}],"public":true}"#;
/// So many different ones.
const GAMES: usize = 10;
/// How long the server is watched while nothing happens.
const WATCH: Duration = Duration::from_secs(3);

/// What came out.
#[derive(Clone, Copy, Debug)]
pub struct IdleReport {
    /// Games that are stored.
    pub stored: usize,
    /// The database, in bytes.
    pub bytes: u64,
    /// From the start to the server's word that it is ready.
    pub ready: Duration,
    /// The most memory that the server had.
    pub memory: u64,
}

impl fmt::Display for IdleReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (bytes, memory) = (megabytes(self.bytes), megabytes(self.memory));
        writeln!(f, "{} stored games, {bytes}: ready after {:.2} s", self.stored, self.ready.as_secs_f64())?;
        write!(f, "the server's memory at most: {memory}; {}", load_average())
    }
}

/// Plays a few games, stores them many times over by way of an export, and starts a server on all of them.
pub async fn run(plan: &mut ServerConfig, stored: usize) -> Result<IdleReport> {
    let pairs = play(plan).await?;
    let folder = plan.data.with_extension("many");
    let [few, many] = ["few", "many"].map(|name| plan.data.with_extension(format!("{name}.jsonl")));
    carry(plan, "export-all", &few, &plan.data).await?;
    let names = multiply(&few, &many, stored)?;
    carry(plan, "import-all", &many, &folder).await?;
    std::fs::remove_file(&many)?;
    plan.data = folder;
    let house = plan.start().await?;
    let ready = house.ready().await?;
    let mut door = Door::open(house.address).await?;
    let lobby = door.get("/api/tables", "").await?;
    ensure!(lobby.status == 200, "the lobby says {}", lobby.body);
    for (name, original) in names.iter().rev().take(GAMES) {
        compare(&mut door, &pairs, name, original).await?;
    }
    tokio::time::sleep(WATCH).await;
    let memory = house.memory()?;
    ensure!(house.stop().await?.success(), "the server did not stop in order");
    let bytes = std::fs::metadata(plan.data.join("bastide.db"))?.len();
    Ok(IdleReport { stored, bytes, ready, memory })
}

async fn play(plan: &mut ServerConfig) -> Result<Vec<Pair>> {
    let house = plan.start().await?;
    let pairs = pair::many(house.address, GAMES, TINY, 100).await?;
    ensure!(pairs.iter().all(Pair::is_over), "a game is not over");
    ensure!(house.stop().await?.success(), "the server did not stop in order");
    Ok(pairs)
}

async fn carry(plan: &ServerConfig, how: &str, file: &Path, data: &Path) -> Result<()> {
    let status = Command::new(&plan.program).arg(how).arg(file).arg("--data").arg(data).status().await?;
    ensure!(status.success(), "`bastide {how}` failed");
    Ok(())
}

/// Writes an export with each game many times under new names; gives those names and which games they are.
fn multiply(from: &Path, to: &Path, stored: usize) -> Result<Vec<(String, String)>> {
    let (mut head, mut games) = (Vec::new(), Vec::<(wire::export::ExportedGame, Vec<String>)>::new());
    for text in BufReader::new(File::open(from)?).lines() {
        let text = text?;
        match wire::read(&text)? {
            ExportLine::Game(game) => games.push((game, Vec::new())),
            ExportLine::Entry { .. } => games.last_mut().context("an entry follows its game")?.1.push(text),
            ExportLine::Bastide { .. } | ExportLine::Person { .. } => head.push(text),
            ExportLine::Link { .. }
            | ExportLine::Outage { .. }
            | ExportLine::Ban { .. }
            | ExportLine::Alive { .. }
            | ExportLine::Kept { .. }
            | ExportLine::End { .. } => {}
        }
    }
    ensure!(!games.is_empty(), "the export holds no game");
    let mut out = Counting { out: BufWriter::new(File::create(to)?), lines: 0 };
    head.iter().try_for_each(|line| out.line(line))?;
    let mut names = Vec::new();
    for number in 0..stored {
        let (game, entries) = &games[number % games.len()];
        let name = format!("{number:016}");
        // The head of a log covers the game's name.
        let game_line = wire::export::ExportedGame { game: name.clone(), head: None, ..game.clone() };
        out.line(&wire::write(&ExportLine::Game(game_line)))?;
        entries.iter().try_for_each(|line| out.line(line))?;
        names.push((name, game.game.clone()));
    }
    out.line(&wire::write(&ExportLine::End { lines: out.lines }))?;
    out.out.flush()?;
    Ok(names)
}

struct Counting {
    out: BufWriter<File>,
    lines: u64,
}

impl Counting {
    fn line(&mut self, text: &str) -> Result<()> {
        self.lines += 1;
        Ok(writeln!(self.out, "{text}")?)
    }
}

/// A stored game can be read, and is as long as the one it comes from.
async fn compare(door: &mut Door, pairs: &[Pair], name: &str, original: &str) -> Result<()> {
    let pair = pairs.iter().find(|pair| pair.game == original).context("the game was played here")?;
    let player = &pair.players[0];
    let log: LogShown = door.get(&format!("/api/tables/{name}/log"), &player.cookie).await?.read()?;
    ensure!(log.entries.len() as u64 >= player.version, "the log of {name} is too short");
    let snapshot = door.get(&format!("/api/tables/{name}"), &player.cookie).await?;
    ensure!(snapshot.status == 200, "{name} cannot be looked at: {}", snapshot.body);
    Ok(())
}
