//! Everybody else while strangers are at it: people who play each other, and one who looks around, plays against the
//! computer, asks for pictures, advice and an analysis. None of them is ever to be refused.

use super::attack::Target;
use super::scene::Place;
use crate::door::Door;
use crate::figures::Times;
use crate::load::{Game, Played};
use crate::pair::{BASE, Pair};
use crate::player::{News, Player};
use anyhow::{Context, Result, ensure};
use std::time::Duration;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until};
use wire::table::{Entry, Opened, Order, Stage};

/// Games of two people each, from an address of their own.
pub const GAMES: u8 = 4;
/// From one action of a game to the next.
pub const PACE: Duration = Duration::from_millis(100);
/// How often somebody looks around.
const LOOK: Duration = Duration::from_millis(500);
/// Actions of a game that is played once.
const ONCE: u32 = 20;
/// How long somebody thinks about a decision against the computer.
const THOUGHT: Duration = Duration::from_millis(120);
/// A computer that thinks for a moment, and one that thinks for as long as it may.
const QUICK: &str = "level-4";
const DEEP: &str = "level-5";

/// A table against the computer with hints.
fn against(player: &str) -> String {
    format!(
        r#"{{"hints":true,"seats":[{{"type":"device","name":"Eve"}},{{"type":"computer","player":"{player}"}}]}}"#
    )
}

/// What the others met with.
#[derive(Default, Debug)]
pub struct Met {
    /// From a move to the other player's screen.
    pub moves: Times,
    /// From a turn against a computer that thinks for a moment to its answer.
    pub computer: Times,
    /// The same against one that thinks for as long as it may.
    pub deep: Times,
    /// Whatever was asked for besides.
    pub asks: Times,
    /// Actions of a game that were played however long they took.
    pub played: u32,
    /// Refusals and broken connections.
    pub errors: Vec<String>,
}

impl Met {
    /// What another round brought, too.
    pub fn join(&mut self, other: Met) {
        self.moves.join(other.moves);
        self.computer.join(other.computer);
        self.deep.join(other.deep);
        self.asks.join(other.asks);
        self.played += other.played;
        self.errors.extend(other.errors);
    }

    /// What came of something, or why nothing did.
    fn note<T>(&mut self, outcome: Result<T>, take: impl FnOnce(&mut Met, T)) {
        match outcome {
            Ok(came) => take(self, came),
            Err(error) => self.errors.push(format!("{error:#}")),
        }
    }
}

/// Everybody else does what they do until then.
pub async fn run(target: &Target, until: Instant) -> Result<Met> {
    let mut games = JoinSet::new();
    let begun = Instant::now();
    for host in 1..=GAMES {
        games.spawn(play(target.clone(), host, begun, until));
    }
    let around = tokio::spawn(look_around(target.clone(), until));
    let computer = tokio::spawn(play_computer(target.clone(), until));
    let mut met = Met::default();
    while let Some(played) = games.join_next().await {
        match played? {
            Ok(played) => {
                met.moves.join(played.times);
                met.errors.extend(played.error);
            }
            Err(error) => met.errors.push(format!("a game does not begin: {error:#}")),
        }
    }
    met.note(around.await?, |met, asks| met.asks = asks);
    met.note(computer.await?, |met, [quick, deep]| (met.computer, met.deep) = (quick, deep));
    Ok(met)
}

/// Each of them does once what there is to do, however long it takes.
pub async fn once(target: &Target) -> Met {
    let mut met = Met::default();
    let play = async {
        let mut pair = Pair::begun(target.route(2, 1), BASE, 1).await?;
        pair.play(ONCE).await
    };
    let look = async { Visitor::enter(target).await?.look(target, &mut Times::default()).await };
    let computer = async { Opponent::enter(target, QUICK).await?.play(1).await };
    let (played, looked, answered) = tokio::join!(play, look, computer);
    met.note(played.context("a game does not go on"), |met, ()| met.played = ONCE);
    met.note(looked, |_, ()| {});
    met.note(answered, |met, times| met.computer = times);
    met
}

async fn play(target: Target, host: u8, begun: Instant, until: Instant) -> Result<Played> {
    let route = target.route(2, host);
    let pair = Pair::begun(route, BASE, host.into()).await?;
    Ok(Game::new(pair, host.into(), route).play(Some(PACE), begun, until).await)
}

