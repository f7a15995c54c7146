//! What people called themselves and said, in rows.

use super::game::{self, Number};
use super::list;
use crate::store::words::Kept;
use crate::store::{GameId, Index, PersonId, StoreError, Word, Written};
use rusqlite::{Connection, Row, params};

/// Writes the words of an entry.
pub(super) fn insert(db: &Connection, game: Number, version: u64, words: &[Kept]) -> Result<(), StoreError> {
    if words.is_empty() {
        return Ok(());
    }
    let order = "INSERT INTO words (game, version, place, kind, person, text, salt, hash)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
    let mut order = db.prepare_cached(order)?;
    for Kept { word, salt, hash } in words {
        let Word { place, kind, person, text } = word;
        let person = person.map(|person| person.0);
        order.execute(params![game, version, place, kind, person, text, salt, hash])?;
    }
    Ok(())
}

fn kept(row: &Row<'_>) -> rusqlite::Result<Kept> {
    let word = Word {
        place: row.get(1)?,
        kind: row.get(2)?,
        person: row.get::<_, Option<i64>>(3)?.map(PersonId),
        text: row.get(4)?,
    };
    Ok(Kept { word, salt: row.get(5)?, hash: row.get(6)? })
}

/// The words of the entries after a version and up to another one, each with its version, in order.
pub(super) fn between(
    db: &Connection,
    game: Number,
    after: u64,
    last: u64,
) -> Result<Vec<(u64, Kept)>, StoreError> {
    let question = "SELECT version, place, kind, person, text, salt, hash FROM words
        WHERE game = ?1 AND version > ?2 AND version <= ?3 ORDER BY version, place";
    list::collect(db, question, params![game, after, last], |row| Ok((row.get(0)?, kept(row)?)))
}

/// All words of a person, in the order in which their games were made.
pub(super) fn of_person(db: &Connection, person: PersonId) -> Result<Vec<Written>, StoreError> {
    let question = "SELECT id, log.version, at, kind, text FROM words
        JOIN games ON number = words.game
        JOIN log ON log.game = words.game AND log.version = words.version
        WHERE person = ?1 AND text IS NOT NULL AND stage != 'gone' ORDER BY words.game, log.version, place";
    list::collect(db, question, [person.0], |row| {
        let (game, version, at) = (row.get(0)?, row.get(1)?, row.get(2)?);
        Ok(Written { game, version, at, kind: row.get(3)?, text: row.get(4)? })
    })
}

/// The games with words of a person.
pub(super) fn games_of(db: &Connection, person: PersonId) -> Result<Vec<GameId>, StoreError> {
    let question =
        "SELECT id FROM games WHERE stage != 'gone' AND number IN (SELECT game FROM words WHERE person = ?1 AND text IS NOT NULL)
        ORDER BY number";
    list::collect(db, question, [person.0], |row| row.get(0))
}

/// Erases a person's words in a game, and says anew what lists are to know of it; nothing if that cannot be told.
pub(super) fn erase(
    db: &Connection,
    game: GameId,
    person: PersonId,
    index: &Index,
) -> Result<(), StoreError> {
    let number = game::number(db, game)?.ok_or(StoreError::UnknownGame(game))?;
    let order = "UPDATE words SET text = NULL, salt = NULL WHERE game = ?1 AND person = ?2";
    db.prepare_cached(order)?.execute(params![number, person.0])?;
    game::set_index(db, number, index)
}
