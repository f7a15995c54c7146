//! Everybody else while strangers are at it: people who play each other, and one who looks around, plays against the
//! computer, asks for pictures, advice and an analysis. None of them is ever to be refused.

use super::attack::Target;
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
const GAMES: u8 = 4;
/// Seconds from one action of a game to the next.
const PACE: Duration = Duration::from_millis(100);
/// How often somebody looks around.
const LOOK: Duration = Duration::from_millis(500);
/// How long somebody thinks about a decision against the computer.
const THOUGHT: Duration = Duration::from_millis(120);
/// For a table against the computer with hints.
const AGAINST_COMPUTER: &str =
    r#"{"hints":true,"seats":[{"type":"device","name":"Eve"},{"type":"computer","player":"level-4"}]}"#;

/// What the others met with.
#[derive(Default, Debug)]
pub struct Met {
    /// From a move to the other player's screen.
    pub moves: Times,
    /// From a turn against the computer to one's next.
    pub computer: Times,
    /// Whatever was asked for besides.
    pub asks: Times,
    /// Refusals and broken connections.
    pub errors: Vec<String>,
}

impl Met {
    /// What another round brought, too.
    pub fn join(&mut self, other: Met) {
        self.moves.join(other.moves);
        self.computer.join(other.computer);
        self.asks.join(other.asks);
        self.errors.extend(other.errors);
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
    match around.await? {
        Ok(asks) => met.asks = asks,
        Err(error) => met.errors.push(format!("{error:#}")),
    }
    match computer.await? {
        Ok(times) => met.computer = times,
        Err(error) => met.errors.push(format!("against the computer: {error:#}")),
    }
    Ok(met)
}

async fn play(target: Target, host: u8, begun: Instant, until: Instant) -> Result<Played> {
    let route = target.route(2, host);
    let mut door = Door::open(route).await?;
    let mut pair = Pair::open(route, &mut door, BASE, host.into()).await?;
    pair.connect().await?;
    pair.begin().await?;
    Ok(Game::new(pair, host.into(), route).play(Some(PACE), begun, until).await)
}

/// The page, the lobby, a picture, a line that is tried, an analysis.
async fn look_around(target: Target, until: Instant) -> Result<Times> {
    let route = target.route(3, 1);
    let mut door = Door::open(route).await?;
    let opened = door.post("/api/tables", "", AGAINST_COMPUTER).await?;
    let cookie = opened.cookie.clone().context("whoever makes a table is known from then on")?;
    let Opened { game, .. } = opened.read()?;
    let start = r#"{"id":"start","version":1,"order":{"type":"start"}}"#;
    let started = door.post(&format!("/api/tables/{game}/commands"), &cookie, start).await?;
    ensure!(started.status == 200, "a table does not start: {} {}", started.status, started.body);
    let record = serde_json::json!({ "record": target.scene.short_record }).to_string();
    let paths = ["/".into(), "/api/tables".into(), format!("/api/tables/{game}"), "/api/me".into()];
    let mut times = Times::default();
    while Instant::now() < until {
        for path in &paths {
            let begun = Instant::now();
            let answer = door.get(path, &cookie).await?;
            ensure!(answer.status == 200, "{path}: {} {}", answer.status, answer.body);
            times.push(begun.elapsed());
        }
        let answer = door
            .get(&format!("/api/tables/{}/board.png", target.scene.large.game), &target.scene.large.cookie)
            .await?;
        ensure!(answer.status == 200, "a picture: {} {}", answer.status, answer.body);
        let answer = door.post("/api/records/analysis", &cookie, &record).await?;
        ensure!(answer.status == 200, "an analysis: {} {}", answer.status, answer.body);
        sleep(LOOK).await;
    }
    Ok(times)
}

/// Plays against the computer, and tells how long it was waited for.
async fn play_computer(target: Target, until: Instant) -> Result<Times> {
    let route = target.route(3, 2);
    let mut door = Door::open(route).await?;
    let opened = door.post("/api/tables", "", AGAINST_COMPUTER).await?;
    let cookie = opened.cookie.clone().context("whoever makes a table is known from then on")?;
    let Opened { game, .. } = opened.read()?;
    let mut player = Player::new(route, &game, cookie, 1, 1)?;
    player.connect().await?;
    let (mut times, mut since) = (Times::default(), None);
    loop {
        let message = tokio::select! {
            message = player.hear() => message?,
            () = sleep_until(until) => return Ok(times),
        };
        match player.take(message)? {
            News::Refused(command, why) => anyhow::bail!("{command:?} was refused: {why:?}"),
            News::Update(_, Entry::Played { seat, .. }) if u8::from(seat) == 2 => {
                if let Some(since) = since.take() {
                    times.push(Instant::now() - since);
                }
            }
            _ => {}
        }
        let start = (player.stage() == Some(Stage::Gathering) && player.is_free()).then_some(Order::Start {});
        if let Some(order) = start.or_else(|| player.duty()).or_else(|| player.action()) {
            sleep(THOUGHT).await;
            since = Some(Instant::now());
            player.order(order).await?;
        }
    }
}
