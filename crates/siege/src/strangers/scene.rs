//! What is there before strangers come: large games, open tables, a game by correspondence. It is made once, by a
//! server whose limits are lifted, and every attack has a copy of it.

use crate::door::Door;
use crate::house::{ServerConfig, ServerProcess};
use crate::pair::{BASE, Pair, SHORT};
use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};
use std::path::Path;
use wire::table::{NewTable, Opened, Order, Snapshot};

/// Public tables with open seats.
const OPEN_TABLES: usize = 20;
const OPEN: &str = r#"{"setup":{"seats":4},"public":true,"seats":[{"type":"device","name":"Host"}]}"#;

/// Both seats are one person's.
const ALONE: &str = r#"{"seats":[{"type":"device","name":"Ann"},{"type":"device","name":"Bo"}]}"#;

/// A game that is analysed in no time.
const TINY: &str = r#"{"setup":{"bag":{"U":2}},"seats":[{"type":"device","name":"Ann"}]}"#;

/// How much is there.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// Base sets of the large game.
    sets: u32,
    /// So many actions of it are in the position that others start from.
    crowded: u32,
    /// Tiles of a uniform board, and how many of them there are.
    uniform: u32,
    boards: u64,
    /// Finished games that nobody has in memory.
    cold: usize,
    /// Tables of one person that start from the large position.
    busy: usize,
    /// The short game.
    short: &'static str,
    /// Whether the picture that everybody else wants is of the large game.
    draws_large: bool,
}

impl Size {
    /// A game of 648 tiles, the largest that people are likely to make, and positions of about as much as a request may
    /// bring.
    pub const FULL: Size = Size {
        sets: 9,
        crowded: 1200,
        uniform: 180,
        boards: 20,
        cold: 60,
        busy: 130,
        short: SHORT,
        draws_large: true,
    };
    /// Large games, and little else.
    pub const LARGE: Size = Size { uniform: 40, boards: 1, cold: 0, short: TINY, ..Size::FULL };
    /// What is made in seconds by a program that is not optimised.
    pub const SMALL: Size = Size {
        sets: 2,
        crowded: 200,
        uniform: 40,
        boards: 3,
        cold: 4,
        busy: 10,
        short: TINY,
        draws_large: false,
    };

    fn large(&self) -> String {
        format!(
            r#"{{"setup":{{"sets":{{"base":{}}}}},"seats":[{{"type":"device","name":"Ann"}}]}}"#,
            self.sets
        )
    }
}

/// What attackers know of it.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
pub struct Scene {
    /// A large game that is over.
    pub large: Place,
    /// A game of which everybody else wants a picture.
    pub picture: Place,
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
    /// One of many tables of one person.
    pub busy: Place,
    /// Finished games that nobody has looked at since the server started.
    pub cold: Vec<Place>,
    /// Tables that start from boards on which all places look the same, and end soon.
    pub uniform: Vec<String>,
    /// A finished game of the same kind.
    pub uniform_record: String,
    /// What the addresses of the page's files have in common.
    pub assets: String,
}

/// A table and somebody who may be there.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
pub struct Place {
    pub game: String,
    pub cookie: String,
}

impl Scene {
    /// Makes one in the plan's folder.
    pub async fn make(plan: &mut ServerConfig, size: Size) -> Result<Scene> {
        let house = plan.start().await?;
        house.ready().await?;
        let scene = Scene::on(&house, size).await?;
        ensure!(house.stop().await?.success(), "the server did not stop in order");
        Ok(scene)
    }

