//! How many entries a second this disk takes: `cargo run --release -p server --example appends [entries] [folder]`.

use server::store::sqlite::{OpenError, Options, Sqlite};
use server::store::{Append, GameId, GameStore, Index, Pending, Secret, StoreError};
use std::collections::VecDeque;
use std::ops::Range;
use std::path::PathBuf;
use std::time::Instant;

const GAMES: u64 = 500;

fn main() -> Result<(), OpenError> {
    let mut arguments = std::env::args().skip(1);
    let entries = arguments.next().and_then(|number| number.parse().ok()).unwrap_or(20_000);
    let folder = arguments.next().map_or_else(std::env::temp_dir, PathBuf::from);
    let folder = tempfile::tempdir_in(&folder).map_err(|error| StoreError::Io(error.to_string()))?;
    let store = Sqlite::open(&folder.path().join("appends.db"), &Options::default())?;
    keep_under_way(256, 0..GAMES, |turn| store.create(Secret([0; 32]), entry(turn)))?;
    let mut turn = GAMES;
    for (name, under_way) in [("one by one", 1), ("50 at a time", 50), ("256 at a time", 256)] {
        let turns = turn..turn + entries;
        turn = turns.end;
        let clock = Instant::now();
        keep_under_way(under_way, turns, |turn| store.append(entry(turn)))?;
        println!("{name}: {:.0} durable entries a second", entries as f64 / clock.elapsed().as_secs_f64());
    }
    Ok(())
}

/// Orders a write for each turn; so many wait at the same time.
fn keep_under_way(
    many: usize,
    turns: Range<u64>,
    order: impl Fn(u64) -> Pending<()>,
) -> Result<(), StoreError> {
    let mut pending = VecDeque::new();
    for turn in turns {
        if pending.len() == many {
            pending.pop_front().map_or(Ok(()), Pending::wait)?;
        }
        pending.push_back(order(turn));
    }
    pending.into_iter().try_for_each(Pending::wait)
}

/// Every game in turn gets an entry.
fn entry(turn: u64) -> Append {
    Append {
        words: Vec::new(),
        game: game(turn % GAMES),
        version: turn / GAMES + 1,
        at: turn as i64,
        entry: format!("{turn:0300}"),
        index: Index {
            stage: "running".into(),
            public: turn.is_multiple_of(2),
            title: "A table".into(),
            due: Some(turn as i64),
            summary: format!("{turn:0150}"),
            ..Index::default()
        },
    }
}

fn game(number: u64) -> GameId {
    let mut id = [0; 10];
    id[..8].copy_from_slice(&number.wrapping_mul(0x9e37_79b9_7f4a_7c15).to_be_bytes());
    GameId(id)
}
