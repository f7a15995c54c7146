//! Random games on the engine and on the oracle, by theme. `cargo xtask oracle` plays many more.

use chance::Stream;
use oracle::{Options, Stats, game, play_and_compare, random_setup};
use rules::{Parts, Setup};

/// Plays games of these sets, with random knobs and sometimes random parts.
fn agree(sets: [u8; rules::TileSet::COUNT], games: u64) -> Stats {
    let mut stats = Stats::default();
    for seed in 0..games {
        let mut stream = Stream::new(seed);
        let asked = random_setup(&mut stream);
        let parts = if seed % 4 == 3 { asked.parts } else { Parts::of_sets(sets) };
        let setup = Setup { sets, parts, bag: None, ..asked };
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
    let stats = agree([1, 0, 0, 0, 0], 30);
    came_up(&stats, &["placed", "follower", "scored figure", "retired"]);
}

#[test]
fn river() {
    let stats = agree([0, 1, 1, 0, 0], 60);
    came_up(&stats, &["placed", "follower", "scored figure"]);
}

#[test]
fn traders() {
    let stats = agree([1, 0, 0, 1, 0], 16);
    came_up(&stats, &["builder", "pig", "second tile", "goods taken", "scored figure"]);
}

#[test]
fn dragon() {
    let stats = agree([1, 0, 0, 0, 1], 16);
    came_up(&stats, &["dragon came", "held back", "dragon moved", "eaten", "evicted", "fairy moved"]);
}

#[test]
fn everything() {
    let stats = agree([1, 1, 1, 1, 1], 8);
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
