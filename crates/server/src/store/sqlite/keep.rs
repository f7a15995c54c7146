//! Games that somebody wants to keep.

use super::{game, list, person};
use crate::store::{GameId, Millis, PersonId, StoreError};
use rusqlite::{Connection, params};

/// Keeps a game for a person, unless they keep that many already.
pub(super) fn put(db: &Connection, game: GameId, person: PersonId, most: usize) -> Result<(), StoreError> {
    let number = game::number(db, game)?.ok_or(StoreError::UnknownGame(game))?;
    person::check(db, person)?;
    let others = "SELECT count(*) FROM kept WHERE person = ?1 AND game != ?2";
    let others: usize = db.prepare_cached(others)?.query_row(params![person.0, number], |row| row.get(0))?;
    if others >= most {
        return Err(StoreError::KeepsTooMany(most));
    }
    let order = "INSERT OR IGNORE INTO kept (person, game) VALUES (?1, ?2)";
    db.prepare_cached(order)?.execute(params![person.0, number])?;
    Ok(())
}

/// Keeps it no longer.
pub(super) fn remove(db: &Connection, game: GameId, person: PersonId) -> Result<(), StoreError> {
    let number = game::number(db, game)?.ok_or(StoreError::UnknownGame(game))?;
    db.prepare_cached("DELETE FROM kept WHERE person = ?1 AND game = ?2")?
        .execute(params![person.0, number])?;
    Ok(())
}

/// Whether anybody keeps a game who was here since a time, and whether a person does.
pub(super) fn of(
    db: &Connection,
    game: GameId,
    person: Option<PersonId>,
    since: Millis,
) -> Result<(bool, bool), StoreError> {
    let question = "SELECT coalesce(max(seen >= ?3), 0), coalesce(max(person = ?2), 0) FROM kept
        JOIN games ON number = game JOIN people ON people.id = person WHERE games.id = ?1";
    let person = person.map(|person| person.0);
    let answer = db
        .prepare_cached(question)?
        .query_row(params![game.0, person, since], |row| Ok((row.get(0)?, row.get(1)?)));
    Ok(answer?)
}

/// Everybody with every game they keep.
pub(super) fn all(db: &Connection) -> Result<Vec<(PersonId, GameId)>, StoreError> {
    let question = "SELECT person, id FROM kept JOIN games ON number = game ORDER BY person, number";
    list::collect(db, question, [], |row| Ok((PersonId(row.get(0)?), row.get(1)?)))
}
