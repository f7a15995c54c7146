//! Decks and dealers: what a seed determines, what comes back, what is arranged.

use chance::{Dealer, Deck, Stream};
use rules::{Action, Event, Input, Kind, Pool, Position, Setup, TileSet, ToAct};

fn kind(name: &str) -> Kind {
    Kind::named(name).unwrap()
}

fn kinds(names: &str) -> Vec<Kind> {
    names.chars().map(|name| kind(&name.to_string())).collect()
}

fn own_bag(bag: &[(&str, u16)], arranged: Option<&str>) -> Position {
    let bag = bag.iter().map(|(name, count)| (kind(name), *count)).collect();
    let arranged = arranged.map(kinds);
    Position::new(&Setup { sets: [0; 5], bag: Some(bag), arranged, ..Setup::base(2) }).unwrap()
}

/// The tiles of a game in which the first legal action is always taken.
fn draws(mut position: Position, mut next: impl FnMut(&Position, &[Event]) -> Option<Kind>) -> Vec<Kind> {
    let (mut drawn, mut events, mut actions) = (Vec::new(), Vec::new(), Vec::new());
    loop {
        let input = match position.to_act() {
            ToAct::Over(_) => return drawn,
            ToAct::Chance => {
                let kind = next(&position, &events).unwrap();
                drawn.push(kind);
                Input::Draw(kind)
            }
            ToAct::Seat(_) => {
                position.legal_actions(&mut actions);
                Input::Act(actions[0])
            }
        };
        position.apply(input, &mut events).unwrap();
    }
}

fn dealt_by_deck(position: &Position, seed: u64) -> Vec<Kind> {
    let mut deck = Deck::from_number(seed, position);
    let mut seen = 0;
    draws(position.clone(), |position, events| {
        events[seen..].iter().for_each(|event| deck.observe(event));
        seen = events.len();
        deck.next(position)
    })
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
fn looking_takes_nothing() {
    let position = Position::new(&Setup::base(2)).unwrap();
    let deck = Deck::from_number(5, &position);
    assert_eq!(deck.next(&position), deck.next(&position));
}

/// The order in which a deck gives four tiles, with the first put back so many times.
fn order_after_returns(seed: u64, returns: u16) -> Vec<Kind> {
    let position = own_bag(&[("U", 1), ("V", 1), ("E", 1), ("B", 1)], None);
    let mut deck = Deck::from_number(seed, &position);
    for _ in 0..returns {
        let kind = deck.next(&position).unwrap();
        deck.observe(&Event::Drew { kind });
        deck.observe(&Event::PutBack { kind, count: 1, from: Pool::Hand });
    }
    let mut order = Vec::new();
    for _ in 0..4 {
        let Some(kind) = deck.next(&position) else { break };
        deck.observe(&Event::Drew { kind });
        order.push(kind);
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
    let dealt = |seed| {
        let mut dealer = Dealer::new(Stream::new(seed), &position);
        draws(position.clone(), |position, _| dealer.deal(position))
    };
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
    assert_eq!(Deck::from_number(1, &position).next(&position), None);
    let mut actions = Vec::<Action>::new();
    position.legal_actions(&mut actions);
    assert!(!actions.is_empty());
}

#[test]
fn a_deck_begun_in_mid_game_knows_the_tiles_outside_the_bag() {
    let line = "seats=2 parts=dragon bag=dragon-01;dragon-16 tiles=D@0,0 held=dragon-16 turn=1 phase=draw";
    let mut position = rules::notation::parse_position(line).unwrap();
    let mut deck = Deck::from_number(1, &position);
    let mut events = Vec::new();
    while let Some(kind) = deck.next(&position) {
        events.clear();
        position.draw(kind, &mut events).unwrap();
        let mut actions = Vec::new();
        while matches!(position.to_act(), rules::ToAct::Seat(_)) {
            position.legal_actions(&mut actions);
            position.play(actions[0], &mut events).unwrap();
        }
        events.iter().for_each(|event| deck.observe(event));
    }
    assert!(matches!(position.to_act(), rules::ToAct::Over(_)), "the tile held back came, too");
}
