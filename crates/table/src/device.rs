//! A person at the table, with what the log tells of their conduct.

use crate::{Millis, Refusal, Table};
use rules::Seat;
use wire::table::{Logged, Proposal};

/// So often one device may sit down at a table; each time is an entry of the log.
const MAX_SITTINGS: u32 = 100;

/// Somebody who has, or had, a seat; first the table's creator.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Device {
    pub person: i64,
    /// How often they sat down.
    pub sittings: u32,
    /// How often somebody went on with their seats on another device.
    pub continued: u32,
    /// When they last did something.
    pub heard: Millis,
    /// The creator made them stand up: they may not sit down again.
    pub sent_away: bool,
    /// The creator took the word from them.
    pub muted: bool,
    /// Up to when their lines of chat are spread out.
    pub talk: Millis,
    /// Bytes of their chat.
    pub said: usize,
    /// Questions they have asked in this game.
    pub questions: u32,
    /// What became of them, by what was asked.
    pub asking: [Asking; 3],
}

/// Questions of one kind by one device.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub(crate) struct Asking {
    /// How many in a row were not agreed to.
    pub in_vain: u32,
    /// When the next one may be asked.
    pub again: Millis,
}

impl Device {
    pub fn new(person: i64) -> Device {
        Device {
            person,
            sittings: 0,
            continued: 0,
            heard: 0,
            sent_away: false,
            muted: false,
            talk: 0,
            said: 0,
            questions: 0,
            asking: Default::default(),
        }
    }

    pub fn asking(&mut self, proposal: Proposal) -> &mut Asking {
        &mut self.asking[kind(proposal)]
    }

    /// Whether they may sit down.
    pub fn may_sit(&self) -> Result<(), Refusal> {
        if self.sent_away {
            return Err(Refusal::SentAway);
        }
        if self.sittings >= MAX_SITTINGS { Err(Refusal::Restless) } else { Ok(()) }
    }
}

/// The place of a kind of question among them.
pub(crate) fn kind(proposal: Proposal) -> usize {
    match proposal {
        Proposal::TakeBack {} => 0,
        Proposal::End {} => 1,
        Proposal::Replace { .. } => 2,
    }
}

impl Table {
    /// The person on a seat.
    pub(crate) fn on_seat(&self, seat: Seat) -> Option<&Device> {
        self.devices.get(self.chairs.get(seat.index())?.device? as usize)
    }

    pub(crate) fn on_seat_mut(&mut self, seat: Seat) -> Option<&mut Device> {
        self.devices.get_mut(self.chairs.get(seat.index())?.device? as usize)
    }

    /// Notes that somebody did something.
    pub(crate) fn hear(&mut self, logged: &Logged, at: Millis) {
        let device = logged.person.and_then(|person| self.device_of(person));
        if let Some(device) = device.and_then(|device| self.devices.get_mut(device as usize)) {
            device.heard = at;
        }
    }
}

/// The people on the seats of a table, each as often as they have one, and those who were sent away.
pub struct Seated {
    pub seats: Vec<i64>,
    /// Who was sent away.
    pub sent_away: Vec<i64>,
}

impl Table {
    /// Who sits here and who was sent away.
    pub fn seated(&self) -> Seated {
        let person = |device: u32| self.devices.get(device as usize).map(|device| device.person);
        let seats = self.chairs.iter().filter_map(|chair| person(chair.device?)).collect();
        let away = self.devices.iter().filter(|device| device.sent_away);
        Seated { seats, sent_away: away.map(|device| device.person).collect() }
    }
}
