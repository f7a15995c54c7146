//! The strong player: better than what it is built on, obedient, and honest about games it looks at.

mod common;

use ai::analysis::Analysis;
use ai::strong::QuickPlayer;
use ai::{LEVELS, Limits, Player, Stop, Strong};
use chance::{Dealer, Stream};
use common::{margin, play, seated};
use rules::{Action, Input, Position, Seat, Setup, TileSet, ToAct};
use std::num::NonZeroUsize;
use std::time::Duration;

fn limits(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), seed: 4, ..Limits::default() }
}

#[test]
fn it_beats_those_it_is_measured_by() {
    let contest = |setup: &Setup, nodes: u64| ai::arena::Contest {
        start: Position::new(setup).unwrap(),
        limits: vec![limits(nodes); usize::from(setup.seats)],
        deck: 5,
    };
    for (setup, other) in [(Setup::base(2), "greedy1"), (Setup::new(2, &TileSet::ALL), "greedy1")] {
        let mut players = seated("strong", other, 0, setup.seats);
        for rotation in 0..2 {
            let game = contest(&setup, 600).play(&mut players, (0, rotation), &Stop::default());
            let points = game.unwrap().unwrap().points;
            assert!(points[0] > points[1], "{other}: {points:?}");
        }
    }
}

/// A game of all sets up to where somebody holds a tile and `left` tiles are to come.
fn late(seats: u8, left: u32) -> Position {
    game(&Setup::new(seats, &TileSet::ALL), seats.into(), left)
}

/// A game up to where somebody holds a tile and `left` tiles are to come.
fn game(setup: &Setup, seed: u64, left: u32) -> Position {
    let mut position = Position::new(setup).unwrap();
    let (mut dealer, mut quick) = (Dealer::new(Stream::new(seed), &position), QuickPlayer);
    loop {
        match position.to_act() {
            ToAct::Over(_) => panic!("the game has gone too far"),
            ToAct::Chance => {
                let kind = dealer.deal(&position).unwrap();
                position.draw(kind, &mut ()).unwrap();
            }
            ToAct::Seat(_) if position.hand().is_some() && position.tiles_left() <= left => {
                return position;
            }
            ToAct::Seat(_) => {
                let line = common::think(&mut quick, &position, 1).best.line;
                line.iter().for_each(|action| position.play(*action, &mut ()).unwrap());
            }
        }
    }
}

#[test]
fn a_time_limit_is_kept_whatever_is_on_the_table() {
    for (seats, left) in [(2, 80), (2, 12), (3, 30), (4, 1), (5, 14), (6, 40), (6, 6), (6, 0)] {
        let position = late(seats, left);
        let nodes = |time| {
            let limits = Limits { time: Some(time), ..Limits::default() };
            let thought = Strong::default().think(&position, &limits, &Stop::default(), &mut |_| {});
            assert!(!thought.best.line.is_empty(), "{seats} seats, {left} tiles left");
            thought.nodes
        };
        assert_eq!(nodes(Duration::ZERO), 1, "{seats} seats, {left} tiles left");
        // Nothing but its time ends this one.
        nodes(Duration::from_millis(20));
    }
}

#[test]
fn a_stop_is_heard_in_the_middle_of_a_thought() {
    for (seats, left, threads) in [(2, 40, 1), (4, 12, 2), (6, 3, 1)] {
        let (position, stop) = (late(seats, left), Stop::default());
        let limits = Limits {
            time: Some(Duration::from_millis(if threads == 1 { 3_600_000 } else { u64::MAX })),
            threads: NonZeroUsize::new(threads).unwrap(),
            ..Limits::default()
        };
        let mut told = Vec::new();
        let thought = Strong::default().think(&position, &limits, &stop, &mut |info| {
            stop.stop();
            told.push(info.nodes);
        });
        assert!(!thought.best.line.is_empty());
        let is_heard = threads > 1 || told.iter().all(|nodes| *nodes == thought.nodes);
        assert!(is_heard, "{seats} seats, {left} tiles left: {told:?}, in the end {}", thought.nodes);
    }
}

