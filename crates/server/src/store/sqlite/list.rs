//! What can be read of games without their logs.

use super::column::{PeopleText, people_of_a_game};
use super::game::{self, Number};
use crate::store::{GameId, GameRow, Index, Listed, Millis, Page, PersonId, StoreError};
use rusqlite::{Connection, OptionalExtension, Params, Row, params};

macro_rules! columns {
    () => {
        concat!(
            "id, version, created, updated, stage, public, title, due, computer, summary, ",
            people_of_a_game!()
        )
    };
}

fn listed(row: &Row<'_>) -> rusqlite::Result<Listed> {
    let index = Index {
        stage: row.get(4)?,
        public: row.get(5)?,
        title: row.get(6)?,
        due: row.get(7)?,
        computer: row.get(8)?,
        people: row.get::<_, PeopleText>(10)?.0,
        summary: row.get(9)?,
    };
    Ok(Listed { game: row.get(0)?, index, version: row.get(1)?, created: row.get(2)?, updated: row.get(3)? })
}

fn game_row(row: &Row<'_>) -> rusqlite::Result<GameRow> {
    let Listed { game: _, index, version, created, updated } = listed(row)?;
    Ok(GameRow { index, version, created, updated, attended: row.get(12)?, secret: row.get(11)? })
}

pub(super) fn one(db: &Connection, game: GameId) -> Result<Option<GameRow>, StoreError> {
    let question = concat!("SELECT ", columns!(), ", secret, attended FROM games WHERE id = ?1");
    Ok(db.prepare_cached(question)?.query_row([game.0], game_row).optional()?)
}

/// The public games of a stage, or those that were attended at a time or later.
pub(super) fn public(
    db: &Connection,
    stage: &str,
    since: Option<Millis>,
    page: Page,
) -> Result<Vec<Listed>, StoreError> {
    let before = bound(db, page)?;
    match since {
        None => collect_readable(db, PUBLIC, params![stage, before, page.limit], listed),
        Some(since) => collect_readable(db, ATTENDED, params![stage, before, page.limit, since], listed),
    }
}

/// In the order of an index, so that no more is read than is shown, however many games there are.
const PUBLIC: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM games WHERE stage = ?1 AND public = 1 AND number < ?2 ORDER BY number DESC LIMIT ?3"
);

/// Those at which somebody is are few, but there may be thousands: only their numbers are sorted.
const ATTENDED: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM games WHERE number IN (SELECT number FROM games
        WHERE stage = ?1 AND public AND number < ?2 AND attended >= ?4 ORDER BY number DESC LIMIT ?3)
      ORDER BY number DESC"
);

/// The games a person takes part in.
pub(super) fn of_person(db: &Connection, person: PersonId, page: Page) -> Result<Vec<Listed>, StoreError> {
    let question = concat!(
        "SELECT ",
        columns!(),
        " FROM games WHERE number IN (SELECT DISTINCT game FROM players WHERE person = ?1 AND game < ?2
          ORDER BY game DESC LIMIT ?3) ORDER BY number DESC"
    );
    collect_readable(db, question, params![person.0, bound(db, page)?, page.limit], listed)
}

/// The games that a person keeps.
pub(super) fn kept_by(db: &Connection, person: PersonId) -> Result<Vec<Listed>, StoreError> {
    let question = concat!(
        "SELECT ",
        columns!(),
        " FROM games WHERE number IN (SELECT game FROM kept WHERE person = ?1) ORDER BY number DESC"
    );
    collect_readable(db, question, [person.0], listed)
}

fn bound(db: &Connection, page: Page) -> Result<Number, StoreError> {
    match page.before {
        None => Ok(Number::MAX),
        Some(before) => Ok(game::number(db, before)?.unwrap_or(0)),
    }
}

/// The games with something due, the longest due first.
pub(super) fn due(db: &Connection, by: Millis, limit: u32) -> Result<Vec<GameId>, StoreError> {
    let question = "SELECT id FROM games WHERE due <= ?1 ORDER BY due LIMIT ?2";
    collect_readable(db, question, params![by, limit], |row| row.get(0))
}

const FOR_THE_COMPUTER: &str = "SELECT id FROM games WHERE computer ORDER BY updated, number LIMIT ?1";

/// The games that wait for the computer, the longest waiting first.
pub(super) fn for_the_computer(db: &Connection, limit: u32) -> Result<Vec<GameId>, StoreError> {
    collect_readable(db, FOR_THE_COMPUTER, params![limit], |row| row.get(0))
}

/// The games that are being played, in the order of their numbers.
pub(super) fn playing(
    db: &Connection,
    after: Option<Number>,
    limit: u32,
) -> Result<Vec<(Number, GameId)>, StoreError> {
    let question =
        "SELECT number, id FROM games WHERE stage = 'playing' AND number > ?1 ORDER BY number LIMIT ?2";
    collect(db, question, params![after.unwrap_or(0), limit], |row| Ok((row.get(0)?, row.get(1)?)))
}

/// How many games there are of each stage.
pub(super) fn stages(db: &Connection) -> Result<Vec<(String, u64)>, StoreError> {
    let question = "SELECT stage, count(*) FROM games WHERE stage != 'gone' GROUP BY stage ORDER BY stage";
    collect_readable(db, question, [], |row| Ok((row.get(0)?, row.get(1)?)))
}

/// The answers to a question.
pub(super) fn collect<T>(
    db: &Connection,
    question: &str,
    with: impl Params,
    read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
) -> Result<Vec<T>, StoreError> {
    let mut question = db.prepare_cached(question)?;
    let answers = question.query_map(with, read)?;
    Ok(answers.collect::<Result<_, _>>()?)
}

/// Those of the answers that can be read: a row that is damaged must not hide all others.
fn collect_readable<T>(
    db: &Connection,
    question: &str,
    with: impl Params,
    read: impl Fn(&Row<'_>) -> rusqlite::Result<T>,
) -> Result<Vec<T>, StoreError> {
    let answers = collect(db, question, with, |row| Ok(read(row).ok()))?;
    Ok(answers.into_iter().flatten().collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::sqlite::schema;

    /// What SQLite does for a question.
    fn plan(question: &str) -> String {
        let mut db = Connection::open_in_memory().unwrap();
        schema::migrate(&mut db).unwrap();
        let mut steps = db.prepare(&format!("EXPLAIN QUERY PLAN {question}")).unwrap();
        let steps = steps.raw_query().mapped(|row| row.get::<_, String>(3)).map(Result::unwrap);
        steps.collect::<Vec<_>>().join("; ")
    }

    #[test]
    fn lists_that_may_be_long_are_read_in_the_order_of_an_index() {
        for (question, index) in [(PUBLIC, "games_by_stage"), (FOR_THE_COMPUTER, "games_for_the_computer")] {
            let plan = plan(question);
            assert!(plan.contains(index) && !plan.contains("FOR ORDER BY"), "{question}: {plan}");
        }
        for (question, index) in [
            (
                "SELECT stage, count(*) FROM games GROUP BY stage ORDER BY stage",
                "COVERING INDEX games_by_stage",
            ),
            ("SELECT id FROM games WHERE due <= 5 ORDER BY due LIMIT 1", "games_by_due"),
            (
                "SELECT DISTINCT game FROM players WHERE person = 1 AND game < 5 ORDER BY game DESC",
                "players_by_person",
            ),
        ] {
            assert!(plan(question).contains(index), "{question}: {}", plan(question));
        }
        let plan = plan(ATTENDED);
        assert!(plan.contains("COVERING INDEX games_in_lobby"), "{plan}");
    }
}
