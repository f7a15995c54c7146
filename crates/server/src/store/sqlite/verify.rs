//! Finding out which logs are hurt: quickly at a start, by comparing how far they have come with the record of heads; in
//! full, by looking at every entry.

use super::game::Number;
use super::heads::{Record, Recorded};
use super::{game, list, log};
use crate::store::chain::Head;
use crate::store::export::Stored;
use crate::store::{Damage, Flaw, GameId, StoreError};
use rusqlite::{Connection, OptionalExtension, Row};
use std::collections::HashSet;

/// Problems of SQLite's own that are told.
const PROBLEMS: u32 = 20;

/// What was found out about a database.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verified {
    /// Games that were looked at.
    pub games: u64,
    /// Entries that are as they were written.
    pub entries: u64,
    /// What is wrong with logs, one for each that is hurt.
    pub hurt: Vec<Damage>,
    /// What SQLite finds wrong with the file, the first of it.
    pub problems: Vec<String>,
    /// The record of heads.
    pub record: RecordState,
}

/// In which state the record of heads is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RecordState {
    /// It can be read.
    Whole,
    /// There is none, so what is missing altogether cannot be told.
    Missing,
    /// So many records in it cannot be read.
    Spoiled(u64),
}

impl RecordState {
    /// Of a record that was read, if there was one.
    pub(super) fn of(recorded: Option<&Recorded>) -> RecordState {
        match recorded {
            None => RecordState::Missing,
            Some(Recorded { spoiled: 0, .. }) => RecordState::Whole,
            Some(recorded) => RecordState::Spoiled(recorded.spoiled),
        }
    }
}

impl Verified {
    /// Whether nothing is wrong.
    pub fn is_whole(&self) -> bool {
        self.hurt.is_empty() && self.problems.is_empty() && self.record == RecordState::Whole
    }
}

