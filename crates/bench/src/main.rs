//! The measured loops, all through the public interface. `cargo xtask bench` runs them and counts.

mod players;

use chance::FastRandom;
use rules::{Action, Kind, LAKE, Mark, Phase, Pile, Position, Setup, TileSet, ToAct};
use std::hint::black_box;
use std::time::Instant;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let number = |text: &str| text.parse().unwrap_or(1000);
    match words[..] {
        ["base", games] => games_per_second(&Setup::base(2), number(games)),
        ["all", games] => games_per_second(&Setup::new(3, &TileSet::ALL), number(games)),
        ["size"] => size(),
        ["copy"] => copies(),
        ["growth"] => growth(),
        ["players"] => players::measure(),
        ["tune" | "fit", section, games, seed] => {
            players::tune(section, words[0] == "fit", number(games), number(seed).into());
        }
        _ => {
            eprintln!(
                "bench base GAMES | all GAMES | size | copy | growth | players | tune SECTION GAMES SEED | fit SECTION GAMES SEED; \
                 `cargo xtask bench` and `cargo xtask tune` run them"
            );
            std::process::exit(2);
        }
    }
}

/// What was met while playing.
#[derive(Clone, Default)]
struct Met {
    turns: u64,
    placements: u64,
    options: u64,
    points: u64,
}

fn games_per_second(setup: &Setup, games: u32) {
    let start = Position::new(setup).expect("the benchmark's setups are playable");
    let clock = Instant::now();
    let met = games_from(&start, games);
    let seconds = clock.elapsed().as_secs_f64();
    let (games, turns) = (f64::from(games), met.turns as f64);
    println!(
        "{:.0} games/s, mean score {:.2}, {:.2} placements and {:.2} figure options a turn",
        games / seconds,
        met.points as f64 / games / f64::from(setup.seats),
        met.placements as f64 / turns,
        met.options as f64 / turns,
    );
}

/// Plays random games from a position on.
fn games_from(start: &Position, games: u32) -> Met {
    let mut position = start.clone();
    let mut actions = Vec::with_capacity(2000);
    let mut random = FastRandom::new(7);
    let mut met = Met::default();
    let full = Deck::of(start);
    let mut deck = full.clone();
    for _ in 0..games {
        position.copy_from(start);
        deck.refill(&full);
        play(&mut position, &mut deck, &mut actions, &mut random, &mut met);
    }
    met
}

/// One random game: every placement and every figure option equally likely.
fn play(
    position: &mut Position,
    deck: &mut Deck,
    actions: &mut Vec<Action>,
    random: &mut FastRandom,
    met: &mut Met,
) {
    let [mut placements, mut options] = [0; 2];
    while !matches!(position.phase(), Phase::Over(_)) {
        if let Phase::Draw { pile } = position.phase() {
            deck.deal(pile, position, random);
        }
        if position.phase() == Phase::Place {
            placements += decide(position, actions, random);
        }
        if position.phase() == Phase::Figure {
            options += decide(position, actions, random);
        }
        while matches!(position.phase(), Phase::Dragon { .. } | Phase::Extra) {
            decide(position, actions, random);
        }
    }
    met.placements += placements;
    met.options += options;
    met.turns += position.tiles().len() as u64 - 1;
    met.points += position.scores().iter().map(|score| u64::from(*score)).sum::<u64>();
}

/// Lists what can be done and does one of it. Says how much there was.
#[inline(always)]
fn decide(position: &mut Position, actions: &mut Vec<Action>, random: &mut FastRandom) -> u64 {
    position.legal_actions(actions);
    position.play_unchecked(actions[random.below(actions.len() as u32) as usize]);
    actions.len() as u64
}

/// The tiles to draw.
#[derive(Clone, Default)]
struct Deck {
    piles: [Vec<Kind>; 3],
    held: Vec<Kind>,
}

impl Deck {
    fn of(start: &Position) -> Deck {
        let mut deck = Deck::default();
        for (kind, count) in start.view().left.iter() {
            let pile = match kind.name() {
                LAKE => Pile::Lake,
                _ if kind.tile().set == TileSet::River => Pile::River,
                _ => Pile::Main,
            };
            deck.piles[pile as usize].extend(std::iter::repeat_n(kind, usize::from(count)));
        }
        deck
    }

    fn refill(&mut self, full: &Deck) {
        self.piles.clone_from(&full.piles);
        self.held.clear();
    }

