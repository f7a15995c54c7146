//! Who somebody is at a table, and the same person on another device.

use crate::{Millis, Refusal, Table};
use rules::Seat;
use wire::table::{Entry, Logged, You};

/// Other devices that one can go on with.
const MAX_OTHERS: usize = 32;
/// So often somebody may go on with the seats of a device; each time is an entry of the log.
const MAX_CONTINUED: u32 = 100;

impl Table {
    /// Who a person is here; `welcome` says whether they came by a link to sit down.
    pub fn you(&self, person: Option<i64>, welcome: bool, now: Millis) -> You {
        let device = person.and_then(|person| self.device_of(person));
        let creator = person == Some(self.creator);
        let here = device.is_some_and(|device| self.is_here(device));
        let away = device.is_some_and(|device| self.devices[device as usize].sent_away);
        You { device, creator, sit: !away && (here || welcome || self.is_public()), time: now }
    }

    /// Whether a person is at the table.
    pub fn has(&self, person: i64) -> bool {
        self.device_here(person).is_some()
    }

    /// The device of a person who is at the table.
    pub(crate) fn device_here(&self, person: i64) -> Option<u32> {
        self.device_of(person).filter(|device| self.is_here(*device))
    }

    /// Whether a person made the table.
    pub fn is_creator(&self, person: i64) -> bool {
        person == self.creator
    }

    /// Who made the table.
    pub fn creator(&self) -> i64 {
        self.creator
    }

    /// The seats of a person.
    pub fn seats_of(&self, person: i64) -> Vec<Seat> {
        let device = self.device_of(person);
        let own = |seat: &Seat| device.is_some() && self.chairs[seat.index()].device == device;
        (0..self.chairs.len() as u8).map(Seat).filter(own).collect()
    }

    /// A person goes on with the seats of another one, who gave them a link for that.
    pub fn continue_as(&self, person: i64, owner: i64) -> Result<Logged, Refusal> {
        let device = self.device_here(owner).ok_or(Refusal::NotYourSeat)?;
        if self.device_of(person).is_some() {
            return Err(Refusal::AtTheTable);
        }
        if self.devices[device as usize].continued >= MAX_CONTINUED {
            return Err(Refusal::TooManyDevices);
        }
        Ok(Entry::Continued { device }.by(Some(person)))
    }

    /// One more goes on with the seats of a device. Of too many, the one that came first has to leave.
    pub(crate) fn take_other(&mut self, person: i64, device: u32) -> Option<()> {
        self.devices.get_mut(device as usize)?.continued += 1;
        let same = |(_, other): &(i64, u32)| *other == device;
        if self.others.iter().filter(|other| same(other)).count() >= MAX_OTHERS {
            let first = self.others.iter().position(same)?;
            self.others.remove(first);
        }
        self.others.push((person, device));
        Some(())
    }
}
