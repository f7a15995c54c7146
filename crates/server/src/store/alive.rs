//! The sign of life, so that clocks need not be charged for an outage.

use super::{Millis, StoreError};
use rusqlite::{Connection, OptionalExtension};

pub(super) fn write(db: &Connection, now: Millis) -> Result<(), StoreError> {
    let order = "INSERT INTO alive (one, at) VALUES (1, ?1) ON CONFLICT DO UPDATE SET at = excluded.at";
    db.prepare_cached(order)?.execute([now])?;
    Ok(())
}

pub(super) fn last(db: &Connection) -> Result<Option<Millis>, StoreError> {
    Ok(db.prepare_cached("SELECT at FROM alive")?.query_row([], |row| row.get(0)).optional()?)
}
