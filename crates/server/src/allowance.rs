//! How much may be asked for in a while: by a person, from an address, from the networks around it, and in all.

use crate::limits::{NetworkKey, networks};
use crate::settings::Rate;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Buckets that are remembered at most; those that are full again are forgotten first.
const REMEMBERED: usize = 20_000;

/// Nobody is told to wait longer than this.
const LONGEST: Duration = Duration::from_secs(24 * 3600);

/// Somebody has used little if it was no more than this part of their allowance lately.
const LITTLE: f64 = 0.1;
/// This part of what all together may have is for newcomers: those who had less than this part of theirs lately.
const FOR_NEWCOMERS: f64 = 0.25;
const HOUR: f64 = 3600.0;

/// A bucket that fills steadily and is emptied by what is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Bucket {
    rate: Rate,
    left: f64,
    /// What was taken lately: in about the time in which a bucket fills, and in an hour at least. A bucket that is kept
    /// nearly full tells nothing of that.
    lately: f64,
    since: Instant,
}

impl Bucket {
    /// A full one.
    pub fn new(rate: Rate) -> Bucket {
        Bucket { rate, left: rate.burst, lately: 0.0, since: Instant::now() }
    }

    /// Takes one out, if there is one.
    pub fn take(&mut self) -> bool {
        self.fill(Instant::now());
        let enough = self.wait(1.0).is_none();
        if enough {
            self.give(1.0);
        }
        enough
    }

    fn give(&mut self, cost: f64) {
        self.left -= cost;
        self.lately += cost;
    }

    fn is_newcomers(&self) -> bool {
        self.lately < self.rate.burst * FOR_NEWCOMERS
    }

    fn is_little_used(&self) -> bool {
        self.lately <= self.rate.burst * LITTLE
    }

    fn fill(&mut self, now: Instant) {
        let seconds = now.duration_since(self.since).as_secs_f64();
        self.left = (self.left + seconds * self.rate.steady).min(self.rate.burst);
        self.lately *= (-seconds / (self.rate.burst / self.rate.steady).max(HOUR)).exp();
        self.since = now;
    }

    fn is_full(&self) -> bool {
        self.left >= self.rate.burst
    }

    /// How long until there is enough; nothing if there is. A full bucket is enough for everything.
    fn wait(&self, cost: f64) -> Option<Duration> {
        let missing = cost.min(self.rate.burst.max(1.0)) - self.left;
        let seconds = || Duration::try_from_secs_f64(missing / self.rate.steady);
        (missing > 0.0).then(|| seconds().unwrap_or(LONGEST).min(LONGEST))
    }
}

/// Whose an allowance is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Party {
    Person(i64),
    Network(NetworkKey),
    Everybody,
}

/// Why there is no more for now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UsedUp {
    /// When there is.
    pub wait: Duration,
    /// Whether all together have used it up, and not whoever asks.
    pub by_everybody: bool,
}

/// The allowances of everybody.
pub struct Allowances {
    person: Rate,
    each: Rate,
    all: Rate,
    buckets: Mutex<HashMap<Party, Bucket>>,
}

impl Allowances {
    /// One for each person and address, and one for all together.
    pub fn new(each: Rate, all: Rate) -> Allowances {
        Allowances { person: each, each, all, buckets: Mutex::default() }
    }

    /// One for each person, and so many times as much for an address, behind which there may be several.
    pub fn for_people(person: Rate, times: f64) -> Allowances {
        let each = Rate { steady: person.steady * times, burst: person.burst * times };
        Allowances { person, ..Allowances::new(each, Rate::BOUNDLESS) }
    }

    /// Takes something from all allowances that it counts in, or from none.
    pub fn take(&self, address: IpAddr, person: Option<i64>, cost: f64) -> Result<(), UsedUp> {
        let now = Instant::now();
        let mut buckets = self.lock();
        let found: Vec<(Party, Bucket)> = self
            .parties(address, person)
            .map(|(party, rate)| {
                let mut bucket = buckets.get(&party).copied().unwrap_or_else(|| Bucket::new(rate));
                bucket.fill(now);
                (party, bucket)
            })
            .collect();
        let is_newcomer =
            found.iter().all(|(party, bucket)| *party == Party::Everybody || bucket.is_newcomers());
        let waits = found.iter().filter_map(|(party, bucket)| {
            let by_everybody = *party == Party::Everybody;
            let spared = if by_everybody && !is_newcomer { bucket.rate.burst * FOR_NEWCOMERS } else { 0.0 };
            let wait = bucket.wait(cost + spared)?;
            Some(UsedUp { wait, by_everybody })
        });
        if let Some(used_up) = waits.max_by_key(|used_up| used_up.wait) {
            return Err(used_up);
        }
        if buckets.len() >= REMEMBERED {
            forget_some(&mut buckets, now);
        }
        buckets.extend(found.into_iter().map(|(party, mut bucket)| {
            bucket.give(cost);
            (party, bucket)
        }));
        Ok(())
    }

