//! Counts by address.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Sockets that are open.
pub struct Doors {
    all: usize,
    each: usize,
    open: Mutex<HashMap<IpAddr, usize>>,
}

impl Doors {
    /// At most so many in all, and from one address.
    pub fn new(all: usize, each: usize) -> Arc<Doors> {
        Arc::new(Doors { all, each, open: Mutex::default() })
    }

    /// Lets one in, if there is room; it leaves when the pass is dropped.
    pub fn enter(self: &Arc<Doors>, address: IpAddr) -> Option<Pass> {
        let address = network(address, 64);
        let mut open = lock(&self.open);
        let (inside, own) = (open.values().sum::<usize>(), open.get(&address).copied().unwrap_or(0));
        if inside >= self.all || own >= self.each {
            return None;
        }
        open.insert(address, own + 1);
        Some(Pass { doors: self.clone(), address })
    }

    /// How many are inside.
    pub fn inside(&self) -> usize {
        lock(&self.open).values().sum()
    }
}

/// One who is inside.
pub struct Pass {
    doors: Arc<Doors>,
    address: IpAddr,
}

impl Drop for Pass {
    fn drop(&mut self) {
        let mut open = lock(&self.doors.open);
        if let Some(own) = open.get_mut(&self.address) {
            *own -= 1;
            if *own == 0 {
                open.remove(&self.address);
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
        let doors = Doors::new(3, 2);
        let enter = |text: &str| doors.enter(text.parse().unwrap());
        let inside =
            [enter("10.0.0.1"), enter("10.0.0.1"), enter("10.0.0.1"), enter("10.0.0.2"), enter("10.0.0.3")];
        assert_eq!(inside.each_ref().map(Option::is_some), [true, true, false, true, false]);
        drop(inside);
        assert_eq!(doors.inside(), 0);
    }
}
