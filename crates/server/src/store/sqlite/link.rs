//! Links in rows.

use super::{game, list, person};
use crate::store::{GameId, Hash, Link, PersonId, Purpose, StoreError};
use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension, Row, params};

fn columns(purpose: Purpose) -> (&'static str, i64) {
    match purpose {
        Purpose::Sit => ("sit", 0),
        Purpose::Watch => ("watch", 0),
        Purpose::Device(person) => ("device", person.0),
    }
}

fn read_purpose(row: &Row<'_>) -> rusqlite::Result<Purpose> {
    match row.get_ref(1)?.as_str()? {
        "sit" => Ok(Purpose::Sit),
        "watch" => Ok(Purpose::Watch),
        "device" => row.get(2).map(PersonId).map(Purpose::Device),
        _ => Err(rusqlite::Error::InvalidColumnType(1, "purpose".into(), Type::Text)),
    }
}

fn link(row: &Row<'_>) -> rusqlite::Result<Link> {
    Ok(Link { game: row.get(0)?, purpose: read_purpose(row)?, made: row.get(3)? })
}

/// A new link.
pub(super) fn add(db: &Connection, hash: &Hash, link: &Link) -> Result<(), StoreError> {
    let Link { game, purpose, made } = *link;
    let number = game::number(db, game)?.ok_or(StoreError::UnknownGame(game))?;
    if let Purpose::Device(person) = purpose {
        person::check(db, person)?;
    }
    if find(db, hash)?.is_some() {
        return Err(StoreError::SecretExists);
    }
    let (purpose, object) = columns(purpose);
    let order = "INSERT INTO links (hash, game, purpose, object, made) VALUES (?1, ?2, ?3, ?4, ?5)";
    db.prepare_cached(order)?.execute(params![hash.0, number, purpose, object, made])?;
    Ok(())
}

/// Refuses one link more of a kind of which a game has so many.
pub(super) fn check_room(db: &Connection, link: &Link, most: usize) -> Result<(), StoreError> {
    let question = "SELECT count(*) FROM links JOIN games ON number = game
        WHERE id = ?1 AND purpose = ?2 AND object = ?3";
    let (purpose, object) = columns(link.purpose);
    let known =
        db.prepare_cached(question)?.query_row(params![link.game.0, purpose, object], |row| row.get(0));
    let known: usize = known?;
    if known >= most { Err(StoreError::TooManyLinks(most)) } else { Ok(()) }
}

/// The link with a secret.
pub(super) fn find(db: &Connection, hash: &Hash) -> Result<Option<Link>, StoreError> {
    let question = "SELECT id, purpose, object, made FROM links JOIN games ON number = game WHERE hash = ?1";
    Ok(db.prepare_cached(question)?.query_row([hash.0], link).optional()?)
}

/// Takes one link away, and tells what it was.
pub(super) fn take(db: &Connection, hash: &Hash) -> Result<Option<Link>, StoreError> {
    let link = find(db, hash)?;
    db.prepare_cached("DELETE FROM links WHERE hash = ?1")?.execute([hash.0])?;
    Ok(link)
}

/// Takes away the links of a game, those for one purpose or all, and tells how many they were.
pub(super) fn revoke(db: &Connection, game: GameId, purpose: Option<Purpose>) -> Result<usize, StoreError> {
    let number = game::number(db, game)?.ok_or(StoreError::UnknownGame(game))?;
    let gone = match purpose.map(columns) {
        None => db.prepare_cached("DELETE FROM links WHERE game = ?1")?.execute([number]),
        Some((purpose, object)) => db
            .prepare_cached("DELETE FROM links WHERE game = ?1 AND purpose = ?2 AND object = ?3")?
            .execute(params![number, purpose, object]),
    };
    Ok(gone?)
}

/// Somebody came by a link.
pub(super) fn welcome(db: &Connection, hash: &Hash, person: PersonId) -> Result<(), StoreError> {
    person::check(db, person)?;
    let order = "INSERT OR IGNORE INTO guests (person, link) SELECT ?1, hash FROM links WHERE hash = ?2";
    db.prepare_cached(order)?.execute(params![person.0, hash.0])?;
    Ok(())
}

/// Whether a person came by a link.
pub(super) fn is_guest(db: &Connection, hash: &Hash, person: PersonId) -> Result<bool, StoreError> {
    let question = "SELECT 1 FROM guests WHERE person = ?1 AND link = ?2";
    Ok(db.prepare_cached(question)?.exists(params![person.0, hash.0])?)
}

/// What the links are good for by which a person came to a game.
pub(super) fn welcomes(db: &Connection, game: GameId, person: PersonId) -> Result<Vec<Purpose>, StoreError> {
    let question =
        "SELECT id, purpose, object FROM guests JOIN links ON link = hash JOIN games ON number = game
        WHERE person = ?1 AND id = ?2";
    list::collect(db, question, params![person.0, game.0], read_purpose)
}

/// The links by which a person came to games, and those to go on with their seats.
pub(super) fn of_person(db: &Connection, person: PersonId) -> Result<Vec<Link>, StoreError> {
    let question = "SELECT id, purpose, object, made FROM links JOIN games ON number = game
        WHERE hash IN (SELECT link FROM guests WHERE person = ?1) OR purpose = 'device' AND object = ?1
        ORDER BY made, hash";
    list::collect(db, question, [person.0], link)
}

/// Who came by a link, sorted.
pub(super) fn guests(db: &Connection, hash: &Hash) -> Result<Vec<PersonId>, StoreError> {
    let question = "SELECT person FROM guests WHERE link = ?1 ORDER BY person";
    list::collect(db, question, [hash.0], |row| row.get(0).map(PersonId))
}

/// All links, sorted by hash.
pub(super) fn for_each(
    db: &Connection,
    mut visit: impl FnMut(Hash, Link) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let question =
        "SELECT id, purpose, object, made, hash FROM links JOIN games ON number = game ORDER BY hash";
    let mut question = db.prepare(question)?;
    let mut rows = question.query([])?;
    while let Some(row) = rows.next()? {
        visit(row.get(4)?, link(row)?)?;
    }
    Ok(())
}
