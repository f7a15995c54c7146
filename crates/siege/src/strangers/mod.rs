//! Strangers with scripts, beside people who only want to play. Every attack comes from clients of its own, against a
//! server with its default limits; for comparison the same attackers are aimed at a sink in the same run, turn about.
//! Attackers and the sink are processes of their own.

pub mod attack;
mod connections;
pub mod gang;
pub mod ordinary;
mod requests;
pub mod scene;
pub mod sink;
mod tables;
pub mod tally;

use crate::door::Door;
use crate::figures::{load_average, megabytes};
use crate::house::{PATIENCE, ServerConfig, ServerProcess};
use anyhow::{Context, Result, ensure};
use attack::{Attack, Target};
use clap::ValueEnum;
use gang::Attackers;
use ordinary::{GAMES, Met, PACE};
use scene::{Scene, Size};
use std::fmt;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;
use tally::Tally;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio::time::{Instant, sleep, timeout};

/// The most that the others' p99 may grow, as a ratio.
pub const SLOWER: f64 = 2.0;
/// Of a quiet machine, in milliseconds.
pub const P99: f64 = 60.0;
/// Seats at tables of others that one address may hold: the server's default.
const SEATS: u64 = 20;
/// Those that one person may hold.
const SEATS_OF_ONE: u64 = 6;
/// Of the moves for which there was time, at least this part must have been made.
const MOVED: f64 = 0.5;
/// One in so many attackers comes to the short form.
const SHARE: usize = 10;
/// How often the short form looks whether attackers have been refused.
const LOOK: Duration = Duration::from_millis(20);
/// Of the server, in bytes.
pub const MEMORY: u64 = 300_000_000;
/// What its data may grow by, in bytes: what a /48 may have kept, and a write-ahead log that waits to be taken in.
const DISK: u64 = 100_000_000;

/// What is besieged, and by whom.
#[derive(Clone, Debug)]
pub struct Siege {
    /// The binary.
    pub program: PathBuf,
    /// Where data go.
    pub folder: PathBuf,
    /// How long each round of an attack takes.
    pub time: Duration,
    /// How often the attackers turn from the sink to the server.
    pub comparisons: u32,
    /// The program that attacks as `PROGRAM attack NAME FILE SECONDS` and refuses everything as `PROGRAM sink`.
    pub helper: PathBuf,
}

/// What came of an attack.
#[derive(Debug)]
pub struct AttackReport {
    /// Which.
    pub attack: Attack,
    /// What the others met with while the attackers were at the sink.
    pub calm: Met,
    /// The same while they were at the server.
    pub attacked: Met,
    /// What the attackers were told by the server.
    pub told: Tally,
    /// The most memory that the server had.
    pub memory: u64,
    /// What its data grew by.
    pub disk: u64,
    /// Seats that changed hands by a vote.
    pub replaced: usize,
}

impl Siege {
    /// Every attack, or some; prints each as it comes, and all of them at the end.
    pub async fn run(&self, attacks: &[Attack]) -> Result<Vec<AttackReport>> {
        let data = self.folder.join("scene");
        let scene = Scene::make(&mut ServerConfig::new(&self.program, &data), Size::FULL).await?;
        let mut outcomes = Vec::new();
        for attack in attacks {
            let outcome = self.attack(*attack, &scene).await.with_context(|| format!("{attack:?}"))?;
            println!("{outcome}");
            outcome.met().iter().for_each(|fault| println!("    {fault}"));
            outcomes.push(outcome);
        }
        println!("\n{HEAD}");
        outcomes.iter().for_each(|outcome| println!("{}", outcome.row()));
        println!("{}", load_average());
        Ok(outcomes)
    }

    /// One attack, turn about at the sink and at the server.
    async fn attack(&self, attack: Attack, scene: &Scene) -> Result<AttackReport> {
        let place = Besieged::open(&self.program, &self.folder, attack).await?;
        let server = place.target(scene, 1);
        let (_sink, address) = self.sink().await?;
        let sink = Target { server: address, ..server.clone() };
        let [mut calm, mut attacked] = [Met::default(), Met::default()];
        let mut told = Tally::default();
        for _ in 0..self.comparisons {
            calm.join(self.round(attack, &sink, &server).await?.0);
            let (met, tally) = self.round(attack, &server, &server).await?;
            attacked.join(met);
            told.join(tally);
        }
        let moves = f64::from(GAMES) * self.time.as_secs_f64() / PACE.as_secs_f64();
        let wanted = (moves * f64::from(self.comparisons) * MOVED) as usize;
        for (when, met) in [("at the sink", &mut calm), ("at the server", &mut attacked)] {
            if met.moves.len() < wanted {
                let few = met.moves.len();
                met.errors.push(format!("only {few} moves were made while the attackers were {when}"));
            }
        }
        place.close(scene, attack, calm, attacked, told).await
    }

