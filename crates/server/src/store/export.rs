//! Everything as lines of JSON; `wire::export` describes them.

use super::chain::Head;
use super::words::Kept;
use super::{
    BanRow, Damage, GameId, GameRow, Hash, Index, Link, Logged, Millis, PersonId, Purpose, StoreError, Word,
};
use std::io::Write;
use wire::export::{Bytes32, ExportLine, ExportedGame, FORMAT};

/// An entry with what proves it.
pub(super) struct Stored {
    pub version: u64,
    pub at: Millis,
    pub entry: String,
    pub words: Vec<Kept>,
    pub head: Head,
}

impl From<Stored> for Logged {
    fn from(stored: Stored) -> Logged {
        let Stored { version, at, entry, words, head: _ } = stored;
        Logged { version, at, entry, words: words.into_iter().map(|kept| kept.word).collect() }
    }
}

/// Everything that a database holds at one moment.
pub(super) trait ExportSource {
    /// Everybody, with the hashes of their secrets.
    fn people(&self) -> Result<Vec<(PersonId, Vec<Hash>)>, StoreError>;

    /// All games in the order in which they were made, and then those of which it is only known that they were there.
    fn games(&self) -> Vec<GameId>;

    fn game(&self, game: GameId) -> Result<Option<GameRow>, StoreError>;

    /// Visits the entries of a log as far as it is whole, and tells what is wrong with the rest.
    fn log(
        &self,
        game: GameId,
        visit: &mut dyn FnMut(Stored) -> Result<(), StoreError>,
    ) -> Result<Option<Damage>, StoreError>;

    /// Visits the links in the order of their hashes, each with the people who came by it.
    fn links(
        &self,
        visit: &mut dyn FnMut(Hash, Link, Vec<PersonId>) -> Result<(), StoreError>,
    ) -> Result<(), StoreError>;

    /// Everybody with every game they keep.
    fn kept(&self) -> Result<Vec<(PersonId, GameId)>, StoreError>;

    /// The times in which the server did not run.
    fn outages(&self) -> Result<Vec<(Millis, Millis)>, StoreError>;

    fn bans(&self) -> Result<Vec<BanRow>, StoreError>;

    fn last_alive(&self) -> Result<Option<Millis>, StoreError>;
}

/// What was exported.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exported {
    /// How many lines that were.
    pub lines: u64,
    /// The games of which only a part could be exported, or nothing.
    pub hurt: Vec<Damage>,
}

/// Writes everything that can be read.
pub(super) fn export(from: &dyn ExportSource, to: impl Write) -> Result<Exported, StoreError> {
    let alive = from.last_alive()?;
    let mut export = Export { to, lines: 0, hurt: Vec::new() };
    export.line(&ExportLine::Bastide { format: FORMAT })?;
    for (PersonId(person), secrets) in from.people()? {
        let secrets = secrets.into_iter().map(|hash| Bytes32(hash.0)).collect();
        export.line(&ExportLine::Person { person, secrets })?;
    }
    for game in from.games() {
        export.game(from, game)?;
    }
    from.links(&mut |hash, link, guests| export.link(hash, link, guests))?;
    for (PersonId(person), game) in from.kept()? {
        export.line(&ExportLine::Kept { person, game: game.to_string() })?;
    }
    for (began, ended) in from.outages()? {
        export.line(&ExportLine::Outage { began, ended })?;
    }
    for BanRow { whom, reason, made, until } in from.bans()? {
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

    /// Its log is read twice: what of it is whole must be known before the first line of it.
    fn game(&mut self, from: &dyn ExportSource, game: GameId) -> Result<(), StoreError> {
        let (mut head, mut entries) = (None, 0);
        let damage = from.log(game, &mut |entry| {
            (head, entries) = (Some(Bytes32(entry.head.0)), entries + 1);
            Ok(())
        })?;
        self.hurt.extend(damage);
        let row = match from.game(game) {
            Ok(Some(row)) if entries > 0 => row,
            Ok(_) | Err(StoreError::Corrupt(_)) => return Ok(()),
            Err(other) => return Err(other),
        };
        let damaged = damage.map(|damage| damage.known.max(entries + 1));
        self.line(&ExportLine::Game(ExportedGame { head, damaged, ..game_line(game, row) }))?;
        from.log(game, &mut |entry| self.entry(entry)).map(drop)
    }

    fn entry(&mut self, entry: Stored) -> Result<(), StoreError> {
        let Stored { version, at, entry, words, head: _ } = entry;
        self.line(&ExportLine::Entry { version, at, entry, words: words.into_iter().map(word).collect() })
    }

    fn link(&mut self, hash: Hash, link: Link, guests: Vec<PersonId>) -> Result<(), StoreError> {
        self.line(&ExportLine::Link {
            hash: Bytes32(hash.0),
            game: link.game.to_string(),
            purpose: purpose(link.purpose),
            made: link.made,
            guests: guests.into_iter().map(|PersonId(id)| id).collect(),
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