/// Everything that can be done with the tile in hand, and where it leads.
fn turns(position: &Position) -> Vec<(Vec<Action>, Position)> {
    let mut turns = Vec::new();
    position.turns(&mut position.clone(), &mut turns);
    let play = |turn: rules::Turn| {
        let (line, mut after) = (vec![turn.place, turn.then], position.clone());
        line.iter().for_each(|action| after.play(*action, &mut ()).unwrap());
        (line, after)
    };
    turns.into_iter().map(play).collect()
}

fn lead(position: &Position, seat: Seat) -> f64 {
    let points = position.projected().map(f64::from);
    points[seat.index()] - points[1 - seat.index()]
}

/// What a position between the last two tiles is worth if the last one is played perfectly.
fn outcome(position: &Position, seat: Seat) -> f64 {
    let mut drawn = position.clone();
    let last = position.nth_in_bag(0).unwrap();
    drawn.draw(last, &mut ()).unwrap();
    let ends = turns(&drawn).into_iter().map(|(_, end)| lead(&end, seat));
    ends.reduce(if drawn.turn() == seat { f64::max } else { f64::min }).unwrap_or(lead(&drawn, seat))
}

#[test]
fn the_last_two_tiles_are_played_as_well_as_can_be() {
    let mut lost = 0.0;
    for seed in 0..8 {
        let position = game(&Setup::base(2), seed, 1);
        let seat = position.turn();
        let thought = Strong::default().think(&position, &limits(4000), &Stop::default(), &mut |_| {});
        let all: Vec<(Vec<Action>, f64)> =
            turns(&position).into_iter().map(|(line, after)| (line, outcome(&after, seat))).collect();
        let best = all.iter().map(|(_, lead)| *lead).fold(f64::MIN, f64::max);
        let (_, chosen) = all.iter().find(|(line, _)| *line == thought.best.line).unwrap();
        let value = thought.best.value;
        assert!((value[seat.index()] - value[1 - seat.index()] - chosen).abs() < 3.0, "it knows what comes");
        lost += best - chosen;
    }
    assert!(lost < 2.0, "{lost} points lost in eight games");
}

#[test]
fn the_end_of_the_river_is_not_the_end_of_the_game() {
    let setup = Setup::new(2, &[TileSet::Base, TileSet::River]);
    let position = game(&setup, 1, 75);
    assert_eq!(position.bag_size(), 3, "the river is still flowing");
    let thought = Strong::default().think(&position, &limits(20_000), &Stop::default(), &mut |_| {});
    assert!((100..21_000).contains(&thought.nodes), "{} nodes", thought.nodes);
}

#[test]
fn threads_change_nothing_in_a_long_race() {
    // In the last of these the answers to the finalists are thought about.
    let near_the_end = game(&Setup::base(2), 1, 8);
    for (position, nodes) in [
        (late(3, 20), 6000),
        (late(2, 5), 9000),
        (late(3, 2), 20_000),
        (late(2, 60), 4000),
        (near_the_end, 200_000),
    ] {
        let think = |threads| {
            let limits = Limits { threads: NonZeroUsize::new(threads).unwrap(), ..limits(nodes) };
            Strong::default().think(&position, &limits, &Stop::default(), &mut |_| {})
        };
        let alone = think(1);
        assert!(alone.nodes > nodes / 10 && alone.candidates.len() > 2);
        for threads in [2, 3, 5] {
            assert_eq!(think(threads), alone, "{threads} threads");
        }
    }
}

#[test]
fn with_fewer_nodes_than_ways_to_go_on_it_looks_at_the_promising_ones() {
    let setup = Setup::new(2, &TileSet::ALL);
    for nodes in [1, 20, 100] {
        let contest = ai::arena::Contest {
            start: Position::new(&setup).unwrap(),
            limits: vec![limits(nodes), Limits::default()],
            deck: 7,
        };
        let mut players = seated("strong", "greedy1", 0, 2);
        let mut margin = 0;
        for (round, rotation) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let game = contest.play(&mut players, (round, rotation), &Stop::default()).unwrap().unwrap();
            margin += i64::from(game.points[0]) - i64::from(game.points[1]);
        }
        assert!(margin > 0, "{nodes} nodes: {margin}");
    }
}