async fn look_around(target: Target, until: Instant) -> Result<Times> {
    let (mut visitor, mut times) = (Visitor::enter(&target).await?, Times::default());
    while Instant::now() < until {
        visitor.look(&target, &mut times).await?;
        sleep(LOOK).await;
    }
    Ok(times)
}

/// Plays against two computers turn about, so that neither waits for the other, and tells how long each was waited for.
async fn play_computer(target: Target, until: Instant) -> Result<[Times; 2]> {
    let (mut quick, mut deep) =
        (Opponent::enter(&target, QUICK).await?, Opponent::enter(&target, DEEP).await?);
    let playing = async {
        for answers in 1.. {
            quick.play(answers).await?;
            deep.play(answers).await?;
        }
        Ok::<(), anyhow::Error>(())
    };
    tokio::select! {
        played = playing => played?,
        () = sleep_until(until) => {}
    }
    Ok([quick.times, deep.times])
}

/// Somebody who looks at everything.
struct Visitor {
    door: Door,
    cookie: String,
    game: String,
}

impl Visitor {
    async fn enter(target: &Target) -> Result<Visitor> {
        let mut door = Door::open(target.route(3, 1)).await?;
        let opened = door.post("/api/tables", "", &against(QUICK)).await?;
        let cookie = opened.cookie.clone().context("whoever makes a table is known from then on")?;
        let Opened { game, .. } = opened.read()?;
        let start = r#"{"id":"start","version":1,"order":{"type":"start"}}"#;
        let started = door.post(&format!("/api/tables/{game}/commands"), &cookie, start).await?;
        ensure!(started.status == 200, "a table does not start: {} {}", started.status, started.body);
        Ok(Visitor { door, cookie, game })
    }

    /// The page, the lobby, a picture, an analysis.
    async fn look(&mut self, target: &Target, times: &mut Times) -> Result<()> {
        let Visitor { door, cookie, game } = self;
        let record = serde_json::json!({ "record": target.scene.short_record }).to_string();
        for path in ["/", "/api/tables", &format!("/api/tables/{game}"), "/api/me"] {
            let begun = Instant::now();
            let answer = door.get(path, cookie).await?;
            ensure!(answer.status == 200, "{path}: {} {}", answer.status, answer.body);
            times.push(begun.elapsed());
        }
        let Place { game, cookie: owner } = &target.scene.picture;
        let answer = door.get(&format!("/api/tables/{game}/board.png"), owner).await?;
        ensure!(answer.status == 200, "a picture: {} {}", answer.status, answer.body);
        let answer = door.post("/api/records/analysis", cookie, &record).await?;
        ensure!(answer.status == 200, "an analysis: {} {}", answer.status, answer.body);
        Ok(())
    }
}

/// Somebody who plays against the computer.
struct Opponent {
    player: Player,
    /// How long the computer was waited for.
    times: Times,
}

impl Opponent {
    async fn enter(target: &Target, computer: &str) -> Result<Opponent> {
        let route = target.route(3, 2);
        let mut door = Door::open(route).await?;
        let opened = door.post("/api/tables", "", &against(computer)).await?;
        let cookie = opened.cookie.clone().context("whoever makes a table is known from then on")?;
        let Opened { game, .. } = opened.read()?;
        let mut player = Player::new(route, &game, cookie, 1, 1)?;
        player.connect().await?;
        Ok(Opponent { player, times: Times::default() })
    }

    /// Until the computer has answered so many times.
    async fn play(&mut self, answers: usize) -> Result<Times> {
        let mut since = None;
        while self.times.len() < answers {
            let message = self.player.hear().await.context("against the computer")?;
            match self.player.take(message)? {
                News::Refused(command, why) => anyhow::bail!("{command:?} was refused: {why:?}"),
                News::Update(_, Entry::Played { seat, .. }) if u8::from(seat) == 2 => {
                    if let Some(since) = since.take() {
                        self.times.push(Instant::now() - since);
                    }
                }
                _ => {}
            }
            let is_new = self.player.stage() == Some(Stage::Gathering) && self.player.is_free();
            let start = is_new.then_some(Order::Start {});
            let order = start.or_else(|| self.player.duty()).or_else(|| self.player.action());
            if let Some(order) = order {
                sleep(THOUGHT).await;
                since = Some(Instant::now());
                self.player.order(order).await?;
            }
        }
        Ok(self.times.clone())
    }
}