    async fn on(house: &ServerProcess, size: Size) -> Result<Scene> {
        // A game may take so long that a connection is closed over which nothing is asked for.
        let door = || Door::open(house.address);
        let (table, crowded) = (size.large(), started(house, &size.large(), size.crowded, 1).await?);
        let large = finished(house, &table).await?;
        let base = finished(house, BASE).await?;
        let short = finished(house, size.short).await?;
        let mut cold = Vec::new();
        for _ in 0..size.cold {
            cold.push(finished(house, SHORT).await?);
        }
        let busy = NewTable { public: false, ..crowded.clone() };
        let busy = tables(&mut door().await?, &wire::write(&busy), size.busy).await?.swap_remove(0);
        let board = board_of(size.uniform, 0);
        let uniform = finished(house, &board).await?;
        let uniform_record = record_of(&mut door().await?, &uniform).await?;
        let (mut uniform, ending) = (Vec::new(), board_of(size.uniform, 12));
        for seed in 0..size.boards {
            let mut table = started(house, &ending, 2 * size.uniform - 2, seed).await?;
            table.seats = wire::read::<NewTable>(ALONE)?.seats;
            uniform.push(wire::write(&table));
        }
        Ok(Scene {
            record: record_of(&mut door().await?, &base).await?,
            short_record: record_of(&mut door().await?, &short).await?,
            open: tables(&mut door().await?, OPEN, OPEN_TABLES).await?,
            letters: letters(house).await?,
            uniform,
            assets: assets(&mut door().await?).await?,
            crowded: wire::write(&crowded),
            picture: if size.draws_large { large.clone() } else { short },
            large,
            busy,
            cold,
            uniform_record,
        })
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

async fn played(house: &ServerProcess, table: &str, actions: u32, seed: u64) -> Result<Pair> {
    let mut pair = Pair::begun(house.address, table, seed).await?;
    pair.play(actions).await?;
    Ok(pair)
}

async fn finished(house: &ServerProcess, table: &str) -> Result<Place> {
    let pair = played(house, table, u32::MAX, 1).await?;
    ensure!(pair.is_over(), "the game does not end");
    let [maker, _] = pair.players;
    Ok(Place { game: pair.game, cookie: maker.cookie })
}

async fn record_of(door: &mut Door, place: &Place) -> Result<String> {
    let answer = door.get(&format!("/api/tables/{}/record", place.game), &place.cookie).await?;
    ensure!(answer.status == 200, "there is no record: {}", answer.body);
    Ok(answer.body)
}

/// A public table for one that starts where another is after so many actions.
async fn started(house: &ServerProcess, table: &str, actions: u32, seed: u64) -> Result<NewTable> {
    let mut pair = played(house, table, actions, seed).await?;
    let door = &mut Door::open(house.address).await?;
    let path = format!("/api/tables/{}", pair.game);
    let snapshot: Snapshot = door.get(&path, &pair.players[0].cookie).await?.read()?;
    // Nobody may start from a position of a game that is being played.
    pair.players[0]
        .order(Order::Resign { seat: 1.try_into().ok().context("seats are counted from 1")? })
        .await?;
    pair.settle().await?;
    let mut table: NewTable = wire::read(table)?;
    (table.setup.arranged, table.public) = (None, true);
    table.setup.start = Some(snapshot.view.context("a game that runs can be seen")?);
    let length = wire::write(&table).len();
    ensure!(length < 60_000, "the position has {length} bytes");
    Ok(table)
}

/// A table with so many monasteries, and then so many roads.
fn board_of(monasteries: u32, roads: u32) -> String {
    let tiles = (0..monasteries).map(|_| "B").chain((0..roads).map(|_| "U"));
    let arranged: Vec<&str> = tiles.collect();
    let mut bag = serde_json::json!({ "B": monasteries });
    if roads > 0 {
        bag["U"] = roads.into();
    }
    let setup = serde_json::json!({ "bag": bag, "arranged": arranged });
    serde_json::json!({ "setup": setup, "seats": [{ "type": "device", "name": "Ann" }] }).to_string()
}

/// So many tables of one person.
async fn tables(door: &mut Door, table: &str, count: usize) -> Result<Vec<Place>> {
    let (mut cookie, mut places) = (String::new(), Vec::new());
    for _ in 0..count {
        let answer = door.post("/api/tables", &cookie, table).await?;
        let opened: Opened = answer.read()?;
        cookie = answer.cookie.unwrap_or(cookie);
        places.push(Place { game: opened.game, cookie: cookie.clone() });
    }
    Ok(places)
}

async fn letters(house: &ServerProcess) -> Result<Place> {
    let pair = played(house, BASE, 4, 1).await?;
    let [_, guest] = pair.players;
    Ok(Place { game: pair.game, cookie: guest.cookie })
}

/// The part of a path by which the page's files of this version are told from those of others.
async fn assets(door: &mut Door) -> Result<String> {
    let page = door.get("/", "").await?.body;
    let path = page.split("/assets/").nth(1).context("the page has files")?;
    path.split('/').next().map(str::to_owned).context("files have a folder")
}
