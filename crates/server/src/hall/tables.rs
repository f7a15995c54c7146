//! The tables in memory: how much they take, for whom they were loaded, and which rest when there is no room.

use crate::session::{Mailbox, Message};
use crate::store::GameId;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::net::IpAddr;

/// When there is no room, this part of it is made free at once, so that the next who come find some.
const AT_ONCE: usize = 64;

/// How much may be in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableCapacity {
    /// So many tables,
    pub tables: usize,
    /// of so many bytes.
    pub bytes: usize,
}

/// The ways to the tables in memory.
#[derive(Default)]
pub struct Tables {
    open: HashMap<GameId, LoadedTable>,
    /// What they take, those apart that were told to rest.
    taken: Share,
    /// The same of those that were loaded for each network.
    shares: HashMap<IpAddr, Share>,
}

struct LoadedTable {
    mailbox: Mailbox,
    bytes: usize,
    network: Option<IpAddr>,
    /// Whether it was told to rest.
    rests: bool,
}

#[derive(Clone, Copy, Default)]
struct Share {
    tables: usize,
    bytes: usize,
}

impl Tables {
    /// The way to a table, which counts as used now.
    pub fn get(&self, game: GameId) -> Option<Mailbox> {
        let mailbox = self.find(game)?;
        mailbox.note_use();
        Some(mailbox)
    }

    /// The way to a table.
    pub fn find(&self, game: GameId) -> Option<Mailbox> {
        let open = self.open.get(&game).filter(|open| !open.mailbox.is_closed())?;
        Some(open.mailbox.clone())
    }

    /// Whether there is one, or was a moment ago.
    pub fn has(&self, game: GameId) -> bool {
        self.open.contains_key(&game)
    }

    /// Which there are.
    pub fn games(&self) -> Vec<GameId> {
        self.open.keys().copied().collect()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.open.len()
    }

    /// Whether more than three quarters of the room are taken: nothing is loaded then for which nobody waits.
    pub fn is_crowded(&self, room: TableCapacity) -> bool {
        self.taken.tables > room.tables / 4 * 3 || self.taken.bytes > room.bytes / 4 * 3
    }

    /// A table was loaded for somebody in a network, or for the server itself.
    pub fn insert(&mut self, game: GameId, mailbox: Mailbox, bytes: usize, network: Option<IpAddr>) {
        self.forget(game);
        self.open.insert(game, LoadedTable { mailbox, bytes, network, rests: false });
        self.count(network, |share| {
            (share.tables, share.bytes) = (share.tables + 1, share.bytes + bytes);
        });
    }

    /// Takes a table that has gone to rest out of the list.
    pub fn forget(&mut self, game: GameId) {
        if !self.open.get(&game).is_some_and(|open| open.mailbox.is_closed()) {
            return;
        }
        if let Some(LoadedTable { bytes, network, rests: false, .. }) = self.open.remove(&game) {
            self.uncount(network, bytes);
        }
    }

    /// Whether there is room for another table. If not, those rest that nobody looks at: of the network itself if it has
    /// more than half of what is left, otherwise of all; the longest unused first, those last that wait for the computer.
    pub fn make_room(&mut self, network: Option<IpAddr>, bytes: usize, room: TableCapacity) -> bool {
        if network.is_some() && !self.is_fair(network, bytes, room) {
            let fair = |tables: &Tables, more| tables.is_fair(network, bytes + more, room);
            self.rest(room, |open| open.network == network, fair);
        }
        self.rest(room, |_| true, |tables, more| tables.fits(bytes + more, more > 0, room));
        self.fits(bytes, false, room) && (network.is_none() || self.is_fair(network, bytes, room))
    }

    /// Tells tables to rest until there is enough, with some to spare.
    fn rest(
        &mut self,
        room: TableCapacity,
        of: impl Fn(&LoadedTable) -> bool,
        enough: impl Fn(&Tables, usize) -> bool,
    ) {
        if enough(self, 0) {
            return;
        }
        let idle = |open: &&LoadedTable| !open.rests && !open.mailbox.is_watched();
        let mut idle: Vec<_> = self
            .open
            .iter()
            .filter(|(_, open)| of(open) && idle(open))
            .map(|(game, open)| (Reverse(open.mailbox.is_awaited()), Reverse(open.mailbox.used()), *game))
            .collect();
        // The one to rest first comes last.
        idle.sort_unstable();
        while !enough(self, room.bytes / AT_ONCE)
            && let Some((.., game)) = idle.pop()
        {
            self.send_to_rest(game);
        }
    }

    fn send_to_rest(&mut self, game: GameId) {
        let Some(open) = self.open.get_mut(&game) else { return };
        open.rests = open.mailbox.send(Message::Rest).is_ok();
        if open.rests {
            let (network, bytes) = (open.network, open.bytes);
            self.uncount(network, bytes);
        }
    }

    fn fits(&self, bytes: usize, with_more: bool, room: TableCapacity) -> bool {
        let more = if with_more { room.tables / AT_ONCE } else { 0 };
        self.taken.tables + more < room.tables && self.taken.bytes + bytes <= room.bytes
    }

    /// Whether a network has no more than half of what is left.
    fn is_fair(&self, network: Option<IpAddr>, bytes: usize, room: TableCapacity) -> bool {
        let own = network.and_then(|network| self.shares.get(&network)).copied().unwrap_or_default();
        let left = room.bytes.saturating_sub(self.taken.bytes + bytes);
        own.bytes <= left / 2
    }

    fn uncount(&mut self, network: Option<IpAddr>, bytes: usize) {
        self.count(network, |share| {
            (share.tables, share.bytes) = (share.tables - 1, share.bytes - bytes);
        });
    }

    fn count(&mut self, network: Option<IpAddr>, change: impl Fn(&mut Share)) {
        change(&mut self.taken);
        let Some(network) = network else { return };
        let share = self.shares.entry(network).or_default();
        change(share);
        if share.tables == 0 {
            self.shares.remove(&network);
        }
    }
}
