//! Copies of the database, made while somebody writes to it.

use crate::common::{TempStore, begin, entry, export, game, last, options};
use crate::crash::acknowledge_and_kill;
use server::store::StoreError;
use server::store::sqlite::{OpenError, Sqlite, Wish};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

fn backup(place: &TempStore, to: &Path) -> Result<(), OpenError> {
    Sqlite::backup(&place.path, &options(), to, Wish::default(), |_| {})
}

fn restore(from: &Path, place: &TempStore, force: bool) -> Result<(), OpenError> {
    let wish = Wish { force, damaged: false };
    Sqlite::restore(&place.path, &options(), from, wish, |_| {})
}

#[test]
fn a_copy_made_beside_an_open_store_holds_everything_in_one_file() {
    let (place, other) = (TempStore::new(), TempStore::new());
    let store = place.open();
    (0..20).for_each(|number| begin(&store, game(number), 30));
    let copied = place.folder.path().join("copy");
    let mut told = Vec::new();
    let tell = |progress| told.push(progress);
    Sqlite::backup(&place.path, &options(), &copied, Wish::default(), tell).unwrap();
    assert!(
        told.last().is_some_and(|progress| progress.done == progress.all && progress.all > 0),
        "{told:?}"
    );
    assert!(!place.folder.path().join("copy-wal").exists());
    // Only this one file is carried away.
    let carried = other.folder.path().join("carried");
    fs::rename(&copied, &carried).unwrap();
    restore(&carried, &other, false).unwrap();
    assert_eq!(export(&other.open()), export(&store));
}

#[test]
fn a_copy_holds_every_entry_that_was_acknowledged_before_it_began() {
    const GAMES: u64 = 8;
    let place = TempStore::new();
    let store = place.open();
    (0..GAMES).for_each(|number| begin(&store, game(number), 1));
    for round in 0..3 {
        let (stop, stopped) = std::sync::mpsc::channel::<()>();
        let (tell, acknowledged) = std::sync::mpsc::channel();
        let writer = store.clone();
        let writing = std::thread::spawn(move || {
            let mut version = last(&writer, game(0));
            while stopped.try_recv() == Err(std::sync::mpsc::TryRecvError::Empty) {
                version += 1;
                let pending = (0..GAMES).map(|number| writer.append(entry(game(number), version)));
                pending.collect::<Vec<_>>().into_iter().for_each(|pending| pending.wait().unwrap());
                let _ = tell.send(version);
            }
        });
        let before = acknowledged.recv().unwrap();
        let copied = place.folder.path().join(format!("copy-{round}"));
        backup(&place, &copied).unwrap();
        drop(stop);
        writing.join().unwrap();
        let other = TempStore::new();
        restore(&copied, &other, false).unwrap();
        let restored = other.open();
        for number in 0..GAMES {
            let version = last(&restored, game(number));
            assert!(before <= version && version <= last(&store, game(number)), "{before} {version}");
        }
    }
}

#[test]
fn games_that_are_deleted_meanwhile_are_not_missing() {
    let place = TempStore::new();
    let store = place.open();
    begin(&store, game(0), 3);
    let (stop, stopped) = std::sync::mpsc::channel::<()>();
    let deleting = std::thread::spawn(move || {
        for number in 1.. {
            begin(&store, game(number), 1);
            assert_eq!(store.forget(game(number), 1, 0).wait(), Ok(true));
            if stopped.try_recv() == Err(std::sync::mpsc::TryRecvError::Disconnected) {
                return number;
            }
        }
        0
    });
    let copied = place.folder.path().join("copy");
    for round in 0..40 {
        backup(&place, &copied).unwrap();
        let verified = Sqlite::verify(&place.path, &options(), |_, _| {}).unwrap();
        assert!(verified.is_whole(), "round {round}: {verified:?}");
        let exported = Sqlite::export_beside(&place.path, &options(), std::io::sink()).unwrap();
        assert_eq!(exported.hurt, [], "round {round}");
    }
    drop(stop);
    assert!(deleting.join().unwrap() > 40);
}

#[test]
fn data_is_replaced_only_if_that_is_wanted_and_never_under_a_server() {
    let (place, other) = (TempStore::new(), TempStore::new());
    begin(&place.open(), game(1), 3);
    let copied = place.folder.path().join("copy");
    backup(&place, &copied).unwrap();
    let store = other.open();
    begin(&store, game(2), 2);
    for force in [false, true] {
        assert!(matches!(restore(&copied, &other, force), Err(OpenError::Locked { .. })));
    }
    drop(store);
    assert_eq!(restore(&copied, &other, false), Err(OpenError::DataThere(other.path.clone())));
    assert_eq!(last(&other.open(), game(2)), 2);
    restore(&copied, &other, true).unwrap();
    let store = other.open();
    assert_eq!((last(&store, game(1)), last(&store, game(2))), (3, 0));
}

