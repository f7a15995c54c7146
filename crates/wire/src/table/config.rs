//! A table as its creator asks for it.

#![allow(missing_docs, reason = "the names say it")]

use crate::Setup;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A table as asked for; everything has a default.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    #[serde(default)]
    pub setup: Setup,
    /// Who sits where, one entry for each seat; missing ones are open.
    #[serde(default)]
    pub seats: Vec<SeatPlan>,
    /// How long players may think.
    #[serde(default)]
    pub clock: Clock,
    /// What happens to a seat whose time is up.
    #[serde(default)]
    pub out_of_time: OutOfTime,
    /// Without a clock: after how many seconds of waiting for somebody the others may let the computer play for them.
    /// Three days if it is left out.
    // Tables made before have none, and their digest must stay as it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub absence: Option<u32>,
    /// Whether finished turns can be taken back if all agree; at a public table never.
    #[serde(default = "yes")]
    pub take_backs: bool,
    /// Whether the computer gives hints. If it is left out: where one person plays against the computer only.
    // Tables made before there were hints have none, and their digest must stay as it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hints: Option<bool>,
    /// Whether there is a chat line.
    #[serde(default = "yes")]
    pub chat: bool,
    /// Whether the table stands in the lobby.
    #[serde(default)]
    pub public: bool,
    /// What it is called in lists.
    #[serde(default)]
    pub title: String,
}

fn yes() -> bool {
    true
}

/// Who is to sit on a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum SeatPlan {
    /// A person on the creator's device.
    Device {
        /// What they are called; left empty, pages call them by the number of the seat.
        name: String,
    },
    /// Whoever comes with the link.
    Open {},
    Computer {
        player: String,
    },
}

/// How long players may think.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Clock {
    /// As long as they like.
    #[default]
    None,
    /// So many seconds for each decision of a seat.
    Turn { seconds: u32 },
    /// So many seconds for the whole game, and some more for each finished turn.
    Game {
        /// Seconds for the game.
        seconds: u32,
        /// Seconds more for each turn.
        increment: u32,
    },
}

/// What happens to a seat whose time is up.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OutOfTime {
    #[default]
    Retire,
    /// The computer goes on.
    Computer,
}

/// The computer's players that may take a seat, by name: the levels, and those that were there before them.
pub const COMPUTER_PLAYERS: [&str; 7] =
    ["level-1", "level-2", "level-3", "level-4", "level-5", "greedy", "random"];