    /// The sink, and where it listens.
    async fn sink(&self) -> Result<(Child, SocketAddr)> {
        let mut command = Command::new(&self.helper);
        let mut child = command
            .arg("sink")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .with_context(|| format!("{} cannot be started", self.helper.display()))?;
        let output = child.stdout.take().context("the sink has an output")?;
        let line = BufReader::new(output).lines().next_line().await?.context("the sink says nothing")?;
        Ok((child, line.parse()?))
    }

    /// The attackers at one place, the others at the server.
    async fn round(&self, attack: Attack, aim: &Target, server: &Target) -> Result<(Met, Tally)> {
        let until = Instant::now() + self.time;
        let (met, tally) = tokio::try_join!(ordinary::run(server, until), self.attackers(attack, aim))?;
        Ok((met, tally))
    }

    async fn attackers(&self, attack: Attack, aim: &Target) -> Result<Tally> {
        let file = self.folder.join("target.json");
        std::fs::write(&file, serde_json::to_string(aim)?)?;
        let name = attack.to_possible_value().context("every attack has a name")?;
        let mut command = Command::new(&self.helper);
        command.arg("attack").arg(name.get_name()).arg(&file).arg(self.time.as_secs_f64().to_string());
        let ended = command.stdin(Stdio::null()).stderr(Stdio::inherit()).kill_on_drop(true).output().await?;
        ensure!(ended.status.success(), "the attackers failed");
        Ok(serde_json::from_slice(&ended.stdout)?)
    }
}

/// Attacks in their short form, each by a few attackers in this process: they go on until they have been refused and
/// everybody else has done once what there is to do.
pub async fn short(program: &Path, folder: &Path, attacks: &[Attack]) -> Result<Vec<AttackReport>> {
    let scene = Scene::make(&mut ServerConfig::new(program, &folder.join("scene")), Size::SMALL).await?;
    let mut outcomes = Vec::new();
    for attack in attacks {
        let outcome = short_attack(program, folder, &scene, *attack).await;
        let outcome = outcome.with_context(|| format!("{attack:?}"))?;
        println!("{outcome}");
        outcomes.push(outcome);
    }
    Ok(outcomes)
}

async fn short_attack(program: &Path, folder: &Path, scene: &Scene, attack: Attack) -> Result<AttackReport> {
    let place = Besieged::open(program, folder, attack).await?;
    let target = place.target(scene, SHARE);
    let attackers = Attackers::begin(attack, target.clone(), Instant::now() + PATIENCE);
    let refused = async {
        while attack.is_flood() && attackers.told().refused() == 0 {
            sleep(LOOK).await;
        }
    };
    let (met, refused) = tokio::join!(timeout(PATIENCE, ordinary::once(&target)), timeout(PATIENCE, refused));
    let met = met.context("everybody else does not come to an end")?;
    // Who was never refused is a fault of the outcome.
    drop(refused);
    place.close(scene, attack, Met::default(), met, attackers.told()).await
}

/// A server with its default limits on a copy of the scene.
struct Besieged {
    house: ServerProcess,
    data: PathBuf,
    /// Bytes of its data at the beginning.
    before: u64,
    is_proxied: bool,
}

impl Besieged {
    async fn open(program: &Path, folder: &Path, attack: Attack) -> Result<Besieged> {
        let data = folder.join(format!("{attack:?}"));
        Scene::copy(&folder.join("scene"), &data)?;
        let mut plan = ServerConfig::new(program, &data);
        plan.has_limits = true;
        if attack.is_proxied() {
            plan.options.push("--behind-proxy".into());
        }
        let house = plan.start().await?;
        house.ready().await?;
        Ok(Besieged { before: size(&data)?, house, data, is_proxied: attack.is_proxied() })
    }

    fn target(&self, scene: &Scene, share: usize) -> Target {
        Target { server: self.house.address, proxied: self.is_proxied, share, scene: scene.clone() }
    }

