//! The random player: legal, repeatable, and done when the seat's turn is.

use ai::{Limits, Player, Random, Stop, Thought};
use chance::{Dealer, Stream};
use rules::{Input, Position, Setup, TileSet, ToAct};
use std::collections::BTreeMap;

fn think(position: &Position, seed: u64) -> Thought {
    let limits = Limits { seed, ..Limits::default() };
    Random.think(position, &limits, &Stop::default(), &mut |_| {})
}

#[test]
fn whole_games_are_played_line_by_line() {
    for seed in 0..5 {
        let mut position = Position::new(&Setup::new(3, &TileSet::ALL)).unwrap();
        let mut dealer = Dealer::new(Stream::new(seed), &position);
        loop {
            match position.to_act() {
                ToAct::Over(_) => break,
                ToAct::Chance => {
                    let kind = dealer.deal(&position).unwrap();
                    position.draw(kind, &mut ()).unwrap();
                }
                ToAct::Seat(seat) => {
                    let thought = think(&position, seed);
                    assert_eq!(thought, think(&position, seed));
                    assert_eq!(thought.candidates[0], thought.best);
                    for action in &thought.best.line {
                        assert_eq!(position.to_act(), ToAct::Seat(seat));
                        position.apply(Input::Act(*action), &mut ()).unwrap();
                    }
                    assert_ne!(position.to_act(), ToAct::Seat(seat), "the whole rest of the turn");
                    let projected = position.projected().map(f64::from);
                    assert_eq!(thought.best.value, projected);
                }
            }
        }
    }
}

#[test]
fn every_action_is_equally_likely() {
    let mut position = Position::new(&Setup::base(2)).unwrap();
    position.draw(rules::Kind::named("E").unwrap(), &mut ()).unwrap();
    let mut counts = BTreeMap::new();
    for seed in 0..4000 {
        *counts.entry(think(&position, seed).best.line[0]).or_insert(0) += 1;
    }
    assert_eq!(counts.len(), 4);
    assert!(counts.values().all(|count| (880..1120).contains(count)), "{counts:?}");
}

#[test]
fn nobody_to_act_is_nothing_to_do() {
    let position = Position::new(&Setup::base(2)).unwrap();
    assert_eq!(think(&position, 1).best.line, []);
}

#[test]
fn a_stop_is_shared_by_its_clones() {
    let stop = Stop::default();
    let other = stop.clone();
    assert!(!other.is_stopped());
    stop.stop();
    assert!(other.is_stopped());
}
