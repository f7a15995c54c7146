//! Reading logs. Whatever is read is compared with the chain first, and reading ends where that is broken.

use super::game::Number;
use super::words;
use crate::store::chain::{self, Head};
use crate::store::export::Stored;
use crate::store::words::Kept;
use crate::store::{Damage, Flaw, GameId, Secret, StoreError};
use rusqlite::{Connection, OptionalExtension, Row, params};

/// Bytes of entries that are read at once where nobody says how many.
pub(super) const PIECE: usize = 64 << 10;

/// Some entries that follow each other.
pub(super) struct LogChunk {
    pub entries: Vec<Stored>,
    /// What is wrong with what follows them, if that is known.
    pub damage: Option<Damage>,
}

/// The entries of a game after a version, until they have this many bytes together, but at least one if there is one;
/// none at the end.
pub(super) fn piece(db: &Connection, game: GameId, after: u64, bytes: usize) -> Result<LogChunk, StoreError> {
    let question = "SELECT number, secret FROM games WHERE id = ?1";
    let row = db.prepare_cached(question)?.query_row([game.0], |row| Ok((row.get(0)?, row.get(1)?)));
    let (number, secret): (Number, Secret) = row.optional()?.ok_or(StoreError::UnknownGame(game))?;
    let log = Log { db, game, number };
    // Where a piece cannot be read, its first entries may be: they are read one by one.
    match log.read(after, &secret, bytes) {
        Err(StoreError::Corrupt(_)) => match log.read(after, &secret, 1) {
            Err(StoreError::Corrupt(_)) => Ok(log.broken(Vec::new(), after)),
            other => other,
        },
        other => other,
    }
}

struct Log<'a> {
    db: &'a Connection,
    game: GameId,
    number: Number,
}

impl Log<'_> {
    fn read(&self, after: u64, secret: &Secret, bytes: usize) -> Result<LogChunk, StoreError> {
        let head = match after {
            0 => Some(chain::start(self.game, secret)),
            _ => self.head(after)?,
        };
        let Some(mut head) = head else { return self.end(Vec::new(), after, None) };
        let (rows, complete) = self.rows(after, bytes)?;
        let last = after.saturating_add(rows.len() as u64);
        let mut words = words::between(self.db, self.number, after, last)?.into_iter().peekable();
        let mut entries = Vec::with_capacity(rows.len());
        for (mut row, version) in rows.into_iter().zip(after + 1..) {
            while let Some((_, kept)) = words.next_if(|(of, _)| *of == version) {
                row.words.push(kept);
            }
            let sound = row.version == version && row.words.iter().all(Kept::is_sound);
            let next = chain::next(&head, version, row.at, row.entry.as_bytes(), &row.words);
            if !sound || next != row.head {
                return Ok(self.broken(entries, version - 1));
            }
            head = next;
            entries.push(row);
        }
        match complete {
            Complete::Yes => self.end(entries, last, Some(head)),
            Complete::NotYet => Ok(LogChunk { entries, damage: None }),
            Complete::Unreadable => Ok(self.broken(entries, last)),
        }
    }

    fn head(&self, version: u64) -> Result<Option<Head>, StoreError> {
        let question = "SELECT head FROM log WHERE game = ?1 AND version = ?2";
        let version = i64::try_from(version).unwrap_or(i64::MAX);
        let mut question = self.db.prepare_cached(question)?;
        Ok(question.query_row(params![self.number, version], |row| row.get(0)).optional()?)
    }

    fn rows(&self, after: u64, bytes: usize) -> Result<(Vec<Stored>, Complete), StoreError> {
        let question =
            "SELECT version, at, entry, head FROM log WHERE game = ?1 AND version > ?2 ORDER BY version";
        let mut question = self.db.prepare_cached(question)?;
        let mut rows = question.query(params![self.number, i64::try_from(after).unwrap_or(i64::MAX)])?;
        let (mut read, mut length) = (Vec::new(), 0);
        while length < bytes {
            let stored = match rows.next().and_then(|row| row.map(stored).transpose()) {
                Ok(Some(stored)) => stored,
                Ok(None) => return Ok((read, Complete::Yes)),
                Err(error) => match StoreError::from(error) {
                    StoreError::Corrupt(_) => return Ok((read, Complete::Unreadable)),
                    other => return Err(other),
                },
            };
            length += stored.entry.len() + 1;
            read.push(stored);
        }
        Ok((read, Complete::NotYet))
    }

    /// No entry follows a version with this head; the game's row must agree. It is read after the entries, so it can only
    /// be ahead of them.
    fn end(&self, entries: Vec<Stored>, version: u64, head: Option<Head>) -> Result<LogChunk, StoreError> {
        let question = "SELECT version, head FROM games WHERE number = ?1";
        let row =
            self.db.prepare_cached(question)?.query_row([self.number], |row| Ok((row.get(0)?, row.get(1)?)));
        let (last, recorded): (u64, Head) = row.optional()?.ok_or(StoreError::UnknownGame(self.game))?;
        // Whoever asks for what is to come gets nothing yet.
        let whole = match head {
            Some(head) => last == version && head == recorded,
            None => last < version,
        };
        // More may have been written since the entries were read.
        if whole || last > version && self.head(version + 1)?.is_some() {
            return Ok(LogChunk { entries, damage: None });
        }
        Ok(self.broken(entries, version))
    }

    fn broken(&self, entries: Vec<Stored>, readable: u64) -> LogChunk {
        let last = |question| {
            let version = self.db.query_row(question, [self.number], |row| row.get::<_, Option<u64>>(0));
            version.ok().flatten().unwrap_or(0)
        };
        let logged = last("SELECT max(version) FROM log WHERE game = ?1");
        let known = last("SELECT version FROM games WHERE number = ?1").max(logged).max(readable);
        let flaw = if logged <= readable && readable < known { Flaw::Short } else { Flaw::Changed };
        LogChunk { entries, damage: Some(Damage { game: self.game, readable, known, flaw }) }
    }
}

/// Whether all entries were read.
enum Complete {
    Yes,
    NotYet,
    Unreadable,
}

fn stored(row: &Row<'_>) -> rusqlite::Result<Stored> {
    let (version, at, entry, head) = (row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?);
    Ok(Stored { version, at, entry, words: Vec::new(), head })
}

/// What is wrong with the log of a game, if anything; every entry is looked at.
pub(super) fn walk(
    db: &Connection,
    game: GameId,
    mut visit: impl FnMut(Stored) -> Result<(), StoreError>,
) -> Result<Option<Damage>, StoreError> {
    let mut after = 0;
    loop {
        let piece = piece(db, game, after, PIECE)?;
        let last = piece.entries.last().map(|last| last.version);
        piece.entries.into_iter().try_for_each(&mut visit)?;
        match (piece.damage, last) {
            (None, Some(last)) => after = last,
            (damage, _) => return Ok(damage),
        }
    }
}
