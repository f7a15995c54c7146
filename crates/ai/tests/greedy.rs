//! The greedy player: legal with every set, repeatable, obedient, and better than chance.

mod common;

use ai::{Greedy, Limits, Player, Stop, Thought};
use chance::Stream;
use common::{margin, play, seated, think};
use rules::{Action, ExtraTile, FairyPlace, Figure, Phase, Position, Princess, Seat, Setup, TileSet, ToAct};
use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::time::Duration;

fn limited(position: &Position, limits: Limits, stop: &Stop) -> Thought {
    Greedy.think(position, &limits, stop, &mut |_| {})
}

/// A position in the middle of a game with all sets.
fn middle(seed: u64) -> Position {
    let mut found = None;
    play(&Setup::new(3, &TileSet::ALL), &mut seated("greedy", "random", 0, 3), seed, |_, position, _| {
        if position.tiles().len() > 60 && position.phase() == Phase::Place && found.is_none() {
            found = Some(position.clone());
        }
    });
    found.unwrap()
}

#[test]
fn it_plays_by_the_rules_in_every_setup() {
    let mut stream = Stream::new(3);
    for game in 0..60 {
        let setup = oracle::random_setup(&mut stream);
        let seat = stream.below(setup.seats.into()) as u8;
        let (first, others) = if game % 3 == 0 { ("greedy", "greedy") } else { ("greedy", "random") };
        play(&setup, &mut seated(first, others, seat, setup.seats), game, |_, _, _| {});
    }
}

#[test]
fn it_beats_chance_in_every_game() {
    let mut sum = 0;
    for game in 0..20 {
        for seat in 0..2 {
            let end = play(&Setup::base(2), &mut seated("greedy", "random", seat, 2), game, |_, _, _| {});
            let margin = margin(&end, seat);
            assert!(margin > 0, "game {game}, seat {seat}: {margin}");
            sum += margin;
        }
    }
    assert!(sum / 40 > 80, "mean margin {}", sum / 40);
}

#[test]
fn it_beats_chance_with_all_sets_and_more_seats() {
    for seats in [2, 4] {
        let setup = Setup::new(seats, &TileSet::ALL);
        for game in 0..2 {
            let end = play(&setup, &mut seated("greedy", "random", 1, seats), game, |_, _, _| {});
            assert!(margin(&end, 1) > 60, "{seats} seats, game {game}: {}", margin(&end, 1));
        }
    }
}

#[test]
fn candidates_come_best_first_and_the_values_are_those_of_the_end() {
    let last = |setup: &Setup| {
        let mut last = None;
        let end = play(setup, &mut seated("greedy", "greedy", 0, 2), 1, |seat, position, thought| {
            assert_eq!(thought.candidates[0], thought.best);
            assert!(thought.candidates.len() <= 10 && thought.nodes >= thought.candidates.len() as u64);
            let ahead = |n: usize| {
                let value = thought.candidates[n].value;
                value[seat.index()] - value[1 - seat.index()]
            };
            assert!((1..thought.candidates.len()).all(|n| ahead(n - 1) > ahead(n) - 0.002));
            assert_eq!(position.to_act(), ToAct::Seat(seat));
            last = Some(thought.best.value);
        });
        (last.unwrap(), end.projected().map(f64::from))
    };
    let (expected, scored) = last(&Setup::base(2));
    assert_eq!(expected, scored);
}

#[test]
fn the_same_position_limits_and_seed_give_the_same_thought() {
    for seed in 0..3 {
        let position = middle(seed);
        let limits = |threads, nodes| {
            let threads = NonZeroUsize::new(threads).unwrap();
            Limits { threads, nodes, seed: 9, ..Limits::default() }
        };
        for nodes in [None, Some(25)] {
            let first = limited(&position, limits(1, nodes), &Stop::default());
            for threads in [1, 2, 7] {
                assert_eq!(limited(&position, limits(threads, nodes), &Stop::default()), first);
            }
        }
        let again = Position::new(&position.setup().clone().with_start(position.view()));
        assert_eq!(think(&mut Greedy, &again.unwrap(), 9).best, think(&mut Greedy, &position, 9).best);
    }
}

