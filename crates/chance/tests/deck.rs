//! The tiles of games and dealers: what a seed determines, what comes back, what is arranged.

use chance::{Dealer, Game, Stream};
use rules::{Action, Event, Illegal, Input, Kind, Phase, Pool, Position, Seat, Setup, TileSet, ToAct};

fn kind(name: &str) -> Kind {
    Kind::named(name).unwrap()
}

fn kinds(names: &str) -> Vec<Kind> {
    names.chars().map(|name| kind(&name.to_string())).collect()
}

fn own_bag(bag: &[(&str, u16)], arranged: Option<&str>) -> Position {
    let bag = bag.iter().map(|(name, count)| (kind(name), *count)).collect();
    let mut setup = Setup::base(2).with_bag(bag);
    setup.arranged = arranged.map(kinds);
    Position::new(&setup).unwrap()
}

/// Takes the first legal action until no seat is to act.
fn finish_turn(game: &mut Game) {
    let mut actions = Vec::new();
    while let ToAct::Seat(_) = game.position().to_act() {
        game.position().legal_actions(&mut actions);
        game.apply(Input::Act(actions[0]), &mut ()).unwrap();
    }
}

/// The tiles of a game in which the first legal action is always taken.
fn dealt_by_deck(position: &Position, seed: u64) -> Vec<Kind> {
    let mut game = Game::at(position.clone(), seed);
    let mut drawn = Vec::new();
    while let Some(kind) = game.draw(&mut ()) {
        drawn.push(kind);
        finish_turn(&mut game);
    }
    assert!(game.is_over());
    drawn
}

/// The same, dealt by a dealer.
fn dealt_by_dealer(position: &Position, seed: u64) -> Vec<Kind> {
    let mut position = position.clone();
    let mut dealer = Dealer::new(Stream::new(seed), &position);
    let (mut drawn, mut actions) = (Vec::new(), Vec::new());
    while let Some(kind) = dealer.deal(&position) {
        drawn.push(kind);
        position.draw(kind, &mut ()).unwrap();
        while let ToAct::Seat(_) = position.to_act() {
            position.legal_actions(&mut actions);
            position.play(actions[0], &mut ()).unwrap();
        }
    }
    drawn
}

#[test]
fn a_seed_determines_the_order() {
    let position = Position::new(&Setup::base(2)).unwrap();
    assert_eq!(dealt_by_deck(&position, 1), dealt_by_deck(&position, 1));
    assert_ne!(dealt_by_deck(&position, 1), dealt_by_deck(&position, 2));
}

#[test]
fn the_order_of_a_seed_never_changes() {
    let position = Position::new(&Setup::base(2)).unwrap();
    let names: Vec<&str> = dealt_by_deck(&position, 7).into_iter().take(10).map(Kind::name).collect();
    assert_eq!(names, FIRST_OF_SEED_7);
}

const FIRST_OF_SEED_7: [&str; 10] = ["U", "J", "V", "P", "A", "C", "E", "E", "W", "B"];

#[test]
fn every_tile_comes_once_the_river_first() {
    let position = Position::new(&Setup::new(2, &[TileSet::Base, TileSet::River])).unwrap();
    let drawn = dealt_by_deck(&position, 3);
    assert!(drawn[..10].iter().all(|kind| kind.tile().set == TileSet::River));
    assert_eq!(drawn[10].name(), rules::LAKE);
    let drawn: rules::Tally = drawn.into_iter().map(|kind| (kind, 1)).collect();
    assert_eq!(drawn, position.view().left);
}

#[test]
fn looking_takes_nothing_and_drawing_takes_what_was_seen() {
    let mut game = Game::new(&Setup::base(2), 5).unwrap();
    let seen = game.next_draw();
    assert!(seen.is_some() && seen == game.next_draw());
    let mut events = Vec::new();
    assert_eq!(game.draw(&mut events), seen);
    assert_eq!(events[0], Event::Drew { kind: seen.unwrap() });
    assert_eq!(game.draw(&mut events), None, "a tile is in hand already");
    assert_eq!(events.len(), 2);
}