#[test]
fn the_last_tile_is_played_perfectly() {
    let last = "seats=2 parts=portal bag=E;U;dragon-29 tiles=D@0,0;dragon-29@1,0/1;U@1,-1/1 \
                figures=1:knight:0,0:N hand=E turn=1 phase=place";
    let position = rules::notation::parse_position(last).unwrap();
    let thought = Strong::default().think(&position, &limits(2000), &Stop::default(), &mut |_| {});
    let mut after = position.clone();
    thought.best.line.iter().for_each(|action| after.play(*action, &mut ()).unwrap());
    assert_eq!(after.scores()[0], 4 + 3);
}

#[test]
fn levels_have_names_and_the_higher_one_is_stronger() {
    assert!(LEVELS.iter().all(|level| ai::player(level.name).is_ok()));
    for pair in LEVELS[..4].windows(2) {
        let [lower, higher] = [pair[0].name, pair[1].name];
        let one = |game: u64, seat: u8| {
            let mut players = seated(higher, lower, seat, 2);
            margin(&play(&Setup::base(2), &mut players, game, |_, _, _| {}), seat)
        };
        let sum: i64 = (0..6).map(|game| one(game, 0) + one(game, 1)).sum();
        assert!(sum > 0, "{higher} against {lower}: {sum}");
    }
}

#[test]
fn a_game_looked_at_afterwards_adds_up() {
    let mut inputs = Vec::new();
    let setup = Setup::new(2, &[TileSet::Base, TileSet::Dragon]);
    let start = Position::new(&setup).unwrap();
    let mut position = start.clone();
    let mut dealer = chance::Dealer::new(chance::Stream::new(2), &start);
    let mut players = seated("greedy1", "random", 0, 2);
    while inputs.len() < 60 {
        match position.to_act() {
            ToAct::Over(_) => break,
            ToAct::Chance => inputs.push(Input::Draw(dealer.deal(&position).unwrap())),
            ToAct::Seat(seat) => {
                let line = common::think(&mut *players[seat.index()], &position, 1).best.line;
                inputs.extend(line.into_iter().map(Input::Act));
            }
        }
        let fresh = position.setup().clone();
        position = Position::new(&fresh).unwrap();
        inputs.iter().for_each(|input| position.apply(*input, &mut ()).unwrap());
    }
    let mut analysis = Analysis::new(start, limits(150));
    let (mut at, mut loss) = (0, [0.0; 2]);
    while let Some((taken, turn)) = analysis.follow(&inputs[at..]) {
        at += taken;
        let Some(turn) = turn else { continue };
        assert!(turn.loss() >= 0.0 && (turn.played.chances.iter().sum::<f64>() - 1.0).abs() < 1e-6);
        let best = &turn.candidates[0];
        assert_eq!(turn.best(), best.margin.max(turn.played.margin));
        assert_eq!(turn.loss() == 0.0, best.margin <= turn.played.margin);
        loss[turn.seat.index()] += turn.loss();
    }
    assert_eq!(at, inputs.len());
    assert!(loss[1] > loss[0], "who plays at random loses more: {loss:?}");
}

#[test]
fn an_analysis_reckons_as_the_search_does_with_those_who_still_play() {
    let mut position = Position::new(&Setup::base(4)).unwrap();
    let value = [10.0, 7.0, 30.0, 4.0, 0.0, 0.0];
    let margin = |position: &Position| Strong::default().margin(position, &value, rules::Seat(0));
    assert_eq!(margin(&position), 10.0 - (30.0 + (7.0 + 30.0 + 4.0) / 3.0) / 2.0);
    position.apply(Input::Retire(rules::Seat(2)), &mut ()).unwrap();
    assert_eq!(margin(&position), 10.0 - (7.0 + (7.0 + 4.0) / 2.0) / 2.0);
    position.draw(rules::Kind::named("U").unwrap(), &mut ()).unwrap();
    let advice = ai::analysis::advise(&position, &limits(200), &Stop::default()).unwrap();
    assert_eq!(advice.margin, Strong::default().margin(&position, &advice.value, rules::Seat(0)));
    assert_eq!(advice.chances[2], 0.0);
}

