//! Counts by address, and by the networks around it.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Sockets that are open.
pub struct ConnectionLimit {
    all: usize,
    /// Nothing if all come from one address.
    each: Option<usize>,
    open: Mutex<OpenCounts>,
}

#[derive(Default)]
struct OpenCounts {
    all: usize,
    from: HashMap<NetworkKey, usize>,
}

/// An IPv4 address, or the bits of an IPv6 address by which a network is known.
pub(crate) type NetworkKey = (IpAddr, u8);

/// Bits of an IPv6 address by which its network is known, and how many times as much as one address it may have.
/// Whoever has one address has 2^64 of them, and a customer of a provider has up to a /48.
const NETWORKS: [(u8, usize); 3] = [(64, 1), (56, 2), (48, 4)];

/// The networks around an address, the smallest first, each with how many times as much as one address it may have.
pub(crate) fn networks(address: IpAddr) -> impl Iterator<Item = (NetworkKey, usize)> {
    let address = address.to_canonical();
    let known = if address.is_ipv4() { 1 } else { NETWORKS.len() };
    NETWORKS.into_iter().take(known).map(move |(bits, times)| ((network(address, bits), bits), times))
}

/// Why there is no room for one more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoRoom {
    /// The address has as many as one may have.
    OfYours,
    /// There are so many that only newcomers are let in, or nobody.
    ForAnybody,
}

impl ConnectionLimit {
    /// At most so many in all, and from one address; from a /56 of IPv6 twice and from a /48 four times as many. None of
    /// them may have more than half of what is left either, so that however many fill the house together, there is room
    /// for one that comes new.
    pub fn new(all: usize, each: usize) -> Arc<ConnectionLimit> {
        Arc::new(ConnectionLimit { all, each: Some(each), open: Mutex::default() })
    }

    /// At most so many in all, wherever they come from.
    pub fn for_one_address(all: usize) -> Arc<ConnectionLimit> {
        Arc::new(ConnectionLimit { all, each: None, open: Mutex::default() })
    }

    /// Lets one in, if there is room; it leaves when the pass is dropped.
    pub fn enter(self: &Arc<ConnectionLimit>, address: IpAddr) -> Result<Pass, NoRoom> {
        let mut open = lock(&self.open);
        let left = self.all.saturating_sub(open.all);
        for (network, times) in networks(address) {
            let own = open.from.get(&network).copied().unwrap_or(0);
            if self.each.is_some_and(|each| own >= each.saturating_mul(times)) {
                return Err(NoRoom::OfYours);
            }
            if left == 0 || self.each.is_some() && own > left / 2 {
                return Err(NoRoom::ForAnybody);
            }
        }
        for (network, _) in networks(address) {
            *open.from.entry(network).or_default() += 1;
        }
        open.all += 1;
        Ok(Pass { connections: self.clone(), address })
    }

    /// How many are inside.
    pub fn inside(&self) -> usize {
        lock(&self.open).all
    }
}

/// One who is inside.
pub struct Pass {
    connections: Arc<ConnectionLimit>,
    address: IpAddr,
}

impl Drop for Pass {
    fn drop(&mut self) {
        let mut open = lock(&self.connections.open);
        open.all -= 1;
        for (network, _) in networks(self.address) {
            if let Some(own) = open.from.get_mut(&network) {
                *own -= 1;
                if *own == 0 {
                    open.from.remove(&network);
                }
            }
        }
    }
}

/// The network of this many bits around an IPv6 address; an IPv4 address as it is.
pub(crate) fn network(address: IpAddr, bits: u8) -> IpAddr {
    let mask = u128::MAX.checked_shl(128 - u32::from(bits)).unwrap_or(0);
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & mask)),
        v4 => v4,
    }
}

/// A customer of a provider has up to a /48 of IPv6.
pub(crate) fn site(address: IpAddr) -> IpAddr {
    network(address, 48)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_door_lets_in_as_many_as_there_is_room_for() {
        let connections = ConnectionLimit::new(3, 2);
        let enter = |text: &str| connections.enter(text.parse().unwrap());
        let inside =
            [enter("10.0.0.1"), enter("10.0.0.1"), enter("10.0.0.1"), enter("10.0.0.2"), enter("10.0.0.3")];
        assert_eq!(inside.each_ref().map(Result::is_ok), [true, true, false, true, false]);
        drop(inside);
        assert_eq!(connections.inside(), 0);
    }

    #[test]
    fn however_many_fill_the_house_there_is_room_for_a_newcomer() {
        let connections = ConnectionLimit::new(1000, 200);
        let enter = |n: u32| connections.enter(IpAddr::V4(n.into()));
        let mut inside = Vec::new();
        for address in (1..=50).cycle().take(5000) {
            inside.extend(enter(address));
        }
        assert!(connections.inside() > 900 && connections.inside() < 1000, "{}", connections.inside());
        assert_eq!(enter(1).err(), Some(NoRoom::ForAnybody));
        let newcomers: Vec<Pass> = (100..106).filter_map(|address| enter(address).ok()).collect();
        assert_eq!(newcomers.len(), 6, "as many as a browser opens");
        let proxy = ConnectionLimit::for_one_address(10);
        let all: Vec<Pass> = (0..20).filter_map(|_| proxy.enter(IpAddr::V4(1.into())).ok()).collect();
        assert_eq!(all.len(), 10);
    }

    #[test]
    fn a_56_has_room_for_twice_and_a_48_for_four_times_as_many_as_one_address() {
        let connections = ConnectionLimit::new(10_000, 200);
        let mut inside = Vec::new();
        let mut from = |prefix: &str| {
            let before = inside.len();
            for n in 0..5000 {
                let address = format!("{prefix}{:x}::1", n % 256);
                inside.extend(connections.enter(address.parse().unwrap()));
            }
            inside.len() - before
        };
        let found = ["2001:db8:1:", "2001:db8:2:1", "2001:db8:2:2", "2001:db8:2:3"].map(&mut from);
        // The first is a /56; the others are parts of a /48.
        assert_eq!((found[0], found[1..].iter().sum::<usize>()), (400, 800));
        drop(inside);
        assert!(lock(&connections.open).from.is_empty());
    }

    #[test]
    fn however_many_addresses_a_network_has_there_is_room_for_a_newcomer() {
        let connections = ConnectionLimit::new(1000, 200);
        let enter = |address: String| connections.enter(address.parse().unwrap());
        let flood = (0..10_000).filter_map(|n| enter(format!("2001:db8:1:{n:x}::1")).ok());
        let flood: Vec<Pass> = flood.collect();
        assert!(flood.len() < 600, "{}", flood.len());
        let newcomers = (1..=6).filter_map(|_| enter("2001:db8:2::1".into()).ok());
        assert_eq!(newcomers.collect::<Vec<Pass>>().len(), 6);
    }
}
