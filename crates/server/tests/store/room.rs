//! What deleted games leave in the database.

use crate::common::{TempStore, begin, export, game, options};
use server::store::sqlite::{OpenError, Sqlite};

/// Whoever keeps a game keeps it for ever.
const ALWAYS: i64 = i64::MIN;

fn count(place: &TempStore, table: &str) -> u64 {
    place.connection().query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0)).unwrap()
}

#[test]
fn the_log_of_a_deleted_game_is_taken_away_in_pieces() {
    let place = TempStore::new();
    let store = place.open();
    begin(&store, game(2), 3);
    let others = export(&store);
    begin(&store, game(1), 450);
    assert_eq!(store.forget(game(1), 450, ALWAYS).wait(), Ok(true));
    assert_eq!(export(&store), others);
    drop(store);
    let store = place.open();
    let pieces = std::iter::from_fn(|| store.sweep().wait().unwrap().then_some(count(&place, "log")));
    assert_eq!(pieces.collect::<Vec<_>>(), [253, 53, 3]);
    assert_eq!((count(&place, "games"), export(&store)), (1, others));
}

#[test]
pub fn what_is_free_is_filled_again_and_given_back_when_nobody_is_there() {
    let place = TempStore::new();
    let store = place.open();
    begin(&store, game(1), 600);
    let before = store.used_bytes().unwrap();
    store.forget(game(1), 600, ALWAYS).wait().unwrap();
    while store.sweep().wait().unwrap() {}
    assert!(store.used_bytes().unwrap() < before + 200_000);
    let pages = || place.connection().query_row("PRAGMA page_count", [], |row| row.get::<_, u64>(0)).unwrap();
    let size = pages();
    begin(&store, game(2), 500);
    assert_eq!(pages(), size);
    store.forget(game(2), 500, ALWAYS).wait().unwrap();
    while store.sweep().wait().unwrap() {}
    assert!(matches!(Sqlite::compact(&place.path, &options()), Err(OpenError::Locked { .. })));
    drop(store);
    Sqlite::compact(&place.path, &options()).unwrap();
    assert!(pages() < size - 10, "{} of {size}", pages());
}
