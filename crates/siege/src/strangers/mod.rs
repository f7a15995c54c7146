//! Strangers with scripts, beside people who only want to play. Every attack comes from clients of its own, against a
//! server with its default limits; for comparison the same attackers are aimed at a sink in the same run, turn about.
//! Attackers and the sink are processes of their own.

pub mod attack;
mod connections;
pub mod gang;
pub mod ordinary;
pub mod report;
mod requests;
pub mod scene;
mod short;
pub mod sink;
mod tables;
pub mod tally;

use crate::door::Door;
use crate::figures::load_average;
use crate::house::{ServerConfig, ServerProcess};
use anyhow::{Context, Result, ensure};
use attack::{Attack, Target};
use clap::ValueEnum;
use ordinary::{GAMES, Met, PACE};
use report::{AttackReport, HEAD, Harm};
use scene::{Scene, Size};
pub use short::short;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;
use tally::Tally;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio::time::Instant;

/// Of the moves for which there was time, at least this part must have been made.
const MOVED: f64 = 0.5;

/// What is besieged, and by whom.
#[derive(Clone, Debug)]
pub struct Siege {
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
        let place = Besieged::open(&self.program, &self.folder, attack, &[]).await?;
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
        let harm = place.close(scene).await?;
        Ok(AttackReport { attack, calm, attacked, told, harm })
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

/// A server with its default limits on a copy of the scene.
struct Besieged {
    house: ServerProcess,
    data: PathBuf,
    /// Bytes of its data at the beginning.
    before: u64,
    is_proxied: bool,
}

impl Besieged {
    async fn open(program: &Path, folder: &Path, attack: Attack, options: &[&str]) -> Result<Besieged> {
        let data = folder.join(format!("{attack:?}"));
        Scene::copy(&folder.join("scene"), &data)?;
        let mut plan = ServerConfig::new(program, &data);
        plan.has_limits = true;
        plan.options.extend(options.iter().copied().map(str::to_owned));
        if attack.is_proxied() {
            plan.options.push("--behind-proxy".into());
        }
        let house = plan.start().await?;
        house.ready().await?;
        Ok(Besieged { before: size(&data)?, house, data, is_proxied: attack.is_proxied() })
    }

    fn target(&self, scene: &Scene, share: usize) -> Target {
        Target {
            server: self.house.address,
            proxied: self.is_proxied,
            network: 1,
            share,
            scene: scene.clone(),
        }
    }

    async fn close(self, scene: &Scene) -> Result<Harm> {
        let Besieged { house, data, before, .. } = self;
        let replaced = replaced(&house, scene).await?;
        let (memory, disk) = (house.memory()?, size(&data)?.saturating_sub(before));
        ensure!(house.stop().await?.success(), "the server did not stop in order");
        std::fs::remove_dir_all(&data)?;
        Ok(Harm { memory, disk, replaced })
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
