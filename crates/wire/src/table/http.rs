//! What is asked once, over HTTP: tables made and listed, links and tokens, logs, and failures.

#![allow(missing_docs, reason = "the names say it")]

use crate::table::{Entry, FromServer, Now, Summary};
use crate::{CellFits, Event, Feature, Input, Seat, Spot, Standing, Tally, View};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A table was made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Opened {
    /// Its name in addresses.
    pub game: String,
    /// The secret of the link to sit down.
    pub sit: String,
    /// The secret of the link to watch.
    pub watch: String,
}

/// A link is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LinkAsked {
    /// What it is to be good for.
    pub purpose: LinkPurpose,
}

/// What a link is good for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum LinkPurpose {
    /// To sit down.
    Sit {},
    /// To look on.
    Watch {},
    /// To go on with one's own seats on another device.
    Device {},
}

/// A link was made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LinkMade {
    /// To be put into the link's fragment.
    pub secret: String,
}

/// Somebody comes with a link.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Entering {
    /// The link's fragment.
    pub secret: String,
}

/// Where a link led.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Entered {
    pub game: String,
    /// What can be done there.
    pub purpose: EnteredFor,
}

/// What somebody who came with a link can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum EnteredFor {
    /// Sit down on a free seat.
    Sit,
    Watch,
    /// Go on with a seat that is theirs.
    Device,
}

/// A program is to play a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BotAsked {
    pub seat: Seat,
    /// What the program is called at the table.
    pub name: String,
}

/// A program may play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BotMade {
    /// What the program shows with each request: `Authorization: Bearer` and this.
    pub token: String,
}

/// A table with the same people was made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rematched {
    /// The new game's name.
    pub game: String,
}

/// A game is to be kept, or no longer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct KeepAsked {
    /// Whether the asker keeps it.
    pub keep: bool,
}

/// Whether a game is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Kept {
    /// Whether the asker keeps it.
    pub kept: bool,
    /// When it is deleted unless something happens at it, in milliseconds since 1970. Nothing if somebody keeps it, or
    /// if this server keeps all games.
    pub until: Option<i64>,
}

/// A table in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Listed {
    /// Its name in addresses.
    pub game: String,
    /// What it is called.
    pub title: String,
    /// The last version.
    pub version: u64,
    /// When that was, in milliseconds since 1970.
    pub updated: i64,
    /// What else lists show.
    pub summary: Summary,
    /// The asker's seats.
    pub mine: Vec<Seat>,
    /// Whether the asker keeps it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub kept: bool,
}

/// A page of the lobby, the latest table first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Lists {
    pub tables: Vec<Listed>,
    /// Where the next page begins: to be asked for as `before`. Nothing on the last page.
    pub next: Option<String>,
}

/// The asker's tables, the latest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Mine {
    pub tables: Vec<Listed>,
}

/// What would these actions lead to?
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PreviewAsked {
    /// The version they are based on.
    pub version: u64,
    /// One to three actions.
    pub actions: Vec<Input>,
}

/// What would happen if a game had gone on otherwise? Nothing is changed, and nobody else is told.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct TryAsked {
    /// So many inputs of the game come first; all of them if left out.
    pub at: Option<u32>,
    /// What follows them, draws included: any tile that is in the bag can be drawn.
    pub inputs: Vec<Input>,
    /// A segment to be told about.
    pub spot: Option<Spot>,
    /// Whether all claims, gaps and points are to be told, too.
    pub survey: bool,
}

/// Where it leads.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Tried {
    /// What happens, for each of the inputs.
    pub events: Vec<Vec<Event>>,
    /// What can be seen then.
    pub view: View,
    /// What is awaited then.
    pub now: Now,
    /// What can be drawn next.
    pub bag: Tally,
    /// What the segment is part of.
    pub feature: Option<Feature>,
    /// What was to be told, too.
    pub survey: Option<Survey>,
}

/// What can be known of a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Survey {
    /// All features that are claimed.
    pub features: Vec<Feature>,
    /// Every open cell and what still fits there.
    pub fits: Vec<CellFits>,
    /// The score sheet.
    pub standing: Standing,
}

/// The log of a table, without what is hidden.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LogShown {
    pub game: String,
    /// Everything that happened, in order.
    pub entries: Vec<LogLine>,
}

/// An entry of a shown log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LogLine {
    /// Counted from 1.
    pub version: u64,
    /// When, in milliseconds since 1970.
    pub at: i64,
    pub entry: Entry,
    /// Whether names or words in it were erased since; they are empty.
    #[serde(default, skip_serializing_if = "is_not")]
    pub erased: bool,
}

fn is_not(flag: &bool) -> bool {
    !flag
}

/// A line of a program's stream.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Streamed {
    pub game: String,
    /// What a socket at its table would say.
    pub message: FromServer,
}

/// What every request is answered with that cannot be done.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Failure {
    /// A short name for programs.
    pub code: String,
    /// What is wrong and what would be right.
    pub message: String,
    /// What the host said about it, word for word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
}

/// What the privacy page says about this server in particular.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Privacy {
    /// The host's own words, plain text.
    pub words: Option<String>,
    /// How to reach the host.
    pub contact: Option<String>,
    /// The asker's number, by which the host finds what is stored about them. Nothing if the server does not know them.
    pub person: Option<i64>,
    /// The days for which a browser keeps its cookie.
    pub cookie_days: u32,
    /// How long the server keeps what nobody needs any more.
    pub kept_days: KeptDays,
    /// Whether a proxy stands in front of the server, which may have a log of its own.
    pub behind_proxy: bool,
}

/// For how many days things are kept after they last changed; nothing for ever. Games that somebody keeps or looks at stay.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct KeptDays {
    /// Tables at which no game began.
    pub unstarted: Option<u32>,
    /// Games in which only the computer plays.
    pub computers: Option<u32>,
    /// Unfinished games of one person.
    pub alone: Option<u32>,
    /// All other games.
    pub games: Option<u32>,
    /// People who have no game left, since they were last here.
    pub people: Option<u32>,
}

/// What the host tells everybody.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Noticed {
    /// Nothing if there is nothing to tell.
    pub notice: Option<NoticeShown>,
}

/// The host's words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NoticeShown {
    /// What everybody is to know.
    pub text: String,
    /// To be shown for so many milliseconds.
    pub millis: i64,
}
