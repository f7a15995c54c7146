//! Whose file it is, and what may be in it.

use crate::child;
use crate::common::{Opened, TempStore, begin, entry, game, last, options};
use server::store::sqlite::{OpenError, Sqlite};
use server::store::{Pending, StoreError};
use std::fs;

#[test]
fn a_second_process_is_told_who_has_the_database() {
    let place = TempStore::new();
    let store = place.open();
    let sentence = child::answer(child::process("open", &place.path));
    let path = place.path.display();
    let me = std::process::id();
    assert_eq!(sentence, format!("{path} is in use by process {me}; stop it, or choose another file"));
    assert!(matches!(place.refusal(), OpenError::Locked { .. }));
    let imported = Sqlite::import_all(&place.path, &options(), &b""[..], |_| Ok(()));
    assert!(matches!(imported, Err(OpenError::Locked { .. })));
    drop(store);
    assert_eq!(child::answer(child::process("open", &place.path)), "opened");
    place.open();
}

#[cfg(unix)]
#[test]
fn a_database_has_one_lock_whatever_it_is_called() {
    let (place, other) = (TempStore::new(), TempStore::new());
    std::os::unix::fs::symlink(&place.path, &other.path).unwrap();
    let store = other.open();
    begin(&store, game(1), 2);
    assert!(matches!(place.refusal(), OpenError::Locked { .. }));
    drop(store);
    assert_eq!(last(&place.open(), game(1)), 2);
}

#[cfg(unix)]
#[test]
fn nobody_else_can_read_the_files() {
    use std::os::unix::fs::PermissionsExt;
    let place = TempStore::new();
    let modes = || -> Vec<_> {
        let files = fs::read_dir(place.folder.path()).unwrap().map(Result::unwrap);
        files.map(|file| (file.file_name(), file.metadata().unwrap().permissions().mode() & 0o777)).collect()
    };
    let store = place.open();
    begin(&store, game(1), 2);
    assert_eq!(modes().len(), 5, "{:?}", modes());
    assert!(modes().iter().all(|(_, mode)| *mode == 0o600), "{:?}", modes());
    drop(store);
    fs::set_permissions(&place.path, fs::Permissions::from_mode(0o644)).unwrap();
    let store = place.open();
    begin(&store, game(2), 2);
    assert!(modes().iter().all(|(_, mode)| *mode == 0o600), "{:?}", modes());
}

#[test]
fn another_programs_file_is_left_alone() {
    let place = TempStore::new();
    place.connection().execute_batch("CREATE TABLE birds (name TEXT); PRAGMA user_version = 1").unwrap();
    let before = fs::read(&place.path).unwrap();
    assert_eq!(place.refusal(), OpenError::Foreign(place.path.clone()));
    assert!(fs::read(&place.path).unwrap() == before);
}

#[test]
fn a_file_that_is_no_database_is_refused() {
    let place = TempStore::new();
    fs::write(&place.path, "what people say of the weather ".repeat(300)).unwrap();
    assert!(matches!(place.refusal(), OpenError::Store(StoreError::Corrupt(_))), "{}", place.refusal());
}

#[test]
fn an_empty_file_is_a_new_database() {
    let place = TempStore::new();
    fs::write(&place.path, "").unwrap();
    begin(&place.open(), game(1), 2);
    assert_eq!(last(&place.open(), game(1)), 2);
}

/// Everything a caller can do with a store, as long as nothing is known to be damaged.
fn use_everything(place: &TempStore) -> Result<(), OpenError> {
    let store = Opened::from(Sqlite::open(&place.path, &options())?);
    let mut orders = Vec::new();
    for number in 0..50 {
        let version = store.game(game(number))?.map_or(0, |row| row.version);
        let log = store.load(game(number), 0)?;
        orders.push(store.append(entry(game(number), version.max(log.len() as u64) + 1)));
    }
    orders.into_iter().try_for_each(Pending::wait)?;
    store.stages()?;
    let hurt = store.sqlite.export_all(std::io::sink())?.hurt;
    hurt.first().map_or(Ok(()), |damage| Err(StoreError::Damaged(*damage).into()))
}

#[test]
fn damage_is_an_error_and_never_a_panic() {
    let place = TempStore::new();
    let store = place.open();
    (0..50).for_each(|number| begin(&store, game(number), 20));
    drop(store);
    let record = place.path.with_extension("db.heads");
    let (sound, heads) = (fs::read(&place.path).unwrap(), fs::read(&record).unwrap());
    assert!(sound.len() > 20 * 4096);
    let mut noticed = 0;
    for page in 0..sound.len() / 4096 {
        let mut damaged = sound.clone();
        damaged[page * 4096..(page + 1) * 4096].fill(0xa5);
        fs::write(&place.path, &damaged).unwrap();
        fs::write(&record, &heads).unwrap();
        let outcome = use_everything(&place);
        noticed += usize::from(outcome.is_err());
        let damage = matches!(
            outcome,
            Ok(()) | Err(OpenError::Store(StoreError::Corrupt(_) | StoreError::Damaged(_)))
        );
        assert!(damage, "page {page}: {outcome:?}");
    }
    assert!(noticed > sound.len() / 4096 / 2, "only {noticed} noticed");
    fs::write(&place.path, &sound[..sound.len() / 2]).unwrap();
    assert!(matches!(use_everything(&place), Err(OpenError::Store(StoreError::Corrupt(_)))));
}

#[test]
fn columns_that_hold_something_else_are_damage() {
    for damage in [
        "UPDATE log SET version = -1 WHERE version = 3",
        "UPDATE log SET entry = CAST(x'ff00fe' AS TEXT)",
        "UPDATE games SET version = -5",
        "DELETE FROM log WHERE version = 1",
        "DELETE FROM log WHERE version = 2",
        "DELETE FROM log WHERE version = 3",
        "DELETE FROM log",
    ] {
        let place = TempStore::new();
        begin(&place.open(), game(1), 3);
        place.connection().execute_batch(damage).unwrap();
        let store = place.open();
        let row = store.game(game(1)).map(drop);
        let log = store.load(game(1), 0).map(drop);
        let outcome = row.and(log);
        assert!(
            matches!(outcome, Err(StoreError::Corrupt(_) | StoreError::Damaged(_))),
            "{damage}: {outcome:?}"
        );
        assert_eq!(store.sqlite.export_all(std::io::sink()).unwrap().hurt.len(), 1, "{damage}");
    }
}
