//! The sign of life, so that clocks need not be charged for an outage.

use super::list;
use crate::store::{Millis, PAUSE, StoreError};
use rusqlite::{Connection, OptionalExtension, params};

/// Bytes for which there must be room if the store is to be called ready.
const ROOM: usize = 16 << 10;

pub(super) fn write(db: &Connection, now: Millis) -> Result<(), StoreError> {
    let order = "INSERT INTO alive (one, at) VALUES (1, ?1) ON CONFLICT DO UPDATE SET at = excluded.at";
    db.prepare_cached(order)?.execute([now])?;
    Ok(())
}

/// Notes the same and takes as much room as a few entries of a log, or gives it back.
pub(super) fn fill(db: &Connection, now: Millis, filled: bool) -> Result<(), StoreError> {
    let order = "INSERT INTO alive (one, at, room) VALUES (1, ?1, zeroblob(?2))
        ON CONFLICT DO UPDATE SET at = excluded.at, room = excluded.room";
    db.prepare_cached(order)?.execute(params![now, if filled { ROOM } else { 0 }])?;
    Ok(())
}

pub(super) fn last(db: &Connection) -> Result<Option<Millis>, StoreError> {
    Ok(db.prepare_cached("SELECT at FROM alive")?.query_row([], |row| row.get(0)).optional()?)
}

/// The server starts: since its last sign of life it did not run.
pub(super) fn resume(db: &Connection, now: Millis) -> Result<(), StoreError> {
    if let Some(last) = last(db)?.filter(|last| now - last > PAUSE) {
        add_outage(db, last, now)?;
    }
    write(db, now)
}

pub(super) fn add_outage(db: &Connection, began: Millis, ended: Millis) -> Result<(), StoreError> {
    db.prepare_cached("INSERT INTO outages (began, ended) VALUES (?1, ?2)")?
        .execute(params![began, ended])?;
    Ok(())
}

pub(super) fn outages(db: &Connection) -> Result<Vec<(Millis, Millis)>, StoreError> {
    list::collect(db, "SELECT began, ended FROM outages ORDER BY began, ended", [], |row| {
        Ok((row.get(0)?, row.get(1)?))
    })
}

/// How long the server did not run since a time.
pub(super) fn outage_since(db: &Connection, time: Millis) -> Result<Millis, StoreError> {
    let question = "SELECT coalesce(sum(ended - max(began, ?1)), 0) FROM outages WHERE ended > ?1";
    Ok(db.prepare_cached(question)?.query_row([time], |row| row.get(0))?)
}
