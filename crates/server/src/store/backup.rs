//! Copies of the database: made while a server writes to it, put back, and made before a migration.
//!
//! A copy is one file that needs no other beside it: what the write-ahead log holds is in it.

use super::file::{self, Lock};
use super::{GameId, Options, StoreError, connection, schema};
use rusqlite::backup::{Backup, StepResult};
use rusqlite::{Connection, OptionalExtension};
use std::path::{Path, PathBuf};

/// Pages copied between two reports of progress.
const STEP: i32 = 2_000;

/// How far a copy has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Pages that are copied.
    pub done: u64,
    /// Pages there are.
    pub all: u64,
}

/// Copies the database as it is at one moment, whether a server has it open or not.
pub(super) fn backup(
    database: &Path,
    to: &Path,
    options: &Options,
    progress: &mut dyn FnMut(Progress),
) -> Result<(), StoreError> {
    let database = database.canonicalize().map_err(|error| StoreError::of_file(database, &error))?;
    if file::belongs_to(&database, to) {
        return Err(StoreError::CopyOntoItself(to.to_owned()));
    }
    let from = connection::to_read(&database, options)?;
    schema::check_ours(&from, &database)?;
    copy(&from, to, progress)
}

/// Puts a copy in the place of a database that no server has open.
pub(super) fn restore(
    copied: &Path,
    database: &Path,
    force: bool,
    options: &Options,
    progress: &mut dyn FnMut(Progress),
) -> Result<(), StoreError> {
    // SQLite makes a file that is not there even to read it.
    let copied = copied.canonicalize().map_err(|error| StoreError::of_file(copied, &error))?;
    let is_new = !database.exists();
    let database = file::create(database)?;
    let restored = replace(&copied, &database, force, options, progress);
    if is_new && restored.is_err() {
        file::remove(&database);
    }
    restored
}

fn replace(
    copied: &Path,
    database: &Path,
    force: bool,
    options: &Options,
    progress: &mut dyn FnMut(Progress),
) -> Result<(), StoreError> {
    if file::belongs_to(database, copied) {
        return Err(StoreError::CopyOntoItself(copied.to_owned()));
    }
    let _lock = Lock::take(database)?;
    if !force && file::holds_data(database) {
        return Err(StoreError::DataThere(database.to_owned()));
    }
    let from = connection::to_read(copied, options)?;
    schema::check_ours(&from, copied)?;
    let part = write_part(&from, database, progress)?;
    // A log of the old database would be taken into the new one.
    file::remove_logs(database)?;
    file::put(&part, database)
}

/// Copies a database of an earlier schema version to a file beside it, before it is migrated. One copy is kept of each
/// schema version.
pub(super) fn before_migration(db: &Connection, path: &Path) -> Result<(), StoreError> {
    match schema::earlier(db)? {
        Some(version) => copy(db, &file::beside(path, &format!(".schema-{version}.backup")), &mut |_| {}),
        None => Ok(()),
    }
}

/// A file appears under its name when it is whole and checked.
fn copy(from: &Connection, to: &Path, progress: &mut dyn FnMut(Progress)) -> Result<(), StoreError> {
    let part = write_part(from, to, progress)?;
    file::put(&part, to)
}

fn write_part(
    from: &Connection,
    to: &Path,
    progress: &mut dyn FnMut(Progress),
) -> Result<PathBuf, StoreError> {
    let part = file::beside(to, ".part");
    let written = file::create_anew(&part).and_then(|()| write_and_check(from, &part, progress));
    if let Err(error) = written {
        file::remove(&part);
        return Err(error);
    }
    Ok(part)
}

fn write_and_check(
    from: &Connection,
    to: &Path,
    progress: &mut dyn FnMut(Progress),
) -> Result<(), StoreError> {
    let mut db = Connection::open(to)?;
    copy_pages(from, &mut db, progress)?;
    // Otherwise whoever reads the copy needs write permission for its folder.
    db.query_row("PRAGMA journal_mode = DELETE", [], |_| Ok(()))?;
    schema::check_ours(&db, to)?;
    check(&db)
}

/// In one transaction that reads: otherwise the copy begins anew at each write of the server.
fn copy_pages(
    from: &Connection,
    to: &mut Connection,
    progress: &mut dyn FnMut(Progress),
) -> Result<(), StoreError> {
    let moment = from.unchecked_transaction()?;
    moment.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
    let backup = Backup::new(&moment, to)?;
    loop {
        let step = backup.step(STEP)?;
        let (all, left) = (backup.progress().pagecount, backup.progress().remaining);
        progress(Progress {
            done: u64::from((all - left).unsigned_abs()),
            all: u64::from(all.unsigned_abs()),
        });
        match step {
            StepResult::Done => return Ok(()),
            StepResult::More => {}
            _ => return Err(StoreError::Busy),
        }
    }
}

/// Lets SQLite look at every page, row, index and reference, and counts the entries of every log.
fn check(db: &Connection) -> Result<(), StoreError> {
    let found: String = db.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
    if found != "ok" {
        return Err(StoreError::Corrupt(found));
    }
    let question = "SELECT \"table\" FROM pragma_foreign_key_check LIMIT 1";
    let reference = db.query_row(question, [], |row| row.get::<_, String>(0)).optional()?;
    if let Some(table) = reference {
        return Err(StoreError::Corrupt(format!("a reference in {table} leads nowhere")));
    }
    check_logs(db)
}

fn check_logs(db: &Connection) -> Result<(), StoreError> {
    let question = "SELECT id FROM games WHERE version != (SELECT count(*) FROM log WHERE game = number)
        OR version != (SELECT max(version) FROM log WHERE game = number) LIMIT 1";
    match db.query_row(question, [], |row| row.get::<_, GameId>(0)).optional()? {
        Some(game) => Err(StoreError::Corrupt(format!("the log of game {game} has gaps"))),
        None => Ok(()),
    }
}