#[test]
fn what_is_illegal_changes_nothing() {
    let mut game = Game::at(own_bag(&[("U", 1), ("V", 1)], None), 5);
    let before = game.clone();
    assert!(game.apply(Input::Draw(kind("E")), &mut ()).is_err());
    assert_eq!(game, before);
}

/// The order in which a deck gives four tiles, with the first put back so many times by a seat that gives up.
fn order_after_returns(seed: u64, returns: u8) -> Vec<Kind> {
    let bag = [("U", 1), ("V", 1), ("E", 1), ("B", 1)].map(|(name, count)| (kind(name), count));
    let setup = Setup::base(6).with_bag(bag.into_iter().collect());
    let mut game = Game::new(&setup, seed).unwrap();
    for seat in 0..returns {
        game.draw(&mut ()).unwrap();
        let mut events = Vec::new();
        game.apply(Input::Retire(Seat(seat)), &mut events).unwrap();
        assert!(events.iter().any(|event| matches!(event, Event::PutBack { from: Pool::Hand, .. })));
    }
    let mut order = Vec::new();
    while let Some(kind) = game.draw(&mut ()) {
        order.push(kind);
        finish_turn(&mut game);
    }
    order
}

#[test]
fn a_tile_put_back_is_mixed_in_anew() {
    let moved = |seed: &u64| order_after_returns(*seed, 1) != order_after_returns(*seed, 0);
    let count = (0..100).filter(moved).count();
    // It goes to any of four places, so it stays on top about one time in four.
    assert!((60..90).contains(&count), "{count}");
    for seed in 0..20 {
        let mut order = order_after_returns(seed, 3);
        assert_eq!(order, order_after_returns(seed, 3));
        order.sort_unstable();
        let mut all = kinds("UVEB");
        all.sort_unstable();
        assert_eq!(order, all);
    }
}

#[test]
fn the_tiles_that_did_not_go_back_keep_their_order() {
    for seed in 0..50 {
        let before = order_after_returns(seed, 0);
        let after = order_after_returns(seed, 1);
        let rest =
            |order: &[Kind]| order.iter().copied().filter(|kind| *kind != before[0]).collect::<Vec<_>>();
        assert_eq!(rest(&before), rest(&after));
    }
}

#[test]
fn an_arranged_order_comes_first_then_the_shuffled_rest() {
    let position = own_bag(&[("U", 2), ("V", 2), ("E", 1)], Some("VUV"));
    for seed in 0..5 {
        let drawn = dealt_by_deck(&position, seed);
        assert_eq!(drawn[..3], kinds("VUV"));
        assert_eq!(drawn.len(), 5);
    }
}

#[test]
fn an_arranged_tile_waits_until_it_is_in_the_bag() {
    let mut setup = Setup::new(2, &[TileSet::Base, TileSet::River]);
    setup.arranged = Some(vec![kind("U"), kind("river-07"), kind("C")]);
    let drawn = dealt_by_deck(&Position::new(&setup).unwrap(), 9);
    assert_eq!(drawn[0], kind("river-07"));
    assert_eq!(drawn[11..13], kinds("UC"));
}

#[test]
fn a_dealer_deals_every_tile_once_and_arranged_ones_first() {
    let position = own_bag(&[("U", 3), ("V", 2), ("E", 1)], Some("EV"));
    let dealt = |seed| dealt_by_dealer(&position, seed);
    assert_eq!(dealt(1), dealt(1));
    assert_eq!(dealt(1)[..2], kinds("EV"));
    let all: rules::Tally = dealt(2).into_iter().map(|kind| (kind, 1)).collect();
    assert_eq!(all, position.view().left);
}

#[test]
fn a_dealer_deals_each_tile_equally_often() {
    let position = own_bag(&[("U", 3), ("V", 1)], None);
    let mut dealer = Dealer::new(Stream::new(1), &position);
    let count = (0..10_000).filter(|_| dealer.deal(&position) == Some(kind("U"))).count();
    assert!((7300..7700).contains(&count), "{count}");
}

