//! Random games on the engine and on the oracle, by theme. `cargo xtask oracle` plays many more.

use chance::Stream;
use oracle::{Options, Stats, game, play_and_compare, random_setup};
use rules::TileSet::{Base, Dragon, River, Traders, Winter};
use rules::{Setup, TileSet};

/// Plays games of these sets, with random knobs and sometimes random parts.
fn agree(sets: &[TileSet], games: u64) -> Stats {
    let mut stats = Stats::default();
    for seed in 0..games {
        let mut stream = Stream::new(seed);
        let asked = random_setup(&mut stream);
        let mut setup = Setup::new(asked.seats, sets).with_knobs(asked.knobs);
        setup.supply = asked.supply;
        if seed % 4 == 3 {
            setup.parts = asked.parts;
        }
        match play_and_compare(&setup, &mut stream, &Options::default()) {
            Ok(more) => stats.add(&more),
            Err(mismatch) => panic!("game {seed} of the sets {sets:?}\n{mismatch}"),
        }
    }
    stats
}

fn came_up(stats: &Stats, things: &[&str]) {
    for thing in things {
        assert!(stats.count(thing) > 0, "`{thing}` never came up: {stats:?}");
    }
}

#[test]
fn base() {
    let stats = agree(&[Base], 30);
    came_up(&stats, &["placed", "follower", "scored figure", "retired"]);
}

#[test]
fn river() {
    let stats = agree(&[Winter, River], 60);
    came_up(&stats, &["placed", "follower", "scored figure"]);
}

#[test]
fn traders() {
    let stats = agree(&[Base, Traders], 16);
    came_up(&stats, &["builder", "pig", "second tile", "goods taken", "scored figure"]);
}

#[test]
fn dragon() {
    let stats = agree(&[Base, Dragon], 16);
    came_up(&stats, &["dragon came", "held back", "dragon moved", "eaten", "evicted", "fairy moved"]);
}

#[test]
fn everything() {
    let stats = agree(&TileSet::ALL, 8);
    came_up(&stats, &["second tile", "eaten", "left alone", "fairy bonus", "most goods", "through a portal"]);
}

#[test]
fn anything() {
    let mut stats = Stats::default();
    for seed in 0..100 {
        match game(seed, &Options::default()) {
            Ok(more) => stats.add(&more),
            Err(mismatch) => panic!("{mismatch}"),
        }
    }
    came_up(&stats, &["removed", "set aside", "held back", "left alone", "fairy alone", "retired"]);
}
