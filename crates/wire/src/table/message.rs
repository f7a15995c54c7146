//! What flows over a table's socket.

#![allow(missing_docs, reason = "the names say it")]

use crate::table::{Clock, Entry, NewTable, Noticed, Proposal};
use crate::{Event, Input, Phase, Seat, Setup, ToAct, View};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The version of what flows over a socket; it is raised when older clients would no longer understand it.
pub const PROTOCOL: u32 = 1;

/// What a client sends.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ToServer {
    /// The first message: the protocol spoken, and the last version seen, if any.
    Hello {
        /// [`PROTOCOL`].
        protocol: u32,
        /// Nothing for a snapshot.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        version: Option<u64>,
    },
    /// Something to be done.
    Do(Command),
    /// What would these actions lead to? Answered to the asker alone, changes nothing.
    Preview {
        /// Repeated in the answer.
        id: String,
        /// The version they are based on.
        version: u64,
        /// One to three actions.
        actions: Vec<Input>,
    },
}

/// An order with its identity.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Command {
    /// Made by the client; a repeated id gets its first answer.
    pub id: String,
    /// The version it is based on.
    pub version: u64,
    /// What to do.
    pub order: Order,
}

/// What can be asked of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Order {
    Sit {
        seat: Seat,
        name: String,
    },
    /// Stand up before the start.
    Stand {
        seat: Seat,
    },
    /// Give a free seat to one of the computer's players (the creator, before the start). It stands up like anyone.
    Give {
        seat: Seat,
        player: String,
    },
    /// Play without a free seat (the creator, before the start).
    Drop {
        seat: Seat,
    },
    /// Call the table off (its creator, before the start).
    Close {},
    /// Start, once all seats are taken.
    Start {},
    /// Commit to a secret: the hash that the page computes.
    Commit {
        hash: String,
    },
    Reveal {
        secret: String,
    },
    /// One to three actions of a seat.
    Act {
        seat: Seat,
        actions: Vec<Input>,
    },
    Resign {
        seat: Seat,
    },
    /// Ask the others.
    Ask {
        seat: Seat,
        proposal: Proposal,
    },
    Answer {
        seat: Seat,
        yes: bool,
    },
    /// Take a seat back from the computer.
    ComeBack {
        seat: Seat,
    },
    Say {
        seat: Seat,
        text: String,
    },
    /// Take the word from whoever sits there, or give it back (the creator).
    Mute {
        seat: Seat,
        muted: bool,
    },
}

/// What the server sends.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum FromServer {
    /// The first message: who the client is at this table. It comes again when that changes.
    You(You),
    Snapshot(Box<Snapshot>),
    /// One more version.
    Update(Box<Update>),
    /// A command was done; its update has this version.
    Done {
        id: String,
        version: u64,
    },
    /// A command was refused.
    Rejected(Rejection),
    /// The answer to a preview.
    Previewed {
        id: String,
        /// What would happen.
        events: Vec<Event>,
        /// What could be done then.
        actions: Vec<Input>,
    },
    /// What the host tells everybody, when that changes, and to whoever comes while there is something to tell.
    Notice(Noticed),
    /// The server is about to stop; come back in a moment.
    Closing {},
}

/// Who a client is at a table.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct You {
    /// The number of the client's device, if it is at the table: its seats are those of this device.
    pub device: Option<u32>,
    /// Whether the client made the table.
    pub creator: bool,
    /// Whether the client may sit down.
    pub sit: bool,
    /// The server's time, in milliseconds since 1970.
    pub time: i64,
}

/// A refused command.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rejection {
    pub id: String,
    /// A short name of the mistake.
    pub code: String,
    /// What is wrong and what would be right.
    pub message: String,
    /// The table's version.
    pub version: u64,
}

/// One version of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Update {
    pub version: u64,
    /// When, in milliseconds since 1970.
    pub at: i64,
    pub entry: Entry,
    /// What is awaited now.
    pub now: Now,
}

/// What a table waits for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Now {
    /// Where the table stands.
    pub stage: Stage,
    /// In a game: who acts.
    pub to_act: Option<ToAct>,
    /// In a game: the phase.
    pub phase: Option<Phase>,
    /// The legal placements of the tile in hand: x, y, and a bit for each rotation.
    pub places: Vec<(i16, i16, u8)>,
    /// The other legal actions.
    pub actions: Vec<Input>,
    /// What each seat has left on its clock, in milliseconds, as of the entry's time.
    pub clocks: Vec<i64>,
    /// When what is awaited is overdue.
    pub due: Option<i64>,
    /// Without a clock: when whoever is to act will have been away for as long as the table agreed, so that the others
    /// may let the computer play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub away: Option<i64>,
}

/// Where a table stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// Seats are being taken.
    Gathering,
    /// Devices commit to secrets.
    Committing,
    /// Devices reveal them.
    Revealing,
    /// The game runs.
    Playing,
    /// The game is over.
    Over,
    /// The table was called off.
    Closed,
    /// The rules of this version of the program would play the game differently: it can be looked at only.
    Frozen,
}

/// A seat as everyone sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TableSeat {
    /// Its name; nothing while it is free.
    pub name: Option<String>,
    /// The device of the person on it.
    pub device: Option<u32>,
    /// The computer's player on it.
    pub computer: Option<String>,
}

/// Everything a client needs to show a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Snapshot {
    /// The version it shows.
    pub version: u64,
    /// When that was.
    pub at: i64,
    /// The table as asked for, without the seats that were taken away since.
    pub table: NewTable,
    /// Who sits where.
    pub seats: Vec<TableSeat>,
    /// What can be seen of the game.
    pub view: Option<View>,
    /// What is awaited.
    pub now: Now,
    /// A question that waits for answers: who asks, what, who has agreed.
    pub asked: Option<(Seat, Proposal, Vec<Seat>)>,
    /// The last lines of the chat.
    pub said: Vec<(Seat, String)>,
    /// The devices that the creator took the word from, in the order of their numbers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub muted: Vec<u32>,
    /// The deal, from the moment it begins.
    pub deal: Option<Deal>,
    /// The table where the same people meet again.
    pub rematch: Option<String>,
    /// How often a turn was taken back.
    #[serde(default, skip_serializing_if = "is_none")]
    pub taken_back: u32,
}

fn is_none(count: &u32) -> bool {
    *count == 0
}

/// What is known of a deal: all that a device needs to take part in it, and to check the draws after the end. Hashes
/// and secrets are hexadecimal digits.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Deal {
    /// The hash of the table and its seats.
    pub digest: String,
    /// What the server has committed to.
    pub server: String,
    /// What the devices have committed to, in the order of their numbers.
    pub hashes: Vec<(u32, String)>,
    /// What the devices have revealed, in the order of their numbers.
    pub secrets: Vec<(u32, String)>,
    /// After the end: the server's secret.
    pub unsealed: Option<String>,
}

/// What lists show of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Summary {
    /// Where the table stands.
    pub stage: Stage,
    /// The game in outline: each set is named once, an own bag and an open draw order are empty, and the position to
    /// start from is left out.
    pub setup: Setup,
    /// How long players may think.
    pub clock: Clock,
    /// Who sits where.
    pub seats: Vec<TableSeat>,
    /// Who acts, once the game has begun.
    pub to_act: Option<ToAct>,
    /// The points so far.
    pub scores: Option<Vec<u32>>,
    /// Tiles still to be drawn.
    pub tiles_left: Option<u32>,
    /// The devices of the people who go on with somebody's seats.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<u32>,
    /// How often a turn was taken back.
    #[serde(default, skip_serializing_if = "is_none")]
    pub taken_back: u32,
}
