//! A database read and filled as a whole.

use super::heads::{self, Record, Recorded};
use super::{alive, ban, game, keep, link, list, person, verify};
use crate::store::chain::Head;
use crate::store::export::{self, Stored};
use crate::store::import::{self, Last};
use crate::store::{
    Append, BanRow, Damage, GameId, GameRow, Hash, Link, Millis, PersonId, Secret, StoreError,
};
use rusqlite::{Connection, Transaction};
use std::path::Path;

/// The database at one moment, and what was recorded of it by then.
pub(super) struct Moment<'a> {
    db: Transaction<'a>,
    recorded: Recorded,
}

impl Moment<'_> {
    /// The moment is now.
    pub fn of<'a>(db: &'a Connection, path: &Path) -> Result<Moment<'a>, StoreError> {
        let (db, recorded) = heads::moment(db, path)?;
        Ok(Moment { db, recorded: recorded.unwrap_or_default() })
    }
}

impl export::ExportSource for Moment<'_> {
    fn people(&self) -> Result<Vec<(PersonId, Vec<Hash>)>, StoreError> {
        let people = person::all(&self.db)?.into_iter();
        people.map(|id| Ok((id, person::secrets(&self.db, id)?))).collect()
    }

    fn games(&self) -> Vec<GameId> {
        verify::games(&self.db, &self.recorded)
    }

    fn game(&self, game: GameId) -> Result<Option<GameRow>, StoreError> {
        list::one(&self.db, game)
    }

    fn log(
        &self,
        game: GameId,
        visit: &mut dyn FnMut(Stored) -> Result<(), StoreError>,
    ) -> Result<Option<Damage>, StoreError> {
        verify::look(&self.db, game, &self.recorded, visit)
    }

    fn links(
        &self,
        visit: &mut dyn FnMut(Hash, Link, Vec<PersonId>) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        link::for_each(&self.db, |hash, link| visit(hash, link, link::guests(&self.db, &hash)?))
    }

    fn kept(&self) -> Result<Vec<(PersonId, GameId)>, StoreError> {
        keep::all(&self.db)
    }

    fn outages(&self) -> Result<Vec<(Millis, Millis)>, StoreError> {
        alive::outages(&self.db)
    }

    fn bans(&self) -> Result<Vec<BanRow>, StoreError> {
        ban::all(&self.db)
    }

    fn last_alive(&self) -> Result<Option<Millis>, StoreError> {
        alive::last(&self.db)
    }
}

/// The database in the transaction that fills it.
pub(super) struct Filled<'a> {
    db: &'a Connection,
    damaged: Vec<Record>,
}

impl Filled<'_> {
    pub fn new(db: &Connection) -> Filled<'_> {
        Filled { db, damaged: Vec::new() }
    }

    /// How far the logs had come of which a part is lost.
    pub fn damaged(self) -> Vec<Record> {
        self.damaged
    }
}

impl import::Filling for Filled<'_> {
    fn is_empty(&self) -> Result<bool, StoreError> {
        let question = "SELECT NOT EXISTS (SELECT 1 FROM games) AND NOT EXISTS (SELECT 1 FROM people)";
        Ok(self.db.query_row(question, [], |row| row.get(0))?)
    }

    fn person(&mut self, id: PersonId, secrets: &[Hash]) -> Result<bool, StoreError> {
        if person::exists(self.db, id)? {
            return Ok(false);
        }
        person::insert(self.db, id)?;
        secrets.iter().try_for_each(|hash| person::add_secret(self.db, id, hash))?;
        Ok(true)
    }

    fn game(&mut self, secret: &Secret, first: &Append) -> Result<i64, StoreError> {
        game::create_empty(self.db, secret, first)
    }

    fn entry(&mut self, number: i64, entry: &Stored) -> Result<(), StoreError> {
        let Stored { version, at, entry, words, head } = entry;
        game::insert_entry(self.db, number, (*version, *at, entry), words, head)
    }

    fn end_game(&mut self, number: i64, game: GameId, last: Last) -> Result<(), StoreError> {
        let Last { version, at, head, lost } = last;
        self.damaged.extend(lost.map(|version| Record { game, version, head: Head([0; 32]) }));
        game::set_last(self.db, number, (version, at), &head)
    }

    fn link(&mut self, hash: &Hash, link: &Link, guests: &[PersonId]) -> Result<(), StoreError> {
        link::add(self.db, hash, link)?;
        guests.iter().try_for_each(|guest| link::welcome(self.db, hash, *guest))
    }

    fn keep(&mut self, game: GameId, person: PersonId) -> Result<(), StoreError> {
        keep::put(self.db, game, person, usize::MAX)
    }

    fn outage(&mut self, began: Millis, ended: Millis) -> Result<(), StoreError> {
        alive::add_outage(self.db, began, ended)
    }

    fn ban(&mut self, ban: &BanRow) -> Result<(), StoreError> {
        ban::put(self.db, ban)
    }

    fn alive(&mut self, at: Millis) -> Result<(), StoreError> {
        alive::write(self.db, at)
    }
}
