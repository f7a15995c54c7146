//! Games: their logs, and what is known of them without reading those.

use super::column::{PeopleText, people_of_a_game};
use super::heads::Record;
use super::{person, words};
use crate::store::chain::{self, Head};
use crate::store::words::Kept;
use crate::store::{ATTENDED, Append, GameId, Index, Millis, PersonId, Secret, StoreError};
use rusqlite::{Connection, OptionalExtension, params};

/// The number by which the tables know a game.
pub(super) type Number = i64;

/// Starts the log of a new game, with more entries than one if they belong together.
pub(super) fn create(
    db: &Connection,
    secret: &Secret,
    first: &Append,
    more: &[Append],
) -> Result<Record, StoreError> {
    for (append, last) in more.iter().zip(1..) {
        append.check_lengths()?;
        append.check_follows(last)?;
        check_people(db, &append.index)?;
    }
    let number = create_empty(db, secret, first)?;
    let mut head = chain::start(first.game, secret);
    for append in std::iter::once(first).chain(more) {
        head = write(db, number, &head, append)?;
    }
    if let Some(last) = more.last() {
        seat(db, number, &last.index)?;
    }
    let version = first.version + more.len() as u64;
    Ok(Record { game: first.game, version, head })
}

/// Makes a game whose first entry is still to be written.
pub(super) fn create_empty(db: &Connection, secret: &Secret, first: &Append) -> Result<Number, StoreError> {
    first.check_lengths()?;
    first.check_follows(0)?;
    check_people(db, &first.index)?;
    if number(db, first.game)?.is_some() {
        return Err(StoreError::GameExists(first.game));
    }
    let number = insert(db, secret, first)?;
    seat(db, number, &first.index)?;
    Ok(number)
}

/// Says anew what lists and the scheduler want to know, if the log is still as far as is thought.
pub(super) fn mark(
    db: &Connection,
    game: GameId,
    version: Option<u64>,
    index: &Index,
) -> Result<(), StoreError> {
    let last = last(db, game)?.ok_or(StoreError::UnknownGame(game))?;
    match version {
        Some(version) if version != last.version => {
            Err(StoreError::Conflict { game, version, last: last.version })
        }
        _ => set_index(db, last.number, index),
    }
}

/// Says anew what lists and the scheduler want to know; the people stay.
pub(super) fn set_index(db: &Connection, number: Number, index: &Index) -> Result<(), StoreError> {
    let Index { stage, public, title, due, computer, people: _, summary } = index;
    let order = "UPDATE games SET stage = ?2, public = ?3, title = ?4, due = ?5, computer = ?6, summary = ?7
        WHERE number = ?1";
    db.prepare_cached(order)?.execute(params![number, stage, public, title, due, computer, summary])?;
    Ok(())
}

/// Adds to the log of a game.
pub(super) fn append(db: &Connection, append: &Append) -> Result<Record, StoreError> {
    append.check_lengths()?;
    let last = last(db, append.game)?.ok_or(StoreError::UnknownGame(append.game))?;
    append.check_follows(last.version)?;
    let same_people = last.people == append.index.people;
    if !same_people {
        check_people(db, &append.index)?;
    }
    let head = write(db, last.number, &last.head, append)?;
    if !same_people {
        seat(db, last.number, &append.index)?;
    }
    Ok(Record { game: append.game, version: append.version, head })
}

/// Writes an entry that is known to follow, and what holds of the game from now on.
fn write(db: &Connection, number: Number, head: &Head, append: &Append) -> Result<Head, StoreError> {
    let Append { version, at, entry, words, .. } = append;
    let words: Vec<Kept> = words.iter().cloned().map(Kept::new).collect();
    let head = chain::next(head, *version, *at, entry.as_bytes(), &words);
    insert_entry(db, number, (*version, *at, entry), &words, &head)?;
    update(db, number, append, &head)?;
    Ok(head)
}

fn check_people(db: &Connection, index: &Index) -> Result<(), StoreError> {
    index.people.iter().try_for_each(|person| person::check(db, *person))
}

/// How far a game is.
struct Last {
    number: Number,
    version: u64,
    head: Head,
    people: Vec<PersonId>,
}

