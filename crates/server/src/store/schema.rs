//! The tables, and how a database of an earlier version becomes one of this version.

use super::StoreError;
use rusqlite::{Connection, TransactionBehavior};
use std::path::Path;

/// What leads from each schema version to the next, from an empty file on. A migration that was ever released stays
/// as it is; a change is one more at the end.
const MIGRATIONS: &[&str] = &[
    include_str!("schema/1.sql"),
    include_str!("schema/2.sql"),
    include_str!("schema/3.sql"),
    include_str!("schema/4.sql"),
];

/// "Bast": tells our files from other programs'.
const APPLICATION: i64 = 0x4261_7374;

/// Refuses what is not ours or not yet known, before anything is changed.
pub(super) fn check(db: &Connection, path: &Path) -> Result<(), StoreError> {
    let application = number(db, "PRAGMA application_id")?;
    let tables = number(db, "SELECT count(*) FROM sqlite_schema")?;
    let new = application == 0 && tables == 0;
    if application != APPLICATION && !new {
        return Err(StoreError::Foreign(path.to_owned()));
    }
    missing(number(db, "PRAGMA user_version")?, MIGRATIONS).map(drop)
}

/// Refuses what is not ours or not yet known, a new file included.
pub(super) fn check_ours(db: &Connection, path: &Path) -> Result<(), StoreError> {
    check(db, path)?;
    match number(db, "PRAGMA application_id")? {
        APPLICATION => Ok(()),
        _ => Err(StoreError::Foreign(path.to_owned())),
    }
}

/// The version of a database that is to be migrated; none if it is new or of the latest version.
pub(super) fn earlier(db: &Connection) -> Result<Option<i64>, StoreError> {
    let found = number(db, "PRAGMA user_version")?;
    Ok((1..MIGRATIONS.len() as i64).contains(&found).then_some(found))
}

/// Brings the database to the latest version, step by step, each of them whole or not at all.
pub(super) fn migrate(db: &mut Connection) -> Result<(), StoreError> {
    migrate_by(db, MIGRATIONS)
}

fn missing<'a>(found: i64, migrations: &'a [&'a str]) -> Result<&'a [&'a str], StoreError> {
    let known = migrations.len() as i64;
    let done = usize::try_from(found).map_err(|_| StoreError::Corrupt(format!("schema version {found}")))?;
    migrations.get(done..).ok_or(StoreError::Newer { found, known })
}

fn migrate_by(db: &mut Connection, migrations: &[&str]) -> Result<(), StoreError> {
    let found = number(db, "PRAGMA user_version")?;
    let missing = missing(found, migrations)?;
    for (migration, version) in missing.iter().zip(found + 1..) {
        let step = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
        step.execute_batch(migration)?;
        step.pragma_update(None, "user_version", version)?;
        step.pragma_update(None, "application_id", APPLICATION)?;
        step.commit()?;
    }
    Ok(())
}

fn number(db: &Connection, question: &str) -> Result<i64, StoreError> {
    Ok(db.query_row(question, [], |row| row.get(0))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NEXT: &str = "ALTER TABLE games ADD COLUMN colour TEXT; UPDATE games SET colour = 'of ' || title";

    /// A database that a program of schema version 1 made.
    fn version_1() -> (tempfile::TempDir, Connection) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("v1.db");
        std::fs::write(&path, include_bytes!("../../tests/store/fixtures/v1.db")).unwrap();
        let db = Connection::open(path).unwrap();
        (folder, db)
    }

    fn colours(db: &Connection) -> i64 {
        number(db, "SELECT count(colour) FROM games").unwrap()
    }

    #[test]
    fn every_missing_step_is_taken_once() {
        let (_folder, mut db) = version_1();
        let games = number(&db, "SELECT count(*) FROM games").unwrap();
        for _ in 0..2 {
            migrate_by(&mut db, &[MIGRATIONS[0], NEXT, "CREATE TABLE birds (name TEXT)"]).unwrap();
            assert_eq!(number(&db, "PRAGMA user_version"), Ok(3));
            assert_eq!(colours(&db), games);
        }
    }

    #[test]
    fn a_step_that_fails_leaves_the_steps_before_it() {
        let (_folder, mut db) = version_1();
        let broken = "CREATE TABLE birds (name TEXT); INSERT INTO fish VALUES (1)";
        assert!(migrate_by(&mut db, &[MIGRATIONS[0], NEXT, broken]).is_err());
        assert_eq!(number(&db, "PRAGMA user_version"), Ok(2));
        assert_eq!(number(&db, "SELECT count(*) FROM sqlite_schema WHERE name = 'birds'"), Ok(0));
        migrate_by(&mut db, &[MIGRATIONS[0], NEXT, "CREATE TABLE birds (name TEXT)"]).unwrap();
        assert_eq!(number(&db, "PRAGMA user_version"), Ok(3));
    }

    #[test]
    fn a_version_that_is_not_known_is_refused() {
        let (_folder, mut db) = version_1();
        assert_eq!(migrate_by(&mut db, &[]), Err(StoreError::Newer { found: 1, known: 0 }));
        db.pragma_update(None, "user_version", -1).unwrap();
        assert!(matches!(migrate_by(&mut db, MIGRATIONS), Err(StoreError::Corrupt(_))));
    }
}
