//! Many writes at once.

use crate::common::{SECRET, TempStore, begin, entry, game, hash, last, options};
use rusqlite::Connection;
use server::store::sqlite::Options;
use server::store::{Append, Pending, StoreError};
use std::collections::{BTreeMap, VecDeque};
use std::thread;
use std::time::Duration;

/// Keeps the writer waiting, so that what is ordered comes together.
fn hold_the_writer(place: &TempStore) -> Connection {
    let other = place.connection();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    other
}

fn let_go(other: &Connection) {
    other.execute_batch("ROLLBACK").unwrap();
}

#[test]
fn what_waits_for_the_disk_is_counted_from_its_order_to_its_answer() {
    let place = TempStore::new();
    let store = place.open();
    let other = hold_the_writer(&place);
    let pending: Vec<_> = (0..3).map(|number| store.create(SECRET, entry(game(number), 1))).collect();
    let (waiting, oldest) = store.writes_waiting();
    assert!(waiting == 3 && oldest.is_some());
    let_go(&other);
    pending.into_iter().for_each(|pending| pending.wait().unwrap());
    while store.writes_waiting() != (0, None) {
        thread::yield_now();
    }
}

#[test]
fn a_failed_order_does_not_touch_the_others_of_its_batch() {
    let place = TempStore::new();
    // Room for some more small entries, but not for a large one.
    let store = place.open_with(&Options { max_pages: Some(40), ..options() });
    begin(&store, game(1), 1);
    begin(&store, game(2), 1);
    let other = hold_the_writer(&place);
    let large = Append { entry: "x".repeat(300_000), ..entry(game(2), 2) };
    let orders = [
        store.append(entry(game(1), 2)),
        store.append(large),
        store.append(entry(game(2), 2)),
        store.append(entry(game(1), 3)),
    ];
    let_go(&other);
    assert_eq!(orders.map(Pending::wait), [Ok(()), Err(StoreError::Full), Ok(()), Ok(())]);
    drop(store);
    let store = place.open();
    assert_eq!((last(&store, game(1)), last(&store, game(2))), (3, 2));
}

#[test]
fn a_full_queue_answers_busy_and_keeps_what_it_took() {
    const QUEUE: usize = 10;
    // The queue, and what the writer holds in its hands.
    const AT_MOST: usize = QUEUE + 256;
    let place = TempStore::new();
    let store = place.open_with(&Options { queue: QUEUE, ..options() });
    let other = hold_the_writer(&place);
    let orders: BTreeMap<u64, _> = (0..AT_MOST as u64 + 20)
        .map(|number| (number, store.create(SECRET, entry(game(number), 1))))
        .collect();
    let_go(&other);
    let answers: BTreeMap<u64, _> =
        orders.into_iter().map(|(number, order)| (number, order.wait())).collect();
    let busy = answers.values().filter(|answer| **answer == Err(StoreError::Busy)).count();
    assert!(busy >= 20, "{busy} refused");
    assert!(answers.len() - busy >= QUEUE, "{busy} refused");
    for (number, answer) in answers {
        assert!(matches!(answer, Ok(()) | Err(StoreError::Busy)));
        assert_eq!(last(&store, game(number)), u64::from(answer.is_ok()));
    }
    store.add_person(hash(1), 0).wait().unwrap();
}

#[test]
fn readers_wait_for_each_other_and_for_nobody_else() {
    let place = TempStore::new();
    let store = place.open_with(&Options { readers: 2, ..options() });
    begin(&store, game(1), 10);
    let other = hold_the_writer(&place);
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| (0..50).for_each(|_| assert_eq!(last(&store, game(1)), 10)));
        }
    });
    let_go(&other);
}

#[test]
fn a_lock_of_another_program_is_waited_for_only_so_long() {
    let place = TempStore::new();
    let store = place.open_with(&Options { patience: Duration::ZERO, ..options() });
    begin(&store, game(1), 1);
    let other = hold_the_writer(&place);
    assert_eq!(store.append(entry(game(1), 2)).wait(), Err(StoreError::Busy));
    let_go(&other);
    assert_eq!(last(&store, game(1)), 1);
    store.append(entry(game(1), 2)).wait().unwrap();
}

#[test]
fn the_write_ahead_log_stays_short_however_much_is_written() {
    const ORDERS: u64 = 12_000;
    let place = TempStore::new();
    let store = place.open();
    begin(&store, game(1), 1);
    let mut pending = VecDeque::new();
    for version in 2..=ORDERS {
        pending.push_back(store.append(entry(game(1), version)));
        if pending.len() == 4 {
            pending.pop_front().map(Pending::wait).unwrap().unwrap();
        }
    }
    pending.into_iter().for_each(|order| order.wait().unwrap());
    let log = std::fs::metadata(place.path.with_extension("db-wal")).unwrap().len();
    // Four orders share a commit, and each commit writes three pages or more.
    assert!(log < ORDERS / 4 * 3 * 4096 * 2 / 3, "{log} bytes");
    assert_eq!(last(&store, game(1)), ORDERS);
}
