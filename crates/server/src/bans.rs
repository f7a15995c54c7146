//! Who is shut out: networks and people.

use crate::store::{self, PersonId};
use std::fmt;
use std::net::{IpAddr, Ipv6Addr};
use std::str::FromStr;
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use table::Millis;

/// So many at most: every request is compared with all of them.
pub const MOST: usize = 1000;
/// The widest networks, in bits that are fixed: a wider one would be a good part of the world.
const WIDEST_V4: u8 = 8;
const WIDEST_V6: u8 = 16;

/// Who is shut out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whom {
    /// Everybody from there.
    Network(Network),
    /// One person, from wherever they come.
    Person(PersonId),
}

/// Addresses that begin the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Network {
    first: IpAddr,
    fixed: u8,
}

/// Somebody who is shut out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ban {
    pub whom: Whom,
    /// What they are told.
    pub reason: String,
    pub made: Millis,
    /// Until when; nothing for good.
    pub until: Option<Millis>,
}

/// What names nobody who could be shut out.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotWhom {
    /// Neither an address nor a number.
    #[error(
        "`{0}` is no address, no network and no person; write one like 192.0.2.7, 2001:db8::/48 or 17 \
         (a person's number, as `bastide admin look` shows it)"
    )]
    Unreadable(String),
    /// A network that is too wide.
    #[error(
        "{0} is a good part of the world; ban networks of /{WIDEST_V4} (IPv4) or /{WIDEST_V6} (IPv6) at most"
    )]
    TooWide(String),
}

impl Network {
    /// The network of this many fixed bits around an address.
    fn new(address: IpAddr, fixed: u8) -> Network {
        let first = match address {
            IpAddr::V4(address) => {
                let mask = u32::MAX.checked_shl(32 - u32::from(fixed)).unwrap_or(0);
                IpAddr::V4((address.to_bits() & mask).into())
            }
            IpAddr::V6(address) => {
                let mask = u128::MAX.checked_shl(128 - u32::from(fixed)).unwrap_or(0);
                IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & mask))
            }
        };
        Network { first, fixed }
    }

    /// Whether an address is in it.
    pub fn has(self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        address.is_ipv4() == self.first.is_ipv4() && Network::new(address, self.fixed) == self
    }
}

impl FromStr for Network {
    type Err = NotWhom;

    /// An address of IPv6 alone is the network of 64 bits it is in: whoever has it has all of those.
    fn from_str(text: &str) -> Result<Network, NotWhom> {
        let unreadable = || NotWhom::Unreadable(text.to_owned());
        let (address, fixed) = match text.split_once('/') {
            Some((address, fixed)) => (address, Some(fixed.parse::<u8>().map_err(|_| unreadable())?)),
            None => (text, None),
        };
        let address: IpAddr = address.parse().map_err(|_| unreadable())?;
        // Of one that is IPv4 in truth, only the last 32 bits count.
        let mapped = matches!(address, IpAddr::V6(address) if address.to_ipv4_mapped().is_some());
        let (address, before) = (address.to_canonical(), if mapped { 96 } else { 0 });
        let (most, alone, widest) =
            if address.is_ipv4() { (32, 32, WIDEST_V4) } else { (128, 64, WIDEST_V6) };
        let fixed = match fixed {
            None => alone,
            Some(fixed) => fixed.checked_sub(before).filter(|fixed| *fixed <= most).ok_or_else(unreadable)?,
        };
        if fixed < widest {
            return Err(NotWhom::TooWide(text.to_owned()));
        }
        Ok(Network::new(address, fixed))
    }
}

impl fmt::Display for Network {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.first, self.fixed) {
            (IpAddr::V4(address), 32) => write!(out, "{address}"),
            (address, fixed) => write!(out, "{address}/{fixed}"),
        }
    }
}

impl FromStr for Whom {
    type Err = NotWhom;

    fn from_str(text: &str) -> Result<Whom, NotWhom> {
        let text = text.trim();
        match text.strip_prefix("person ").unwrap_or(text).parse::<u32>() {
            Ok(number) => Ok(Whom::Person(PersonId(number.into()))),
            Err(_) => text.parse().map(Whom::Network),
        }
    }
}

impl fmt::Display for Whom {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Whom::Network(network) => network.fmt(out),
            Whom::Person(PersonId(number)) => write!(out, "person {number}"),
        }
    }
}

impl Ban {
    /// As it is kept; nothing if that cannot be read.
    fn kept(row: store::BanRow) -> Option<Ban> {
        let store::BanRow { whom, reason, made, until } = row;
        Some(Ban { whom: whom.parse().ok()?, reason, made, until })
    }

