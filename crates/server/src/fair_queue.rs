//! A queue in which nobody waits longer because somebody else asks for much: networks take turns, and inside a network
//! its people do.

use crate::limits::site;
use std::collections::VecDeque;
use std::net::IpAddr;

/// Who asks for work.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Owner {
    /// The network they call from, if they call from anywhere.
    network: Option<IpAddr>,
    person: Option<i64>,
}

impl Owner {
    /// A person, perhaps one we do not know, at an address.
    pub fn new(address: IpAddr, person: Option<i64>) -> Owner {
        Owner { network: Some(site(address)), person }
    }

    /// The network they call from, if they call from anywhere.
    pub fn network(self) -> Option<IpAddr> {
        self.network
    }

    /// The person, if we know them.
    pub fn person(self) -> Option<i64> {
        self.person
    }

    /// A person of whom it is not known where they are.
    pub fn away(person: i64) -> Owner {
        Owner { network: None, person: Some(person) }
    }
}

/// What waits, by owner.
#[derive(Debug)]
pub struct FairQueue<T> {
    /// The network whose turn it is comes first; none is empty.
    networks: VecDeque<NetworkQueue<T>>,
    len: usize,
}

#[derive(Debug)]
struct NetworkQueue<T> {
    network: Option<IpAddr>,
    /// The person whose turn it is comes first; nobody's items are empty.
    people: VecDeque<(Option<i64>, VecDeque<T>)>,
    len: usize,
}

/// What was taken out of a queue.
#[derive(Debug)]
pub struct Taken<T> {
    /// Whose it was.
    pub owner: Owner,
    /// What it is.
    pub item: T,
    /// How many may come before all of the same owner's have been served. It is no more than what waits.
    pub behind: usize,
}

impl<T> Default for FairQueue<T> {
    fn default() -> FairQueue<T> {
        FairQueue { networks: VecDeque::new(), len: 0 }
    }
}

impl<T> FairQueue<T> {
    /// How many items wait.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether nothing waits.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Puts something behind what its owner has in the queue.
    pub fn push(&mut self, owner: Owner, item: T) {
        self.len += 1;
        let place = self.networks.iter().position(|known| known.network == owner.network);
        let place = place.unwrap_or_else(|| {
            self.networks.push_back(NetworkQueue { network: owner.network, people: VecDeque::new(), len: 0 });
            self.networks.len() - 1
        });
        let network = &mut self.networks[place];
        network.len += 1;
        match network.people.iter_mut().find(|(person, _)| *person == owner.person) {
            Some((_, items)) => items.push_back(item),
            None => network.people.push_back((owner.person, [item].into())),
        }
    }

    /// Takes out the next item: of the network and of the person whose turn it is.
    pub fn pop(&mut self) -> Option<Taken<T>> {
        let mut network = self.networks.pop_front()?;
        let (person, mut items) = network.people.pop_front()?;
        let item = items.pop_front()?;
        self.len -= 1;
        network.len -= 1;
        let own = turns(network.people.len(), items.len());
        let behind = turns(self.networks.len(), own).min(self.len);
        let owner = Owner { network: network.network, person };
        if !items.is_empty() {
            network.people.push_back((person, items));
        }
        if network.len > 0 {
            self.networks.push_back(network);
        }
        Some(Taken { owner, item, behind })
    }

    /// Takes the newest item from the network that has the most in the queue, so that there is room for another owner's.
    /// Nothing if that owner's network would then have as many itself.
    pub fn make_room(&mut self, newcomer: Owner) -> Option<T> {
        let own = self.networks.iter().find(|known| known.network == newcomer.network);
        self.shorten(own.map_or(0, |network| network.len) + 1)
    }

    /// Takes the newest item from the network that has the most in the queue, if that is more than `least`.
    pub fn shorten(&mut self, least: usize) -> Option<T> {
        let network = self.networks.iter_mut().max_by_key(|network| network.len)?;
        if network.len <= least {
            return None;
        }
        let (_, items) = network.people.iter_mut().max_by_key(|(_, items)| items.len())?;
        let item = items.pop_back();
        (network.len, self.len) = (network.len - 1, self.len - 1);
        network.people.retain(|(_, items)| !items.is_empty());
        self.networks.retain(|network| network.len > 0);
        item
    }

