//! What goes when its time has come: games, people, links. A game's name is gone at once; its log is taken away little by
//! little, so that nobody waits long for a turn at writing.

use super::{game, list};
use crate::store::{Aged, GameId, Millis, PersonId, StoreError};
use rusqlite::{Connection, OptionalExtension, params};

/// The stage of a game that is to go. Nothing but its log and its row is left of it.
pub(super) const GONE: &str = "gone";

/// Entries of a log that are deleted in one order.
pub(super) const PIECE: usize = 200;
/// People and links that are deleted in one order.
pub(super) const BATCH: usize = 200;

/// Takes a game's name away, and everything that leads to it; tells whether there was one that nobody keeps who was here
/// since a time, and that did not change since it came to a version.
pub(super) fn forget(db: &Connection, game: GameId, version: u64, since: Millis) -> Result<bool, StoreError> {
    let question = "SELECT number FROM games WHERE games.id = ?1 AND version = ?2
        AND NOT EXISTS (SELECT 1 FROM kept JOIN people ON people.id = person WHERE game = number AND seen >= ?3)";
    let number = db.prepare_cached(question)?.query_row(params![game.0, version, since], |row| row.get(0));
    let Some(number): Option<game::Number> = number.optional()? else { return Ok(false) };
    begin(db, number)?;
    Ok(true)
}

/// Does the same with any game; tells whether there was one.
pub(super) fn delete(db: &Connection, game: GameId) -> Result<bool, StoreError> {
    let Some(number) = game::number(db, game)? else { return Ok(false) };
    begin(db, number)?;
    Ok(true)
}

fn begin(db: &Connection, number: game::Number) -> Result<(), StoreError> {
    for order in [
        "DELETE FROM links WHERE game = ?1",
        "DELETE FROM players WHERE game = ?1",
        "DELETE FROM kept WHERE game = ?1",
        "UPDATE games SET id = randomblob(10), stage = 'gone', public = 0, title = '', due = NULL, computer = 0,
            summary = '' WHERE number = ?1",
    ] {
        db.prepare_cached(order)?.execute([number])?;
    }
    Ok(())
}

/// Deletes a piece of a game that has lost its name; tells whether there was one.
pub(super) fn sweep(db: &Connection) -> Result<bool, StoreError> {
    let question = "SELECT number FROM games WHERE stage = ?1 LIMIT 1";
    let number = db.prepare_cached(question)?.query_row([GONE], |row| row.get(0)).optional()?;
    let Some(number): Option<game::Number> = number else { return Ok(false) };
    for order in [
        "DELETE FROM words WHERE game = ?1
            AND (version, place) IN (SELECT version, place FROM words WHERE game = ?1 LIMIT ?2)",
        "DELETE FROM log WHERE rowid IN (SELECT rowid FROM log WHERE game = ?1 LIMIT ?2)",
    ] {
        if db.prepare_cached(order)?.execute(params![number, PIECE])? == PIECE {
            return Ok(true);
        }
    }
    db.prepare_cached("DELETE FROM games WHERE number = ?1")?.execute([number])?;
    Ok(true)
}

/// Some games that did not change for long and that nobody keeps who was here since a time, in the order of their numbers.
pub(super) fn aged(
    db: &Connection,
    after: i64,
    before: Millis,
    since: Millis,
    limit: usize,
) -> Result<Vec<Aged>, StoreError> {
    let question = "SELECT number, games.id, version, updated, summary FROM games
        WHERE number > ?1 AND updated < ?2 AND stage != 'gone'
            AND NOT EXISTS (SELECT 1 FROM kept JOIN people ON people.id = person WHERE game = number AND seen >= ?4)
        ORDER BY number LIMIT ?3";
    list::collect(db, question, params![after, before, limit, since], |row| {
        Ok(Aged {
            number: row.get(0)?,
            game: row.get(1)?,
            version: row.get(2)?,
            updated: row.get(3)?,
            summary: row.get(4)?,
        })
    })
}

/// Bytes of a game's log and of what lists show of it.
pub(super) fn bytes(db: &Connection, game: GameId) -> Result<u64, StoreError> {
    let question = "SELECT octet_length(summary)
        + (SELECT coalesce(sum(octet_length(entry)), 0) FROM log WHERE log.game = number)
        + (SELECT coalesce(sum(octet_length(text)), 0) FROM words WHERE words.game = number)
        FROM games WHERE id = ?1";
    Ok(db.prepare_cached(question)?.query_row([game.0], |row| row.get(0)).optional()?.unwrap_or(0))
}

/// People who were not here for long, have no game and are nobody's guests. What they keep does not count any more. The
/// newest stays, so that no number is given twice.
const STRANGERS: &str = "SELECT id FROM people WHERE seen < ?1 AND id < (SELECT max(id) FROM people)
    AND NOT EXISTS (SELECT 1 FROM players WHERE person = id)
    AND NOT EXISTS (SELECT 1 FROM guests WHERE person = id)
    AND NOT EXISTS (SELECT 1 FROM links WHERE purpose = 'device' AND object = id)";

/// How many people there are who were not here for long and have nothing here.
pub(super) fn strangers(db: &Connection, before: Millis) -> Result<u64, StoreError> {
    let question = format!("SELECT count(*) FROM ({STRANGERS})");
    Ok(db.prepare_cached(&question)?.query_row([before], |row| row.get(0))?)
}

/// Forgets some of them, and tells how many.
pub(super) fn forget_strangers(db: &Connection, before: Millis) -> Result<usize, StoreError> {
    let question = format!("{STRANGERS} LIMIT {BATCH}");
    let people = list::collect(db, &question, [before], |row| row.get(0).map(PersonId))?;
    for PersonId(person) in &people {
        for order in [
            "DELETE FROM secrets WHERE person = ?1",
            "DELETE FROM kept WHERE person = ?1",
            "DELETE FROM people WHERE id = ?1",
        ] {
            db.prepare_cached(order)?.execute([person])?;
        }
    }
    Ok(people.len())
}

/// Deletes some links to another device that have not been used in time, and tells how many.
pub(super) fn forget_device_links(db: &Connection, before: Millis) -> Result<usize, StoreError> {
    let order = "DELETE FROM links WHERE hash IN
        (SELECT hash FROM links WHERE purpose = 'device' AND made < ?1 LIMIT ?2)";
    Ok(db.prepare_cached(order)?.execute(params![before, BATCH])?)
}