#[test]
fn the_log_of_a_server_that_was_killed_is_not_taken_into_the_copy_that_replaces_its_data() {
    let (place, other) = (TempStore::new(), TempStore::new());
    begin(&place.open(), game(1), 3);
    let copied = place.folder.path().join("copy");
    backup(&place, &copied).unwrap();
    let mut acknowledged = BTreeMap::new();
    acknowledge_and_kill(&other, 300, &mut acknowledged);
    assert!(fs::metadata(other.path.with_extension("db-wal")).unwrap().len() > 0);
    // What the killed server acknowledged is copied, though nobody has taken in its log.
    let killed = TempStore::new();
    let second = other.folder.path().join("second");
    backup(&other, &second).unwrap();
    restore(&second, &killed, false).unwrap();
    let store = killed.open();
    assert!(acknowledged.iter().all(|(game, version)| last(&store, *game) >= *version));
    restore(&copied, &other, true).unwrap();
    assert_eq!(export(&other.open()), export(&place.open()));
}

#[test]
fn a_copy_that_is_damaged_or_none_is_not_put_back() {
    let (place, other) = (TempStore::new(), TempStore::new());
    let store = place.open();
    (0..20).for_each(|number| begin(&store, game(number), 30));
    let copied = place.folder.path().join("copy");
    backup(&place, &copied).unwrap();
    let mut damaged = fs::read(&copied).unwrap();
    let middle = damaged.len() / 2 / 4096 * 4096;
    damaged[middle..middle + 4096].fill(0xa5);
    let bad = place.folder.path().join("bad");
    for bytes in [&damaged[..], &damaged[..middle], b"", b"no database"] {
        fs::write(&bad, bytes).unwrap();
        let outcome = restore(&bad, &other, false);
        assert!(
            matches!(outcome, Err(OpenError::Store(StoreError::Corrupt(_)) | OpenError::Foreign(_))),
            "{outcome:?}"
        );
        assert_eq!(fs::read_dir(other.folder.path()).unwrap().count(), 0);
    }
    assert!(restore(Path::new("/nowhere/copy"), &other, false).is_err());
    assert!(!other.path.exists());
}

#[test]
fn a_copy_with_a_log_that_has_gaps_is_not_put_back() {
    let (place, other) = (TempStore::new(), TempStore::new());
    begin(&place.open(), game(1), 5);
    let copied = place.folder.path().join("copy");
    for gap in ["version = 3", "version = 5"] {
        backup(&place, &copied).unwrap();
        let db = rusqlite::Connection::open(&copied).unwrap();
        db.execute(&format!("DELETE FROM log WHERE {gap}"), []).unwrap();
        drop(db);
        let outcome = restore(&copied, &other, false);
        assert!(matches!(outcome, Err(OpenError::Hurt { more: 0, .. })), "{outcome:?}");
    }
}

#[test]
fn a_copy_is_never_written_over_the_database_itself() {
    let place = TempStore::new();
    let store = place.open();
    begin(&store, game(1), 3);
    for ending in ["", "-wal", "-shm", ".lock", ".heads"] {
        let mut path = place.path.clone().into_os_string();
        path.push(ending);
        assert!(matches!(backup(&place, Path::new(&path)), Err(OpenError::CopyOntoItself(_))), "{ending}");
    }
    assert!(matches!(restore(&place.path, &place, true), Err(OpenError::CopyOntoItself(_))));
    assert_eq!(last(&store, game(1)), 3);
}

#[test]
fn a_database_is_copied_before_it_is_migrated() {
    let (place, other) = (TempStore::new(), TempStore::new());
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/store/fixtures/v1.db");
    fs::copy(&fixture, &place.path).unwrap();
    let migrated = export(&place.open());
    let kept = place.folder.path().join("games.db.schema-1.backup");
    let version = |path: &Path| -> i64 {
        let db = rusqlite::Connection::open(path).unwrap();
        db.query_row("PRAGMA user_version", [], |row| row.get(0)).unwrap()
    };
    assert_eq!(version(&kept), 1);
    restore(&kept, &other, false).unwrap();
    assert_eq!(export(&other.open()), migrated);
}

#[test]
fn an_export_is_written_beside_an_open_store() {
    let place = TempStore::new();
    let store = place.open();
    (0..5).for_each(|number| begin(&store, game(number), 10));
    let mut beside = Vec::new();
    Sqlite::export_beside(&place.path, &options(), &mut beside).unwrap();
    assert_eq!(String::from_utf8(beside).unwrap(), export(&store));
}
