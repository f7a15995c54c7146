//! Players that are difficult to live with.

use ai::{Info, Limits, Player, Stop, Thought};
use rules::Position;
use server::thinkers::ThinkerConfig;
use std::sync::Arc;
use std::time::Duration;

/// A player that thinks until it is told to stop.
pub struct Sleepy;

impl Player for Sleepy {
    fn think(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &Stop,
        info: &mut dyn FnMut(Info),
    ) -> Thought {
        while !stop.is_stopped() {
            std::thread::sleep(Duration::from_millis(1));
        }
        ai::Random.think(position, limits, stop, info)
    }
}

/// A player that panics.
pub struct Nervous;

impl Player for Nervous {
    fn think(&mut self, _: &Position, _: &Limits, _: &Stop, _: &mut dyn FnMut(Info)) -> Thought {
        panic!("this is too much for me");
    }
}

/// A player that wants to do everything twice.
pub struct Greater;

impl Player for Greater {
    fn think(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &Stop,
        info: &mut dyn FnMut(Info),
    ) -> Thought {
        let mut thought = ai::Random.think(position, limits, stop, info);
        thought.best.line = thought.best.line.repeat(2);
        thought
    }
}

/// One thread on which the same player thinks for all.
pub fn thinker_config<P: Player + Send + 'static>(player: fn() -> P) -> ThinkerConfig {
    ThinkerConfig { threads: 1, queue: 10, players: Arc::new(move |_| Ok(Box::new(player()))) }
}

#[test]
fn the_players_that_may_take_a_seat_are_the_levels_and_those_of_older_tables() {
    let levels = ai::LEVELS.iter().map(|level| level.name);
    assert!(levels.chain(["greedy", "random"]).eq(wire::table::COMPUTER_PLAYERS));
    assert!(wire::table::COMPUTER_PLAYERS.iter().all(|name| ai::player(name).is_ok()));
}
