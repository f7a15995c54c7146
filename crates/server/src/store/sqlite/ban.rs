//! Bans and the notice in rows.

use super::list;
use crate::store::game::check_length;
use crate::store::{BanRow, Notice, StoreError};
use rusqlite::{Connection, OptionalExtension, params};

/// Keeps a ban in place of an earlier one, and forgets those that have ended.
pub(super) fn put(db: &Connection, ban: &BanRow) -> Result<(), StoreError> {
    let BanRow { whom, reason, made, until } = ban;
    check_length(whom)?;
    check_length(reason)?;
    db.prepare_cached("DELETE FROM bans WHERE whom = ?1 OR until <= ?2")?.execute(params![whom, made])?;
    let order = "INSERT INTO bans (whom, reason, made, until) VALUES (?1, ?2, ?3, ?4)";
    db.prepare_cached(order)?.execute(params![whom, reason, made, until])?;
    Ok(())
}

/// Forgets a ban.
pub(super) fn remove(db: &Connection, whom: &str) -> Result<(), StoreError> {
    db.prepare_cached("DELETE FROM bans WHERE whom = ?1")?.execute([whom])?;
    Ok(())
}

/// All bans, the latest last.
pub(super) fn all(db: &Connection) -> Result<Vec<BanRow>, StoreError> {
    let question = "SELECT whom, reason, made, until FROM bans ORDER BY made, whom";
    list::collect(db, question, [], |row| {
        Ok(BanRow { whom: row.get(0)?, reason: row.get(1)?, made: row.get(2)?, until: row.get(3)? })
    })
}

/// Keeps what everybody is told from now on, if anything.
pub(super) fn tell(db: &Connection, notice: Option<&Notice>) -> Result<(), StoreError> {
    if let Some(Notice { text, .. }) = notice {
        check_length(text)?;
    }
    db.prepare_cached("DELETE FROM notice")?.execute([])?;
    if let Some(Notice { text, until }) = notice {
        let order = "INSERT INTO notice (one, text, until) VALUES (1, ?1, ?2)";
        db.prepare_cached(order)?.execute(params![text, until])?;
    }
    Ok(())
}

/// What everybody is told.
pub(super) fn told(db: &Connection) -> Result<Option<Notice>, StoreError> {
    let mut question = db.prepare_cached("SELECT text, until FROM notice")?;
    let notice = |row: &rusqlite::Row<'_>| Ok(Notice { text: row.get(0)?, until: row.get(1)? });
    Ok(question.query_row([], notice).optional()?)
}