/// Looks at everything, at one moment.
pub(super) fn all(
    moment: &Connection,
    recorded: Option<&Recorded>,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Verified, StoreError> {
    let none = Recorded::default();
    let record = RecordState::of(recorded);
    let recorded = recorded.unwrap_or(&none);
    let mut verified =
        Verified { games: 0, entries: 0, hurt: Vec::new(), problems: problems(moment), record };
    let games = games(moment, recorded);
    for game in &games {
        progress(verified.games, games.len() as u64);
        verified.games += 1;
        let count = &mut verified.entries;
        let count = |_| {
            *count += 1;
            Ok(())
        };
        verified.hurt.extend(look(moment, *game, recorded, count)?);
    }
    progress(verified.games, verified.games);
    Ok(verified)
}

/// Looks at one log, entry by entry, and at what is recorded of it.
pub(super) fn look(
    db: &Connection,
    game: GameId,
    recorded: &Recorded,
    visit: impl FnMut(Stored) -> Result<(), StoreError>,
) -> Result<Option<Damage>, StoreError> {
    let known = recorded.of(game).map_or(0, |record| record.version);
    match log::walk(db, game, visit) {
        Ok(Some(damage)) => Ok(Some(Damage { known: damage.known.max(known), ..damage })),
        Ok(None) => recorded.of(game).map_or(Ok(None), |record| judge(db, record, false)),
        Err(StoreError::UnknownGame(game)) => Ok(Some(gone(game, known))),
        Err(StoreError::Corrupt(_)) => Ok(Some(unreadable(game, known))),
        Err(other) => Err(other),
    }
}

fn gone(game: GameId, known: u64) -> Damage {
    Damage { game, readable: 0, known, flaw: Flaw::Gone }
}

fn unreadable(game: GameId, known: u64) -> Damage {
    Damage { game, readable: 0, known, flaw: Flaw::Changed }
}

/// All games, also those that only the record knows; where the list of games itself is damaged, as many as can be found.
pub(super) fn games(db: &Connection, recorded: &Recorded) -> Vec<GameId> {
    let mut games = Vec::new();
    // What cannot be listed is found by its record.
    let _ = list_games(db, &mut games);
    let listed: HashSet<GameId> = games.iter().copied().collect();
    let mut unlisted: Vec<GameId> =
        recorded.kept().map(|record| record.game).filter(|game| !listed.contains(game)).collect();
    unlisted.sort_unstable();
    games.extend(unlisted);
    games
}

fn list_games(db: &Connection, games: &mut Vec<GameId>) -> Result<(), StoreError> {
    let mut question = db.prepare("SELECT id FROM games WHERE stage != 'gone' ORDER BY number")?;
    let mut rows = question.query([])?;
    while let Some(row) = rows.next()? {
        games.push(row.get(0)?);
    }
    Ok(())
}

/// What SQLite itself finds: pages, indexes and references.
pub(super) fn problems(db: &Connection) -> Vec<String> {
    let check = format!("PRAGMA integrity_check({PROBLEMS})");
    let mut problems = match list::collect(db, &check, [], |row| row.get::<_, String>(0)) {
        Ok(found) if found == ["ok"] => Vec::new(),
        Ok(found) => found,
        Err(error) => vec![error.to_string()],
    };
    let question = "SELECT DISTINCT \"table\" FROM pragma_foreign_key_check LIMIT 20";
    match list::collect(db, question, [], |row| row.get::<_, String>(0)) {
        Ok(tables) => {
            problems.extend(tables.iter().map(|table| format!("a reference in {table} leads nowhere")));
        }
        Err(error) => problems.push(error.to_string()),
    }
    problems
}

/// What a start finds.
pub(super) struct Start {
    pub hurt: Vec<Damage>,
    /// What the record does not know yet: a process that was killed had no time to write it.
    pub unrecorded: Vec<Record>,
}

/// Compares how far each log has come with what is recorded of it, without reading the logs.
pub(super) fn start(db: &Connection, recorded: &Recorded) -> Result<Start, StoreError> {
    let mut start = Start { hurt: Vec::new(), unrecorded: Vec::new() };
    let mut question = db.prepare("SELECT id, version, head FROM games WHERE stage != 'gone'")?;
    let mut rows = question.query([])?;
    let mut found = 0;
    while let Some(row) = rows.next()? {
        // Where the name cannot be read, the game of its record is missing.
        let Ok(game) = row.get::<_, GameId>(0) else { continue };
        let then = recorded.of(game);
        found += usize::from(then.is_some());
        match (record(row), then) {
            (Err(_), _) => start.hurt.push(unreadable(game, then.map_or(0, |then| then.version))),
            (Ok(now), Some(then)) if now == *then => {}
            (Ok(now), None) => start.unrecorded.push(now),
            (Ok(now), Some(then)) => match judge(db, then, true)? {
                Some(damage) => start.hurt.push(damage),
                None => start.unrecorded.push(now),
            },
        }
    }
    if recorded.kept().count() > found {
        for record in recorded.kept() {
            if game::number(db, record.game)?.is_none() {
                start.hurt.push(gone(record.game, record.version));
            }
        }
    }
    start.hurt.sort_by_key(|damage| damage.game);
    Ok(start)
}

/// Compares what is recorded of a log with the log; where they differ, its entries may be looked at to find out how far
/// it can be read.
fn judge(db: &Connection, then: &Record, walk: bool) -> Result<Option<Damage>, StoreError> {
    let Record { game, version: known, head } = *then;
    let Some((number, now)) = row_of(db, game)? else { return Ok(Some(gone(game, known))) };
    let flaw = if now.version < known { Flaw::Short } else { Flaw::Replaced };
    let same = match now.version == known {
        true => now.head == head,
        false => now.version > known && head_at(db, number, known)? == Some(head),
    };
    if same {
        return Ok(None);
    }
    let found = if walk { log::walk(db, game, |_| Ok(()))? } else { None };
    let damage = found.unwrap_or(Damage { game, readable: now.version, known, flaw });
    Ok(Some(Damage { known: damage.known.max(known), ..damage }))
}

fn record(row: &Row<'_>) -> rusqlite::Result<Record> {
    Ok(Record { game: row.get(0)?, version: row.get(1)?, head: row.get(2)? })
}

/// How far each game has come.
pub(super) fn records(db: &Connection) -> Result<Vec<Record>, StoreError> {
    let question = "SELECT id, version, head FROM games WHERE stage != 'gone'";
    list::collect(db, question, [], record)
}

fn row_of(db: &Connection, game: GameId) -> Result<Option<(Number, Record)>, StoreError> {
    let mut question = db.prepare_cached("SELECT id, version, head, number FROM games WHERE id = ?1")?;
    Ok(question.query_row([game.0], |row| Ok((row.get(3)?, record(row)?))).optional()?)
}

fn head_at(db: &Connection, number: Number, version: u64) -> Result<Option<Head>, StoreError> {
    let mut question = db.prepare_cached("SELECT head FROM log WHERE game = ?1 AND version = ?2")?;
    let version = i64::try_from(version).unwrap_or(i64::MAX);
    Ok(question.query_row((number, version), |row| row.get(0)).optional()?)
}
