//! How names and lists stand in columns.

use crate::store::chain::Head;
use crate::store::{GameId, Hash, PersonId, Secret};
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ValueRef};

/// The people of a game, in one column.
macro_rules! people_of_a_game {
    () => {
        "(SELECT group_concat(person, ' ' ORDER BY place) FROM players WHERE game = number)"
    };
}
pub(super) use people_of_a_game;

/// What `people_of_a_game` gives.
pub(super) struct PeopleText(pub(super) Vec<PersonId>);

impl FromSql for PeopleText {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<PeopleText> {
        let Some(text) = value.as_str_or_null()? else { return Ok(PeopleText(Vec::new())) };
        let people = text.split(' ').map(|number| number.parse().map(PersonId));
        people.collect::<Result<_, _>>().map(PeopleText).map_err(FromSqlError::other)
    }
}

impl FromSql for GameId {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<GameId> {
        FromSql::column_result(value).map(GameId)
    }
}

impl FromSql for Secret {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Secret> {
        FromSql::column_result(value).map(Secret)
    }
}

impl FromSql for Hash {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Hash> {
        FromSql::column_result(value).map(Hash)
    }
}

impl FromSql for Head {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Head> {
        FromSql::column_result(value).map(Head)
    }
}
