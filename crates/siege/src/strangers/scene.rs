//! What is there before strangers come: large games, open tables, a game by correspondence. It is made once, by a
//! server whose limits are lifted, and every attack has a copy of it.

use crate::door::Door;
use crate::house::{ServerConfig, ServerProcess};
use crate::pair::{BASE, Pair, SHORT};
use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};
use std::path::Path;
use wire::table::{NewTable, Opened, Snapshot};

/// A game of 648 tiles, the largest that people are likely to make.
const LARGE: &str = r#"{"setup":{"sets":{"base":9}},"seats":[{"type":"device","name":"Ann"}]}"#;
/// So many actions of it are in the position that others start from: about as much as a request may bring.
const CROWDED: u32 = 1200;
/// Public tables with open seats.
const OPEN_TABLES: usize = 20;

/// What attackers know of it.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
pub struct Scene {
    /// A large game that is over.
    pub large: Place,
    /// A game of the base set that is over, as a record.
    pub record: String,
    /// A short one.
    pub short_record: String,
    /// A public table that starts from a large position, as it is asked for.
    pub crowded: String,
    /// Public tables with open seats, of one host.
    pub open: Vec<Place>,
    /// A game by correspondence: the attacker plays the second seat.
    pub letters: Place,
}

/// A table and somebody who may be there.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
pub struct Place {
    /// The table.
    pub game: String,
    /// The person.
    pub cookie: String,
}

impl Scene {
    /// Makes one in the plan's folder.
    pub async fn make(plan: &mut ServerConfig) -> Result<Scene> {
        let house = plan.start().await?;
        house.ready().await?;
        let scene = Scene::on(&house).await?;
        ensure!(house.stop().await?.success(), "the server did not stop in order");
        Ok(scene)
    }

    async fn on(house: &ServerProcess) -> Result<Scene> {
        let mut door = Door::open(house.address).await?;
        let crowded = crowded(house, &mut door).await?;
        let large = finished(house, &mut door, LARGE).await?;
        let base = finished(house, &mut door, BASE).await?;
        let short = finished(house, &mut door, SHORT).await?;
        let record = record_of(&mut door, &base).await?;
        let short_record = record_of(&mut door, &short).await?;
        let open = open_tables(&mut door).await?;
        let letters = letters(house, &mut door).await?;
        Ok(Scene { large, record, short_record, crowded, open, letters })
    }

    /// Copies the scene's data, so that an attack starts from the same.
    pub fn copy(from: &Path, to: &Path) -> Result<()> {
        std::fs::create_dir_all(to)?;
        for file in std::fs::read_dir(from)? {
            let file = file?;
            if file.file_type()?.is_file() {
                std::fs::copy(file.path(), to.join(file.file_name()))?;
            }
        }
        Ok(())
    }
}

async fn played(house: &ServerProcess, door: &mut Door, table: &str, actions: u32) -> Result<Pair> {
    let mut pair = Pair::open(house.address, door, table, 1).await?;
    pair.connect().await?;
    pair.begin().await?;
    pair.play(actions).await?;
    Ok(pair)
}

async fn finished(house: &ServerProcess, door: &mut Door, table: &str) -> Result<Place> {
    let pair = played(house, door, table, u32::MAX).await?;
    ensure!(pair.is_over(), "the game does not end");
    let [maker, _] = pair.players;
    Ok(Place { game: pair.game, cookie: maker.cookie })
}

async fn record_of(door: &mut Door, place: &Place) -> Result<String> {
    let answer = door.get(&format!("/api/tables/{}/record", place.game), &place.cookie).await?;
    ensure!(answer.status == 200, "there is no record: {}", answer.body);
    Ok(answer.body)
}

async fn crowded(house: &ServerProcess, door: &mut Door) -> Result<String> {
    let pair = played(house, door, LARGE, CROWDED).await?;
    let path = format!("/api/tables/{}", pair.game);
    let snapshot: Snapshot = door.get(&path, &pair.players[0].cookie).await?.read()?;
    let mut table: NewTable = wire::read(LARGE)?;
    table.setup.start = Some(snapshot.view.context("a game that runs can be seen")?);
    table.public = true;
    let text = wire::write(&table);
    ensure!((20_000..60_000).contains(&text.len()), "the position has {} bytes", text.len());
    Ok(text)
}

async fn open_tables(door: &mut Door) -> Result<Vec<Place>> {
    let table = r#"{"setup":{"seats":4},"public":true,"seats":[{"type":"device","name":"Host"}]}"#;
    let (mut cookie, mut places) = (String::new(), Vec::new());
    for _ in 0..OPEN_TABLES {
        let answer = door.post("/api/tables", &cookie, table).await?;
        let opened: Opened = answer.read()?;
        cookie = answer.cookie.unwrap_or(cookie);
        places.push(Place { game: opened.game, cookie: cookie.clone() });
    }
    Ok(places)
}

async fn letters(house: &ServerProcess, door: &mut Door) -> Result<Place> {
    let pair = played(house, door, BASE, 4).await?;
    let [_, guest] = pair.players;
    Ok(Place { game: pair.game, cookie: guest.cookie })
}
