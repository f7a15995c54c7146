//! Games: their logs, and what is known of them without reading those.

use super::column::{PeopleText, people_of_a_game};
use super::{GameId, MAX_TEXT, Millis, PersonId, Secret, StoreError, person};
use rusqlite::{Connection, OptionalExtension, params};

/// One more entry for the log of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Append {
    /// The game.
    pub game: GameId,
    /// The entry's version: one more than the last one's, and 1 for the first.
    pub version: u64,
    /// When it happened.
    pub at: Millis,
    /// What happened; any text.
    pub entry: String,
    /// What holds of the game from now on.
    pub index: Index,
}

/// What lists and the scheduler want to know of a game.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Index {
    /// How far it is; any word.
    pub stage: String,
    /// Whether everybody may know of it.
    pub public: bool,
    /// What it is called.
    pub title: String,
    /// When something falls due.
    pub due: Option<Millis>,
    /// Whether the computer is to move.
    pub computer: bool,
    /// Who takes part.
    pub people: Vec<PersonId>,
    /// What else lists show; any text.
    pub summary: String,
}

/// The number by which the tables know a game.
pub(super) type Number = i64;

/// Starts the log of a new game, with more entries than one if they belong together.
pub(super) fn create(
    db: &Connection,
    secret: &Secret,
    first: &Append,
    more: &[Append],
) -> Result<Number, StoreError> {
    for (append, last) in std::iter::once(first).chain(more).zip(0..) {
        check_lengths(append)?;
        check_follows(append, last)?;
        check_people(db, &append.index)?;
    }
    if number(db, first.game)?.is_some() {
        return Err(StoreError::GameExists(first.game));
    }
    let number = insert(db, secret, first)?;
    log(db, number, first.version, first.at, &first.entry)?;
    for append in more {
        update(db, number, append)?;
        log(db, number, append.version, append.at, &append.entry)?;
    }
    seat(db, number, &more.last().unwrap_or(first).index)?;
    Ok(number)
}

/// Says anew what lists and the scheduler want to know, if the log is still as far as is thought.
pub(super) fn mark(db: &Connection, game: GameId, version: u64, index: &Index) -> Result<(), StoreError> {
    let (number, last, _) = last(db, game)?.ok_or(StoreError::UnknownGame(game))?;
    if last != version {
        return Err(StoreError::Conflict { game, version, last });
    }
    let Index { stage, public, title, due, computer, people: _, summary } = index;
    let order = "UPDATE games SET stage = ?2, public = ?3, title = ?4, due = ?5, computer = ?6, summary = ?7
        WHERE number = ?1";
    db.prepare_cached(order)?.execute(params![number, stage, public, title, due, computer, summary])?;
    Ok(())
}

/// Adds to the log of a game.
pub(super) fn append(db: &Connection, append: &Append) -> Result<(), StoreError> {
    check_lengths(append)?;
    let (number, last, people) = last(db, append.game)?.ok_or(StoreError::UnknownGame(append.game))?;
    check_follows(append, last)?;
    let same_people = people == append.index.people;
    if !same_people {
        check_people(db, &append.index)?;
    }
    update(db, number, append)?;
    log(db, number, append.version, append.at, &append.entry)?;
    if same_people { Ok(()) } else { seat(db, number, &append.index) }
}

fn check_lengths(append: &Append) -> Result<(), StoreError> {
    let index = &append.index;
    [&append.entry, &index.stage, &index.title, &index.summary]
        .into_iter()
        .try_for_each(|text| check_length(text))
}

/// Refuses a text that is too long.
pub(super) fn check_length(text: &str) -> Result<(), StoreError> {
    if text.len() <= MAX_TEXT { Ok(()) } else { Err(StoreError::TooLong(text.len())) }
}

fn check_follows(append: &Append, last: u64) -> Result<(), StoreError> {
    let Append { game, version, .. } = *append;
    if version.checked_sub(1) == Some(last) {
        Ok(())
    } else {
        Err(StoreError::Conflict { game, version, last })
    }
}

fn check_people(db: &Connection, index: &Index) -> Result<(), StoreError> {
    index.people.iter().try_for_each(|person| person::check(db, *person))
}

/// The number, last version and people of a game.
fn last(db: &Connection, game: GameId) -> Result<Option<(Number, u64, Vec<PersonId>)>, StoreError> {
    let question = concat!("SELECT number, version, ", people_of_a_game!(), " FROM games WHERE id = ?1");
    let answer = db
        .prepare_cached(question)?
        .query_row([game.0], |row| Ok((row.get(0)?, row.get(1)?, row.get::<_, PeopleText>(2)?.0)));
    Ok(answer.optional()?)
}

pub(super) fn number(db: &Connection, game: GameId) -> Result<Option<Number>, StoreError> {
    let mut question = db.prepare_cached("SELECT number FROM games WHERE id = ?1")?;
    Ok(question.query_row([game.0], |row| row.get(0)).optional()?)
}

fn insert(db: &Connection, secret: &Secret, first: &Append) -> Result<Number, StoreError> {
    let order = "INSERT INTO games
        (id, secret, version, created, updated, stage, public, title, due, computer, summary)
        VALUES (?1, ?2, ?3, ?4, ?4, ?5, ?6, ?7, ?8, ?9, ?10)";
    let Append { game, version, at, entry: _, index } = first;
    let Index { stage, public, title, due, computer, people: _, summary } = index;
    db.prepare_cached(order)?
        .execute(params![game.0, secret.0, version, at, stage, public, title, due, computer, summary])?;
    Ok(db.last_insert_rowid())
}

fn update(db: &Connection, number: Number, append: &Append) -> Result<(), StoreError> {
    let order = "UPDATE games SET version = ?2, updated = ?3, stage = ?4, public = ?5, title = ?6, due = ?7,
        computer = ?8, summary = ?9 WHERE number = ?1";
    let Append { game: _, version, at, entry: _, index } = append;
    let Index { stage, public, title, due, computer, people: _, summary } = index;
    db.prepare_cached(order)?
        .execute(params![number, version, at, stage, public, title, due, computer, summary])?;
    Ok(())
}

/// Writes an entry whose version is known to follow.
pub(super) fn log(
    db: &Connection,
    number: Number,
    version: u64,
    at: Millis,
    entry: &str,
) -> Result<(), StoreError> {
    let order = "INSERT INTO log (game, version, at, entry) VALUES (?1, ?2, ?3, ?4)";
    db.prepare_cached(order)?.execute(params![number, version, at, entry])?;
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
    version: u64,
    updated: Millis,
) -> Result<(), StoreError> {
    let order = "UPDATE games SET version = ?2, updated = ?3 WHERE number = ?1";
    db.prepare_cached(order)?.execute(params![number, version, updated])?;
    Ok(())
}
