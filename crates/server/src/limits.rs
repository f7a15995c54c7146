//! Rates and counts by address.

use crate::settings::Rate;
use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Addresses that are remembered at most; the ones that have not asked for long are forgotten first.
const REMEMBERED: usize = 20_000;

/// Nobody is told to wait longer than this.
const LONGEST: Duration = Duration::from_secs(24 * 3600);

/// A bucket that fills steadily and is emptied by what is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Bucket {
    rate: Rate,
    left: f64,
    since: Instant,
}

impl Bucket {
    /// A full one.
    pub fn new(rate: Rate) -> Bucket {
        Bucket { rate, left: rate.burst, since: Instant::now() }
    }

    /// Takes one out, if there is one.
    pub fn take(&mut self) -> bool {
        self.fill(Instant::now());
        let enough = self.left >= 1.0;
        if enough {
            self.left -= 1.0;
        }
        enough
    }

    fn fill(&mut self, now: Instant) {
        let seconds = now.duration_since(self.since).as_secs_f64();
        self.left = (self.left + seconds * self.rate.steady).min(self.rate.burst);
        self.since = now;
    }

    fn is_full(&self) -> bool {
        self.left >= self.rate.burst
    }

    /// When there will be one again.
    fn wait(&self) -> Duration {
        let seconds = (1.0 - self.left) / self.rate.steady;
        Duration::try_from_secs_f64(seconds).unwrap_or(LONGEST).min(LONGEST)
    }
}

/// A bucket for each address.
pub struct Buckets {
    rate: Rate,
    of: Mutex<HashMap<IpAddr, Bucket>>,
}

impl Buckets {
    /// All full.
    pub fn new(rate: Rate) -> Buckets {
        Buckets { rate, of: Mutex::default() }
    }

    /// Takes one out of an address's bucket; if there is none, tells when there will be.
    pub fn take(&self, address: IpAddr) -> Result<(), Duration> {
        let mut of = lock(&self.of);
        if of.len() >= REMEMBERED {
            forget_some(&mut of);
        }
        let bucket = of.entry(network(address)).or_insert_with(|| Bucket::new(self.rate));
        if bucket.take() { Ok(()) } else { Err(bucket.wait()) }
    }
}

/// Forgets those whose buckets are full again; if that is nobody, everybody.
fn forget_some(of: &mut HashMap<IpAddr, Bucket>) {
    let now = Instant::now();
    of.retain(|_, bucket| {
        bucket.fill(now);
        !bucket.is_full()
    });
    if of.len() >= REMEMBERED {
        of.clear();
    }
}

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
        let address = network(address);
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

/// Whoever has one IPv6 address has 2^64 of them.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() >> 64 << 64)),
        v4 => v4,
    }
}

/// A customer of a provider has up to a /48 of IPv6.
pub(crate) fn site(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() >> 80 << 80)),
        v4 => v4,
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    const RATE: Rate = Rate { steady: 1.0, burst: 3.0 };

    #[test]
    fn a_bucket_gives_its_burst_and_then_the_steady_rate() {
        let mut bucket = Bucket::new(RATE);
        assert_eq!([0; 5].map(|_| bucket.take()), [true, true, true, false, false]);
        bucket.fill(Instant::now() + Duration::from_millis(1500));
        assert_eq!(bucket.left.floor(), 1.0);
    }

    #[test]
    fn addresses_do_not_take_from_each_other_but_networks_do() {
        let buckets = Buckets::new(RATE);
        let take = |text: &str| buckets.take(text.parse().unwrap()).is_ok();
        assert!((0..3).all(|_| take("10.0.0.1")));
        assert!(!take("10.0.0.1") && take("10.0.0.2"));
        assert!(take("2001:db8::1") && take("2001:db8::2") && take("2001:db8::3"));
        assert!(!take("2001:db8::4") && take("2001:db8:0:1::1"));
    }

    #[test]
    fn whoever_is_too_fast_is_told_when_it_is_time() {
        let waits = |steady: f64| {
            let buckets = Buckets::new(Rate { steady, burst: 1.0 });
            let take = || buckets.take(IpAddr::V4(1.into()));
            take().unwrap();
            take().unwrap_err().as_secs_f64()
        };
        assert!((4.9..=5.0).contains(&waits(0.2)) && (89.9..=90.0).contains(&waits(1.0 / 90.0)));
        assert_eq!(waits(0.0), LONGEST.as_secs_f64());
    }

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

    #[test]
    fn no_more_addresses_are_remembered_than_there_is_room_for() {
        let buckets = Buckets::new(RATE);
        for n in 0..REMEMBERED as u32 + 10 {
            buckets.take(IpAddr::V4(n.into())).unwrap();
        }
        assert!(lock(&buckets.of).len() <= REMEMBERED);
    }
}
