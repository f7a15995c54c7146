//! Long answers that are made and not sent yet. Whoever asks for much and takes in little has the server hold it, so
//! the bytes of all such answers are counted, and those of each network.

use crate::limits::{NoRoom, site};
use axum::body::Bytes;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What is not longer than this is not counted: it takes no more than the connection itself.
const SHORT: usize = 16 << 10;

/// The bytes of long answers that are not sent yet.
pub struct Unsent {
    all: usize,
    each: usize,
    book: Mutex<UnsentBytes>,
}

#[derive(Default)]
struct UnsentBytes {
    all: usize,
    from: HashMap<IpAddr, usize>,
}

impl Unsent {
    /// At most so many bytes in all, and so many for one network, which has room for one answer of any length. Nobody
    /// has more than half of what is left either, so that a few do not take all of it.
    pub fn new((all, each): (usize, usize)) -> Arc<Unsent> {
        Arc::new(Unsent { all, each, book: Mutex::default() })
    }

    /// Counts bytes until the hold is dropped.
    pub fn hold(self: &Arc<Unsent>, address: IpAddr, bytes: usize) -> Result<Hold, NoRoom> {
        let (network, bytes) = (site(address), if bytes > SHORT { bytes } else { 0 });
        let mut book = self.lock();
        let own = book.from.get(&network).copied().unwrap_or(0);
        if bytes > 0 && own > 0 && own + bytes > self.each {
            return Err(NoRoom::OfYours);
        }
        if bytes > 0 && own + bytes > self.all.saturating_sub(book.all) / 2 {
            return Err(NoRoom::ForAnybody);
        }
        if bytes > 0 {
            book.all += bytes;
            book.from.insert(network, own + bytes);
        }
        Ok(Hold { unsent: self.clone(), network, bytes })
    }

    /// The same for an answer: it counts until the last byte of it is written.
    pub fn keep(self: &Arc<Unsent>, address: IpAddr, answer: Bytes) -> Result<Bytes, NoRoom> {
        let hold = self.hold(address, answer.len())?;
        Ok(if hold.bytes == 0 { answer } else { Bytes::from_owner(HeldAnswer { answer, _hold: hold }) })
    }

    /// How many there are.
    pub fn bytes(&self) -> usize {
        self.lock().all
    }

    fn lock(&self) -> MutexGuard<'_, UnsentBytes> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Bytes that count as unsent.
pub struct Hold {
    unsent: Arc<Unsent>,
    network: IpAddr,
    bytes: usize,
}

impl Drop for Hold {
    fn drop(&mut self) {
        let mut book = self.unsent.lock();
        book.all -= self.bytes;
        if let Some(own) = book.from.get_mut(&self.network) {
            *own -= self.bytes;
            if *own == 0 {
                book.from.remove(&self.network);
            }
        }
    }
}

/// An answer that counts while anybody has a part of it.
struct HeldAnswer {
    answer: Bytes,
    _hold: Hold,
}

impl AsRef<[u8]> for HeldAnswer {
    fn as_ref(&self) -> &[u8] {
        &self.answer
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KB: usize = 1 << 10;

    fn address(n: u32) -> IpAddr {
        IpAddr::V4(n.into())
    }

    #[test]
    fn a_network_has_its_share_and_one_answer_of_any_length() {
        let unsent = Unsent::new((1000 * KB, 100 * KB));
        let first = unsent.hold(address(1), 60 * KB).unwrap();
        assert_eq!(unsent.hold(address(1), 60 * KB).err(), Some(NoRoom::OfYours));
        assert!(unsent.hold(address(1), SHORT).is_ok(), "short ones are not counted");
        let long = unsent.hold(address(2), 300 * KB).unwrap();
        assert_eq!(unsent.hold(address(2), 20 * KB).err(), Some(NoRoom::OfYours));
        assert_eq!(unsent.bytes(), 360 * KB);
        drop((first, long));
        assert_eq!((unsent.bytes(), unsent.lock().from.len()), (0, 0));
    }

    #[test]
    fn a_48_of_ipv6_is_one_network() {
        let unsent = Unsent::new((1000 * KB, 100 * KB));
        let _hold = unsent.hold("2001:db8:1:1::1".parse().unwrap(), 60 * KB).unwrap();
        let other = unsent.hold("2001:db8:1:ffff::1".parse().unwrap(), 60 * KB);
        assert_eq!(other.err(), Some(NoRoom::OfYours));
    }

    #[test]
    fn a_few_networks_do_not_take_all() {
        let unsent = Unsent::new((1000 * KB, 600 * KB));
        let mut holds = Vec::new();
        for n in (1..=3).cycle().take(300) {
            holds.extend(unsent.hold(address(n), 20 * KB));
        }
        assert_eq!(unsent.hold(address(1), 20 * KB).err(), Some(NoRoom::ForAnybody));
        assert!(unsent.hold(address(99), 100 * KB).is_ok());
    }

    #[test]
    fn an_answer_counts_until_its_last_part_is_gone() {
        let unsent = Unsent::new((1000 * KB, 100 * KB));
        let mut answer = unsent.keep(address(1), vec![7; 50 * KB].into()).unwrap();
        let part = answer.split_to(10);
        drop(answer);
        assert_eq!((part.len(), unsent.bytes()), (10, 50 * KB));
        drop(part);
        assert_eq!(unsent.bytes(), 0);
    }
}