    async fn close(
        self,
        scene: &Scene,
        attack: Attack,
        calm: Met,
        attacked: Met,
        told: Tally,
    ) -> Result<AttackReport> {
        let Besieged { house, data, before, .. } = self;
        let replaced = replaced(&house, scene).await?;
        let (memory, disk) = (house.memory()?, size(&data)?.saturating_sub(before));
        ensure!(house.stop().await?.success(), "the server did not stop in order");
        std::fs::remove_dir_all(&data)?;
        Ok(AttackReport { attack, calm, attacked, told, memory, disk, replaced })
    }
}

/// Seats that went from a person to the computer in the game by correspondence.
async fn replaced(house: &ServerProcess, scene: &Scene) -> Result<usize> {
    let mut door = Door::open(house.address).await?;
    let path = format!("/api/tables/{}", scene.letters.game);
    let snapshot: wire::table::Snapshot = door.get(&path, &scene.letters.cookie).await?.read()?;
    Ok(snapshot.seats.iter().filter(|seat| seat.computer.is_some()).count())
}

/// Bytes of all files of a folder.
fn size(folder: &Path) -> Result<u64> {
    let files = std::fs::read_dir(folder).with_context(|| format!("{} cannot be read", folder.display()))?;
    Ok(files.flatten().filter_map(|file| file.metadata().ok()).map(|file| file.len()).sum())
}

const HEAD: &str = "| met | attack | p99 of a move, attackers at a sink | at the server | ratio | computer p50 | memory | disk | \
attackers were told | others refused |\n|---|---|---|---|---|---|---|---|---|---|";

impl AttackReport {
    /// How many times as slow the slowest of a hundred moves became.
    pub fn ratio(&self) -> f64 {
        self.attacked.moves.permille(990) / self.calm.moves.permille(990)
    }

    /// What is not as it should be, times included.
    pub fn met(&self) -> Vec<String> {
        let mut faults = self.faults();
        let p99 = self.attacked.moves.permille(990);
        if self.ratio() > SLOWER {
            faults.push(format!("moves took {:.1} times as long", self.ratio()));
        }
        if p99 > P99 {
            faults.push(format!("p99 of a move is {p99:.1} ms"));
        }
        faults
    }

    /// What is not as it should be, whatever the time.
    pub fn faults(&self) -> Vec<String> {
        let mut faults: Vec<String> = self.attacked.errors.iter().chain(&self.calm.errors).cloned().collect();
        if self.memory > MEMORY {
            faults.push(format!("the server took {}", megabytes(self.memory)));
        }
        if self.disk > DISK {
            faults.push(format!("the data grew by {}", megabytes(self.disk)));
        }
        if self.attack.is_flood() && self.told.refused() == 0 {
            faults.push("the attackers were never told that it was too much".into());
        }
        if self.attacked.moves.is_empty() && self.attacked.played == 0 {
            faults.push("nobody could make a move".into());
        }
        if self.told.broken() > 0 {
            faults.push(format!("{} answers say that the server is at fault", self.told.broken()));
        }
        faults.extend(self.told.wordless.iter().map(|told| format!("a refusal without a sentence: {told}")));
        if self.told.seats > SEATS {
            faults.push(format!("one address took {} seats", self.told.seats));
        }
        if self.told.seats_of_one > SEATS_OF_ONE {
            faults.push(format!("one person took {} seats", self.told.seats_of_one));
        }
        if self.replaced > 0 {
            faults.push("somebody lost a seat by a vote of one".into());
        }
        faults
    }

    fn row(&self) -> String {
        let [calm, attacked] = [&self.calm, &self.attacked].map(|met| met.moves.permille(990));
        let [slow, slower] = [&self.calm, &self.attacked].map(|met| met.computer.permille(500));
        format!(
            "| {} | {:?} | {calm:.1} ms | {attacked:.1} ms | {:.2} | {slow:.0} / {slower:.0} ms | {} | {} | {} | {} |",
            if self.met().is_empty() { "yes" } else { "NO" },
            self.attack,
            self.ratio(),
            megabytes(self.memory),
            megabytes(self.disk),
            self.told,
            self.attacked.errors.len()
        )
    }
}

impl fmt::Display for AttackReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:?}", self.attack)?;
        for (when, met) in [("attackers at a sink", &self.calm), ("at the server", &self.attacked)] {
            writeln!(f, "  {when}: moves {}; asked for {}; computer {}", met.moves, met.asks, met.computer)?;
        }
        write!(
            f,
            "  attackers were told: {}; memory {}; disk {}",
            self.told,
            megabytes(self.memory),
            megabytes(self.disk)
        )
    }
}
