//! Copies of the database: made while a server writes to it, put back, and made before a migration.
//!
//! A copy is one file that needs no other beside it: what the write-ahead log holds is in it.

use super::file::{self, Lock};
use super::heads::{self, Recorded};
use super::{OpenError, Options, connection, schema, verify};
use crate::store::StoreError;
use rusqlite::backup::{Backup, StepResult};
use rusqlite::{Connection, Transaction};
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

/// What is wanted of a copy.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Wish {
    /// A database with something in it may be replaced.
    pub force: bool,
    /// Tables that are hurt are copied as they are.
    pub damaged: bool,
}

/// What a copy is compared with before it gets its name.
enum CopyCheck<'a> {
    /// Only what SQLite checks.
    File,
    /// All logs, too, and what is recorded of them.
    Logs(&'a Recorded),
}

/// Copies the database as it is at one moment, whether a server has it open or not.
pub(super) fn backup(
    database: &Path,
    to: &Path,
    wish: Wish,
    options: &Options,
    progress: &mut dyn FnMut(Progress),
) -> Result<(), OpenError> {
    let database = database.canonicalize().map_err(|error| StoreError::of_file(database, &error))?;
    if file::belongs_to(&database, to) {
        return Err(OpenError::CopyOntoItself(to.to_owned()));
    }
    let from = connection::to_read(&database, options)?;
    schema::check_ours(&from, &database)?;
    let (moment, recorded) = heads::moment(&from, &database)?;
    let recorded = recorded.unwrap_or_default();
    let check = if wish.damaged { CopyCheck::File } else { CopyCheck::Logs(&recorded) };
    let part = write_part(&moment, to, check, progress)?;
    Ok(file::put(&part, to)?)
}

/// Puts a copy in the place of a database that no server has open.
pub(super) fn restore(
    copied: &Path,
    database: &Path,
    wish: Wish,
    options: &Options,
    progress: &mut dyn FnMut(Progress),
) -> Result<(), OpenError> {
    // SQLite makes a file that is not there even to read it.
    let copied = copied.canonicalize().map_err(|error| StoreError::of_file(copied, &error))?;
    let is_new = !database.exists();
    let database = file::create(database)?;
    let restored = replace(&copied, &database, wish, options, progress);
    if is_new && restored.is_err() {
        file::remove(&database);
    }
    restored
}

fn replace(
    copied: &Path,
    database: &Path,
    wish: Wish,
    options: &Options,
    progress: &mut dyn FnMut(Progress),
) -> Result<(), OpenError> {
    if file::belongs_to(database, copied) {
        return Err(OpenError::CopyOntoItself(copied.to_owned()));
    }
    let _lock = Lock::take(database)?;
    if !wish.force && file::holds_data(database) {
        return Err(OpenError::DataThere(database.to_owned()));
    }
    let from = connection::to_read(copied, options)?;
    schema::check_ours(&from, copied)?;
    let recorded = Recorded::default();
    let check = if wish.damaged { CopyCheck::File } else { CopyCheck::Logs(&recorded) };
    let part = write_part(&connection::moment(&from)?, database, check, progress)?;
    // A log of the old database would be taken into the new one, and its record of heads belongs to no other.
    file::remove_logs(database)?;
    // Gone before the new database is there: a missing record is written anew, one of another database is damage.
    heads::remove(database)?;
    file::put(&part, database)?;
    match schema::earlier(&from)? {
        Some(_) => Ok(()),
        None => Ok(heads::write_anew(database, verify::records(&from)?.into_iter())?),
    }
}

/// Copies a database of an earlier schema version to a file beside it, before it is migrated. One copy is kept of each
/// schema version.
pub(super) fn before_migration(db: &Connection, path: &Path) -> Result<(), OpenError> {
    let Some(version) = schema::earlier(db)? else { return Ok(()) };
    let to = file::beside(path, &format!(".schema-{version}.backup"));
    let part = write_part(&connection::moment(db)?, &to, CopyCheck::File, &mut |_| {})?;
    Ok(file::put(&part, &to)?)
}

/// A file appears under its name when it is whole and checked.
fn write_part(
    from: &Transaction<'_>,
    to: &Path,
    check: CopyCheck<'_>,
    progress: &mut dyn FnMut(Progress),
) -> Result<PathBuf, OpenError> {
    let part = file::beside(to, ".part");
    let written = file::create_anew(&part)
        .map_err(OpenError::from)
        .and_then(|_| write_and_check(from, &part, check, progress));
    if let Err(error) = written {
        file::remove(&part);
        return Err(error);
    }
    Ok(part)
}

fn write_and_check(
    from: &Transaction<'_>,
    to: &Path,
    check: CopyCheck<'_>,
    progress: &mut dyn FnMut(Progress),
) -> Result<(), OpenError> {
    let mut db = Connection::open(to)?;
    copy_pages(from, &mut db, progress)?;
    // Otherwise whoever reads the copy needs write permission for its folder.
    db.query_row("PRAGMA journal_mode = DELETE", [], |_| Ok(()))?;
    schema::check_ours(&db, to)?;
    check_copy(&db, check)
}

/// In one transaction that reads: otherwise the copy begins anew at each write of the server.
fn copy_pages(
    from: &Transaction<'_>,
    to: &mut Connection,
    progress: &mut dyn FnMut(Progress),
) -> Result<(), OpenError> {
    let backup = Backup::new(from, to)?;
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
            _ => return Err(StoreError::Busy.into()),
        }
    }
}

/// Lets SQLite look at every page, row, index and reference, and compares every log with its chain.
fn check_copy(db: &Connection, check: CopyCheck<'_>) -> Result<(), OpenError> {
    let (problems, hurt) = match check {
        CopyCheck::Logs(recorded) if schema::earlier(db)?.is_none() => {
            let verified = verify::all(db, Some(recorded), &mut |_, _| {})?;
            (verified.problems, verified.hurt)
        }
        _ => (verify::problems(db), Vec::new()),
    };
    match (problems.into_iter().next(), hurt.first()) {
        (Some(problem), _) => Err(StoreError::Corrupt(problem).into()),
        (None, Some(first)) => Err(OpenError::Hurt { first: *first, more: hurt.len() - 1 }),
        (None, None) => Ok(()),
    }
}