    fn holds(&self, now: Millis) -> bool {
        self.until.is_none_or(|until| now < until)
    }
}

/// All of them, in memory.
#[derive(Default)]
pub struct Bans(RwLock<Vec<Ban>>);

impl Bans {
    /// Takes in those that are kept.
    pub fn recall(&self, kept: Vec<store::BanRow>) {
        *self.write() = kept.into_iter().filter_map(Ban::kept).collect();
    }

    /// Why somebody is shut out, if they are.
    pub fn of(&self, address: IpAddr, person: Option<PersonId>, now: Millis) -> Option<Ban> {
        let meant = |ban: &&Ban| match ban.whom {
            Whom::Network(network) => network.has(address),
            Whom::Person(banned) => person == Some(banned),
        };
        self.read().iter().filter(meant).find(|ban| ban.holds(now)).cloned()
    }

    /// All that hold at a time, the latest last.
    pub fn all(&self, now: Millis) -> Vec<Ban> {
        self.read().iter().filter(|ban| ban.holds(now)).cloned().collect()
    }

    /// Adds one, in place of an earlier one of the same people.
    pub fn put(&self, ban: Ban) {
        let mut all = self.write();
        all.retain(|other| other.whom != ban.whom && other.holds(ban.made));
        all.push(ban);
    }

    /// Takes one away.
    pub fn remove(&self, whom: Whom) {
        self.write().retain(|ban| ban.whom != whom);
    }

    fn read(&self) -> RwLockReadGuard<'_, Vec<Ban>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, Vec<Ban>> {
        self.0.write().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whom(text: &str) -> Whom {
        text.parse().unwrap()
    }

    fn ban(text: &str, until: Option<Millis>) -> Ban {
        Ban { whom: whom(text), reason: String::new(), made: 0, until }
    }

    #[test]
    fn what_is_banned_is_an_address_a_network_or_a_person() {
        for (text, shown) in [
            ("192.0.2.7", "192.0.2.7"),
            ("192.0.2.7/24", "192.0.2.0/24"),
            ("::ffff:192.0.2.7", "192.0.2.7"),
            ("::ffff:192.0.2.7/120", "192.0.2.0/24"),
            ("2001:db8::7", "2001:db8::/64"),
            ("2001:db8::7/128", "2001:db8::7/128"),
            ("2001:db8:1:2::/48", "2001:db8:1::/48"),
            ("17", "person 17"),
            (" person 17 ", "person 17"),
        ] {
            assert_eq!(whom(text).to_string(), shown);
            assert_eq!(whom(shown), whom(text), "{text}: what is shown can be typed");
        }
        for text in ["", "ann", "-1", "1.2.3", "192.0.2.7/33", "192.0.2.7/", "2001:db8::/129", "99999999999"]
        {
            assert!(matches!(text.parse::<Whom>(), Err(NotWhom::Unreadable(_))), "{text}");
        }
        for text in ["0.0.0.0/0", "10.0.0.0/7", "::/0", "2000::/3", "::ffff:0.0.0.0/96"] {
            assert!(matches!(text.parse::<Whom>(), Err(NotWhom::TooWide(_))), "{text}");
        }
    }

    #[test]
    fn whoever_is_meant_is_shut_out_and_nobody_else() {
        let bans = Bans::default();
        for text in ["192.0.2.0/24", "2001:db8::1", "17"] {
            bans.put(ban(text, None));
        }
        let out = |address: &str, person: i64| {
            bans.of(address.parse().unwrap(), Some(PersonId(person)), 5).is_some()
        };
        assert!(out("192.0.2.255", 1) && out("::ffff:192.0.2.1", 1) && out("2001:db8::ffff:1", 1));
        assert!(!out("192.0.3.0", 1) && !out("2001:db8:0:1::1", 1) && !out("::1", 16));
        assert!(out("192.0.3.0", 17) && bans.of("192.0.3.0".parse().unwrap(), None, 5).is_none());
        bans.remove(whom("17"));
        assert!(!out("192.0.3.0", 17));
    }

    #[test]
    fn a_ban_ends_when_its_time_has_come_and_a_new_one_takes_its_place() {
        let bans = Bans::default();
        bans.put(ban("17", Some(100)));
        let out = |now| bans.of("::1".parse().unwrap(), Some(PersonId(17)), now).is_some();
        assert!(out(99) && !out(100) && bans.all(100).is_empty());
        bans.put(ban("17", None));
        assert!(out(100) && bans.all(100).len() == 1);
    }
}
