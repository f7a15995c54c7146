//! What can be read of games: logs and lists.

use super::column::{PeopleText, people_of_a_game};
use super::{GameId, Index, Millis, PersonId, Secret, StoreError, game};
use rusqlite::{Connection, OptionalExtension, Params, Row, params};

/// An entry of a log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Logged {
    /// Counted from 1.
    pub version: u64,
    /// When it happened.
    pub at: Millis,
    /// What happened.
    pub entry: String,
}

/// What is known of a game without reading its log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRow {
    /// As the last entry left it.
    pub index: Index,
    /// The last entry's version.
    pub version: u64,
    /// When the first entry happened.
    pub created: Millis,
    /// When the last entry happened.
    pub updated: Millis,
    /// What its draws follow from.
    pub secret: Secret,
}

/// A game in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed {
    /// Which.
    pub game: GameId,
    /// As the last entry left it.
    pub index: Index,
    /// The last entry's version.
    pub version: u64,
    /// When the first entry happened.
    pub created: Millis,
    /// When the last entry happened.
    pub updated: Millis,
}

/// A part of a list that is sorted from the latest game to the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Page {
    /// At most so many games.
    pub limit: u32,
    /// Only games created before this one.
    pub before: Option<GameId>,
}

/// The entries of a game after a version. None may be missing: a game that goes on from half a log is another game.
pub(super) fn load(db: &Connection, game: GameId, after: u64) -> Result<Vec<Logged>, StoreError> {
    let question = "SELECT number, version FROM games WHERE id = ?1";
    let row = db.prepare_cached(question)?.query_row([game.0], |row| Ok((row.get(0)?, row.get(1)?)));
    let Some((number, last)) = row.optional()? else { return Ok(Vec::new()) };
    let log = entries(db, number, after)?;
    let in_order =
        log.iter().zip(after.saturating_add(1)..).all(|(logged, version)| logged.version == version);
    // There may be more than there were a moment ago.
    if in_order && log.len() as u64 >= u64::saturating_sub(last, after) {
        Ok(log)
    } else {
        Err(StoreError::Corrupt(format!("the log of game {game} has gaps")))
    }
}

/// The entries of a game after a version, until they have this many bytes together, but at least one if there is one.
pub(super) fn piece(
    db: &Connection,
    game: GameId,
    after: u64,
    bytes: usize,
) -> Result<Vec<Logged>, StoreError> {
    let number = game::number(db, game)?.ok_or(StoreError::UnknownGame(game))?;
    let question = "SELECT version, at, entry FROM log WHERE game = ?1 AND version > ?2 ORDER BY version";
    let mut question = db.prepare_cached(question)?;
    let mut rows = question.query(params![number, i64::try_from(after).unwrap_or(i64::MAX)])?;
    let (mut piece, mut length) = (Vec::new(), 0);
    while length < bytes
        && let Some(row) = rows.next()?
    {
        let logged = Logged { version: row.get(0)?, at: row.get(1)?, entry: row.get(2)? };
        if logged.version != after.saturating_add(piece.len() as u64 + 1) {
            return Err(StoreError::Corrupt(format!("the log of game {game} has gaps")));
        }
        length += logged.entry.len();
        piece.push(logged);
    }
    Ok(piece)
}

fn entries(db: &Connection, number: game::Number, after: u64) -> Result<Vec<Logged>, StoreError> {
    let question = "SELECT version, at, entry FROM log WHERE game = ?1 AND version > ?2 ORDER BY version";
    let after = i64::try_from(after).unwrap_or(i64::MAX);
    collect(db, question, params![number, after], |row| {
        Ok(Logged { version: row.get(0)?, at: row.get(1)?, entry: row.get(2)? })
    })
}

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
    Ok(GameRow { index, version, created, updated, secret: row.get(11)? })
}

/// One game.
pub(super) fn one(db: &Connection, game: GameId) -> Result<Option<GameRow>, StoreError> {
    let question = concat!("SELECT ", columns!(), ", secret FROM games WHERE id = ?1");
    Ok(db.prepare_cached(question)?.query_row([game.0], game_row).optional()?)
}

/// All games, from the first to the latest.
pub(super) fn for_each(
    db: &Connection,
    mut visit: impl FnMut(GameId, GameRow) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let question = concat!("SELECT ", columns!(), ", secret FROM games ORDER BY number");
    let mut question = db.prepare(question)?;
    let mut rows = question.query([])?;
    while let Some(row) = rows.next()? {
        visit(row.get(0)?, game_row(row)?)?;
    }
    Ok(())
}

/// The public games of a stage.
pub(super) fn public(db: &Connection, stage: &str, page: Page) -> Result<Vec<Listed>, StoreError> {
    let question = concat!(
        "SELECT ",
        columns!(),
        " FROM games WHERE stage = ?1 AND public = 1 AND number < ?2 ORDER BY number DESC LIMIT ?3"
    );
    collect(db, question, params![stage, bound(db, page)?, page.limit], listed)
}

/// The games a person takes part in.
pub(super) fn of_person(db: &Connection, person: PersonId, page: Page) -> Result<Vec<Listed>, StoreError> {
    let question = concat!(
        "SELECT ",
        columns!(),
        " FROM games WHERE number IN (SELECT DISTINCT game FROM players WHERE person = ?1 AND game < ?2
          ORDER BY game DESC LIMIT ?3) ORDER BY number DESC"
    );
    collect(db, question, params![person.0, bound(db, page)?, page.limit], listed)
}

fn bound(db: &Connection, page: Page) -> Result<game::Number, StoreError> {
    match page.before {
        None => Ok(game::Number::MAX),
        Some(before) => Ok(game::number(db, before)?.unwrap_or(0)),
    }
}

/// The games with something due, the longest due first.
pub(super) fn due(db: &Connection, by: Millis, limit: u32) -> Result<Vec<GameId>, StoreError> {
    let question = "SELECT id FROM games WHERE due <= ?1 ORDER BY due LIMIT ?2";
    collect(db, question, params![by, limit], |row| row.get(0))
}

/// The games that wait for the computer, the longest waiting first.
pub(super) fn for_the_computer(db: &Connection, limit: u32) -> Result<Vec<GameId>, StoreError> {
    let question = "SELECT id FROM games WHERE computer ORDER BY updated, number LIMIT ?1";
    collect(db, question, params![limit], |row| row.get(0))
}

/// How many games there are of each stage.
pub(super) fn stages(db: &Connection) -> Result<Vec<(String, u64)>, StoreError> {
    let question = "SELECT stage, count(*) FROM games GROUP BY stage ORDER BY stage";
    collect(db, question, [], |row| Ok((row.get(0)?, row.get(1)?)))
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
