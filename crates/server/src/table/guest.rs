//! Who somebody is at a table, and the same person on another device.

use super::{Millis, Refusal, Table};
use rules::Seat;
use wire::table::{Entry, Logged, You};

/// Other devices that may join one.
const MAX_OTHERS: usize = 32;

impl Table {
    /// Who a person is here; `welcome` says whether they came by a link to sit down.
    pub fn you(&self, person: Option<i64>, welcome: bool, now: Millis) -> You {
        let device = person.and_then(|person| self.device_of(person));
        let creator = person == Some(self.creator);
        You { device, creator, sit: device.is_some() || welcome || self.is_public(), time: now }
    }

    /// Whether a person is at the table.
    pub fn has(&self, person: i64) -> bool {
        self.device_of(person).is_some()
    }

    /// Whether a person made the table.
    pub fn is_creator(&self, person: i64) -> bool {
        person == self.creator
    }

    /// The seats of a person.
    pub fn seats_of(&self, person: i64) -> Vec<Seat> {
        let device = self.device_of(person);
        let own = |seat: &Seat| device.is_some() && self.chairs[seat.index()].device == device;
        (0..self.chairs.len() as u8).map(Seat).filter(own).collect()
    }

    /// A person goes on with the seats of another one, who gave them a link for that.
    pub fn continue_as(&self, person: i64, owner: i64) -> Result<Logged, Refusal> {
        let device = self.device_of(owner).ok_or(Refusal::NotYourSeat)?;
        if self.device_of(person).is_some() {
            return Err(Refusal::AtTheTable);
        }
        if self.others.len() >= MAX_OTHERS {
            return Err(Refusal::TooManyDevices);
        }
        Ok(Logged { entry: Entry::Continued { device }, person: Some(person), id: None })
    }
}
