//! Lists of games.

use super::Place;
use crate::common::{SECRET, entry, game, hash};
use server::store::{Append, GameId, Index, Listed, Page, PersonId, Store};

/// Game `number` and its row; the first entry is version 1.
fn put(store: &Store, number: u64, version: u64, index: &Index) {
    let append = Append { index: index.clone(), ..entry(game(number), version) };
    let order = if version == 1 { store.create(SECRET, append) } else { store.append(append) };
    order.wait().unwrap();
}

fn index(stage: &str) -> Index {
    Index { stage: stage.into(), ..Index::default() }
}

fn numbers(games: &[Listed]) -> Vec<u64> {
    games.iter().map(|listed| number(listed.game)).collect()
}

fn number(id: GameId) -> u64 {
    (0..1000).find(|number| game(*number) == id).unwrap()
}

const ALL: Page = Page { limit: 100, before: None };

pub fn public_games_of_a_stage_come_latest_first_and_in_pages(place: &dyn Place) {
    let store = place.open();
    for number in 0..30 {
        let stage = ["open", "running", "over"][number as usize % 3];
        put(&store, number, 1, &Index { public: number % 2 == 0, ..index(stage) });
    }
    assert_eq!(numbers(&store.public_games("open", None, ALL).unwrap()), [24, 18, 12, 6, 0]);
    let page = |before| store.public_games("open", None, Page { limit: 2, before }).unwrap();
    assert_eq!(numbers(&page(None)), [24, 18]);
    assert_eq!(numbers(&page(Some(game(18)))), [12, 6]);
    assert_eq!(numbers(&page(Some(game(6)))), [0]);
    assert!(page(Some(game(99))).is_empty());
    put(&store, 12, 2, &Index { public: true, ..index("running") });
    put(&store, 18, 2, &index("open"));
    assert_eq!(numbers(&store.public_games("open", None, ALL).unwrap()), [24, 6, 0]);
    let listed = &store.public_games("running", None, Page { limit: 1, before: Some(game(16)) }).unwrap()[0];
    let row = store.game(game(12)).unwrap().unwrap();
    assert_eq!((listed.game, &listed.index, listed.version), (game(12), &row.index, 2));
    assert_eq!((listed.created, listed.updated), (row.created, row.updated));
}

pub fn games_of_a_person_follow_who_takes_part(place: &dyn Place) {
    let store = place.open();
    let [ann, bob]: [PersonId; 2] = [1, 2].map(|number| store.add_person(hash(number), 0).wait().unwrap());
    let with = |people: &[PersonId]| Index { people: people.to_vec(), ..index("open") };
    put(&store, 0, 1, &with(&[]));
    put(&store, 1, 1, &with(&[bob, ann]));
    // The same person on two seats.
    put(&store, 2, 1, &with(&[ann, ann]));
    put(&store, 3, 1, &with(&[bob]));
    let of = |person| numbers(&store.games_of(person, ALL).unwrap());
    assert_eq!((of(ann), of(bob)), (vec![2, 1], vec![3, 1]));
    put(&store, 1, 2, &with(&[ann]));
    put(&store, 3, 2, &with(&[bob, ann]));
    assert_eq!((of(ann), of(bob)), (vec![3, 2, 1], vec![3]));
    assert_eq!(numbers(&store.games_of(ann, Page { limit: 1, before: Some(game(3)) }).unwrap()), [2]);
    assert_eq!(store.game(game(3)).unwrap().unwrap().index.people, [bob, ann]);
    assert_eq!(store.game(game(2)).unwrap().unwrap().index.people, [ann, ann]);
    assert!(store.games_of(PersonId(77), ALL).unwrap().is_empty());
}

pub fn what_is_due_comes_earliest_first(place: &dyn Place) {
    let store = place.open();
    for (number, due) in [(0, None), (1, Some(50)), (2, Some(20)), (3, Some(70)), (4, Some(-20))] {
        put(&store, number, 1, &Index { due, ..index("running") });
    }
    let due = |by, limit| store.due(by, limit).unwrap().into_iter().map(number).collect::<Vec<_>>();
    assert_eq!(due(50, 10), [4, 2, 1]);
    assert_eq!(due(49, 10), [4, 2]);
    assert_eq!(due(1000, 3), [4, 2, 1]);
    put(&store, 2, 2, &index("running"));
    put(&store, 0, 2, &Index { due: Some(1), ..index("running") });
    assert_eq!(due(50, 10), [4, 0, 1]);
}

pub fn games_for_the_computer_come_longest_waiting_first(place: &dyn Place) {
    let store = place.open();
    let computer = |computer| Index { computer, ..index("running") };
    for number in 0..4 {
        put(&store, number, 1, &computer(number != 1));
    }
    let waiting = |limit| store.for_the_computer(limit).unwrap().into_iter().map(number).collect::<Vec<_>>();
    assert_eq!(waiting(10), [0, 2, 3]);
    put(&store, 0, 2, &computer(true));
    put(&store, 2, 2, &computer(false));
    assert_eq!(waiting(10), [3, 0]);
    assert_eq!(waiting(1), [3]);
}

pub fn stages_are_counted(place: &dyn Place) {
    let store = place.open();
    assert_eq!(store.stages().unwrap(), []);
    for (number, stage) in (0..).zip(["open", "over", "open"]) {
        put(&store, number, 1, &index(stage));
    }
    assert_eq!(store.stages().unwrap(), [("open".into(), 2), ("over".into(), 1)]);
}

pub fn games_that_are_played_come_in_the_order_of_their_numbers(place: &dyn Place) {
    let store = place.open();
    for (number, stage) in (0..).zip(["playing", "open", "playing", "playing"]) {
        put(&store, number, 1, &index(stage));
    }
    let playing = |after, limit| store.playing(after, limit).unwrap();
    let all = playing(None, 10);
    assert_eq!(all.iter().map(|(_, game)| number(*game)).collect::<Vec<_>>(), [0, 2, 3]);
    assert!(all.is_sorted());
    assert_eq!(playing(None, 2), all[..2]);
    assert_eq!(playing(Some(all[0].0), 10), all[1..]);
    assert_eq!(playing(Some(all[2].0), 10), []);
}
