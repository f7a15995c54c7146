//! What holds for every player: legal lines in every setup, the same thought from the same seed, and a clear answer
//! where there is nothing to think about.

mod common;

use ai::{Limits, Stop, Thought};
use chance::{Dealer, Stream};
use common::{margin, play, seated};
use rules::{Position, Setup, ToAct};
use std::num::NonZeroUsize;
use std::time::Duration;

/// Each player, with a node limit under which a game takes no time.
const PLAYERS: &[(&str, u64)] = &[
    ("strong", 300),
    ("quick", 1),
    ("greedy", 1000),
    ("greedy1", 1000),
    ("mcts:20", 20),
    ("star:2:3", 200),
    ("random", 1),
    ("level-1", 300),
    ("level-4", 300),
];

fn think(name: &str, position: &Position, limits: &Limits) -> Thought {
    ai::player(name).unwrap().think(position, limits, &Stop::default(), &mut |_| {})
}

fn limits(nodes: u64, seed: u64) -> Limits {
    Limits { nodes: Some(nodes), seed, ..Limits::default() }
}

/// Plays a whole game, one player in all seats, looking at every thought.
fn whole_game(name: &str, nodes: u64, setup: &Setup, seed: u64, mut see: impl FnMut(&Position, &Thought)) {
    let mut position = Position::new(setup).unwrap();
    let mut dealer = Dealer::new(Stream::new(seed), &position);
    loop {
        match position.to_act() {
            ToAct::Over(_) => return,
            ToAct::Chance => {
                let kind = dealer.deal(&position).unwrap();
                position.draw(kind, &mut ()).unwrap();
            }
            ToAct::Seat(seat) => {
                let thought = think(name, &position, &limits(nodes, seed));
                see(&position, &thought);
                for action in &thought.best.line {
                    assert_eq!(position.to_act(), ToAct::Seat(seat), "{name}: {:?}", thought.best);
                    position.play(*action, &mut ()).unwrap();
                }
                assert_ne!(position.to_act(), ToAct::Seat(seat), "{name}: the whole rest of the turn");
            }
        }
    }
}

#[test]
fn every_player_plays_by_the_rules_in_every_setup() {
    for (n, (name, nodes)) in PLAYERS.iter().enumerate() {
        let mut stream = Stream::new(40 + n as u64);
        for seats in 1..=6 {
            let mut setup = oracle::random_setup(&mut stream);
            // As many figures as that setup gives may be too many for more seats.
            if seats > setup.seats {
                setup.supply = Setup::base(seats).supply;
            }
            setup.seats = seats;
            whole_game(name, *nodes, &setup, seats.into(), |_, thought| {
                assert_eq!(thought.candidates[0], thought.best, "{name}");
                assert!(thought.best.value.iter().all(|value| value.is_finite()), "{name}");
            });
        }
    }
}

#[test]
fn the_same_seed_and_nodes_give_the_same_thought_on_any_number_of_threads() {
    for (name, nodes) in PLAYERS {
        let mut looked = 0;
        whole_game(name, *nodes, &Setup::new(2, &rules::TileSet::ALL), 5, |position, thought| {
            looked += 1;
            if looked % 40 == 3 {
                for threads in [1, 3] {
                    let threads = NonZeroUsize::new(threads).unwrap();
                    let again = think(name, position, &Limits { threads, ..limits(*nodes, 5) });
                    assert_eq!(again, *thought, "{name}");
                }
            }
        });
    }
}

#[test]
fn nobody_to_act_is_nothing_to_do() {
    for (name, nodes) in PLAYERS {
        let mut position = Position::new(&Setup::base(2)).unwrap();
        assert_eq!(think(name, &position, &limits(*nodes, 1)).best.line, []);
        position.apply(rules::Input::EndNow, &mut ()).unwrap();
        let thought = think(name, &position, &limits(*nodes, 1));
        assert_eq!((thought.best.line, thought.nodes), (Vec::new(), 0), "{name}");
    }
}

#[test]
fn a_budget_of_nothing_still_gives_a_move() {
    let mut position = Position::new(&Setup::base(3)).unwrap();
    position.draw(rules::Kind::named("U").unwrap(), &mut ()).unwrap();
    let stopped = Stop::default();
    stopped.stop();
    for (name, _) in PLAYERS {
        let no_time = Limits { time: Some(Duration::ZERO), ..Limits::default() };
        for (limits, stop) in [
            (limits(0, 1), Stop::default()),
            (no_time, Stop::default()),
            (Limits::default(), stopped.clone()),
        ] {
            let line = ai::player(name).unwrap().think(&position, &limits, &stop, &mut |_| {}).best.line;
            let mut after = position.clone();
            assert!(!line.is_empty(), "{name}");
            line.iter().for_each(|action| after.play(*action, &mut ()).unwrap());
        }
    }
}

#[test]
fn one_way_to_go_on_is_taken() {
    let corridor = "seats=2 parts=dragon bag=dragon-17;dragon-16;B*4;U*4 tiles=D@0,0;dragon-17@1,0;dragon-16@2,0 \
        dragon=1,0 visited=0,0;1,0 turn=2 phase=dragon:5:1";
    let position = rules::notation::parse_position(corridor).unwrap();
    for (name, nodes) in PLAYERS {
        let thought = think(name, &position, &limits(*nodes, 1));
        assert_eq!(thought.best.line, [rules::Action::MoveDragon { side: rules::Side::East }], "{name}");
    }
}

#[test]
fn yardsticks_beat_chance() {
    for name in ["greedy1", "mcts:100", "star:3:5"] {
        let end = play(&Setup::base(2), &mut seated(name, "random", 1, 2), 3, |_, _, _| {});
        assert!(margin(&end, 1) > 20, "{name}: {}", margin(&end, 1));
    }
}

/// Tables of different years can be compared only if these numbers never change.
#[test]
fn yardsticks_stay_as_they_are() {
    let (base, all) = (Setup::base(2), Setup::new(2, &rules::TileSet::ALL));
    let wanted = [
        ("greedy", &base, [73, 103]),
        ("greedy", &all, [277, 210]),
        ("greedy1", &base, [84, 66]),
        ("greedy1", &all, [184, 152]),
        ("mcts:30", &base, [18, 27]),
        ("mcts:30", &all, [66, 60]),
        ("star:3:5", &base, [67, 55]),
        ("star:2:5", &all, [217, 170]),
    ];
    let points = |name: &str, setup: &Setup| {
        let end = play(setup, &mut seated(name, name, 0, 2), 5, |_, _, _| {});
        end.scores().to_vec()
    };
    for (name, setup, wanted) in wanted {
        assert_eq!(points(name, setup), wanted, "{name}");
    }
}
