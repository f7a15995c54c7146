//! Connections to the database: the one that writes, and those that read.

use super::{OpenError, Options, backup, file, heads, schema, verify};
use crate::store::StoreError;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags, Transaction};
use std::path::Path;
use std::time::Duration;

/// Every commit is synced; the write-ahead log is taken into the database each 4000 pages; what is deleted is overwritten.
const WRITER: &str = "
    PRAGMA synchronous = FULL;
    PRAGMA fullfsync = ON;
    PRAGMA foreign_keys = ON;
    PRAGMA trusted_schema = OFF;
    PRAGMA wal_autocheckpoint = 4000;
    PRAGMA journal_size_limit = 67108864;
    PRAGMA cache_size = -8000;
    PRAGMA secure_delete = ON;
";

/// How long to wait for readers and the writer when the write-ahead log is emptied.
const PATIENCE: Duration = Duration::from_secs(5);

/// What the system keeps of the file in memory need not be kept by each connection, too.
const READER: &str = "
    PRAGMA trusted_schema = OFF;
    PRAGMA cache_size = -500;
";

/// The connection that writes, to a database of the latest schema version.
pub(super) fn to_write(path: &Path, options: &Options) -> Result<Connection, OpenError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut db = Connection::open_with_flags(path, flags)?;
    db.busy_timeout(options.patience)?;
    schema::check(&db, path)?;
    file::close_to_others(path)?;
    let mode: String = db.query_row("PRAGMA journal_mode = WAL", [], |row| row.get(0))?;
    if mode != "wal" {
        return Err(StoreError::Io(format!("{} allows no write-ahead log", path.display())).into());
    }
    db.execute_batch(WRITER)?;
    plan_once(&db)?;
    if let Some(pages) = options.max_pages {
        db.query_row(&format!("PRAGMA max_page_count = {pages}"), [], |_| Ok(()))?;
    }
    backup::before_migration(&db, path)?;
    let earlier = schema::earlier(&db)?;
    if schema::migrate(&mut db)? {
        // Otherwise a write-ahead log that is damaged would take the tables along.
        db.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
    }
    if earlier.is_some() {
        heads::write_anew(path, verify::records(&db)?.into_iter())?;
    }
    db.set_prepared_statement_cache_capacity(64);
    Ok(db)
}

/// Prepared statements are planned once. Otherwise those that ask for a range are planned anew for each range.
fn plan_once(db: &Connection) -> Result<(), StoreError> {
    db.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    Ok(())
}

/// A connection that takes the write-ahead log into the database, beside the one that writes, which no longer does.
pub(super) fn to_checkpoint(path: &Path, writer: &Connection) -> Result<Connection, OpenError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let db = Connection::open_with_flags(path, flags)?;
    db.execute_batch("PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA trusted_schema = OFF;")?;
    writer.query_row("PRAGMA wal_autocheckpoint = 0", [], |_| Ok(()))?;
    Ok(db)
}

/// Bytes of the pages that hold something, and of the write-ahead log.
pub(super) fn used_bytes(db: &Connection) -> Result<u64, StoreError> {
    let number = |question: &str| db.query_row(question, [], |row| row.get::<_, u64>(0));
    let pages = number("PRAGMA page_count")?.saturating_sub(number("PRAGMA freelist_count")?);
    let log = db.path().map(|path| file::beside(Path::new(path), "-wal"));
    let log = log.and_then(|path| std::fs::metadata(path).ok()).map_or(0, |file| file.len());
    Ok(pages * number("PRAGMA page_size")? + log)
}

/// The database as it is now, for several questions.
pub(super) fn moment(db: &Connection) -> Result<Transaction<'_>, StoreError> {
    let moment = db.unchecked_transaction()?;
    // The first question settles which moment it is.
    moment.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
    Ok(moment)
}

/// Takes the write-ahead log into the database and empties it. Tells whether that was possible: it is not while somebody
/// reads an earlier moment.
pub(super) fn take_in(path: &Path) -> Result<bool, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let db = Connection::open_with_flags(path, flags)?;
    db.busy_timeout(PATIENCE)?;
    db.execute_batch("PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA trusted_schema = OFF;")?;
    Ok(db.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| Ok(row.get::<_, i64>(0)? == 0))?)
}

/// A connection that reads.
pub(super) fn to_read(path: &Path, options: &Options) -> Result<Connection, OpenError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let db = Connection::open_with_flags(path, flags)?;
    db.busy_timeout(options.patience)?;
    db.execute_batch(READER)?;
    plan_once(&db)?;
    db.set_prepared_statement_cache_capacity(64);
    Ok(db)
}
