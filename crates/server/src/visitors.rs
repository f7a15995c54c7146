//! Who looks on: every open socket and stream, by its table and address. Only in memory.

use crate::store::{GameId, PersonId};
use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;
use tokio::time::{Instant, sleep_until};

/// Somebody who looks on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Visitor {
    /// At which table; nothing for a bot's stream, which follows all of its tables.
    pub game: Option<GameId>,
    pub address: IpAddr,
    /// Who, if they are known.
    pub person: Option<PersonId>,
}

/// All of them. Clones are the same.
#[derive(Clone, Default)]
pub struct Visitors(Arc<Mutex<VisitorList>>);

#[derive(Default)]
struct VisitorList {
    last: u64,
    here: HashMap<u64, (Visitor, Arc<Notify>)>,
}

impl VisitorList {
    fn all(&self) -> impl Iterator<Item = &Visitor> {
        self.here.values().map(|(visitor, _)| visitor)
    }

    fn enter(&mut self, visitor: Visitor) -> (u64, Arc<Notify>) {
        let check = Arc::new(Notify::new());
        self.last += 1;
        self.here.insert(self.last, (visitor, check.clone()));
        (self.last, check)
    }
}

impl Visitors {
    /// Somebody comes; they leave when the entry is dropped.
    pub fn enter(&self, visitor: Visitor) -> Visit {
        let (number, check) = self.lock().enter(visitor);
        Visit { visitors: self.clone(), number, check }
    }

    /// The same for a bot's stream, of which a person has at most so many.
    pub fn enter_stream(&self, visitor: Visitor, most: usize) -> Option<Visit> {
        let mut book = self.lock();
        let is_own = |other: &&Visitor| other.game.is_none() && other.person == visitor.person;
        if book.all().filter(is_own).count() >= most {
            return None;
        }
        let (number, check) = book.enter(visitor);
        Some(Visit { visitors: self.clone(), number, check })
    }

    /// Has those at a table show again that they may be there.
    pub fn check(&self, game: GameId) {
        for (_, check) in self.lock().here.values().filter(|(visitor, _)| visitor.game == Some(game)) {
            check.notify_one();
        }
    }

    /// Those at a table.
    pub fn at(&self, game: GameId) -> Vec<Visitor> {
        self.lock().all().filter(|visitor| visitor.game == Some(game)).copied().collect()
    }

    /// The people we know among them, each at a table or at all of theirs.
    pub fn people(&self) -> Vec<(PersonId, Option<GameId>)> {
        let book = self.lock();
        let here = book.all().filter_map(|visitor| Some((visitor.person?, visitor.game)));
        here.collect::<HashSet<_>>().into_iter().collect()
    }

    /// How many there are at each table.
    pub fn by_table(&self) -> HashMap<GameId, u64> {
        counted(self.lock().all().filter_map(|visitor| visitor.game))
    }

    /// How many there are from each address.
    pub fn by_address(&self) -> HashMap<IpAddr, u64> {
        counted(self.lock().all().map(|visitor| visitor.address))
    }

    fn lock(&self) -> MutexGuard<'_, VisitorList> {
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
    check: Arc<Notify>,
}

impl Visit {
    /// Waits until they are to show again that they may be there. Whatever comes before a time is one.
    pub async fn check(&self, not_before: Instant) {
        sleep_until(not_before).await;
        self.check.notified().await;
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        self.visitors.lock().here.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;
    use tokio::time::timeout;

    fn visitor(game: Option<GameId>) -> Visitor {
        Visitor { game, address: [10, 0, 0, 1].into(), person: Some(PersonId(1)) }
    }

    #[tokio::test(start_paused = true)]
    async fn only_those_at_a_table_are_checked_and_several_checks_are_one() {
        let (visitors, game) = (Visitors::default(), GameId::random());
        let here = visitors.enter(visitor(Some(game)));
        let elsewhere = visitors.enter(visitor(Some(GameId::random())));
        (0..3).for_each(|_| visitors.check(game));
        let now = Instant::now();
        here.check(now).await;
        let minute = Duration::from_secs(60);
        assert!(timeout(minute, here.check(now)).await.is_err(), "it was one");
        assert!(timeout(minute, elsewhere.check(now)).await.is_err(), "that is another table");
        visitors.check(game);
        let later = Instant::now() + minute;
        here.check(later).await;
        assert!(Instant::now() >= later, "not before its time");
    }

    #[test]
    fn a_person_has_so_many_streams() {
        let visitors = Visitors::default();
        let table = visitors.enter(visitor(Some(GameId::random())));
        let streams = [1, 2, 3].map(|_| visitors.enter_stream(visitor(None), 2));
        assert_eq!(streams.each_ref().map(Option::is_some), [true, true, false]);
        let other = Visitor { person: Some(PersonId(2)), ..visitor(None) };
        assert!(visitors.enter_stream(other, 2).is_some());
        drop((streams, table));
        assert!(visitors.enter_stream(visitor(None), 2).is_some());
    }
}
