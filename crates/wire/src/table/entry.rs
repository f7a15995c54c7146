//! What is kept of a table: one entry for each version. Everyone at the table may see all of it; who a person
//! is and what is still secret is kept elsewhere.

#![allow(missing_docs, reason = "the names say it")]

use crate::table::{NewTable, SeatPlan};
use crate::{Event, Input, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Something that happened at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Entry {
    /// The table was made.
    Opened { table: Box<NewTable> },
    /// Somebody sat down. `device` is a number that stands for their device at this table.
    Sat { seat: Seat, device: u32, name: String },
    /// Somebody stood up again before the start.
    Stood { seat: Seat },
    /// The creator gave a free seat to one of the computer's players.
    Given { seat: Seat, player: String },
    /// The creator took a free seat away; those behind it move up.
    Dropped { seat: Seat },
    /// Somebody goes on with the seats of a device on another one.
    Continued { device: u32 },
    /// The creator called the table off before the start, or the host of the server closed it.
    Closed {
        #[serde(default, skip_serializing_if = "is_not")]
        by_host: bool,
    },
    /// All seats are taken: every device is to commit to a secret. `digest` is the hash of the table and its
    /// seats, `server` the server's own commitment.
    Dealing { digest: String, server: String },
    /// A device has committed.
    Committed { device: u32, hash: String },
    /// A device has revealed.
    Revealed { device: u32, secret: String },
    /// The start was called off because these devices did not commit or reveal in time.
    CalledOff { devices: Vec<u32> },
    /// The game began with the first draw.
    Began { inputs: Vec<Input>, events: Vec<Event> },
    /// A seat acted, and tiles were drawn.
    Played { seat: Seat, inputs: Vec<Input>, events: Vec<Event>, clocks: Vec<i64> },
    /// A seat gave up, or its time was up.
    Left { seat: Seat, why: Leaving, inputs: Vec<Input>, events: Vec<Event>, clocks: Vec<i64> },
    /// A seat asks the others.
    Asked { seat: Seat, proposal: Proposal },
    /// A seat answers.
    Answered { seat: Seat, yes: bool },
    /// A question was not answered in time.
    Lapsed {},
    /// All agreed to end the game.
    Ended { inputs: Vec<Input>, events: Vec<Event> },
    /// Turns were taken back: so many inputs remain.
    TookBack { inputs: u32, clocks: Vec<i64> },
    /// The server did not run for so many milliseconds; they are not counted.
    Forgiven { millis: i64 },
    /// The computer's player of this name plays a seat from now on, or its owner is back.
    Replaced { seat: Seat, computer: Option<String>, clocks: Vec<i64> },
    /// A seat got a hint for its turn.
    Hinted { seat: Seat },
    /// Somebody said something.
    Said { seat: Seat, text: String },
    /// The creator took the word from a device, or gave it back.
    Muted { device: u32, muted: bool },
    /// After the end: the server's secret, so that anyone can check the draws.
    Unsealed { secret: String },
    /// The same people meet again at another table.
    Rematch { game: String },
}

impl Entry {
    /// The same in a log, with the person whose doing it was.
    pub fn by(self, person: Option<i64>) -> Logged {
        Logged { entry: self, person, id: None }
    }

    /// What people called themselves, their tables and each other, and what they said: the kind of each text and the
    /// text, always in the same order. These texts are kept apart from the entry, so that they can be erased.
    pub fn personal_texts(&mut self) -> Vec<(&'static str, &mut String)> {
        match self {
            Entry::Opened { table } => {
                let NewTable { title, seats, .. } = &mut **table;
                let names = seats.iter_mut().filter_map(|plan| match plan {
                    SeatPlan::Device { name } => Some(("name", name)),
                    SeatPlan::Open {} | SeatPlan::Computer { .. } => None,
                });
                std::iter::once(("title", title)).chain(names).collect()
            }
            Entry::Sat { name, .. } => vec![("name", name)],
            Entry::Said { text, .. } => vec![("chat", text)],
            Entry::Stood { .. }
            | Entry::Given { .. }
            | Entry::Dropped { .. }
            | Entry::Continued { .. }
            | Entry::Closed { .. }
            | Entry::Dealing { .. }
            | Entry::Committed { .. }
            | Entry::Revealed { .. }
            | Entry::CalledOff { .. }
            | Entry::Began { .. }
            | Entry::Played { .. }
            | Entry::Left { .. }
            | Entry::Asked { .. }
            | Entry::Answered { .. }
            | Entry::Lapsed {}
            | Entry::Ended { .. }
            | Entry::TookBack { .. }
            | Entry::Forgiven { .. }
            | Entry::Replaced { .. }
            | Entry::Hinted { .. }
            | Entry::Muted { .. }
            | Entry::Unsealed { .. }
            | Entry::Rematch { .. } => Vec::new(),
        }
    }
}

/// Left out where it says nothing, so that older logs stay as they are.
fn is_not(flag: &bool) -> bool {
    !flag
}

/// Why a seat left a running game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Leaving {
    Resigned,
    /// Its time was up.
    Clock,
}

/// What the others are asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Proposal {
    /// To take back the asking seat's last turn.
    TakeBack {},
    /// To end the game now.
    End {},
    /// To let the computer play a seat whose owner has been away for as long as the table agreed.
    Replace { seat: Seat },
}

/// A line of a table's log: an entry, and whose doing it was where that matters later. Only the store and the
/// table see it; everyone else sees the entry.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Logged {
    pub entry: Entry,
    /// The person behind it, by the store's number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person: Option<i64>,
    /// The id of the command that asked for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
}
