//! Many writes at once.

use super::Place;
use crate::common::{SECRET, begin, entry, game, last};
use server::store::{Append, Index, Pending, PersonId, StoreError};
use std::thread;

pub fn many_threads_write_to_many_games(place: &dyn Place) {
    const THREADS: u64 = 8;
    const GAMES: u64 = 20;
    const VERSIONS: u64 = 15;
    let store = place.open();
    thread::scope(|scope| {
        for thread in 0..THREADS {
            let store = store.clone();
            scope.spawn(move || {
                let games = || (0..GAMES).map(|number| game(thread * GAMES + number));
                let created: Vec<_> = games().map(|game| store.create(SECRET, entry(game, 1))).collect();
                let rest = (2..=VERSIONS).flat_map(|version| games().map(move |game| entry(game, version)));
                let appended: Vec<_> = rest.map(|entry| store.append(entry)).collect();
                created.into_iter().chain(appended).for_each(|pending| pending.wait().unwrap());
            });
        }
    });
    drop(store);
    let store = place.open();
    for number in 0..THREADS * GAMES {
        assert_eq!(last(&store, game(number)), VERSIONS);
    }
}

pub fn of_several_that_offer_the_same_version_one_is_stored(place: &dyn Place) {
    const THREADS: u64 = 6;
    let store = place.open();
    begin(&store, game(1), 1);
    let compete = || (2..=100).filter(|version| store.append(entry(game(1), *version)).wait().is_ok());
    let mut won: Vec<u64> = thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS).map(|_| scope.spawn(|| compete().collect::<Vec<_>>())).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    won.sort_unstable();
    assert_eq!(won, (2..=100).collect::<Vec<_>>());
    assert_eq!(last(&store, game(1)), 100);
}

pub fn a_refused_order_does_not_touch_the_others(place: &dyn Place) {
    let store = place.open();
    begin(&store, game(1), 1);
    begin(&store, game(2), 1);
    let stranger = Index { people: vec![PersonId(7)], ..Index::default() };
    let orders = [
        store.append(entry(game(1), 2)),
        store.append(entry(game(1), 2)),
        store.append(entry(game(2), 5)),
        store.append(Append { index: stranger, ..entry(game(2), 2) }),
        store.create(SECRET, entry(game(1), 1)),
        store.append(entry(game(3), 1)),
        store.append(entry(game(2), 2)),
        store.append(entry(game(1), 3)),
    ];
    let answers = orders.map(Pending::wait);
    let conflict = |game, version, last| Err(StoreError::Conflict { game, version, last });
    let wanted = [
        Ok(()),
        conflict(game(1), 2, 2),
        conflict(game(2), 5, 1),
        Err(StoreError::UnknownPerson(7)),
        Err(StoreError::GameExists(game(1))),
        Err(StoreError::UnknownGame(game(3))),
        Ok(()),
        Ok(()),
    ];
    assert_eq!(answers, wanted);
    assert_eq!((last(&store, game(1)), last(&store, game(2)), last(&store, game(3))), (3, 2, 0));
}

pub fn who_subscribes_is_told_of_entries_that_can_be_read(place: &dyn Place) {
    let store = place.open();
    let Some(mut written) = store.subscribe() else { return };
    begin(&store, game(1), 3);
    store.append(entry(game(1), 3)).wait().unwrap_err();
    store.append(entry(game(1), 4)).wait().unwrap();
    for version in 2..=4 {
        assert_eq!(written.blocking_recv(), Ok((game(1), version)));
        assert!(last(&store, game(1)) >= version);
    }
}
