//! Everything as lines of JSON; `wire::export` describes them.

use super::heads::Recorded;
use super::log::Stored;
use super::words::Kept;
use super::{Ban, Damage, GameId, GameRow, Hash, Index, Link, PersonId, Purpose, StoreError, Word};
use super::{alive, ban, keep, link, list, log, person, verify};
use rusqlite::Connection;
use std::io::Write;
use wire::export::{Bytes32, ExportLine, ExportedGame, FORMAT};

/// What was exported.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exported {
    /// How many lines that were.
    pub lines: u64,
    /// The games of which only a part could be exported, or nothing.
    pub hurt: Vec<Damage>,
}

/// Writes everything that can be read, at one moment.
pub(super) fn export(
    moment: &Connection,
    recorded: &Recorded,
    to: impl Write,
) -> Result<Exported, StoreError> {
    let alive = alive::last(moment)?;
    let mut export = Export { to, lines: 0, hurt: Vec::new() };
    export.line(&ExportLine::Bastide { format: FORMAT })?;
    export.people(moment)?;
    for game in verify::games(moment, recorded) {
        export.game(moment, game, recorded)?;
    }
    link::for_each(moment, |hash, link| export.link(moment, hash, link))?;
    for (PersonId(person), game) in keep::all(moment)? {
        export.line(&ExportLine::Kept { person, game: game.to_string() })?;
    }
    for (began, ended) in alive::outages(moment)? {
        export.line(&ExportLine::Outage { began, ended })?;
    }
    for Ban { whom, reason, made, until } in ban::all(moment)? {
        export.line(&ExportLine::Ban { whom, reason, made, until })?;
    }
    if let Some(at) = alive {
        export.line(&ExportLine::Alive { at })?;
    }
    export.line(&ExportLine::End { lines: export.lines })?;
    export.to.flush().map_err(failed)?;
    Ok(Exported { lines: export.lines, hurt: export.hurt })
}

struct Export<W> {
    to: W,
    lines: u64,
    hurt: Vec<Damage>,
}

impl<W: Write> Export<W> {
    fn line(&mut self, line: &ExportLine) -> Result<(), StoreError> {
        self.lines += 1;
        writeln!(self.to, "{}", wire::write(line)).map_err(failed)
    }

    fn people(&mut self, db: &Connection) -> Result<(), StoreError> {
        for id in person::all(db)? {
            let secrets = person::secrets(db, id)?.into_iter().map(|hash| Bytes32(hash.0));
            self.line(&ExportLine::Person { person: id.0, secrets: secrets.collect() })?;
        }
        Ok(())
    }

    /// Its log is read twice: what of it is whole must be known before the first line of it.
    fn game(&mut self, db: &Connection, game: GameId, recorded: &Recorded) -> Result<(), StoreError> {
        let (mut head, mut entries) = (None, 0);
        let damage = verify::look(db, game, recorded, |entry| {
            (head, entries) = (Some(Bytes32(entry.head.0)), entries + 1);
            Ok(())
        })?;
        self.hurt.extend(damage);
        let row = match list::one(db, game) {
            Ok(Some(row)) if entries > 0 => row,
            Ok(_) | Err(StoreError::Corrupt(_)) => return Ok(()),
            Err(other) => return Err(other),
        };
        let damaged = damage.map(|damage| damage.known.max(entries + 1));
        self.line(&ExportLine::Game(ExportedGame { head, damaged, ..game_line(game, row) }))?;
        log::walk(db, game, |entry| self.entry(entry)).map(drop)
    }

    fn entry(&mut self, entry: Stored) -> Result<(), StoreError> {
        let Stored { version, at, entry, words, head: _ } = entry;
        self.line(&ExportLine::Entry { version, at, entry, words: words.into_iter().map(word).collect() })
    }

    fn link(&mut self, db: &Connection, hash: Hash, link: Link) -> Result<(), StoreError> {
        self.line(&ExportLine::Link {
            hash: Bytes32(hash.0),
            game: link.game.to_string(),
            purpose: purpose(link.purpose),
            made: link.made,
            guests: link::guests(db, &hash)?.into_iter().map(|PersonId(id)| id).collect(),
        })
    }
}

fn game_line(game: GameId, row: GameRow) -> ExportedGame {
    let Index { stage, public, title, due, computer, people, summary } = row.index;
    ExportedGame {
        game: game.to_string(),
        secret: Bytes32(row.secret.0),
        stage,
        public,
        title,
        due,
        computer,
        people: people.into_iter().map(|PersonId(id)| id).collect(),
        summary,
        head: None,
        damaged: None,
    }
}

fn word(kept: Kept) -> wire::export::Word {
    let Kept { word: Word { place, kind, person, text }, salt, hash } = kept;
    let person = person.map(|PersonId(id)| id);
    wire::export::Word { place, kind, person, text, salt: salt.map(Bytes32), hash: Bytes32(hash) }
}

/// What a link is good for, in words.
pub fn purpose(purpose: Purpose) -> wire::export::Purpose {
    match purpose {
        Purpose::Sit => wire::export::Purpose::Sit {},
        Purpose::Watch => wire::export::Purpose::Watch {},
        Purpose::Device(PersonId(person)) => wire::export::Purpose::Device { person },
    }
}

fn failed(error: std::io::Error) -> StoreError {
    StoreError::Io(error.to_string())
}
