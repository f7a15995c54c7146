//! Full disks and files that may not be written.

use crate::common::{SECRET, TempStore, begin, entry, game, last, options};
use crate::{child, common};
use server::store::sqlite::{OpenError, Options, Sqlite};
use server::store::{Append, Store, StoreError};
use std::path::Path;

/// Appends until it is refused, and tells the last version and the refusal.
fn append_until_refused(store: &Store, from: u64) -> (u64, StoreError) {
    for version in from.. {
        let padded = entry(game(1), version);
        let padded = Append { entry: format!("{}{:1000}", padded.entry, ""), ..padded };
        if let Err(refusal) = store.append(padded).wait() {
            return (version - 1, refusal);
        }
    }
    unreachable!("there are no more versions")
}

#[test]
fn a_full_database_refuses_and_goes_on_when_there_is_room() {
    let place = TempStore::new();
    let store = place.open_with(&Options { max_pages: Some(60), ..options() });
    begin(&store, game(1), 1);
    let (stored, refusal) = append_until_refused(&store, 2);
    assert_eq!(refusal, StoreError::Full);
    assert_eq!(append_until_refused(&store, stored + 1), (stored, StoreError::Full));
    assert_eq!(last(&store, game(1)), stored);
    drop(store);
    let store = place.open();
    assert_eq!(last(&store, game(1)), stored);
    store.append(entry(game(1), stored + 1)).wait().unwrap();
    assert_eq!(last(&store, game(1)), stored + 1);
}

#[test]
fn a_database_that_is_full_from_the_beginning_is_not_opened() {
    let place = TempStore::new();
    let options = Options { max_pages: Some(3), ..options() };
    assert!(matches!(Sqlite::open(&place.path, &options), Err(OpenError::Store(StoreError::Full))));
    begin(&place.open(), game(1), 2);
}

#[test]
fn of_a_batch_that_fills_the_disk_exactly_the_acknowledged_is_there() {
    let place = TempStore::new();
    let store = place.open_with(&Options { max_pages: Some(40), ..options() });
    let orders: Vec<_> = (0..600).map(|number| store.create(SECRET, entry(game(number), 1))).collect();
    let stored: Vec<_> = orders.into_iter().map(|order| order.wait().is_ok()).collect();
    drop(store);
    assert!(stored.contains(&true) && stored.contains(&false));
    let store = place.open();
    for (number, stored) in (0..).zip(stored) {
        assert_eq!(last(&store, game(number)), u64::from(stored));
    }
}

/// In another process: appends until the operating system refuses, then looks whether all is well.
pub fn fill(database: &Path) {
    let store = Store::from(Sqlite::open(database, &common::options()).unwrap());
    begin(&store, game(1), 1);
    let (stored, first) = append_until_refused(&store, 2);
    let (after, second) = append_until_refused(&store, stored + 1);
    assert_eq!((last(&store, game(1)), after), (stored, stored));
    for refusal in [first, second] {
        assert!(matches!(refusal, StoreError::Full | StoreError::Io(_)), "{refusal}");
    }
    child::say(&stored.to_string());
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::fs::{self, Permissions};
    use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
    use std::os::unix::process::CommandExt;
    use std::path::PathBuf;
    use std::process::Command;

    #[test]
    fn a_process_lives_on_at_the_limit_of_its_files_size() {
        let place = TempStore::new();
        let process = child::process("fill", &place.path);
        let mut limited = Command::new("sh");
        limited.args(["-c", r#"ulimit -f 1000 && exec "$0" "$@""#]);
        limited.arg(process.get_program()).args(process.get_args());
        limited.envs(process.get_envs().filter_map(|(name, value)| Some((name, value?))));
        let stored: u64 = child::answer(limited).parse().unwrap();
        assert!(stored > 10);
        let store = place.open();
        assert_eq!(last(&store, game(1)), stored);
        store.append(entry(game(1), stored + 1)).wait().unwrap();
    }

    /// Somebody whom permissions concern: root may write everything.
    fn somebody(place: &TempStore) -> u32 {
        match fs::metadata(place.folder.path()).unwrap().uid() {
            0 => 65534,
            user => user,
        }
    }

    fn set(path: &Path, owner: u32, mode: u32) {
        chown(path, Some(owner), None).unwrap();
        fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
    }

    /// A database in a folder with these permissions, and a copy of this program that anybody can run.
    fn opened_with(file: u32, folder: u32) -> String {
        let place = TempStore::new();
        begin(&place.open(), game(1), 3);
        let user = somebody(&place);
        let room = tempfile::tempdir().unwrap();
        fs::set_permissions(room.path(), Permissions::from_mode(0o755)).unwrap();
        let program: PathBuf = room.path().join("program");
        // By another process: while this one has a program open for writing, a process that another test starts may
        // keep it open, and then it cannot be run.
        let copied = Command::new("cp").arg(std::env::current_exe().unwrap()).arg(&program).status().unwrap();
        assert!(copied.success());
        set(&place.path, user, file);
        set(&place.path.with_extension("db.lock"), user, 0o600);
        set(&place.path.with_extension("db.heads"), user, 0o600);
        set(place.folder.path(), user, folder);
        let mut process = child::command(&program, "open", &place.path);
        if user == 65534 {
            process.uid(user);
        }
        let answer = child::answer(process);
        fs::set_permissions(place.folder.path(), Permissions::from_mode(0o700)).unwrap();
        fs::set_permissions(&place.path, Permissions::from_mode(0o600)).unwrap();
        assert_eq!(last(&place.open(), game(1)), 3);
        answer
    }

    #[test]
    fn files_and_folders_that_may_not_be_written_are_refused() {
        assert_eq!(opened_with(0o600, 0o700), "opened");
        let sentence = opened_with(0o400, 0o700);
        assert!(sentence.starts_with("the database can't be written: "), "{sentence}");
        let sentence = opened_with(0o600, 0o500);
        assert!(sentence.starts_with("the database can't be written: "), "{sentence}");
    }

    #[test]
    fn a_folder_that_is_not_there_is_named() {
        let place = TempStore::new();
        let path = place.folder.path().join("nowhere/games.db");
        let sentence = common::refusal(&path).to_string();
        assert!(sentence.contains("nowhere/games.db"), "{sentence}");
    }
}
