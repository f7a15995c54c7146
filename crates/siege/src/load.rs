//! Many games at a steady pace, and a few as fast as they go.

use crate::door::{Door, Route};
use crate::figures::{Times, load_average, megabytes};
use crate::house::ServerConfig;
use crate::pair::{self, BASE, Pair};
use crate::player::News;
use crate::queue::Queue;
use anyhow::{Result, ensure};
use std::collections::VecDeque;
use std::fmt;
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use tokio::time::{MissedTickBehavior, interval_at, sleep_until};
use wire::table::{Entry, Opened};

/// What is asked of the server.
#[derive(Clone, Debug)]
pub struct Load {
    /// Games at once, two clients each.
    pub games: usize,
    /// An action of each game after so long; nothing for as fast as it goes.
    pub every: Option<Duration>,
    /// For so long.
    pub time: Duration,
    /// Tables besides at which only the computer plays, as well as it can.
    pub computers: usize,
}

/// What came out.
#[derive(Debug)]
pub struct LoadReport {
    /// From sending an action to the other client's update.
    pub times: Times,
    /// Actions that were done.
    pub actions: u64,
    /// In so long.
    pub time: Duration,
    /// The most memory that the server had.
    pub memory: u64,
    /// The computer's queue, if it had tables of its own.
    pub queue: Option<Queue>,
    /// Everything that went wrong.
    pub errors: Vec<String>,
}

impl LoadReport {
    /// Durable actions a second.
    pub fn rate(&self) -> f64 {
        self.actions as f64 / self.time.as_secs_f64()
    }
}

impl fmt::Display for LoadReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "to the other client: {}", self.times)?;
        writeln!(f, "actions a second: {:.0}; errors: {}", self.rate(), self.errors.len())?;
        if let Some(queue) = &self.queue {
            writeln!(f, "the computer's queue: {queue}")?;
        }
        write!(f, "the server's memory at most: {}; {}", megabytes(self.memory), load_average())
    }
}

/// Puts a server under load.
pub async fn run(plan: &mut ServerConfig, load: &Load) -> Result<LoadReport> {
    let house = plan.start().await?;
    house.ready().await?;
    let begun = Instant::now();
    computers(house.address, load.computers).await?;
    let pairs = pair::many(house.address, load.games, BASE, 0).await?;
    println!("{} games run after {} s", pairs.len(), begun.elapsed().as_secs());
    let begun = tokio::time::Instant::now();
    let tasks: Vec<_> = pairs
        .into_iter()
        .enumerate()
        .map(|(number, pair)| {
            let game = Game::new(pair, number as u64, house.address);
            tokio::spawn(game.play(load.every, begun, begun + load.time))
        })
        .collect();
    let (mut times, mut actions, mut errors) = (Times::default(), 0, Vec::new());
    let ended = async {
        for task in tasks {
            let played = task.await?;
            times.join(played.times);
            actions += played.actions;
            errors.extend(played.error);
        }
        Ok(())
    };
    let mut queue = Queue::default();
    let watched = async {
        match load.computers {
            0 => std::future::pending().await,
            _ => Queue::watch(house.metrics, &mut queue).await,
        }
    };
    tokio::select! {
        ended = ended => ended,
        watched = watched => watched,
    }?;
    let queue = (load.computers > 0).then_some(queue);
    let memory = house.memory()?;
    let time = begun.elapsed();
    ensure!(house.stop().await?.success(), "the server did not stop in order");
    Ok(LoadReport { times, actions, time, memory, queue, errors })
}

/// Makes tables at which only the computer plays, and starts them.
async fn computers(address: SocketAddr, tables: usize) -> Result<()> {
    let table =
        r#"{"seats":[{"type":"computer","player":"level-5"},{"type":"computer","player":"level-5"}]}"#;
    let mut door = Door::open(address).await?;
    let mut cookie = String::new();
    for _ in 0..tables {
        let answer = door.post("/api/tables", &cookie, table).await?;
        let opened: Opened = answer.read()?;
        cookie = answer.cookie.unwrap_or(cookie);
        let start = r#"{"id":"start","version":1,"order":{"type":"start"}}"#;
        let path = format!("/api/tables/{}/commands", opened.game);
        let answer = door.post(&path, &cookie, start).await?;
        ensure!(answer.status == 200, "a table of the computer's does not start: {}", answer.body);
    }
    Ok(())
}

/// A game under way.
pub struct Game {
    pair: Pair,
    seed: u64,
    route: Route,
    /// When somebody acted, as far as the other has not seen it.
    sent: VecDeque<Instant>,
    played: Played,
}

/// What was played.
#[derive(Default, Debug)]
pub struct Played {
    /// From sending an action to the other client's update.
    pub times: Times,
    /// Actions that were done.
    pub actions: u64,
    /// What went wrong, if anything.
    pub error: Option<String>,
}

impl Game {
    /// Of this pair.
    pub fn new(pair: Pair, seed: u64, route: impl Into<Route>) -> Game {
        Game { pair, seed, route: route.into(), sent: VecDeque::new(), played: Played::default() }
    }

    /// Plays, one game after the other: an action after so long, or as fast as it goes.
    pub async fn play(
        mut self,
        every: Option<Duration>,
        begin: tokio::time::Instant,
        end: tokio::time::Instant,
    ) -> Played {
        let outcome = match every {
            Some(every) => self.at_pace(every, begin, end).await,
            None => self.flat_out(end).await,
        };
        self.played.error = outcome.err().map(|error| format!("game {}: {error:#}", self.pair.game));
        self.played
    }

    async fn at_pace(
        &mut self,
        every: Duration,
        begin: tokio::time::Instant,
        end: tokio::time::Instant,
    ) -> Result<()> {
        // Games do not act all at once.
        let phase = every.mul_f64((self.seed as f64 * 0.618_033_988_75).fract());
        let mut tick = interval_at(begin + phase, every);
        tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                heard = self.pair.hear_well() => {
                    let (who, news) = heard?;
                    self.take(who, &news);
                }
                _ = tick.tick() => self.act().await?,
                () = sleep_until(end) => break,
            }
        }
        self.pair.settle().await
    }

    async fn flat_out(&mut self, end: tokio::time::Instant) -> Result<()> {
        self.act().await?;
        while tokio::time::Instant::now() < end {
            let (who, news) = self.pair.hear_well().await?;
            self.take(who, &news);
            self.act().await?;
        }
        self.pair.settle().await
    }

    async fn act(&mut self) -> Result<()> {
        if self.pair.is_over() {
            self.again().await?;
        }
        if self.pair.act().await?.is_some() {
            self.sent.push_back(Instant::now());
        }
        Ok(())
    }

    /// The game is over: the next one begins.
    async fn again(&mut self) -> Result<()> {
        self.seed += 1_000_000;
        self.sent.clear();
        self.pair = Pair::begun(self.route, BASE, self.seed).await?;
        Ok(())
    }

    fn take(&mut self, who: usize, news: &News) {
        match news {
            News::Update(_, Entry::Played { seat, .. }) if usize::from(u8::from(*seat)) != who + 1 => {
                if let Some(since) = self.sent.pop_front() {
                    self.played.times.push(since.elapsed());
                }
            }
            News::Done(..) => self.played.actions += 1,
            _ => {}
        }
    }
}
