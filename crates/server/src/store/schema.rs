//! The tables, and how a database of an earlier version becomes one of this version.

use super::StoreError;
use rusqlite::{Connection, TransactionBehavior};
use std::path::Path;

/// What leads from each schema version to the next, from an empty file on. A migration that was ever released stays
/// as it is; a change is one more at the end.
const MIGRATIONS: &[&str] = &[include_str!("schema/1.sql")];

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
