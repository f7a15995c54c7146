//! What whoever runs the server may see and do at a table.

use crate::{Chair, Refusal, Table};
use wire::admin::SeatSeen;
use wire::table::{Entry, Logged, Stage};

impl Table {
    /// Who sits where, with the numbers of the people.
    pub fn seats_seen(&self) -> Vec<SeatSeen> {
        let seat = |(chair, seat): (&Chair, u8)| SeatSeen {
            seat,
            name: chair.name.clone(),
            people: chair.device.map(|device| self.people_of(device)).unwrap_or_default(),
            computer: chair.computer().map(str::to_owned),
        };
        self.chairs.iter().zip(1..).map(seat).collect()
    }

    /// The last lines of chat, the first first, each with its seat counted from 1.
    pub fn chat(&self) -> Vec<(u8, String)> {
        self.said.iter().rev().map(|(seat, text)| (seat.0 + 1, text.to_string())).collect()
    }

    fn people_of(&self, device: u32) -> Vec<i64> {
        let first = self.devices.get(device as usize).map(|device| device.person);
        let others = self.others.iter().filter(|(_, other)| *other == device).map(|(person, _)| *person);
        first.into_iter().chain(others).collect()
    }

    /// Nothing more can happen here, because the rest of the log is damaged.
    pub fn freeze(mut self) -> Table {
        self.stage = Stage::Frozen;
        self.question = None;
        self
    }

    /// Nobody plays on here; a game that is over stays as it is.
    pub fn close_by_host(&self) -> Result<Logged, Refusal> {
        match self.stage {
            Stage::Over | Stage::Closed => Err(Refusal::Already),
            Stage::Frozen => Err(Refusal::Frozen),
            _ => Ok(Entry::Closed { by_host: true }.by(None)),
        }
    }
}
