//! A game: two clients at one table.

use crate::door::{Door, Route};
use crate::player::{News, Player};
use anyhow::{Context, Result, ensure};
use std::net::SocketAddr;
use wire::table::{Entered, FromServer, LogShown, Opened, Stage};

/// A game of the base set for the maker of the table and a guest.
pub const BASE: &str = r#"{"seats":[{"type":"device","name":"Ann"}]}"#;
/// A short one.
pub const SHORT: &str = r#"{"setup":{"bag":{"U":4,"V":4,"E":2}},"seats":[{"type":"device","name":"Ann"}]}"#;
/// With clocks that nobody runs out of here.
pub const CLOCKED: &str = r#"{"seats":[{"type":"device","name":"Ann"}],
    "clock":{"type":"game","seconds":86400,"increment":0}}"#;

/// Two clients at one table.
pub struct Pair {
    /// The table's name.
    pub game: String,
    /// Its maker and the guest.
    pub players: [Player; 2],
}

impl Pair {
    /// Opens a table and lets the guest in; nobody is connected yet.
    pub async fn open(route: impl Into<Route>, door: &mut Door, table: &str, seed: u64) -> Result<Pair> {
        let route = route.into();
        let answer = door.post("/api/tables", "", table).await?;
        let opened: Opened = answer.read()?;
        let maker = answer.cookie.context("whoever makes a table is known from then on")?;
        let answer = door.post("/api/enter", "", &format!(r#"{{"secret":"{}"}}"#, opened.sit)).await?;
        let _: Entered = answer.read()?;
        let guest = answer.cookie.context("whoever comes with a link is known from then on")?;
        let game = opened.game;
        let maker = Player::new(route, &game, maker, 1, seed)?;
        let guest = Player::new(route, &game, guest, 2, seed)?;
        Ok(Pair { game, players: [maker, guest] })
    }

    /// A new game of two who are connected.
    pub async fn begun(route: impl Into<Route>, table: &str, seed: u64) -> Result<Pair> {
        let route = route.into();
        let mut pair = Pair::open(route, &mut Door::open(route).await?, table, seed).await?;
        pair.connect().await?;
        pair.begin().await?;
        Ok(pair)
    }

    pub async fn connect(&mut self) -> Result<()> {
        let [maker, guest] = &mut self.players;
        tokio::try_join!(maker.connect(), guest.connect())?;
        Ok(())
    }

    /// What one of them hears next, or that the connection broke. May be dropped and called anew.
    pub async fn listen(&mut self) -> (usize, Result<FromServer>) {
        let [maker, guest] = &mut self.players;
        tokio::select! {
            message = maker.hear() => (0, message),
            message = guest.hear() => (1, message),
        }
    }

    /// The same, taken in.
    pub async fn hear(&mut self) -> Result<(usize, News)> {
        let (who, message) = self.listen().await;
        Ok((who, self.players[who].take(message?)?))
    }

    /// The same, where a refusal is an error.
    pub async fn hear_well(&mut self) -> Result<(usize, News)> {
        let (who, news) = self.hear().await?;
        if let News::Refused(command, why) = &news {
            anyhow::bail!("{command:?} was refused: {why:?}");
        }
        Ok((who, news))
    }

    /// Both say what is to be said besides actions.
    pub async fn attend(&mut self) -> Result<()> {
        for player in &mut self.players {
            if let Some(order) = player.duty() {
                player.order(order).await?;
            }
        }
        Ok(())
    }

    /// Whoever is to act does so; tells who, if anybody is free to.
    pub async fn act(&mut self) -> Result<Option<usize>> {
        for (who, player) in self.players.iter_mut().enumerate() {
            if let Some(order) = player.action() {
                player.order(order).await?;
                return Ok(Some(who));
            }
        }
        Ok(None)
    }

    /// Takes part in everything until the game runs and both know it.
    pub async fn begin(&mut self) -> Result<()> {
        while !self.players.iter().all(|player| player.stage() == Some(Stage::Playing)) {
            self.attend().await?;
            self.hear_well().await?;
        }
        Ok(())
    }

    /// Plays so many actions, each seen by both before the next.
    pub async fn play(&mut self, actions: u32) -> Result<()> {
        for _ in 0..actions {
            if self.act().await?.is_none() {
                ensure!(self.is_over(), "nobody is to act, and the game is not over");
                return Ok(());
            }
            self.settle().await?;
        }
        Ok(())
    }

    /// Waits until everything said is answered, and both have seen the same.
    pub async fn settle(&mut self) -> Result<()> {
        while !self.players.iter().all(Player::is_free) || self.players[0].version != self.players[1].version
        {
            self.hear_well().await?;
        }
        Ok(())
    }

    /// The table's log, as the server shows it.
    pub async fn log(&self, door: &mut Door) -> Result<LogShown> {
        door.get(&format!("/api/tables/{}/log", self.game), &self.players[0].cookie).await?.read()
    }

    /// Whether both know that the game is over.
    pub fn is_over(&self) -> bool {
        self.players.iter().all(|player| player.stage() == Some(Stage::Over))
    }
}

/// Opens so many tables and begins their games, many at a time.
pub async fn many(address: SocketAddr, games: usize, table: &'static str, moves: u32) -> Result<Vec<Pair>> {
    /// So many are begun at a time.
    const AT_ONCE: usize = 100;
    let share = move |worker: usize| (worker..games).step_by(AT_ONCE);
    let workers: Vec<_> = (0..AT_ONCE.min(games))
        .map(|worker| {
            tokio::spawn(async move {
                let mut door = Door::open(address).await?;
                let mut pairs = Vec::new();
                for seed in share(worker) {
                    let mut pair = Pair::open(address, &mut door, table, seed as u64).await?;
                    pair.connect().await?;
                    pair.begin().await?;
                    pair.play(moves).await?;
                    pairs.push(pair);
                }
                Ok::<_, anyhow::Error>(pairs)
            })
        })
        .collect();
    let mut pairs = Vec::new();
    for worker in workers {
        pairs.extend(worker.await??);
    }
    Ok(pairs)
}
