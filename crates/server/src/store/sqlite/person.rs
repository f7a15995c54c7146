//! People, known by secrets of which only the hashes are kept.

use super::list;
use crate::store::{Hash, Millis, PersonId, StoreError};
use rusqlite::{Connection, OptionalExtension, params};

/// A new person with a first secret.
pub(super) fn add(db: &Connection, hash: &Hash, now: Millis) -> Result<PersonId, StoreError> {
    check_new(db, hash)?;
    db.prepare_cached("INSERT INTO people (seen) VALUES (?1)")?.execute([now])?;
    let person = PersonId(db.last_insert_rowid());
    insert_secret(db, person, hash)?;
    Ok(person)
}

/// One more secret for a person.
pub(super) fn add_secret(db: &Connection, person: PersonId, hash: &Hash) -> Result<(), StoreError> {
    check(db, person)?;
    check_new(db, hash)?;
    insert_secret(db, person, hash)
}

/// A person with a number that was given before, when a store is imported.
pub(super) fn insert(db: &Connection, person: PersonId) -> Result<(), StoreError> {
    // It is as if they had been here now.
    let order = "INSERT INTO people (id, seen) VALUES (?1, unixepoch() * 1000)";
    db.prepare_cached(order)?.execute([person.0])?;
    Ok(())
}

/// Somebody is here.
pub(super) fn saw(db: &Connection, person: PersonId, now: Millis) -> Result<(), StoreError> {
    db.prepare_cached("UPDATE people SET seen = ?2 WHERE id = ?1")?.execute(params![person.0, now])?;
    Ok(())
}

/// The person with a secret, and when they were last seen.
pub(super) fn find(db: &Connection, hash: &Hash) -> Result<Option<(PersonId, Millis)>, StoreError> {
    let question = "SELECT person, seen FROM secrets JOIN people ON id = person WHERE hash = ?1";
    let found = |row: &rusqlite::Row<'_>| Ok((PersonId(row.get(0)?), row.get(1)?));
    Ok(db.prepare_cached(question)?.query_row([hash.0], found).optional()?)
}

pub(super) fn all(db: &Connection) -> Result<Vec<PersonId>, StoreError> {
    list::collect(db, "SELECT id FROM people ORDER BY id", [], |row| row.get(0).map(PersonId))
}

/// The hashes of a person's secrets.
pub(super) fn secrets(db: &Connection, person: PersonId) -> Result<Vec<Hash>, StoreError> {
    let question = "SELECT hash FROM secrets WHERE person = ?1 ORDER BY hash";
    list::collect(db, question, [person.0], |row| row.get(0))
}

/// Refuses a number that nobody has.
pub(super) fn check(db: &Connection, person: PersonId) -> Result<(), StoreError> {
    if exists(db, person)? { Ok(()) } else { Err(StoreError::UnknownPerson(person.0)) }
}

/// Whether there is a person with this number.
pub(super) fn exists(db: &Connection, person: PersonId) -> Result<bool, StoreError> {
    Ok(db.prepare_cached("SELECT 1 FROM people WHERE id = ?1")?.exists([person.0])?)
}

/// Nobody is known by the secrets of a person any more, nor goes on with their seats. The number stays, because it
/// stands for them in the games.
pub(super) fn forget(db: &Connection, person: PersonId) -> Result<(), StoreError> {
    check(db, person)?;
    for order in [
        "DELETE FROM secrets WHERE person = ?1",
        "DELETE FROM guests WHERE person = ?1",
        "DELETE FROM kept WHERE person = ?1",
        "DELETE FROM links WHERE purpose = 'device' AND object = ?1",
    ] {
        db.prepare_cached(order)?.execute([person.0])?;
    }
    Ok(())
}

fn check_new(db: &Connection, hash: &Hash) -> Result<(), StoreError> {
    if find(db, hash)?.is_some() { Err(StoreError::SecretExists) } else { Ok(()) }
}

fn insert_secret(db: &Connection, person: PersonId, hash: &Hash) -> Result<(), StoreError> {
    let order = "INSERT INTO secrets (hash, person) VALUES (?1, ?2)";
    db.prepare_cached(order)?.execute(params![hash.0, person.0])?;
    Ok(())
}