    /// Whether little was taken lately by a person and from an address.
    pub fn is_little_used(&self, address: IpAddr, person: Option<i64>) -> bool {
        let now = Instant::now();
        let buckets = self.lock();
        let mut own = self.parties(address, person).filter(|(party, _)| *party != Party::Everybody);
        own.all(|(party, _)| {
            buckets.get(&party).copied().is_none_or(|mut bucket| {
                bucket.fill(now);
                bucket.is_little_used()
            })
        })
    }

    /// Takes something that was had already. Nobody owes more than fills up as slowly as a whole bucket.
    pub fn charge(&self, address: IpAddr, person: Option<i64>, cost: f64) {
        let now = Instant::now();
        let mut buckets = self.lock();
        if buckets.len() >= REMEMBERED {
            forget_some(&mut buckets, now);
        }
        for (party, rate) in self.parties(address, person) {
            let bucket = buckets.entry(party).or_insert_with(|| Bucket::new(rate));
            bucket.fill(now);
            bucket.give(cost);
            bucket.left = bucket.left.max(-rate.burst);
        }
    }

    fn parties(&self, address: IpAddr, person: Option<i64>) -> impl Iterator<Item = (Party, Rate)> {
        let (each, all) = (self.each, self.all);
        let networks = networks(address).map(move |(network, times)| {
            let rate = Rate { steady: each.steady * times as f64, burst: each.burst * times as f64 };
            (Party::Network(network), rate)
        });
        let person = person.map(|person| (Party::Person(person), self.person));
        person.into_iter().chain(networks).chain([(Party::Everybody, all)])
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Party, Bucket>> {
        self.buckets.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Forgets those that are full again; if that is not enough, the half that is fullest, but never the one of everybody. So
/// nobody is rid of what they owe by coming from many networks.
fn forget_some(buckets: &mut HashMap<Party, Bucket>, now: Instant) {
    buckets.retain(|_, bucket| {
        bucket.fill(now);
        !bucket.is_full()
    });
    if buckets.len() < REMEMBERED {
        return;
    }
    let part = |bucket: &Bucket| bucket.left / bucket.rate.burst;
    let mut parts: Vec<f64> = buckets.values().map(part).collect();
    let middle = parts.len() / 2;
    let (_, middle, _) = parts.select_nth_unstable_by(middle, f64::total_cmp);
    let (middle, mut spare) = (*middle, buckets.len() / 2);
    buckets.retain(|party, bucket| {
        let stays = *party == Party::Everybody || spare == 0 || part(bucket) < middle;
        spare -= usize::from(!stays);
        stays
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    const RATE: Rate = Rate { steady: 0.0, burst: 3.0 };
    const RATE_OF_ALL: Rate = Rate { steady: 0.0, burst: 1e6 };

    fn allowances() -> Allowances {
        Allowances::new(RATE, Rate::BOUNDLESS)
    }

    fn takes(allowances: &Allowances, address: &str, person: Option<i64>) -> bool {
        allowances.take(address.parse().unwrap(), person, 1.0).is_ok()
    }

    #[test]
    fn a_bucket_gives_its_burst_and_then_the_steady_rate() {
        let mut bucket = Bucket::new(Rate { steady: 1.0, ..RATE });
        assert_eq!([0; 5].map(|_| bucket.take()), [true, true, true, false, false]);
        bucket.fill(Instant::now() + Duration::from_millis(1500));
        assert_eq!(bucket.left.floor(), 1.0);
    }

    #[test]
    fn addresses_do_not_take_from_each_other_and_one_of_ipv6_is_a_64() {
        let all = allowances();
        assert!((0..3).all(|_| takes(&all, "10.0.0.1", None)));
        assert!(!takes(&all, "10.0.0.1", None) && takes(&all, "10.0.0.2", None));
        assert!((1..=3).all(|host| takes(&all, &format!("2001:db8::{host}"), None)));
        assert!(!takes(&all, "2001:db8::4", None) && takes(&all, "2001:db8:0:1::1", None));
        assert!(!takes(&all, "::ffff:10.0.0.1", None), "the same by another name");
    }

    #[test]
    fn a_56_has_twice_and_a_48_four_times_what_one_address_has() {
        let all = allowances();
        let in_a_56 = (0..256).filter(|n| takes(&all, &format!("2001:db8:1:{n:x}::1"), None)).count();
        assert_eq!(in_a_56, 6);
        let in_a_48 = (0..65_536).filter(|n| takes(&all, &format!("2001:db8:2:{n:x}::1"), None)).count();
        assert_eq!(in_a_48, 12);
        assert!(takes(&all, "2001:db8:3::1", None), "another one has its own");
    }

    #[test]
    fn a_person_has_no_more_from_many_addresses() {
        let all = allowances();
        let taken = (1..=9).filter(|n| takes(&all, &format!("10.0.0.{n}"), Some(7))).count();
        assert_eq!(taken, 3);
        assert!(takes(&all, "10.0.0.9", Some(8)), "what was refused was not taken from the address");
    }

    #[test]
    fn several_people_behind_an_address_have_more_than_one_of_them() {
        let all = Allowances::for_people(RATE, 5.0);
        let taken = |person| (0..9).filter(|_| takes(&all, "10.0.0.1", Some(person))).count();
        assert_eq!([1, 2, 3, 4, 5, 6].map(taken), [3, 3, 3, 3, 3, 0]);
    }

    #[test]
    fn all_together_have_no_more_than_that() {
        let all = Allowances::new(RATE, Rate { steady: 0.0, burst: 10.0 });
        let taken = (1..=20).filter(|n| takes(&all, &format!("10.0.0.{n}"), None)).count();
        assert_eq!(taken, 10);
        let refused = all.take("10.0.0.99".parse().unwrap(), None, 1.0).unwrap_err();
        assert!(refused.by_everybody);
    }

    #[test]
    fn what_is_left_of_all_is_for_newcomers() {
        let each = Rate { steady: 0.0, burst: 8.0 };
        let all = Allowances::new(each, Rate { steady: 0.0, burst: 20.0 });
        let flood = (0..40).filter(|n| takes(&all, &format!("10.0.0.{}", n % 4), None)).count();
        assert_eq!(flood, 15, "a quarter is left");
        let newcomers = (0..40).filter(|n| takes(&all, &format!("10.0.1.{n}"), None)).count();
        assert_eq!(newcomers, 5);
    }

    #[test]
    fn who_used_little_is_told_from_who_did_not() {
        let all = Allowances::new(Rate { steady: 0.0, burst: 20.0 }, Rate::BOUNDLESS);
        let [one, other] = ["2001:db8::1", "2001:db8:0:0:1::1"].map(|text| text.parse().unwrap());
        assert!(all.is_little_used(one, Some(1)));
        all.take(one, Some(1), 2.0).unwrap();
        assert!(all.is_little_used(one, Some(1)));
        all.charge(one, Some(1), 1.0);
        assert!(!all.is_little_used(other, None), "the same network");
        assert!(!all.is_little_used("10.0.0.1".parse().unwrap(), Some(1)), "the same person");
        assert!(all.is_little_used("10.0.0.1".parse().unwrap(), Some(2)));
    }

    #[test]
    fn what_was_taken_lately_is_remembered_when_the_bucket_is_full_again() {
        let mut bucket = Bucket::new(Rate::daily(100.0));
        bucket.give(20.0);
        let hours = |hours: u64| bucket.since + Duration::from_secs(3600 * hours);
        let (morning, next_day) = (hours(8), hours(24));
        bucket.fill(morning);
        assert!(bucket.is_full() && !bucket.is_little_used());
        bucket.fill(next_day);
        assert!(bucket.is_little_used());
    }

    #[test]
    fn what_costs_more_takes_more_and_what_was_had_is_owed() {
        let all = Allowances::new(Rate { steady: 0.0, burst: 10.0 }, Rate::BOUNDLESS);
        let address = "10.0.0.1".parse().unwrap();
        assert!(all.take(address, None, 8.0).is_ok() && all.take(address, None, 8.0).is_err());
        let other = "10.0.0.2".parse().unwrap();
        assert!(all.take(other, None, 800.0).is_ok(), "a full bucket is enough for everything");
        all.charge(other, None, 1e9);
        assert_eq!(all.lock()[&Party::Network((other, 64))].left, -10.0);
    }

    #[test]
    fn whoever_is_too_fast_is_told_when_it_is_time() {
        let waits = |steady: f64| {
            let all = Allowances::new(Rate { steady, burst: 1.0 }, Rate::BOUNDLESS);
            let take = || all.take(IpAddr::V4(1.into()), None, 1.0);
            take().unwrap();
            take().unwrap_err().wait.as_secs_f64()
        };
        assert!((4.9..=5.0).contains(&waits(0.2)) && (89.9..=90.0).contains(&waits(1.0 / 90.0)));
        assert_eq!(waits(0.0), LONGEST.as_secs_f64());
    }

    #[test]
    fn no_more_is_remembered_than_there_is_room_for() {
        let all = allowances();
        for n in 0..REMEMBERED as u32 + 10 {
            all.take(IpAddr::V4(n.into()), None, 1.0).unwrap();
        }
        assert!(all.lock().len() <= REMEMBERED + 2);
        for n in 0..REMEMBERED as u32 + 10 {
            all.charge(IpAddr::V4((n + (1 << 24)).into()), None, 1.0);
        }
        assert!(all.lock().len() <= REMEMBERED + 2);
    }

    #[test]
    fn nobody_is_rid_of_what_they_owe_by_coming_from_many_networks() {
        let all = Allowances::new(RATE, RATE_OF_ALL);
        all.charge("2001:db8::1".parse().unwrap(), None, 100.0);
        for n in 0..3 * REMEMBERED as u32 {
            all.take(IpAddr::V4(n.into()), None, 1.0).unwrap();
        }
        assert!(!takes(&all, "2001:db8::1", None));
        let left = all.lock()[&Party::Everybody].left;
        assert_eq!(left, RATE_OF_ALL.burst - 100.0 - 3.0 * REMEMBERED as f64);
    }
}
