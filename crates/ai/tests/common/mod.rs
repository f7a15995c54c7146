//! Whole games between players.

#![allow(dead_code, reason = "each test file uses its part")]

use ai::{Limits, Player, Stop, Thought};
use chance::Game;
use rules::{Input, Position, Seat, Setup, ToAct};

/// A player's thought without limits.
pub fn think(player: &mut dyn Player, position: &Position, seed: u64) -> Thought {
    player.think(position, &Limits { seed, ..Limits::default() }, &Stop::default(), &mut |_| {})
}

/// The players by name, the first one in this seat and the second in all others.
pub fn seated(first: &str, others: &str, seat: u8, seats: u8) -> Vec<Box<dyn Player + Send>> {
    let name = |n| if n == seat { first } else { others };
    (0..seats).map(|n| ai::player(name(n)).unwrap()).collect()
}

/// Plays a game with the deck of a seed; `see` is shown every thought, the position before it and whose it is.
pub fn play(
    setup: &Setup,
    players: &mut [Box<dyn Player + Send>],
    seed: u64,
    mut see: impl FnMut(Seat, &Position, &Thought),
) -> Position {
    let mut game = Game::new(setup, seed).unwrap();
    loop {
        match game.position().to_act() {
            ToAct::Over(_) => return game.position().clone(),
            ToAct::Chance => assert!(game.draw(&mut ()).is_some()),
            ToAct::Seat(seat) => {
                let thought = think(&mut *players[seat.index()], game.position(), seed);
                see(seat, game.position(), &thought);
                for action in &thought.best.line {
                    assert_eq!(game.position().to_act(), ToAct::Seat(seat), "{:?}", thought.best);
                    game.apply(Input::Act(*action), &mut ()).unwrap();
                }
                assert_ne!(game.position().to_act(), ToAct::Seat(seat), "the whole rest of the turn");
            }
        }
    }
}

/// By how much a seat is ahead of the best other at the end.
pub fn margin(end: &Position, seat: u8) -> i64 {
    let scores: Vec<i64> = end.scores().iter().copied().map(i64::from).collect();
    let others = (0..end.setup().seats).filter(|other| *other != seat);
    let best = others.map(|other| scores[usize::from(other)]).max().unwrap_or(0);
    scores[usize::from(seat)] - best
}
