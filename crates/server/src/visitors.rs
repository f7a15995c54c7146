//! Who looks on: every open socket and stream, by its table and address. Only in memory.

use crate::store::{GameId, PersonId};
use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Somebody who looks on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Visitor {
    /// At which table; nothing for a bot's stream, which follows all of its tables.
    pub game: Option<GameId>,
    /// From where.
    pub address: IpAddr,
    /// Who, if they are known.
    pub person: Option<PersonId>,
}

/// All of them. Clones are the same.
#[derive(Clone, Default)]
pub struct Visitors(Arc<Mutex<Book>>);

#[derive(Default)]
struct Book {
    last: u64,
    here: HashMap<u64, Visitor>,
}

impl Visitors {
    /// Somebody comes; they leave when the entry is dropped.
    pub fn enter(&self, visitor: Visitor) -> Visit {
        let mut book = self.lock();
        book.last += 1;
        let number = book.last;
        book.here.insert(number, visitor);
        Visit { visitors: self.clone(), number }
    }

    /// Those at a table.
    pub fn at(&self, game: GameId) -> Vec<Visitor> {
        self.lock().here.values().filter(|visitor| visitor.game == Some(game)).copied().collect()
    }

    /// The people we know among them, each at a table or at all of theirs.
    pub fn people(&self) -> Vec<(PersonId, Option<GameId>)> {
        let book = self.lock();
        let here = book.here.values().filter_map(|visitor| Some((visitor.person?, visitor.game)));
        here.collect::<HashSet<_>>().into_iter().collect()
    }

    /// How many there are at each table.
    pub fn by_table(&self) -> HashMap<GameId, u64> {
        counted(self.lock().here.values().filter_map(|visitor| visitor.game))
    }

    /// How many there are from each address.
    pub fn by_address(&self) -> HashMap<IpAddr, u64> {
        counted(self.lock().here.values().map(|visitor| visitor.address))
    }

    fn lock(&self) -> MutexGuard<'_, Book> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn counted<T: std::hash::Hash + Eq>(all: impl Iterator<Item = T>) -> HashMap<T, u64> {
    let mut counts = HashMap::new();
    for one in all {
        *counts.entry(one).or_insert(0) += 1;
    }
    counts
}

/// One who is here.
pub struct Visit {
    visitors: Visitors,
    number: u64,
}

impl Drop for Visit {
    fn drop(&mut self) {
        self.visitors.lock().here.remove(&self.number);
    }
}
