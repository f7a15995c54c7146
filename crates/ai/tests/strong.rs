//! The strong player: better than what it is built on, obedient, and honest about games it looks at.

mod common;

use ai::analysis::Analysis;
use ai::{LEVELS, Limits, Player, Stop, Strong};
use common::{margin, play, seated};
use rules::{Input, Position, Setup, TileSet, ToAct};
use std::time::{Duration, Instant};

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

#[test]
fn a_time_limit_and_a_stop_are_kept() {
    let mut position = Position::new(&Setup::new(4, &TileSet::ALL)).unwrap();
    while position.to_act() == ToAct::Chance {
        let kind = position.nth_in_bag(3).unwrap();
        position.draw(kind, &mut ()).unwrap();
    }
    let timed = Limits { time: Some(Duration::from_millis(30)), ..Limits::default() };
    let began = Instant::now();
    let thought = Strong::default().think(&position, &timed, &Stop::default(), &mut |_| {});
    assert!(!thought.best.line.is_empty());
    assert!(began.elapsed() < Duration::from_secs(3), "far beyond what a busy machine explains");
    let stop = Stop::default();
    let other = stop.clone();
    let thread = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(20));
        other.stop();
    });
    let endless = Limits { time: Some(Duration::from_secs(3600)), ..Limits::default() };
    let thought = Strong::default().think(&position, &endless, &stop, &mut |_| {});
    thread.join().unwrap();
    assert!(!thought.best.line.is_empty());
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
    assert!(LEVELS.iter().all(|level| ai::player(level.name).is_some() && ai::is_for_tables(level.name)));
    assert!(!ai::is_for_tables("mcts:1000000000"));
    let mut sum = 0;
    for game in 0..6 {
        for seat in 0..2 {
            let mut players = seated("level-3", "level-1", seat, 2);
            sum += margin(&play(&Setup::base(2), &mut players, game, |_, _, _| {}), seat);
        }
    }
    assert!(sum > 0, "{sum}");
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
    while let Some((taken, turn)) = analysis.follow(&inputs[at..], &Stop::default()) {
        at += taken;
        let Some(turn) = turn else { continue };
        assert!(turn.loss() >= 0.0 && (turn.chances.iter().sum::<f64>() - 1.0).abs() < 1e-6);
        assert!(!turn.candidates.is_empty());
        loss[turn.seat.index()] += turn.loss();
    }
    assert_eq!(at, inputs.len());
    assert!(loss[1] > loss[0], "who plays at random loses more: {loss:?}");
}
