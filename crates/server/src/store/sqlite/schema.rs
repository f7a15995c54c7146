//! The tables, and how a database of an earlier version becomes one of this version.

use super::game::Number;
use super::{OpenError, list, words};
use crate::personal;
use crate::store::words::Kept;
use crate::store::{GameId, Millis, Secret, StoreError, chain};
use rusqlite::{Connection, TransactionBehavior, params};
use std::path::Path;
use std::time::{Duration, Instant};

/// What leads from each schema version to the next, from an empty file on. A migration that was ever released stays
/// as it is; a change is one more at the end.
const MIGRATIONS: &[Migration<'_>] = &[
    Migration { tables: include_str!("schema/1.sql"), fill: nothing },
    Migration { tables: include_str!("schema/2.sql"), fill: nothing },
    Migration { tables: include_str!("schema/3.sql"), fill: nothing },
    Migration { tables: include_str!("schema/4.sql"), fill: nothing },
    Migration { tables: include_str!("schema/5.sql"), fill: chain_all },
    Migration { tables: include_str!("schema/6.sql"), fill: nothing },
    Migration { tables: include_str!("schema/7.sql"), fill: nothing },
];

/// The way to a schema version.
struct Migration<'a> {
    /// What becomes of the tables.
    tables: &'a str,
    /// What SQL cannot say.
    fill: fn(&Connection) -> Result<(), StoreError>,
}

fn nothing(_: &Connection) -> Result<(), StoreError> {
    Ok(())
}

/// Rows of a log that are read at once.
const ROWS: u64 = 256;
/// How often it is told how far a long migration is.
const TELL: Duration = Duration::from_secs(5);

/// "Bast": tells our files from other programs'.
const APPLICATION: i64 = 0x4261_7374;

/// Refuses what is not ours or not yet known, before anything is changed.
pub(super) fn check(db: &Connection, path: &Path) -> Result<(), OpenError> {
    let application = number(db, "PRAGMA application_id")?;
    let tables = number(db, "SELECT count(*) FROM sqlite_schema")?;
    let new = application == 0 && tables == 0;
    if application != APPLICATION && !new {
        return Err(OpenError::Foreign(path.to_owned()));
    }
    missing(number(db, "PRAGMA user_version")?, MIGRATIONS).map(drop)
}

/// Refuses what is not ours or not yet known, a new file included.
pub(super) fn check_ours(db: &Connection, path: &Path) -> Result<(), OpenError> {
    check(db, path)?;
    match number(db, "PRAGMA application_id")? {
        APPLICATION => Ok(()),
        _ => Err(OpenError::Foreign(path.to_owned())),
    }
}

/// The version of a database that is to be migrated; none if it is new or of the latest version.
pub(super) fn earlier(db: &Connection) -> Result<Option<i64>, StoreError> {
    let found = number(db, "PRAGMA user_version")?;
    Ok((1..MIGRATIONS.len() as i64).contains(&found).then_some(found))
}

/// Brings the database to the latest version, step by step, each of them whole or not at all; tells whether there was
/// something to do.
pub(super) fn migrate(db: &mut Connection) -> Result<bool, OpenError> {
    migrate_by(db, MIGRATIONS)
}