fn last(db: &Connection, game: GameId) -> Result<Option<Last>, StoreError> {
    let question =
        concat!("SELECT number, version, head, ", people_of_a_game!(), " FROM games WHERE id = ?1");
    let answer = db.prepare_cached(question)?.query_row([game.0], |row| {
        let people = row.get::<_, PeopleText>(3)?.0;
        Ok(Last { number: row.get(0)?, version: row.get(1)?, head: row.get(2)?, people })
    });
    Ok(answer.optional()?)
}

pub(super) fn number(db: &Connection, game: GameId) -> Result<Option<Number>, StoreError> {
    let mut question = db.prepare_cached("SELECT number FROM games WHERE id = ?1")?;
    Ok(question.query_row([game.0], |row| row.get(0)).optional()?)
}

fn insert(db: &Connection, secret: &Secret, first: &Append) -> Result<Number, StoreError> {
    let order = "INSERT INTO games
        (id, secret, version, created, updated, attended, stage, public, title, due, computer, summary)
        VALUES (?1, ?2, ?3, ?4, ?4, ?4, ?5, ?6, ?7, ?8, ?9, ?10)";
    let Append { game, version, at, index, .. } = first;
    let Index { stage, public, title, due, computer, people: _, summary } = index;
    db.prepare_cached(order)?
        .execute(params![game.0, secret.0, version, at, stage, public, title, due, computer, summary])?;
    Ok(db.last_insert_rowid())
}

fn update(db: &Connection, number: Number, append: &Append, head: &Head) -> Result<(), StoreError> {
    let order = "UPDATE games SET version = ?2, updated = ?3, attended = ?3, stage = ?4, public = ?5, title = ?6, due = ?7,
        computer = ?8, summary = ?9, head = ?10 WHERE number = ?1";
    let Append { version, at, index, .. } = append;
    let Index { stage, public, title, due, computer, people: _, summary } = index;
    db.prepare_cached(order)?
        .execute(params![number, version, at, stage, public, title, due, computer, summary, head.0])?;
    Ok(())
}

/// People are at their public games, each at one or at all. That is noted from time to time only.
pub(super) fn attend(
    db: &Connection,
    here: &[(PersonId, Option<GameId>)],
    now: Millis,
) -> Result<(), StoreError> {
    let order =
        "UPDATE games SET attended = ?1 WHERE public AND attended < ?2 AND stage IN ('gathering', 'playing')
        AND number IN (SELECT game FROM players WHERE person = ?3) AND (?4 IS NULL OR id = ?4)";
    let mut order = db.prepare_cached(order)?;
    for (person, game) in here {
        order.execute(params![now, now - ATTENDED, person.0, game.map(|game| game.0)])?;
    }
    Ok(())
}

/// Writes an entry whose version is known to follow.
pub(super) fn insert_entry(
    db: &Connection,
    number: Number,
    (version, at, entry): (u64, Millis, &str),
    words: &[Kept],
    head: &Head,
) -> Result<(), StoreError> {
    let order = "INSERT INTO log (game, version, at, entry, head) VALUES (?1, ?2, ?3, ?4, ?5)";
    db.prepare_cached(order)?.execute(params![number, version, at, entry, head.0])?;
    words::insert(db, number, version, words)
}

/// Nothing falls due at a game any more.
pub(super) fn rest(db: &Connection, game: GameId) -> Result<(), StoreError> {
    let order = "UPDATE games SET due = NULL, computer = 0 WHERE id = ?1";
    db.prepare_cached(order)?.execute([game.0])?;
    Ok(())
}

fn seat(db: &Connection, number: Number, index: &Index) -> Result<(), StoreError> {
    db.prepare_cached("DELETE FROM players WHERE game = ?1")?.execute([number])?;
    let mut order = db.prepare_cached("INSERT INTO players (game, place, person) VALUES (?1, ?2, ?3)")?;
    for (place, person) in index.people.iter().enumerate() {
        order.execute(params![number, place as i64, person.0])?;
    }
    Ok(())
}

/// Says how far the log of a game is, after entries were written one by one.
pub(super) fn set_last(
    db: &Connection,
    number: Number,
    (version, updated): (u64, Millis),
    head: &Head,
) -> Result<(), StoreError> {
    let order = "UPDATE games SET version = ?2, updated = ?3, attended = ?3, head = ?4 WHERE number = ?1";
    db.prepare_cached(order)?.execute(params![number, version, updated, head.0])?;
    Ok(())
}
