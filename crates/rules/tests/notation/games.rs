//! What is written of a real game is read back.

use crate::{any_setup, play, recorded};
use chance::Stream;
use rules::notation::{Game, Recorder, games, parse_position, write_position};
use rules::{Position, Setup, TileSet};
use std::collections::BTreeSet;

#[test]
fn a_record_read_back_is_the_same_game() {
    for seed in 0..120 {
        let mut stream = Stream::new(seed);
        let setup = any_setup(&mut stream);
        let (game, end) = recorded(Position::new(&setup).unwrap(), &mut stream);
        let text = game.to_string();
        let read = Game::parse(&text).unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
        assert_eq!(read, game, "seed {seed}\n{text}");
        assert_eq!(read.to_string(), text);
        let outcome = read.check().unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
        assert_eq!(outcome, game.outcome);
        assert_eq!(read.replay(|_, _, _| {}).unwrap(), end);
        assert_eq!(game.check(), Ok(outcome));
    }
}

#[test]
fn the_facts_alone_show_every_position() {
    for seed in 1000..1060 {
        let mut stream = Stream::new(seed);
        let setup = any_setup(&mut stream);
        let (game, _) = recorded(Position::new(&setup).unwrap(), &mut stream);
        let mut views = Vec::new();
        game.replay(|position, _, _| views.push(position.view())).unwrap();
        let mut shown = Vec::new();
        game.watch(|view, _| shown.push(view.clone())).unwrap();
        assert_eq!(views.len(), shown.len());
        for (n, (view, shown)) in views.iter().zip(&shown).enumerate() {
            assert_eq!(view, shown, "seed {seed}, step {n}\n{game}");
        }
    }
}

#[test]
fn every_reachable_position_reads_back() {
    for seed in 2000..2040 {
        let mut stream = Stream::new(seed);
        let setup = any_setup(&mut stream);
        play(Position::new(&setup).unwrap(), &mut stream, |position, _, _| {
            let line = write_position(position);
            let read = parse_position(&line).unwrap_or_else(|error| panic!("seed {seed}: {error}\n{line}"));
            assert_eq!(read, *position, "seed {seed}\n{line}");
            assert_eq!(read.view(), position.view(), "seed {seed}\n{line}");
            assert_eq!(read.key(), position.key());
            assert_eq!(write_position(&read), line);
        });
    }
}

#[test]
fn every_legal_action_reads_back_without_its_position() {
    let may = |mut setup: Setup| {
        setup.knobs.set("extra-tile", "may").unwrap();
        setup.knobs.set("fairy", "on-tile").unwrap();
        setup
    };
    let all = Setup::new(3, &TileSet::ALL);
    let mut first_words = BTreeSet::new();
    for (seed, setup) in [all.clone(), may(all), Setup::base(2)].into_iter().cycle().take(24).enumerate() {
        let mut stream = Stream::new(4000 + seed as u64);
        let mut actions = Vec::new();
        play(Position::new(&setup).unwrap(), &mut stream, |position, _, _| {
            position.legal_actions(&mut actions);
            for action in &actions {
                let words = action.to_string();
                assert_eq!(words.parse(), Ok(*action), "{words}");
                first_words
                    .extend(words.split(' ').next().filter(|word| !word.starts_with('@')).map(str::to_owned));
            }
        });
    }
    let expected = ["builder", "dragon", "evict", "fairy", "follower", "pass", "pig", "take"];
    assert!(first_words.iter().eq(expected), "{first_words:?}");
}

#[test]
fn a_game_can_go_on_from_any_position_and_be_recorded() {
    for seed in 3000..3060 {
        let mut stream = Stream::new(seed);
        let setup = any_setup(&mut stream);
        let mut positions = Vec::new();
        play(Position::new(&setup).unwrap(), &mut stream, |position, _, _| positions.push(position.clone()));
        let middle = stream.pick(&positions).unwrap();
        let (game, end) = recorded(middle.clone(), &mut stream);
        let text = game.to_string();
        let read = Game::parse(&text).unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
        assert_eq!(read, game, "seed {seed}\n{text}");
        read.check().unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
        assert_eq!(read.replay(|_, _, _| {}).unwrap(), end);
        let shown = read.watch(|_, _| {}).unwrap();
        assert_eq!(shown, end.view());
    }
}

#[test]
fn every_beginning_of_a_game_is_a_record() {
    let mut stream = Stream::new(5);
    let setup = Setup::new(3, &TileSet::ALL);
    let position = Position::new(&setup).unwrap();
    let mut recorder = Recorder::new(&position);
    let mut texts = vec![recorder.game().to_string()];
    play(position, &mut stream, |_, input, events| {
        recorder.record(input, events);
        texts.push(recorder.game().to_string());
    });
    for text in &texts {
        let game = Game::parse(text).unwrap();
        assert_eq!(game.to_string(), *text);
        game.check().unwrap_or_else(|error| panic!("{error}\n{text}"));
    }
    let all: Vec<Game> = games(&texts.join("\n")).map(Result::unwrap).collect();
    assert_eq!(all.len(), texts.len());
}

#[test]
fn files_with_byte_order_marks_can_be_joined() {
    let (game, _) = recorded(Position::new(&Setup::base(2)).unwrap(), &mut Stream::new(3));
    let joined = format!("{game}\u{feff}{game}");
    assert_eq!(games(&joined).collect::<Result<Vec<_>, _>>(), Ok(vec![game.clone(), game]));
}
