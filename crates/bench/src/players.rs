//! How fast the players think, and the tuning of their weights.

use ai::strong::play_outs;
use ai::tune::{Quality, Section, Spsa, WeightFit};
use ai::{Greedy, Limits, Player, Stop, Strong};
use chance::FastRandom;
use rules::{Position, Setup, TileSet};
use std::num::NonZero;
use std::time::{Duration, Instant};

/// Evaluations, play-outs and nodes a second, and the time of a first move.
pub fn measure() {
    let positions = positions();
    let (count, seconds) = thoughts(&mut Greedy, &positions, &Limits::default(), 20);
    println!("{:.0} evaluations/s (greedy, base game)", count / seconds);
    let start = Position::new(&Setup::base(2)).expect("playable");
    let (rounds, clock) = (300, Instant::now());
    play_outs(&start, rounds, 7);
    let seconds = clock.elapsed().as_secs_f64();
    println!("{:.0} play-outs/s (base game, from the first turn to the end)", rounds as f64 / seconds);
    let limits = Limits { time: Some(Duration::from_millis(100)), ..Limits::default() };
    let (count, seconds) = thoughts(&mut Strong::default(), &positions, &limits, 1);
    println!("{:.0} nodes/s (strong, base game, 100 ms a turn)", count / seconds);
    for setup in [Setup::base(2), Setup::new(6, &TileSet::ALL)] {
        println!("{:.1} ms to the first move of level 1, {} seats", first_move(&setup), setup.seats);
    }
}

/// Positions from a game at random, in the middle of their turns.
fn positions() -> Vec<Position> {
    let mut random = FastRandom::new(7);
    let mut position = Position::new(&Setup::base(2)).expect("playable");
    let (mut actions, mut found) = (Vec::new(), Vec::new());
    while position.bag_size() > 0 {
        super::draw(&mut position, &mut random);
        if position.hand().is_some() && position.tiles().len().is_multiple_of(6) {
            found.push(position.clone());
        }
        while let rules::ToAct::Seat(_) = position.to_act() {
            position.legal_actions(&mut actions);
            position.play_unchecked(actions[random.below(actions.len() as u32) as usize]);
        }
    }
    found
}

/// Nodes and seconds of thoughts about each position.
fn thoughts(player: &mut dyn Player, positions: &[Position], limits: &Limits, rounds: u32) -> (f64, f64) {
    let (mut nodes, clock) = (0, Instant::now());
    for position in (0..rounds).flat_map(|_| positions) {
        nodes += player.think(position, limits, &Stop::default(), &mut |_| {}).nodes;
    }
    (nodes as f64, clock.elapsed().as_secs_f64())
}

/// The longest time that level 1 takes for a tile of the first turn, in milliseconds.
fn first_move(setup: &Setup) -> f64 {
    let start = Position::new(setup).expect("playable");
    let mut longest = Duration::ZERO;
    for (kind, _) in start.bag() {
        let mut position = start.clone();
        if position.draw(kind, &mut ()).is_err() {
            continue;
        }
        let clock = Instant::now();
        let mut player = ai::player("level-1").expect("there is a first level");
        player.think(&position, &Limits::default(), &Stop::default(), &mut |_| {});
        longest = longest.max(clock.elapsed());
    }
    1e3 * longest.as_secs_f64()
}

/// Rounds after which an evaluation that is fitted to its own games hardly changes any more.
const ROUNDS: u32 = 3;

/// Tunes a section of the weights, by trying or anew from how games end, and prints its lines.
pub fn tune(section: &str, anew: bool, games: u32, seed: u64) {
    let threads = std::thread::available_parallelism().map_or(1, NonZero::get);
    let section = Section::named(section).expect("`cargo xtask tune` knows the sections");
    let tuned = if anew {
        let see = |quality: Quality| {
            eprintln!("mean square error {:.4}, in games kept apart {:.4}", quality.used, quality.apart);
        };
        WeightFit { section, games, rounds: ROUNDS, seed, threads }.run(see)
    } else {
        let see = |done: u32| {
            if done.is_multiple_of(1000) {
                eprintln!("{done} of {games} games");
            }
        };
        Spsa { section, games, seed, threads }.run(see)
    };
    for (name, number) in tuned.expect("the setups are playable") {
        println!("{name} {number:.4}");
    }
}
