//! `kill -9` in the middle of writing.

use crate::common::{SECRET, TempStore, entry, game, last};
use crate::{child, common};
use server::store::sqlite::Sqlite;
use server::store::{GameId, Store};
use std::collections::{BTreeMap, VecDeque};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Stdio;
use std::thread;

const THREADS: u64 = 3;
const GAMES: u64 = 4;

/// In another process: appends as fast as it can, and says what was acknowledged.
pub fn append_for_ever(database: &Path) {
    let store = Store::from(Sqlite::open(database, &common::options()).unwrap());
    thread::scope(|scope| {
        for thread in 0..THREADS {
            let store = store.clone();
            scope.spawn(move || append_to_some(&store, thread));
        }
    });
}

fn append_to_some(store: &Store, thread: u64) {
    let games: Vec<_> = (0..GAMES).map(|number| game(thread * GAMES + number)).collect();
    let lasts = games.iter().map(|game| store.game(*game).unwrap().map_or(0, |row| row.version));
    let mut versions: Vec<u64> = lasts.collect();
    let mut pending = VecDeque::new();
    for turn in (0..games.len()).cycle() {
        versions[turn] += 1;
        let next = entry(games[turn], versions[turn]);
        let name = format!("{} {}", next.game, next.version);
        let order = if next.version == 1 { store.create(SECRET, next) } else { store.append(next) };
        pending.push_back((name, order));
        if pending.len() > 6 {
            let (name, order) = pending.pop_front().unwrap();
            order.wait().unwrap();
            child::say(&name);
        }
    }
}

#[test]
fn nothing_acknowledged_is_lost_when_the_process_is_killed() {
    let place = TempStore::new();
    let mut acknowledged = BTreeMap::new();
    for wanted in [1, 700, 30, 250, 2, 1500] {
        acknowledge_and_kill(&place, wanted, &mut acknowledged);
        let store = place.open();
        for number in 0..THREADS * GAMES {
            let (said, stored) = (acknowledged.get(&game(number)).copied(), last(&store, game(number)));
            assert!(stored >= said.unwrap_or(0), "{said:?} was acknowledged, {stored} is there");
        }
    }
}

/// Lets a process go on until so many writes are acknowledged, and notes all it said before it was gone.
pub fn acknowledge_and_kill(place: &TempStore, wanted: usize, acknowledged: &mut BTreeMap<GameId, u64>) {
    let mut process = child::process("append", &place.path).stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(process.stdout.take().unwrap());
    let mut line = String::new();
    let mut heard = 0;
    while lines.read_line(&mut line).unwrap() > 0 {
        let whole = line.strip_suffix('\n').and_then(child::said);
        if let Some((game, version)) = whole.and_then(|said| said.split_once(' ')) {
            acknowledged.insert(game.parse().unwrap(), version.parse().unwrap());
            heard += 1;
        }
        if heard == wanted {
            process.kill().unwrap();
        }
        line.clear();
    }
    process.wait().unwrap();
    assert!(heard >= wanted, "the process ended by itself after {heard} writes");
}