    /// Everything that waits.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        let people = self.networks.iter().flat_map(|network| &network.people);
        people.flat_map(|(_, items)| items)
    }

    /// Keeps only what is still wanted.
    pub fn retain(&mut self, mut keep: impl FnMut(&T) -> bool) {
        for network in &mut self.networks {
            for (_, items) in &mut network.people {
                items.retain(&mut keep);
            }
            network.people.retain(|(_, items)| !items.is_empty());
            network.len = network.people.iter().map(|(_, items)| items.len()).sum();
        }
        self.networks.retain(|network| network.len > 0);
        self.len = self.networks.iter().map(|network| network.len).sum();
    }
}

/// How many turns pass until one of several has had so many more of its own.
fn turns(others: usize, own: usize) -> usize {
    others + own * (others + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owner(address: &str, person: i64) -> Owner {
        Owner::new(address.parse().unwrap(), Some(person))
    }

    fn drained(queue: &mut FairQueue<&'static str>) -> Vec<&'static str> {
        std::iter::from_fn(|| queue.pop().map(|taken| taken.item)).collect()
    }

    #[test]
    fn networks_take_turns_and_so_do_people_inside_them() {
        let mut queue = FairQueue::default();
        for item in ["a1", "a2", "a3"] {
            queue.push(owner("10.0.0.1", 1), item);
        }
        queue.push(owner("10.0.0.1", 2), "b1");
        queue.push(owner("10.0.0.2", 3), "c1");
        assert_eq!(drained(&mut queue), ["a1", "c1", "b1", "a2", "a3"]);
        assert!(queue.is_empty());
    }

    #[test]
    fn one_ipv6_site_is_one_network() {
        let mut queue = FairQueue::default();
        queue.push(owner("2001:db8:1::1", 1), "a1");
        queue.push(owner("2001:db8:1:2::1", 2), "b1");
        queue.push(owner("2001:db8:1:3::1", 3), "c1");
        queue.push(owner("2001:db8:2::1", 4), "d1");
        assert_eq!(drained(&mut queue), ["a1", "d1", "b1", "c1"]);
    }

    #[test]
    fn what_is_behind_counts_the_own_flood_and_one_turn_of_everybody_else() {
        let mut queue = FairQueue::default();
        (0..100).for_each(|n| queue.push(owner("10.0.0.1", 1), n));
        queue.push(owner("10.0.0.2", 2), 100);
        queue.push(owner("10.0.0.2", 2), 101);
        assert_eq!(
            queue.pop().unwrap().behind,
            101,
            "all that wait are between this one and the last of its owner"
        );
        let Taken { item, behind, .. } = queue.pop().unwrap();
        assert_eq!((item, behind), (100, 3), "one of the flood, the own one, and one of the flood again");
    }

    #[test]
    fn a_newcomer_takes_the_place_of_the_newest_of_whoever_has_most() {
        let mut queue = FairQueue::default();
        (0..3).for_each(|n| queue.push(owner("10.0.0.1", 1), n));
        queue.push(owner("10.0.0.2", 2), 10);
        assert_eq!(queue.make_room(owner("10.0.0.1", 7)), None, "not from one's own network");
        assert_eq!(queue.make_room(owner("10.0.0.3", 3)), Some(2));
        assert_eq!(queue.len(), 3);
        queue.push(owner("10.0.0.3", 3), 20);
        assert_eq!(queue.make_room(owner("10.0.0.3", 3)), None, "that would only change places");
        assert_eq!(FairQueue::<u8>::default().make_room(owner("10.0.0.1", 1)), None);
    }

    #[test]
    fn what_is_not_wanted_any_more_leaves_no_trace() {
        let mut queue = FairQueue::default();
        (0..6).for_each(|n| queue.push(owner(if n < 3 { "10.0.0.1" } else { "10.0.0.2" }, n % 2), n));
        queue.retain(|n| *n == 4);
        assert_eq!((queue.len(), queue.networks.len()), (1, 1));
        assert_eq!(queue.pop().map(|taken| (taken.item, taken.behind)), Some((4, 0)));
        assert!(queue.pop().is_none());
    }
}