#[test]
fn an_empty_bag_deals_nothing() {
    let mut position = own_bag(&[("U", 1)], None);
    position.draw(kind("U"), &mut ()).unwrap();
    assert_eq!(Dealer::new(Stream::new(1), &position).deal(&position), None);
    assert_eq!(Game::at(position.clone(), 1).next_draw(), None);
    let mut actions = Vec::<Action>::new();
    position.legal_actions(&mut actions);
    assert!(!actions.is_empty());
}

#[test]
fn a_deck_begun_in_mid_game_knows_the_tiles_outside_the_bag() {
    let line = "seats=2 parts=dragon bag=dragon-01;dragon-16 tiles=D@0,0 held=dragon-16 turn=1 phase=draw";
    let position = rules::notation::parse_position(line).unwrap();
    let drawn: Vec<&str> = dealt_by_deck(&position, 1).into_iter().map(Kind::name).collect();
    assert_eq!(drawn, ["dragon-01", "dragon-16"], "the tile held back came, too");
}

#[test]
fn tiles_that_others_drew_come_again_when_taken_back() {
    let mut game = Game::new(&Setup::base(2), 1).unwrap();
    let next = game.next_draw().unwrap();
    let (other, _) = game.position().bag().find(|(kind, _)| *kind != next).unwrap();
    game.apply(Input::Draw(other), &mut ()).unwrap();
    game.keep_draws();
    game.undo(1);
    assert_eq!(game.next_draw(), Some(other));
}

/// Plays the next input of a random game.
fn play_on(game: &mut Game, random: &mut Stream) {
    if game.draw(&mut ()).is_none() {
        let mut actions = Vec::new();
        game.position().legal_actions(&mut actions);
        game.apply(Input::Act(*random.pick(&actions).unwrap()), &mut ()).unwrap();
    }
}

#[test]
fn a_game_that_is_taken_back_is_the_game_that_it_was() {
    for seed in 0..20 {
        let mut random = Stream::new(seed);
        let mut game = Game::new(&Setup::new(3, &TileSet::ALL), seed).unwrap();
        let mut before = Vec::new();
        for _ in 0..60 {
            before.push(game.clone());
            play_on(&mut game, &mut random);
        }
        let told = game.events_since(20).len();
        assert_eq!(before[20].events_since(0).len() + told, game.events_since(0).len());
        for inputs in [1, 7, 40, usize::MAX] {
            game.undo(inputs);
            assert_eq!(game, before[game.inputs().len()]);
        }
    }
}

#[test]
fn inputs_are_fed_all_or_none() {
    let mut game = Game::new(&Setup::base(2), 3).unwrap();
    let before = game.clone();
    let refused = game.apply_all([None, None]).unwrap_err();
    assert_eq!((refused.at, refused.why), (1, Illegal::NotNow(Phase::Place)));
    assert_eq!(game, before);
    let drawn = game.apply_all([None]).unwrap();
    assert!(matches!(drawn[0], Event::Drew { .. }));
}

/// A tile that fits nowhere goes back into the bag, and the deck has to have it again.
#[test]
fn where_tiles_are_returned_there_is_always_one_to_draw() {
    let mut setup = Setup::new(2, &[TileSet::Base, TileSet::Traders]);
    setup.knobs.set("unfit", "return").unwrap();
    let mut returned = 0;
    for seed in 0..400 {
        let (mut game, mut random) = (Game::new(&setup, seed).unwrap(), Stream::new(seed));
        while !game.is_over() {
            assert_eq!(game.next_draw().is_some(), game.position().to_act() == ToAct::Chance, "game {seed}");
            play_on(&mut game, &mut random);
        }
        let back = |event: &&Event| matches!(event, Event::PutBack { .. });
        returned += game.events_since(0).iter().filter(back).count();
    }
    assert!(returned > 0);
}