fn missing<'a>(found: i64, migrations: &'a [Migration<'a>]) -> Result<&'a [Migration<'a>], OpenError> {
    let known = migrations.len() as i64;
    let done = usize::try_from(found).map_err(|_| StoreError::Corrupt(format!("schema version {found}")))?;
    migrations.get(done..).ok_or(OpenError::Newer { found, known })
}

fn migrate_by(db: &mut Connection, migrations: &[Migration<'_>]) -> Result<bool, OpenError> {
    let found = number(db, "PRAGMA user_version")?;
    let missing = missing(found, migrations)?;
    for (migration, version) in missing.iter().zip(found + 1..) {
        let step = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
        step.execute_batch(migration.tables)?;
        (migration.fill)(&step)?;
        step.pragma_update(None, "user_version", version)?;
        step.pragma_update(None, "application_id", APPLICATION)?;
        step.commit()?;
    }
    Ok(!missing.is_empty())
}

/// Takes the words out of the entries of all logs and chains what is left. Logs with gaps are chained up to the gap, where
/// whoever reads them finds it.
fn chain_all(db: &Connection) -> Result<(), StoreError> {
    let all = number(db, "SELECT count(*) FROM games")?;
    let (mut last, mut done, mut told) = (0, 0, Instant::now());
    loop {
        let question = "SELECT number, id, secret FROM games WHERE number > ?1 ORDER BY number LIMIT 1000";
        let read = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
        let games: Vec<(Number, GameId, Secret)> = list::collect(db, question, [last], read)?;
        let Some((number, ..)) = games.last() else { return Ok(()) };
        last = *number;
        for (number, game, secret) in games {
            chain_one(db, number, game, &secret)?;
            done += 1;
            if told.elapsed() > TELL {
                tracing::info!(done, all, "logs are being chained, once for this version");
                told = Instant::now();
            }
        }
    }
}

fn chain_one(db: &Connection, number: Number, game: GameId, secret: &Secret) -> Result<(), StoreError> {
    let (mut head, mut version) = (chain::start(game, secret), 0u64);
    let question = "SELECT version, at, CAST(entry AS BLOB) FROM log WHERE game = ?1 AND version > ?2
        ORDER BY version LIMIT ?3";
    'log: loop {
        let rows: Vec<(i64, Millis, Vec<u8>)> =
            list::collect(db, question, params![number, version, ROWS], |row| {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?))
            })?;
        let count = rows.len() as u64;
        for (found, at, entry) in rows {
            if u64::try_from(found) != Ok(version + 1) {
                break 'log;
            }
            version += 1;
            let apart = std::str::from_utf8(&entry).ok().and_then(personal::split);
            let (text, words) = apart.map_or((None, Vec::new()), |(text, words)| (Some(text), words));
            let text = text.filter(|_| !words.is_empty());
            let words: Vec<Kept> = words.into_iter().map(Kept::new).collect();
            let bytes = text.as_ref().map_or(&entry[..], String::as_bytes);
            head = chain::next(&head, version, at, bytes, &words);
            words::insert(db, number, version, &words)?;
            let order =
                "UPDATE log SET head = ?3, entry = coalesce(?4, entry) WHERE game = ?1 AND version = ?2";
            db.prepare_cached(order)?.execute(params![number, version, head.0, text])?;
        }
        if count < ROWS {
            break;
        }
    }
    db.prepare_cached("UPDATE games SET head = ?2 WHERE number = ?1")?.execute(params![number, head.0])?;
    Ok(())
}

fn number(db: &Connection, question: &str) -> Result<i64, StoreError> {
    Ok(db.query_row(question, [], |row| row.get(0))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: Migration<'_> = Migration { tables: MIGRATIONS[0].tables, fill: nothing };
    const NEXT: Migration<'_> =
        sql("ALTER TABLE games ADD COLUMN colour TEXT; UPDATE games SET colour = 'of ' || title");

    const fn sql(tables: &str) -> Migration<'_> {
        Migration { tables, fill: nothing }
    }

    /// A database that a program of schema version 1 made.
    fn version_1() -> (tempfile::TempDir, Connection) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("v1.db");
        std::fs::write(&path, include_bytes!("../../../tests/store/fixtures/v1.db")).unwrap();
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
            migrate_by(&mut db, &[FIRST, NEXT, sql("CREATE TABLE birds (name TEXT)")]).unwrap();
            assert_eq!(number(&db, "PRAGMA user_version"), Ok(3));
            assert_eq!(colours(&db), games);
        }
    }

    #[test]
    fn a_step_that_fails_leaves_the_steps_before_it() {
        let (_folder, mut db) = version_1();
        let broken = "CREATE TABLE birds (name TEXT); INSERT INTO fish VALUES (1)";
        assert!(migrate_by(&mut db, &[FIRST, NEXT, sql(broken)]).is_err());
        assert_eq!(number(&db, "PRAGMA user_version"), Ok(2));
        assert_eq!(number(&db, "SELECT count(*) FROM sqlite_schema WHERE name = 'birds'"), Ok(0));
        migrate_by(&mut db, &[FIRST, NEXT, sql("CREATE TABLE birds (name TEXT)")]).unwrap();
        assert_eq!(number(&db, "PRAGMA user_version"), Ok(3));
    }

    #[test]
    fn a_version_that_is_not_known_is_refused() {
        let (_folder, mut db) = version_1();
        assert_eq!(migrate_by(&mut db, &[]), Err(OpenError::Newer { found: 1, known: 0 }));
        db.pragma_update(None, "user_version", -1).unwrap();
        assert!(matches!(migrate_by(&mut db, MIGRATIONS), Err(OpenError::Store(StoreError::Corrupt(_)))));
    }
}
