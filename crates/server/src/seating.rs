//! Seats that people hold at tables of others that have not begun, by person and address, and how fast they sit down
//! and speak. Only in memory: addresses of people are not stored.

use crate::allowance::Allowances;
use crate::limits::site;
use crate::settings::Limits;
use crate::store::{GameId, PersonId};
use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Several people behind one address may do so many times as much as one.
const TOGETHER: f64 = 5.0;
/// So many who sit somewhere, and so many who were sent away, are remembered; the first are forgotten first.
const REMEMBERED: usize = 10_000;

/// Who sits where.
pub struct Seating {
    per_person: usize,
    per_address: usize,
    book: Mutex<Holders>,
    pub sittings: Allowances,
    /// Lines of chat, at all tables and over all sockets together.
    pub lines: Allowances,
}

#[derive(Default)]
struct Holders {
    holders: VecDeque<Holder>,
    /// From where somebody was sent away.
    away: VecDeque<(GameId, IpAddr)>,
}

/// Somebody with seats at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Holder {
    game: GameId,
    person: PersonId,
    site: IpAddr,
    seats: usize,
}

/// Why somebody may not sit down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoSeat {
    /// They, or others from there, hold as many as they may.
    Held,
    /// Somebody from there was sent away from this table.
    SentAway,
}

impl Seating {
    /// Nobody sits anywhere.
    pub fn new(limits: &Limits) -> Seating {
        Seating {
            per_person: limits.seats_per_person,
            per_address: limits.seats_per_address,
            book: Mutex::default(),
            sittings: Allowances::for_people(limits.sittings, TOGETHER),
            lines: Allowances::for_people(limits.lines, TOGETHER),
        }
    }

    /// Notes one more seat of somebody, if they may have it.
    pub fn take(&self, game: GameId, person: PersonId, address: IpAddr) -> Result<(), NoSeat> {
        let (mut book, site) = (self.lock(), site(address));
        if book.away.contains(&(game, site)) {
            return Err(NoSeat::SentAway);
        }
        let held = |of: &dyn Fn(&Holder) -> bool| -> usize {
            book.holders.iter().filter(|holder| of(holder)).map(|holder| holder.seats).sum()
        };
        let (own, all) = (held(&|holder| holder.person == person), held(&|holder| holder.site == site));
        if own >= self.per_person || all >= self.per_address {
            return Err(NoSeat::Held);
        }
        match book.holders.iter_mut().find(|holder| (holder.game, holder.person) == (game, person)) {
            Some(holder) => holder.seats += 1,
            None => push(&mut book.holders, Holder { game, person, site, seats: 1 }),
        }
        Ok(())
    }

    /// The tables where somebody, or others from there, hold seats.
    pub fn tables(&self, person: PersonId, address: IpAddr) -> Vec<GameId> {
        let site = site(address);
        let book = self.lock();
        let near = book.holders.iter().filter(|holder| holder.person == person || holder.site == site);
        let mut games: Vec<GameId> = near.map(|holder| holder.game).collect();
        games.sort_unstable();
        games.dedup();
        games
    }

    /// Takes in how many seats people have at a table that has not begun.
    pub fn recount(&self, game: GameId, seats: impl Fn(PersonId) -> usize) {
        self.lock().holders.retain_mut(|holder| {
            if holder.game == game {
                holder.seats = seats(holder.person);
            }
            holder.seats > 0
        });
    }

    /// Whether anybody of whom this is known sits at a table.
    pub fn knows(&self, game: GameId) -> bool {
        self.lock().holders.iter().any(|holder| holder.game == game)
    }

    /// From where somebody at a table sat down.
    pub fn site_of(&self, game: GameId, person: PersonId) -> Option<IpAddr> {
        let book = self.lock();
        let holder = book.holders.iter().find(|holder| (holder.game, holder.person) == (game, person));
        holder.map(|holder| holder.site)
    }

    /// Nobody else from there sits down at this table either, unless it is where the table's creator is.
    pub fn send_away(&self, game: GameId, from: IpAddr, creator: IpAddr) {
        if from != site(creator) {
            push(&mut self.lock().away, (game, from));
        }
    }

    fn lock(&self) -> MutexGuard<'_, Holders> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn push<T>(all: &mut VecDeque<T>, one: T) {
    if all.len() >= REMEMBERED {
        all.pop_front();
    }
    all.push_back(one);
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: &str = "192.0.2.7";

    fn seating() -> Seating {
        Seating::new(&Limits { seats_per_person: 2, seats_per_address: 3, ..Limits::default() })
    }

    fn take(seating: &Seating, game: u8, person: i64, address: &str) -> Result<(), NoSeat> {
        seating.take(GameId([game; 10]), PersonId(person), address.parse().unwrap())
    }

    #[test]
    fn seats_are_counted_by_person_and_by_address() {
        let seating = seating();
        assert_eq!([1, 2, 3].map(|game| take(&seating, game, 1, HERE).is_ok()), [true, true, false]);
        assert_eq!(
            take(&seating, 3, 1, "192.0.2.8"),
            Err(NoSeat::Held),
            "elsewhere they are the same person"
        );
        assert_eq!([1, 2].map(|game| take(&seating, game, 2, HERE).is_ok()), [true, false]);
        assert!(take(&seating, 3, 3, "192.0.2.8").is_ok());
        seating.recount(GameId([1; 10]), |_| 0);
        assert!(take(&seating, 3, 1, HERE).is_ok(), "a seat that was left is free for others");
    }

    #[test]
    fn whoever_came_first_is_forgotten_first() {
        let mut places = VecDeque::new();
        (0..REMEMBERED + 2).for_each(|place| push(&mut places, place));
        assert_eq!((places.len(), places.front()), (REMEMBERED, Some(&2)));
    }

    #[test]
    fn whoever_was_sent_away_does_not_come_back_as_somebody_else() {
        let seating = seating();
        take(&seating, 1, 1, "2001:db8:1:2::1").unwrap();
        let from = seating.site_of(GameId([1; 10]), PersonId(1)).unwrap();
        seating.send_away(GameId([1; 10]), from, HERE.parse().unwrap());
        assert_eq!(take(&seating, 1, 2, "2001:db8:1:3::1"), Err(NoSeat::SentAway));
        assert!(take(&seating, 2, 2, "2001:db8:1:3::1").is_ok(), "other tables are open to them");
        seating.send_away(GameId([3; 10]), from, "2001:db8:1::".parse().unwrap());
        assert!(take(&seating, 3, 3, "2001:db8:1:4::1").is_ok(), "the creator sits there, too");
    }
}