#[test]
fn equal_ways_are_chosen_from_by_the_seed() {
    let mut position = Position::new(&Setup::base(2)).unwrap();
    position.draw(rules::Kind::named("X").unwrap(), &mut ()).unwrap();
    let lines: BTreeSet<Vec<Action>> =
        (0..20).map(|seed| think(&mut Greedy, &position, seed).best.line).collect();
    assert!(lines.len() > 1, "{lines:?}");
}

#[test]
fn limits_are_kept_and_there_is_always_a_move() {
    let position = middle(1);
    let all = limited(&position, Limits::default(), &Stop::default());
    assert!(all.nodes > 50);
    for (nodes, wanted) in [(0, 1), (1, 1), (17, 17), (u64::MAX, all.nodes)] {
        let thought =
            limited(&position, Limits { nodes: Some(nodes), ..Limits::default() }, &Stop::default());
        assert_eq!(thought.nodes, wanted);
        let mut after = position.clone();
        thought.best.line.iter().for_each(|action| after.play(*action, &mut ()).unwrap());
    }
    let at_once = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    assert_eq!(limited(&position, at_once, &Stop::default()).nodes, 1);
    let stop = Stop::default();
    stop.stop();
    assert_eq!(limited(&position, Limits::default(), &stop).nodes, 1);
}

#[test]
fn nobody_to_act_is_nothing_to_do() {
    let mut position = Position::new(&Setup::base(2)).unwrap();
    assert_eq!(think(&mut Greedy, &position, 1).best.line, []);
    position.apply(rules::Input::EndNow, &mut ()).unwrap();
    assert_eq!(think(&mut Greedy, &position, 1).best.line, []);
}

#[test]
fn looking_at_more_ways_allocates_nothing_but_room_for_new_features() {
    let position = middle(2);
    let count = |nodes| {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let mut player = Greedy;
        let stop = Stop::default();
        allocation_counter::measure(|| {
            player.think(&position, &limits, &stop, &mut |_| {});
        })
        .count_total
    };
    // Room for what is known of a feature is made when it is seen for the first time: two lists for each segment of the
    // tile, and the list of all of them may grow.
    let few = count(60);
    let more = count(200) - few;
    assert!(more <= 2 * 8 + 1, "{more}");
}

/// The mechanisms an action uses, by name.
fn mechanism(position: &Position, action: Action) -> Option<&'static str> {
    let fresh = position.tiles().last().map(|laid| laid.cell);
    match action {
        Action::Deploy { figure: Figure::Builder, .. } => Some("builder"),
        Action::Deploy { figure: Figure::Pig, .. } => Some("pig"),
        Action::Deploy { figure: Figure::Follower, spot } => (Some(spot.cell) != fresh).then_some("portal"),
        Action::Evict { .. } => Some("princess"),
        Action::MoveFairy { .. } => Some("fairy"),
        Action::MoveDragon { .. } => Some("dragon"),
        Action::TakeExtra => Some("extra"),
        Action::Place { .. } | Action::Pass => None,
    }
}

#[test]
fn every_mechanism_is_used() {
    let mut used = BTreeSet::new();
    for game in 0..6 {
        let mut setup = Setup::new(2 + (game % 2) as u8, &TileSet::ALL);
        setup.knobs.extra_tile = ExtraTile::May;
        let mut see = |_: Seat, position: &Position, thought: &Thought| {
            let mut here = position.clone();
            for action in &thought.best.line {
                used.extend(mechanism(&here, *action));
                here.play(*action, &mut ()).unwrap();
            }
        };
        let seats = setup.seats;
        play(&setup, &mut seated("greedy", "greedy", 0, seats), game, &mut see);
    }
    let all = ["builder", "dragon", "extra", "fairy", "pig", "portal", "princess"];
    assert_eq!(used.into_iter().collect::<Vec<_>>(), all);
}

#[test]
fn house_rules_of_the_dragon_are_understood() {
    for (fairy, princess) in [(FairyPlace::OnTile, Princess::Must), (FairyPlace::Beside, Princess::Must)] {
        let mut setup = Setup::new(3, &[TileSet::Base, TileSet::Dragon]);
        (setup.knobs.fairy, setup.knobs.princess) = (fairy, princess);
        let mut moved = 0;
        play(&setup, &mut seated("greedy", "greedy", 0, 3), 5, |_, _, thought| {
            let fairies =
                thought.best.line.iter().filter(|action| matches!(action, Action::MoveFairy { .. }));
            moved += fairies.count();
        });
        assert!(moved > 0);
    }
}
