//! Attacks by what is done at tables.

use super::gang::{Asked, Gang, seat};
use super::scene::Place;
use crate::door::{Door, Route};
use crate::player::{News, Player};
use anyhow::Result;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::task::JoinSet;
use tokio::time::sleep;
use wire::table::{Order, Proposal, Snapshot};

/// Twenty messages a second are what a socket takes.
const A_MESSAGE: Duration = Duration::from_millis(51);

/// A table where its maker has a seat.
const OWN: &str = r#"{"seats":[{"type":"device","name":"Mallory"}]}"#;

impl Gang {
    /// Opens a table and says something as often as it can.
    pub(super) fn chat(&self, attackers: &mut JoinSet<()>, route: Route, seed: u64) {
        self.again(attackers, move |gang| async move {
            let mut door = Door::open(route).await?;
            let Some((game, cookie)) = gang.open_table(&mut door, OWN).await? else {
                return Ok(());
            };
            let log = Asked::get(format!("/api/tables/{game}/log"), cookie.clone());
            let mut player = Player::new(route, &game, cookie, 1, seed)?;
            player.connect().await?;
            for line in 0.. {
                gang.order(&mut player, Order::Say { seat: seat(1), text: "x".repeat(300) }).await?;
                if line % 100 == 99 {
                    gang.send(&mut door, &log).await?;
                }
            }
            Ok(())
        });
    }

    /// Gives an order over a socket and waits for the answer.
    async fn order(&self, player: &mut Player, order: Order) -> Result<()> {
        while !player.is_free() {
            let message = player.hear().await?;
            if let News::Refused(_, why) = player.take(message)? {
                self.tally(|tally| tally.refuse(&why.code, &why.message));
            }
        }
        player.order(order).await?;
        sleep(A_MESSAGE).await;
        Ok(())
    }

    /// Opens a public table that starts from a large position, and stays there.
    pub(super) fn sit_at_crowded(&self, attackers: &mut JoinSet<()>, route: Route, seed: u64) {
        self.again(attackers, move |gang| async move {
            let mut door = Door::open(route).await?;
            let crowded = &gang.target.scene.crowded;
            let Some((game, cookie)) = gang.open_table(&mut door, crowded).await? else {
                sleep(Duration::from_secs(1)).await;
                return Ok(());
            };
            let mut player = Player::new(route, &game, cookie, 1, seed)?;
            player.connect().await?;
            loop {
                let message = player.hear().await?;
                player.take(message)?;
            }
        });
    }

    pub(super) fn storage(&self, attackers: &mut JoinSet<()>) {
        let next = Arc::new(AtomicU64::new(0));
        for _ in 0..16 {
            let next = next.clone();
            self.again(attackers, move |gang| {
                let number = next.fetch_add(1, Ordering::Relaxed);
                async move {
                    let mut door = Door::open(gang.target.far(number, 48)).await?;
                    let crowded = &gang.target.scene.crowded;
                    let Some((game, cookie)) = gang.open_table(&mut door, crowded).await? else {
                        return Ok(());
                    };
                    gang.write_much(&mut door, &game, &cookie).await
                }
            });
        }
    }

    /// Says things at a table by requests.
    async fn write_much(&self, door: &mut Door, game: &str, cookie: &str) -> Result<()> {
        for line in 0..20 {
            let order = Order::Say { seat: seat(1), text: "x".repeat(300) };
            let answer = self.send(door, &Asked::command(game, cookie, line + 1, &order)).await?;
            if answer.status >= 400 {
                break;
            }
        }
        Ok(())
    }

    pub(super) fn seats(&self, attackers: &mut JoinSet<()>) {
        let route = self.target.attacker(1);
        self.again(attackers, move |gang| async move {
            let mut door = Door::open(route).await?;
            let (mut cookie, mut taken) = (String::new(), 0);
            loop {
                // Whoever opens a table is somebody.
                if let Some((_, known)) = gang.open_table(&mut door, "{}").await? {
                    (cookie, taken) = (known, 0);
                }
                for place in &gang.target.scene.open {
                    taken += gang.take_seats(&mut door, &place.game, &cookie).await?;
                    gang.tally(|tally| tally.seats_of_one = tally.seats_of_one.max(taken));
                }
            }
        });
        self.flood(attackers, route, 4, vec![Asked::get("/api/tables".into(), String::new())]);
    }

    /// Takes all seats of a table, and tells how many it got.
    async fn take_seats(&self, door: &mut Door, game: &str, cookie: &str) -> Result<u64> {
        let answer = self.send(door, &Asked::get(format!("/api/tables/{game}"), cookie.into())).await?;
        let Ok(snapshot) = answer.read::<Snapshot>() else { return Ok(0) };
        let mut taken = 0;
        for number in 2..=4 {
            let order = Order::Sit { seat: seat(number), name: format!("Thief {number}") };
            let asked = Asked::command(game, cookie, snapshot.version + taken, &order);
            taken += u64::from(self.send(door, &asked).await?.status == 200);
        }
        self.tally(|tally| tally.seats += taken);
        Ok(taken)
    }

    pub(super) fn votes(&self, attackers: &mut JoinSet<()>) {
        let route = self.target.attacker(1);
        let Place { game, cookie } = self.target.scene.letters.clone();
        self.again(attackers, move |gang| {
            let (game, cookie) = (game.clone(), cookie.clone());
            async move {
                let mut door = Door::open(route).await?;
                let table = Asked::get(format!("/api/tables/{game}"), cookie.clone());
                loop {
                    let answer = gang.send(&mut door, &table).await?;
                    let version = answer.read::<Snapshot>().map_or(0, |snapshot| snapshot.version);
                    let order = Order::Ask { seat: seat(2), proposal: Proposal::Replace { seat: seat(1) } };
                    gang.send(&mut door, &Asked::command(&game, &cookie, version, &order)).await?;
                }
            }
        });
    }

    pub(super) fn computers(&self, attackers: &mut JoinSet<()>) {
        let seats = [r#"{"type":"computer","player":"level-5"}"#; 6].join(",");
        let table = format!(r#"{{"setup":{{"seats":6}},"seats":[{seats}]}}"#);
        for host in self.hosts(8) {
            let (route, table) = (self.target.attacker(host), table.clone());
            self.again(attackers, move |gang| {
                let table = table.clone();
                async move {
                    let mut door = Door::open(route).await?;
                    loop {
                        let Some((game, cookie)) = gang.open_table(&mut door, &table).await? else {
                            sleep(gang.pause()).await;
                            continue;
                        };
                        gang.send(&mut door, &Asked::command(&game, &cookie, 1, &Order::Start {})).await?;
                    }
                }
            });
        }
    }

    pub(super) fn commands(&self, attackers: &mut JoinSet<()>) {
        let route = self.target.attacker(1);
        let Place { game, cookie } = self.target.scene.busy.clone();
        for seed in 0..self.of(200) as u64 {
            let (game, cookie) = (game.clone(), cookie.clone());
            self.again(attackers, move |gang| {
                let (game, cookie) = (game.clone(), cookie.clone());
                async move {
                    let mut player = Player::new(route, &game, cookie, 1, seed)?;
                    player.connect().await?;
                    loop {
                        // Nobody sits down on a seat that is taken.
                        let order = Order::Sit { seat: seat(1), name: "Mallory".into() };
                        gang.order(&mut player, order).await?;
                    }
                }
            });
        }
    }
}
