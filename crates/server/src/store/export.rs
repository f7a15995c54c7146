//! Everything as lines of JSON; `wire::export` describes them.

use super::{
    Ban, GameId, GameRow, Hash, Index, Link, PersonId, Purpose, StoreError, alive, ban, link, list, person,
};
use rusqlite::Connection;
use std::io::Write;
use wire::export::{Bytes32, FORMAT, Game, Line};

/// Writes everything, as it is at one moment, and tells how many lines that were.
pub(super) fn export(db: &Connection, to: impl Write) -> Result<u64, StoreError> {
    let moment = db.unchecked_transaction()?;
    // The first question settles which moment it is, so nothing is written before it.
    let alive = alive::last(&moment)?;
    let mut export = Export { to, lines: 0 };
    export.line(&Line::Bastide { format: FORMAT })?;
    export.people(&moment)?;
    list::for_each(&moment, |game, row| export.game(&moment, game, row))?;
    link::for_each(&moment, |hash, link| export.link(&moment, hash, link))?;
    for (began, ended) in alive::outages(&moment)? {
        export.line(&Line::Outage { began, ended })?;
    }
    for Ban { whom, reason, made, until } in ban::all(&moment)? {
        export.line(&Line::Ban { whom, reason, made, until })?;
    }
    if let Some(at) = alive {
        export.line(&Line::Alive { at })?;
    }
    export.line(&Line::End { lines: export.lines })?;
    export.to.flush().map_err(failed)?;
    Ok(export.lines)
}

struct Export<W> {
    to: W,
    lines: u64,
}

impl<W: Write> Export<W> {
    fn line(&mut self, line: &Line) -> Result<(), StoreError> {
        self.lines += 1;
        writeln!(self.to, "{}", wire::write(line)).map_err(failed)
    }

    fn people(&mut self, db: &Connection) -> Result<(), StoreError> {
        for id in person::all(db)? {
            let secrets = person::secrets(db, id)?.into_iter().map(|hash| Bytes32(hash.0));
            self.line(&Line::Person { person: id.0, secrets: secrets.collect() })?;
        }
        Ok(())
    }

    fn game(&mut self, db: &Connection, game: GameId, row: GameRow) -> Result<(), StoreError> {
        self.line(&Line::Game(game_line(game, row)))?;
        for logged in list::load(db, game, 0)? {
            self.line(&Line::Entry { version: logged.version, at: logged.at, entry: logged.entry })?;
        }
        Ok(())
    }

    fn link(&mut self, db: &Connection, hash: Hash, link: Link) -> Result<(), StoreError> {
        self.line(&Line::Link {
            hash: Bytes32(hash.0),
            game: link.game.to_string(),
            purpose: purpose(link.purpose),
            made: link.made,
            guests: link::guests(db, &hash)?.into_iter().map(|PersonId(id)| id).collect(),
        })
    }
}

fn game_line(game: GameId, row: GameRow) -> Game {
    let Index { stage, public, title, due, computer, people, summary } = row.index;
    Game {
        game: game.to_string(),
        secret: Bytes32(row.secret.0),
        stage,
        public,
        title,
        due,
        computer,
        people: people.into_iter().map(|PersonId(id)| id).collect(),
        summary,
    }
}

fn purpose(purpose: Purpose) -> wire::export::Purpose {
    match purpose {
        Purpose::Sit => wire::export::Purpose::Sit {},
        Purpose::Watch => wire::export::Purpose::Watch {},
        Purpose::Device(PersonId(person)) => wire::export::Purpose::Device { person },
    }
}

fn failed(error: std::io::Error) -> StoreError {
    StoreError::Io(error.to_string())
}