/// What is thought of the turns of a game.
fn turns_of(setup: &Setup, inputs: &[Input]) -> Vec<ai::analysis::TurnAnalysis> {
    let mut analysis = Analysis::new(Position::new(setup).unwrap(), limits(60));
    let (mut at, mut turns) = (0, Vec::new());
    while let Some((taken, turn)) = analysis.follow(&inputs[at..]) {
        at += taken;
        turns.extend(turn);
    }
    assert_eq!(at, inputs.len());
    turns
}

/// A game in which everyone does what comes first; in the second turn whoever holds the tile may leave.
fn first_come(setup: &Setup, leaves: bool) -> Vec<Input> {
    let mut position = Position::new(setup).unwrap();
    let (mut inputs, mut legal) = (Vec::new(), Vec::new());
    loop {
        let input = match position.to_act() {
            ToAct::Over(_) => return inputs,
            ToAct::Seat(seat) if leaves && seat.0 == 1 && position.hand().is_some() => Input::Retire(seat),
            ToAct::Seat(_) => {
                position.legal_actions(&mut legal);
                Input::Act(legal[0])
            }
            ToAct::Chance => Input::Draw(position.bag().next().unwrap().0),
        };
        position.apply(input, &mut ()).unwrap();
        inputs.push(input);
    }
}

fn few_tiles(seats: u8) -> Setup {
    let bag = ["U", "B", "E"].map(|name| (rules::Kind::named(name).unwrap(), 2)).to_vec();
    Setup::base(seats).with_bag(bag)
}

#[test]
fn whoever_leaves_takes_their_luck_along() {
    let setup = few_tiles(3);
    let turns = turns_of(&setup, &first_come(&setup, true));
    let [first, second, ..] = &turns[..] else { panic!("{turns:?}") };
    assert_eq!((first.seat, second.seat), (rules::Seat(0), rules::Seat(2)));
    assert_eq!(second.played.chances[1], 0.0, "they had left before");
    let stayed = turns_of(&setup, &first_come(&setup, false));
    assert_eq!((first.luck, first.fortune), (stayed[0].luck, stayed[0].fortune));
    assert!(stayed[1].played.chances[1] > 0.0);
}

#[test]
fn what_is_certain_is_said_to_be() {
    let setup = few_tiles(2);
    let turns = turns_of(&setup, &first_come(&setup, false));
    let [.., before, last] = &turns[..] else { panic!("{turns:?}") };
    for turn in [before, last] {
        let chances = &turn.played.chances[..2];
        assert!(chances.iter().all(|chance| [0.0, 0.5, 1.0].contains(chance)), "one tile is left: {turn:?}");
        let [a, b] = [0, 1].map(|seat| turn.played.value[seat]);
        assert_eq!(chances[0], if a == b { 0.5 } else { f64::from(u8::from(a > b)) }, "{turn:?}");
    }
    assert_eq!(before.fortune, 0.0, "{before:?}");
}

#[test]
fn the_turns_that_mattered_most_are_mistakes_and_draws() {
    let setup = few_tiles(2);
    let turns = turns_of(&setup, &first_come(&setup, false));
    let weight = |turn: &ai::analysis::TurnAnalysis| {
        let lost = turn.best_chance() - turn.played.chances[turn.seat.index()];
        lost.max(turn.fortune.abs())
    };
    let decisive = ai::analysis::GameSummary::of(&turns, 2).decisive;
    assert!(!decisive.is_empty() && decisive.iter().all(|n| weight(&turns[*n]) > 0.005));
    let least = decisive.iter().map(|n| weight(&turns[*n])).fold(1.0, f64::min);
    let others = (0..turns.len()).filter(|n| !decisive.contains(n));
    assert!(
        others.map(|n| weight(&turns[n])).all(|other| other <= least || decisive.len() < 3 && other <= 0.005)
    );
    assert!(turns.iter().all(|turn| turn.luck * turn.fortune >= 0.0), "luck and chances go together");
}

#[test]
fn nobody_decides_a_game_alone() {
    let setup = few_tiles(1);
    let turns = turns_of(&setup, &first_come(&setup, false));
    assert!(!turns.is_empty() && ai::analysis::GameSummary::of(&turns, 1).decisive.is_empty());
}