    fn deal(&mut self, pile: Pile, position: &mut Position, random: &mut FastRandom) {
        let tiles = &mut self.piles[pile as usize];
        if !self.held.is_empty() && usize::from(position.bag_size()) > tiles.len() {
            tiles.append(&mut self.held);
        }
        let kind = tiles.swap_remove(random.below(tiles.len() as u32) as usize);
        position.draw(kind, &mut ()).expect("a tile of the bag can be drawn");
        if position.phase() != Phase::Place && kind.tile().mark == Some(Mark::Dragon) {
            self.held.push(kind);
        }
    }
}

fn draw(position: &mut Position, random: &mut FastRandom) {
    let n = random.below(u32::from(position.bag_size())) as u16;
    let kind = position.nth_in_bag(n).expect("there is an nth tile");
    position.draw(kind, &mut ()).expect("a tile of the bag can be drawn");
}

/// What games need of the memory: bytes of a position, and allocations once there are one and room for its actions.
fn size() {
    for (name, setup) in [("base", Setup::base(2)), ("all", Setup::new(3, &TileSet::ALL))] {
        let start = Position::new(&setup).expect("playable");
        let allocations = |games| {
            let played = || _ = black_box(games_from(&start, games));
            allocation_counter::measure(played).count_total
        };
        println!(
            "Bytes of a position, {name}: {}; allocations in 19 games: {}",
            start.bytes(),
            allocations(20) - allocations(1)
        );
    }
}

fn copies() {
    let start = Position::new(&Setup::base(2)).expect("playable");
    let mut random = FastRandom::new(7);
    let mut actions = Vec::new();
    for (when, turns) in [("first", 0), ("middle", 36), ("last", 70)] {
        let mut position = start.clone();
        let mut target = start.clone();
        advance(&mut position, turns, &mut actions, &mut random);
        let (rounds, clock) = (2_000_000u32, Instant::now());
        for _ in 0..rounds {
            black_box(&mut target).copy_from(black_box(&position));
        }
        let nanoseconds = clock.elapsed().as_secs_f64() * 1e9 / f64::from(rounds);
        println!("copy_from in the {when} turn: {nanoseconds:.0} ns of at most {} bytes", position.bytes());
    }
}

/// Plays until so many tiles have been laid.
fn advance(position: &mut Position, tiles: usize, actions: &mut Vec<Action>, random: &mut FastRandom) {
    while position.tiles().len() <= tiles {
        match position.to_act() {
            ToAct::Over(_) => break,
            ToAct::Chance => draw(position, random),
            ToAct::Seat(_) => {
                position.legal_actions(actions);
                position.play_unchecked(actions[random.below(actions.len() as u32) as usize]);
            }
        }
    }
}

/// Time a turn against legal placements a turn, up to a thousand tiles.
fn growth() {
    const STEP: usize = 100;
    const GAMES: usize = 40;
    let setup = Setup::base(2).with_sets([(TileSet::Base, 13)].into());
    let start = Position::new(&setup).expect("936 tiles");
    let mut rows = vec![(0.0, Met::default()); start.bag_size() as usize / STEP + 1];
    let mut random = FastRandom::new(7);
    let mut actions = Vec::with_capacity(20_000);
    for _ in 0..GAMES {
        let mut position = start.clone();
        while !matches!(position.to_act(), ToAct::Over(_)) {
            let (seconds, met) = &mut rows[position.tiles().len() / STEP];
            let clock = Instant::now();
            one_turn(&mut position, &mut actions, &mut random, met);
            *seconds += clock.elapsed().as_secs_f64();
        }
    }
    println!("tiles laid  placements a turn  ns a turn  ns a placement");
    for (row, (seconds, met)) in rows.iter().enumerate() {
        let (turns, placements) = (met.turns as f64, met.placements as f64);
        let (each, nanoseconds) = (placements / turns, seconds * 1e9 / turns);
        println!("{:>10}  {each:>17.1}  {nanoseconds:>9.0}  {:>14.1}", row * STEP, nanoseconds / each);
    }
}

fn one_turn(position: &mut Position, actions: &mut Vec<Action>, random: &mut FastRandom, met: &mut Met) {
    loop {
        match position.to_act() {
            ToAct::Chance => draw(position, random),
            ToAct::Seat(_) => {
                position.legal_actions(actions);
                let placing = position.phase() == Phase::Place;
                if placing {
                    met.turns += 1;
                    met.placements += actions.len() as u64;
                }
                position.play_unchecked(actions[random.below(actions.len() as u32) as usize]);
                if !placing {
                    return;
                }
            }
            ToAct::Over(_) => return,
        }
    }
}
