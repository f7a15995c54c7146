//! Writing step by step, with faults on demand.

use crate::common::{Opened, SECRET, TempStore, entry, game, last, options};
use server::store::sqlite::{InjectedFault, Options};
use server::store::{Append, StoreError};

fn open(place: &TempStore) -> Opened {
    let store = place.open_with(&Options { manual: true, queue: 2, ..options() });
    let created = store.create(SECRET, entry(game(1), 1));
    assert_eq!(store.sqlite.write(InjectedFault::Written), Ok(1));
    created.wait().unwrap();
    store
}

#[test]
fn nothing_is_written_before_it_is_asked_for() {
    let place = TempStore::new();
    let store = open(&place);
    let second = store.append(entry(game(1), 2));
    let third = store.append(entry(game(1), 3));
    assert_eq!(store.append(entry(game(1), 4)).wait(), Err(StoreError::Busy), "two may wait");
    assert_eq!(last(&store, game(1)), 1);
    assert_eq!(store.sqlite.write(InjectedFault::Written), Ok(2));
    assert_eq!((second.wait(), third.wait()), (Ok(()), Ok(())));
    assert_eq!(last(&store, game(1)), 3);
}

#[test]
fn each_fate_leaves_behind_what_it_says() {
    let place = TempStore::new();
    let store = open(&place);
    let failed = store.append(entry(game(1), 2));
    store.sqlite.write(InjectedFault::Failed).unwrap();
    assert!(matches!(failed.wait(), Err(StoreError::Io(_))));
    assert_eq!(last(&store, game(1)), 1);
    let untold = store.append(entry(game(1), 2));
    store.sqlite.write(InjectedFault::Untold).unwrap();
    assert!(matches!(untold.wait(), Err(StoreError::Io(_))));
    assert_eq!(last(&store, game(1)), 2, "written all the same");
    let long = Append { entry: "long ".repeat(10_000), ..entry(game(1), 3) };
    let full = store.append(long.clone());
    store.sqlite.write(InjectedFault::Full).unwrap();
    assert_eq!(full.wait(), Err(StoreError::Full));
    let later = store.append(long);
    store.sqlite.write(InjectedFault::Written).unwrap();
    assert_eq!(later.wait(), Ok(()), "there is room again");
}

#[test]
fn what_still_waits_at_the_end_is_lost() {
    let place = TempStore::new();
    let store = open(&place);
    let lost = store.append(entry(game(1), 2));
    drop(store);
    assert_eq!(lost.wait(), Err(StoreError::Stopped));
    assert_eq!(last(&place.open(), game(1)), 1);
}
